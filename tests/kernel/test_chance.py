"""Chance is fair, fixed by the secret, and checked by the record."""

import hashlib
import hmac
from collections import Counter

import msgspec
import pytest

from services.kernel import chance, record
from services.kernel.game import Act, Chance, Config, Decide, Fate, Over, Roll, Seat, Shuffle
from services.kernel.record import Commit, Record, RecordSeat
from tests.conftest import every_family

SECRET = bytes(range(32))
GAME = every_family()["yuksek"].game


def test_an_outcome_is_what_the_published_method_says() -> None:
    """The method of the module's docstring, written out once more for two dice."""
    digests = ",".join(hashlib.sha256(nonce.encode()).hexdigest() for nonce in ("a", ""))
    stream = hmac.new(SECRET, f"m|4|{digests}|0".encode(), hashlib.sha256).digest()
    numbers = [a << 8 | b for a, b in zip(stream[::2], stream[1::2], strict=True)]
    dice = [1 + number % 6 for number in numbers if number < 65_532]
    assert chance.outcome(SECRET, "m", 4, ("a", ""), Roll(count=2, sides=6)) == tuple(dice[:2])


def test_every_argument_matters() -> None:
    def rolled(secret: bytes = SECRET, match: str = "m", k: int = 0, nonces: tuple[str, ...] = ("a", "b")) -> object:
        return chance.outcome(secret, match, k, nonces, Roll(count=20, sides=6))

    others = [rolled(secret=b"x" * 32), rolled(match="n"), rolled(k=1), rolled(nonces=("b", "a"))]
    others += [rolled(nonces=("a,b", "")), rolled(nonces=("", "a,b"))]
    assert len({rolled(), *others}) == 1 + len(others)


def test_dice_and_shuffles_are_even() -> None:
    """Chi-square of 60 000 dice (5 degrees of freedom) and of where each of 8 cards goes (7 each): p > 0.0001."""
    dice = Counter(d for k in range(600) for d in chance.outcome(SECRET, "m", k, (), Roll(count=100, sides=6)))
    assert sum((count - 10_000) ** 2 / 10_000 for count in dice.values()) < 25.7
    places = Counter(
        (place, card) for k in range(8_000) for place, card in enumerate(chance.outcome(SECRET, "m", k, (), Shuffle(8)))
    )
    assert len(places) == 64
    for place in range(8):
        assert sum((places[place, card] - 1_000) ** 2 / 1_000 for card in range(8)) < 29.9


def test_a_shuffle_is_a_permutation() -> None:
    for size in (1, 2, 52, 106):
        assert sorted(chance.outcome(SECRET, "m", 0, (), Shuffle(size))) == list(range(size))


def a_record() -> Record:
    """A finished match of the toy with its chance drawn from the secret, as the house does it."""
    options = GAME.meta.resolve({"hands": "1"})
    state, commits, k = GAME.setup(Config(options=options)), [], 0
    while not isinstance(GAME.pending(state), Over):
        events: list[Act[object] | Fate] = []
        wait = GAME.pending(state)
        if isinstance(wait, Decide):
            seat = min(wait.seats)
            events.append(Act(seat=seat, action=next(iter(GAME.legal(state, Seat(seat))))))
            state = GAME.apply(state, events[-1])
        while isinstance(wait := GAME.pending(state), Chance):
            events.append(Fate(outcome=chance.outcome(SECRET, "m", k, ("one", ""), wait.request)))
            state, k = GAME.apply(state, events[-1]), k + 1
        commits.append(Commit(version=len(commits) + 1, at_ms=0, events=record.encode_events(tuple(events))))
    end = GAME.pending(state)
    assert isinstance(end, Over)
    return Record(
        match="m",
        family="yuksek",
        rules_version=1,
        options=options,
        seats=(RecordSeat("players/a", "A", "", "one"), RecordSeat("", "B", "usta", "")),
        commitment=chance.commitment(SECRET),
        secret=SECRET.hex(),
        commits=tuple(commits),
        score=GAME.score(state),
        cause=end.cause,
    )


def test_an_honest_record_is_found_to_be_one() -> None:
    written = record.read(record.write(a_record()))
    verdict = record.verify(written, GAME)
    assert verdict.ok, verdict.problems
    assert verdict.outcomes == 2
    assert verdict.events == 8


def forged_event(honest: Record, version: int, old: bytes, new: bytes) -> Record:
    commits = list(honest.commits)
    events = bytes(commits[version - 1].events)
    assert old in events
    commits[version - 1] = msgspec.structs.replace(
        commits[version - 1], events=msgspec.Raw(events.replace(old, new, 1))
    )
    return msgspec.structs.replace(honest, commits=tuple(commits))


def test_every_kind_of_forgery_is_found() -> None:
    honest = a_record()
    change = msgspec.structs.replace
    worth = b"[" + str(chance.outcome(SECRET, "m", 0, ("one", ""), Roll(1, 6))[0]).encode() + b"]"
    forged = {
        "does not have the hash": change(honest, commitment="00" * 32),
        "the secret gives": change(honest, secret="11" * 32, commitment=chance.commitment(b"\x11" * 32)),
        "outcome 0 is": forged_event(honest, 1, worth, b"[%d]" % (int(worth[1:-1]) % 6 + 1)),
        "NO_SUCH_CARD": forged_event(honest, 2, b'"card":', b'"card":1'),
        "the score is not": change(honest, score=change(honest.score, points=(99, 0))),
        "the match ended by PLAYED_OUT": change(honest, cause="LEFT"),
        "the match is not over": change(honest, commits=honest.commits[:-1]),
        "commit 3 stands where 2 should": change(honest, commits=honest.commits[:1] + honest.commits[2:]),
        "rules version 9": change(honest, rules_version=9),
        "outcome 1 is": change(honest, match="n"),
        "an outcome that nothing asked for": forged_event(honest, 2, b"[", b'[{"type":"fate","outcome":[1]},'),
        "non-hexadecimal": change(honest, secret="zz"),
        "there is no option": change(honest, options={"stakes": "9"}),
    }
    for said, lie in forged.items():
        problems = " / ".join(record.verify(lie, GAME).problems)
        assert said in problems, (said, problems)


def test_what_is_no_record_is_refused() -> None:
    for data in (b"", b"[]", b"{}", record.write(a_record()).replace(b'"format": 1', b'"format": 2')):
        with pytest.raises(ValueError, match=r"."):
            record.read(data)
