"""What holds in every match, and what a position may not be."""

import random
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.kernel.cards import DECK, JACK, Card
from services.kernel.codec import Codec
from services.kernel.game import Act, Chance, Config, Decide, Fate, Lapse, LapseCause, Seat
from services.kernel.meta import BadOption
from services.kernel.refusal import Illegal
from services.pisti import game, wire
from services.pisti.actions import Action, AnswerBluff, BluffCard, PlayCard
from services.pisti.state import Phase, State, place, won_count
from tests.pisti.inventory import check
from tests.pisti.tables import config, position, walk

MANY = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
CODEC = Codec(game)


@st.composite
def tables(draw: st.DrawFn) -> Config:
    return config(
        bluff=draw(st.sampled_from(("off", "on", "on"))),
        jackPisti=draw(st.sampled_from((10, 20))),
        lastCardPisti=draw(st.sampled_from(("counts", "doesNotCount"))),
        pistiTarget=draw(st.sampled_from(("single", "101"))),
    )


@st.composite
def positions(draw: st.DrawFn) -> tuple[State, Config]:
    """A state somewhere in a random match."""
    table = draw(tables())
    wanted = draw(st.integers(0, 70))
    found = game.setup(table)
    for index, (state, _) in enumerate(walk(random.Random(draw(st.integers(0, 10**9))), table, lapses=0.05)):
        found = state
        if index >= wanted:
            break
    return found, table


@given(positions())
@MANY
def test_every_card_is_somewhere(drawn: tuple[State, Config]) -> None:
    """Rules 6.1, invariant 3."""
    check(drawn[0])


def refusal(state: State, seat: Seat, action: Action) -> Illegal | None:
    try:
        game.apply(state, Act[Action](seat, action))
    except Illegal as refused:
        return refused
    return None


@given(positions())
@MANY
def test_exactly_what_is_listed_is_accepted(drawn: tuple[State, Config]) -> None:
    """Rules 6.7: of all 106 actions there are, for both seats; a refusal is declared and changes nothing."""
    state, _ = drawn
    every: list[Action] = [*map(PlayCard, DECK), *map(BluffCard, DECK), AnswerBluff(True), AnswerBluff(False)]
    for seat in (Seat(0), Seat(1)):
        options = game.legal(state, seat)
        before = CODEC.encode_state(state)
        for action in every:
            refused = refusal(state, seat, action)
            assert (refused is None) is (action in options)
            if refused is not None:
                assert all(game.meta.refusal(refused.reason).sentences(refused.detail).values())
        assert CODEC.encode_state(state) == before


@given(positions())
@MANY
def test_a_pile_of_one_card_is_the_only_one_that_can_be_bluffed_on(drawn: tuple[State, Config]) -> None:
    """Rules 6.4."""
    state, table = drawn
    for seat in (Seat(0), Seat(1)):
        bluffs = [action for action in game.legal(state, seat) if isinstance(action, BluffCard)]
        if bluffs:
            view = game.view(state, seat)
            assert (len(view.pile), view.face_down) == (1, 0)
            assert table.options["bluff"] == "on"
            assert {action.card for action in bluffs} == set(view.hand)


@given(positions())
@MANY
def test_a_time_out_plays_the_lowest_card_or_accepts(drawn: tuple[State, Config]) -> None:
    """Rules 6.8."""
    state, _ = drawn
    wait = game.pending(state)
    if not isinstance(wait, Decide):
        return
    (seat,) = wait.seats
    lapsed = game.apply(state, Lapse(seat, LapseCause.TIMEOUT))
    if state.phase is Phase.ANSWERING:
        same = game.apply(state, Act[Action](seat, AnswerBluff(accept=True)))
    else:
        order = [card for rank in (*range(2, 11), 12, 13, 14, 11) for card in DECK if card.rank == rank]
        lowest = min(state.sides[seat].hand, key=order.index)
        same = game.apply(state, Act[Action](seat, PlayCard(lowest)))
    assert game.notation.write_position(lapsed) == game.notation.write_position(same)
    assert game.score(lapsed) == game.score(same)


