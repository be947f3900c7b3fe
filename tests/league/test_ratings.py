"""What a match teaches about who played it."""

from services.league.ratings import Rating, beginner, rate
from services.league.result import SeatResult


def table(*seats: tuple[str, int, int]) -> list[SeatResult]:
    """Seats as (player, team, place)."""
    return [
        SeatResult(seat=number, player=player, display_name=player, team=team, place=place, won=place == 1)
        for number, (player, team, place) in enumerate(seats)
    ]


def fresh(*players: str) -> dict[str, Rating]:
    return {player: beginner() for player in players}


def test_who_wins_rises_who_loses_falls_and_both_are_known_better() -> None:
    after = rate(table(("ali", 0, 1), ("veli", 1, 2)), fresh("ali", "veli"))
    assert after["ali"].mu > beginner().mu > after["veli"].mu
    assert max(after["ali"].sigma, after["veli"].sigma) < beginner().sigma


def test_beating_a_strong_player_is_worth_more_than_beating_a_weak_one() -> None:
    strong, weak = Rating(mu=35.0, sigma=3.0), Rating(mu=15.0, sigma=3.0)
    over_strong = rate(table(("ali", 0, 1), ("veli", 1, 2)), {"ali": beginner(), "veli": strong})["ali"].mu
    over_weak = rate(table(("ali", 0, 1), ("veli", 1, 2)), {"ali": beginner(), "veli": weak})["ali"].mu
    assert over_strong > over_weak


def test_equals_who_draw_stay_equal() -> None:
    after = rate(table(("ali", 0, 1), ("veli", 1, 1)), fresh("ali", "veli"))
    assert abs(after["ali"].mu - after["veli"].mu) < 1e-9
    assert after["ali"].sigma < beginner().sigma


def test_partners_rise_together() -> None:
    seats = table(("ali", 0, 1), ("veli", 1, 2), ("ayşe", 0, 1), ("fatma", 1, 2))
    after = rate(seats, fresh("ali", "veli", "ayşe", "fatma"))
    assert after["ali"] == after["ayşe"]
    assert after["veli"] == after["fatma"]
    assert after["ali"].mu > after["veli"].mu


def test_four_places_are_four_ratings_in_that_order() -> None:
    names = ("a", "b", "c", "d")
    after = rate(table(*((name, team, team + 1) for team, name in enumerate(names))), fresh(*names))
    assert sorted(names, key=lambda name: -after[name].mu) == list(names)


def test_a_bot_that_plays_itself_learns_nothing() -> None:
    after = rate(table(("bots/usta", 0, 1), ("bots/usta", 1, 2)), fresh("bots/usta"))
    assert after == fresh("bots/usta")


def test_two_bots_of_one_level_in_one_team_are_rated_once() -> None:
    seats = table(("bots/usta", 0, 1), ("ali", 1, 2), ("bots/usta", 0, 1), ("veli", 1, 2))
    after = rate(seats, fresh("bots/usta", "ali", "veli"))
    assert after["bots/usta"].mu > beginner().mu > after["ali"].mu
