"""The table as the viewer sees it: the other side above, the pile in the middle, the own hand below."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from rich.style import Style
from rich.text import Text

from kiraathane.match.v1 import card_pb2
from kiraathane.pisti.v1 import pisti_pb2 as pb
from kiraathane_client.cards import drawn, face_down, text_of
from kiraathane_client.names import seat_name
from kiraathane_client.pisti import pile
from kiraathane_client.pisti.counting import count_table, said
from kiraathane_client.terminal import Look

POINTS: Final = {
    "PISTI": ("pişti", "pişti"),
    "JACK_PISTI": ("vale ile pişti", "pişti of jacks"),
    "BLUFF_ACCEPTED": ("blöf kabul", "bluff accepted"),
    "BLUFF_PROVED": ("blöf doğru çıktı", "bluff proved"),
    "BLUFF_CAUGHT": ("blöf yakaladı", "caught a bluff"),
}
_NAME: Final = Style(bold=True)
_DUE: Final = Style(bold=True, color="color(220)")
_QUIET: Final = Style(dim=True)
_SHOWN_EVENTS: Final = 4
_SHOWN_CARDS: Final = 8
_NAME_WIDTH: Final = 26
_EVENT_NAME: Final = 20


def draw(update: pb.MatchUpdate, playable: Sequence[card_pb2.Card] | None, look: Look) -> Text:
    """The whole table; every line ends in a newline. `playable` is None while nothing is to be played."""
    seat = update.info.viewer_seat if update.info.HasField("viewer_seat") else 0
    lines = [
        _head(update.view, look),
        _player(update, 1 - seat, look),
        _backs(update.view.hands[1 - seat], look),
        *_middle(update, seat, look),
        _player(update, seat, look),
        _hand(update, seat, playable, look),
    ]
    table = Text()
    for line in lines:
        line.truncate(look.width, overflow="crop" if look.ascii else "ellipsis")
        table.append_text(line).append("\n")
    return table


def _head(view: pb.PistiView, look: Look) -> Text:
    parts = [look.say(f"{view.game_number}. oyun", f"game {view.game_number}")]
    if view.deal and view.phase != pb.PISTI_PHASE_OVER:
        parts.append(look.say(f"{view.deal}/6. dağıtım", f"deal {view.deal}/6"))
        parts.append(look.say(f"destede {view.stock}", f"{view.stock} in the stock"))
    if view.HasField("target"):
        parts.append(look.say(f"{view.target} sayıya", f"to {view.target} points"))
    if view.bluff:
        parts.append(look.say("blöflü", "with bluffs"))
    return Text(look.say(" · ", " · ").join(parts), style=_QUIET)


def _player(update: pb.MatchUpdate, seat: int, look: Look) -> Text:
    view, info = update.view, update.info
    due = seat in info.due_seats
    name = seat_name(info, seat)
    if info.HasField("viewer_seat") and info.viewer_seat == seat:
        name += look.say(" (siz)", " (you)")
    sign = (">" if look.ascii else "▶") if due else " "
    text = Text(f"{sign} {name}", style=_DUE if due else _NAME)
    text.truncate(_NAME_WIDTH - 1, overflow="crop" if look.ascii else "ellipsis")
    text.pad_right(_NAME_WIDTH - text.cell_len)
    facts = _facts(view, seat, look) if view.phase != pb.PISTI_PHASE_OVER else []
    if view.HasField("target"):
        facts.append(look.say(f"sayı {view.points[seat]}", f"score {view.points[seat]}"))
    text.append(look.say(" · ", " · ").join(facts), _QUIET)
    return text


def _facts(view: pb.PistiView, seat: int, look: Look) -> list[str]:
    """What is to be said of a seat while a game is played."""
    facts = [look.say(f"aldığı {view.captured[seat]}", f"took {view.captured[seat]}")]
    if view.hidden[seat]:
        facts.append(look.say(f"{view.hidden[seat]} kapalı", f"{view.hidden[seat]} face down"))
    facts.append(said(look, f"pişti {view.pisti[seat]}", f"pişti {view.pisti[seat]}"))
    if view.HasField("dealer") and view.dealer == seat:
        facts.append(look.say("dağıtan", "dealer"))
    return facts


def _backs(cards: int, look: Look) -> Text:
    return Text.assemble("  ", Text("  ").join([face_down(look)] * cards) if cards else "")


def _middle(update: pb.MatchUpdate, seat: int, look: Look) -> list[Text]:
    """The pile at the left; at the right what lies in it and this game's piştis, or the count of the game before."""
    if update.view.phase == pb.PISTI_PHASE_OVER and update.view.HasField("count"):
        return [
            Text(),
            *(Text.assemble("    ", line) for line in count_table(update.info, update.view.count, seat, look)),
            Text(),
        ]
    beside = _beside(update, seat, look)
    lines = []
    for left, right in zip_longest([Text(), *pile.stack(update.view, look)], beside):
        line = Text.assemble("    ", left or Text())
        line.pad_right(pile.WIDTH + 4 - line.cell_len)
        line.append_text(right or Text())
        line.rstrip()
        lines.append(line)
    return [*lines, Text()]


def _beside(update: pb.MatchUpdate, seat: int, look: Look) -> list[Text]:
    view = update.view
    # The count of a game stays to be looked at through the first deal of the next one.
    if view.HasField("count") and view.deal <= 1:
        return count_table(update.info, view.count, seat, look)
    return [Text(), *_lying(view, look), *_events(update, look)]


def _lying(view: pb.PistiView, look: Look) -> list[Text]:
    """Which cards lie in the pile, the top one last."""
    total = len(view.pile) + view.face_down
    if not total:
        return [Text(look.say("yer boş", "the table is empty"), style=_QUIET)]
    cards = " ".join(text_of(card, look) for card in view.pile[-_SHOWN_CARDS:])
    more = look.say("… ", "… ") if len(view.pile) > _SHOWN_CARDS else ""
    under = look.say(f" ({view.face_down} kapalı)", f" ({view.face_down} face down)") if view.face_down else ""
    return [
        Text(look.say(f"yerde {total} kart", f"{total} on the table") + under),
        Text(f"{more}{cards}", style=_QUIET),
    ]


def _events(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """The last piştis of the game."""
    lines = []
    for line in update.view.lines[-_SHOWN_EVENTS:]:
        what = said(look, *POINTS.get(line.reason, (line.reason, line.reason)))
        # A long name gives way to what it got the points for.
        name = Text(seat_name(update.info, line.seat))
        name.truncate(_EVENT_NAME, overflow="crop" if look.ascii else "ellipsis")
        lines.append(Text.assemble((f"+{line.points} ", "bold"), name, f": {what}"))
    return lines


def _hand(update: pb.MatchUpdate, seat: int, playable: Sequence[card_pb2.Card] | None, look: Look) -> Text:
    view = update.view
    if not update.info.HasField("viewer_seat"):
        return _backs(view.hands[seat], look)
    held = sorted(view.hand, key=lambda card: (card.rank, card.suit))
    may = playable is None
    return Text.assemble(
        "  ", Text("  ").join(drawn(card, look, playable=may or card in (playable or ())) for card in held)
    )
