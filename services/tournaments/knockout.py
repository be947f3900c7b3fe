"""The knock-out: who meets whom (tournament.md 10.1, TRN-16). Pure."""

from collections.abc import Mapping, Sequence

Pair = tuple[int, int | None]
"""Two entrants, or one without an opponent, who goes on."""


def after_groups(ranked: Sequence[Sequence[int]]) -> list[Pair]:
    """The first round after groups: each group's winner against the second of the next group in order.

    A lone group plays a final between its first two. A group of one has no second: who would have met him goes on.
    """
    if len(ranked) == 1:
        (only,) = ranked
        return [(only[0], only[1] if len(only) > 1 else None)]
    seconds = [group[1] if len(group) > 1 else None for group in ranked]
    return [(group[0], seconds[(number + 1) % len(ranked)]) for number, group in enumerate(ranked)]


def next_round(winners: Sequence[int | None]) -> list[Pair]:
    """The winners in order, two by two; the last of an odd number goes on. None: nobody came through there."""
    through = [winner for winner in winners if winner is not None]
    return [(through[at], through[at + 1] if at + 1 < len(through) else None) for at in range(0, len(through), 2)]


def seeded_bracket(lots: Mapping[int, int]) -> list[Pair]:
    """The first round of a knock-out without groups, by lot.

    The next power of two says how many places there are. Those without an opponent are spread over the bracket, so that
    from the second round on everybody has one.
    """
    drawn = sorted(lots, key=lambda entrant: lots[entrant])
    places = 1
    while places < len(drawn):
        places *= 2
    order = [0]
    while len(order) < places:
        order = [half for place in order for half in (place, 2 * len(order) - 1 - place)]
    slots = [drawn[place] if place < len(drawn) else None for place in order]
    pairs: list[Pair] = []
    for at in range(0, places, 2):
        first, second = slots[at : at + 2] if places > 1 else (slots[0], None)
        if first is None:
            raise AssertionError("of two neighbours the better place is always taken")
        pairs.append((first, second))
    return pairs
