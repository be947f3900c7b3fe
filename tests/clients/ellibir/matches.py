"""Tables of Elli Bir as the client gets them. Cards are written as in all card games: `HK`, `DT`, `JO`."""

from collections.abc import Sequence
from typing import Any

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane.match.v1 import card_pb2, match_pb2
from kiraathane_client.ellibir.hand import Held
from kiraathane_client.ellibir.turn import EllibirTurn

NAMES = ("Ayşe", "Bora", "Can", "Deniz")
SUITS = {
    "C": card_pb2.SUIT_CLUBS,
    "D": card_pb2.SUIT_DIAMONDS,
    "H": card_pb2.SUIT_HEARTS,
    "S": card_pb2.SUIT_SPADES,
}
RANKS = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
RUN, SET, PAIR = pb.MELD_KIND_RUN, pb.MELD_KIND_SET, pb.MELD_KIND_PAIR


def card(text: str) -> card_pb2.Card:
    """`HK`."""
    return card_pb2.Card(suit=SUITS[text[0]], rank=RANKS.get(text[1]) or int(text[1]))


def piece(text: str) -> pb.Piece:
    return pb.Piece(joker=pb.Joker()) if text == "JO" else pb.Piece(card=card(text))


def pieces(text: str) -> list[pb.Piece]:
    return [piece(word) for word in text.split()]


def group(kind: pb.MeldKind.ValueType, text: str) -> pb.Group:
    return pb.Group(kind=kind, cards=pieces(text))


def place(text: str) -> pb.Place:
    """`HK`; `HK*` for a joker that counts as it, `*` for one that may be several."""
    return pb.Place(card=card(text) if text != "*" else None, joker=text.endswith("*"))


def meld(kind: pb.MeldKind.ValueType, text: str) -> pb.Meld:
    return pb.Meld(kind=kind, places=[place(word) for word in text.split()])


def laid(owner: int, kind: pb.MeldKind.ValueType, text: str) -> pb.LaidMeld:
    return pb.LaidMeld(owner=owner, meld=meld(kind, text))


HAND = "C3 C4 D4 D8 H5 H6 H7 H9 S9 ST SJ SK SK JO"
TABLE = (
    laid(1, RUN, "C9 CT CJ*"),
    laid(1, SET, "D7 S7 *"),
    laid(1, RUN, "D9 DT DJ"),
    laid(1, SET, "HQ SQ DQ"),
    laid(3, PAIR, "H4 H4"),
    laid(3, PAIR, "C2 C2*"),
)
THROWN = "S2 HA CK D3 H3 CA SA D6 C5"


def seat(**fields: Any) -> pb.SeatView:
    return pb.SeatView(**{"cards": 14, "opened": pb.OPENING_NONE, **fields})


def view(**fields: Any) -> pb.EllibirView:
    """A round in the middle: seat 0 is to draw, Bora has opened melds, Deniz pairs; Deniz has thrown the club 5."""
    terms = pb.EllibirTerms(players=4, threshold=51, rounds=11, lenient=True, layoffs=2)
    thrown = [pb.Thrown(seat=(number + 3) % 4, card=piece(text)) for number, text in enumerate(THROWN.split())]
    thrown[3].taken = 3
    table: dict[str, Any] = {
        "phase": pb.ELLIBIR_PHASE_DRAW,
        "seat": 0,
        "hand": pieces(HAND),
        "number": 3,
        "turn": 0,
        "seats": [
            seat(points=100, fines=50),
            seat(cards=3, opened=pb.OPENING_MELDS, points=12, marks=1, stars=1),
            seat(points=62, shown=pieces("D3 S8"), bound=pieces("S8")),
            seat(cards=8, opened=pb.OPENING_PAIRS, goer=True, points=144),
        ],
        "stock": 23,
        "bottom": piece("HJ"),
        "discards": thrown,
        "melds": TABLE,
        "need": 51,
        "terms": terms,
        **fields,
    }
    if table["seat"] is None:
        del table["seat"]
    return pb.EllibirView(**table)


def playing(**fields: Any) -> pb.EllibirView:
    """The same after drawing the spade 8."""
    table = {"phase": pb.ELLIBIR_PHASE_PLAY, "hand": pieces(f"{HAND} S8"), "drawn": piece("S8"), "stock": 22, **fields}
    return view(**table)


def opened(kind: pb.Opening.ValueType = pb.OPENING_MELDS, **fields: Any) -> pb.EllibirView:
    """A table at which the viewer is open."""
    table = playing(**fields)
    table.seats[0].opened = kind
    table.seats[0].goer = kind == pb.OPENING_PAIRS
    return table


def update_of(table: pb.EllibirView, viewer: int | None = 0, *happenings: pb.EllibirHappening) -> pb.MatchUpdate:
    """What the viewer is sent; seat 2 is a bot."""
    info = match_pb2.MatchInfo(match="matches/m1", family="ellibir", version=7, status=match_pb2.MATCH_STATUS_PLAYING)
    for number, name in enumerate(NAMES[: len(table.seats)]):
        info.seats.add(
            seat=number, player=f"players/{number}", display_name=name, bot_level="usta" if number == 2 else ""
        )
    if viewer is not None:
        info.viewer_seat = viewer
    if table.HasField("turn"):
        info.due_seats.append(table.turn)
    info.score.points.extend(one.points for one in table.seats)
    return pb.MatchUpdate(info=info, view=table, happenings=happenings)


def action(**fields: Any) -> pb.EllibirAction:
    return pb.EllibirAction(**fields)


DRAW = action(draw=pb.Draw())
FOR_PAIRS = action(take_for_pairs=pb.TakeForPairs())
DECLARE = action(declare_pairs=pb.DeclarePairs())


def discards(text: str) -> list[pb.EllibirAction]:
    return [action(discard=pb.Discard(card=one)) for one in pieces(text)]


def turn_of(
    table: pb.EllibirView, legal: Sequence[pb.EllibirAction] | None = None, viewer: int = 0, held: Held | None = None
) -> EllibirTurn:
    """The client's turn; without a list every card may be discarded, or one drawn."""
    if legal is None:
        draws = table.phase == pb.ELLIBIR_PHASE_DRAW
        legal = [DRAW] if draws else [action(discard=pb.Discard(card=one)) for one in table.hand]
    return EllibirTurn(update_of(table, viewer), legal, held or Held())
