"""Moderators' orders: what can follow what, and what a record with them proves (decision 0023)."""

from collections.abc import Sequence

import msgspec
import pytest

from services.kernel import fairness, record
from services.kernel.codec import Codec
from services.kernel.meta import ENDED, VOID
from services.kernel.orders import Order, OrderKind, Orders
from services.kernel.record import Commit, Record
from services.kernel.refusal import Illegal
from services.kernel.score import LedgerLine, Score, standing, voided
from services.kernel.seating import Kind, Occupy, Seating, Sitter
from tests.kernel.test_chance import GAME, a_record

FREEZE, THAW, REWIND, STOP, END = (
    Order(OrderKind.FREEZE, "bakıyoruz", at_ms=500),
    Order(OrderKind.THAW, "buyurun", stopped_ms=4_000, at_ms=500),
    Order(OrderKind.REWIND, "yanlış", back_to=1, stopped_ms=900),
    Order(OrderKind.VOID, "bozuldu"),
    Order(OrderKind.END, "bitti"),
)
DECODER = msgspec.json.Decoder(Codec.events_type(GAME))


def after(*orders: Order) -> Orders:
    """What holds after these orders, from version 5 on."""
    held = Orders()
    for version, order in enumerate(orders, start=5):
        held = held.after(order, version)
    return held


def test_what_holds_after_orders() -> None:
    assert (after(FREEZE).held, after(FREEZE).held_at_ms) == (True, 500)
    assert (after(FREEZE, THAW).held, after(FREEZE, THAW).stopped_ms) == (False, 4_000)
    rewound = after(FREEZE, REWIND)
    assert (rewound.held, rewound.held_at_ms, rewound.stopped_ms) == (True, 0, 0)  # the thaw will say how long
    assert after(REWIND).stopped_ms == 900
    assert [after(FREEZE, order).end for order in (STOP, END)] == [VOID, ENDED]
    assert not after(FREEZE, STOP).held
    assert (after(FREEZE, THAW).last, after(FREEZE, THAW).version) == (THAW, 6)


@pytest.mark.parametrize(
    ("orders", "reason"),
    [
        ((FREEZE, FREEZE), "ALREADY_FROZEN"),
        ((THAW,), "NOT_FROZEN"),
        ((REWIND, msgspec.structs.replace(REWIND, back_to=5)), "NO_SUCH_VERSION"),
        ((msgspec.structs.replace(REWIND, back_to=-1),), "NO_SUCH_VERSION"),
        *(((end, order), "MATCH_OVER") for end in (STOP, END) for order in (FREEZE, THAW, REWIND, STOP, END)),
    ],
)
def test_what_cannot_follow(orders: Sequence[Order], reason: str) -> None:
    with pytest.raises(Illegal) as refused:
        after(*orders)
    assert refused.value.reason == reason


def test_who_sits_at_a_match_that_was_ended_stays_as_he_was() -> None:
    seating = Seating(seats=(Sitter("players/a", "A", ""), Sitter("players/b", "B", "")))
    over = seating.ordered(STOP, 5)
    for event in (Occupy(Kind.AWAY, seat=0), Occupy(Kind.LEFT, seat=0), Occupy(Kind.VOID)):
        with pytest.raises(Illegal, match="MATCH_OVER"):
            over.after(event, 6)
    with pytest.raises(Illegal, match="MATCH_OVER"):
        seating.broken_up().ordered(FREEZE, 6)
    assert (seating.end, over.end, seating.broken_up().end) == ("", VOID, VOID)


