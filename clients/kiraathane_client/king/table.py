"""The King table as it is drawn: what is played, the trick among the four seats, the hand, the sheet."""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from kiraathane.king.v1 import king_pb2 as pb
from kiraathane.match.v1 import card_pb2
from kiraathane_client.cards import hand, suit_sign, text_of
from kiraathane_client.king.contracts import PENALTIES, meaning_of, name_of
from kiraathane_client.names import seat_name
from kiraathane_client.terminal import Look
from kiraathane_client.trick_table import LaidTrick, Place, TrickTable, sheet
from kiraathane_client.trick_table import draw as draw_table

SEATS = 4
QUIET = Style(dim=True)
CONTRACT = Style(bold=True, color="color(220)")
_NAME = 14  # columns of a name in the sheet
_EACH = {
    pb.CONTRACT_EL: -50,
    pb.CONTRACT_KUPA: -30,
    pb.CONTRACT_KIZ: -100,
    pb.CONTRACT_ERKEK: -60,
    pb.CONTRACT_RIFKI: -320,
    pb.CONTRACT_KOZ: 50,
}
_SHOWN = 3  # penalty cards beside a name; of more, their number


def viewer_of(update: pb.MatchUpdate) -> int | None:
    """The seat that looks; None for a spectator."""
    return update.info.viewer_seat if update.info.HasField("viewer_seat") else None


def draw(update: pb.MatchUpdate, playable: Sequence[card_pb2.Card] | None, look: Look) -> Text:
    """The whole screen; every line ends in a newline. `playable` are bright in the hand; None: all are."""
    lines = [_head(update, look), *draw_table(_table(update, look), look)]
    lines += [Text.assemble("  ", line) for line in hand(update.view.hand, playable, look)]
    lines += points_sheet(update, look)
    return Text("").join(line.append("\n") for line in lines)


def between(look: Look) -> str:
    """What stands between words in a line."""
    return " - " if look.ascii else " · "


def _head(update: pb.MatchUpdate, look: Look) -> Text:
    """Which hand it is, what is played, who named it."""
    view = update.view
    number, length = view.number, view.terms.length
    line = Text(look.say(f"{number}/{length}. el", f"hand {number}/{length}"), style=QUIET)
    if view.phase == pb.KING_PHASE_PLAYING:
        line.append(between(look)).append_text(contract_text(view.contract, view.trump, look))
        line.append(f" ({meaning_of(view.contract, look)})", QUIET)
    if view.HasField("declarer") and view.phase != pb.KING_PHASE_OVER:
        name = seat_name(update.info, view.declarer)
        line.append(between(look) + look.say(f"söyleyen {name}", f"declarer {name}"), QUIET)
    if (word := _broken(view, look)) is not None:
        line.append(between(look) + word, QUIET)
    line.truncate(look.width, overflow="crop" if look.ascii else "ellipsis")
    return line


def _broken(view: pb.KingView, look: Look) -> str | None:
    """Whether hearts or trump may be led; None where that is no question."""
    if view.phase != pb.KING_PHASE_PLAYING:
        return None
    fallen = look.say("düştü", "broken") if view.broken else look.say("düşmedi", "not broken")
    if view.contract == pb.CONTRACT_KOZ:
        return look.say(f"koz {fallen}", f"trump {fallen}")
    if view.contract in (pb.CONTRACT_KUPA, pb.CONTRACT_RIFKI):
        return look.say(f"kupa {fallen}", f"hearts {fallen}")
    return None


def contract_text(contract: pb.Contract.ValueType, trump: card_pb2.Suit.ValueType, look: Look) -> Text:
    """`Kız Almaz`, `Koz ♠`."""
    text = Text(name_of(contract, look), style=CONTRACT)
    return text.append(" ").append_text(suit_sign(trump, look)) if trump else text


def _table(update: pb.MatchUpdate, look: Look) -> TrickTable:
    view, viewer = update.view, viewer_of(update)
    playing = view.phase == pb.KING_PHASE_PLAYING
    return TrickTable(
        places=tuple(
            Place(seat_name(update.info, seat), _note(view, seat, look), view.counts[seat]) for seat in range(SEATS)
        ),
        bottom=viewer or 0,
        trick=_laid(view) if playing else None,
        due=frozenset(update.info.due_seats),
        last=_last(view),
        is_viewer=viewer is not None,
    )


