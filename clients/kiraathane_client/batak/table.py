"""The batak table as it is drawn: the trick among the four seats, the hand, the score sheet."""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from kiraathane.batak.v1 import batak_pb2 as pb
from kiraathane.match.v1 import card_pb2
from kiraathane_client.cards import hand, suit_sign
from kiraathane_client.names import seat_name
from kiraathane_client.terminal import Look
from kiraathane_client.trick_table import LaidTrick, Place, TrickTable, sheet
from kiraathane_client.trick_table import draw as draw_table

SEATS = 4
QUIET = Style(dim=True)
HEAD = Style(bold=True)
GOOD = Style(color="color(34)")
BAD = Style(color="color(160)")
_NAME = 14  # columns of a name in the sheet


def viewer_of(update: pb.MatchUpdate) -> int | None:
    """The seat that looks; None for a spectator."""
    return update.info.viewer_seat if update.info.HasField("viewer_seat") else None


def draw(update: pb.MatchUpdate, playable: Sequence[card_pb2.Card] | None, look: Look) -> Text:
    """The whole screen; every line ends in a newline. `playable` are bright in the hand; None: all are."""
    lines = [_head(update, look), *draw_table(_table(update, look), look)]
    if update.view.hand:
        lines += [Text.assemble("  ", line) for line in hand(update.view.hand, playable, look)]
    lines += points_sheet(update, look)
    return Text("").join(line.append("\n") for line in lines)


def _head(update: pb.MatchUpdate, look: Look) -> Text:
    """Which hand it is, and the table's terms."""
    view = update.view
    spade = suit_sign(card_pb2.SUIT_SPADES, look).plain
    words = [look.say(f"{view.hand_number}/{view.hands}. el", f"hand {view.hand_number}/{view.hands}")]
    words.append(look.say(f"koz {spade}", f"trump {spade}"))
    if view.spades_when_ruffed:
        fallen = look.say("düştü", "broken") if view.spades_broken else look.say("düşmedi", "not broken")
        words.append(look.say(f"{spade} {fallen}", f"{spade} {fallen}"))
    if view.must_raise and view.must_ruff:  # in one, or the line is too long
        words.append(look.say("yükseltme ve çakma mecburi", "must raise and ruff"))
    else:
        words.append(look.say("yükseltme mecburi", "must raise") if view.must_raise else look.say("serbest", "free"))
        if view.must_ruff:
            words.append(look.say("çakma mecburi", "must ruff"))
    words.append(look.say(f"{view.over_limit} fazla batırır", f"{view.over_limit} over sinks"))
    separator = " - " if look.ascii else " · "
    return Text(separator.join(words), style=QUIET)


def _table(update: pb.MatchUpdate, look: Look) -> TrickTable:
    view, viewer = update.view, viewer_of(update)
    return TrickTable(
        places=tuple(
            Place(seat_name(update.info, number), _note(view, number, look), seat.cards)
            for number, seat in enumerate(view.seats)
        ),
        bottom=viewer or 0,
        trick=_laid(view.trick) if view.HasField("trick") else None,
        due=frozenset(update.info.due_seats),
        last=_laid(view.last_trick) if view.HasField("last_trick") else None,
        is_viewer=viewer is not None,
    )


def _laid(trick: card_pb2.Trick) -> LaidTrick:
    return LaidTrick(trick.leader, tuple(trick.cards), trick.winner if trick.HasField("winner") else None)


def _note(view: pb.BatakView, seat: int, look: Look) -> str:
    """`3/2`: three said, two taken; before the play what was said."""
    place = view.seats[seat]
    words = []
    if place.HasField("bid"):
        bids = view.phase == pb.BATAK_PHASE_BID
        words.append(look.say(f"{place.bid} dedi", f"says {place.bid}") if bids else f"{place.bid}/{place.won}")
    if seat == view.dealer and view.phase == pb.BATAK_PHASE_BID:
        words.append(look.say("dağıtan", "dealer"))
    return (" - " if look.ascii else " · ").join(words)


def points_sheet(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """Points by hand in columns, a line for each seat, the total at the end; nothing before the first hand ended."""
    view = update.view
    if not view.sheet:
        return []
    head = ["", *(str(number) for number in range(1, len(view.sheet) + 1)), look.say("toplam", "total")]
    rows = [
        [_short(update, seat), *(str(played.points[seat]) for played in view.sheet), str(view.seats[seat].points)]
        for seat in range(SEATS)
    ]
    lines = sheet(head, rows)
    if max(map(len, lines)) > look.width:  # eleven hands of three figures: names give way
        rows = [[row[0][:6].rstrip(), *row[1:]] for row in rows]
        lines = sheet(head, rows)
    return lines


def bids_sheet(update: pb.MatchUpdate, look: Look) -> Text:
    """The whole sheet: what was said, taken and won or lost, a line for each hand."""
    view = update.view
    head = [look.say("el", "hand"), *(_short(update, seat) for seat in range(SEATS))]
    rows = [
        [str(number), *(_entry(played, seat) for seat in range(SEATS))]
        for number, played in enumerate(view.sheet, start=1)
    ]
    rows.append([look.say("toplam", "total"), *(str(seat.points) for seat in view.seats)])
    return Text("\n").join(sheet(head, rows))


def _entry(played: pb.BatakHand, seat: int) -> str:
    return f"{played.bids[seat]}/{played.won[seat]} {played.points[seat]:+d}"


def _short(update: pb.MatchUpdate, seat: int) -> str:
    name = seat_name(update.info, seat)
    return name if len(name) <= _NAME else name[: _NAME - 1] + "."
