"""Records of matches that were played by chance, as the platform would write them."""

import hashlib
import random
from itertools import count

from services.batak import game
from services.batak.actions import Action
from services.batak.state import State
from services.kernel import chance
from services.kernel.game import Act, Chance, Decide, Fate, Lapse, LapseCause, Over, Seat
from services.kernel.record import Commit, Record, RecordSeat, encode_events
from tests.batak.tables import config

Event = Act[Action] | Fate | Lapse
SEATS = (
    RecordSeat(player="players/1", name="Ayşe", bot_level="", nonce="çay"),
    RecordSeat(player="players/2", name="Bora", bot_level="", nonce=""),
    RecordSeat(player="", name="Usta", bot_level="usta", nonce=""),
    RecordSeat(player="players/4", name="Deniz", bot_level="", nonce="simit"),
)
MATCH = "matches/0f3c"


def play_record(seed: int, **options: object) -> Record:
    """A match of players by chance, its cards drawn from a secret as the house draws them.

    Now and then a time runs out.
    """
    rng = random.Random(seed)
    secret = hashlib.sha256(str(seed).encode()).digest()
    table = config(**options)
    state = game.setup(table)
    commits: list[Commit] = []
    drawn = count()
    events: list[Event] = []
    while True:
        state, fates = _until_a_seat_is_due(state, secret, drawn)
        events += fates
        commits.append(Commit(version=len(commits) + 1, at_ms=0, events=encode_events(tuple(events))))
        wait = game.pending(state)
        if isinstance(wait, Over):
            break
        assert isinstance(wait, Decide)
        (seat,) = wait.seats
        event = _decision(state, seat, rng)
        state = game.apply(state, event)
        events = [event]
    return Record(
        match=MATCH,
        family="batak",
        rules_version=game.meta.rules_version,
        options=dict(table.options),
        seats=SEATS,
        commitment=chance.commitment(secret),
        secret=secret.hex(),
        commits=tuple(commits),
        score=game.score(state),
        cause=wait.cause,
    )


def _decision(state: State, seat: Seat, rng: random.Random) -> Event:
    if rng.random() < 0.05:
        return Lapse(seat, LapseCause.TIMEOUT)
    return Act[Action](seat, rng.choice(game.legal(state, seat)))


def _until_a_seat_is_due(state: State, secret: bytes, drawn: "count[int]") -> tuple[State, list[Event]]:
    events: list[Event] = []
    nonces = [seat.nonce for seat in SEATS]
    while isinstance(wait := game.pending(state), Chance):
        fate = Fate(chance.outcome(secret, MATCH, next(drawn), nonces, wait.request))
        state = game.apply(state, fate)
        events.append(fate)
    return state, events
