"""What is refused, for which reason first, and what it costs, a second time and at random positions."""

import random

import pytest
from msgspec.structs import replace

from kiraathane.ellibir.v1 import ellibir_service_pb2 as pb
from services.ellibir import game
from services.ellibir.actions import (
    Action,
    AnnounceSingle,
    ClaimBottom,
    DeclarePairs,
    Discard,
    Draw,
    Group,
    Lay,
    LayOff,
    Open,
    ShowTwins,
    Spot,
    SwapJoker,
    TakeAndLay,
    TakeAndOpen,
    TakeBottom,
    TakeForPairs,
)
from services.ellibir.cards import JOKER, PACK, Piece, in_order, shown_at
from services.ellibir.queries import check
from services.ellibir.state import Claim, Laid, Opened, Phase, Player, State, Thrown, Turn
from services.ellibir.wire.pieces import group_to_proto, piece_to_proto
from services.kernel.game import Act, Seat
from services.kernel.melds import Kind
from services.kernel.refusal import Illegal
from tests.ellibir.book import Book
from tests.ellibir.test_scores_again import RANKS, SUITS, table_meld, terms

POSITIONS = 80_000
SHARES = 4


def a_group(rng: random.Random, kind: Kind) -> Group:
    """Mostly a meld, now and then with jokers in it, and now and then spoilt."""
    if kind is Kind.PAIR:
        cards = [rng.choice(PACK[:52])] * 2
    elif kind is Kind.RUN:
        size = rng.choice((3, 3, 4, 5))
        low = rng.randint(0, 13 - size)
        cards = [Piece(rng.choice(SUITS) + rank) for rank in RANKS[low : low + size]]
        cards = [Piece(cards[0][0] + card[1]) for card in cards]
    else:
        rank = rng.choice(RANKS)
        cards = [Piece(suit + rank) for suit in rng.sample(SUITS, rng.choice((3, 3, 4)))]
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        cards[rng.randrange(len(cards))] = JOKER
    if rng.random() < 0.08:
        cards[rng.randrange(len(cards))] = rng.choice(PACK)
    return Group(kind, tuple(cards))


def some_groups(rng: random.Random) -> tuple[Group, ...]:
    if rng.random() < 0.35:
        pairs = [a_group(rng, Kind.PAIR) for _ in range(rng.choice((1, 1, 3, 4, 4, 5, 5, 6, 7)))]
        melds = [a_group(rng, Kind.RUN) for _ in range(rng.choice((0, 0, 0, 1, 1, 2)))]
        return (*pairs, *melds)
    kinds = (Kind.RUN, Kind.SET)
    return tuple(a_group(rng, rng.choice(kinds)) for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3))))


def a_player(rng: random.Random) -> Player:
    opened = Opened(rng.choice(("none", "none", "melds", "pairs")))
    hand = in_order(rng.choices(PACK, k=rng.choice((1, 2, 2, 3, 5, 8))))
    bound = (hand[0],) if opened is Opened.NONE and rng.random() < 0.2 else ()
    return Player(hand, opened, opened is not Opened.MELDS and rng.random() < 0.3, bound, bound)


