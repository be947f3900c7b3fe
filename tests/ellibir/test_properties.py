"""What holds in every match, whatever is dealt and done (invariants 2, 9, 13-16)."""

import random
from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.ellibir import game
from services.ellibir.actions import Action, Group, Open, TakeAndOpen
from services.ellibir.cards import PACK, Piece
from services.ellibir.happenings import Fined, HandOpened, Happening, RoundEnded, WrongOpening
from services.ellibir.results import Ending
from services.ellibir.state import Phase, State
from services.kernel.game import Over, Seat
from services.kernel.melds import Kind
from services.kernel.refusal import Illegal
from tests.ellibir.inventory import check
from tests.ellibir.tables import outcome_of, random_config, walk

seeds = st.integers(0, 2**32)
sizes = st.sampled_from([2, 3, 4])
few = settings(max_examples=15, deadline=None)


@few
@given(seeds, sizes)
def test_no_card_is_lost_and_everybody_keeps_one_to_discard(seed: int, players: int) -> None:
    """Invariants 2 and 15; rules 9.1."""
    rng = random.Random(seed)
    for state in walk(rng, random_config(rng, elliBirPlayers=players, elliBirRounds=3), lapses=0.05):
        check(state)


@few
@given(seeds, sizes)
def test_the_ledger_is_the_rounds_the_fines_and_at_the_end_marks_and_stars(seed: int, players: int) -> None:
    """Rules 9.14, invariant 13: every penalty has a cause, a seat and an amount."""
    rng = random.Random(seed)
    written = [0] * players
    for state in walk(rng, random_config(rng, elliBirPlayers=players, elliBirRounds=3), lapses=0.05):
        last = state
        for happening in state.happened:
            if isinstance(happening, Fined | WrongOpening):
                written[happening.line.seat] += happening.line.points
                assert happening.line.points == 50
            elif isinstance(happening, RoundEnded):
                written = [had + got for had, got in zip(written, happening.last.result.points, strict=True)]
        if state.phase is not Phase.OVER:
            assert list(game.score(state).points) == written
    ended = Counter(result.finisher for result in last.results)
    assert list(game.score(last).points) == [
        points - 100 * (ended[seat] + last.stars[seat]) for seat, points in enumerate(written)
    ]
    assert len(last.results) == 3
    assert all(result.ending is not Ending.REPEATED for result in last.results)


@few
@given(seeds, sizes)
def test_a_round_has_one_finisher_at_most_who_writes_nothing(seed: int, players: int) -> None:
    """Rules 9.9, 9.10."""
    rng = random.Random(seed)
    for state in walk(rng, random_config(rng, elliBirPlayers=players, elliBirRounds=3)):
        for happening in state.happened:
            if isinstance(happening, RoundEnded):
                result, hands = happening.last.result, happening.last.hands
                empty = [seat for seat, hand in enumerate(hands) if not hand]
                assert empty == ([] if result.finisher is None else [result.finisher])
                assert all(result.points[seat] == 0 for seat in empty)
                assert (result.ending is Ending.FINISHED) == bool(empty)


@few
@given(seeds, sizes)
def test_an_opening_is_worth_the_threshold_or_goes_out_or_is_of_pairs(seed: int, players: int) -> None:
    """Rules 9.5, 9.12."""
    rng = random.Random(seed)
    table = random_config(rng, elliBirPlayers=players, elliBirRounds=3)
    before: State | None = None
    for state in walk(rng, table, skill=0.9):
        for happening in state.happened:
            if isinstance(happening, HandOpened) and before is not None:
                kinds = Counter(meld.kind for meld in happening.melds)
                if happening.pairs:
                    assert (kinds[Kind.PAIR], sum(kinds.values()) - kinds[Kind.PAIR]) in {
                        *((4, 1), (5, 1), (6, 0), (7, 0)),
                        *(((5, 0),) if state.terms.lenient else ()),
                    }
                else:
                    assert happening.finishing or happening.value >= before.need
                    assert Kind.PAIR not in kinds
        before = state


