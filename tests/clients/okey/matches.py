"""Tables of okey as the client gets them. Tiles are written as in the family's notation: `R5`, `K12`, `F`."""

from collections.abc import Sequence
from typing import Any

from kiraathane.match.v1 import match_pb2
from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane_client.okey.rack import Stand
from kiraathane_client.okey.turn import OkeyTurn

NAMES = ("Ayşe", "Bora", "Can", "Deniz")
COLOURS = {"Y": pb.COLOUR_YELLOW, "B": pb.COLOUR_BLUE, "K": pb.COLOUR_BLACK, "R": pb.COLOUR_RED}
RUN, SET, PAIR = pb.MELD_KIND_RUN, pb.MELD_KIND_SET, pb.MELD_KIND_PAIR
SERIES, PAIRS = pb.AREA_SERIES, pb.AREA_PAIRS


def tile(text: str) -> pb.Tile:
    """`R5`, `F`."""
    return pb.Tile(false_okey=True) if text == "F" else pb.Tile(colour=COLOURS[text[0]], number=int(text[1:]))


def tiles(text: str) -> list[pb.Tile]:
    return [tile(word) for word in text.split()]


def group(text: str) -> pb.Group:
    """`R5 R6=B7`: the second is an okey that stands for blue 7."""
    return pb.Group(pieces=[piece(word) for word in text.split()])


def groups(text: str) -> list[pb.Group]:
    return [group(part) for part in text.split(",")]


def piece(word: str) -> pb.Piece:
    shown, sign, face = word.partition("=")
    return pb.Piece(tile=tile(shown), face=tile(face) if sign else None)


def laid(text: str, okey: str) -> list[pb.Piece]:
    """The same as it is shown: every piece has a face."""
    pieces = [piece(word) for word in text.split()]
    for one in pieces:
        if not one.HasField("face"):
            one.face.CopyFrom(tile(okey) if one.tile.false_okey else one.tile)
    return pieces


def meld(seat: int, kind: pb.MeldKind.ValueType, text: str, okey: str = "R5") -> pb.Meld:
    return pb.Meld(seat=seat, kind=kind, pieces=laid(text, okey))


RACK = "Y1 Y9 Y10 Y11 B1 B2 B5 B7 B12 K1 K3 K7 K8 R1 R5 R8 R9 R10 R12 R13 F"
TABLE = (
    meld(1, SET, "Y10 B10 K10"),
    meld(1, RUN, "K10 K11 K12"),
    meld(1, RUN, "B9 B10 R5=B11"),
    meld(1, RUN, "B4 B5 B6"),
    meld(1, SET, "Y4 K4 R4"),
    meld(3, PAIR, "K2 K2"),
    meld(3, PAIR, "Y13 Y13"),
    meld(3, PAIR, "B6 B6"),
    meld(3, PAIR, "R3 R3"),
    meld(3, PAIR, "Y7 R5=Y7"),
)


def seat(**fields: Any) -> pb.OkeySeat:
    return pb.OkeySeat(**{"opened": pb.OPENED_NONE, "tiles": 21, **fields})


def view(**fields: Any) -> pb.OkeyView:
    """A hand in the middle: seat 0 is to draw, Bora has opened runs, Deniz pairs; Deniz has thrown blue 7."""
    terms = pb.OkeyTerms(game="101", fines=True, side_after_open=pb.SIDE_AFTER_OPEN_MUST_USE, turn_seconds=60)
    table: dict[str, Any] = {
        "phase": pb.OKEY_PHASE_DRAW,
        "hand_number": 3,
        "hands": 11,
        "turn": 0,
        "rack": tiles(RACK),
        "seats": [
            seat(pile=3, top=tile("K13"), points=202),
            seat(opened=pb.OPENED_SERIES, tiles=6, pile=4, top=tile("Y2"), points=-101, taken=tiles("B4")),
            seat(pile=3, top=tile("R11"), points=404),
            seat(opened=pb.OPENED_PAIRS, tiles=11, pile=3, top=tile("B7"), points=303),
        ],
        "stock": 9,
        "indicator": tile("R4"),
        "okey": tile("R5"),
        "melds": TABLE,
        "need": 101,
        "need_pairs": 5,
        "terms": terms,
        **fields,
    }
    return pb.OkeyView(**table)


def playing(**fields: Any) -> pb.OkeyView:
    """The same after drawing red 7."""
    return view(**{"phase": pb.OKEY_PHASE_PLAY, "rack": tiles(f"{RACK} R7"), "drawn": tile("R7"), "stock": 8, **fields})


def update_of(table: pb.OkeyView, viewer: int | None = 0, *happenings: pb.OkeyHappening) -> pb.MatchUpdate:
    """What the viewer is sent; seat 2 is a bot."""
    info = match_pb2.MatchInfo(match="matches/m1", family="okey", version=7, status=match_pb2.MATCH_STATUS_PLAYING)
    for number, name in enumerate(NAMES):
        info.seats.add(
            seat=number, player=f"players/{number}", display_name=name, bot_level="usta" if number == 2 else ""
        )
    if viewer is not None:
        info.viewer_seat = viewer
    if table.HasField("turn"):
        info.due_seats.append(table.turn)
    info.score.points.extend(one.points for one in table.seats)
    return pb.MatchUpdate(info=info, view=table, happenings=happenings)


def action(**fields: Any) -> pb.OkeyAction:
    return pb.OkeyAction(**fields)


TO_DRAW = (action(draw=pb.Draw()), action(take_side=pb.TakeSide()))


def discards(text: str) -> list[pb.OkeyAction]:
    return [action(discard=pb.Discard(tile=one)) for one in tiles(text)]


def turn_of(
    table: pb.OkeyView, legal: Sequence[pb.OkeyAction] | None = None, viewer: int = 0, stand: Stand | None = None
) -> OkeyTurn:
    """The client's turn; without a list everything on the rack may be discarded, or a tile drawn."""
    if legal is None:
        draws = table.phase == pb.OKEY_PHASE_DRAW
        legal = TO_DRAW if draws else [action(discard=pb.Discard(tile=one)) for one in table.rack]
    return OkeyTurn(update_of(table, viewer), legal, stand or Stand())