def position(rng: random.Random, action: Action) -> State:
    """A position in which the act has a chance."""
    table = replace(
        terms(rng),
        starter_may_open=rng.random() < 0.5,
        own_joker=rng.random() < 0.3,
        any_missing=rng.random() < 0.4,
    )
    number = table.players
    seat = Seat(rng.randrange(number))
    players = [a_player(rng) for _ in range(number)]
    phase = rng.choice((Phase.DRAW, Phase.PLAY)) if isinstance(action, ClaimBottom) else Phase.PLAY
    if isinstance(action, Draw | TakeForPairs | TakeAndOpen | TakeAndLay | TakeBottom) != (rng.random() < 0.03):
        phase = Phase.DRAW
    melds = [Laid(Seat(rng.randrange(number)), table_meld(rng)) for _ in range(rng.choice((0, 1, 2, 3)))]
    left = Seat((seat - 1) % number)
    card = rng.choice(PACK)
    hand = [*players[seat].hand]
    groups = getattr(action, "groups", ())
    if groups:
        named = [piece for group in groups for piece in group.cards]
        hand = [*named, *hand[: rng.choice((0, 1, 1, 2))]]
        finish = getattr(action, "finish", None)
        if finish is not None:
            hand = [*named, finish, *hand[len(named) :][: rng.choice((0, 0, 0, 1))]]
        if phase is Phase.DRAW and rng.random() < 0.8 and named:
            card = rng.choice(named)
            hand.remove(card)
    elif rng.random() < 0.3:
        hand.append(card)
    spent = players[left].opened is Opened.PAIRS and rng.random() < 0.6
    discards = () if rng.random() < 0.1 else (Thrown(left, card, spent, seat if rng.random() < 0.05 else None),)
    bottom = rng.choice(hand) if rng.random() < 0.5 and hand else rng.choice(PACK)
    stock = (*rng.choices(PACK, k=rng.choice((0, 3, 3))), bottom)
    opens = players[seat].opened is not Opened.NONE
    players[seat] = Player(in_order(hand or [JOKER]), players[seat].opened, players[seat].declared)
    if not opens and hand and rng.random() < 0.3:
        players[seat] = Player(in_order(hand), Opened.NONE, players[seat].declared, (hand[0],), (hand[0],))
    claimed = bottom is not JOKER and len(stock) > 1 and rng.random() < 0.5
    return State(
        table,
        phase,
        players=tuple(players),
        stock=stock,
        bottom=bottom is not JOKER and rng.random() < 0.9,
        discards=discards,
        melds=tuple(melds),
        need=rng.choice((51, 51, 64, 30)),
        turn=Turn(
            seat,
            9,
            opened=opens and rng.random() < 0.3,
            laid_off=rng.randint(0, 2) if players[seat].opened is Opened.PAIRS else 0,
            single=rng.random() < 0.1,
        ),
        claim=Claim(seat if rng.random() < 0.8 else left, rng.choice((5, 9))) if claimed else None,
        stars=(0,) * number,
    )


def an_act(rng: random.Random) -> Action:
    groups = some_groups(rng)
    finish = rng.choice(PACK) if rng.random() < 0.3 else None
    return rng.choice(
        (Draw(), TakeForPairs(), TakeForPairs(), TakeBottom(), Open(groups, finish), Open(groups, finish), Lay(groups))
        + (TakeAndOpen(groups, finish),) * 4
        + (TakeAndLay(groups),) * 3
        + (LayOff((), 0), SwapJoker(0, ()), ClaimBottom(JOKER), ShowTwins(JOKER, JOKER), Discard(JOKER)) * 2
        + (DeclarePairs(), AnnounceSingle())
    )


def aimed(rng: random.Random, state: State, action: Action) -> tuple[State, Action]:
    """The act with cards of the hand, or of those that the table takes."""
    at = rng.randint(-1, len(state.melds)) if rng.random() < 0.1 or not state.melds else rng.randrange(len(state.melds))
    laid = state.melds[at].meld if 0 <= at < len(state.melds) else None
    wanted = [rng.choice(state.players[state.turn.seat].hand)]
    faces = [place.face for place in laid.places if place.face is not None] if laid is not None else []
    if laid is not None and faces and rng.random() < 0.8:
        near = [face.rank + step for face in faces for step in (-1, 0, 1) if 2 <= face.rank + step <= 14]
        suits = SUITS if laid.kind is Kind.SET else SUITS[faces[0].suit]
        ranks = [faces[0].rank] if laid.kind is Kind.SET else near
        wanted = [Piece(rng.choice(suits) + RANKS[rng.choice(ranks) - 2]) for _ in range(rng.choice((1, 1, 2)))]
        if isinstance(action, SwapJoker) and laid.kind is Kind.SET and rng.random() < 0.7:
            there = {shown_at(place) for place in laid.places}
            wanted = [card for suit in SUITS if (card := Piece(suit + RANKS[faces[0].rank - 2])) not in there]
            wanted = wanted or [JOKER]
        if isinstance(action, LayOff) and rng.random() < 0.25:
            wanted = [JOKER]
        if isinstance(action, LayOff) and laid.kind is Kind.PAIR:
            wanted = [wanted[0], rng.choice((wanted[0], JOKER))]
    state = holding(rng, state, wanted)
    hand = state.players[state.turn.seat].hand
    match action:
        case LayOff():
            cards = tuple(wanted) if rng.random() < 0.95 else ()
            return state, LayOff(cards, at, rng.choice((None, None, None, *Spot)))
        case SwapJoker():
            return state, SwapJoker(at, tuple(wanted) if rng.random() < 0.95 else ())
        case ClaimBottom():
            return state, ClaimBottom(state.stock[-1] if rng.random() < 0.8 else rng.choice(hand))
        case ShowTwins():
            return state, ShowTwins(wanted[0], wanted[-1] if rng.random() < 0.7 else rng.choice(hand))
        case Discard():
            return state, Discard(rng.choice((wanted[0], rng.choice(hand), rng.choice(PACK))))
        case _:
            return state, action