def test_the_order_of_absent_players_is_that_of_the_book() -> None:
    """Rules 6.8: 2 to 10, queen, king, ace, jack; clubs, diamonds, hearts, spades."""
    order = sorted(DECK, key=place)
    assert [place(card) for card in order] == list(range(1, 53))
    assert order[:5] == [Card.C2, Card.D2, Card.H2, Card.S2, Card.C3]
    assert order[35:37] == [Card.ST, Card.CQ]
    assert [card.rank for card in order[-5:]] == [14, JACK, JACK, JACK, JACK]


@given(positions())
@MANY
def test_states_positions_and_views_come_back(drawn: tuple[State, Config]) -> None:
    state, table = drawn
    assert CODEC.decode_state(CODEC.encode_state(state)) == state
    text = game.notation.write_position(state)
    again = game.notation.read_position(text, table)
    assert game.notation.write_position(again) == text
    decisive = ("phase", "dealer", "turn", "pile", "start", "start_seat", "stock", "sealed", "last_capturer", "lines")
    assert [getattr(again, name) for name in decisive] == [getattr(state, name) for name in decisive]
    assert [side.hand for side in again.sides] == [side.hand for side in state.sides]
    for viewer in (None, Seat(0), Seat(1)):
        view = game.view(state, viewer)
        assert wire.view_from_proto(wire.view_to_proto(view)) == view


@given(st.integers(0, 10**9), tables())
@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
def test_a_game_has_48_cards_and_its_points_add_up(seed: int, table: Config) -> None:
    """Rules 6.5: cards are worth 13, and 3 more unless they are equal or nobody captured."""
    cards, before = 0, None
    for state, event in walk(random.Random(seed), table, lapses=0.05):
        cards += isinstance(event, Lapse) or (isinstance(event, Act) and not isinstance(event.action, AnswerBluff))
        cards -= isinstance(event, Lapse) and before is not None and before.phase is Phase.ANSWERING
        if len(state.match.games) == 1:
            break
        before = state
    assert cards == 48
    count = state.match.count
    assert count is not None
    items = sum(side.total - side.pisti for side in count.sides)
    captured = [len(side.cards) for side in count.sides]
    assert sum(captured) in (0, 52)
    assert items == (0 if not sum(captured) else 13 if captured[0] == 26 else 16)
    points = game.score(state).points
    assert points[0] + points[1] == items + sum(side.pisti for side in count.sides)


def test_the_deal_alternates_and_totals_are_added_until_they_differ_at_the_target() -> None:
    """Rules 6.1, 6.5."""
    dealers: list[int] = []
    for state, _ in walk(random.Random(11), config(pistiTarget=101)):
        if state.phase is Phase.PLAYING and len(dealers) < state.match.number:
            dealers.append(state.dealer)
    assert len(dealers) > 2
    assert all(one != other for one, other in pairwise(dealers))
    score = game.score(state)
    assert max(score.points) >= 101
    assert all(
        max(sum(result.points[seat] for result in score.games[:played]) for seat in (0, 1)) < 101
        for played in range(len(score.games))
    )
    assert score.places == ((1, 2) if score.winners == (0,) else (2, 1))


@pytest.mark.parametrize("outcome", [(), (0,), (3,), (1, 2)])
def test_an_outcome_that_was_not_asked_for_is_a_fault_of_the_house(outcome: tuple[int, ...]) -> None:
    """Rules 0.8."""
    state = game.setup(config())
    with pytest.raises(ValueError, match="is not one of two seats"):
        game.apply(state, Fate(outcome))
    state = game.apply(state, Fate((1,)))
    assert isinstance(game.pending(state), Chance)
    with pytest.raises(ValueError, match="is not an order of 52 cards"):
        game.apply(state, Fate((*outcome, *range(51))[:52]))
    playing = position("A H9 H2 / B S6 S7 / pile D9 / wonB * / last B")
    with pytest.raises(ValueError, match="nothing is asked for"):
        game.apply(playing, Fate((1,)))


