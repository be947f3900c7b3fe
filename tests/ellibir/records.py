"""Records of matches that were played by chance, as the platform would write them."""

import hashlib
import random
from itertools import count

from services.ellibir import game
from services.ellibir.state import State
from services.kernel import chance
from services.kernel.game import Chance, Decide, Fate, Over
from services.kernel.record import Commit, Record, RecordSeat, encode_events
from tests.ellibir.tables import Event, config, event

SEATS = (
    RecordSeat(player="players/1", name="Ayşe", bot_level="", nonce="çay"),
    RecordSeat(player="players/2", name="Bora", bot_level="", nonce=""),
    RecordSeat(player="", name="Usta", bot_level="usta", nonce=""),
    RecordSeat(player="players/4", name="Deniz", bot_level="", nonce="simit"),
)
MATCH = "matches/0f3c"


def play_record(seed: int, *, lapses: float = 0.05, **options: object) -> Record:
    """A match by chance and by the bot, its cards drawn from a secret as the house draws them.

    A time runs out as often as `lapses` says.
    """
    rng = random.Random(seed)
    secret = hashlib.sha256(str(seed).encode()).digest()
    table = config(**options)
    seats = SEATS[: game.meta.seats_for(table.options)]
    state = game.setup(table)
    commits: list[Commit] = []
    drawn = count()
    events: list[Event] = []
    while True:
        state, fates = _until_a_seat_is_due(state, secret, drawn, seats)
        events += fates
        commits.append(Commit(version=len(commits) + 1, at_ms=0, events=encode_events(tuple(events))))
        wait = game.pending(state)
        if isinstance(wait, Over):
            break
        assert isinstance(wait, Decide)
        this = event(state, rng, lapses, 0.6)
        state = game.apply(state, this)
        events = [this]
    return Record(
        match=MATCH,
        family="ellibir",
        rules_version=game.meta.rules_version,
        options=dict(table.options),
        seats=seats,
        commitment=chance.commitment(secret),
        secret=secret.hex(),
        commits=tuple(commits),
        score=game.score(state),
        cause=wait.cause,
    )


def _until_a_seat_is_due(
    state: State, secret: bytes, drawn: "count[int]", seats: tuple[RecordSeat, ...]
) -> tuple[State, list[Event]]:
    events: list[Event] = []
    nonces = [seat.nonce for seat in seats]
    while isinstance(wait := game.pending(state), Chance):
        fate = Fate(chance.outcome(secret, MATCH, next(drawn), nonces, wait.request))
        state = game.apply(state, fate)
        events.append(fate)
    return state, events
