"""What holds in every match, whatever is dealt, said and played (invariants 4, 6, 9, 14, 16)."""

import random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from services.batak import game
from services.batak.actions import BIDS, PLAYS, Action, PlayCard
from services.batak.happenings import HandEnded, TrickTaken
from services.batak.results import worth
from services.batak.state import Phase, State
from services.kernel.cards import DECK, Card
from services.kernel.game import Act, Config, Over, Seat
from services.kernel.refusal import Illegal
from tests.batak.tables import OPTIONS, config, walk

tables = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()}).map(
    lambda options: config(batakHands=7, **options)
)
seeds = st.integers(0, 2**32)
few = settings(max_examples=12, deadline=None)


@few
@given(tables, seeds)
def test_every_card_is_played_once_and_every_hand_has_thirteen_tricks(table: Config, seed: int) -> None:
    """Invariant 4."""
    played: list[Card] = []
    tricks = hands = 0
    for state in walk(random.Random(seed), table, lapses=0.1):
        for happening in state.happened:
            if isinstance(happening, TrickTaken):
                played += happening.trick.cards
                tricks += 1
            elif isinstance(happening, HandEnded):
                assert sorted(played) == sorted(DECK)
                assert sum(happening.result.won) == 13
                played.clear()
                hands += 1
    assert (hands, tricks) == (7, 7 * 13)


@few
@given(tables, seeds)
def test_a_seats_points_are_the_worth_of_its_bids_and_tricks(table: Config, seed: int) -> None:
    """Invariant 6."""
    state: State | None = None
    for state in walk(random.Random(seed), table):  # noqa: B007
        pass
    assert state is not None
    limit = state.terms.over_limit
    for seat, points in enumerate(game.score(state).points):
        assert points == sum(worth(one.bids[seat], one.won[seat], limit) for one in state.results)


@few
@given(tables, seeds)
def test_what_a_viewer_is_sent_names_no_card_that_is_hidden_from_it(table: Config, seed: int) -> None:
    """Invariant 9: of the cards in a view all lie in the own hand or have been played."""
    rng = random.Random(seed)
    for state in walk(rng, table):
        if state.phase not in (Phase.BID, Phase.PLAY) or rng.random() < 0.8:
            continue
        open_ = {card for trick in (*state.tricks, *((state.trick,) if state.trick else ())) for card in trick.cards}
        last = set(state.last.cards) if state.last else set()
        for viewer in (None, *map(Seat, range(4))):
            view = game.view(state, viewer)
            text = msgspec.json.encode((view, game.happenings(state, viewer))).decode()
            told = {card for card in DECK if f'"{card}"' in text}
            own = set(state.hands[viewer]) if viewer is not None else set()
            assert told == open_ | own | last | _in_happenings(state)
            assert view.hand == (state.hands[viewer] if viewer is not None else ())


def _in_happenings(state: State) -> set[Card]:
    """Cards of a trick that has just been taken are told once more."""
    return {card for one in state.happened if isinstance(one, TrickTaken) for card in one.trick.cards}


@few
@given(tables, seeds)
def test_what_may_be_done_is_exactly_what_is_accepted(table: Config, seed: int) -> None:
    """Invariant 14, and every refusal of a held card names the cards that may be played."""
    rng = random.Random(seed)
    for state in walk(rng, table):
        if state.due is None or rng.random() < 0.8:
            continue
        legal = game.legal(state, state.due)
        assert legal
        attempts: list[Action] = [*rng.sample(list(PLAYS.values()), 8), *rng.sample(BIDS, 2)]
        for action in attempts:
            refused = _refusal(state, action)
            assert (refused is None) == (action in legal)
            if refused is not None and "legal" in refused.detail:
                assert refused.detail["legal"] == " ".join(one.card.sign for one in legal if isinstance(one, PlayCard))


def _refusal(state: State, action: Action) -> Illegal | None:
    assert state.due is not None
    try:
        game.apply(state, Act(state.due, action))
    except Illegal as refused:
        return refused
    return None


@few
@given(tables, seeds)
def test_time_outs_alone_end_every_match(table: Config, seed: int) -> None:
    """Invariant 16."""
    state: State | None = None
    for state in walk(random.Random(seed), table, lapses=1.0):  # noqa: B007
        pass
    assert state is not None
    assert game.pending(state) == Over("played_out")
    assert all(result.bids == (1, 1, 1, 1) for result in state.results)
