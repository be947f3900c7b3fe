"""What every family must hold, whatever its rules: one suite over the registry, the toy included."""

import importlib
import importlib.util
import random
from collections import Counter, deque
from typing import Any

import msgspec
import pytest

from services.kernel.codec import Codec
from services.kernel.game import Act, Chance, Config, Decide, Fate, Lapse, LapseCause, Over, Seat, Shuffle
from services.kernel.refusal import Illegal
from services.kernel.registry import Family
from tests.conformance.play import AnyGame, Step, random_options, shorter, steps
from tests.conftest import every_family

SEEDS = range(6)
FAMILIES = every_family()
every_family_and_seed = pytest.mark.parametrize(
    ("family", "seed"), [pytest.param(f, s, id=f"{f.slug}-{s}") for f in FAMILIES.values() for s in SEEDS]
)


def a_table(family: Family, seed: int) -> dict[str, str]:
    """Random options, with the shortest match."""
    return shorter(family.game, random_options(family.game, random.Random(seed)))


def a_match(family: Family, seed: int, *, lapses: float = 0.05) -> list[Step]:
    return list(steps(family.game, a_table(family, seed), random.Random(seed), lapses=lapses))


def seats(family: Family, seed: int) -> list[Seat]:
    """The seats of the table at which `a_match` is played."""
    return [Seat(seat) for seat in range(family.game.meta.seats_for(a_table(family, seed)))]


@every_family_and_seed
def test_a_match_ends_and_its_end_is_one_the_family_declared(family: Family, seed: int) -> None:
    game = family.game
    end = game.pending(a_match(family, seed)[-1].after)
    assert isinstance(end, Over)
    assert end.cause in {cause.cause for cause in game.meta.end_causes}


@every_family_and_seed
def test_the_same_events_always_make_the_same_match(family: Family, seed: int) -> None:
    game, codec = family.game, Codec(family.game)
    rng = random.Random(seed)
    options = shorter(game, random_options(game, rng))
    match = list(steps(game, options, rng, lapses=0.05))
    journal = codec.encode_events(tuple(step.event for step in match))
    state = game.setup(Config(options=options))
    for event in codec.decode_events(journal):
        state = game.apply(state, event)
    assert codec.encode_state(state) == codec.encode_state(match[-1].after)


@every_family_and_seed
def test_applying_an_event_leaves_the_state_before_it_as_it_was(family: Family, seed: int) -> None:
    codec = Codec(family.game)
    for step in a_match(family, seed):
        was = codec.encode_state(step.before)
        family.game.apply(step.before, step.event)
        assert codec.encode_state(step.before) == was


@every_family_and_seed
def test_states_survive_the_codec(family: Family, seed: int) -> None:
    codec = Codec(family.game)
    for step in a_match(family, seed):
        assert codec.decode_state(codec.encode_state(step.after)) == step.after


@every_family_and_seed
def test_exactly_the_due_seats_have_something_to_do(family: Family, seed: int) -> None:
    game = family.game
    for step in a_match(family, seed):
        wait = game.pending(step.before)
        if isinstance(wait, Decide):
            assert wait.seats
            assert all(len(game.legal(step.before, seat)) for seat in wait.seats)
        else:
            outcome_is_due = isinstance(wait, Chance)
            assert outcome_is_due == isinstance(step.event, Fate)


@every_family_and_seed
def test_what_is_listed_as_legal_is_accepted(family: Family, seed: int) -> None:
    game = family.game
    rng = random.Random(seed)
    for step in a_match(family, seed):
        for seat in seats(family, seed):
            options = game.legal(step.before, seat)
            listed = list(options)
            assert len(options) == len(listed)
            for action in rng.sample(listed, min(4, len(listed))):
                assert action in options
                game.apply(step.before, Act(seat=seat, action=action))


@every_family_and_seed
def test_what_is_accepted_is_legal_and_a_refusal_is_declared_and_changes_nothing(family: Family, seed: int) -> None:
    """Tries actions of other moments and other seats: `in` and `apply` must always agree."""
    game, codec = family.game, Codec(family.game)
    rng = random.Random(seed)
    others: deque[Any] = deque(maxlen=400)
    accepted = refused = 0
    for step in a_match(family, seed):
        for seat in seats(family, seed):
            options = game.legal(step.before, seat)
            for action in rng.sample(list(others), min(5, len(others))):
                was = codec.encode_state(step.before)
                try:
                    game.apply(step.before, Act(seat=seat, action=action))
                except Illegal as refusal:
                    refused += 1
                    assert action not in options
                    sentences = game.meta.refusal(refusal.reason).sentences(refusal.detail)
                    assert all(sentences.values())
                    assert codec.encode_state(step.before) == was
                else:
                    accepted += 1
                    assert action in options
            others.extend(rng.sample(list(options), min(3, len(options))))
    assert refused
    assert accepted


