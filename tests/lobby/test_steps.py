"""In whatever order people sit down, move, leave, are sent away and start: nobody loses a seat or has two."""

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from services.lobby import sitting, starting
from services.lobby.sitting import Newcomer
from services.lobby.table import Kept, Status, Table
from services.runtime.errors import HouseError

PLAYERS = tuple(f"players/{name}" for name in ("ali", "veli", "ayse", "can", "ece", "naz"))
SEATS = 4
player = st.sampled_from(PLAYERS)
seat = st.integers(0, SEATS)
place = st.none() | seat


def empty(*, reserved: bool, starts_by_itself: bool) -> Table:
    return Table(
        table="tables/t",
        request_id="r",
        family="okey",
        options={},
        seats=(None,) * SEATS,
        creator=PLAYERS[0],
        owner="" if reserved else PLAYERS[0],
        status=Status.OPEN,
        match="matches/m",
        commitment="",
        created_ms=0,
        touched_ms=0,
        reserved=reserved,
        starts_by_itself=starts_by_itself or reserved,
        kept=tuple(Kept(who) for who in PLAYERS[:SEATS]) if reserved else (),
    )


class AtATable(RuleBasedStateMachine):
    """The model is who sits where, as each step should leave it."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1_000
        self.seats: dict[str, int] = {}

    @initialize(reserved=st.booleans(), by_itself=st.booleans())
    def opened(self, reserved: bool, by_itself: bool) -> None:
        self.table = empty(reserved=reserved, starts_by_itself=by_itself)

    def step(self, made: object, *arguments: object, **more: object) -> bool:
        """Takes a step; True if it was allowed. One that is refused changes nothing."""
        before = self.table
        try:
            after = made(*arguments, **more)  # type: ignore[operator]
        except HouseError:
            return False
        assert self.table is before
        self.table = after
        return True

    @rule(who=player, place=place, ready=st.booleans())
    def sit(self, who: str, place: int | None, ready: bool) -> None:
        before = self.seats.get(who)
        taken = set(self.seats.values())
        newcomer = Newcomer(who, who, "n", ready)
        if self.step(sitting.sit, self.table, newcomer, place, self.now):
            now = self.table.seat_of(who)
            assert now is not None
            assert place in (None, now)
            assert now == before or now not in taken
            assert before is None or place is not None or now == before
            self.seats[who] = now

    @rule(who=player, for_ms=st.integers(1, 50))
    def keep(self, who: str, for_ms: int) -> None:
        free = not self.table.full
        if who not in self.seats and self.step(sitting.keep, self.table, who, "request", self.now, self.now + for_ms):
            assert free
            assert self.table.kept_seat(who, self.now) is not None

    @rule(who=player)
    def leave(self, who: str) -> None:
        if self.step(sitting.leave, self.table, who) and self.table.status in (Status.OPEN, Status.CLOSED):
            self.seats.pop(who, None)

    @rule(owner=player, who=player)
    def kick(self, owner: str, who: str) -> None:
        if self.step(sitting.kick, self.table, owner, who):
            assert owner == self.table.owner
            assert owner != who
            self.seats.pop(who, None)

    @rule(owner=player, place=place, level=st.sampled_from(("orta", "usta")), request=st.sampled_from("pqrs"))
    def add_bot(self, owner: str, place: int | None, level: str, request: str) -> None:
        """A request that is heard again adds no bot and changes none."""
        bot = sitting.NewBot(level, place, request)
        if self.step(sitting.add_bot, self.table, owner, bot, ("orta", "usta"), self.now):
            again = sitting.NewBot(level, None, request)
            assert sitting.add_bot(self.table, owner, again, ("orta", "usta"), self.now).seats == self.table.seats

    @rule(owner=player, place=seat)
    def remove_bot(self, owner: str, place: int) -> None:
        self.step(sitting.remove_bot, self.table, owner, place)

    @rule(who=player, ready=st.booleans())
    def set_ready(self, who: str, ready: bool) -> None:
        if self.step(sitting.set_ready, self.table, who, ready=ready):
            assert who in self.seats

    @rule(owner=player)
    def start(self, owner: str) -> None:
        if self.step(starting.fix, self.table, owner):
            assert self.table.full

    @precondition(lambda self: self.table.status is Status.STARTING)
    @rule(well=st.booleans())
    def begin(self, well: bool) -> None:
        self.step(starting.started if well else starting.reopened, self.table)

    @rule(ms=st.integers(1, 60))
    def time_passes(self, ms: int) -> None:
        self.now += ms

    @invariant()
    def everybody_has_the_seat_he_took(self) -> None:
        if not hasattr(self, "table"):
            return
        table = self.table
        assert len(table.seats) == SEATS
        people = [sitter.player for sitter in table.people]
        assert len(set(people)) == len(people)
        assert {who: table.seat_of(who) for who in people} == self.seats
        assert not set(table.kicked) & set(people)

    @invariant()
    def people_have_an_owner(self) -> None:
        if not hasattr(self, "table") or self.table.reserved:
            return
        if self.seats:
            assert self.table.owner in self.seats
            assert self.table.status is not Status.CLOSED

    @invariant()
    def what_is_stored_is_what_was_meant(self) -> None:
        if hasattr(self, "table"):
            assert msgspec.json.decode(msgspec.json.encode(self.table), type=Table) == self.table

    @invariant()
    def a_match_begins_with_all_seats_taken_and_everybody_ready(self) -> None:
        if hasattr(self, "table") and self.table.status in (Status.STARTING, Status.STARTED):
            assert self.table.full
            assert all(s.ready or s.player == self.table.owner for s in self.table.seats if s)


TestAtATable = AtATable.TestCase
TestAtATable.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
