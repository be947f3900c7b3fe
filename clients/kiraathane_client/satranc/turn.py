"""A chess decision in the making: what is asked, what may be answered, what was meant."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.satranc.v1 import satranc_pb2 as pb
from kiraathane_client.names import seat_name
from kiraathane_client.satranc.board import Scene, draw
from kiraathane_client.satranc.moves import Moves
from kiraathane_client.satranc.position import FILES, read
from kiraathane_client.terminal import Listed, Look, Puzzled, Reading, Ready, Turn, folded

LIST = {"liste", "list", "l"}
OFFER = {"beraberlik", "berabere", "remi", "draw"}
ACCEPT = {"kabul", "evet", "accept", "yes"}
DECLINE = {"ret", "red", "hayir", "decline", "no"}
RESIGN = {"teslim", "terk", "pes", "resign"}
FIFTY = {"elli", "50", "fifty", "claim50"}
THREEFOLD = {"uc", "uclu", "tekrar", "threefold", "repetition", "claimthreefold"}
TOUCH = {"dokun", "dokundum", "touch"}
ADJUST = {"duzelt", "duzeltiyorum", "adjust"}
SANS = "NBRQK"


class SatrancTurn(Turn[pb.MatchUpdate, pb.SatrancAction]):
    """The decision of the seat that looks, on one version of the match."""

    def __init__(self, update: pb.MatchUpdate, legal: Sequence[pb.SatrancAction]) -> None:
        self._update = update
        self._seat = update.info.viewer_seat
        self._kinds = {str(action.WhichOneof("action")) for action in legal}
        moves = [action.move.move.uci for action in legal if action.HasField("move")]
        self._moves = Moves(read(update.view.fen), moves)

    # -- what is shown ------------------------------------------------------------------------------------------------

    def board(self, look: Look) -> Text:
        return draw(Scene(self._update, self._seat), look)

    def question(self, look: Look) -> Text:
        if not self._moves.legal:
            return Text(look.say("Rakip düşünüyor…", "The other side is thinking…"), style="dim")
        count = len(self._moves.legal)
        if count == 1:
            only = self._ascii(self._moves.written(self._moves.legal[0], look.lang), look)
            return Text(look.say(f"Tek hamle var: {only}", f"There is one move: {only}"))
        example = self._ascii(self._moves.written(self._moves.legal[0], look.lang), look)
        tr = f"Hamleniz ({count} hamle var; örneğin {example} ya da {self._moves.legal[0]}; l: hepsi)"
        return Text(look.say(tr, f"Your move ({count}; e.g. {example} or {self._moves.legal[0]}; l: all)"))

    def offers(self, look: Look) -> list[Text]:
        view, lines = self._update.view, []
        if self._offered_to_me:
            name = seat_name(self._update.info, view.offer)
            tr = f"{name} beraberlik öneriyor: kabul ya da ret; hamle yaparsanız teklif düşer."
            lines.append(look.say(tr, f"{name} offers a draw: accept or decline; if you move, the offer lapses."))
        if "claim_fifty" in self._kinds:
            lines.append(look.say("elli: elli hamle kuralıyla beraberlik", "fifty: a draw by the fifty moves"))
        if view.may_claim_threefold and self._moves.legal:
            tr, en = "tekrar: aynı konum üçüncü kez, beraberlik", "threefold: a draw, the position is here again"
            lines.append(look.say(tr, en))
        elif "claim_threefold" in self._kinds:
            tr = "tekrar HAMLE: o hamleyle konum üçüncü kez gelir, beraberlik"
            lines.append(look.say(tr, "threefold MOVE: with that move the position comes a third time, a draw"))
        return [Text(line, style="bold") for line in lines]

    def completions(self, typed: str) -> list[str]:
        words = ["beraberlik", "teslim"] if self._moves.legal else []
        if self._offered_to_me:
            words = ["kabul", "ret", *words]
        claims = {"claim_fifty": "elli", "claim_threefold": "tekrar", "touch": "dokun ", "adjust": "düzelt "}
        words += [word for kind, word in claims.items() if kind in self._kinds]
        known = [*self._moves.written_all("tr"), *self._moves.written_all("en"), *self._moves.legal, *words]
        begun = typed.lstrip()
        exact = [word for word in known if word.startswith(begun)]
        return list(dict.fromkeys(exact or [word for word in known if folded(word).startswith(folded(begun))]))

    @property
    def _offered_to_me(self) -> bool:
        view = self._update.view
        return view.HasField("offer") and view.offer != self._seat and self._update.info.HasField("viewer_seat")

    # -- what is meant ------------------------------------------------------------------------------------------------

    def read(self, typed: str, look: Look) -> Reading[pb.SatrancAction]:
        words = folded(typed).split()
        if not words:
            return Puzzled(self._expected(look))
        first, rest = words[0], typed.split()[1:]
        if not rest and (said := self._read_word(first, look)) is not None:
            return said
        if first in FIFTY and not rest:
            return Ready(pb.SatrancAction(claim_fifty=pb.ClaimFifty()))
        if first in THREEFOLD:
            return self._read_claim(" ".join(rest), look)
        if first in TOUCH | ADJUST and rest:
            return self._read_touch(rest, look, adjusting=first in ADJUST)
        return self._read_move(typed.strip(), look)

    def refused(self) -> None:
        """Nothing is drafted here, so nothing has to be taken back."""

    def _read_word(self, word: str, look: Look) -> Reading[pb.SatrancAction] | None:
        """An act of one word; None if it is none."""
        if word in RESIGN:
            question = look.say("Oyunu bırakmak istediğinizden emin misiniz?", "Do you really give up the game?")
            return Ready(pb.SatrancAction(resign=pb.Resign()), confirm=question)
        if word in ACCEPT or (word in OFFER and self._offered_to_me):
            return Ready(pb.SatrancAction(accept_draw=pb.AcceptDraw()))
        if word in DECLINE:
            return Ready(pb.SatrancAction(decline_draw=pb.DeclineDraw()))
        if word in OFFER:
            return Ready(pb.SatrancAction(offer_draw=pb.OfferDraw()))
        if word in LIST and self._moves.legal:
            return Listed(Text(self._ascii("  ".join(self._moves.written_all(look.lang)), look)))
        return None

    def _read_claim(self, typed: str, look: Look) -> Reading[pb.SatrancAction]:
        if not typed:
            return Ready(pb.SatrancAction(claim_threefold=pb.ClaimThreefold()))
        found = self._move_text(typed, look)
        if isinstance(found, Puzzled):
            return found
        return Ready(pb.SatrancAction(claim_threefold=pb.ClaimThreefold(move=found)))

    def _read_touch(self, squares: Sequence[str], look: Look, *, adjusting: bool) -> Reading[pb.SatrancAction]:
        named = [square for word in squares for square in word.lower().replace("+", " ").replace(",", " ").split()]
        if not named or not all(map(_is_place, named)):
            return Puzzled(look.say("Kareleri «dokun e2» gibi yazın.", "Write squares like “touch e2”."))
        if adjusting:
            return Ready(pb.SatrancAction(adjust=pb.Adjust(squares=named)))
        if len(named) == 1:
            return Ready(pb.SatrancAction(touch=pb.Touch(square=named[0])))
        if len(named) == 2:
            king, rook = sorted(named, key=lambda square: self._moves.board.men.get(square, "") not in ("K", "k"))
            return Ready(pb.SatrancAction(touch_both=pb.TouchBoth(king=king, rook=rook)))
        tr, en = "Aynı anda en çok iki taşa dokunulur.", "At most two pieces are touched at once."
        return Puzzled(look.say(tr, en))

    def _read_move(self, typed: str, look: Look) -> Reading[pb.SatrancAction]:
        if not self._moves.legal:
            return Puzzled(look.say("Sıra rakipte; bekliyoruz.", "It is the other side's turn; please wait."))
        found = self._move_text(typed, look)
        return found if isinstance(found, Puzzled) else Ready(pb.SatrancAction(move=pb.PlayMove(move=found)))

    def _move_text(self, typed: str, look: Look) -> pb.MoveText | Puzzled:
        """The move that is meant. One that is written as a move but not legal goes to the house, which says why."""
        found = self._moves.find(typed, look.lang)
        if len(found) == 1:
            return pb.MoveText(uci=found[0])
        if found:
            names = self._ascii(", ".join(self._moves.written(move, look.lang) for move in found), look)
            return Puzzled(look.say(f"«{typed}» birden çok hamle olabilir: {names}.", f"“{typed}” may be: {names}."))
        squares = typed.replace("-", "").replace("x", "").lower()
        if len(squares) in (4, 5) and _are_squares(squares[:4]) and squares[4:] in ("", "q", "r", "b", "n"):
            return pb.MoveText(uci=squares)
        for written in (typed, typed[:1].upper() + typed[1:]):
            if (san := _as_san(written, look.lang)) is not None:
                return pb.MoveText(san=san)
        return Puzzled(look.say(f"«{typed}» anlaşılmadı. ", f"“{typed}” is not understood. ") + self._expected(look))

    def _expected(self, look: Look) -> str:
        if not self._moves.legal:
            return look.say("Sıra rakipte; bekliyoruz.", "It is the other side's turn; please wait.")
        return look.say(
            "Hamleyi «Af3», «e4» ya da «g1f3» gibi yazın; beraberlik, teslim, ? yardım.",
            "Write a move like “Nf3”, “e4” or “g1f3”; draw, resign, ? for help.",
        )

    @staticmethod
    def _ascii(text: str, look: Look) -> str:
        return text.replace("Ş", "S") if look.ascii else text


def _are_squares(text: str) -> bool:
    return text[0] in FILES and text[2] in FILES and text[1] in "12345678" and text[3] in "12345678"


def _as_san(typed: str, lang: str) -> str | None:
    """What was typed as SAN with English letters, if it has the form of a move of a piece or pawn."""
    text = typed.strip().rstrip("+#!?")
    letters = dict(zip("ŞVKFASV", "KQRBNKQ", strict=True)) if lang == "tr" else {}
    if text.replace("0", "O") in ("O-O", "O-O-O"):
        return text.replace("0", "O")
    bare = text.replace("x", "").replace("-", "").replace("=", "")
    head = letters.get(bare[:1], bare[:1])
    body = bare[1:] if head in SANS else bare
    if head in SANS and len(body) in (2, 3, 4) and _is_place(body[-2:]) and _is_origin(body[:-2]):
        return head + body
    if len(body) == 2 and _is_place(body):
        return body
    if len(body) == 3 and body[0] in FILES and _is_place(body[1:]):
        return f"{body[0]}x{body[1:]}"
    return None


def _is_place(text: str) -> bool:
    return len(text) == 2 and text[0] in FILES and text[1] in "12345678"


def _is_origin(text: str) -> bool:
    return text == "" or (len(text) == 1 and text in FILES + "12345678") or _is_place(text)
