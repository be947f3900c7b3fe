"""The table of Elli Bir as it is drawn: who sits there, what lies open, the hand."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane_client.ellibir.hand import RUNS, drawn_hand, name_of
from kiraathane_client.ellibir.ledger import last_round
from kiraathane_client.ellibir.pieces import drawn, drawn_place, meld_text, spelled, text_of
from kiraathane_client.meld_table import DUE, GOOD, NAME, QUIET, between, column, cut, flow, owners, points_text
from kiraathane_client.names import seat_name
from kiraathane_client.terminal import Look

_NAME, _COUNT, _OPENED, _POINTS = 19, 9, 16, 11


def viewer_of(update: pb.MatchUpdate) -> int | None:
    """The seat that looks; None for a spectator."""
    return update.info.viewer_seat if update.info.HasField("viewer_seat") else None


def discard_of(view: pb.EllibirView) -> pb.Piece | None:
    """The last discard, if it still lies there."""
    if not view.discards or view.discards[-1].HasField("taken"):
        return None
    return view.discards[-1].card


def draw(update: pb.MatchUpdate, look: Look, *, arrangement: str = RUNS, hand: Sequence[Text] | None = None) -> Text:
    """The whole screen; every line ends in a newline. `hand` are lines that stand in for the arranged hand."""
    view = update.view
    lines = [_head(view, look)]
    if view.phase in (pb.ELLIBIR_PHASE_DRAW, pb.ELLIBIR_PHASE_PLAY):
        lines.append(_stock(update, look))
    lines += _seats(update, look)
    lines += last_round(update, look)
    lines += _discards(update, look)
    lines += melds(update, look)
    if view.hand:
        how = name_of(arrangement, look) if hand is None else look.say("öneri", "proposal")
        lines.append(_hand_head(view, how, look))
        lines += hand if hand is not None else drawn_hand(view.hand, arrangement, look)
    return Text("").join(cut(line, look).append("\n") for line in lines)


def need_text(view: pb.EllibirView) -> str:
    """`51`; `51 (75)` where the others have raised it."""
    return str(view.need) if view.need == view.terms.threshold else f"{view.terms.threshold} ({view.need})"


def _head(view: pb.EllibirView, look: Look) -> Text:
    terms = view.terms
    words = [look.say("Elli Bir", "Elli Bir")]
    if terms.partners:
        words.append(look.say("eşli", "partners"))
    if terms.kdv:
        words.append("KDV")
    words.append(look.say(f"{view.number}/{terms.rounds}. el", f"round {view.number}/{terms.rounds}"))
    if view.repeats:
        words.append(look.say(f"{view.repeats}. tekrar", f"repeated {view.repeats} time{'s' * (view.repeats > 1)}"))
    words.append(look.say(f"baraj {need_text(view)}", f"threshold {need_text(view)}"))
    return Text(between(look).join(words), style=QUIET)


def _stock(update: pb.MatchUpdate, look: Look) -> Text:
    """The stock, the open card under it and who claims that, jokers of the cut."""
    view, info = update.view, update.info
    line = Text(look.say(f"Ortada {view.stock} kart", f"Stock {view.stock}"))
    if view.HasField("bottom"):
        line.append(look.say(", altta ", ", at the bottom ")).append_text(drawn(view.bottom, look))
        line.rstrip()
    if view.HasField("claim"):
        name = seat_name(info, view.claim.seat)
        ready = look.say(" (alabilir)", " (may take it)") if view.claim.ready else ""
        line.append(look.say(f", isteyen {name}{ready}", f", claimed by {name}{ready}"))
    if view.cut_jokers:
        name, count = seat_name(info, view.cutter), view.cut_jokers
        line.append(look.say(f", {name} keserken {count} joker aldı", f", {name} cut {count} joker{'s' * (count > 1)}"))
    return line


def _seats(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """A line for each seat in playing order, the viewer last."""
    viewer, count = viewer_of(update), len(update.view.seats)
    first = 0 if viewer is None else viewer + 1
    return [_seat(update, (first + place) % count, viewer, look) for place in range(count)]


def _seat(update: pb.MatchUpdate, number: int, viewer: int | None, look: Look) -> Text:
    view, seat = update.view, update.view.seats[number]
    due = number in update.info.due_seats
    mark = (">" if look.ascii else "▶") if due else " "
    name = seat_name(update.info, number)
    if number == viewer:
        name += look.say(" (siz)", " (you)")
    cards = look.say(f"{seat.cards} kart", f"{seat.cards} card{'' if seat.cards == 1 else 's'}")
    line = Text.assemble(
        (f"{mark} ", DUE),
        column(Text(name, style=DUE if due else NAME), _NAME, look),
        column(Text(cards), _COUNT, look),
        column(Text(opened_text(seat, look), style=GOOD), _OPENED, look),
        column(points_text(seat.points, look), _POINTS, look),
    )
    return line.append(between(look).join(_notes(view, number, look)), QUIET)


def opened_text(seat: pb.SeatView, look: Look) -> str:
    """How a seat has opened, or that it goes for pairs."""
    if seat.opened == pb.OPENING_MELDS:
        return look.say("per açtı", "opened melds")
    if seat.opened == pb.OPENING_PAIRS:
        return look.say("çift açtı", "opened pairs")
    return look.say("çifte gidiyor", "goes for pairs") if seat.goer else ""


def _notes(view: pb.EllibirView, number: int, look: Look) -> list[str]:
    seat, viewer = view.seats[number], view.seat if view.HasField("seat") else None
    partner = viewer is not None and view.terms.partners and number != viewer and (number - viewer) % 2 == 0
    words = [look.say("eş", "partner")] if partner else []
    if seat.fines:
        words.append(look.say(f"ceza {seat.fines}", f"fines {seat.fines}"))
    if seat.marks:
        words.append(look.say(f"eksi {seat.marks}", f"marks {seat.marks}"))
    if seat.stars:
        words.append(look.say(f"yıldız {seat.stars}", f"stars {seat.stars}"))
    if view.turn == number and view.HasField("turn") and view.single:
        words.append(look.say("tek!", "tek!"))
    shown = [piece for piece in seat.shown if piece not in seat.bound]
    if shown:
        words.append(look.say("elinde ", "holds ") + spelled(shown, look))
    if seat.bound:
        words.append(look.say("atamaz ", "bound ") + spelled(seat.bound, look))
    return words


def _discards(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """The last discards in one line, the newest at the end; those that were taken in brackets."""
    thrown = update.view.discards
    if not thrown:
        return []
    head = look.say("Atılanlar: ", "Discards: ")
    words = [_thrown(one, look) for one in thrown[:-1]]
    last = Text(_thrown(thrown[-1], look), style=QUIET)
    if not thrown[-1].HasField("taken"):
        last = drawn(thrown[-1].card, look)
        last.append(f"{'<-' if look.ascii else '←'} {seat_name(update.info, thrown[-1].seat)}", QUIET)
    dots = "..." if look.ascii else "…"
    room = look.width - len(head) - last.cell_len - 1
    cropped = " ".join(words)
    while words and len(cropped) > room:
        words.pop(0)
        cropped = f"{dots} {' '.join(words)}"
    return [Text.assemble((head, QUIET), cropped, " " if cropped else "", last)]


def _thrown(one: pb.Thrown, look: Look) -> str:
    text = text_of(one.card, look)
    return f"({text})" if one.HasField("taken") else text


def all_discards(update: pb.MatchUpdate, look: Look) -> Text:
    """All discards of the round, a line for each seat; those that were taken with who took them."""
    lines = []
    for seat in range(len(update.view.seats)):
        words = []
        for one in update.view.discards:
            if one.seat == seat:
                taker = f" ({seat_name(update.info, one.taken)})" if one.HasField("taken") else ""
                words.append(text_of(one.card, look) + taker)
        lines.append(f"{seat_name(update.info, seat)}: {' '.join(words) or '-'}")
    return Text("\n".join(lines))


def melds(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """What lies on the table, by owner; every meld with the number by which it is named."""
    view, lines = update.view, []
    names = {laid.owner: seat_name(update.info, laid.owner) for laid in view.melds}
    width = owners(list(names.values()))
    for owner, name in names.items():
        head = column(Text(name, style=NAME), width, look)
        cells = [
            [Text(f"{number}:", style=QUIET), *(drawn_place(place, look) for place in laid.meld.places)]
            for number, laid in enumerate(view.melds, start=1)
            if laid.owner == owner
        ]
        lines += flow(cells, look.width, head=head)
    return lines


def numbered(view: pb.EllibirView, number: int, look: Look) -> str:
    """`3: ♥5 ♥6 ♥7`; `number` from 0."""
    return f"{number + 1}: {meld_text(view.melds[number].meld, look)}"


def _hand_head(view: pb.EllibirView, arrangement: str, look: Look) -> Text:
    """How many cards it has, and how they are arranged."""
    count = len(view.hand)
    cards = look.say(f"Eliniz, {count} kart", f"Your hand, {count} card{'' if count == 1 else 's'}")
    how = look.say("diziliş: ", "arranged by ") + arrangement
    return Text(f"{cards}{between(look)}{how}", style=QUIET)
