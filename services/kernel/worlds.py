"""Other worlds: the cards that somebody cannot see, dealt again so that they fit with all he has seen."""

from collections.abc import Hashable, Sequence
from collections.abc import Set as AbstractSet
from math import comb
from typing import Generic, TypeVar

from services.kernel.game import Rng

C = TypeVar("C", bound=Hashable)


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
        self._ways: dict[tuple[int, int, int, tuple[int, ...]], int] = {}
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
        choice = rng.randrange(self._count(group, nth, left, room))
        for taken, ways, then in self._splits(group, nth, left, room):
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
        key = (group, nth, left, room)
        known = self._ways.get(key)
        if known is None:
            known = sum(ways for _, ways, _ in self._splits(group, nth, left, room))
            self._ways[key] = known
        return known

    def _splits(
        self, group: int, nth: int, left: int, room: tuple[int, ...]
    ) -> Sequence[tuple[int, int, tuple[int, ...]]]:
        """What can go to the place: how many, in how many ways with all that follows, and the room then."""
        place = self._places[group][nth]
        splits = []
        for taken in range(min(left, room[place]) + 1):
            then = (*room[:place], room[place] - taken, *room[place + 1 :])
            ways = self._count(group, nth + 1, left - taken, then)
            if ways:
                splits.append((taken, comb(left, taken) * ways, then))
        return splits
