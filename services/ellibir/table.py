"""The melds on the table: where cards lay off, and what takes a joker out (rules 9.7)."""

from collections.abc import Sequence
from typing import Final

from services.ellibir.actions import Spot
from services.ellibir.cards import JOKER, SCALE, Piece, piece_of, shown_at, signs
from services.ellibir.state import Laid
from services.ellibir.terms import Terms
from services.kernel.cards import ACE
from services.kernel.melds import WILD, Face, Kind, Meld, Place, extended, pair_of, set_of, spots, standing_for

_FULL: Final = 4


def lays_off(melds: Sequence[Laid], piece: Piece) -> bool:
    """True if the card alone fits on a run or set of the table, whoever laid it (rules 9.6, 9.11)."""
    for laid in melds:
        free = spots(laid.meld, SCALE)
        if piece.place.face in free or (piece is JOKER and free):
            return True
    return False


def ends(meld: Meld) -> dict[Spot, Face]:
    """The free ends of a run with the cards that they take; none of a set or a pair."""
    if meld.kind is not Kind.RUN:
        return {}
    first = meld.places[0].face
    return {Spot.LOW if first is not None and face < first else Spot.HIGH: face for face in spots(meld, SCALE)}


def joined(meld: Meld, cards: Sequence[Piece], spot: Spot | None) -> Meld | None:
    """The run or set with a card more, or None where it does not fit. A joker on a run goes to the end named, or to
    the only one there is."""
    if len(cards) != 1 or meld.kind is Kind.PAIR:
        return None
    (piece,) = cards
    if meld.kind is Kind.SET:
        return extended(meld, piece.place, SCALE) if spot is None else None
    free = ends(meld)
    if piece is JOKER:
        face = free.get(spot) if spot else next(iter(free.values()), None)
        return None if face is None else extended(meld, standing_for(face), SCALE)
    if spot is not None and free.get(spot) != piece.place.face:
        return None
    return extended(meld, piece.place, SCALE)


def paired(cards: Sequence[Piece]) -> Meld | None:
    """The pair of two cards, or None."""
    return pair_of([piece.place for piece in cards])


# -- taking jokers -----------------------------------------------------------------------------------------------------


def swapped(meld: Meld, cards: Sequence[Piece], terms: Terms) -> tuple[Meld, int] | None:
    """The meld with `cards` put in, and how many jokers come to hand for them; None where they are not what is needed.

    The cards are natural: a joker frees no joker.
    """
    faces = [piece.place.face for piece in cards]
    given = [face for face in faces if face is not None]
    if not meld.wilds or len(given) != len(cards) or not given:
        return None
    return _from_set(meld, given, terms) if meld.kind is Kind.SET else _from_place(meld, given)


def _from_place(meld: Meld, given: list[Face]) -> tuple[Meld, int] | None:
    """From a run or pair: the exact card that the joker stands for."""
    for at, place in enumerate(meld.places):
        if place.wild and [place.face] == given:
            return Meld(meld.kind, (*meld.places[:at], Place(given[0]), *meld.places[at + 1 :])), 1
    return None


def _from_set(meld: Meld, given: list[Face], terms: Terms) -> tuple[Meld, int] | None:
    there = meld.naturals
    missing = missing_of(meld)
    if len(set(given)) != len(given) or not set(given) <= set(missing):
        return None
    filled = [Place(face) for face in (*there, *given)]
    if len(filled) == _FULL:
        full = set_of(filled)
        return None if full is None else (full, meld.wilds)
    if len(given) == 1 and (terms.any_missing or frees_ace(meld)):
        kept = set_of((*filled, *(WILD,) * (meld.wilds - 1)))
        return None if kept is None else (kept, 1)
    return None


def missing_of(meld: Meld) -> tuple[Face, ...]:
    """The cards of a set's rank of which no natural one lies there."""
    rank = meld.ranks[0]
    return tuple(Face(suit, rank) for suit in range(_FULL) if Face(suit, rank) not in meld.naturals)


def frees_ace(meld: Meld) -> bool:
    """True for two aces with a joker, where one ace of a missing suit is enough (rules 9.7)."""
    return len(meld.places) == len(meld.naturals) + 1 == _FULL - 1 and meld.ranks[0] == ACE


def swaps(meld: Meld, terms: Terms) -> tuple[tuple[Piece, ...], ...]:
    """Each lot of cards that takes a joker out of the meld; none where no joker lies in it."""
    if not meld.wilds:
        return ()
    if meld.kind is not Kind.SET:
        return tuple((piece_of(place.face),) for place in meld.places if place.wild and place.face is not None)
    missing = tuple(piece_of(face) for face in missing_of(meld))
    single = len(missing) > 1 and (terms.any_missing or frees_ace(meld))
    return (missing, *((piece,) for piece in missing)) if single else (missing,)


# -- words -------------------------------------------------------------------------------------------------------------


def meld_signs(meld: Meld) -> str:
    """As players read a meld: `♥5 Joker ♥7`."""
    return signs(map(shown_at, meld.places))


def needed(meld: Meld, terms: Terms) -> tuple[str, str]:
    """What takes the joker out, in Turkish and in English."""
    lots = [signs(lot) for lot in swaps(meld, terms)]
    return (" ya da ".join(lots), " or ".join(lots)) if lots else ("bu perde joker yok", "there is no joker in it")
