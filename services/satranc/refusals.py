"""Every reason for which satranç refuses an act, with its clause and what the player reads."""

from services.kernel.refusal import Refusal

REFUSALS = (
    Refusal("NOT_YOUR_TURN", "4.6", tr="Sıra sizde değil.", en="It is not your turn."),
    Refusal(
        "WRONG_PHASE",
        "4.6",
        tr="Bu şimdi yapılamaz: oyun daha başlamadı ya da bitti.",
        en="That cannot be done now: the game has not begun, or is over.",
    ),
    Refusal(
        "NO_PIECE_THERE",
        "4.6",
        tr="Böyle bir taşınız yok: {where}.",
        en="You have no such piece: {where}.",
    ),
    Refusal(
        "ILLEGAL_MOVE",
        "4.2",
        tr="{move} kurallara uygun bir hamle değil. Bu taşla oynanabilecek hamleler: {legal_tr}.",
        en="{move} is not a move by the rules. This piece can play: {legal}.",
    ),
    Refusal(
        "KING_IN_CHECK",
        "4.2",
        tr="{move} hamlesinden sonra şahınız {attackers} karesinden tehdit altında olur. Oynanabilecekler: {legal_tr}.",
        en="After {move} your king would be attacked from {attackers}. You can play: {legal}.",
    ),
    Refusal(
        "CASTLING_LOST",
        "4.2",
        tr="{castling} hakkı kalmadı: şah ya da o kale oynamış.",
        en="{castling} is lost for good: the king or that rook has moved.",
    ),
    Refusal(
        "CASTLING_BLOCKED",
        "4.2",
        tr="{castling} şu an yapılamaz; arada taş var ya da şahın bulunduğu, geçtiği ya da vardığı kare tehdit altında:"
        " {squares}.",
        en="{castling} is impossible for the moment; a piece stands between, or the king would leave, cross or reach an"
        " attacked square: {squares}.",
    ),
    Refusal(
        "PROMOTION_REQUIRED",
        "4.2",
        tr="{move}: piyonun ne olacağını da söyleyin (vezir q, kale r, fil b, at n).",
        en="{move}: say what the pawn becomes (queen q, rook r, bishop b, knight n).",
    ),
    Refusal(
        "SAN_AMBIGUOUS",
        "4.6",
        tr="{move_tr} birden çok hamle olabilir: {legal_tr}.",
        en="{move} could be more than one move: {legal}.",
    ),
    Refusal(
        "TOUCH_OFF",
        "4.3",
        tr="Bu masada dokunulan taş oynanır kuralı uygulanmıyor.",
        en="Touch-move is not played at this table.",
    ),
    Refusal(
        "NOTHING_THERE",
        "4.3",
        tr="{square} karesinde taş yok.",
        en="There is no piece on {square}.",
    ),
    Refusal(
        "TOUCH_DUTY",
        "4.3",
        tr="Dokunulan taş oynanır: {move_tr} olmaz. Oynanabilecekler: {legal_tr}.",
        en="A touched piece must be played, so not {move}. You can play: {legal}.",
    ),
    Refusal(
        "CLAIM_WRONG",
        "4.6",
        tr="Beraberlik isteği yerinde değil: sayı {have}, en az {need} olmalı. Hamle yapılmadı, sıra sizde.",
        en="The claim is wrong: the count is {have}, it takes {need}. Nothing was played; it is still your move.",
    ),
    Refusal(
        "OFFER_OPEN",
        "4.6",
        tr="Açık bir beraberlik teklifi var; önce o cevaplanmalı.",
        en="An offer of a draw is open; it must be answered first.",
    ),
    Refusal(
        "OFFER_TOO_SOON",
        "4.6",
        tr="Yeniden beraberlik teklif etmek için {moves} hamle daha yapmalısınız.",
        en="You may offer a draw again after {moves} more of your own moves.",
    ),
    Refusal(
        "NO_OFFER",
        "4.6",
        tr="Cevaplayacağınız bir beraberlik teklifi yok.",
        en="There is no offer of a draw for you to answer.",
    ),
)
