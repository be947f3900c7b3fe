"""The bots: legal, repeatable, careful, and quick."""

import random
import time
from collections.abc import Iterator

import pytest

from services.kernel.cards import Card, Suit
from services.kernel.game import Act, Decide, Over, Seat
from services.kernel.tricks import beats
from services.king import game
from services.king.actions import AskRedeal, NamePenalty, NameTrump, PlayCard
from services.king.bot import bot
from services.king.contracts import Contract
from services.king.view import View
from tests.king.tables import config, fate
from tests.king_bots.views import moments, seen

LEVELS = game.meta.bot_levels


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(3))
def test_what_a_bot_does_is_legal_at_every_table(level: str, seed: int) -> None:
    for state, view in moments(seed, 0.03 if level == "usta" else 0.5):
        assert bot.decide(view, level, seed) in game.legal(state, view.turn or Seat(0))


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_act(level: str) -> None:
    for _, view in moments(5, 0.02):
        assert bot.decide(view, level, 77) == bot.decide(view, level, 77)


def test_a_bot_that_is_not_due_says_so() -> None:
    view = seen("play el by 0 hands 2.3../4.5../6.7../8.9.. trick 0:")
    with pytest.raises(ValueError, match="nothing to decide"):
        bot.decide(game.view(game.notation.read_position("deal by 0", config()), Seat(0)), "orta", 1)
    with pytest.raises(ValueError, match="no bot level"):
        bot.decide(view, "efsane", 1)


# Eleven tricks that are over.
PAST = [f"1:{s}{a},{s}{b},{s}{c},{s}{d}" for s in "CD" for a, b, c, d in ("A234", "K567", "Q89T")]
PAST += ["1:SA,SK,SQ,SJ", "1:ST,S9,S8,S4", "1:HK,HJ,H8,H7", "1:H6,H5,H3,H2", "1:CJ,DJ,S2,S3"]
# Positions in which one card is right for sure: what it is about, the position, the card.
SURE = {
    "the last to play takes with the only card that can": (
        "play koz-S by 1 hands 3.A2../5.4../6.5../7.6.. trick 1:H9,HJ,HT",
        "HA",
    ),
    "the cheapest card that takes it is enough": (
        "play koz-H by 1 hands AJ...3/7...2/6...4/5...5 trick 1:S9,ST,S8 broken",
        "SJ",
    ),
    "the last to play trumps with the lowest that takes it": (
        "play koz-H by 1 hands .Q7..3/.4..2/.5..4/.6..5 trick 1:S9,H3,S8",
        "H7",
    ),
    "the king of hearts on the table is left to another": (
        "play rifki by 1 hands .A4..2/5.3../6.5../7.6.. trick 1:H9,HK,HT broken",
        "H4",
    ),
    "the king of hearts goes under the ace": (
        "play rifki by 1 hands .K4..2/5.3../6.5../7.6.. trick 1:H9,HA,HT broken",
        "HK",
    ),
    "the king of hearts goes away as soon as it can": (
        "play rifki by 1 hands 2.K4../5.3../6.5../7.6.. trick 1:C9,CA,CT broken",
        "HK",
    ),
    "a queen that lies there is not taken": ("play kiz by 1 hands .A4..2/5.3../6.5../7.6.. trick 1:H9,HQ,HT", "H4"),
    "hearts are not taken where a lower card can be played": (
        "play kupa by 1 hands .A4..2/5.3../6.5../7.6.. trick 1:H9,HQ,HT broken",
        "H4",
    ),
    "kings and jacks are not taken": ("play erkek by 1 hands .A4..2/5.3../6.5../7.6.. trick 1:H9,HK,HJ", "H4"),
    "the twelfth trick is not taken": (
        "play soniki by 1 hands .A4../5.../6.../7... trick 1:H9,HQ,HT tricks " + ";".join(PAST),
        "H4",
    ),
}


@pytest.mark.parametrize("level", ["orta", "usta"])
@pytest.mark.parametrize("case", SURE)
def test_what_is_sure_is_done(case: str, level: str) -> None:
    text, card = SURE[case]
    view = seen(text)
    for seed in range(4):
        assert bot.decide(view, level, seed) == PlayCard(Card(card))


