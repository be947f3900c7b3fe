"""Clauses of RULES.md that a scenario file cannot say by itself; the others stand in tests/scenarios/tavla."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from services.kernel.game import Act, Chance, Decide, Fate, Lapse, LapseCause, Roll, Seat
from services.kernel.meta import BadOption
from services.kernel.refusal import Illegal
from services.league.result import share
from services.tavla import game
from services.tavla.actions import Action, CheckerMove, PlayTurn, ResignGame
from services.tavla.board import BAR, START_BAR, VARIANTS, VariantName
from services.tavla.happenings import (
    DiceRolled,
    GameEnded,
    MisliAnswered,
    MisliOffered,
    SeatLeft,
    TurnPassed,
    TurnPlayed,
)
from services.tavla.moves import Board
from services.tavla.plays import first_play, legal_plays
from services.tavla.plays import position as seen_by_mover
from services.tavla.state import Phase, State
from tests.tavla.tables import VARIANTS as NAMES
from tests.tavla.tables import act, config, dice, plays, position, random_states, turns


def refusal(state: State, event: Act[Action] | Lapse) -> Illegal:
    with pytest.raises(Illegal) as refused:
        game.apply(state, event)
    return refused.value


def test_both_sides_begin_with_the_standard_array() -> None:
    """Rules 1.2."""
    state = game.setup(config())
    for side in game.view(state, None).sides:
        held = {point: count for point, count in enumerate(side.points, start=1) if count}
        assert held == {24: 2, 13: 5, 8: 3, 6: 5}
        assert (side.bar, side.start, side.off, side.pinned) == (0, 0, 0, ())


@pytest.mark.parametrize(("first", "second", "beginner"), [(6, 1, 0), (2, 1, 0), (1, 2, 1), (5, 6, 1)])
def test_the_higher_of_two_opening_dice_begins(first: int, second: int, beginner: int) -> None:
    """Rules 1.3."""
    state = game.setup(config())
    assert game.pending(state) == Chance(Roll(2, 6))
    state = dice(state, first, second)
    assert game.pending(state) == Decide(frozenset({beginner}))
    assert game.happenings(state, None) == (DiceRolled(None, (first, second)),)


@pytest.mark.parametrize("outcome", [(), (1,), (0, 3), (7, 1), (1, 2, 3)])
def test_an_outcome_that_is_not_two_dice_is_a_fault_of_the_house(outcome: tuple[int, ...]) -> None:
    """Rules 0.8."""
    with pytest.raises(ValueError, match="two dice"):
        game.apply(game.setup(config()), Fate(outcome))


def test_dice_that_nobody_asked_for_are_a_fault_of_the_house() -> None:
    """Rules 1.10: the dice of a turn are fixed once rolled."""
    with pytest.raises(ValueError, match="no dice are asked for"):
        dice(dice(game.setup(config()), 3, 1), 6, 6)


# -- 1.10, 1.13: what happened and what is seen ------------------------------------------------------------------------


def test_what_happened_is_told_in_order() -> None:
    """Rules 1.10, 1.13: dice, the play with its hits, the pass, the game's end."""
    state = position("W 8:3 6:5 13:7 / B 20:1 24:2 1:12 dice 3-1")
    state = act(state, 0, "8/5* 6/5")
    assert game.happenings(state, None) == (TurnPlayed(0, (CheckerMove(8, 3), CheckerMove(6, 1)), (5,), False),)
    blocked = position("W 6:2 5:2 4:2 3:2 2:2 1:5 / B bar:1 12:14 turn B rolling")
    state = dice(blocked, 6, 4)
    assert game.happenings(state, None) == (DiceRolled(1, (6, 4)), TurnPassed(1, (6, 4)))
    state = act(position("W 1:1 off:14 / B 12:15 dice 2-1"), 0, "1/off")
    played, ended = game.happenings(state, Seat(1))
    assert isinstance(played, TurnPlayed)
    assert isinstance(ended, GameEnded)
    assert (ended.result.winners, ended.result.points, ended.result.cause) == ((0,), (2, 0), "borne_off")


def test_the_cube_and_leaving_are_told_too() -> None:
    """Rules 2.6, 1.12."""
    state = position("W 24:2 13:13 / B 24:2 13:13 turn W choosing", tavlaTable="misli")
    state = act(state, 0, "offer")
    assert game.happenings(state, None) == (MisliOffered(0, 2),)
    assert game.happenings(act(state, 1, "accept"), None) == (MisliAnswered(1, True),)
    answered, ended = game.happenings(act(state, 1, "refuse"), None)
    assert (answered, ended.result.cause) == (MisliAnswered(1, False), "refused")
    left = game.apply(state, Lapse(Seat(0), LapseCause.LEFT))
    assert game.happenings(left, None) == (SeatLeft(0),)


