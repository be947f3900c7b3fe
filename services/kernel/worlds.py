"""Other worlds: the cards that somebody cannot see, dealt again so that they fit with all he has seen."""

from collections.abc import Hashable, Sequence
from collections.abc import Set as AbstractSet
from math import comb
from typing import Generic, TypeVar

from services.kernel.game import Rng

C = TypeVar("C", bound=Hashable)

_Splits = tuple[int, tuple[tuple[int, int, tuple[int, ...]], ...]]


class NoWorld(ValueError):  # noqa: N818  (said of what is known, not a failure of the program)
    """No deal fits: what is known contradicts itself."""


class HiddenCards(Generic[C]):
    """Cards that lie in several places unseen. Every deal that fits is drawn with the same chance.

    `sizes` says how many cards lie in each place; `barred` which cards cannot lie there. Raises `NoWorld` if no deal
    fits. Making one costs more than drawing from it: keep it for as many worlds as are needed.
    """

    def __init__(self, cards: Sequence[C], sizes: Sequence[int], barred: Sequence[AbstractSet[C]]) -> None:
        if sum(sizes) != len(cards):
            raise NoWorld(f"{len(cards)} cards do not fill places of {list(sizes)}")
        self._sizes = tuple(sizes)
        # Cards that may lie in the same places are alike: only how many of each group lie where must be counted.
        groups: dict[tuple[int, ...], list[C]] = {}
        for card in cards:
            places = tuple(place for place in range(len(sizes)) if card not in barred[place])
            groups.setdefault(places, []).append(card)
        ordered = sorted(groups.items(), key=lambda group: len(group[0]))
        self._places = [places for places, _ in ordered]
        self._cards = [alike for _, alike in ordered]
        # Drawing asks again for what counting has found out.
        self._known: dict[tuple[int, int, int, tuple[int, ...]], _Splits] = {}
        if not self._count(0, 0, len(self._cards[0]) if cards else 0, self._sizes):
            raise NoWorld("no deal fits with what is known")

    def deal(self, rng: Rng) -> tuple[tuple[C, ...], ...]:
        """One of the deals that fit: the cards of every place."""
        dealt: list[list[C]] = [[] for _ in self._sizes]
        room = self._sizes
        for group, alike in enumerate(self._cards):
            order = list(range(len(alike)))
            rng.shuffle(order)
            left = len(alike)
            for nth, place in enumerate(self._places[group]):
                taken, room = self._draw(group, nth, left, room, rng)
                dealt[place] += [alike[index] for index in order[left - taken : left]]
                left -= taken
        return tuple(tuple(cards) for cards in dealt)

    def _draw(self, group: int, nth: int, left: int, room: tuple[int, ...], rng: Rng) -> tuple[int, tuple[int, ...]]:
        """How many of the `left` cards of a group go to its nth place, and what room there is then."""
        total, splits = self._splits(group, nth, left, room)
        choice = rng.randrange(total)
        for taken, ways, then in splits:
            if choice < ways:
                return taken, then
            choice -= ways
        raise AssertionError("the ways were counted wrongly")

    def _count(self, group: int, nth: int, left: int, room: tuple[int, ...]) -> int:
        """In how many ways the rest can be dealt: `left` cards of a group from its nth place on, then later groups."""
        if group == len(self._cards):
            return 1
        if nth == len(self._places[group]):
            following = group + 1
            size = len(self._cards[following]) if following < len(self._cards) else 0
            return self._count(following, 0, size, room) if left == 0 else 0
        return self._splits(group, nth, left, room)[0]

    def _splits(self, group: int, nth: int, left: int, room: tuple[int, ...]) -> _Splits:
        """What can go to the place: in how many ways in all; for each number of cards in how many, and the room."""
        key = (group, nth, left, room)
        known = self._known.get(key)
        if known is None:
            place = self._places[group][nth]
            splits = []
            for taken in range(min(left, room[place]) + 1):
                then = (*room[:place], room[place] - taken, *room[place + 1 :])
                ways = self._count(group, nth + 1, left - taken, then)
                if ways:
                    splits.append((taken, comb(left, taken) * ways, then))
            known = sum(ways for _, ways, _ in splits), tuple(splits)
            self._known[key] = known
        return known