def test_nobody_acts_while_cards_are_dealt_and_no_stranger_ever() -> None:
    """Rules 6.7."""
    state = game.setup(config())
    for seat, reason in ((0, "WRONG_PHASE"), (1, "WRONG_PHASE"), (2, "NOT_YOUR_TURN")):
        with pytest.raises(Illegal) as refused:
            game.apply(state, Act[Action](Seat(seat), PlayCard(Card.H9)))
        assert refused.value.reason == reason
    playing = position("A H9 H2 / B S6 S7 / pile D9 / wonB * / last B")
    with pytest.raises(Illegal):
        game.apply(playing, Lapse(Seat(1), LapseCause.TIMEOUT))
    assert game.allowance(playing) == 60_000
    assert game.allowance(state) is None
    assert game.allowance(position("A H9 / B S6 / pile D9 / wonB *", turnSeconds="none")) is None


@pytest.mark.parametrize("options", [{"pistiTarget": "51"}, {"jackPisti": "15"}, {"bluff": "yes"}, {"koz": "maça"}])
def test_an_option_that_is_not_one_is_refused(options: dict[str, str]) -> None:
    """Rules 6.10."""
    with pytest.raises(BadOption):
        game.meta.resolve(options)


BASE = "A H9 H2 / B S6 S7 / pile D9 / wonB * / last B"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("A H9 / B S6 / pile D9", "lie nowhere"),
        ("A H9 * / B S6 / wonB *", "can only stand once"),
        ("A H9 / B H9 / wonB *", "cannot lie in two places"),
        ("A H9 H2 H3 / B S6 / wonB *", "the other must hold 1 or 0"),
        ("A H9 / B S6 / stock D2 D3 / wonB *", "not a number of deals"),
        ("A - / B - / wonB *", "somebody must hold a card"),
        ("A H9 / B S6 S7 / pile D9 D8 / sealed H3 / wonB *", "exactly one card"),
        ("A H9 / B S6 / down D9 / wonB *", "3 start cards"),
        (f"{BASE} / last A", "stands twice"),
        (f"{BASE} / elsewhere D2", "is not one of"),
        (f"{BASE} / dealer C", "dealer C: write A or B"),
        (f"{BASE} / dealer AB", "dealer AB: write A or B"),
        (f"{BASE} / points 3", "write them like 35-20"),
        (f"{BASE} / game 0", "from 1"),
        (f"{BASE} / lines A:LUCK", "and one of PISTI"),
        (f"{BASE} / over lost A", "write one of counted, left"),
        ("turning / down C3 C4 C5 / stock *", "a jack on top"),
        ("A 99 / B S6 / wonB *", "is no card"),
    ],
)
def test_a_position_that_cannot_be_is_explained(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        position(text)


@pytest.mark.parametrize("text", ["", "H1", "bluff", "bluff H1", "take", "acceptance"])
def test_an_act_that_cannot_be_read_is_explained(text: str) -> None:
    with pytest.raises(ValueError, match="an act is a card such as H9"):
        game.notation.read_action(text)


def test_whoever_left_early_gets_no_count_and_shows_nothing() -> None:
    """Rules 6.8, 6.9."""
    state = position("A H2 / B S6 / pile S7 / wonA D9 / bluffsA H3 / wonB * / last A", bluff="on")
    state = game.apply(state, Lapse(Seat(0), LapseCause.LEFT))
    view = game.view(state, Seat(1))
    assert view.phase == "over"
    assert view.count is None
    assert "Card.H3" not in repr(view)
    assert game.score(state).winners == (1,)
    assert won_count(state, 0) == 2
