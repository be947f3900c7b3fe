"""A tavla decision in the making: what is asked, what may be answered, what was meant."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.tavla.v1 import tavla_pb2 as pb
from kiraathane_client.names import seat_name
from kiraathane_client.tavla.board import Scene, draw
from kiraathane_client.tavla.draft import Draft
from kiraathane_client.tavla.notation import UnreadableError, read_ways, write_moves, write_turn
from kiraathane_client.tavla.position import Move, mirrored, seen_by
from kiraathane_client.tavla.wire import moves_of, play_action
from kiraathane_client.terminal import Drafted, Listed, Look, Puzzled, Reading, Ready, Turn, folded

UNDO = {"g", "geri", "u", "undo"}
LIST = {"liste", "list", "l"}
ROLL = {"z", "zar", "at", "r", "roll"}
OFFER = {"m", "misli", "d", "double"}
ACCEPT = {"kabul", "evet", "accept", "take", "yes"}
REFUSE = {"ret", "red", "hayir", "refuse", "drop", "no"}
RESIGN = {"pes", "resign"}
SHOWN = 6  # plays offered under the board; the others on demand


class TavlaTurn(Turn[pb.MatchUpdate, pb.TavlaAction]):
    """The decision of the seat that looks, on one version of the match."""

    def __init__(self, update: pb.MatchUpdate, legal: Sequence[pb.TavlaAction]) -> None:
        self._update = update
        self._seat = update.info.viewer_seat
        self._kinds = {str(action.WhichOneof("action")) for action in legal}
        plays = [moves_of(action.play) for action in legal if action.HasField("play")]
        self._draft = Draft(seen_by(update.view, self._seat), update.view.dice, plays)
        self._before: tuple[Move, ...] = ()
        self._offered: tuple[tuple[Move, ...], ...] = ()

    # -- what is shown ------------------------------------------------------------------------------------------------

    def board(self, look: Look) -> Text:
        draft = self._draft
        left = draft.left if "play" in self._kinds else tuple(draft.dice)
        moved = frozenset(move.target for move in draft.moves)
        return draw(
            Scene(self._update, self._seat, draft.position, left, moved or last_marks(self._update, self._seat)), look
        )

    def question(self, look: Look) -> Text:
        if "play" in self._kinds:
            return self._ask_play(look)
        if "answer" in self._kinds:
            cube = self._update.view.cube * 2
            tr = f"Rakip misli diyor (oyun {cube} sayılık olur). kabul mü, ret mi?"
            return Text(look.say(tr, f"Misli is offered (the game for {cube}). accept or refuse?"))
        if "roll" in self._kinds:
            tr, en = "Enter: zar at", "Enter: roll the dice"
            if "offer" in self._kinds:
                tr, en = f"{tr} · misli: misli iste", f"{en} · misli: offer it"
            return Text(look.say(tr, en))
        return Text(look.say("Rakip düşünüyor…", "The other side is thinking…"), style="dim")

    def offers(self, look: Look) -> list[Text]:
        if "play" not in self._kinds:
            return []
        self._offered = self._draft.continuations()
        if self._draft.complete or (len(self._offered) == 1 and not self._draft.moves):
            return []  # the question says it all
        return columns([self._numbered(n) for n in range(min(SHOWN, len(self._offered)))], look)

    def completions(self, typed: str) -> list[str]:
        if "play" in self._kinds:
            return self._play_completions(typed)
        words = {"answer": ["kabul", "ret"], "roll": ["zar"], "offer": ["misli"]}
        known = [word for kind in sorted(self._kinds) for word in words.get(kind, [])]
        return [word for word in known if word.startswith(folded(typed))]

    # -- what is meant ------------------------------------------------------------------------------------------------

    def read(self, typed: str, look: Look) -> Reading[pb.TavlaAction]:
        word = folded(typed)
        if word in RESIGN:
            tr, en = "Bu oyunu vermek istediğinizden emin misiniz?", "Do you really give up this game?"
            return Ready(pb.TavlaAction(resign=pb.ResignGame()), confirm=look.say(tr, en))
        if "play" in self._kinds:
            return self._read_play(word, look)
        if "answer" in self._kinds and word in ACCEPT | REFUSE:
            return Ready(pb.TavlaAction(answer=pb.AnswerMisli(accept=word in ACCEPT)))
        if "roll" in self._kinds and (word in ROLL or not word):
            return Ready(pb.TavlaAction(roll=pb.RollDice()))
        if "roll" in self._kinds and word in OFFER:
            return Ready(pb.TavlaAction(offer=pb.OfferMisli()))
        if not self._kinds and word:
            return Puzzled(look.say("Sıra rakipte; bekliyoruz.", "It is the other side's turn; please wait."))
        return Puzzled(self._expected(typed, look))

    def _expected(self, typed: str, look: Look) -> str:
        if "answer" in self._kinds:
            return look.say("Açıkça yanıtlayın: kabul ya da ret.", "Please answer in words: accept or refuse.")
        tr, en = ("zar ya da misli", "roll or misli") if "offer" in self._kinds else ("zar", "roll")
        return look.say(f"«{typed.strip()}» şimdi olmaz; {tr} yazın.", f"“{typed.strip()}” cannot be now; type {en}.")

    def refused(self) -> None:
        self._draft.moves = self._before

    # -- playing the dice ---------------------------------------------------------------------------------------------

    def _ask_play(self, look: Look) -> Text:
        draft = self._draft
        if draft.complete:
            done = write_turn(draft.begin, draft.moves)
            return Text(look.say(f"{done}   Enter: oyna · g: geri al", f"{done}   Enter: play · u: undo"))
        dice = "-".join(map(str, draft.left))
        if draft.moves:
            done = write_turn(draft.begin, draft.moves)
            return Text(look.say(f"{done} …  kalan {dice} · g: geri al", f"{done} …  left {dice} · u: undo"))
        if len(draft.plays) == 1:
            only = write_turn(draft.begin, draft.plays[0])
            return Text(
                look.say(f"Zar {dice}, tek hamle {only}   Enter: oyna", f"Dice {dice}, one play {only}   Enter: play")
            )
        tr = f"Zar {dice}, {len(draft.plays)} hamle (l: hepsi)"
        return Text(look.say(tr, f"Dice {dice}, {len(draft.plays)} plays (l: all)"))

    def _read_play(self, word: str, look: Look) -> Reading[pb.TavlaAction]:
        draft = self._draft
        self._before = draft.moves
        if word in UNDO:
            nothing = look.say("Geri alınacak bir şey yok.", "There is nothing to undo.")
            return Drafted() if draft.undo() else Puzzled(nothing)
        if word in LIST:
            self._offered = draft.continuations()
            return Listed(Text("\n").join(columns([self._numbered(n) for n in range(len(self._offered))], look)))
        if not word:
            return self._enter(look)
        if word.isascii() and word.isdecimal():
            return self._chosen(int(word), look)
        return self._typed(word, look)

    def _enter(self, look: Look) -> Reading[pb.TavlaAction]:
        if self._draft.complete:
            return Ready(play_action(self._draft.moves))
        if len(self._draft.plays) == 1 and not self._draft.moves:
            return Ready(play_action(self._draft.plays[0]))
        return Puzzled(_how_to(look))

    def _chosen(self, number: int, look: Look) -> Reading[pb.TavlaAction]:
        if 1 <= number <= len(self._offered):
            return Ready(play_action(self._offered[number - 1]))
        last = len(self._offered)
        return Puzzled(look.say(f"Hamle numarası 1 ile {last} arasında olmalı.", f"Plays are numbered 1 to {last}."))

    def _typed(self, word: str, look: Look) -> Reading[pb.TavlaAction]:
        try:
            ways = read_ways(word)
        except UnreadableError as error:
            return Puzzled(
                look.say(f"«{error.token}» anlaşılmadı. ", f"“{error.token}” is not understood. ") + _how_to(look)
            )
        moves, possible = self._draft.resolve(ways)
        whole = (*self._draft.moves, *moves)
        if not possible:
            return Ready(play_action(whole[:4]))  # the house says which rule is in the way
        at_once = not self._draft.moves
        self._draft.moves = whole
        return Ready(play_action(whole)) if self._draft.complete and at_once else Drafted()

    def _play_completions(self, typed: str) -> list[str]:
        begun = folded(typed)
        head, _, last = (f"{begun} " if typed.endswith(" ") else begun).rpartition(" ")
        plays = [write_turn(self._draft.begin, play) for play in self._draft.continuations()]
        found = [play for play in plays if play.startswith(begun)] if not self._draft.moves else []
        try:
            moves = self._draft.resolve(read_ways(head))[0] if head else ()
        except UnreadableError:
            return found
        ahead = self._ahead(moves)
        steps = [write_moves([move], [move.target] if hit else []) for move, hit in ahead]
        found += [f"{head} {step}".strip() for step in steps if step.startswith(last)]
        return list(dict.fromkeys(found))

    def _ahead(self, moves: tuple[Move, ...]) -> list[tuple[Move, bool]]:
        """The single moves that may follow `moves`, and whether they hit."""
        had = self._draft.moves
        self._draft.moves = (*had, *moves)
        try:
            position = self._draft.position
            return [(move, position.hits(move)) for move in self._draft.next_moves()]
        finally:
            self._draft.moves = had

    def _numbered(self, place: int) -> Text:
        text = write_turn(self._draft.begin, self._offered[place])
        return Text.assemble((f"{place + 1:>3}", "bold"), f" {text}")


def last_marks(update: pb.MatchUpdate, seat: int) -> frozenset[int]:
    """The points on which the checkers of the last play came to rest, as `seat` numbers them."""
    view = update.view
    if not view.HasField("last_play_seat"):
        return frozenset()
    rested = [move.target for move in moves_of(view.last_play) if move.target]
    return frozenset(point if view.last_play_seat == seat else mirrored(point, view.variant) for point in rested)


def columns(cells: Sequence[Text], look: Look) -> list[Text]:
    """The cells in as many columns as fit."""
    if not cells:
        return []
    width = max(cell.cell_len for cell in cells) + 2
    across = max(1, look.width // width)
    lines = []
    for first in range(0, len(cells), across):
        line = Text()
        for cell in cells[first : first + across]:
            padded = cell.copy()
            padded.pad_right(width - cell.cell_len)
            line.append_text(padded)
        line.rstrip()
        lines.append(line)
    return lines


def waiting_for(update: pb.MatchUpdate, look: Look) -> str:
    """Whom the table waits for."""
    names = ", ".join(seat_name(update.info, seat) for seat in update.info.due_seats)
    return look.say(f"{names} bekleniyor…", f"Waiting for {names}…")


def _how_to(look: Look) -> str:
    return look.say(
        "Hamleyi «24/18 13/11» gibi, tek tek «13/11» gibi ya da numarasıyla yazın; ? yardım.",
        "Write a play like “24/18 13/11”, one move like “13/11”, or its number; ? for help.",
    )
