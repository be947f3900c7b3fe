"""Nothing hidden reaches a seat: hands, stock, start cards, bluff cards (rules 6.9)."""

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from services.kernel.game import Act, Decide, Lapse, LapseCause, Seat
from services.kernel.refusal import Illegal
from services.pisti import game, wire
from services.pisti.actions import Action, BluffCard
from services.pisti.happenings import Bluffed, GameCounted, HandsDealt, PileTaken
from services.pisti.knowledge import gone
from services.pisti.state import Phase, State, place, won_by
from tests.pisti.inventory import check
from tests.pisti.tables import ANSWERS, act, config, outcome, position, walk

BLUFFS = {"bluff": "on", "jackPisti": "20", "turnSeconds": "30"}


def told(state: State, seat: Seat | None) -> bytes:
    """Everything that goes out about a state to a seat or to a spectator."""
    shown = [
        wire.view_to_proto(game.view(state, seat)).SerializeToString(deterministic=True),
        [wire.happening_to_proto(h).SerializeToString(deterministic=True) for h in game.happenings(state, seat)],
        msgspec.to_builtins(game.score(state)),
        msgspec.to_builtins(game.pending(state)),
        game.allowance(state),
    ]
    if seat is not None:
        shown.append([game.notation.write_action(action) for action in game.legal(state, seat)])
        shown.append(
            [refusal(state, seat, text) for text in ("H9", "SJ", "bluff C2", "bluff DT", "accept", "challenge")]
        )
    return msgspec.msgpack.encode(shown)


def refusal(state: State, seat: Seat, text: str) -> str:
    try:
        game.apply(state, Act(seat, game.notation.read_action(text)))
    except Illegal as refused:
        return f"{refused.reason} {refused.detail}"
    return "accepted"


def states(seed: int, **options: object) -> Iterator[State]:
    for state, _ in walk(random.Random(seed), config(**{**BLUFFS, **options}), lapses=0.1):
        yield state


@pytest.mark.parametrize("seed", range(0, 12, 4))
def test_worlds_that_differ_in_what_is_hidden_look_the_same(seed: int) -> None:
    """Rules 6.9: of bluff cards, accepted bluff cards and start cards, too, and not only of hands."""
    rng = random.Random(seed)
    differed = Counter[str]()
    for state in (state for game_ in range(4) for state in states(seed + game_)):
        for seat in (Seat(0), Seat(1)):
            other = 1 - seat
            world = game.resample(state, seat, rng)
            check(world)
            assert told(world, seat) == told(state, seat)
            if rng.random() < 0.1:  # from all of them the same worlds are drawn
                assert game.resample(state, seat, random.Random(7)) == game.resample(world, seat, random.Random(7))
            assert won_by(world, seat) == won_by(state, seat)
            differed["hand"] += world.sides[other].hand != state.sides[other].hand
            differed["stock"] += world.stock != state.stock
            differed["start"] += world.start != state.start
            differed["sealed"] += world.sealed != state.sealed
            differed["accepted"] += world.sides[other].bluffs != state.sides[other].bluffs
    assert min(differed[name] for name in ("hand", "stock", "start", "sealed", "accepted")) > 3, differed


@pytest.mark.parametrize("seed", range(0, 24, 8))
def test_both_answers_tell_the_same_in_all_worlds_as_far_as_they_may(seed: int) -> None:
    """Rules 6.4, 6.9: after an acceptance nothing tells what the card was; after a challenge only the card does."""
    rng = random.Random(seed)
    accepted = challenged = matched_both = 0
    for state in (state for game_ in range(8) for state in states(seed + game_)):
        if state.phase is not Phase.ANSWERING:
            continue
        answerer = Seat(1 - state.turn)
        worlds = [state, *(game.resample(state, answerer, rng) for _ in range(6))]
        for viewer in (answerer, None):
            after = [told_by_answer(world, answerer, viewer, 0) for world in worlds]
            assert len(set(after)) == 1
        accepted += len({world.sealed for world in worlds}) > 1
        by_card: dict[object, set[bytes]] = {}
        for world in worlds:
            by_card.setdefault(world.sealed, set()).add(told_by_answer(world, answerer, answerer, 1))
        assert all(len(tellings) == 1 for tellings in by_card.values())
        challenged += len(by_card) > 1
        alone = state.single
        assert alone is not None
        matched_both += len({world.sealed is not None and world.sealed.rank == alone.rank for world in worlds}) > 1
    assert accepted
    assert challenged
    assert matched_both


