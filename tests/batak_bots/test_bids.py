"""What a hand is worth, and how that was learned."""

import numpy as np
import pytest

from services.batak.bots.bids import by_honours, estimate, features, sensible
from services.batak.bots.masks import Rules, mask
from services.batak.training import weights
from services.kernel.cards import read_hand
from services.kernel.draws import Draws


def rules(*, must_raise: bool = True, over_limit: int = 3) -> Rules:
    return Rules(when_ruffed=True, must_raise=must_raise, must_ruff=False, over_limit=over_limit)


def hand(text: str) -> int:
    return mask(read_hand(text))


def test_the_features_of_a_hand() -> None:
    #                                        1  A  K  Q  J  s  +  A AK  K K1  Q  v  1
    assert features(hand("AKT42.AK3.K2.Q43")) == (1, 1, 1, 0, 0, 3, 2, 1, 1, 1, 0, 1, 0, 0)
    assert features(hand("QJ.K.A5432.Q5432")) == (1, 0, 0, 1, 1, 2, 0, 1, 0, 0, 1, 1, 0, 2)
    assert features(hand("5432.AQ765.AK32.")) == (1, 0, 0, 0, 0, 3, 1, 2, 1, 0, 0, 1, 3, 0)


@pytest.mark.parametrize("must_raise", [True, False])
@pytest.mark.parametrize("over_limit", [1, 2, 3])
def test_a_better_hand_is_worth_more(must_raise: bool, over_limit: int) -> None:
    table = rules(must_raise=must_raise, over_limit=over_limit)
    better = ["432.5432.432.432", "A32.5432.432.432", "AK2.5432.432.432", "AK2.A432.432.432", "AK2.A432.A32.432"]
    worths = [estimate(hand(text), table) for text in better]
    assert worths == sorted(worths)
    assert worths[-1] - worths[0] > 2
    assert sensible(hand(better[0]), table) <= 1
    assert sensible(hand("AKQJT98765432..."), table) >= 11


def test_sure_tricks_are_bid() -> None:
    assert sensible(hand("AKQJT.AK.AK3.A42"), rules()) >= 8
    assert sensible(hand("AKQJT987.AK.A.A4"), rules()) >= 11


@pytest.mark.parametrize("over_limit", [1, 2, 3])
@pytest.mark.parametrize("must_raise", [True, False])
def test_no_bid_is_below_the_spades_that_nobody_can_take(must_raise: bool, over_limit: int) -> None:
    """Rules 7.3, 7.4: the ace of spades takes a trick, so whoever holds it cannot keep a nil."""
    table = rules(must_raise=must_raise, over_limit=over_limit)
    for cards, sure in (("A32.5432.432.432", 1), ("AKQ.5432.432.432", 3), ("AKQJT98765432...", 13)):
        assert sensible(hand(cards), table, [6, 6, 6]) >= sure


def test_what_the_others_left_over_is_bid_for() -> None:
    middling = hand("K42.A32.K543.432")
    few, none_said, many = (sensible(middling, rules(), said) for said in ([0, 0, 0], [], [6, 6, 6]))
    assert few > none_said > many
    assert sensible(hand("432.5432.432.432"), rules(must_raise=False), [1, 1, 1]) == 0


def test_a_beginner_counts_aces_and_kings() -> None:
    assert by_honours(hand("432.5432.432.432")) == 1
    assert by_honours(hand("AK2.A432.K32.432")) == 3
    assert by_honours(hand("AK5432.A.K32.432")) == 4


def test_the_fit_learns_what_pays() -> None:
    """On a few hands: aces are worth something, and the best bid earns at least what the fit does."""
    draws, table, deck = Draws(5), rules(), list(range(52))
    hands = []
    for _ in range(60):
        draws.shuffle(deck)
        hands.append(sum(1 << number for number in deck[:13]))
    values = np.array([weights.tried(one, table, draws, deals=4) for one in hands])
    found, earned, best = weights.fit(hands, values)
    assert len(found) == len(features(hands[0]))
    assert best >= earned
    strong, weak = hand("AKQ2.AK2.A32.432"), hand("32.5432.5432.432")
    assert (
        weights.tried(strong, table, draws, deals=10)[1:].argmax() > weights.tried(weak, table, draws, 10)[1:].argmax()
    )


def test_the_training_prints_a_weight_for_each_feature(capsys: pytest.CaptureFixture[str]) -> None:
    weights.main(["--hands", "20", "--free", "--over-limit", "2"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(features(hand("AK2.A432.A32.432"))) + 1
    assert lines[-1].startswith("points ")
