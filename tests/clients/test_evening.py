"""The simulated evening: what is wished, what is written down, and what counts as a fault."""

import random
from collections.abc import Mapping

import pytest

from kiraathane.lobby.v1 import lobby_service_pb2 as lobby
from kiraathane.tournaments.v1 import tournaments_service_pb2 as tournaments
from kiraathane_client.cli.desk import Desk
from kiraathane_client.cli.evening import wishes
from kiraathane_client.cli.evening.book import MOST_FAULTS, Book, Fault
from kiraathane_client.cli.evening.cup import out, table_of
from kiraathane_client.cli.evening.hall import last_line
from kiraathane_client.cli.evening.seat import has_another
from kiraathane_client.errors import (
    InvalidRequest,
    KiraathaneError,
    NotFound,
    RateLimited,
    Refused,
    ServerFault,
    Unauthenticated,
    Unavailable,
)
from services.kernel.registry import families

SLUGS = sorted(families())


@pytest.mark.parametrize("slug", SLUGS)
def test_short_tables_can_be_opened_are_short_and_have_a_clock(slug: str) -> None:
    meta = families()[slug].game.meta
    usual = wishes.short_options(meta)
    others: set[frozenset[tuple[str, str]]] = set()
    for seed in range(200):
        options = wishes.short_options(meta, random.Random(seed))
        resolved = meta.resolve(options)
        assert "none" not in {resolved.get("turnSeconds"), resolved.get("clock"), resolved.get("repeatLimit")}
        assert usual.items() <= options.items()
        others.add(frozenset(options.items()))
    lengths = {name: value for name, value in usual.items() if name.endswith(("Length", "Hands", "Rounds"))}
    for name, value in lengths.items():
        option = next(option for option in meta.options if option.name == name)
        assert int(value) == min(map(int, option.choices))
    assert len(others) > 2, "tables differ"


def drawn(seed: int) -> list[object]:
    rng = random.Random(seed)
    return [(wishes.activity(rng), wishes.mood(rng, 8.0)) for _ in range(50)]


def test_the_same_seed_brings_the_same_wishes() -> None:
    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def test_moods_drop_return_and_leave_and_nobody_is_away_too_long() -> None:
    rng = random.Random(5)
    moods = [wishes.mood(rng, 8.0) for _ in range(500)]
    away = [drop for mood in moods for drop in mood.drops]
    assert away
    assert all(0 < seconds <= 8 for _, seconds in away)
    assert all([after for after, _ in mood.drops] == sorted({after for after, _ in mood.drops}) for mood in moods)
    assert 0 < sum(mood.leaves is not None for mood in moods) < 100


def test_nobody_goes_to_a_tournament_that_is_not_there() -> None:
    rng = random.Random(1)
    chosen = {wishes.activity(rng, ("cup",)) for _ in range(300)}
    assert chosen == wishes.ACTIVITIES.keys() - {"cup"}


def test_every_game_comes_once_before_any_comes_again() -> None:
    games = wishes.bag(SLUGS, random.Random(3))
    for _ in range(4):
        assert sorted(next(games) for _ in SLUGS) == SLUGS


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ServerFault(raw="boom"), "internal"),
        (InvalidRequest(), "invalid_request"),
        (Unauthenticated(), "signed_out"),
        (Unavailable(raw="gone"), "unavailable"),
    ],
)
def test_what_no_rule_says_is_a_fault(error: KiraathaneError, kind: str) -> None:
    book = Book()
    book.trouble(error, "matches/1")
    assert [(fault.kind, fault.where) for fault in book.faults] == [(kind, "matches/1")]
    assert book.counts["faults"] == 1
    assert not book.refusals


def test_a_refusal_is_no_fault_and_is_counted_by_its_reason() -> None:
    book = Book()
    for error in (Refused("TABLE_FULL"), Refused("TABLE_FULL"), NotFound(), RateLimited("TOO_MANY_CALLS")):
        book.trouble(error, "tables/1")
    assert book.refusals == {"TABLE_FULL": 2, "NotFound": 1, "TOO_MANY_CALLS": 1}
    assert not book.faults


