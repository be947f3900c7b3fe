"""Positions read from text, and checked: whatever is read can be played on. `notation` says what the words mean."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from services.ellibir.actions import Group
from services.ellibir.cards import PACK, Piece, in_order, read_piece, read_pieces
from services.ellibir.groups import meld_of
from services.ellibir.results import Ending, RoundResult
from services.ellibir.score import CLAUSES, line
from services.ellibir.state import Claim, Laid, Opened, Phase, Player, State, Thrown, Turn
from services.ellibir.terms import Terms
from services.ellibir.words import Words, number, numbers, of_seat, seat_of
from services.kernel.game import Seat
from services.kernel.melds import Kind
from services.kernel.score import LedgerLine


def read_position(words: Words, terms: Terms) -> State:
    """The position; raises `ValueError` that says what is wrong."""
    asked, now = words.read("clock", _clock, (0, 0))
    melds = tuple(map(_laid, words.items("melds", ";")))
    discards = tuple(map(_thrown, words.items("discards", ",")))
    players, stock, bottom = _cards(words, terms, discards)
    state = State(
        terms=terms,
        phase=words.phase,
        dealer=words.read("dealer", seat_of, Seat(0)),
        players=players,
        stock=stock,
        bottom=bottom,
        cut_jokers=words.read("cut", number, 0),
        discards=discards,
        melds=melds,
        need=words.read("need", number, terms.threshold),
        turn=_turn(words),
        claim=words.read("claim", _claim, None),
        results=tuple(map(_result, words.items("rounds", ";"))),
        repeats=words.read("repeats", number, 0),
        ledger=tuple(map(_line, words.items("sheet", ","))),
        stars=words.read("stars", numbers, (0,) * terms.players),
        asked_ms=asked,
        now_ms=now,
    )
    _check(state)
    return state


def _turn(words: Words) -> Turn:
    return Turn(
        seat=words.read("turn", seat_of, Seat(0)),
        number=words.read("turns", number, 1 if words.phase in (Phase.DRAW, Phase.PLAY) else 0),
        drawn=words.read("drawn", read_piece, None),
        opened="opened-now" in words.flags,
        laid_off=words.read("laid-off", number, 0),
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
            hands[seat] = tuple(islice(rest, number(text[1:])))
            if len(hands[seat]) != number(text[1:]):
                raise ValueError(f"{text}: there are not so many cards left")
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
    opened = dict(of_seat(text) for text in words.items("opened", ","))
    shown, bound = ({seat: read_pieces(v) for seat, v in map(of_seat, words.items(w, ";"))} for w in ("shown", "bound"))
    declared = set(map(seat_of, words.items("declared", ",")))
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
    _require_seats({*opened, *shown, *bound, *declared}, len(hands))


def _require_seats(seats: Iterable[int], players: int) -> None:
    for seat in seats:
        if seat >= players:
            raise ValueError(f"there is no seat {seat}; there are 0 to {players - 1}")


# -- whether it can be -------------------------------------------------------------------------------------------------


def _check(state: State) -> None:
    players, over = state.terms.players, state.phase is Phase.OVER
    named = {state.dealer, state.turn.seat, *(line.seat for line in state.ledger)}
    named |= {result.finisher for result in state.results if result.finisher is not None}
    _require_seats(named, players)
    if not over and len(state.results) >= state.terms.rounds:
        raise ValueError(f"rounds: {len(state.results)} of {state.terms.rounds} are played: the match is over")
    if any(len(result.points) != players for result in state.results) or len(state.stars) != players:
        raise ValueError(f"rounds, stars: one number for each of {players} seats")
    if state.phase is Phase.CUT and Counter(state.stock) != Counter(PACK):
        raise ValueError(f"cut: the stock has all {len(PACK)} cards")
    if state.phase is Phase.DRAW and not state.stock:
        raise ValueError("draw: there is no card to draw")
    if state.in_round:
        _check_round(state)
    elif state.melds or state.discards:
        raise ValueError(f"{state.phase}: there are no cards on the table")


def _check_round(state: State) -> None:
    named = {*(laid.owner for laid in state.melds), *(one.seat for one in state.discards)}
    named |= {one.taken for one in state.discards if one.taken is not None}
    named |= set() if state.claim is None else {state.claim.seat}
    _require_seats(named, state.terms.players)
    if any(not player.hand for player in state.players):
        raise ValueError("hands: who has no card has gone out")
    if state.turn.opened and not state.players[state.turn.seat].is_open:
        raise ValueError("opened-now: the seat on turn has opened")
    if state.claim is not None and not state.bottom:
        raise ValueError("claim: there is no open bottom card")


# -- values ------------------------------------------------------------------------------------------------------------


def _clock(text: str) -> tuple[int, int]:
    asked, now = numbers(text)
    return asked, now


def _claim(text: str) -> Claim:
    seat, turn = of_seat(text)
    return Claim(seat, number(turn))


def read_group(text: str) -> Group:
    """Reads `run:H5,H6,JO`. Raises `ValueError`."""
    kind, between, cards = text.partition(":")
    if not between or kind not in set(Kind):
        raise ValueError(f"{text!r} is no group; one reads like run:H5,H6,H7, set:S7,H7,D7 or pair:H2,H2")
    return Group(Kind(kind), read_pieces(cards))


def _laid(text: str) -> Laid:
    owner, what = of_seat(text)
    meld = meld_of(read_group(what))
    if meld is None:
        raise ValueError(f"{text!r} is no meld and no pair")
    return Laid(owner, meld)


def _thrown(text: str) -> Thrown:
    told, _, taken = text.partition(">")
    seat, card = of_seat(told)
    return Thrown(seat, read_piece(card.removesuffix("!")), card.endswith("!"), seat_of(taken) if taken else None)


def _line(text: str) -> LedgerLine:
    parts = text.split(":")
    if len(parts) != 3 or parts[2] not in CLAUSES:
        raise ValueError(f"{text!r} is no line of the sheet; one reads like 0:50:WRONG_OPENING")
    sign = -1 if parts[1].startswith("-") else 1
    return line(seat_of(parts[0]), sign * number(parts[1].removeprefix("-")), parts[2])


def _result(text: str) -> RoundResult:
    told, _, points = text.partition(":")
    who, *kinds = told.split("-")
    if who == Ending.STOCK:
        return RoundResult(Ending.STOCK, numbers(points))
    so = {kind: kind in kinds for kind in ("joker", "pairs", "elden")}
    if sum(so.values()) != len(kinds):
        raise ValueError(f"{told!r} is no end of a round; one reads like stock or 0-joker-elden")
    return RoundResult(Ending.FINISHED, numbers(points), seat_of(who), **so)
