"""Positions read from text, and checked: whatever is read can be played on. `notation` says what the words mean."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from services.ellibir.actions import Group
from services.ellibir.cards import PACK, Piece, in_order, read_piece, read_pieces
from services.ellibir.groups import meld_of
from services.ellibir.results import Ending, RoundResult
from services.ellibir.score import CLAUSES, line
from services.ellibir.state import Claim, Laid, Opened, Phase, Player, State, Thrown, Turn
from services.ellibir.terms import Terms
from services.kernel.game import Seat
from services.kernel.melds import Kind
from services.kernel.score import LedgerLine

T = TypeVar("T")
D = TypeVar("D")

_FLAGS: Final = ("opened-now", "single")
_KEYS: Final = (
    *("turn", "turns", "dealer", "hands", "stock", "bottom", "melds", "opened", "declared", "shown", "bound"),
    *("discards", "need", "claim", "cut", "drawn", "laid-off", "sheet", "rounds", "repeats", "stars", "left", "clock"),
)


class Words:
    """The words of a position with their values. Raises `ValueError` for a word that means nothing here."""

    def __init__(self, text: str) -> None:
        words = text.split()
        if not words or words[0] not in set(Phase):
            raise ValueError(f"{text!r}: a position begins with {', '.join(Phase)}")
        self.phase = Phase(words.pop(0))
        self.flags: set[str] = set()
        self._values: dict[str, str] = {}
        while words:
            word = words.pop(0)
            if word in self.flags or word in self._values or word not in (*_FLAGS, *_KEYS):
                raise ValueError(f"{word!r} cannot stand there; words are {', '.join((*_KEYS, *_FLAGS))}, each once")
            if word in _FLAGS:
                self.flags.add(word)
            elif words:
                self._values[word] = words.pop(0)
            else:
                raise ValueError(f"after {word!r} something is missing")

    def read(self, name: str, reader: Callable[[str], T], default: D) -> T | D:
        """The value of `name` as `reader` reads it, or `default` if it is not there."""
        return reader(self._values[name]) if name in self._values else default

    def items(self, name: str, between: str) -> list[str]:
        """The parts of the value of `name`; none if it is not there."""
        return self._values[name].split(between) if name in self._values else []


def read_position(words: Words, terms: Terms) -> State:
    """The position; raises `ValueError` that says what is wrong."""
    asked, now = words.read("clock", _clock, (0, 0))
    melds = tuple(map(_laid, words.items("melds", ";")))
    discards = tuple(map(_thrown, words.items("discards", ",")))
    players, stock, bottom = _cards(words, terms, discards)
    state = State(
        terms=terms,
        phase=words.phase,
        dealer=words.read("dealer", _seat, Seat(0)),
        players=players,
        stock=stock,
        bottom=bottom,
        cut_jokers=words.read("cut", _number, 0),
        discards=discards,
        melds=melds,
        need=words.read("need", _number, terms.threshold),
        turn=_turn(words),
        claim=words.read("claim", _claim, None),
        results=tuple(map(_result, words.items("rounds", ";"))),
        repeats=words.read("repeats", _number, 0),
        ledger=tuple(map(_line, words.items("sheet", ","))),
        stars=words.read("stars", _numbers, (0,) * terms.players),
        left=tuple(map(_seat, words.items("left", ","))),
        asked_ms=asked,
        now_ms=now,
    )
    _check(state)
    return state


def _turn(words: Words) -> Turn:
    return Turn(
        seat=words.read("turn", _seat, Seat(0)),
        number=words.read("turns", _number, 1 if words.phase in (Phase.DRAW, Phase.PLAY) else 0),
        drawn=words.read("drawn", read_piece, None),
        opened="opened-now" in words.flags,
        laid_off=words.read("laid-off", _number, 0),
        single="single" in words.flags,
    )


# -- cards -------------------------------------------------------------------------------------------------------------


def _cards(
    words: Words, terms: Terms, discards: tuple[Thrown, ...]
) -> tuple[tuple[Player, ...], tuple[Piece, ...], bool]:
    """The players, the stock, and whether its last card lies open; what is not written is dealt out in order."""
    written = words.items("hands", "/")
    if words.phase not in (Phase.DRAW, Phase.PLAY, Phase.CUT):
        if written or words.items("stock", ","):
            raise ValueError(f"{words.phase}: there are no cards")
        return (Player(),) * terms.players, (), False
    if words.phase is not Phase.CUT and len(written) != terms.players:
        raise ValueError(f"hands: one for each of {terms.players} seats, with / between them")
    hands = [() if text.startswith("*") else read_pieces(text) for text in written]
    stock = words.read("stock", read_pieces, None)
    bottom = words.read("bottom", read_piece, None)
    lying = [piece for hand in hands for piece in hand]
    lying += [one.card for one in discards if one.taken is None]
    lying += [piece for one in words.items("melds", ";") for piece in read_group(one.partition(":")[2]).cards]
    lying += stock or (() if bottom is None else (bottom,))
    rest = _rest(lying)
    for seat, text in enumerate(written):
        if text.startswith("*"):
            hands[seat] = tuple(next(rest) for _ in range(_number(text[1:])))
    if stock is None:
        stock = (*rest, *(() if bottom is None else (bottom,)))
    if bottom is not None and stock[-1:] != (bottom,):
        raise ValueError(f"bottom {bottom}: the last card of the stock is another")
    return tuple(_players(words, hands or [()] * terms.players)), stock, bottom is not None


def _rest(lying: list[Piece]) -> Iterator[Piece]:
    """The cards of the pack that are written nowhere. Raises `ValueError` for a card that lies there too often."""
    left = Counter(PACK)
    left.subtract(lying)
    over = [piece for piece, times in left.items() if times < 0]
    if over:
        raise ValueError(f"there are not so many of {', '.join(over)}")
    return iter(tuple(left.elements()))


def _players(words: Words, hands: list[tuple[Piece, ...]]) -> Iterator[Player]:
    opened = dict(_pair(text) for text in words.items("opened", ","))
    shown, bound = ({seat: read_pieces(v) for seat, v in map(_pair, words.items(w, ";"))} for w in ("shown", "bound"))
    declared = set(map(_seat, words.items("declared", ",")))
    for seat, hand in enumerate(map(in_order, hands)):
        player = Player(
            hand=hand,
            opened=Opened(opened.get(Seat(seat), Opened.NONE)),
            declared=seat in declared,
            shown=in_order(shown.get(Seat(seat), ())),
            bound=bound.get(Seat(seat), ()),
        )
        if not Counter(player.shown) <= Counter(hand) or not set(player.bound) <= set(hand):
            raise ValueError(f"seat {seat} does not hold what is shown or bound")
        yield player


# -- whether it can be -------------------------------------------------------------------------------------------------


def _check(state: State) -> None:
    players, over = state.terms.players, state.phase is Phase.OVER
    seats = {state.dealer, state.turn.seat, *state.left, *(one.seat for one in state.discards)}
    if any(seat >= players for seat in seats):
        raise ValueError(f"there are {players} seats")
    if len(set(state.left)) != len(state.left) or (len(state.left) == players) > over:
        raise ValueError("left: each seat once, and if all have left the match is over")
    if not over and len(state.results) >= state.terms.rounds:
        raise ValueError(f"rounds: {len(state.results)} of {state.terms.rounds} are played: the match is over")
    if any(len(result.points) != players for result in state.results) or len(state.stars) != players:
        raise ValueError(f"rounds, stars: one number for each of {players} seats")
    if state.phase is Phase.CUT and Counter(state.stock) != Counter(PACK):
        raise ValueError(f"cut: the stock has all {len(PACK)} cards")
    if state.phase is Phase.DRAW and not state.stock:
        raise ValueError("draw: there is no card to draw")
    if state.in_round:
        _check_hands(state)


def _check_hands(state: State) -> None:
    if state.turn.seat in state.left:
        raise ValueError(f"seat {state.turn.seat} has left, so the rules have already played for it")
    if any(not player.hand for player in state.players):
        raise ValueError("hands: who has no card has gone out")
    if state.turn.opened and not state.players[state.turn.seat].is_open:
        raise ValueError("opened-now: the seat on turn has opened")
    if state.claim is not None and not (state.bottom and state.claim.seat < state.terms.players):
        raise ValueError("claim: by a seat, of an open bottom card")


# -- values ------------------------------------------------------------------------------------------------------------


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 12:
        raise ValueError(f"{text!r} is no number here")
    return int(text)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(_number, text.split(",")))


def _clock(text: str) -> tuple[int, int]:
    asked, now = _numbers(text)
    return asked, now


def _seat(text: str) -> Seat:
    if text not in ("0", "1", "2", "3"):
        raise ValueError(f"{text!r} is no seat: 0 to 3")
    return Seat(int(text))


def _pair(text: str) -> tuple[Seat, str]:
    seat, between, value = text.partition(":")
    if not between:
        raise ValueError(f"{text!r}: a seat and a value, with a colon between them")
    return _seat(seat), value


def _claim(text: str) -> Claim:
    seat, turn = _pair(text)
    return Claim(seat, _number(turn))


def read_group(text: str) -> Group:
    """Reads `run:H5,H6,JO`. Raises `ValueError`."""
    kind, between, cards = text.partition(":")
    if not between or kind not in set(Kind):
        raise ValueError(f"{text!r} is no group; one reads like run:H5,H6,H7, set:S7,H7,D7 or pair:H2,H2")
    return Group(Kind(kind), read_pieces(cards))


def _laid(text: str) -> Laid:
    owner, what = _pair(text)
    meld = meld_of(read_group(what))
    if meld is None:
        raise ValueError(f"{text!r} is no meld and no pair")
    return Laid(owner, meld)


def _thrown(text: str) -> Thrown:
    told, _, taken = text.partition(">")
    seat, card = _pair(told)
    return Thrown(seat, read_piece(card.removesuffix("!")), card.endswith("!"), _seat(taken) if taken else None)


def _line(text: str) -> LedgerLine:
    parts = text.split(":")
    if len(parts) != 3 or parts[2] not in CLAUSES:
        raise ValueError(f"{text!r} is no line of the sheet; one reads like 0:50:WRONG_OPENING")
    sign = -1 if parts[1].startswith("-") else 1
    return line(_seat(parts[0]), sign * _number(parts[1].removeprefix("-")), parts[2])


def _result(text: str) -> RoundResult:
    told, _, points = text.partition(":")
    who, *kinds = told.split("-")
    if who == Ending.STOCK:
        return RoundResult(Ending.STOCK, _numbers(points))
    so = {kind: kind in kinds for kind in ("joker", "pairs", "elden")}
    return RoundResult(Ending.FINISHED, _numbers(points), _seat(who), **so)