@pytest.mark.parametrize(
    ("points", "teams", "fewest", "winners", "places"),
    [
        ((3, 5, 5, 1), (), False, (1, 2), (3, 1, 1, 4)),
        ((3, 5, 5, 1), (), True, (3,), (2, 3, 3, 1)),
        ((3, 5, 5, 1), ((0, 2), (1, 3)), False, (0, 2), (1, 3, 1, 3)),
        ((3, 5, 5, 7), ((0, 2), (1, 3)), True, (0, 2), (1, 3, 1, 3)),
        ((4, 4), (), False, (), (1, 1)),
    ],
)
def test_who_is_ahead_has_won_a_match_that_was_ended(
    points: tuple[int, ...],
    teams: tuple[tuple[int, ...], ...],
    fewest: bool,
    winners: tuple[int, ...],
    places: tuple[int, ...],
) -> None:
    score = Score(points, ledger=tuple(LedgerLine(seat, won, "X", "1") for seat, won in enumerate(points)))
    alone = tuple((seat,) for seat in range(len(points)))
    ended = standing(score, teams or alone, fewest_win=fewest)
    assert (ended.winners, ended.places) == (winners, places)
    assert (ended.points, ended.ledger) == (score.points, score.ledger)
    assert voided(ended) == score


# -- records ----------------------------------------------------------------------------------------------------------


def written(*commits: Commit | Order) -> tuple[Commit, ...]:
    """These commits one after the other; an order is one of its own."""
    events = [record.encode_events((one,)) if isinstance(one, Order) else one.events for one in commits]
    return tuple(Commit(version=number, at_ms=0, events=of) for number, of in enumerate(events, start=1))


def with_orders(*commits: Commit | Order) -> Record:
    return msgspec.structs.replace(a_record(), commits=written(*commits))


HONEST = a_record()
DEALT, *ACTS = HONEST.commits


def test_a_record_with_orders_proves_itself() -> None:
    found = with_orders(DEALT, *ACTS[:3], FREEZE, REWIND, THAW, *ACTS)
    read = record.read(record.write(found))
    verdict = record.verify(read, GAME)
    assert verdict.problems == ()
    assert verdict.orders == ((5, FREEZE), (6, REWIND), (7, THAW))
    assert verdict.outcomes == record.verify(HONEST, GAME).outcomes
    assert [*record.played(read, DECODER)] == [*record.played(HONEST, DECODER)]
    assert len([*record.replayed(read, GAME)]) == len([*record.replayed(HONEST, GAME)]) + 3
    assert fairness.counts(read, GAME) == fairness.counts(HONEST, GAME)


def test_what_was_taken_back_can_be_gone_back_to() -> None:
    again = msgspec.structs.replace(REWIND, back_to=3)
    found = with_orders(DEALT, *ACTS[:2], REWIND, ACTS[0], again, *ACTS[2:])
    assert record.verify(found, GAME).problems == ()
    assert [*record.played(found, DECODER)] == [*record.played(HONEST, DECODER)]


def test_records_that_orders_do_not_make_right() -> None:
    dealt_again = msgspec.structs.replace(REWIND, back_to=0)
    far = msgspec.structs.replace(REWIND, back_to=3)
    forged = {
        "had been frozen": with_orders(DEALT, FREEZE, *ACTS),
        "NOT_FROZEN": with_orders(DEALT, THAW, *ACTS),
        "NO_SUCH_VERSION": with_orders(DEALT, ACTS[0], ACTS[1], far, *ACTS[2:]),
        "goes back to 9": with_orders(DEALT, msgspec.structs.replace(REWIND, back_to=9), *ACTS),
        "had been broken up": with_orders(DEALT, STOP, *ACTS),
        "MATCH_OVER": with_orders(DEALT, STOP, END),
        "the match ended by void": with_orders(DEALT, STOP),
        # What was dealt once is never dealt again: its numbers are used up.
        "the secret gives": msgspec.structs.replace(HONEST, commits=_dealt_twice(dealt_again)),
    }
    for said, lie in forged.items():
        problems = " / ".join(record.verify(lie, GAME).problems)
        assert said in problems, (said, problems)


def _dealt_twice(back: Order) -> tuple[Commit, ...]:
    fates = DECODER.decode(DEALT.events)
    rewound = Commit(version=0, at_ms=0, events=record.encode_events((back, *fates)))
    return written(DEALT, rewound, *ACTS)