@every_family_and_seed
def test_positions_and_actions_can_be_written_down_and_read_again(family: Family, seed: int) -> None:
    game, rng = family.game, random.Random(seed)
    options = shorter(game, random_options(game, rng))
    config = Config(options=options)
    for step in steps(game, options, rng):
        text = game.notation.write_position(step.before)
        again = game.notation.read_position(text, config)
        assert game.notation.write_position(again) == text
        assert game.pending(again) == game.pending(step.before)
        assert game.score(again).points == game.score(step.before).points
        for seat in seats(family, seed):
            assert list(game.legal(again, seat)) == list(game.legal(step.before, seat)), text
        if isinstance(step.event, Act):
            written = game.notation.write_action(step.event.action)
            assert game.notation.read_action(written) == step.event.action


@every_family_and_seed
def test_views_actions_and_happenings_go_over_the_wire(family: Family, seed: int) -> None:
    game, wire = family.game, family.module("wire")
    for step in a_match(family, seed):
        for viewer in [None, *seats(family, seed)]:
            view = game.view(step.after, viewer)
            message = wire.view_to_proto(view)
            assert wire.view_from_proto(type(message).FromString(message.SerializeToString())) == view
            for happening in game.happenings(step.after, viewer):
                assert wire.happening_to_proto(happening).SerializeToString()
        if isinstance(step.event, Act):
            message = wire.action_to_proto(step.event.action)
            assert wire.action_from_proto(type(message).FromString(message.SerializeToString())) == step.event.action


@every_family_and_seed
def test_the_ledger_explains_the_points_and_only_grows(family: Family, seed: int) -> None:
    game = family.game
    for step in a_match(family, seed):
        before, after = game.score(step.before), game.score(step.after)
        assert after.ledger[: len(before.ledger)] == before.ledger
        explained = Counter[int]()
        for line in after.ledger:
            explained[line.seat] += line.points
        assert after.points == tuple(explained[seat] for seat in seats(family, seed))
        over = isinstance(game.pending(step.after), Over)
        assert len(after.places) == (len(seats(family, seed)) if over else 0)
        assert over or not after.winners
        assert all(after.places[seat] == 1 for seat in after.winners)


@every_family_and_seed
def test_where_points_are_penalties_the_lowest_total_wins(family: Family, seed: int) -> None:
    game = family.game
    table = a_table(family, seed)
    score = game.score(a_match(family, seed)[-1].after)
    totals = {team: sum(score.points[seat] for seat in team) for team in game.meta.teams_for(table)}
    if game.meta.fewest_win:
        assert all(totals[team] == min(totals.values()) for team in totals if set(team) & set(score.winners))
    elif score.winners and len(set(totals.values())) > 1:
        assert not all(totals[team] == min(totals.values()) for team in totals if set(team) & set(score.winners))


@every_family_and_seed
def test_whoever_lets_the_time_run_out_never_stops_the_match(family: Family, seed: int) -> None:
    """Rules, invariant 16: time-outs alone end every match."""
    game = family.game
    match = a_match(family, seed, lapses=1.0)
    assert isinstance(game.pending(match[-1].after), Over)


@every_family_and_seed
def test_leaving_ends_the_match_at_any_time_or_is_nothing_that_the_rules_know(family: Family, seed: int) -> None:
    game = family.game
    ends = game.meta.leave_ends(a_table(family, seed))
    for step in a_match(family, seed)[::7]:
        if isinstance(game.pending(step.before), Decide):
            for seat in seats(family, seed):
                leaving = Lapse(seat=seat, cause=LapseCause.LEFT)
                if ends:
                    after = game.apply(step.before, leaving)
                    assert isinstance(game.pending(after), Over)
                    assert seat not in game.score(after).winners
                    game.view(after, None)
                else:
                    with pytest.raises(ValueError, match="is played on"):
                        game.apply(step.before, leaving)


