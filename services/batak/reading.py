"""Positions read from text, and checked: whatever is read can be played on."""

from collections.abc import Callable
from typing import Final, TypeVar

from services.batak.actions import MOST
from services.batak.play import TRUMP
from services.batak.results import HandResult
from services.batak.state import NO_BIDS, NO_CARDS, NOTHING, Phase, State
from services.batak.terms import Terms
from services.kernel.cards import Card, read_card, read_hand
from services.kernel.game import Seat
from services.kernel.tricks import SEATS, Trick, seat_after

T = TypeVar("T")
D = TypeVar("D")

_FLAG: Final = "broken"
_NAMES: Final = ("dealer", "cards", "bids", "won", "trick", "tricks", "rules", "sheet", "last")


class Words:
    """The words of a position with their values. Raises `ValueError` for a word that means nothing here."""

    def __init__(self, text: str) -> None:
        words = text.split()
        if not words or words[0] not in set(Phase):
            raise ValueError(f"{text!r}: a position begins with {', '.join(Phase)}")
        self.phase = Phase(words[0])
        self.broken = _FLAG in words
        rest = [word for word in words[1:] if word != _FLAG]
        if len(rest) % 2:
            raise ValueError(f"{rest[-1]!r} has no value")
        self._values = dict(zip(rest[::2], rest[1::2], strict=True))
        for name in self._values:
            if name not in _NAMES:
                raise ValueError(f"{name!r} is none of {', '.join(_NAMES)}, {_FLAG}")
        if len(self._values) * 2 != len(rest):
            raise ValueError("a word stands there twice")

    def read(self, name: str, reader: Callable[[str], T], default: D) -> T | D:
        """The value of `name` as `reader` reads it, or `default` if it is not there."""
        return reader(self._values[name]) if name in self._values else default


def read_position(words: Words, terms: Terms) -> State:
    """The position; raises `ValueError` that says what is wrong."""
    state = State(
        terms,
        words.phase,
        words.read("dealer", _seat, Seat(0)),
        words.read("sheet", _results, ()),
        words.read("cards", _hands, NO_CARDS),
        words.read("bids", _bids, NO_BIDS),
        words.read("won", _numbers, NOTHING),
        words.read("tricks", _tricks, ()),
        words.read("trick", _trick, None),
        words.broken,
        words.read("rules", _cards, ()),
        words.read("last", _trick, None),
    )
    state = _with_tricks(state) if state.phase is Phase.PLAY else state
    _check(state)
    return state


def _with_tricks(state: State) -> State:
    """What the tricks tell: who took how many, whether spades have fallen, which was the last."""
    if state.trick is None:
        raise ValueError("play: trick LEADER:CARDS is missing, with no cards after the colon if none lies there")
    won = list(state.won)
    for one in state.tricks:
        won[one.winner(TRUMP)] += 1
    fallen = [card for one in (*state.tricks, state.trick) for card in one.cards]
    return State(
        state.terms,
        state.phase,
        state.dealer,
        state.results,
        state.hands,
        state.bids,
        tuple(won),
        state.tricks,
        state.trick,
        state.broken or any(card.suit is TRUMP for card in fallen),
        state.by_rules,
        state.tricks[-1] if state.tricks else state.last,
    )


# -- whether it can be ------------------------------------------------------------------------------------------------


def _check(state: State) -> None:
    played = len(state.results)
    over = state.phase is Phase.OVER
    if over and played != state.terms.hands:
        raise ValueError(f"over: the sheet has {played} of {state.terms.hands} hands")
    if not over and played >= state.terms.hands:
        raise ValueError(f"the sheet has {played} of {state.terms.hands} hands: the match is over")
    for result in state.results:
        if sum(result.won) != MOST or not all(0 <= bid <= MOST for bid in result.bids):
            raise ValueError(f"sheet {result}: bids are 0 to {MOST}, and the tricks of a hand are {MOST}")
    if state.phase is Phase.BID:
        _check_bids(state)
    elif state.phase is Phase.PLAY:
        _check_play(state)


