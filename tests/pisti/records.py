"""Records of matches that were played by chance, as the platform would write them."""

import hashlib
import random
from itertools import count

from services.kernel import chance
from services.kernel.game import Chance, Decide, Fate, Over
from services.kernel.record import Commit, Record, RecordSeat, encode_events
from services.pisti import game
from services.pisti.state import State
from tests.pisti.tables import Event, config, decided

SEATS = (
    RecordSeat(player="players/1", name="Ayşe", bot_level="", nonce="çay"),
    RecordSeat(player="", name="Usta", bot_level="usta", nonce=""),
)
MATCH = "matches/0f3c"


def play_record(seed: int, *, last: Event | None = None, **options: object) -> Record:
    """A match between two players by chance, its cards drawn from a secret as the house draws them.

    With `last` the match ends by that event at the tenth decision.
    """
    rng = random.Random(seed)
    secret = hashlib.sha256(str(seed).encode()).digest()
    table = config(**options)
    commits: list[Commit] = []
    drawn = count()
    state, events = _fates(game.setup(table), secret, drawn)
    while isinstance(wait := game.pending(state), Decide):
        commits.append(Commit(version=len(commits) + 1, at_ms=1_000, events=encode_events(tuple(events))))
        (seat,) = wait.seats
        event = decided(state, seat, rng, lapses=0.03, bluffs=0.7)
        if last is not None and len(commits) == 10:
            event = last
        state, fates = _fates(game.apply(state, event), secret, drawn)
        events = [event, *fates]
    commits.append(Commit(version=len(commits) + 1, at_ms=1_000, events=encode_events(tuple(events))))
    assert isinstance(wait, Over)
    return Record(
        match=MATCH,
        family="pisti",
        rules_version=game.meta.rules_version,
        options=dict(table.options),
        seats=SEATS,
        commitment=chance.commitment(secret),
        secret=secret.hex(),
        commits=tuple(commits),
        score=game.score(state),
        cause=wait.cause,
    )


def _fates(state: State, secret: bytes, drawn: "count[int]") -> tuple[State, list[Event]]:
    events: list[Event] = []
    nonces = [seat.nonce for seat in SEATS]
    while isinstance(wait := game.pending(state), Chance):
        fate = Fate(chance.outcome(secret, MATCH, next(drawn), nonces, wait.request))
        state = game.apply(state, fate)
        events.append(fate)
    return state, events
