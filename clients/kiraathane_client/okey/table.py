"""The okey table as it is drawn: who sits there, what lies open, the rack."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane_client.meld_table import DUE, GOOD, NAME, QUIET, between, column, cut, flow, owners, points_text
from kiraathane_client.names import seat_name
from kiraathane_client.okey.ledger import last_hand
from kiraathane_client.okey.rack import RUNS, drawn_rack, name_of
from kiraathane_client.okey.tiles import counts_as, drawn, drawn_piece, piece_text, spelled, text_of
from kiraathane_client.terminal import Look

SEATS = 4
_NAME, _COUNT, _OPENED, _PILE, _POINTS = 19, 9, 13, 10, 11
SIGNS = {
    pb.SIGN_WAIT: ("bekle", "wait"),
    pb.SIGN_OPEN: ("açarım", "can open"),
    pb.SIGN_PAIRS: ("çifte gidiyorum", "going for pairs"),
    pb.SIGN_HAVE_OKEY: ("okey var", "have an okey"),
    pb.SIGN_NO_OKEY: ("okey yok", "no okey"),
    pb.SIGN_FINISH: ("biterim", "can finish"),
}
_OPENED_WORDS = {
    pb.OPENED_SERIES: ("seri açtı", "opened runs"),
    pb.OPENED_PAIRS: ("çift açtı", "opened pairs"),
}


def viewer_of(update: pb.MatchUpdate) -> int | None:
    """The seat that looks; None for a spectator."""
    return update.info.viewer_seat if update.info.HasField("viewer_seat") else None


def okey_of(view: pb.OkeyView) -> pb.Tile | None:
    """The hand's okey; None between hands."""
    return view.okey if view.HasField("okey") else None


def left_of(seat: int) -> int:
    """The player at the left, whose last discard is the side tile."""
    return (seat - 1) % SEATS


def draw(update: pb.MatchUpdate, look: Look, *, arrangement: str = RUNS, rack: Sequence[Text] | None = None) -> Text:
    """The whole screen; every line ends in a newline. `rack` are lines that stand in for the arranged rack."""
    view = update.view
    lines = [_head(view, look)]
    if view.HasField("indicator"):
        lines.append(_open_tiles(view, look))
    lines += _seats(update, look)
    lines += last_hand(update, look)
    lines += melds(update, look)
    lines += staged(view, look)
    if view.rack:
        how = name_of(arrangement, look) if rack is None else look.say("öneri", "proposal")
        lines.append(_rack_head(view, how, look))
        lines += rack if rack is not None else drawn_rack(view.rack, okey_of(view), arrangement, look)
    return Text("").join(cut(line, look).append("\n") for line in lines)


def need_text(view: pb.OkeyView, look: Look) -> str:
    """What opens: `101`, `51 (75)` where the others have raised it, and so many pairs."""
    need = view.terms.game if str(view.need) == view.terms.game else f"{view.terms.game} ({view.need})"
    return look.say(f"açmak için {need} ya da {view.need_pairs} çift", f"to open: {need} or {view.need_pairs} pairs")


def _head(view: pb.OkeyView, look: Look) -> Text:
    terms = view.terms
    words = [look.say(f"Okey {terms.game}", f"Okey {terms.game}")]
    if terms.tournament:
        words.append(look.say("turnuva", "tournament"))
    elif not terms.fines:
        words.append(look.say("cezasız", "no fines"))
    if terms.partners:
        words.append(look.say("eşli", "partners"))
    words.append(look.say(f"{view.hand_number}/{view.hands}. el", f"hand {view.hand_number}/{view.hands}"))
    if view.phase in (pb.OKEY_PHASE_DRAW, pb.OKEY_PHASE_PLAY):
        words.append(need_text(view, look))
    return Text(between(look).join(words), style=QUIET)


def _open_tiles(view: pb.OkeyView, look: Look) -> Text:
    """The indicator, the okey that it makes, the stock."""
    okey = okey_of(view)
    false = pb.Tile(false_okey=True)
    return Text.assemble(
        look.say("Gösterge ", "Indicator "),
        drawn(view.indicator, look),
        look.say("  Okey ", "  Okey "),
        drawn(view.okey, look, okey),
        look.say("  Sahte okey ", "  False okey "),
        drawn(false, look, okey),
        look.say(f"  Ortada {view.stock} taş", f"  Stock {view.stock}"),
    )


def _rack_head(view: pb.OkeyView, arrangement: str, look: Look) -> Text:
    """How many tiles it has, and how it is arranged."""
    count = len(view.rack)
    tiles = look.say(f"Istakanız, {count} taş", f"Your rack, {count} tile{'' if count == 1 else 's'}")
    how = look.say("diziliş: ", "arranged by ") + arrangement
    return Text(f"{tiles}{between(look)}{how}", style=QUIET)