@pytest.mark.parametrize("level", LEVELS)
def test_new_cards_are_asked_for_where_they_can_be_had(level: str) -> None:
    """Rules 5.9: trump is forced, and no card is higher than a ten."""
    text = "name by 0 hands T2.../K3.../Q4.../A5... chart 0:rifki:0,-320,0,0;0:el:-650,0,0,0"
    assert bot.decide(seen(text, kingLength=12), level, 1) == AskRedeal()


STRONG = "AKQJT.AK2.AK2.A2/98.Q43.Q43.KQJ43/765.J65.J65.T765/432.T987.T987.98"
WEAK = "432.432.432.5432/AKQ.AK5.AK5.AK76/JT9.QJT.QJT.QJT9/8765.9876.9876.8"


@pytest.mark.parametrize("level", ["orta", "usta"])
def test_strong_hands_name_trump_and_weak_ones_a_penalty(level: str) -> None:
    assert bot.decide(seen(f"name by 0 hands {STRONG}"), level, 3) == NameTrump(Suit.SPADES)
    assert isinstance(bot.decide(seen(f"name by 0 hands {WEAK}"), level, 3), NamePenalty)


def test_usta_thinks_for_a_bounded_time() -> None:
    """The bound is one of work; the time that it takes is far below what a player would notice."""
    times = []
    for seed, (_, view) in enumerate(moments(11, 0.06, kingLength="20")):
        began = time.process_time()
        bot.decide(view, "usta", seed)
        times.append(time.process_time() - began)
    assert len(times) > 40
    assert sorted(times)[len(times) * 95 // 100] < 0.3


def test_orta_beats_kolay() -> None:
    """Far above what luck can do; the figures are in docs/bots/king.md."""
    points = 0
    for seed in range(8):
        points += hero_points(seed, "orta", "kolay")
    assert points / 8 > 250


def hero_points(seed: int, level: str, against: str) -> int:
    """What one bot gets at a table of three others."""
    rng, hero = random.Random(seed), seed % 4
    state = game.setup(config())
    while not isinstance(wait := game.pending(state), Over):
        if isinstance(wait, Decide):
            (seat,) = wait.seats
            action = bot.decide(game.view(state, seat), level if seat == hero else against, rng.getrandbits(60))
            state = game.apply(state, Act(seat, action))
        else:
            state = fate(state, rng)
    return game.score(state).points[hero]


def last_to_play(contract: Contract, seeds: range) -> Iterator[tuple[View, set[Card], set[Card]]]:
    """What the last of a trick sees when he can take it and can leave it: the cards that take it, and the others."""
    for seed in seeds:
        for state, view in moments(seed, 1.0):
            if state.contract is contract and len(state.trick.cards) == 3:
                legal = {one.card for one in game.legal(state, state.trick.turn) if isinstance(one, PlayCard)}
                takes = {card for card in legal if beats(card, state.trick.best(state.trump), state.trump)}
                if takes and legal - takes:
                    yield view, takes, legal - takes


@pytest.mark.parametrize(("level", "seeds"), [("orta", range(100, 112)), ("usta", range(100, 103))])
def test_the_last_to_play_takes_a_trick_that_earns(level: str, seeds: range) -> None:
    found = list(last_to_play(Contract.KOZ, seeds))
    assert len(found) > 5
    for view, takes, _ in found:
        action = bot.decide(view, level, 1)
        assert isinstance(action, PlayCard)
        assert action.card in takes


@pytest.mark.parametrize(("level", "seeds"), [("orta", range(100, 160)), ("usta", range(100, 120))])
def test_the_last_to_play_never_takes_the_king_of_hearts_if_he_can_leave_him(level: str, seeds: range) -> None:
    found = [one for one in last_to_play(Contract.RIFKI, seeds) if Card.HK in one[0].trick.cards]
    assert found
    for view, _, others in found:
        action = bot.decide(view, level, 1)
        assert isinstance(action, PlayCard)
        assert action.card in others
