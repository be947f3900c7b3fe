"""A match's journal as a moderator reads it: names and words, and what a rewind took back."""

import pytest

from kiraathane.match.v1 import match_pb2 as pb
from kiraathane_client.cli import journal, matches
from kiraathane_client.cli.desk import Desk
from services.kernel.game import LapseCause
from services.kernel.orders import OrderKind
from services.kernel.seating import Kind

INFO = pb.MatchInfo(match="matches/m", family="tavla", version=9, status=pb.MATCH_STATUS_FROZEN)
INFO.seats.add(seat=0, player="players/a", display_name="Ayşe")
INFO.seats.add(seat=1, player="players/b", display_name="Barış")
NAMES = {"players/b": "Barış"}
LAPSE, SEATING, ORDER, ACT = pb.ENTRY_KIND_LAPSE, pb.ENTRY_KIND_SEATING, pb.ENTRY_KIND_ORDER, pb.ENTRY_KIND_ACT


def said(lang: str, **entry: object) -> str:
    row = pb.JournalEntry(version=3, **entry)  # type: ignore[arg-type]
    return journal.row(Desk(lang), INFO, row, NAMES).partition("00:00:00  ")[2]


@pytest.mark.parametrize(
    ("entry", "tr", "en"),
    [
        (
            {"kind": ORDER, "text": "freeze: Çay: mola"},
            "yönetici · durdurdu: Çay: mola",
            "moderator · froze: Çay: mola",
        ),
        ({"kind": ACT, "seat": 0, "text": "24/18", "outcomes": 1}, "hamle · Ayşe · 24/18 · şans: 1", ""),
        ({"kind": ACT, "seat": 1, "text": "24/18", "undone": True}, "hamle · Barış · 24/18 · geri alındı", ""),
        ({"kind": ACT, "seat": 1, "undone": True}, "", "act · Barış · undone"),
        ({"kind": SEATING, "seat": 1, "text": "substitute players/b"}, "", "seat · Barış · taken over by Barış"),
        ({"kind": LAPSE, "seat": 0, "text": "timeout"}, "", "lapse · Ayşe · out of time"),
    ],
)
def test_a_row_is_names_and_words(entry: dict[str, object], tr: str, en: str) -> None:
    for lang, words in (("tr", tr), ("en", en)):
        assert not words or said(lang, **entry) == words


@pytest.mark.parametrize(("row", "kinds"), [(LAPSE, LapseCause), (SEATING, Kind), (ORDER, OrderKind)])
def test_everything_that_a_row_may_hold_has_words(row: int, kinds: type[LapseCause | Kind | OrderKind]) -> None:
    for kind in kinds:
        text = f"{kind.value}: x" if row == ORDER else kind.value
        tr, en = said("tr", kind=row, text=text), said("en", kind=row, text=text)
        assert tr.partition(" · ")[2] != en.partition(" · ")[2]
        assert kind.value not in tr.split(" · ")[1]


def test_whose_turn_it_is_is_told_by_name_also_at_a_frozen_match() -> None:
    assert matches._standing(Desk("en"), INFO, [1]) == "version 9 · frozen · due: Barış"