def test_a_fault_is_told_once_for_each_place_and_all_are_counted() -> None:
    book = Book()
    for number in range(MOST_FAULTS + 50):
        book.fault("stuck", f"matches/{number}", "first")
        book.fault("stuck", f"matches/{number}", "again")
    assert len(book.faults) == MOST_FAULTS
    assert book.faults[0] == Fault("stuck", "matches/0", "first")
    assert book.counts["faults"] == MOST_FAULTS + 50


def test_the_book_knows_who_keeps_a_seat_and_what_runs() -> None:
    book = Book()
    first = book.sat("matches/1", "tavla", "tables/1", public=True, player="players/a", seat=0)
    assert book.sat("matches/1", "tavla", "tables/1", public=True, player="players/b", seat=1) is first
    second = book.sat("matches/2", "okey", "tables/2", public=False, player="players/a", seat=2)
    first.left.add("players/a")
    assert book.keeps("players/a") == [second]
    assert book.keeps("players/b") == [first]
    assert book.was_at("players/a", "matches/1"), "he was, though he has left"
    assert not book.was_at("players/b", "matches/2")
    assert not book.was_at("players/a", "matches/3")
    assert book.running() == [first, second]
    assert book.running(public=True) == [first]
    first.over = True
    assert book.running() == [second]
    assert book.summary()["matches_by_family"] == {"okey": 1, "tavla": 1}


def test_a_seat_with_another_sitter_was_taken_by_a_substitute() -> None:
    seats = [lobby.TableSeat(seat=0, player="players/b"), lobby.TableSeat(seat=1, bot_level="orta")]
    table = lobby.Table(seats=seats)
    assert has_another(table, 0, "players/a")
    assert not has_another(table, 0, "players/b"), "he sits there himself"
    assert not has_another(table, 1, "players/a"), "a bot is no substitute"


def encounter(**fields: object) -> tournaments.Encounter:
    one = tournaments.Encounter(home=0, away=1)
    for name, value in fields.items():
        setattr(one, name, value)
    return one


def of(*encounters: tournaments.Encounter) -> tournaments.Tournament:
    return tournaments.Tournament(rounds=[tournaments.Round(encounters=encounters)])


def test_an_entrant_sits_down_where_he_is_waited_for() -> None:
    waiting = encounter(table="tables/1")
    waiting.sit_down_by.GetCurrentTime()
    assert table_of(of(waiting), 0) == table_of(of(waiting), 1) == "tables/1"
    assert table_of(of(waiting), 2) == ""
    assert table_of(of(encounter(table="tables/1")), 0) == "", "he has sat down"
    bye = tournaments.Encounter(home=2, table="tables/2")
    assert table_of(of(bye), 0) == "", "an encounter without an opponent is not of entrant 0"


@pytest.mark.parametrize(
    ("fields", "gone"),
    [({}, (False, False)), ({"over": True, "winner": 0}, (False, True)), ({"over": True}, (True, True))],
)
def test_who_has_lost_is_out(fields: Mapping[str, object], gone: tuple[bool, bool]) -> None:
    t = of(encounter(**fields))
    assert (out(t, 0), out(t, 1)) == gone
    assert not out(t, 2)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "17 matches: 13 finished (13 verified, 13 scored once), 3 still played, 1 not to be seen any more; "),
        ("tr", "17 maç: 13 bitti (13 doğrulandı, 13 bir kez puanlandı), 3 sürüyor, 1 artık görülemiyor; "),
    ],
)
def test_the_last_line_accounts_for_every_match(lang: str, said: str) -> None:
    book = Book()
    counts = {"matches": 17, "finished": 13, "verified": 13, "scored_once": 13, "played_on": 3, "not_to_be_seen": 1}
    for what, by in counts.items():
        book.count(what, by)
    assert last_line(Desk(lang), book.counts, 90.0).startswith(said)