@few
@given(seeds, sizes)
def test_what_a_viewer_is_sent_names_no_card_that_is_hidden_from_it(seed: int, players: int) -> None:
    """Invariant 9: no view has more of any card than lies open, is known, or is in the own hand."""
    rng = random.Random(seed)
    for state in walk(rng, random_config(rng, elliBirPlayers=players, elliBirRounds=1)):
        if not state.in_round or rng.random() < 0.7:
            continue
        for viewer in (None, *map(Seat, range(players))):
            view = game.view(state, viewer)
            hidden = msgspec.structs.replace(
                view, hand=(), drawn=None, bottom=None, discards=(), melds=(), last=None, seats=()
            )
            assert not _cards(msgspec.to_builtins(hidden))
            own = () if viewer is None else state.players[viewer].hand
            assert view.hand == own
            assert view.drawn is None or viewer == state.due


def _cards(plain: object) -> list[str]:
    """Every card that is named somewhere in plain data."""
    if isinstance(plain, dict):
        return [card for value in plain.values() for card in _cards(value)]
    if isinstance(plain, list | tuple):
        return [card for value in plain for card in _cards(value)]
    return [plain] if isinstance(plain, str) and plain in set(Piece) else []


@few
@given(seeds, sizes)
def test_a_refused_act_changes_nothing_and_what_is_accepted_is_in_the_options(seed: int, players: int) -> None:
    """Invariant 14, with groups by chance."""
    _wrong_openings(seed, players)


def test_most_groups_by_chance_are_wrong_openings_which_cost_fifty() -> None:
    assert sum(_wrong_openings(seed, players) for seed, players in ((1, 2), (2, 3), (3, 4))) > 10


def _wrong_openings(seed: int, players: int) -> int:
    """Tries groups by chance throughout a match; how many of them were accepted as wrong openings."""
    rng = random.Random(seed)
    wrong = 0
    for state in walk(rng, random_config(rng, elliBirPlayers=players, elliBirRounds=1)):
        if state.due is None or rng.random() < 0.8:
            continue
        for _ in range(3):
            action = _by_chance(state, rng)
            before = game.notation.write_position(state)
            after = outcome_of(state, state.due, action)
            assert (action in game.legal(state, state.due)) is not isinstance(after, Illegal)
            if isinstance(after, Illegal):
                assert all(game.meta.refusal(after.reason).sentences(after.detail).values())
            else:
                fouled = any(isinstance(one, WrongOpening) for one in after.happened)
                wrong += fouled
                if fouled:
                    assert after.phase is state.phase
                    assert after.players == state.players
                    assert game.score(after).points[state.due] == game.score(state).points[state.due] + 50
            assert game.notation.write_position(state) == before
    return wrong


def _by_chance(state: State, rng: random.Random) -> Action:
    assert state.due is not None
    hand = list(state.players[state.due].hand)
    if state.phase is Phase.DRAW and state.discard is not None:
        hand.append(state.discard.card)
    rng.shuffle(hand)
    sizes = [rng.randint(2, 4) for _ in range(rng.randint(1, 3))]
    groups = tuple(Group(rng.choice(list(Kind)), tuple(hand.pop() for _ in range(size) if hand)) for size in sizes)
    return TakeAndOpen(groups) if state.phase is Phase.DRAW else Open(groups)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_time_outs_alone_end_every_round_and_the_match_where_repeats_are_limited(players: int) -> None:
    """Invariant 16; rules 9.9, 9.16."""
    rng = random.Random(players)
    ends: list[Happening] = []
    for state in walk(rng, random_config(rng, elliBirPlayers=players, elliBirRounds=3, repeatLimit=2), lapses=1.0):
        last = state
        ends += [one for one in state.happened if isinstance(one, RoundEnded)]
    assert game.pending(last) == Over("played_out")
    assert len(ends) == 3 * (2 + 1)
    assert game.score(last).points == (300,) * players
    assert len(PACK) == 106


def test_every_kind_of_act_and_of_end_comes_up_in_matches_by_chance() -> None:
    """So that the properties above are properties of all of them."""
    acts: set[str] = set()
    ends: set[Ending] = set()
    for seed in range(14):
        rng = random.Random(seed)
        for state in walk(rng, random_config(rng, elliBirRounds=3), skill=0.4):
            acts |= {type(one).__name__ for one in state.happened}
            ends |= {one.last.result.ending for one in state.happened if isinstance(one, RoundEnded)}
    everything = {kind.__name__ for kind in Happening.__args__}
    assert everything - acts <= {"StarWon", "WrongOpening"}
    assert ends == set(Ending)