def _seats(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """A line for each seat in playing order, the viewer last."""
    viewer = viewer_of(update)
    first = 0 if viewer is None else viewer + 1
    return [_seat(update, (first + place) % SEATS, viewer, look) for place in range(SEATS)]


def _seat(update: pb.MatchUpdate, number: int, viewer: int | None, look: Look) -> Text:
    view, seat = update.view, update.view.seats[number]
    due = number in update.info.due_seats
    mark = (">" if look.ascii else "▶") if due else " "
    name = seat_name(update.info, number)
    if number == viewer:
        name += look.say(" (siz)", " (you)")
    opened = look.say(*_OPENED_WORDS.get(seat.opened, ("", "")))
    tiles = look.say(f"{seat.tiles} taş", f"{seat.tiles} tile{'' if seat.tiles == 1 else 's'}")
    line = Text.assemble(
        (f"{mark} ", DUE),
        column(Text(name, style=DUE if due else NAME), _NAME, look),
        column(Text(tiles), _COUNT, look),
        column(Text(opened, style=GOOD), _OPENED, look),
        _pile(view, number, look),
        column(points_text(seat.points, look), _POINTS, look),
    )
    return line.append(between(look).join(_notes(view, number, viewer, look)), QUIET)


def _pile(view: pb.OkeyView, number: int, look: Look) -> Text:
    """The last discard and how many lie there."""
    seat = view.seats[number]
    if not seat.HasField("top"):
        return Text("-".ljust(_PILE), style=QUIET)
    return column(Text.assemble(drawn(seat.top, look, okey_of(view)), (f" ({seat.pile})", QUIET)), _PILE, look)


def _notes(view: pb.OkeyView, number: int, viewer: int | None, look: Look) -> list[str]:
    seat = view.seats[number]
    partner = viewer is not None and view.terms.partners and number != viewer and (number - viewer) % 2 == 0
    words = [look.say("eş", "partner")] if partner else []
    draws = view.phase == pb.OKEY_PHASE_DRAW and view.turn == viewer and not view.side_barred
    if viewer is not None and draws and number == left_of(viewer) and seat.HasField("top"):
        words.append(("" if look.ascii else "◂ ") + look.say("yan taş", "side tile"))
    if seat.taken:
        words.append(look.say("yandan ", "took ") + spelled(seat.taken, look, okey_of(view)))
    if seat.sign:
        words.append(look.say("işaret: ", "sign: ") + look.say(*SIGNS[seat.sign]))
    if seat.left:
        words.append(look.say("kalktı", "left"))
    return words


def melds(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """What lies on the table, by owner; every meld with the number by which it is named."""
    view = update.view
    okey = okey_of(view)
    lines = []
    names = {meld.seat: seat_name(update.info, meld.seat) for meld in view.melds}
    width = owners(list(names.values()))
    for seat, name in names.items():
        head = column(Text(name, style=NAME), width, look)
        cells = [
            [Text(f"{number}:", style=QUIET), *(drawn_piece(piece, look, okey) for piece in meld.pieces)]
            for number, meld in enumerate(view.melds, start=1)
            if meld.seat == seat
        ]
        lines += flow(cells, look.width, head=head)
    return lines


def meld_text(view: pb.OkeyView, number: int, look: Look) -> str:
    """`3: K5 K6 K7`; `number` from 0."""
    pieces = view.melds[number].pieces
    return f"{number + 1}: " + " ".join(piece_text(piece, look, okey_of(view)) for piece in pieces)


def staged(view: pb.OkeyView, look: Look) -> list[Text]:
    """What is staged; every group with its letter."""
    if not view.staged:
        return []
    pairs = view.area == pb.AREA_PAIRS
    head = look.say("Serilen çift" if pairs else "Serilen seri", "Staged pairs" if pairs else "Staged runs")
    total = staged_sum(view)
    if pairs:
        head += f" ({len(view.staged)}/{view.need_pairs})"
    elif total is not None:
        head += f" ({total}/{view.need})"
    cells = [
        [
            Text(f"{group_letter(at)}:", style=QUIET),
            *(drawn_piece(piece, look, okey_of(view)) for piece in group.pieces),
        ]
        for at, group in enumerate(view.staged)
    ]
    return flow(cells, look.width, head=Text(f"{head} ", style=DUE), gap=1)


def group_letter(at: int) -> str:
    """The letter of a staged group."""
    return "abcdefghijklmnopqrstuvwxyz"[at]


def staged_sum(view: pb.OkeyView) -> int | None:
    """The numbers of what is staged; None in 34, which counts otherwise, and where an okey has no face."""
    pieces = [piece for group in view.staged for piece in group.pieces]
    if view.terms.game == "34" or not all(piece.HasField("face") for piece in pieces):
        return None
    highest = 10 if view.terms.high_is_ten else 13
    return sum(min(piece.face.number, highest) for piece in pieces)


def goes_on(view: pb.OkeyView, number: int, face: pb.Tile) -> bool:
    """True if a tile with this face lays off on a meld; `number` from 0."""
    meld = view.melds[number]
    faces = [piece.face for piece in meld.pieces]
    if meld.kind == pb.MELD_KIND_RUN:
        ends = (faces[0].number - 1, faces[-1].number + 1)
        return face.colour == faces[0].colour and face.number in ends
    if meld.kind == pb.MELD_KIND_SET:
        return len(faces) < SEATS and face.number == faces[0].number and face not in faces
    return False


def lays_off(view: pb.OkeyView, tile: pb.Tile) -> list[int]:
    """The melds, from 0, on which a tile that is no real okey lays off."""
    face = counts_as(tile, okey_of(view))
    return [number for number in range(len(view.melds)) if goes_on(view, number, face)]


def all_discards(update: pb.MatchUpdate, look: Look) -> Text:
    """All discards of whoever's may be seen, else the last of each (rules 8.18, 10.9)."""
    okey, lines = okey_of(update.view), []
    for number, seat in enumerate(update.view.seats):
        tiles = seat.discards or ([seat.top] if seat.HasField("top") else [])
        lines.append(f"{seat_name(update.info, number)} ({seat.pile}): {spelled(tiles, look, okey) or '-'}")
    return Text("\n".join(lines))


def side_text(view: pb.OkeyView, viewer: int, look: Look) -> str | None:
    """The side tile of the viewer; None if none lies there."""
    seat = view.seats[left_of(viewer)]
    return text_of(seat.top, look, okey_of(view)) if seat.HasField("top") else None
