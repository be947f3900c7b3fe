"""The group stage: who is in which group, and who meets whom in which round (tournament.md 10.1). Pure."""

from collections.abc import Mapping, Sequence

from caissify_pairings import generate_pairings


def draw_groups(lots: Mapping[int, int], size: int) -> list[list[int]]:
    """The groups by lot: as few as hold everybody with at most `size` each, and as equal as can be.

    A group of one plays nobody, so the entrants must be more than one.
    """
    drawn = sorted(lots, key=lambda entrant: lots[entrant])
    count = -(-len(drawn) // size)
    return [drawn[number::count] for number in range(count)]


def round_robin(entrants: Sequence[int]) -> list[list[tuple[int, int]]]:
    """Everybody against everybody once, by rounds (Berger tables, FIDE Handbook C.05).

    In a group of an odd number one is free in each round.
    """
    players = [
        {
            "id": number,
            "name": str(number),
            "score": 0.0,
            "rating": 0,
            "starting_number": number,
            "color_hist": [],
            "float_history": [],
            "bye_count": 0,
        }
        for number in range(1, len(entrants) + 1)
    ]
    rounds = len(entrants) - 1 + len(entrants) % 2
    return [
        [
            (entrants[pair["white_id"] - 1], entrants[pair["black_id"] - 1])
            for pair in generate_pairings("round_robin", players, set(), number, rounds)
            if pair["black_id"] is not None
        ]
        for number in range(1, rounds + 1)
    ]