@every_family_and_seed
def test_simultaneous_decisions_may_come_in_any_order(family: Family, seed: int) -> None:
    game, codec, rng = family.game, Codec(family.game), random.Random(seed)
    for step in a_match(family, seed):
        wait = game.pending(step.before)
        if isinstance(wait, Decide) and len(wait.seats) > 1:
            one, other = rng.sample(sorted(wait.seats), 2)
            acts = [Act(seat=s, action=rng.choice(list(game.legal(step.before, s)))) for s in (one, other)]
            ends = []
            for order in (acts, acts[::-1]):
                state = step.before
                for act in order:
                    state = game.apply(state, act)
                ends.append(game.notation.write_position(state))
            assert ends[0] == ends[1]
    assert codec


@every_family_and_seed
def test_nothing_is_lost_from_the_table(family: Family, seed: int) -> None:
    """A family says in `tests/<family>/inventory.py` what it counts; the count is the same in every state of a game."""
    name = f"tests.{family.slug if family.package.startswith('services.') else 'toy'}.inventory"
    if not importlib.util.find_spec(name):
        pytest.fail(f"{name} is missing: what is conserved in {family.slug}?")
    check = importlib.import_module(name).check
    for step in a_match(family, seed):
        check(step.after)


def what_a_seat_is_told(game: AnyGame, wire: Any, state: Any, seat: Seat, attempts: list[Any]) -> bytes:
    """Everything that goes out to a seat about a state, as bytes: view, options, happenings, refusals."""
    refusals = []
    for action in attempts:
        try:
            game.apply(state, Act(seat=seat, action=action))
            refusals.append("accepted")
        except Illegal as refusal:
            refusals.append(f"{refusal.reason} {refusal.detail}")
    return msgspec.msgpack.encode(
        [
            wire.view_to_proto(game.view(state, seat)).SerializeToString(deterministic=True),
            [wire.action_to_proto(a).SerializeToString(deterministic=True) for a in game.legal(state, seat)],
            [wire.happening_to_proto(h).SerializeToString(deterministic=True) for h in game.happenings(state, seat)],
            game.notation.write_action(attempts[0]) if attempts else "",
            refusals,
            game.allowance(state),
            str(sorted(game.pending(state).seats)) if isinstance(game.pending(state), Decide) else "",
            msgspec.to_builtins(game.score(state)),
        ]
    )


@every_family_and_seed
def test_two_worlds_that_a_seat_cannot_tell_apart_look_the_same_to_it(family: Family, seed: int) -> None:
    """Worlds that differ only in what a seat cannot see give byte-identical views, options, refusals and happenings."""
    game, wire, codec, rng = family.game, family.module("wire"), Codec(family.game), random.Random(seed)
    pool: deque[Any] = deque(maxlen=200)
    differed = shuffles = 0
    for step in a_match(family, seed):
        wait = game.pending(step.before)
        shuffles += isinstance(wait, Chance) and isinstance(wait.request, Shuffle)
        if isinstance(step.event, Act):
            pool.append(step.event.action)
        attempts = rng.sample(list(pool), min(6, len(pool)))
        for seat in seats(family, seed):
            told = what_a_seat_is_told(game, wire, step.after, seat, attempts)
            for _ in range(2):
                other = game.resample(step.after, seat, rng)
                differed += codec.encode_state(other) != codec.encode_state(step.after)
                assert what_a_seat_is_told(game, wire, other, seat, attempts) == told
    assert bool(shuffles) <= bool(differed), (
        "what is shuffled is hidden; a suite in which no world differs shows nothing"
    )


@every_family_and_seed
def test_the_past_of_another_world_looks_the_same_too(family: Family, seed: int) -> None:
    """History resampled: from a world that a seat cannot tell apart, what it does itself is told to it in one way."""
    game, wire, rng = family.game, family.module("wire"), random.Random(seed)
    for step in a_match(family, seed):
        event = step.event
        wait = game.pending(step.before)
        if not isinstance(event, Act) or not isinstance(wait, Decide) or len(wait.seats) < 2:
            continue
        # The others have yet to decide, so nothing hidden comes to light by this act.
        other = game.resample(step.before, event.seat, rng)
        after = game.apply(other, event)
        assert what_a_seat_is_told(game, wire, after, event.seat, []) == what_a_seat_is_told(
            game, wire, step.after, event.seat, []
        )