def told_by_answer(state: State, answerer: Seat, viewer: Seat | None, answer: int) -> bytes:
    """What is told after an answer, what the deal or the count that may follow shows left aside."""
    after = game.apply(state, Act[Action](answerer, ANSWERS[answer]))
    if any(isinstance(happening, HandsDealt | GameCounted) for happening in after.happened):
        kept = tuple(h for h in after.happened if not isinstance(h, HandsDealt | GameCounted))
        views = [wire.happening_to_proto(h).SerializeToString(deterministic=True) for h in kept]
        return msgspec.msgpack.encode(views)
    return told(after, viewer)


def test_an_accepted_jack_is_worth_what_any_card_is() -> None:
    """Rules 6.4: 10 also with `jackPisti` 20, in ledger, score and happenings, byte for byte."""
    text = "A {} H2 / B S6 S7 / pile DJ / wonB * / last B"
    tellings = set()
    for card in ("HJ", "H3"):
        state = act(position(text.format(card), **BLUFFS), 0, f"bluff {card}")
        assert game.happenings(state, Seat(1)) == (Bluffed(0),)
        assert game.happenings(state, None) == (Bluffed(0),)
        assert game.happenings(state, Seat(0)) == (Bluffed(0, state.sealed),)
        for event in (Act(Seat(1), ANSWERS[0]), Lapse(Seat(1), LapseCause.TIMEOUT)):
            after = game.apply(state, event)
            lines = msgspec.to_builtins(game.score(after))
            shown = [game.happenings(after, viewer) for viewer in (Seat(1), None)]
            assert card not in repr(shown)
            tellings.add((isinstance(event, Lapse), repr(lines), repr([h.__class__ for h in shown[0]])))
            assert game.score(after).points == (10, 0)
    assert len(tellings) == 2  # the acceptance and the time-out; the card makes no difference


def test_an_accepted_bluff_card_stays_hidden_until_the_count() -> None:
    """Rules 6.4, 6.9: through a whole game neither the other seat nor a spectator sees it; then everybody does."""
    shown = hidden = 0
    for seed in range(40):
        secret: dict[int, set[str]] = {0: set(), 1: set()}
        for state, _ in walk(random.Random(seed), config(**BLUFFS), bluffs=1.0):
            counted = [h for h in state.happened if isinstance(h, GameCounted)]
            if counted:
                for seat in (0, 1):
                    told_now = set(counted[0].count.sides[seat].bluffs)
                    assert secret[seat] <= told_now  # the last card of a game may have been one more
                    shown += len(told_now)
                break
            for seat in (0, 1):
                secret[seat] = {bluff.card for bluff in state.sides[seat].bluffs}
                if secret[seat]:
                    hidden += 1
                    for viewer in (Seat(1 - seat), None):
                        said = repr((game.view(state, viewer), game.happenings(state, viewer)))
                        assert not [card for card in secret[seat] if f"<Card.{card}:" in said]
                    own = repr(game.view(state, Seat(seat)))
                    assert all(f"<Card.{card}:" in own for card in secret[seat])
    assert shown
    assert hidden