def _laid(view: pb.KingView) -> LaidTrick:
    cards = tuple(view.trick.cards)
    return LaidTrick(view.trick.leader, cards, taker(view.trick.leader, cards, view.trump) if cards else None)


def taker(leader: int, cards: Sequence[card_pb2.Card], trump: card_pb2.Suit.ValueType) -> int:
    """Who takes the trick so far."""
    led = cards[0].suit
    best = max(range(len(cards)), key=lambda place: _strength(cards[place], led, trump))
    return (leader + best) % SEATS


def _strength(card: card_pb2.Card, led: int, trump: int) -> tuple[bool, bool, int]:
    return bool(trump) and card.suit == trump, card.suit == led, card.rank


def _last(view: pb.KingView) -> LaidTrick | None:
    if not view.tricks:
        return None
    trick = view.tricks[-1]
    return LaidTrick(trick.leader, tuple(trick.cards), trick.winner)


def _note(view: pb.KingView, seat: int, look: Look) -> str:
    """Tricks, or the cards that cost, and what they come to: `2 el -100`, `♠Q ♥Q -200`."""
    words = []
    if view.phase == pb.KING_PHASE_PLAYING:
        tricks = sum(trick.winner == seat for trick in view.tricks)
        cards = view.penalties[seat].cards
        count = len(cards) if view.contract in _BY_CARD else tricks
        if view.contract in _BY_CARD:
            words.append(_costly(cards, look))
        elif tricks:
            words.append(look.say(f"{tricks} el", f"{tricks} trick{'' if tricks == 1 else 's'}"))
        if count and view.contract in _EACH:
            words.append(f"{count * _EACH[view.contract]:+d}")
    return " ".join(word for word in words if word)


_BY_CARD = (pb.CONTRACT_KUPA, pb.CONTRACT_KIZ, pb.CONTRACT_ERKEK, pb.CONTRACT_RIFKI)


def _costly(cards: Sequence[card_pb2.Card], look: Look) -> str:
    shown = " ".join(text_of(card, look) for card in cards[:_SHOWN])
    return shown if len(cards) <= _SHOWN else f"{shown} +{len(cards) - _SHOWN}"


# -- the sheet ---------------------------------------------------------------------------------------------------------


def points_sheet(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """Rights left, the minus and the plus column, the total: a line for each seat."""
    view = update.view
    head = [""]
    head += [look.say("ceza hakkı", "penalties left"), look.say("koz hakkı", "trumps left")]
    head += [look.say("ceza (-)", "minus"), look.say("koz (+)", "plus"), look.say("toplam", "total")]
    rows = [
        [
            _short(update, seat),
            str(view.penalty_rights[seat]),
            str(view.trump_rights[seat]),
            str(view.minus[seat]),
            str(view.plus[seat]),
            str(view.minus[seat] + view.plus[seat]),
        ]
        for seat in range(SEATS)
    ]
    return sheet(head, rows)


def chart(update: pb.MatchUpdate, look: Look) -> Text:
    """The whole chart: a line for each hand that was played, the totals, and what is left to name."""
    view = update.view
    head = [look.say("el", "hand"), look.say("söyleyen", "declarer"), ""]
    head += [_short(update, seat) for seat in range(SEATS)]
    rows = [
        [str(number), _short(update, line.declarer), _called(line, look), *(str(points) for points in line.points)]
        for number, line in enumerate(view.chart, start=1)
    ]
    totals = [str(view.minus[seat] + view.plus[seat]) for seat in range(SEATS)]
    rows.append([look.say("toplam", "total"), "", "", *totals])
    return Text("\n").join([*sheet(head, rows), uses_line(view, look)])


def uses_line(view: pb.KingView, look: Look) -> Text:
    """How often each penalty may still be played."""
    left = [f"{name_of(contract, look)} {uses}" for contract, uses in zip(PENALTIES, view.uses, strict=True)]
    return Text(look.say("Kalan: ", "Left: ") + ", ".join(left), style=QUIET)


def _called(line: pb.HandLine, look: Look) -> str:
    name = name_of(line.contract, look)
    return f"{name} {suit_sign(line.trump, look).plain}" if line.trump else name


def _short(update: pb.MatchUpdate, seat: int) -> str:
    name = seat_name(update.info, seat)
    return name if len(name) <= _NAME else name[: _NAME - 1] + "."