def test_everybody_sees_the_same_and_no_dice_that_have_not_fallen() -> None:
    """Rules 1.13."""
    for state in turns(random.Random(2), 60, tavlaTable="misli"):
        views = {msgspec.msgpack.encode(game.view(state, viewer)) for viewer in (None, Seat(0), Seat(1))}
        assert len(views) == 1
        assert game.view(state, None).dice == state.dice
    waiting = position("W 24:2 13:13 / B 24:2 13:13 turn W choosing", tavlaTable="misli")
    assert game.view(waiting, Seat(0)).dice == ()


def test_the_last_play_and_the_opponents_last_roll_stay_in_sight() -> None:
    """Rules 1.13."""
    state = act(dice(game.setup(config()), 3, 1), 0, "8/5 6/5")
    state = dice(state, 6, 5)
    view = game.view(state, Seat(1))
    assert (view.turn, view.dice, view.previous_dice) == (1, (6, 5), (3, 1))
    assert (view.last_play_seat, view.last_play) == (0, (CheckerMove(8, 3), CheckerMove(6, 1)))


# -- 1.11, 1.12: giving up, time, leaving ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["opening", "turn W rolling", "over borne_off W"])
def test_nobody_acts_while_the_dice_are_in_the_air_or_after_the_match(text: str) -> None:
    """Rules 1.10, 1.11."""
    state = position(f"W 24:2 13:13 / B 24:2 13:13 {text}")
    for seat in map(Seat, range(2)):
        assert len(game.legal(state, seat)) == 0
        assert ResignGame() not in game.legal(state, seat)
        assert refusal(state, Act[Action](seat, ResignGame())).reason == "WRONG_PHASE"
    assert game.allowance(state) is None


def test_a_seat_that_is_not_at_the_table_does_nothing() -> None:
    """Rules 1.10."""
    state = dice(game.setup(config()), 3, 1)
    assert len(game.legal(state, Seat(2))) == 0
    assert refusal(state, Act[Action](Seat(2), ResignGame())).reason == "NOT_YOUR_TURN"


def test_only_the_seat_that_is_due_runs_out_of_time() -> None:
    """Rules 1.12."""
    state = dice(game.setup(config()), 3, 1)
    assert refusal(state, Lapse(Seat(1), LapseCause.TIMEOUT)).reason == "NOT_YOUR_TURN"
    over = game.apply(state, Lapse(Seat(1), LapseCause.LEFT))
    assert refusal(over, Lapse(Seat(0), LapseCause.LEFT)).reason == "WRONG_PHASE"
    assert (game.score(over).winners, game.score(over).places) == ((0,), (1, 2))


@pytest.mark.parametrize("name", NAMES)
def test_the_time_out_play_is_the_first_of_all_legal_plays(name: str) -> None:
    """Rules 1.12, by trying every sequence of moves: bar 26, start bar 25, higher point first, then the larger die."""
    for state in turns(random.Random(9), 25, tavlaVariant=name, matchLength=1):
        options = game.legal(state, Seat(state.turn))
        legal = [moves for moves in sequences(state) if PlayTurn(moves) in options]
        chosen = first_play(seen_by_mover(state))
        assert chosen == max(legal)
        after = game.apply(state, Lapse(Seat(state.turn), LapseCause.TIMEOUT))
        told = game.happenings(after, None)[0]
        assert isinstance(told, TurnPlayed)
        assert (told.moves, told.by_rules) == (chosen, True)


def sequences(state: State) -> Iterator[tuple[CheckerMove, ...]]:
    """Every sequence of legal single moves, of every length."""
    at = seen_by_mover(state)
    whole = list(at.dice) * (2 if at.dice[0] == at.dice[1] else 1)

    def follow(board: Board, left: list[int], made: tuple[CheckerMove, ...]) -> Iterator[tuple[CheckerMove, ...]]:
        for die in set(left):
            for point in range(1, BAR + 1):
                if not board.refusal(point, die):
                    after = board.copy()
                    after.make(point, die)
                    moves = (*made, CheckerMove(point, die))
                    yield moves
                    rest = left.copy()
                    rest.remove(die)
                    if not after.end():
                        yield from follow(after, rest, moves)

    yield from follow(at.board(), whole, ())


@pytest.mark.parametrize(("seconds", "allowance"), [("none", None), (10, 10_000), (86400, 86_400_000)])
def test_the_time_for_a_decision_is_the_tables(seconds: object, allowance: int | None) -> None:
    """Rules 0.11, 1.12."""
    assert game.allowance(dice(game.setup(config(turnSeconds=seconds)), 3, 1)) == allowance


# -- 2.3, 2.7, 3.9: options and statistics -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "lengths"), [("traditional", (1, 3, 5, 7)), ("misli", (3, 5, 7, 9, 11, 13, 15, 17, 19, 21))]
)
def test_match_lengths_are_those_of_the_table(table: str, lengths: tuple[int, ...]) -> None:
    """Rules 1.7, 2.3."""
    for length in range(25):
        if length in lengths:
            assert game.setup(config(tavlaTable=table, matchLength=length)).match.series.target == length
        else:
            with pytest.raises(BadOption):
                config(tavlaTable=table, matchLength=length)
    assert config(tavlaTable=table).options["matchLength"] == "5"


