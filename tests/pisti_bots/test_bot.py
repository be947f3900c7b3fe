"""The bots play every table of the house, the same way each time, and never what makes no sense."""

import random
import time

import pytest

from services.kernel.cards import Card
from services.kernel.game import Act, Chance, Decide, Seat
from services.pisti import game
from services.pisti.actions import Action, AnswerBluff, BluffCard, PlayCard
from services.pisti.bot import bot
from services.pisti.state import Phase, State
from tests.pisti.tables import config, outcome, position

LEVELS = game.meta.bot_levels


def played(seed: int, levels: tuple[str, str], **options: object) -> list[tuple[State, Seat, Action]]:
    """A match between two bots: every decision with the state it was made in."""
    rng = random.Random(seed)
    state = game.setup(config(**options))
    decisions: list[tuple[State, Seat, Action]] = []
    while True:
        match game.pending(state):
            case Chance():
                state = game.apply(state, outcome(state, rng))
            case Decide(seats=seats):
                (seat,) = seats
                action = bot.decide(game.view(state, seat), levels[seat], rng.getrandbits(40))
                decisions.append((state, seat, action))
                state = game.apply(state, Act(seat, action))
            case _:
                return decisions


def decide(state: State, level: str = "usta", seed: int = 1) -> Action:
    (seat,) = game.pending(state).seats  # type: ignore[union-attr]
    return bot.decide(game.view(state, seat), level, seed)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "options", [{}, {"bluff": "on"}, {"bluff": "on", "jackPisti": 20, "lastCardPisti": "doesNotCount"}], ids=str
)
def test_every_level_plays_every_table_to_the_end(level: str, options: dict[str, object]) -> None:
    for seed in range(6):
        decisions = played(seed, (level, "orta"), **options)
        assert sum(isinstance(action, PlayCard | BluffCard) for _, _, action in decisions) == 48


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_seed_give_the_same_action(level: str) -> None:
    for state, seat, action in played(5, (level, level), bluff="on")[::5]:
        seeds = {bot.decide(game.view(state, seat), level, seed) for seed in (3, 3)}
        assert len(seeds) == 1
        assert action in game.legal(state, seat)


def test_what_a_seat_cannot_see_makes_no_difference() -> None:
    """Rules 6.9: the bot decides alike in every world that looks the same to its seat."""
    rng = random.Random(2)
    differed = 0
    for state, seat, _ in played(9, ("usta", "usta"), bluff="on"):
        world = game.resample(state, seat, rng)
        differed += world != state
        assert bot.decide(game.view(world, seat), "usta", 4) == bot.decide(game.view(state, seat), "usta", 4)
    assert differed > 20


@pytest.mark.parametrize("level", ["orta", "usta"])
def test_a_pisti_that_can_be_had_is_taken(level: str) -> None:
    """Rules 6.3."""
    state = position(
        "A H9 H2 HK / B S6 S7 S8 / pile D9 / wonB C2 C3 C4 C5 C6 C7 C8 C9 D2 D3 / stock * / startB CT CQ CK"
    )
    assert decide(state, level) == PlayCard(Card.H9)


def test_a_match_is_claimed_where_that_is_worth_more() -> None:
    """Rules 6.4: 10 or 20 for the claim, 10 for the open card; a jack that counts 20 is shown."""
    text = "A {0} H2 HK / B S6 S7 S8 / pile {1} / wonB C2 C3 C4 C5 C6 C7 C8 C9 D2 D3 / stock * / startB CT CQ CK"
    for seed in range(20):
        assert decide(position(text.format("H9", "D9"), bluff="on"), seed=seed) == BluffCard(Card.H9)
        jacks = position(text.format("HJ", "DJ"), bluff="on", jackPisti=20)
        assert decide(jacks, seed=seed) == PlayCard(Card.HJ)


def test_a_claim_that_cannot_be_true_is_challenged() -> None:
    """Rules 6.4: the other three nines have been seen."""
    state = position(
        "A H2 HK / B S6 S7 S8 / pile D9 / sealed H3 / wonB C9 H9 S9 C2 D2 D3 D4 D5 D6 D7 / stock * / startB CT CQ CK",
        bluff="on",
    )
    assert state.phase is Phase.ANSWERING
    for level in ("orta", "usta"):
        assert all(decide(state, level, seed) == AnswerBluff(accept=False) for seed in range(20))


def test_a_claim_that_cannot_be_true_is_not_made() -> None:
    """Rules 6.4: all four nines have lain open, so everybody knows that no card face down is one."""
    open_ = "A H2 HK / B S6 S7 / pile D9 / wonB C9 H9 {} C2 D2 D3 D4 D5 D6 D7 D8 / stock * / startB CT CQ CK"
    for level in LEVELS:
        plain = [decide(position(open_.format("S9 DK"), bluff="on"), level, seed) for seed in range(60)]
        assert all(isinstance(action, PlayCard) for action in plain)
        likely = [decide(position(open_.format("DK S3"), bluff="on"), level, seed) for seed in range(60)]
        assert level == "usta" or any(isinstance(action, BluffCard) for action in likely)


def test_a_claim_that_must_be_true_is_accepted() -> None:
    """Rules 6.4: the claimant's cards are known by elimination, and one of them matches."""
    state = position("A H3 / B S6 S7 / pile D9 / sealed H9 / wonB C9 * / startB CT CQ CK", bluff="on")
    assert all(decide(state, "usta", seed) == AnswerBluff(accept=True) for seed in range(20))
    bare = position("A H3 / B S6 S7 / pile D9 / sealed C2 / wonB C9 H9 S9 * / startB CT CQ CK", bluff="on")
    assert all(decide(bare, "usta", seed) == AnswerBluff(accept=False) for seed in range(20))


def test_claims_are_lies_one_time_out_of_three_and_challenged_every_other_time() -> None:
    """Rules 6.4: the proportions of the small game that a bluff is, over whole games of `usta` against itself."""
    claims = lies = challenged = 0
    for seed in range(40):
        for state, _, action in played(seed, ("usta", "usta"), bluff="on"):
            if isinstance(action, BluffCard):
                claims += 1
                alone = state.single
                assert alone is not None
                lies += action.card.rank != alone.rank
            elif isinstance(action, AnswerBluff):
                challenged += not action.accept
    assert claims > 40
    assert 0.15 < lies / claims < 0.5
    assert 0.3 < challenged / claims < 0.7


def test_the_last_deal_is_played_out() -> None:
    """The other hand is known to be a 5: on the 8 it must be laid, and this hand's 5 takes all of it."""
    state = position("A H5 H8 / B S5 / pile CA DA / wonA C5 D5 C8 D8 / wonB * / last A / startA CT CQ CK / dealer A")
    assert decide(state) == PlayCard(Card.H8)


def test_a_decision_takes_little_time() -> None:
    """The 95th percentile of the processor time of `usta` is under 300 ms, whatever the machine is doing besides."""
    times = []
    for seed in range(4):
        for state, seat, _ in played(seed, ("orta", "orta"), bluff="on"):
            view = game.view(state, seat)
            began = time.process_time()
            bot.decide(view, "usta", 1)
            times.append(time.process_time() - began)
    assert sorted(times)[len(times) * 95 // 100] < 0.3
