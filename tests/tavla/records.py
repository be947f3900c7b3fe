"""Records of matches that were played by chance, as the platform would write them."""

import hashlib
import random
from itertools import count

from services.kernel import chance
from services.kernel.game import Act, Chance, Decide, Fate, Lapse, LapseCause, Over, Seat
from services.kernel.record import Commit, Record, RecordSeat, encode_events
from services.tavla import game
from services.tavla.actions import Action, OfferMisli, ResignGame
from services.tavla.state import State
from tests.tavla.tables import config

Event = Act[Action] | Fate | Lapse
SEATS = (
    RecordSeat(player="players/1", name="Ayşe", bot_level="", nonce="çay"),
    RecordSeat(player="", name="Usta", bot_level="usta", nonce=""),
)
MATCH = "matches/0f3c"


def play_record(seed: int, *, resignations: float = 0.0, offers: float = 0.1, **options: object) -> Record:
    """A match between two players by chance, its dice drawn from a secret as the house draws them."""
    rng = random.Random(seed)
    secret = hashlib.sha256(str(seed).encode()).digest()
    table = config(**options)
    state = game.setup(table)
    commits: list[Commit] = []
    drawn = count()
    while True:
        state, events = _until_a_seat_is_due(state, secret, drawn)
        if commits or events:
            _append(commits, events)
        wait = game.pending(state)
        if isinstance(wait, Over):
            break
        assert isinstance(wait, Decide)
        (seat,) = wait.seats
        event = decide(state, seat, rng, resignations, offers)
        state = game.apply(state, event)
        _append(commits, [event])
    return Record(
        match=MATCH,
        family="tavla",
        rules_version=game.meta.rules_version,
        options=dict(table.options),
        seats=SEATS,
        commitment=chance.commitment(secret),
        secret=secret.hex(),
        commits=tuple(commits),
        score=game.score(state),
        cause=wait.cause,
    )


def decide(state: State, seat: Seat, rng: random.Random, resignations: float, offers: float) -> Event:
    """A decision by chance; once in a while the time runs out or the game is given up."""
    options = game.legal(state, seat)
    if rng.random() < resignations:
        return Act[Action](seat, ResignGame())
    if rng.random() < 0.02:
        return Lapse(seat, LapseCause.TIMEOUT)
    if OfferMisli() in options:
        return Act[Action](seat, options[int(rng.random() < offers)])
    return Act[Action](seat, options[rng.randrange(options.decisions)])


def _until_a_seat_is_due(state: State, secret: bytes, drawn: "count[int]") -> tuple[State, list[Event]]:
    events: list[Event] = []
    nonces = [seat.nonce for seat in SEATS]
    while isinstance(wait := game.pending(state), Chance):
        fate = Fate(chance.outcome(secret, MATCH, next(drawn), nonces, wait.request))
        state = game.apply(state, fate)
        events.append(fate)
    return state, events


def _append(commits: list[Commit], events: list[Event]) -> None:
    if events:
        written = encode_events(tuple(events))
        commits.append(Commit(version=len(commits) + 1, at_ms=1_000 * len(commits), events=written))
