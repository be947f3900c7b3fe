"""The bots play every table of the house, the same way each time, and never what makes no sense."""

import time
from collections import Counter

import msgspec
import numpy as np
import pytest

from services.kernel.game import Act, Chance, Config, Fate, Over, Seat
from services.kernel.score import Score
from services.tavla import game
from services.tavla.actions import Action, AnswerMisli, OfferMisli, PlayTurn
from services.tavla.board import VariantName, side
from services.tavla.bot import bot
from services.tavla.plays import played, position
from services.tavla.state import State
from services.tavla.view import View

LEVELS = game.meta.bot_levels


def played_match(options: dict[str, str], levels: tuple[str, str], seed: int) -> tuple[Score, Counter[str]]:
    """A whole match between two bots; the score at its end, and how often each kind of act was made."""
    rng, acts = np.random.default_rng(seed), Counter[str]()
    state = game.setup(Config(options=game.meta.resolve(options)))
    while not isinstance(wait := game.pending(state), Over):
        if isinstance(wait, Chance):
            state = game.apply(state, Fate((int(rng.integers(1, 7)), int(rng.integers(1, 7)))))
            continue
        seat = next(iter(wait.seats))
        action = bot.decide(game.view(state, seat), levels[seat], int(rng.integers(1 << 62)))
        assert action in game.legal(state, seat)
        acts[type(action).__name__] += 1
        state = game.apply(state, Act(seat, action))
    return game.score(state), acts


def at_notation(text: str, **options: str) -> State:
    return game.notation.read_position(text, Config(options=game.meta.resolve(options)))


@pytest.mark.parametrize("variant", VariantName)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_variant_to_the_end(variant: VariantName, level: str) -> None:
    options = {"tavlaVariant": variant.value, "tavlaTable": "misli", "matchLength": "3", "turnSeconds": "none"}
    score, acts = played_match(options, (level, "kolay"), seed=11)
    assert max(score.points) >= 3
    assert acts["PlayTurn"] > 5


def test_the_options_that_change_the_plays_are_known_to_the_bots() -> None:
    options = {"hitAndRun": "forbidden", "openingRoll": "reroll", "winnerStartsNext": "yes", "matchLength": "1"}
    for seed in range(4):
        played_match(options, ("orta", "kolay"), seed)


def test_matches_with_the_cube_are_played_with_the_cube() -> None:
    acts = Counter[str]()
    for seed in range(3):
        acts += played_match({"tavlaTable": "misli", "matchLength": "7"}, ("orta", "orta"), seed)[1]
    assert acts["OfferMisli"] >= 3
    assert acts["OfferMisli"] == acts["AnswerMisli"]


def test_the_same_arguments_give_the_same_action() -> None:
    state = opening((3, 1))
    for level in LEVELS:
        decisions = {bot.decide(game.view(state, Seat(0)), level, seed=5) for _ in range(3)}
        assert len(decisions) == 1


def test_weaker_levels_do_not_always_play_the_same() -> None:
    view = game.view(opening((2, 1)), Seat(0))
    assert len({bot.decide(view, "kolay", seed) for seed in range(30)}) > 1
    assert len({bot.decide(view, "usta", seed) for seed in range(5)}) == 1


@pytest.mark.parametrize("seed", [0, -1, 1 << 70])
def test_any_number_is_a_seed(seed: int) -> None:
    assert isinstance(bot.decide(game.view(opening((6, 5)), Seat(0)), "kolay", seed), PlayTurn)


def test_a_level_that_does_not_exist_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no bot level 'deha'; there are kolay, orta, usta"):
        bot.decide(game.view(opening((6, 5)), Seat(0)), "deha", 1)


def test_nobody_is_asked_while_the_dice_are_in_the_air() -> None:
    state = game.setup(Config(options=game.meta.resolve({})))
    with pytest.raises(ValueError, match="nobody decides"):
        bot.decide(game.view(state, Seat(0)), "kolay", 1)


def opening(dice: tuple[int, int]) -> State:
    """Seat 0 is to play these opening dice."""
    return game.apply(game.setup(Config(options=game.meta.resolve({}))), Fate(dice))


