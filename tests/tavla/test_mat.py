"""Matches of other people in the Jellyfish format, played again through the rules; and ours, read by GNU Backgammon."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import gnubg_nn
import msgspec
import pytest

from services.kernel.game import Act, Fate, Seat
from services.kernel.refusal import Illegal
from services.tavla import game, mat
from services.tavla.actions import Action, AnswerMisli, OfferMisli, PlayTurn, ResignGame, RollDice
from services.tavla.mat_reading import Entry, MatFile, MatGame, moves_of, read
from services.tavla.plays import position
from services.tavla.rules import _turn_over
from services.tavla.state import Phase, State
from tests.tavla.records import play_record
from tests.tavla.tables import VARIANTS, config
from tests.tavla.test_move_generation import as_gnubg

FOLDER = Path(__file__).parent / "mat"
FILES = sorted(path.stem for path in FOLDER.glob("*.mat"))
MONEY = "B4_SrGcsKAQmoTyHlgJCbM"
WITH_ILLEGAL_PLAYS = "5nqfGw9bWG3deTaU"


class Refused(msgspec.Struct, frozen=True):
    """A play of a file that the rules refuse."""

    game: int
    seat: int
    dice: tuple[int, ...]
    text: str
    reason: str
    detail: dict[str, object]


class Played(msgspec.Struct, frozen=True):
    """A play of a file with the position it was made in, and what then stood on the board."""

    before: State
    after: State
    refused: Refused | None


def load(name: str) -> MatFile:
    return read((FOLDER / f"{name}.mat").read_text())


def replay(state: State, written: MatGame) -> Iterator[Played]:
    """The plays of a game through the rules. One that they refuse is noted, and put on the board all the same."""
    for entry in written.entries:
        state = thrown(state, entry)
        if entry.kind == "play" and not entry.text and state.passed and state.turn != entry.seat:
            yield Played(state, state, None)
            continue
        action = action_of(state, entry)
        try:
            after, refused = game.apply(state, Act(Seat(entry.seat), action)), None
        except Illegal as refusal:
            if not isinstance(action, PlayTurn):
                raise
            after = put(state, action)
            refused = Refused(written.number, entry.seat, entry.dice, entry.text, refusal.reason, refusal.detail)
        yield Played(state, after, refused)
        state = after


def thrown(state: State, entry: Entry) -> State:
    """The state once the dice of an entry lie on the table; nothing is thrown for a cell without dice."""
    while entry.kind == "resign" and state.phase is Phase.ROLLING:
        state = game.apply(state, Fate((2, 1)))  # given up before the throw: here, the dice fall at once
    if entry.kind != "play":
        return state
    if state.phase is Phase.OPENING and state.match.terms.fresh_first_roll:
        state = game.apply(state, Fate((1, 2) if entry.seat else (2, 1)))  # who begins is not written, but follows
    elif state.phase is Phase.OPENING:
        return game.apply(state, Fate(tuple(sorted(entry.dice, reverse=entry.seat == 0))))
    if state.phase is Phase.CHOOSING:
        state = game.apply(state, Act[Action](Seat(entry.seat), RollDice()))
    assert state.turn == entry.seat
    return game.apply(state, Fate(entry.dice))


def action_of(state: State, entry: Entry) -> Action:
    match entry.kind:
        case "play":
            return PlayTurn(moves_of(position(state), entry.text) if entry.text else ())
        case "double":
            return OfferMisli()
        case "resign":
            return ResignGame()
        case _:
            return AnswerMisli(accept=entry.kind == "take")


def put(state: State, action: PlayTurn) -> State:
    """The board after moves that were made although they are not legal."""
    board = position(state).board()
    for point, die in action.moves:
        board.make(point, die)
    own, other = bytes(board.own), bytes(board.other)
    sides = (own, other) if state.turn == 0 else (other, own)
    return _turn_over(state, sides, (0, 0), state.happened, passed=False)


def matches(name: str) -> Iterator[tuple[MatGame, list[Played]]]:
    """The games of a file, one after the other in one match; a file for money has a match for every game."""
    file = load(name)
    table = config(tavlaTable="misli", matchLength=file.length or 21)
    state = game.setup(table)
    for written in file.games:
        if file.length == 0:
            state = game.setup(table)
        else:
            assert game.score(state).points == written.score
        plays = list(replay(state, written))
        yield written, plays
        state = plays[-1].after


@pytest.mark.parametrize("name", FILES)
def test_six_matches_are_played_again_and_only_what_is_illegal_is_refused(name: str) -> None:
    refused = [played.refused for _, plays in matches(name) for played in plays if played.refused]
    if name != WITH_ILLEGAL_PLAYS:
        assert refused == []
        return
    # Three dice are played with a roll of two: 14/13/10 is both of them, 13/12 is a one too many. gnubg imports the
    # play without its third move and so calls later plays invalid (rows 15, 16 and 23) that are legal on the board
    # as it was written; `test_every_other_play_is_among_gnubgs_moves` proves those and this one.
    assert refused == [Refused(1, 0, (1, 3), "14/10 13/12", "NO_SUCH_DIE", {"die": 1, "move": 3})]


@pytest.mark.parametrize("name", FILES)
def test_every_other_play_is_among_gnubgs_moves(name: str) -> None:
    """Independent of our rules: the board after each play is one of those that gnubg-nn finds for the roll."""
    checked = 0
    for _, plays in matches(name):
        for played in plays:
            if played.before.phase is not Phase.PLAYING or len(played.after.match.series.games) > len(
                played.before.match.series.games
            ):
                continue
            seat = played.before.turn
            at = position(played.before)
            keys = gnubg_nn.moves([as_gnubg(at.other), as_gnubg(at.own)], *at.dice)
            boards = [tuple(map(list, gnubg_nn.board_from_position_key(key))) for key in keys]
            after = ([*map(int, as_gnubg(played.after.sides[1 - seat]))], as_gnubg(played.after.sides[seat]))
            assert (after in boards) is (played.refused is None)
            checked += 1
    assert checked >= 50


@pytest.mark.parametrize("name", FILES)
def test_the_games_end_as_written(name: str) -> None:
    """A server cuts "Wins 3 points and the match" to what was needed; the rules add the true value (rules 1.7)."""
    file = load(name)
    for written, plays in matches(name):
        state = plays[-1].after
        if name == MONEY and written.number == 3:
            assert state.ending is None  # the last cell is a pass; that the other side gave up is not written
            continue
        result = state.match.series.games[-1]
        assert result.winners == (written.winner,)
        points = result.points[written.winner or 0]
        if state.ending is not None and file.length:
            points = min(points, file.length - written.score[written.winner or 0])
        assert points == written.points


# -- our own -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("table", ["traditional", "misli"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_what_we_write_we_read_and_it_is_the_same_match(variant: str, table: str, seed: int) -> None:
    record = play_record(seed, resignations=0.005, tavlaTable=table, tavlaVariant=variant, matchLength=3)
    file = read(mat.write(record).decode())
    state = game.setup(config(tavlaTable=table, tavlaVariant=variant, matchLength=3))
    for written, result in zip(file.games, record.score.games, strict=True):
        assert written.score == game.score(state).points
        plays = list(replay(state, written))
        assert not any(played.refused for played in plays)
        # A drawn game of Hapis has no line that says who wins.
        assert written.winner == next(iter(result.winners), None)
        assert written.points == max(result.points)
        state = plays[-1].after
    assert game.score(state) == record.score


def test_names_cannot_break_the_format() -> None:
    record = play_record(1, tavlaTable="misli", matchLength=3)
    seats = tuple(msgspec.structs.replace(seat, name='A: "7 point match"\n [x]  b') for seat in record.seats)
    file = read(mat.write(msgspec.structs.replace(record, seats=seats)).decode())
    assert file.players == ("A 7 point match x b",) * 2
    assert len(file.games) == len(record.score.games)


@pytest.mark.parametrize("text", ["", "7 point match\n", "7 point match\n\n Game 1\n", " Game 1\n A : 0   B : 0\n"])
def test_what_is_no_mat_file_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        read(text)


@pytest.mark.parametrize(("variant", "seed"), [*(("standard", seed) for seed in range(5)), ("nack", 0), ("hiper", 0)])
def test_gnubg_imports_what_we_write(variant: str, seed: int, tmp_path: Path) -> None:
    gnubg = shutil.which("gnubg", path="/usr/games:/usr/bin:/usr/local/bin")
    if gnubg is None:
        pytest.skip("GNU Backgammon is not installed (Debian: apt-get install gnubg)")
    record = play_record(seed, tavlaTable="misli", tavlaVariant=variant, matchLength=5, resignations=0.003)
    text = mat.write(record).decode()
    (tmp_path / "ours.mat").write_text(text)
    commands = f'import mat "{tmp_path}/ours.mat"\nexport match mat "{tmp_path}/theirs.mat"\nquit\ny\n'
    said = subprocess.run(
        [gnubg, "-t", "-q"], input=commands, capture_output=True, text=True, timeout=60, env={"HOME": str(tmp_path)}
    )
    assert "WARNING" not in said.stdout + said.stderr
    ours, theirs = read(text), read((tmp_path / "theirs.mat").read_text())
    assert theirs.length == ours.length
    assert [outline(game) for game in theirs.games] == [outline(game) for game in ours.games]


def outline(written: MatGame) -> tuple[object, ...]:
    """What a program that read a game must have kept of it; gnubg writes a resignation as the points alone."""
    kinds = [(entry.seat, entry.kind, entry.dice) for entry in written.entries if entry.kind != "resign"]
    return written.score, written.winner, written.points, kinds
