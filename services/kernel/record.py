"""The record of a match: everything needed to play it again and to check its chance, in one JSON document."""

from typing import Any

import msgspec

from services.kernel import chance
from services.kernel.codec import Codec
from services.kernel.game import Act, Chance, Config, Fate, Game, Lapse, Over
from services.kernel.refusal import Illegal
from services.kernel.score import Score

FORMAT = 1


class RecordSeat(msgspec.Struct, frozen=True):
    """Who sat where. `bot_level` is empty for people; `nonce` is what the seat added to the chance, "" if nothing."""

    player: str
    name: str
    bot_level: str
    nonce: str


class Commit(msgspec.Struct, frozen=True):
    """One journal row: an act or lapse with all the fates that followed it. `at_ms` is Unix time in milliseconds."""

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
    """What the verifier found. `problems` is empty for a record in which everything fits."""

    outcomes: int
    events: int
    problems: tuple[str, ...]

    @property
    def ok(self) -> bool:
        return not self.problems


def encode_events(codec_events: tuple[Act[Any] | Fate | Lapse, ...]) -> msgspec.Raw:
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
    """Plays the record again: the commitment, every outcome, every act, and the score at the end."""
    problems: list[str] = []
    secret = bytes.fromhex(record.secret)
    if chance.commitment(secret) != record.commitment:
        problems.append("the secret does not have the hash that was published before the match")
    if record.rules_version != game.meta.rules_version:
        problems.append(f"rules version {record.rules_version} is not the {game.meta.rules_version} of this program")
    nonces = [seat.nonce for seat in record.seats]
    decoder = msgspec.json.Decoder(Codec.events_type(game))
    state = game.setup(Config(options=record.options))
    outcomes = count = 0
    for expected, commit in enumerate(record.commits, start=1):
        if commit.version != expected:
            problems.append(f"commit {commit.version} stands where {expected} should")
            break
        try:
            for event in decoder.decode(commit.events):
                count += 1
                if isinstance(event, Fate):
                    wait = game.pending(state)
                    if not isinstance(wait, Chance):
                        raise ValueError("an outcome that nothing asked for")
                    due = chance.outcome(secret, record.match, outcomes, nonces, wait.request)
                    if due != event.outcome:
                        problems.append(f"commit {expected}: outcome {outcomes} is {event.outcome}, the secret gives {due}")
                    outcomes += 1
                state = game.apply(state, event)
        except (Illegal, ValueError) as error:
            problems.append(f"commit {expected}: {error}")
            break
    else:
        end = game.pending(state)
        if not isinstance(end, Over):
            problems.append("the match is not over")
        elif end.cause != record.cause:
            problems.append(f"the match ended by {end.cause}, the record says {record.cause}")
        if game.score(state) != record.score:
            problems.append("the score is not what the acts give")
    return Verdict(outcomes=outcomes, events=count, problems=tuple(problems))