def holding(rng: random.Random, state: State, wanted: list[Piece]) -> State:
    """The position with cards in the hand of the seat on turn, mostly."""
    player = state.players[state.turn.seat]
    if rng.random() < 0.05:
        return state
    hand = in_order([*wanted, *player.hand[: rng.choice((0, 1, 3))]])
    bound = tuple(card for card in player.bound if card in hand)
    return state.with_player(state.turn.seat, Player(hand, player.opened, player.declared, bound, bound))


def outcome(state: State, seat: Seat, action: Action) -> State | str:
    """The match after the act, or why it was refused."""
    try:
        return game.apply(state, Act(seat, action))
    except Illegal as refused:
        return refused.reason


@pytest.mark.parametrize("share", range(SHARES))
def test_an_act_is_refused_for_the_reason_that_the_clauses_name_first(share: int) -> None:
    """Rules 9.3 to 9.8, 9.11, 9.15."""
    rng = random.Random(f"elli bir refusals {share}")
    for _ in range(POSITIONS // SHARES):
        action = an_act(rng)
        state = position(rng, action)
        if not isinstance(action, Open | TakeAndOpen | TakeAndLay | Lay | Draw | TakeForPairs | TakeBottom):
            state, action = aimed(rng, state, action)
        seat = state.turn.seat if rng.random() < 0.95 else Seat(0)
        book = Book(state, seat, action)
        told = f"{game.notation.write_position(state)}\n{state.terms}\n{seat} {action}\n{book.reason or book.fine}"
        after = outcome(state, seat, action)
        assert (after if isinstance(after, str) else "") == book.reason, told
        if isinstance(after, State) and not after.results:
            fines = [line.points for line in after.ledger if line.reason in ("WRONG_OPENING", "LAYS_OFF")]
            assert sum(fines) == book.fine, told
            assert sum(after.stars) == book.star, told
            assert not book.foul or (after.players, after.melds, after.phase) == (
                state.players,
                state.melds,
                state.phase,
            )


def test_what_an_act_would_be_is_what_it_is() -> None:
    """Rules 9.15: `checkGroups`."""
    rng = random.Random("elli bir questions")
    for _ in range(POSITIONS // 8):
        action = an_act(rng)
        state = position(rng, action)
        seat, take = state.turn.seat, state.phase is Phase.DRAW
        is_open = state.players[seat].is_open
        fitting = (TakeAndLay if take else Lay) if is_open else (TakeAndOpen if take else Open)
        if not isinstance(action, Open | TakeAndOpen | Lay | TakeAndLay) or type(action) is not fitting:
            continue
        finish = action.finish if isinstance(action, Open | TakeAndOpen) else None
        told = None if finish is None else piece_to_proto(finish)
        asked = pb.CheckGroupsRequest(groups=map(group_to_proto, action.groups), finish=told, take=take)
        answer = check(game.view(state, seat), asked)
        book = Book(state, seat, action)
        expected = (not book.reason and not book.foul, book.foul, book.reason)
        assert (answer.accepted, answer.wrong_opening, answer.refusal) == expected, (
            f"{game.notation.write_position(state)}\n{action}"
        )
