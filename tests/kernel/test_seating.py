"""Who plays a seat: every step, what is refused, and all orders of them against a simple model."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from services.kernel.record import RecordSeat, seated
from services.kernel.refusal import Illegal
from services.kernel.seating import BY_RULES, Kind, Occupy, Past, Presence, Seating

PEOPLE = ("players/a", "players/b", "players/c")
STRANGERS = ("players/x", "players/y", "players/z")


def table() -> Seating:
    """Three people and, on seat 3, a bot."""
    people = [RecordSeat(player=name, name=name[-1].upper(), bot_level="", nonce="") for name in PEOPLE]
    return seated([*people, RecordSeat(player="", name="Usta", bot_level="usta", nonce="")])


def refused(seating: Seating, reason: str, kind: Kind, **fields: Any) -> None:
    with pytest.raises(Illegal) as illegal:
        seating.after(Occupy(kind=kind, **fields), 9)
    assert illegal.value.reason == reason


def test_who_is_away_keeps_his_seat_and_is_back_as_if_nothing_had_been() -> None:
    away = table().after(Occupy(kind=Kind.AWAY, seat=1, stand_in="orta", at_ms=50), 4)
    sitter = away.seats[1]
    assert (sitter.player, sitter.presence, sitter.since_ms, sitter.stand_in) == (PEOPLE[1], Presence.AWAY, 50, "orta")
    assert away.seats[0] == table().seats[0]
    back = away.after(Occupy(kind=Kind.BACK, seat=1, at_ms=70), 5).seats[1]
    assert (back.player, back.presence, back.since_ms, back.stand_in) == (PEOPLE[1], Presence.PRESENT, 70, "")
    refused(away, "NOT_PRESENT", Kind.AWAY, seat=1)
    refused(table(), "NOT_AWAY", Kind.BACK, seat=1)


def test_who_leaves_never_comes_back() -> None:
    left = table().after(Occupy(kind=Kind.LEFT, seat=0, stand_in=BY_RULES), 4)
    assert left.seats[0].presence is Presence.LEFT
    for kind, reason in ((Kind.BACK, "NOT_AWAY"), (Kind.AWAY, "NOT_PRESENT"), (Kind.LEFT, "NOT_PRESENT")):
        refused(left, reason, kind, seat=0)


def test_one_who_is_away_may_leave_too() -> None:
    away = table().after(Occupy(kind=Kind.AWAY, seat=0, stand_in="orta"), 4)
    assert away.after(Occupy(kind=Kind.LEFT, seat=0, stand_in="orta"), 5).seats[0].presence is Presence.LEFT


@pytest.mark.parametrize(("kind", "how"), [(Kind.LEFT, "left"), (Kind.AWAY, "dropped")])
def test_a_substitute_takes_the_seat_over_and_who_had_it_is_remembered(kind: Kind, how: str) -> None:
    """League rules 11.4, 11.7."""
    open_seat = table().after(Occupy(kind=kind, seat=2, stand_in="orta"), 4)
    taken = open_seat.after(Occupy(kind=Kind.SUBSTITUTE, seat=2, player="players/x", name="X", at_ms=8), 5).seats[2]
    assert (taken.player, taken.name, taken.bot_level) == ("players/x", "X", "")
    assert (taken.presence, taken.since_ms, taken.stand_in) == (Presence.PRESENT, 8, "")
    assert taken.past == (Past(player=PEOPLE[2], name="C", how=how, version=5),)


def test_nobody_sits_down_where_somebody_is_nor_twice_at_a_match() -> None:
    """League rules 11.7: a dropped player cannot return to a seat that was taken over."""
    refused(table(), "SEAT_NOT_OPEN", Kind.SUBSTITUTE, seat=0, player="players/x")
    open_seat = table().after(Occupy(kind=Kind.LEFT, seat=0, stand_in="orta"), 4)
    refused(open_seat, "ALREADY_SEATED", Kind.SUBSTITUTE, seat=0, player=PEOPLE[1])
    refused(open_seat, "ALREADY_SEATED", Kind.SUBSTITUTE, seat=0, player=PEOPLE[0])
    taken = open_seat.after(Occupy(kind=Kind.SUBSTITUTE, seat=0, player="players/x"), 5)
    again = taken.after(Occupy(kind=Kind.LEFT, seat=0, stand_in="orta"), 6)
    refused(again, "ALREADY_SEATED", Kind.SUBSTITUTE, seat=0, player=PEOPLE[0])
    refused(again, "ALREADY_SEATED", Kind.SUBSTITUTE, seat=0, player="players/x")


@pytest.mark.parametrize("kind", [Kind.AWAY, Kind.BACK, Kind.LEFT, Kind.SUBSTITUTE])
@pytest.mark.parametrize("seat", [-1, 3, 4])
def test_what_befalls_people_befalls_no_bot_and_no_seat_that_is_not_there(kind: Kind, seat: int) -> None:
    refused(table(), "SEAT_NOT_OPEN", kind, seat=seat, player="players/x")


def test_a_void_match_takes_nothing_more_and_bots_alone_are_never_void() -> None:
    """League rules 11.8."""
    void = table().after(Occupy(kind=Kind.VOID), 4)
    assert void.void
    for kind in Kind:
        refused(void, "MATCH_OVER", kind, seat=0, player="players/x")
    bots = seated([RecordSeat(player="", name="Usta", bot_level="usta", nonce="")] * 2)
    refused(bots, "MATCH_OVER", Kind.VOID)


class Changes(RuleBasedStateMachine):
    """Any steps in any order; the model knows for each seat who has it, whether he is there, and who had it before."""

    def __init__(self) -> None:
        super().__init__()
        self.seating, self.version = table(), 1
        self.owner = dict(enumerate(PEOPLE))
        self.there = dict.fromkeys(self.owner, "present")
        self.past: dict[int, list[tuple[str, str]]] = {seat: [] for seat in self.owner}
        self.void = False

    def known(self, player: str) -> bool:
        return player in self.owner.values() or any(player == name for past in self.past.values() for name, _ in past)

    def step(self, *, allowed: bool, event: Occupy) -> bool:
        self.version += 1
        before = self.seating
        try:
            self.seating = before.after(event, self.version)
        except Illegal:
            assert not allowed
            assert self.seating is before
            return False
        assert allowed
        return True

    @rule(seat=st.integers(0, 3))
    def away(self, seat: int) -> None:
        allowed = not self.void and self.there.get(seat) == "present"
        if self.step(allowed=allowed, event=Occupy(kind=Kind.AWAY, seat=seat, stand_in="orta")):
            self.there[seat] = "away"

    @rule(seat=st.integers(0, 3))
    def back(self, seat: int) -> None:
        allowed = not self.void and self.there.get(seat) == "away"
        if self.step(allowed=allowed, event=Occupy(kind=Kind.BACK, seat=seat)):
            self.there[seat] = "present"

    @rule(seat=st.integers(0, 3))
    def left(self, seat: int) -> None:
        allowed = not self.void and self.there.get(seat) in ("present", "away")
        if self.step(allowed=allowed, event=Occupy(kind=Kind.LEFT, seat=seat, stand_in="orta")):
            self.there[seat] = "left"

    @rule(seat=st.integers(0, 3), player=st.sampled_from(PEOPLE + STRANGERS))
    def substitute(self, seat: int, player: str) -> None:
        allowed = not self.void and self.there.get(seat) in ("away", "left") and not self.known(player)
        if self.step(allowed=allowed, event=Occupy(kind=Kind.SUBSTITUTE, seat=seat, player=player)):
            self.past[seat].append((self.owner[seat], "left" if self.there[seat] == "left" else "dropped"))
            self.owner[seat], self.there[seat] = player, "present"

    @rule(sure=st.integers(0, 30))
    def broken_up(self, sure: int) -> None:
        if sure == 0 and self.step(allowed=not self.void, event=Occupy(kind=Kind.VOID)):
            self.void = True

    @invariant()
    def is_what_the_model_says(self) -> None:
        for seat, owner in self.owner.items():
            sitter = self.seating.seats[seat]
            assert (sitter.player, sitter.presence.value) == (owner, self.there[seat])
            assert [(past.player, past.how) for past in sitter.past] == self.past[seat]
            assert bool(sitter.stand_in) == (self.there[seat] != "present")
        assert self.seating.void == self.void
        assert self.seating.seats[3] == table().seats[3]


TestChanges = Changes.TestCase
TestChanges.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
