"""Records of matches that were played by chance, as the platform would write them."""

import hashlib
import random
from itertools import count

from services.kernel import chance
from services.kernel.game import Act, Chance, Decide, Fate, Lapse, LapseCause, Over
from services.kernel.record import Commit, Record, RecordSeat, encode_events
from services.king import game
from services.king.actions import Action
from services.king.state import State
from tests.king.tables import config

Event = Act[Action] | Fate | Lapse
SEATS = (
    RecordSeat(player="players/1", name="Ayşe", bot_level="", nonce="çay"),
    RecordSeat(player="players/2", name="Bora", bot_level="", nonce=""),
    RecordSeat(player="", name="Usta", bot_level="usta", nonce=""),
    RecordSeat(player="players/4", name="Deniz", bot_level="", nonce="nar"),
)
MATCH = "matches/0f3c"


def play_record(seed: int, **options: object) -> Record:
    """A match by chance, its cards drawn from a secret as the house draws them."""
    rng = random.Random(seed)
    secret = hashlib.sha256(str(seed).encode()).digest()
    table = config(**options)
    state = game.setup(table)
    commits: list[Commit] = []
    drawn = count()
    nonces = [seat.nonce for seat in SEATS]
    events: list[Event] = []
    while not isinstance(wait := game.pending(state), Over):
        if isinstance(wait, Chance):
            event: Event = Fate(chance.outcome(secret, MATCH, next(drawn), nonces, wait.request))
        else:
            _append(commits, events)
            event = _decision(state, wait, rng)
            events = []
        state = game.apply(state, event)
        events.append(event)
    _append(commits, events)
    return Record(
        match=MATCH,
        family="king",
        rules_version=game.meta.rules_version,
        options=dict(table.options),
        seats=SEATS,
        commitment=chance.commitment(secret),
        secret=secret.hex(),
        commits=tuple(commits),
        score=game.score(state),
        cause=wait.cause,
    )


def _decision(state: State, wait: Decide, rng: random.Random) -> Event:
    """By chance; once in a while the time runs out."""
    (seat,) = wait.seats
    if rng.random() < 0.02:
        return Lapse(seat, LapseCause.TIMEOUT)
    return Act[Action](seat, rng.choice(game.legal(state, seat)))


def _append(commits: list[Commit], events: list[Event]) -> None:
    written = encode_events(tuple(events))
    commits.append(Commit(version=len(commits) + 1, at_ms=1_000 * len(commits), events=written))