def test_the_start_cards_are_for_the_first_capturer_alone() -> None:
    """Rules 6.2, 6.9."""
    state = position("A H9 H2 H3 H4 / B S5 S6 S7 S8 / down C3 C4 C5 / pile D9 / wonB *")
    for viewer in (Seat(0), Seat(1), None):
        assert "Card.C4" not in repr(game.view(state, viewer)).replace(repr(game.view(state, viewer).won), "")
    state = act(state, 0, "H9")
    (_, taken) = game.happenings(state, Seat(0))
    assert isinstance(taken, PileTaken)
    assert [card.value for card in taken.start] == ["C3", "C4", "C5"]
    assert taken.count == 5
    for viewer in (Seat(1), None):
        (_, seen) = game.happenings(state, viewer)
        assert isinstance(seen, PileTaken)
        assert (seen.start, seen.count) == ((), 5)
        assert not game.view(state, viewer).start


def test_a_jack_that_was_put_back_is_no_start_card_in_any_world() -> None:
    """Rules 6.1: everybody saw it go into the stock."""
    rng = random.Random(4)
    met = 0
    for seed in range(120):
        state = game.setup(config())
        draw = random.Random(seed)
        while not isinstance(game.pending(state), Decide):
            state = game.apply(state, outcome(state, draw))
            if state.returned:
                met += 1
                for seat in (Seat(0), Seat(1)):
                    for _ in range(40):
                        world = game.resample(state, seat, rng)
                        assert not set(world.start) & set(world.returned)
                        assert state.phase is not Phase.TURNING or world.stock[0] is state.stock[0]
    assert met


def test_what_a_time_out_tells_of_a_hand_is_true_in_every_world() -> None:
    """Rules 6.8: the rules play the lowest card, so the cards that are left stand higher; a later bluff card, too."""
    state = position("A H5 H9 HJ HA / B S6 S7 S8 S9 / pile D8 / wonB C2 C3 C4 / stock *", **BLUFFS)
    state = game.apply(state, Lapse(Seat(0), LapseCause.TIMEOUT))
    rng = random.Random(1)
    for _ in range(200):
        world = game.resample(state, Seat(1), rng)
        assert all(place(card) > place(state.pile[-1]) for card in world.sides[0].hand)
    played = state.pile[-1]
    state = position("A H9 HJ HA / B S6 S7 S8 / pile D8 / wonB * / last B", **BLUFFS)
    side = msgspec.structs.replace(state.sides[0], floor=place(played))
    state = msgspec.structs.replace(state, sides=(side, state.sides[1]))
    state = act(act(state, 0, "bluff HJ"), 1, "accept")
    deal = msgspec.structs.replace(state.sides[0], floor=0)  # as after another deal
    state = msgspec.structs.replace(state, sides=(deal, state.sides[1]))
    for _ in range(200):
        world = game.resample(state, Seat(1), rng)
        assert all(place(bluff.card) >= place(played) for bluff in world.sides[0].bluffs)


def test_everybody_knows_what_lay_open() -> None:
    """Rules 6.9: open cards are the same for all viewers, and none of them is hidden anywhere."""
    for state in states(3):
        open_cards = gone(state)
        for viewer in (Seat(0), Seat(1), None):
            assert game.view(state, viewer).gone == open_cards
        secret = {bluff.card for side in state.sides for bluff in side.bluffs} | set(state.start)
        assert not secret & set(open_cards)


def test_a_spectator_sees_no_card_that_a_seat_does_not() -> None:
    """Rules 6.9."""
    for state in states(5):
        view = game.view(state, None)
        assert (view.hand, view.won, view.start, view.bluffs, view.sealed) == ((), (), (), (), None)


def test_a_bluff_in_notation_names_its_card_only_in_the_act() -> None:
    """Rules 6.7: what is refused to the other seat names no card of the claimant's."""
    state = position("A H9 H2 / B S6 S7 / pile D9 / wonB * / last B", **BLUFFS)
    after = game.apply(state, Act[Action](Seat(0), BluffCard(state.sides[0].hand[1])))
    for text in ("S6", "bluff S6"):
        with pytest.raises(Illegal) as refused:
            act(after, 1, text)
        assert refused.value.detail == {}
