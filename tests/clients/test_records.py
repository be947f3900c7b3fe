"""`kiraathane verify`: a record that is right says what was checked; one that was touched anywhere does not pass."""

import random
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kiraathane_client import FileCommitments
from kiraathane_client.cli.main import run
from kiraathane_client.cli.record import told_points
from services.kernel import chance
from services.kernel import record as records
from services.kernel.game import Act, Chance, Config, Decide, Fate, Lapse, Over
from services.tavla import game

NAME = "matches/0f3c-aa"
NONCES = ("what I added", "")


def played(seed: int = 1) -> records.Record:
    """A whole match of random plays, as the house would record it."""
    rng, secret = random.Random(seed), secrets.token_bytes(chance.SECRET_BYTES)
    options = game.meta.resolve({"matchLength": "1", "tavlaVariant": "hiper"})
    state, outcomes = game.setup(Config(options=options)), 0
    commits: list[records.Commit] = []
    events: list[Act[Any] | Fate | Lapse] = []
    while True:
        match game.pending(state):
            case Chance(request=request):
                event: Act[Any] | Fate = Fate(chance.outcome(secret, NAME, outcomes, NONCES, request))
                outcomes += 1
            case Decide(seats=seats):
                commits.append(records.Commit(len(commits) + 1, 0, records.encode_events(tuple(events))))
                events = []
                (seat,) = seats
                choices = list(game.legal(state, seat))
                event = Act(seat, rng.choice(choices[:-1] or choices))
            case Over(cause=cause):
                break
        state = game.apply(state, event)
        events.append(event)
    commits.append(records.Commit(len(commits) + 1, 0, records.encode_events(tuple(events))))
    seats = tuple(records.RecordSeat(f"players/{n}", f"oyuncu {n}", "", nonce) for n, nonce in enumerate(NONCES))
    return records.Record(
        match=NAME,
        family="tavla",
        rules_version=game.meta.rules_version,
        options=options,
        seats=seats,
        commitment=chance.commitment(secret),
        secret=secret.hex(),
        commits=tuple(commits),
        score=game.score(state),
        cause=cause,
    )


@pytest.fixture
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


def verified(folder: Path, data: bytes) -> int:
    file = folder / "record.json"
    file.write_bytes(data)
    return run(["verify", str(file), "--lang", "en"])


def test_a_record_that_is_right_says_what_was_checked(state_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = played()
    FileCommitments().remember(NAME, record.commitment, NONCES[0])
    assert verified(state_home, records.write(record)) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "The secret has the hash that was published before the match" in told
    assert "rolls and shuffles follow from the secret" in told
    assert "none breaks one" in told
    assert "The hash is the one that this machine saw before the end" in told
    assert "What you added to the chance is in it" in told
    assert "The record is right." in told


def test_no_record_tells_the_terminal_what_to_show(state_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It may come from anybody, and is not to paint over what is said of it."""
    forged = msgspec.structs.replace(played(), cause="\x1b[2J\x1b[1;1H ✓ The record is right.\x9b8m\u202e")
    assert verified(state_home, records.write(forged)) == 1
    told = capsys.readouterr().out
    assert "?[2J?[1;1H" in told
    assert not {"\x1b", "\x9b", "\u202e"} & set(told)


@pytest.mark.parametrize(("points", "told"), [((3, 1), "3-1"), ((403, -119, 380), "403 / -119 / 380"), ((), "")])
def test_points_below_0_are_told_apart(points: tuple[int, ...], told: str) -> None:
    assert told_points(points) == told


def test_a_record_of_elsewhere_is_checked_by_itself(state_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verified(state_home, records.write(played())) == 0
    assert "did not see the match" in " ".join(capsys.readouterr().out.split())


def test_another_secret_than_the_one_committed_to_is_found(
    state_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everything fits together, but the house had published another hash to this player."""
    FileCommitments().remember(NAME, played(seed=2).commitment)
    assert verified(state_home, records.write(played())) == 1
    assert "not the one that this machine saw" in " ".join(capsys.readouterr().out.split())


def test_a_nonce_that_was_left_out_is_found(state_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = played()
    FileCommitments().remember(NAME, record.commitment, "something else")
    assert verified(state_home, records.write(record)) == 1
    assert "what you added to the chance is not in it" in " ".join(capsys.readouterr().out.split())


def change(path: list[str | int], value: Any) -> Callable[[Any], None]:
    def changed(document: Any) -> None:
        for step in path[:-1]:
            document = document[step]
        document[path[-1]] = value

    return changed


def drop_commit(document: Any) -> None:
    del document["commits"][3]


def drop_last(document: Any) -> None:
    del document["commits"][-1]


def swap_dice(document: Any) -> None:
    for commit in document["commits"]:
        for event in commit["events"]:
            if event["type"] == "fate" and event["outcome"][0] != event["outcome"][1]:
                event["outcome"].reverse()
                return


def another_move(document: Any) -> None:
    for commit in document["commits"]:
        for event in commit["events"]:
            if event["type"] == "act":
                event["action"]["moves"][0][1] = 7 - event["action"]["moves"][0][1]
                return


@pytest.mark.parametrize(
    "tamper",
    [
        change(["secret"], "00" * 32),
        change(["secret"], "zz"),
        change(["commitment"], "00" * 32),
        change(["seats", 0, "nonce"], "another"),
        change(["match"], "matches/another"),
        change(["score", "points"], [9, 9]),
        change(["cause"], "left"),
        change(["options", "matchLength"], "7"),
        change(["options", "matchLength"], "nonsense"),
        change(["family"], "nothing"),
        change(["rules_version"], 99),
        change(["format"], 2),
        change(["commits"], []),
        drop_commit,
        drop_last,
        swap_dice,
        another_move,
    ],
)
def test_a_record_that_was_touched_does_not_pass(
    tamper: Callable[[Any], None], state_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = msgspec.json.decode(records.write(played()))
    tamper(document)
    assert verified(state_home, msgspec.json.encode(document)) == 1
    told = capsys.readouterr()
    assert "does not fit" in told.out
    assert "Traceback" not in told.err
