"""What happened, in sentences."""

from rich.text import Text

from kiraathane.satranc.v1 import satranc_pb2 as pb
from kiraathane_client.names import seat_name
from kiraathane_client.satranc.panel import clock_text
from kiraathane_client.satranc.position import told, white_seat
from kiraathane_client.terminal import Look

# Why a match ended, by the family's end causes.
CAUSES = {
    "checkmate": ("mat", "checkmate"),
    "resigned": ("terk", "resignation"),
    "agreed": ("anlaşarak beraberlik", "draw by agreement"),
    "stalemate": ("pat", "stalemate"),
    "fifty_moves": ("elli hamle kuralı", "fifty moves"),
    "threefold": ("aynı konum üç kez", "threefold repetition"),
    "dead_position": ("iki taraf da mat edemez", "neither side can mate"),
    "fivefold": ("aynı konum beş kez", "fivefold repetition"),
    "seventy_five_moves": ("yetmiş beş hamle kuralı", "seventy-five moves"),
    "flag": ("süre doldu", "the flag fell"),
    "flag_drawn": ("süre doldu, rakip mat edemez", "the flag fell, the opponent cannot mate"),
    "left": ("masadan kalkıldı", "a player left the match"),
}
CLAIMS = {"fifty": ("elli hamle", "fifty moves"), "threefold": ("aynı konum üç kez", "threefold repetition")}


def tell(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """A line for each thing that happened in this version."""
    return [line for happening in update.happenings for line in _one(update, happening, look)]


def cause(word: str, look: Look) -> str:
    """An end cause in words; one that this program does not know as it is."""
    tr, en = CAUSES.get(word, (word, word))
    return look.say(tr, en)


def _one(update: pb.MatchUpdate, happening: pb.SatrancHappening, look: Look) -> list[Text]:
    match happening.WhichOneof("happening"):
        case "colours":
            white = happening.colours.white
            return [_line(update, white, look, "kurada beyazı çekti", "drew White")]
        case "moved":
            return [_moved(update, happening.moved, look)]
        case "offered":
            return [_line(update, happening.offered.seat, look, "beraberlik öneriyor", "offers a draw")]
        case "answered":
            return [_answered(update, happening.answered, look)]
        case "claimed":
            return [_claimed(update, happening.claimed, look)]
        case "touched":
            return [_touched(update, happening.touched, look)]
        case "game_ended":
            why = cause(happening.game_ended.result.cause, look)
            return [Text(look.say(f"Oyun bitti: {why}.", f"The game is over: {why}."), style="bold")]
        case "left":
            return [_line(update, happening.left.seat, look, "masadan kalktı", "left the match")]
        case _:
            return []  # something newer than this program


def _line(update: pb.MatchUpdate, seat: int, look: Look, tr: str, en: str) -> Text:
    white = seat == white_seat(update.view)
    sign = ("W" if white else "b") if look.ascii else ("♔" if white else "♚")
    return Text.assemble(f"{sign} ", (seat_name(update.info, seat), "bold"), ": ", look.say(tr, en))


def _moved(update: pb.MatchUpdate, moved: pb.MovePlayed, look: Look) -> Text:
    dots = "." if moved.seat == white_seat(update.view) else "..."
    san = told(moved.san, look.lang)
    san = san.replace("Ş", "S") if look.ascii else san
    line = _line(update, moved.seat, look, *(f"{moved.number}{dots} {san}",) * 2)
    if update.view.clock.kind != pb.CLOCK_KIND_UNSPECIFIED:
        line.append(f"  {clock_text(moved.left_ms, look)}", "dim")
    return line


def _answered(update: pb.MatchUpdate, answered: pb.DrawAnswered, look: Look) -> Text:
    if answered.by_moving:
        tr, en = "hamle yaptı, beraberlik teklifi düştü", "moved instead; the offer of a draw has lapsed"
    elif answered.accepted:
        tr, en = "beraberliği kabul etti", "accepts the draw"
    else:
        tr, en = "beraberliği kabul etmedi", "declines the draw"
    return _line(update, answered.seat, look, tr, en)


def _claimed(update: pb.MatchUpdate, claimed: pb.DrawClaimed, look: Look) -> Text:
    tr, en = CLAIMS.get(claimed.claim, (claimed.claim, claimed.claim))
    with_move = f" ({told(claimed.san, look.lang)})" if claimed.san else ""
    return _line(update, claimed.seat, look, f"beraberlik istedi: {tr}{with_move}", f"claims a draw: {en}{with_move}")


def _touched(update: pb.MatchUpdate, touched: pb.PiecesTouched, look: Look) -> Text:
    squares = " ".join(touched.squares)
    if touched.adjusting:
        return _line(update, touched.seat, look, f"düzeltiyor: {squares}", f"adjusts {squares}")
    both = look.say(" (aynı anda)", " (at once)") if len(touched.squares) > 1 else ""
    return _line(update, touched.seat, look, f"dokundu: {squares}{both}", f"touches {squares}{both}")


def tell_result(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """How the match ended, and the result as chess players write it, White's first."""
    score, info = update.info.score, update.info
    white = white_seat(update.view)
    names = f"{seat_name(info, white)} – {seat_name(info, 1 - white)}"
    names = names.replace("–", "-") if look.ascii else names
    why = cause(info.end_cause, look)
    if not score.winners:
        drawn = look.say("Berabere.", "Drawn.")
        halves = "1/2-1/2" if look.ascii else "½–½"
        return [Text.assemble((drawn, "bold"), f"  {names}: {halves}", (f"  ({why})", "dim"))]
    winner = score.winners[0]
    written = "1-0" if winner == white else "0-1"
    if info.HasField("viewer_seat"):
        won = info.viewer_seat == winner
        head = look.say("Kazandınız!" if won else "Kaybettiniz.", "You win!" if won else "You lose.")
    else:
        head = look.say(f"{seat_name(info, winner)} kazandı.", f"{seat_name(info, winner)} wins.")
    return [Text.assemble((head, "bold"), f"  {names}: {written}", (f"  ({why})", "dim"))]
