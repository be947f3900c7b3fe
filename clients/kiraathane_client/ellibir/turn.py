"""A decision of Elli Bir in the making: what is asked, what may be answered, what was meant."""

from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane_client import meld_table
from kiraathane_client.ellibir import hand, ledger
from kiraathane_client.ellibir.acts import Acts, Laid, pairs_question
from kiraathane_client.ellibir.advice import Advice, verdict, wrong_question
from kiraathane_client.ellibir.guides import always
from kiraathane_client.ellibir.pieces import text_of
from kiraathane_client.ellibir.possible import has_pairs, possible, typed_groups, word
from kiraathane_client.ellibir.table import all_discards, discard_of, draw
from kiraathane_client.ellibir.vocabulary import ARRANGEMENTS, COMMANDS, PAIRS
from kiraathane_client.ellibir.words import Unread
from kiraathane_client.names import seat_name
from kiraathane_client.terminal import Asked, Drafted, Listed, Look, Puzzled, Reading, Ready, Turn, folded

Read = Reading[pb.EllibirAction]
ANY_TIME = {"arrange", "sheet", "fines", "hands", "discards", "declare", "suggest"}


class EllibirTurn(Turn[pb.MatchUpdate, pb.EllibirAction]):
    """The decision of the seat that looks, on one version of the match. `held` is how the hand is held."""

    def __init__(self, update: pb.MatchUpdate, legal: Sequence[pb.EllibirAction], held: hand.Held) -> None:
        self._update = update
        self._view = update.view
        self._legal = legal
        self._held = held
        self._advice: Advice | None = None
        self._due = update.info.viewer_seat in update.info.due_seats
        self._opened = update.view.seats[update.info.viewer_seat].opened

    # -- what is shown ------------------------------------------------------------------------------------------------

    def board(self, look: Look) -> Text:
        lines = None if self._advice is None else hand.proposed(self._advice.groups, self._view.hand, look)
        return draw(self._update, look, arrangement=self._held.arrangement, hand=lines)

    def question(self, look: Look) -> Text:
        view = self._view
        if view.phase == pb.ELLIBIR_PHASE_OVER:
            return Text(look.say("Maç bitti.", "The match is over."), style="dim")
        if not (self._due and self._legal):
            names = ", ".join(seat_name(self._update.info, seat) for seat in self._update.info.due_seats)
            return Text(look.say(f"{names} düşünüyor…", f"{names} is thinking…"), style="dim")
        if view.phase == pb.ELLIBIR_PHASE_DRAW:
            card = discard_of(view)
            kinds = {action.WhichOneof("action") for action in self._legal}
            tr, en = "Sıra sizde: kart çekin (Enter).", "Your turn: draw (Enter)."
            goer = view.seats[self._update.info.viewer_seat].goer
            if card is not None and kinds & {"take_and_open", "take_and_lay", *(["take_for_pairs"] if goer else [])}:
                name = text_of(card, look)
                tr, en = f"Sıra sizde: çekin (Enter) ya da {name} alın.", f"Your turn: draw (Enter), or take {name}."
            elif card is not None and "take_for_pairs" in kinds:
                name = text_of(card, look)
                tr = f"Sıra sizde: çekin (Enter); {name} yalnız çifte alınır."
                en = f"Your turn: draw (Enter); {name} can be taken for pairs alone."
            return Text(look.say(tr, en), style="bold")
        if view.HasField("drawn") and view.drawn in view.hand:
            name = text_of(view.drawn, look)
            tr, en = f"Aldığınız {name}. Bir kart atın.", f"You got {name}. Discard a card."
            return Text(look.say(tr, en), style="bold")
        return Text(look.say("Bir kart atın.", "Discard a card."), style="bold")

    def offers(self, look: Look) -> list[Text]:
        if not (self._due and self._legal):
            return [] if self._advice is None else [Text(self._advice.summary(look))]
        line = meld_table.offered(self._possible(look), look)
        return [line] if self._advice is None else [Text(self._advice.summary(look)), line]

    def guide(self, look: Look) -> Text | None:
        """What may be done now, with examples; None out of turn."""
        return meld_table.guide(self._possible(look), always(look), look) if self._due and self._legal else None

    def completions(self, typed: str) -> list[str]:
        return meld_table.completed([*self._possible(Look("tr")), *self._possible(Look("en"))], typed)

    def _possible(self, look: Look) -> list[meld_table.Possible]:
        return possible(self._view, self._legal, look)

    # -- what is meant ------------------------------------------------------------------------------------------------

    def read(self, typed: str, look: Look) -> Read:
        if not typed.strip():
            if self._due and self._view.phase == pb.ELLIBIR_PHASE_DRAW:
                return self._draw("", look)
            return Puzzled(look.say("? ile ne yapabileceğinizi görün.", "? shows what you may do."))
        name, rest = meld_table.command(typed, COMMANDS)
        if not self._due and name not in ANY_TIME and folded(typed) not in ARRANGEMENTS:
            return Puzzled(look.say("Sıra sizde değil; bekliyoruz.", "It is not your turn; please wait."))
        try:
            if name is None:
                return self._bare(typed, look)
            handler: Callable[[str, Look], Read] = getattr(self, f"_{name}")
            return handler(rest, look)
        except Unread as unread:
            return Puzzled(str(unread))

    def refused(self) -> None:
        """Nothing is drafted here: a decision is one line."""

    def _bare(self, typed: str, look: Look) -> Read:
        """An arrangement by its name, or a card that is discarded."""
        if folded(typed) in ARRANGEMENTS:
            return self._arrange(typed, look)
        try:
            return self._discard(typed.strip(), look)
        except Unread as unread:
            if "«" not in str(unread) and "“" not in str(unread):
                raise
            tr = f"«{typed.strip()}» anlaşılmadı; ? ile ne yapabileceğinizi görün."
            en = f"“{typed.strip()}” is not understood; ? shows what you may do."
            raise Unread(look.say(tr, en)) from unread

    # -- drawing and taking -------------------------------------------------------------------------------------------

    def _draw(self, _: str, __: Look) -> Read:
        return Ready(pb.EllibirAction(draw=pb.Draw()))

    def _take(self, rest: str, look: Look) -> Read:
        """With groups: to open or lay with the card. Alone: what the house proposes, else for pairs."""
        if rest:
            laid = Acts(self._update, look).groups(rest, take=True)
            return self._checked(laid, look, take=True)
        kinds = ("take_and_open", "take_and_lay")
        found = [action for action in self._legal if action.WhichOneof("action") in kinds]
        if found:
            return self._with_question(found[0], look)
        if any(action.HasField("take_for_pairs") for action in self._legal):
            return self._take_for_pairs("", look)
        card = discard_of(self._view)
        name = "" if card is None else text_of(card, look)
        none = look.say("Yerde alınacak kart yok.", "There is no discard to take.")
        tr = f"{name} ile açılacak bir şey yok; perleri kendiniz yazabilirsiniz: «al ♥5 ♥6 ♥7, …»."
        en = f"There is nothing to lay with {name}; you can write the melds: “take ♥5 ♥6 ♥7, …”."
        return Puzzled(look.say(tr, en) if name else none)

    def _with_question(self, action: pb.EllibirAction, look: Look) -> Read:
        """What goes out at one stroke is asked first."""
        act = action.open if action.HasField("open") else action.take_and_open
        if not act.HasField("finish"):
            return Ready(action)
        groups, card = typed_groups(act.groups, look), text_of(act.finish, look)
        tr, en = f"{groups} açılır, {card} ile bitersiniz. Tamam mı?", f"{groups}, then {card} goes out. All right?"
        return Ready(action, look.say(tr, en))

    def _take_for_pairs(self, _: str, look: Look) -> Read:
        goer = self._view.seats[self._update.info.viewer_seat].goer
        return Ready(pb.EllibirAction(take_for_pairs=pb.TakeForPairs()), "" if goer else pairs_question(look))

    def _take_bottom(self, _: str, __: Look) -> Read:
        return Ready(pb.EllibirAction(take_bottom=pb.TakeBottom()))

    # -- melds --------------------------------------------------------------------------------------------------------

    def _open(self, rest: str, look: Look) -> Read:
        if folded(rest) in PAIRS:
            return self._pairs("", look)
        if rest:
            return self._checked(Acts(self._update, look).groups(rest), look)
        if self._opened > pb.OPENING_NONE:
            return self._lay_melds("", look)
        found = [action for action in self._openings if action.open.HasField("finish")]
        found += [action for action in self._openings if not has_pairs(action.open.groups)]
        return self._with_question(found[0], look) if found else self._explained(look)

    def _pairs(self, rest: str, look: Look) -> Read:
        if rest:
            return self._open(rest, look)
        if self._opened > pb.OPENING_NONE:
            return self._lay_melds("", look)
        found = [action for action in self._openings if has_pairs(action.open.groups)]
        return self._with_question(found[0], look) if found else self._explained(look, pairs=True)

    def _finish(self, rest: str, look: Look) -> Read:
        if rest or len(self._view.hand) == 1:
            return self._discard(rest, look)
        found = next((action for action in self._openings if action.open.HasField("finish")), None)
        if found is None:
            return Puzzled(look.say("Bu elle bitilmiyor.", "This hand does not go out."))
        return self._with_question(found, look)

    @property
    def _openings(self) -> list[pb.EllibirAction]:
        """What the house lists to open with."""
        return [action for action in self._legal if action.HasField("open")]

    def _lay_melds(self, rest: str, look: Look) -> Read:
        if rest:
            return self._checked(Acts(self._update, look).groups(rest), look)
        found = next((action for action in self._legal if action.HasField("lay")), None)
        return Ready(found) if found is not None else self._explained(look)

    def _checked(self, laid: Laid, look: Look, *, take: bool = False) -> Read:
        """What would be a wrong opening is asked about first: it costs 50 (rules 9.11)."""
        groups, finish = laid
        action = _laying(groups, finish, is_open=self._opened > pb.OPENING_NONE, take=take)

        def answered(answer: Any) -> Read:
            return Ready(action, wrong_question(answer, look) if answer.wrong_opening else "")

        fields: dict[str, object] = {"groups": groups, "finish": finish, "take": take}
        return Asked("CheckGroups", answered, fields)

    def _check(self, rest: str, look: Look) -> Read:
        groups, finish = Acts(self._update, look).groups(rest, take=self._view.phase == pb.ELLIBIR_PHASE_DRAW)
        card = discard_of(self._view)
        take = self._view.phase == pb.ELLIBIR_PHASE_DRAW and any(card in group.cards for group in groups)
        fields: dict[str, object] = {"groups": groups, "finish": finish, "take": take}
        return Asked("CheckGroups", lambda answer: Puzzled(verdict(answer, look)), fields)

    def _suggest(self, rest: str, _: Look) -> Read:
        def take(answer: Any) -> Read:
            self._advice = Advice(self._update, answer, pairs=folded(rest) in PAIRS)
            return Drafted()

        return Asked("SuggestMelds", take)

    def _explained(self, look: Look, *, pairs: bool = False) -> Read:
        return Asked("SuggestMelds", lambda answer: Puzzled(Advice(self._update, answer, pairs=pairs).closed(look)))

    # -- the table and the discard ------------------------------------------------------------------------------------

    def _lay_off(self, rest: str, look: Look) -> Read:
        if rest:
            return Acts(self._update, look).lay_off(rest)
        begun = f"{word('lay_off', look)} "
        ways = [way for one in self._possible(look) for way in (one.typed, *one.more) if way.startswith(begun)]
        return Puzzled(", ".join(ways) or look.say("İşleyecek kartınız yok.", "You have no card to lay off."))

    def _swap(self, rest: str, look: Look) -> Read:
        return Acts(self._update, look).swap(rest)

    def _discard(self, rest: str, look: Look) -> Read:
        reading = Acts(self._update, look).discard(rest)
        if self._view.phase == pb.ELLIBIR_PHASE_DRAW:
            return Puzzled(look.say("Önce kart çekin (Enter).", "Draw first (Enter)."))
        return reading

    def _twins(self, rest: str, look: Look) -> Read:
        return Acts(self._update, look).twins(rest)

    def _declare(self, _: str, look: Look) -> Read:
        return Ready(pb.EllibirAction(declare_pairs=pb.DeclarePairs()), pairs_question(look))

    def _claim(self, _: str, look: Look) -> Read:
        return Acts(self._update, look).claim()

    def _single(self, _: str, __: Look) -> Read:
        return Ready(pb.EllibirAction(announce_single=pb.AnnounceSingle()))

    # -- looking ------------------------------------------------------------------------------------------------------

    def _arrange(self, rest: str, look: Look) -> Read:
        self._advice = None
        if not rest:
            self._held.turn()
            return Drafted()
        found = ARRANGEMENTS.get(folded(rest))
        if found is None:
            names = ", ".join(hand.name_of(one, look) for one in hand.ARRANGEMENTS)
            raise Unread(look.say(f"Dizilişler: {names}.", f"Arrangements: {names}."))
        self._held.arrangement = found
        return Drafted()

    def _sheet(self, _: str, look: Look) -> Read:
        return Listed(ledger.sheet(self._update, look))

    def _fines(self, _: str, look: Look) -> Read:
        return Listed(ledger.fines(self._update, look))

    def _hands(self, _: str, look: Look) -> Read:
        return Listed(ledger.hands(self._update, look))

    def _discards(self, _: str, look: Look) -> Read:
        return Listed(all_discards(self._update, look))


def _laying(groups: Sequence[pb.Group], finish: pb.Piece | None, *, is_open: bool, take: bool) -> pb.EllibirAction:
    if is_open and take:
        return pb.EllibirAction(take_and_lay=pb.TakeAndLay(groups=groups))
    if is_open:
        return pb.EllibirAction(lay=pb.Lay(groups=groups))
    if take:
        return pb.EllibirAction(take_and_open=pb.TakeAndOpen(groups=groups, finish=finish))
    return pb.EllibirAction(open=pb.Open(groups=groups, finish=finish))