def test_the_value_of_a_game_depends_on_the_table_by_default() -> None:
    """Rules 1.7, 3.9."""
    assert config().options["tavlaScore"] == "traditional"
    assert config(tavlaTable="misli").options["tavlaScore"] == "brainking"


def test_every_option_has_the_default_of_the_rule_book() -> None:
    """Rules 3.9."""
    assert config().options == {
        "tavlaTable": "traditional",
        "tavlaVariant": "standard",
        "matchLength": "5",
        "tavlaScore": "traditional",
        "openingRoll": "playOpeningDice",
        "winnerStartsNext": "no",
        "hitAndRun": "allowed",
        "hapisMother": "2",
        "antiScore": "single",
        "turnSeconds": "60",
    }


@pytest.mark.parametrize("name", ["hapis", "multezim"])
def test_hit_and_run_and_the_triple_have_no_effect_where_nothing_is_hit(name: str) -> None:
    """Rules 3.9."""
    told = {"tavlaVariant": name, "hitAndRun": "forbidden", "tavlaScore": "brainking"}
    for state in turns(random.Random(4), 40, tavlaVariant=name):
        text = game.notation.write_position(state)
        assert plays(position(text, **told)) == plays(position(text, tavlaVariant=name))
    end = position("W 1:1 off:14 / B 24:15 dice 2-1" if name == "multezim" else HAPIS_END, **told)
    assert game.score(act(end, 0, "1/off")).points == (2, 0)


HAPIS_END = "W 1:1 off:14 / B 23:15 dice 2-1"


@pytest.mark.parametrize("name", ["kalabalik", "klon", "asker"])
def test_three_variants_are_not_played(name: str) -> None:
    """Rules 3.8."""
    with pytest.raises(BadOption):
        config(tavlaVariant=name)


def test_shares_are_cut_not_rounded() -> None:
    """Rules 2.7, T55."""
    assert share(1_047_084, 2_094_300) == "49.99"


def test_a_game_that_was_left_is_no_game_of_the_statistics() -> None:
    """Rules 2.7: resigned and refused games are."""
    state = act(dice(game.setup(config()), 3, 1), 0, "resign")
    assert len(game.score(state).games) == 1
    left = game.apply(dice(state, 3, 1), Lapse(Seat(0), LapseCause.LEFT))
    assert len(game.score(left).games) == 1
    assert game.meta.statistics_by == ("tavlaTable", "tavlaVariant")


# -- 3: the variants ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_own_points_are_the_opponents_points(name: str) -> None:
    """Rules 3.1."""
    mirror = VARIANTS[VariantName(name)].mirror
    for point in range(1, 25):
        expected = (point + 12 if point <= 12 else point - 12) if name == "multezim" else 25 - point
        assert mirror[point] == expected
        assert mirror[mirror[point]] == point


def test_hapis_games_are_drawn_now_and_then_and_still_end() -> None:
    """Rules 3.5, 1.10: a drawn game gives nobody points and the match goes on."""
    drawn = 0
    for seed in range(8):
        *_, last = random_states(random.Random(seed), config(tavlaVariant="hapis"))
        score = game.score(last)
        assert max(score.points) >= 5
        drawn += sum(not result.winners for result in score.games)
        assert all(result.points == (0, 0) for result in score.games if not result.winners)
    assert drawn


def test_two_orders_may_end_in_a_pin_or_before_it() -> None:
    """Rules 3.5, 1.4: the mother is looked at after every move, so a play may end at its first or at its second."""
    state = position("W 24:1 13:14 / B 3:2 10:13 turn B dice 2-1", tavlaVariant="hapis")
    found = {game.notation.write_action(PlayTurn(moves)) for moves in plays(state)}
    assert {"3/1", "10/9 3/1"} <= found


def test_multezim_never_ends_a_turn_with_the_start_quadrant_held() -> None:
    """Rules 3.6."""
    for seed in range(2):
        for state in random_states(random.Random(seed), config(tavlaVariant="multezim", matchLength=3)):
            for side in state.sides:
                assert not all(side[19:25])


def test_a_start_bar_checker_is_moved_from_25_and_a_hit_one_from_26() -> None:
    """Rules 3.4, 1.12."""
    state = position("W bar:1 start:3 20:11 / B 13:15 dice 4-2", tavlaVariant="yaris")
    chosen = first_play(seen_by_mover(state))
    assert chosen == (CheckerMove(BAR, 4), CheckerMove(START_BAR, 2))
    assert chosen in legal_plays(seen_by_mover(state))


def test_a_score_holds_the_sum_of_its_ledger() -> None:
    """Rules 1.7."""
    for name in NAMES:
        for state in random_states(random.Random(1), config(tavlaVariant=name, tavlaTable="misli"), resignations=0.02):
            score = game.score(state)
            for seat in range(2):
                assert score.points[seat] == sum(line.points for line in score.ledger if line.seat == seat)
                assert score.points[seat] == sum(result.points[seat] for result in score.games)
        assert state.phase is Phase.OVER
        assert score.places[score.winners[0]] == 1
