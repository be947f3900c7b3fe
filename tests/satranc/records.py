"""Records of matches, as the platform would write them."""

import hashlib
import random
from collections.abc import Sequence

from services.kernel import chance
from services.kernel.game import Act, Chance, Decide, Fate, Lapse, Over
from services.kernel.record import Commit, Record, RecordSeat, encode_events
from services.satranc import game
from services.satranc.actions import Action, PlayMove
from tests.satranc.tables import config

Event = Act[Action] | Fate | Lapse
SEATS = (
    RecordSeat(player="players/1", name='Ayşe "Hanım"', bot_level="", nonce="çay"),
    RecordSeat(player="", name="Usta", bot_level="usta", nonce=""),
)
MATCH = "matches/0f3c"
SECRET = hashlib.sha256(b"satranc").digest()


def record_of(events: Sequence[Event], **options: str) -> Record:
    """The record of a match with these acts and lapses; the lot is answered as the house answers it."""
    table = config(**options)
    state = game.setup(table)
    commits: list[Commit] = []
    fates: list[Event] = []
    if isinstance(wait := game.pending(state), Chance):
        nonces = [seat.nonce for seat in SEATS]
        fates = [Fate(chance.outcome(SECRET, MATCH, 0, nonces, wait.request))]
        state = game.apply(state, fates[0])
    for number, batch in enumerate([fates, *([event] for event in events)], start=1):
        for event in batch if number > 1 else ():
            state = game.apply(state, event)
        commits.append(Commit(version=number, at_ms=1_000 * number, events=encode_events(tuple(batch))))
    end = game.pending(state)
    assert isinstance(end, Over)
    return Record(
        match=MATCH,
        family="satranc",
        rules_version=game.meta.rules_version,
        options=dict(table.options),
        seats=SEATS,
        commitment=chance.commitment(SECRET),
        secret=SECRET.hex(),
        commits=tuple(commits),
        score=game.score(state),
        cause=end.cause,
    )


def random_events(seed: int, **options: str) -> list[Event]:
    """A match by chance from its start to its end, without the lot; every act takes a second."""
    rng = random.Random(seed)
    state = game.setup(config(**options))
    if isinstance(game.pending(state), Chance):
        nonces = [seat.nonce for seat in SEATS]
        wait = game.pending(state)
        assert isinstance(wait, Chance)
        state = game.apply(state, Fate(chance.outcome(SECRET, MATCH, 0, nonces, wait.request)))
    events: list[Event] = []
    while isinstance(wait := game.pending(state), Decide):
        (seat,) = wait.seats
        options_now = list(game.legal(state, seat))
        moves = [action for action in options_now if isinstance(action, PlayMove)]
        action = rng.choice(moves if rng.random() < 0.97 else options_now)
        event = Act[Action](seat, action, 1_000 * (len(events) + 1))
        state = game.apply(state, event)
        events.append(event)
    return events
