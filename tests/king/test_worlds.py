"""Other worlds: consistent with all that was played, and really different (rules 5.15)."""

import random
from collections import defaultdict

import msgspec
import pytest

from services.kernel.cards import Card, in_order
from services.kernel.game import Act, Seat
from services.kernel.refusal import Illegal
from services.king import game
from services.king.actions import NamePenalty, NameTrump, PlayCard
from services.king.state import Phase, State
from services.king.worlds import known
from tests.king.tables import position, random_config, random_states


def replayed(state: State) -> bool:
    """True if the hand can be played from its deal as it was: every card was legal for whoever played it."""
    hands = [list(hand) for hand in state.hands]
    played = [step for trick in (*state.tricks, state.trick) for step in trick.played()]
    for seat, card in played:
        hands[seat].append(card)
    now = msgspec.structs.replace(
        state,
        phase=Phase.CHOOSING,
        hands=tuple(in_order(hand) for hand in hands),
        contract=None,
        trump=None,
        trick=type(state.trick)(Seat(0)),
        tricks=(),
        broken=False,
        owed=(),
    )
    assert state.contract is not None
    assert state.declarer is not None
    name = NamePenalty(state.contract) if state.trump is None else NameTrump(state.trump)
    try:
        now = game.apply(now, Act(state.declarer, name))
        for seat, card in played:
            now = game.apply(now, Act(seat, PlayCard(card)))
    except Illegal:
        return False
    return now.hands == state.hands and now.owed == state.owed and now.broken == state.broken


@pytest.mark.parametrize("seed", range(12))
def test_a_resampled_world_could_have_been_played_the_same_way(seed: int) -> None:
    rng = random.Random(seed)
    differed = tried = 0
    for state in random_states(rng, random_config(rng)):
        if state.phase is Phase.PLAYING and rng.random() < 0.2:
            for seat in range(4):
                other = game.resample(state, Seat(seat), rng)
                assert other.hands[seat] == state.hands[seat]
                assert replayed(other), game.notation.write_position(other)
                tried += 1
                differed += other.hands != state.hands
    assert differed > tried / 2


def holders(text: str, viewer: int, card: str, tries: int = 300, **options: object) -> set[int]:
    """The seats at which the card lies in some world."""
    state, rng = position(text, **options), random.Random(1)
    found = set()
    for _ in range(tries):
        hands = game.resample(state, Seat(viewer), rng).hands
        found |= {seat for seat, hand in enumerate(hands) if Card(card) in hand}
    return found


# A trick or a card of it that tells something: position, whose eyes, card, where it can lie.
TOLD = {
    "who does not follow is void": (
        "el by 0 hands 2.3../3..4./..5.5/5.6.. trick 0: tricks 0:CA,DA,C2,C3",
        0,
        "C5",
        {2, 3},
    ),
    "who throws a spade in Kupa Almaz has no heart": (
        "kupa by 0 hands 2.3../3.4../4.5../5.6.. trick 0: tricks 0:CA,SA,C2,C3",
        0,
        "H6",
        {2, 3},
    ),
    "who plays low under the ace in Kız Almaz has no queen of that suit": (
        "kiz by 1 hands 2.3../3.4../Q.5../5.6.. trick 2: tricks 1:S9,SA,S8,SK",
        0,
        "SQ",
        {1, 2},
    ),
    "who throws no queen in Kız Almaz has none": (
        "kiz by 0 hands 2.3../3.4../4.Q../5.6.. trick 0: tricks 0:CA,S9,C8,CK",
        0,
        "HQ",
        {2, 3},
    ),
    "who plays low under the ace in Erkek Almaz has neither king nor jack of that suit": (
        "erkek by 0 hands 2.3../3.4../K.5../5.6.. trick 0: tricks 0:ST,S9,SA,S8",
        0,
        "SK",
        {1, 2},
    ),
    "who throws no king in Erkek Almaz has none": (
        "erkek by 0 hands 2.3../3.4../4.K../5.6.. trick 0: tricks 0:CA,S9,C8,CQ",
        0,
        "HK",
        {2, 3},
    ),
    "who does not trump has no trump": (
        "koz-S by 0 hands .3.2./.4.3./4.K../5.6.. trick 0: tricks 0:CA,D9,C8,CQ",
        0,
        "S4",
        {2, 3},
    ),
    "who does not raise cannot": (
        "koz-S by 0 hands .3.2./2..3./9.K../8.6.. trick 0: tricks 0:CA,S5,S4,CQ broken",
        0,
        "S9",
        {1, 3},
    ),
    "who leads a heart too soon holds hearts alone": (
        "kupa by 1 hands 2.3../.45../3.Q../5.6.. trick 1: tricks 1:HA,H2,H7,H8 broken",
        0,
        "S5",
        {2, 3},
    ),
    "who leads a low trump too soon holds trumps alone": (
        "koz-S by 1 hands .3.2./78.../.KQ../.6.5. trick 1: tricks 1:S9,H2,H7,H8 broken",
        0,
        "HK",
        {2, 3},
    ),
}


@pytest.mark.parametrize("case", TOLD)
def test_what_was_played_tells_who_cannot_hold_a_card(case: str) -> None:
    """Rules 5.5, 5.6: as exact as the duties are."""
    text, viewer, card, expected = TOLD[case]
    assert holders(f"play {text}", viewer, card) == expected


def test_the_leader_of_ace_king_queen_holds_what_he_owes() -> None:
    """Rules 5.6: while the others cannot know, the world is taken as it is."""
    text = "play koz-S by 1 hands .3.2.4/KQ..9./78.K../6.6.5. trick 1: tricks 1:SA,S2,S3,S4 broken owed SQ,SK"
    assert holders(text, 0, "SK") == holders(text, 0, "SQ") == {1}
    assert holders(text, 0, "S7") == {2, 3}  # the leader's third card is a plain one
    assert holders(text, 0, "D9") == {1, 2, 3}


def test_the_two_of_diamonds_is_with_the_declarer_it_named() -> None:
    """Rules 5.2."""
    text = "name by 1 hands A.K../..2.3/Q.J../T.9.."
    assert holders(text, 0, "D2", kingFirst="holder2Diamonds") == {1}
    assert holders(f"{text} redealt", 0, "D2", kingFirst="holder2Diamonds") == {1, 2, 3}
    assert holders(text, 0, "D2") == {1, 2, 3}


def test_every_deal_that_fits_has_the_same_chance() -> None:
    """Rules 5.15: six cards to three hands, one of them void."""
    text = "play el by 0 hands 2.3../3.4../4..5./5.6.. trick 0: tricks 0:DA,CA,D2,D3"
    state, rng, seen = position(text), random.Random(5), defaultdict(int)
    for _ in range(6_000):
        seen[game.resample(state, Seat(0), rng).hands] += 1
    assert len(seen) == 60  # C(5,2) for the void hand without the diamond, then 2 of the other four
    assert min(seen.values()) > 60
    assert max(seen.values()) < 145


@pytest.mark.parametrize("seed", range(8))
def test_nobody_holds_what_he_is_said_not_to_hold(seed: int) -> None:
    """Rules 5.5, 5.6: whatever is told of the cards that were played is true of those that were not."""
    rng, told_of = random.Random(seed), 0
    for state in random_states(rng, random_config(rng)):
        if state.phase is Phase.PLAYING:
            barred, _runner = known(state)
            told_of += sum(map(bool, barred))
            assert not any(set(hand) & cards for hand, cards in zip(state.hands, barred, strict=True))
    assert told_of