def _check_bids(state: State) -> None:
    order = [state.bids[seat_after(state.dealer, places)] for places in range(1, SEATS + 1)]
    if order[-1] is not None or None in order[: SEATS - order.count(None)]:
        raise ValueError("bids: from the dealer's right on, and somebody has yet to speak")
    if any(bid is not None and not 0 <= bid <= MOST for bid in order):
        raise ValueError(f"bids are 0 to {MOST}")
    if any(len(hand) != MOST for hand in state.hands):
        raise ValueError(f"bid: everybody holds {MOST} cards")
    _once([card for hand in state.hands for card in hand])


def _check_play(state: State) -> None:
    trick = state.trick
    assert trick is not None
    if any(bid is None or not 0 <= bid <= MOST for bid in state.bids):
        raise ValueError(f"play: everybody has said 0 to {MOST}")
    if trick.is_full:
        raise ValueError("trick: of a full trick it is known who took it")
    left = MOST - sum(state.won)
    for seat, hand in enumerate(state.hands):
        laid = (seat - trick.leader) % SEATS < len(trick.cards)
        if len(hand) != left - laid:
            raise ValueError(f"seat {seat} holds {len(hand)} cards; with {sum(state.won)} tricks it is {left - laid}")
    _once([*(c for hand in state.hands for c in hand), *(c for one in (*state.tricks, trick) for c in one.cards)])
    _check_leaders(state, trick)


def _check_leaders(state: State, trick: Trick) -> None:
    told = (*state.tricks, trick)
    # Who led the first of them is known if no trick lies before it that is not told.
    leader = seat_after(state.dealer) if sum(state.won) == len(state.tricks) else told[0].leader
    for one in told:
        if one.leader != leader:
            raise ValueError(f"seat {leader} leads where the position says {one.leader}")
        if one is not trick:
            if not one.is_full:
                raise ValueError("tricks: each has four cards")
            leader = one.winner(TRUMP)


def _once(cards: list[Card]) -> None:
    if len(set(cards)) != len(cards):
        raise ValueError("a card lies in two places")


# -- values -----------------------------------------------------------------------------------------------------------


def _four(text: str, separator: str) -> list[str]:
    parts = text.split(separator)
    if len(parts) != SEATS:
        raise ValueError(f"{text!r}: one entry for each of four seats, with {separator!r} between them")
    return parts


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 2:
        raise ValueError(f"{text!r} is no number here")
    return int(text)


def _seat(text: str) -> Seat:
    if text not in ("0", "1", "2", "3"):
        raise ValueError(f"{text!r} is no seat: 0 to 3")
    return Seat(int(text))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(_number, _four(text, ",")))


def _bids(text: str) -> tuple[int | None, ...]:
    return tuple(None if part == "-" else _number(part) for part in _four(text, ","))


def _hands(text: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(map(read_hand, _four(text, "/")))


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(read_card(word) for word in text.split(",")) if text else ()


def _trick(text: str) -> Trick:
    leader, colon, cards = text.partition(":")
    if not colon:
        raise ValueError(f"{text!r} is no trick; one reads like 0:H9,HK")
    found = _cards(cards)
    if len(found) > SEATS:
        raise ValueError(f"{text!r}: a trick has {SEATS} cards")
    return Trick(_seat(leader), found)


def _tricks(text: str) -> tuple[Trick, ...]:
    return tuple(map(_trick, text.split(";")))


def _results(text: str) -> tuple[HandResult, ...]:
    results = []
    for part in text.split(";"):
        pairs = [pair.partition("/")[::2] for pair in _four(part, ",")]
        results.append(HandResult(tuple(_number(bid) for bid, _ in pairs), tuple(_number(won) for _, won in pairs)))
    return tuple(results)
