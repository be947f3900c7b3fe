"""Bots play whole matches through the real platform, and the command checks everything about them."""

import json

import pytest

from tests.e2e.conftest import SHORT, Here, Person

pytestmark = [pytest.mark.platform, pytest.mark.timeout(280)]

KEYS = {"match", "family", "finished", "verified", "scored", "moves", "seconds", "outcome"}


def test_a_demonstration_finishes_verifies_and_scores(person: Person) -> None:
    done = person.run("demo", "--family", "tavla", "--matches", "3", "--json", "--options", *SHORT, seconds=240)
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout.splitlines()[-1])
    assert set(summary) == {"matches", "seconds"}
    assert len({match["match"] for match in summary["matches"]}) == 3
    for match in summary["matches"]:
        assert set(match) == KEYS
        assert match["family"] == "tavla"
        assert (match["finished"], match["verified"], match["scored"]) == (True, True, True)
        assert match["moves"] > 3


def test_a_match_that_does_not_end_in_time_fails_the_demonstration(person: Person) -> None:
    done = person.run("demo", "--json", "--seconds", "1", seconds=60)
    assert done.returncode == 1
    (match,) = json.loads(done.stdout.splitlines()[-1])["matches"]
    assert match["finished"] is False
    assert match["problem"]


def test_wrong_wishes_are_explained(here: Here) -> None:
    for arguments, told in (
        (("demo", "--level", "dev"), "No bot “dev”"),
        (("demo", "--family", "uno"), "No game “uno”"),
        (("demo", "--options", *SHORT), "--family"),
        (("play", "tavla", "--options", "matchLength=4"), "matchLength"),
        (("play", "tavla", "--options", "renk=mavi"), "renk"),
        (("play", "uno"), "cannot be played here"),
        (("watch", "matches/none"), "no match"),
        (("record", "none"), "no match"),
        (("play", "tavla", "--match", "none"), "match"),
        (("play", "tavla", "--table", "none"), "table"),
        (("top", "--family", "uno"), "uno"),
        (("statistics", "uno"), "uno"),
    ):
        done = here(*arguments)
        assert done.code == 1, (arguments, done)
        assert told in done.err, (arguments, done)


def test_the_league_shows_who_played(here: Here) -> None:
    assert here("demo", "--family", "tavla", "--options", *SHORT, "--level", "kolay", "--level", "orta").code == 0
    shown = here("top", "--family", "tavla").out
    assert shown in here("top").out
    assert "kolay" in shown
    assert "orta" in shown


def test_everybody_sees_whether_the_dice_are_fair(here: Here) -> None:
    assert here("demo", "--family", "tavla", "--options", *SHORT).code == 0
    shown = here("statistics", "tavla").out
    assert all(
        word in shown for word in ("Games that ended", "die 1", "die 2", "expected", "chi²", "die or lot of 6, no. 2")
    )
    assert "shuffle" not in shown
    turkish = here("statistics", "tavla", "--lang", "tr").out
    assert all(word in turkish for word in ("Biten oyunlar", "1. zar", "beklenen", "serbestlik"))


def test_games_are_listed_with_their_options(here: Here) -> None:
    listed = here("games", "--lang", "tr").out
    assert "Tavla" in listed
    assert "matchLength = 5" in listed
    assert "kolay, orta, usta" in listed
