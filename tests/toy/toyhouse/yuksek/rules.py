"""Yüksek. Each hand: a die says what a trick is worth, three cards each, three sealed tricks, the higher card wins."""

import msgspec
from toyhouse.yuksek import score, view
from toyhouse.yuksek.meta import META
from toyhouse.yuksek.notation import YuksekNotation
from toyhouse.yuksek.state import CARDS, HAND, Dealt, Happening, Laid, Lay, State, Turned

from services.kernel.game import (
    Act,
    Chance,
    Config,
    Decide,
    Fate,
    Game,
    Lapse,
    LapseCause,
    Over,
    Pending,
    Rng,
    Roll,
    Seat,
    Shuffle,
    Viewer,
)
from services.kernel.refusal import Illegal
from services.kernel.score import LedgerLine, Score


class Yuksek(Game[State, Lay, view.View, Happening]):
    meta = META
    state_type = State
    action_type = Lay
    notation = YuksekNotation()

    def setup(self, config: Config) -> State:
        turn = config.options["turnSeconds"]
        return State(hands_left=int(config.options["hands"]), turn_ms=None if turn == "none" else int(turn) * 1000)

    def pending(self, state: State) -> Pending:
        if state.left >= 0:
            return Over(cause="LEFT")
        due = frozenset(Seat(s) for s in (0, 1) if state.hands[s] and state.sealed[s] < 0)
        if due:
            return Decide(seats=due, question=len(state.ledger))
        if not state.hands_left:
            return Over(cause="PLAYED_OUT")
        return Chance(request=Shuffle(size=CARDS) if state.worth else Roll(count=1, sides=6))

    def legal(self, state: State, seat: Seat) -> tuple[Lay, ...]:
        due = self.pending(state)
        if not isinstance(due, Decide) or seat not in due.seats:
            return ()
        return tuple(Lay(card=card) for card in state.hands[seat])

    def apply(self, state: State, event: Act[Lay] | Fate | Lapse) -> State:
        match event:
            case Fate():
                return self._fate(state, event)
            case Lapse(cause=LapseCause.LEFT):
                return msgspec.structs.replace(state, left=int(event.seat), just=())
            case Lapse():
                return self._lay(state, event.seat, min(state.hands[event.seat], default=-1))
            case Act():
                return self._lay(state, event.seat, event.action.card)

    def _fate(self, state: State, fate: Fate) -> State:
        if not state.worth:
            return msgspec.structs.replace(state, worth=fate.outcome[0], just=(Dealt(worth=fate.outcome[0]),))
        cards = fate.outcome
        hands = (tuple(sorted(cards[:HAND])), tuple(sorted(cards[HAND : 2 * HAND])))
        return msgspec.structs.replace(state, hands=hands, stock=cards[2 * HAND :], just=())

    def _lay(self, state: State, seat: Seat, card: int) -> State:
        due = self.pending(state)
        if not isinstance(due, Decide):
            raise Illegal("MATCH_OVER")
        if seat not in due.seats:
            raise Illegal("NOT_YOUR_TURN")
        if card not in state.hands[seat]:
            raise Illegal("NO_SUCH_CARD", card=card)
        left = tuple(c for c in state.hands[seat] if c != card)
        after = msgspec.structs.replace(
            state,
            hands=(left, state.hands[1]) if seat == 0 else (state.hands[0], left),
            sealed=(card, state.sealed[1]) if seat == 0 else (state.sealed[0], card),
            just=(Laid(seat=int(seat)),),
        )
        return after if min(after.sealed) < 0 else self._turn(after)

    def _turn(self, state: State) -> State:
        winner = 0 if state.sealed[0] > state.sealed[1] else 1
        over = not state.hands[0]
        return msgspec.structs.replace(
            state,
            sealed=(-1, -1),
            ledger=(*state.ledger, LedgerLine(seat=winner, points=state.worth, reason="TRICK", clause="3")),
            hands_left=state.hands_left - over,
            worth=0 if over else state.worth,
            stock=() if over else state.stock,
            just=(*state.just, Turned(cards=state.sealed, winner=winner)),
        )

    def view(self, state: State, viewer: Viewer) -> view.View:
        return view.build(state, viewer)

    def happenings(self, state: State, viewer: Viewer) -> tuple[Happening, ...]:
        return state.just

    def score(self, state: State) -> Score:
        return score.of(state, over=isinstance(self.pending(state), Over))

    def allowance(self, state: State) -> int | None:
        return state.turn_ms

    def resample(self, state: State, seat: Seat, rng: Rng) -> State:
        """The other seat's cards, its sealed card and the stock are shuffled among themselves."""
        other = 1 - seat
        pool = [*state.hands[other], *state.stock, *(c for c in (state.sealed[other],) if c >= 0)]
        rng.shuffle(pool)
        size = len(state.hands[other])
        hand, rest = tuple(sorted(pool[:size])), pool[size:]
        sealed = rest.pop() if state.sealed[other] >= 0 else -1
        mine, own = state.hands[seat], state.sealed[seat]
        return msgspec.structs.replace(
            state,
            hands=(mine, hand) if seat == 0 else (hand, mine),
            sealed=(own, sealed) if seat == 0 else (sealed, own),
            stock=tuple(rest),
        )
