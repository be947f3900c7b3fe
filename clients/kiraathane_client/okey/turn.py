"""An okey decision in the making: what is asked, what may be answered, what was meant."""

from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text

from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane_client import meld_table
from kiraathane_client.meld_table import command
from kiraathane_client.names import seat_name
from kiraathane_client.okey import ledger, rack
from kiraathane_client.okey.acts import Acts
from kiraathane_client.okey.advice import Advice
from kiraathane_client.okey.guides import always
from kiraathane_client.okey.possible import possible, word
from kiraathane_client.okey.table import all_discards, draw, okey_of, side_text
from kiraathane_client.okey.telling import last_racks
from kiraathane_client.okey.tiles import spelled, spelled_groups, text_of
from kiraathane_client.okey.vocabulary import ARRANGEMENTS, COMMANDS, PAIRS
from kiraathane_client.okey.words import Unread
from kiraathane_client.terminal import Asked, Drafted, Listed, Look, Puzzled, Reading, Ready, Turn, folded

Read = Reading[pb.OkeyAction]
ANY_TIME = {"arrange", "sheet", "fines", "racks", "discards", "claim", "declare", "suggest"}


class OkeyTurn(Turn[pb.MatchUpdate, pb.OkeyAction]):
    """The decision of the seat that looks, on one version of the match. `stand` is how the rack stands."""

    def __init__(self, update: pb.MatchUpdate, legal: Sequence[pb.OkeyAction], stand: rack.Stand) -> None:
        self._update = update
        self._view = update.view
        self._legal = legal
        self._stand = stand
        self._advice: Advice | None = None

    # -- what is shown ------------------------------------------------------------------------------------------------

    def board(self, look: Look) -> Text:
        lines = None
        if self._advice is not None:
            lines = rack.proposed(self._advice.groups, _own(self._view), okey_of(self._view), look)
        return draw(self._update, look, arrangement=self._stand.arrangement, rack=lines)

    def question(self, look: Look) -> Text:
        view = self._view
        if view.phase == pb.OKEY_PHASE_OVER:
            return Text(look.say("Maç bitti.", "The match is over."), style="dim")
        if not self._legal:
            names = ", ".join(seat_name(self._update.info, seat) for seat in self._update.info.due_seats)
            return Text(look.say(f"{names} düşünüyor…", f"{names} is thinking…"), style="dim")
        if view.phase == pb.OKEY_PHASE_DRAW:
            side = side_text(view, self._update.info.viewer_seat, look)
            if side is None or not any(action.HasField("take_side") for action in self._legal):
                return Text(look.say("Sıra sizde: taş çekin (Enter).", "Your turn: draw (Enter)."), style="bold")
            tr, en = f"Sıra sizde: çekin (Enter) ya da yandan {side} alın.", f"Your turn: draw (Enter), or take {side}."
            return Text(look.say(tr, en), style="bold")
        return Text(self._to_play(look), style="bold")

    def _to_play(self, look: Look) -> str:
        view = self._view
        if view.staged and not any(action.HasField("discard") for action in self._legal):
            tr = "Serdikleriniz daha açılmıyor: taş koyun («koy k8 a») ya da «topla»."
            return look.say(tr, "What you staged does not open yet: place tiles (“place r8 a”), or “collect”.")
        if view.HasField("side") and view.side_owed:
            return self._owed(text_of(view.side, look, okey_of(view)), look)
        if view.HasField("drawn") and view.drawn in view.rack:
            tile = text_of(view.drawn, look, okey_of(view))
            return look.say(f"Çektiğiniz {tile}. Bir taş atın.", f"You drew {tile}. Discard a tile.")
        return look.say("Bir taş atın.", "Discard a tile.")

    def offers(self, look: Look) -> list[Text]:
        if not self._legal:
            return []
        line = meld_table.offered(self._possible(look), look)
        return [line] if self._advice is None else [Text(self._advice.summary(look)), line]

    def guide(self, look: Look) -> Text | None:
        """What may be done now, with examples; None out of turn."""
        return meld_table.guide(self._possible(look), always(look), look) if self._legal else None

    def completions(self, typed: str) -> list[str]:
        return meld_table.completed([*self._possible(Look("tr")), *self._possible(Look("en"))], typed)

    def _possible(self, look: Look) -> list[meld_table.Possible]:
        return possible(self._update, self._legal, look)

    def _owed(self, side: str, look: Look) -> str:
        """What the side tile binds to."""
        back = word("return_side", look)
        if self._view.seats[self._update.info.viewer_seat].opened != pb.OPENED_NONE:
            tr, en = f"Yandan {side} aldınız: bu turda kullanın", f"You took {side}: use it in this turn"
        else:
            tr, en = f"Yandan {side} aldınız: bu turda onunla açın", f"You took {side}: open with it in this turn"
        if self._view.side_returnable:
            tr, en = f"{tr} ya da «{back}»", f"{en}, or “{back}” it"
        return look.say(f"{tr}.", f"{en}.")

    # -- what is meant ------------------------------------------------------------------------------------------------

    def read(self, typed: str, look: Look) -> Read:
        if not typed.strip():
            return self._enter(look)
        name, rest = command(typed, COMMANDS)
        if not self._legal and name not in ANY_TIME and folded(typed) not in ARRANGEMENTS:
            return Puzzled(look.say("Sıra sizde değil; bekliyoruz.", "It is not your turn; please wait."))
        try:
            if name is None:
                return self._bare(typed, look)
            handler: Callable[[str, Look], Read] = getattr(self, f"_{name}")
            return handler(rest, look)
        except Unread as unread:
            return Puzzled(str(unread))

    def refused(self) -> None:
        """Nothing is drafted here: what is staged lies on the house's table."""

    def _enter(self, look: Look) -> Read:
        if self._legal and self._view.phase == pb.OKEY_PHASE_DRAW:
            return self._draw("", look)
        return Puzzled(look.say("? ile ne yapabileceğinizi görün.", "? shows what you may do."))

    def _bare(self, typed: str, look: Look) -> Read:
        """An arrangement by its name, or a tile that is discarded."""
        if folded(typed) in ARRANGEMENTS:
            return self._arrange(typed, look)
        try:
            return self._discard(typed, look)
        except Unread as unread:
            if any(letter.isdecimal() for letter in typed):
                raise
            tr = f"«{typed.strip()}» anlaşılmadı; ? ile ne yapabileceğinizi görün."
            en = f"“{typed.strip()}” is not understood; ? shows what you may do."
            raise Unread(look.say(tr, en)) from unread

    # -- drawing ------------------------------------------------------------------------------------------------------

    def _draw(self, _: str, __: Look) -> Read:
        return Ready(pb.OkeyAction(draw=pb.Draw()))

    def _side(self, _: str, __: Look) -> Read:
        return Ready(pb.OkeyAction(take_side=pb.TakeSide()))

    def _return_side(self, _: str, look: Look) -> Read:
        cost = Acts(self._update, look).fine if self._view.terms.tournament else 0
        question = look.say(f"Geri bırakmak {cost} ceza. Emin misiniz?", f"To give it back costs {cost}. Are you sure?")
        return Ready(pb.OkeyAction(return_side=pb.ReturnSide()), question if cost else "")

    # -- melds --------------------------------------------------------------------------------------------------------

    def _open(self, rest: str, look: Look) -> Read:
        if folded(rest) in PAIRS:
            return self._pairs("", look)
        if rest:
            return Acts(self._update, look).open(rest)
        if self._view.staged:
            return self._commit("", look)
        if any(one.finish for one in self._openings):
            return self._finish("", look)
        return self._listed(pb.AREA_SERIES) or self._ask(lambda advice: Puzzled(advice.closed(look)))

    def _pairs(self, rest: str, look: Look) -> Read:
        if rest:
            return Acts(self._update, look).open(rest, pb.AREA_PAIRS)
        return self._listed(pb.AREA_PAIRS) or self._ask(lambda advice: Puzzled(advice.pairs_closed(look)))

    def _finish(self, rest: str, look: Look) -> Read:
        if rest or len(self._view.rack) == 1:
            return self._discard(rest, look)
        found = next((one for one in self._openings if one.finish), None)
        if found is None:
            return Puzzled(look.say("Bu elle bitilmiyor.", "This rack does not finish."))
        okey = okey_of(self._view)
        groups, tiles = spelled_groups(found.groups, look, okey), spelled(found.finish, look, okey)
        tr, en = f"{groups} açılır, {tiles} ile el biter. Tamam mı?", f"{groups}, then {tiles} finishes. All right?"
        return Ready(pb.OkeyAction(open=found), look.say(tr, en))

    @property
    def _openings(self) -> list[pb.Open]:
        """What the house lists to lay in one act, the best first."""
        return [action.open for action in self._legal if action.HasField("open")]

    def _listed(self, area: pb.Area.ValueType) -> Read | None:
        found = next((one for one in self._openings if one.area == area and not one.finish), None)
        return None if found is None else Ready(pb.OkeyAction(open=found))

    def _stage(self, rest: str, look: Look) -> Read:
        if rest:
            return Acts(self._update, look).stage(rest)
        found = next((action for action in self._legal if action.HasField("auto_place")), None)
        none = look.say("Serilecek okeysiz per yok.", "There is no meld without an okey to stage.")
        return Puzzled(none) if found is None else Ready(found)

    def _place(self, rest: str, look: Look) -> Read:
        return Acts(self._update, look).place(rest)

    def _commit(self, _: str, look: Look) -> Read:
        """In the tournament a failed commit costs something: the house is asked first, and then the player."""
        commit = pb.OkeyAction(commit=pb.Commit())
        cost = 0 if self._view.fined else Acts(self._update, look).fine
        if not (self._view.terms.tournament and self._view.staged and cost):
            return Ready(commit)
        area, groups = Acts(self._update, look).checked("")

        def answered(answer: Any) -> Read:
            verdict = Advice.verdict(answer, look)
            question = look.say(f"{verdict} {cost} ceza yazılır. Emin misiniz?", f"{verdict} It costs {cost}. Sure?")
            return Ready(commit, question if answer.reason else "")

        return Asked("CheckGroups", answered, {"area": area, "groups": groups})

    def _undo(self, _: str, __: Look) -> Read:
        return Ready(pb.OkeyAction(undo=pb.Undo()))

    def _collect(self, _: str, look: Look) -> Read:
        cost = 0 if self._view.fined else Acts(self._update, look).fine
        question = look.say(f"Geri toplamak {cost} ceza. Emin misiniz?", f"To collect costs {cost}. Are you sure?")
        return Ready(pb.OkeyAction(collect=pb.Collect()), question if cost and self._view.staged else "")

    def _check(self, rest: str, look: Look) -> Read:
        area, groups = Acts(self._update, look).checked(rest)
        return Asked(
            "CheckGroups", lambda answer: Puzzled(Advice.verdict(answer, look)), {"area": area, "groups": groups}
        )

    def _suggest(self, rest: str, _: Look) -> Read:
        def take(advice: Advice) -> Read:
            self._advice = advice.of_pairs() if folded(rest) in PAIRS else advice
            return Drafted()

        return self._ask(take)

    def _ask(self, then: Callable[[Advice], Read]) -> Read:
        return Asked("SuggestMelds", lambda answer: then(Advice(self._update, answer)))

    # -- the table and the discard ------------------------------------------------------------------------------------

    def _lay(self, rest: str, look: Look) -> Read:
        if rest:
            return Acts(self._update, look).lay(rest)
        lay = word("lay", look)
        found = [one for one in self._possible(look) if one.typed.startswith(f"{lay} ")]
        ways = [way for one in found for way in (one.typed, *one.more)]
        none = look.say("İşleyecek taşınız yok.", "You have no tile to lay off.")
        return Puzzled(", ".join(ways) or none)

    def _swap(self, rest: str, look: Look) -> Read:
        return Acts(self._update, look).swap(rest)

    def _discard(self, rest: str, look: Look) -> Read:
        reading = Acts(self._update, look).discard(rest)
        if self._view.phase == pb.OKEY_PHASE_DRAW:
            return Puzzled(look.say("Önce taş çekin (Enter).", "Draw first (Enter)."))
        return reading

    def _devam(self, _: str, __: Look) -> Read:
        return Ready(pb.OkeyAction(devam=pb.Devam()))

    def _claim(self, rest: str, look: Look) -> Read:
        return Acts(self._update, look).claim(rest)

    def _declare(self, _: str, __: Look) -> Read:
        return Ready(pb.OkeyAction(self_declare=pb.SelfDeclare()))

    def _sign(self, rest: str, look: Look) -> Read:
        return Acts(self._update, look).sign(rest)

    # -- looking ------------------------------------------------------------------------------------------------------

    def _arrange(self, rest: str, look: Look) -> Read:
        self._advice = None
        if not rest:
            self._stand.turn()
            return Drafted()
        found = ARRANGEMENTS.get(folded(rest))
        if found is None:
            names = ", ".join(rack.name_of(one, look) for one in rack.ARRANGEMENTS)
            raise Unread(look.say(f"Dizilişler: {names}.", f"Arrangements: {names}."))
        self._stand.arrangement = found
        return Drafted()

    def _sheet(self, _: str, look: Look) -> Read:
        return Listed(ledger.sheet(self._update, look))

    def _fines(self, _: str, look: Look) -> Read:
        return Listed(ledger.fines(self._update, look))

    def _racks(self, _: str, look: Look) -> Read:
        return Listed(last_racks(self._update, look))

    def _discards(self, _: str, look: Look) -> Read:
        return Listed(all_discards(self._update, look))


def _own(view: pb.OkeyView) -> list[pb.Tile]:
    """The rack, and what the seat on turn has staged of it."""
    return [*view.rack, *(piece.tile for group in view.staged for piece in group.pieces)]