def with_sides(dice: tuple[int, int], own: dict[int, int], other: dict[int, int], **changes: object) -> State:
    """Seat 0 is to play `dice`; checkers by own points, 0 for those borne off."""
    return msgspec.structs.replace(opening((6, 5)), dice=dice, sides=(side(own), side(other)), **changes)


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_that_can_be_won_at_once_is_won_at_once(level: str) -> None:
    state = with_sides((6, 1), {1: 1, 6: 1, 0: 13}, {6: 10, 1: 5})
    for seed in range(40):
        action = bot.decide(game.view(state, Seat(0)), level, seed)
        assert isinstance(action, PlayTurn)
        assert played(position(state), action.moves).end


@pytest.mark.parametrize("level", LEVELS)
def test_checkers_are_borne_off_when_nothing_else_counts(level: str) -> None:
    state = with_sides((4, 3), {1: 5, 2: 3, 3: 2, 4: 2, 0: 3}, {1: 5, 2: 5, 3: 5})
    for seed in range(40):
        action = bot.decide(game.view(state, Seat(0)), level, seed)
        assert isinstance(action, PlayTurn)
        assert played(position(state), action.moves).board.own[0] == 5


def answering(points: tuple[int, int], own: dict[int, int], other: dict[int, int]) -> View:
    """Seat 1 was offered misli in a match to 7."""
    options = {"tavlaTable": "misli", "matchLength": "7"}
    state = game.apply(game.setup(Config(options=game.meta.resolve(options))), Fate((6, 5)))
    view = game.view(with_sides((6, 5), own, other), Seat(1))
    return msgspec.structs.replace(
        view, phase="answer", dice=(), cube_in_game=True, target=7, points=points, triple=state.match.terms.triple
    )


@pytest.mark.parametrize("level", LEVELS)
def test_a_lost_game_is_given_up_and_an_even_one_is_not(level: str) -> None:
    lost = answering((0, 0), {1: 2, 0: 13}, {6: 10, 5: 5})
    even = answering((0, 0), {24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    answers: dict[str, set[Action]] = {"lost": set(), "even": set()}
    for seed in range(20):
        answers["lost"].add(bot.decide(lost, level, seed))
        answers["even"].add(bot.decide(even, level, seed))
    assert answers == {"lost": {AnswerMisli(False)}, "even": {AnswerMisli(True)}}


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_offers_when_the_game_is_even(level: str) -> None:
    even = msgspec.structs.replace(
        answering((0, 0), {24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}), phase="roll_or_offer"
    )
    assert OfferMisli() not in {bot.decide(even, level, seed) for seed in range(20)}


@pytest.mark.parametrize(
    ("own", "offers", "accepts"),
    [
        ("6:1 2:1", False, True),  # 13 of 36 rolls bear both off
        ("5:1 2:1", True, True),  # 19
        ("4:1 2:1", True, True),  # 23
        ("4:1 1:1", True, False),  # 29
    ],
)
def test_usta_offers_before_the_last_roll_from_an_even_chance_on(own: str, offers: bool, accepts: bool) -> None:
    """The other side bears off its last two with any roll, so this offer is the last."""
    options = {"tavlaTable": "misli", "matchLength": "21"}
    asked = at_notation(f"W {own} / B 1:2 turn W choosing", **options)
    offered = at_notation(f"W {own} / B 1:2 turn W offered", **options)
    assert (bot.decide(game.view(asked, Seat(0)), "usta", 1) == OfferMisli()) is offers
    assert (bot.decide(game.view(offered, Seat(1)), "usta", 1) == AnswerMisli(accept=True)) is accepts


def test_usta_thinks_for_less_than_a_third_of_a_second() -> None:
    """Of one core: nineteen turns of twenty, misli table included."""
    rng, seconds = np.random.default_rng(3), list[float]()
    state = game.setup(Config(options=game.meta.resolve({"tavlaTable": "misli", "matchLength": "3"})))
    while not isinstance(wait := game.pending(state), Over):
        if isinstance(wait, Chance):
            state = game.apply(state, Fate((int(rng.integers(1, 7)), int(rng.integers(1, 7)))))
            continue
        seat = next(iter(wait.seats))
        began = time.process_time()
        action = bot.decide(game.view(state, seat), "usta", int(rng.integers(1 << 62)))
        seconds.append(time.process_time() - began)
        state = game.apply(state, Act(seat, action))
    assert np.percentile(seconds, 95) < 0.3
