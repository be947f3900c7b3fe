"""Groups of cards as a player names them, and what they are (rules 9.3, 9.15)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from services.ellibir.actions import Group
from services.ellibir.cards import SCALE, Piece, signs, value_of
from services.kernel.melds import Kind, Meld, pair_of, run_of, set_of
from services.kernel.refusal import Illegal


def meld_of(group: Group) -> Meld | None:
    """The meld or pair that the group is, or None (rules 9.3). Two jokers are no pair: one card must be natural."""
    places = [piece.place for piece in group.cards]
    match group.kind:
        case Kind.RUN:
            return run_of(places, SCALE)
        case Kind.SET:
            return set_of(places)
        case Kind.PAIR:
            return pair_of(places)


def worth(meld: Meld) -> int:
    """What a meld counts for the threshold; a joker counts what it stands for, a pair nothing (rules 9.3, 9.5)."""
    return 0 if meld.kind is Kind.PAIR else sum(map(value_of, meld.ranks))


def cards_of(groups: Iterable[Group]) -> Iterator[Piece]:
    """All cards of the groups."""
    return (piece for group in groups for piece in group.cards)


def require_groups(groups: Sequence[Group]) -> None:
    """Raises `Illegal` if there is no group, or an empty one."""
    if not groups:
        raise bad_group("hiç per yok", "there is no group")
    if not all(group.cards for group in groups):
        raise bad_group("bir per boş", "a group is empty")


def require_held(hand: Sequence[Piece], named: Iterable[Piece]) -> None:
    """Raises `Illegal` for a card that is not in the hand, or is named more often than it is there (rules 9.15)."""
    have = Counter(hand)
    for piece, times in Counter(named).items():
        if not have[piece]:
            raise Illegal("NOT_YOUR_CARD", card=piece.sign, hand=signs(hand))
        if times > have[piece]:
            raise bad_group(f"{piece.sign} elinizdekinden çok", f"{piece.sign} is named more often than you hold it")


def bad_group(problem_tr: str, problem_en: str) -> Illegal:
    """The refusal of groups that cannot be meant."""
    return Illegal("BAD_GROUP", problem_tr=problem_tr, problem_en=problem_en)
