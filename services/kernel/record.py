"""The record of a match: everything needed to play it again and to check its chance, in one JSON document."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from services.kernel import chance
from services.kernel.codec import Codec
from services.kernel.game import Act, Chance, Config, Fate, Game, Lapse, Over
from services.kernel.meta import ENDED, Meta
from services.kernel.orders import Order, OrderKind
from services.kernel.refusal import Illegal
from services.kernel.score import Score, standing, voided
from services.kernel.seating import Occupy, Seating, Sitter

FORMAT = 1


class RecordSeat(msgspec.Struct, frozen=True):
    """Who sat where at the start. `bot_level` is empty for people; `nonce` is what the seat added to the chance."""

    player: str
    name: str
    bot_level: str
    nonce: str


class Commit(msgspec.Struct, frozen=True):
    """One journal row: an act or lapse with all the fates that followed it, a change of who plays a seat, or what a
    moderator ordered.

    `at_ms` is Unix time in milliseconds.
    """

    version: int
    at_ms: int
    events: msgspec.Raw


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match. `secret` is hex; `commits` start with version 1 and have no gap."""

    format: int = FORMAT
    match: str
    family: str
    rules_version: int
    options: dict[str, str]
    seats: tuple[RecordSeat, ...]
    commitment: str
    secret: str
    commits: tuple[Commit, ...]
    score: Score
    cause: str


class Verdict(msgspec.Struct, frozen=True):
    """What the verifier found. `problems` is empty for a record in which everything fits. `orders` are the moderators',
    each with the version that it made."""

    outcomes: int
    events: int
    problems: tuple[str, ...]
    orders: tuple[tuple[int, Order], ...] = ()

    @property
    def ok(self) -> bool:
        return not self.problems


class Format(msgspec.Struct, frozen=True):
    """A document that a family can make of a record: `write` gives its content."""

    media_type: str
    suffix: str
    write: Callable[[Record], bytes]


def seated(seats: Sequence[RecordSeat]) -> Seating:
    """The seating that a match begins with."""
    return Seating(seats=tuple(Sitter(player=s.player, name=s.name, bot_level=s.bot_level) for s in seats))


AnyEvent = Act[Any] | Fate | Lapse | Occupy | Order


def played(record: Record, decoder: msgspec.json.Decoder[Any]) -> Iterator[Act[Any] | Fate | Lapse]:
    """What the rules are told from the beginning to the end, without what rewinds took back.

    `decoder` reads the family's events (`Codec.events_type`). Raises `ValueError` for a rewind to nowhere.
    """
    line: list[tuple[AnyEvent, ...]] = []
    version = len(record.commits)
    while version > 0:
        events: tuple[AnyEvent, ...] = decoder.decode(record.commits[version - 1].events)
        line.append(events)
        back_to = rewound_to(events)
        version = version - 1 if back_to is None else earlier(back_to, version)
    for events in reversed(line):
        yield from (event for event in events if not isinstance(event, Occupy | Order))


def replayed(record: Record, game: Game[Any, Any, Any, Any]) -> Iterator[tuple[Any, Act[Any] | Fate | Lapse]]:
    """Everything that the rules were ever told, each with the state before it: also what a rewind took back later.

    Raises `ValueError` or `Illegal` for a record that these rules cannot play.
    """
    decoder = msgspec.json.Decoder(Codec.events_type(game))
    states = [game.setup(Config(options=game.meta.resolve(record.options)))]
    for version, commit in enumerate(record.commits, start=1):
        events: tuple[AnyEvent, ...] = decoder.decode(commit.events)
        back_to = rewound_to(events)
        state = states[-1 if back_to is None else earlier(back_to, version)]
        for event in events:
            if not isinstance(event, Occupy | Order):
                yield state, event
                state = game.apply(state, event)
        states.append(state)


def rewound_to(events: Sequence[AnyEvent]) -> int | None:
    """The version whose state a commit goes back to before anything else; None for one that goes on."""
    first = events[0] if events else None
    return first.back_to if isinstance(first, Order) and first.kind is OrderKind.REWIND else None


def earlier(back_to: int, version: int) -> int:
    """`back_to`, which must be a version before `version`; raises `ValueError` otherwise."""
    if not 0 <= back_to < version:
        raise ValueError(f"commit {version} goes back to {back_to}")
    return back_to


def house_score(cause: str, score: Score, meta: Meta, options: Mapping[str, str]) -> Score:
    """The final score of a match that the house ended by `cause` when it stood at `score`."""
    if cause == ENDED:
        return standing(score, meta.teams_for(options), fewest_win=meta.fewest_win)
    return voided(score)


def ranked(score: Score) -> list[tuple[str, int]]:
    """The seats of a score that is final, best first, each after its place; a void match has no places ("-")."""
    places = score.places
    by_place = sorted(range(len(score.points)), key=lambda seat: places[seat] if places else 0)
    return [(str(places[seat]) if places else "-", seat) for seat in by_place]


def encode_events(codec_events: tuple[AnyEvent, ...]) -> msgspec.Raw:
    """Events as the JSON that stands in a record."""
    return msgspec.Raw(msgspec.json.encode(codec_events, order="deterministic"))


def write(record: Record) -> bytes:
    """The record as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(record, order="deterministic"), indent=1) + b"\n"


def read(data: bytes) -> Record:
    """Reads a record; raises `ValueError` for what is not one."""
    record = msgspec.json.decode(data, type=Record)  # msgspec.ValidationError is a ValueError
    if record.format != FORMAT:
        raise ValueError(f"record format {record.format} is not known; this program reads format {FORMAT}")
    return record


def verify(record: Record, game: Game[Any, Any, Any, Any]) -> Verdict:
    """Plays the record again: the commitment, every outcome, every act, and the score at the end.

    Never raises for what a record may hold; whatever does not fit is a problem in the verdict.
    """
    return _Replay(record, game).verdict()


class _Misfit(Exception):  # noqa: N818
    """The record cannot be played on from here."""


class _Replay:
    """One record played again from the start."""

    def __init__(self, record: Record, game: Game[Any, Any, Any, Any]) -> None:
        self.record = record
        self.game = game
        self.nonces = [seat.nonce for seat in record.seats]
        self.decoder = msgspec.json.Decoder(Codec.events_type(game))
        self.problems: list[str] = []
        self.outcomes = self.events = 0
        self.orders: list[tuple[int, Order]] = []
        self.seating = seated(record.seats)

    def verdict(self) -> Verdict:
        try:
            self._play(self._secret())
        except (_Misfit, Illegal, ValueError) as problem:
            self.problems.append(str(problem))
        found = tuple(self.problems)
        return Verdict(outcomes=self.outcomes, events=self.events, problems=found, orders=tuple(self.orders))

    def _secret(self) -> bytes:
        secret = bytes.fromhex(self.record.secret)
        if chance.commitment(secret) != self.record.commitment:
            self.problems.append("the secret does not have the hash that was published before the match")
        known = self.game.meta.rules_version
        if self.record.rules_version != known:
            self.problems.append(f"it was played by rules version {self.record.rules_version}; these are {known}")
        return secret

    def _play(self, secret: bytes) -> None:
        states = [self.game.setup(Config(options=self.game.meta.resolve(self.record.options)))]
        for expected, commit in enumerate(self.record.commits, start=1):
            if commit.version != expected:
                raise _Misfit(f"commit {commit.version} stands where {expected} should")
            try:
                states.append(self._committed(secret, states, self.decoder.decode(commit.events)))
            except (Illegal, ValueError) as problem:
                raise _Misfit(f"commit {expected}: {problem}") from problem
        self._check_end(states[-1])

    def _committed(self, secret: bytes, states: Sequence[Any], events: Sequence[AnyEvent]) -> Any:
        """The state after a commit; `states` are those after each before it."""
        version = len(states)
        back_to = rewound_to(events)
        state = states[-1 if back_to is None else earlier(back_to, version)]
        for event in events:
            self.events += 1
            if isinstance(event, Order):
                self.seating = self.seating.ordered(event, version)
                self.orders.append((version, event))
                continue
            if self.seating.orders.held and back_to is None:
                raise _Misfit(f"commit {version}: the match had been frozen before")
            if isinstance(event, Occupy):
                self.seating = self.seating.after(event, version)
                continue
            if self.seating.end:
                raise _Misfit(f"commit {version}: the match had been broken up before")
            if isinstance(event, Fate):
                self._check_chance(secret, state, event, version)
            state = self.game.apply(state, event)
        return state

    def _check_chance(self, secret: bytes, state: Any, fate: Fate, version: int) -> None:
        wait = self.game.pending(state)
        if not isinstance(wait, Chance):
            raise _Misfit(f"commit {version}: an outcome that nothing asked for")
        due = chance.outcome(secret, self.record.match, self.outcomes, self.nonces, wait.request)
        if due != fate.outcome:
            self.problems.append(f"commit {version}: outcome {self.outcomes} is {fate.outcome}, the secret gives {due}")
        self.outcomes += 1

    def _check_end(self, state: Any) -> None:
        end, score = self.game.pending(state), self.game.score(state)
        cause = end.cause if isinstance(end, Over) else ""
        if self.seating.end:
            cause = self.seating.end
            score = house_score(cause, score, self.game.meta, self.game.meta.resolve(self.record.options))
        if not cause:
            self.problems.append("the match is not over")
        elif cause != self.record.cause:
            self.problems.append(f"the match ended by {cause}, the record says {self.record.cause}")
        if score != self.record.score:
            self.problems.append("the score is not what the acts give")
