"""Okey as text.

Acts: `draw`, `take`, `return`, `place R5 series 0 2` (group and place in it, from 0; an okey may be named: `R5=K7`),
`undo`, `collect`, `auto pairs R5-R5+B1-B1`, `commit`, `open series R1-R2-R3+K9-Y9-B9 finish R5`, `layoff R5 3` (`low`,
`high` or a colour after it for an okey), `swap R5 3 1`, `discard R5` (`discard R5 indicator`), `devam`, `claim R5`,
`declare`, `sign wait`.

Positions: the phase, then words with their values, in any order. Tiles read as in `tiles`; `*20` are so many of the
tiles that are written nowhere else.

    play turn 0 indicator R4 racks Y1.2.3K7/*21/*21/*21 stock *20 opened pairs,none,series,none melds 2:R5-R6-R7*

`starter`, `turn` (else the starter); `stock` from its top; `piles` of discards, the last one last; `melds` as
`seat:faces`, a star at what an okey stands for; `opened` by seat, `opennow` if the seat on turn opened in this turn;
`need` in 51; `side` the tile that it took, `barred` if it gave one back, `drawn` the tile drawn; `staged` as
`series:R5-R6+R5=K7-…`; `undo 0.2` (group and place) or `undo 3:R7*` (meld and what was laid off); `used` the tiles
laid in this turn, `layoffs` how many were laid off; `seen` and `taken` the tiles of each rack that lay open, `buried`
false okeys under the stock; `fines` as `seat:points:reason:clause`; `fined`, `signed`, `acted`, `signs`, `window 1:R5`;
`sheet` the hands that are over, `finisher/kinds/lines`; `last` their last racks and counts; `left` who left,
which ended a match of the tournament.
"""

from typing import Final

from services.kernel.game import Config, Notation
from services.kernel.melds import Meld, Place
from services.kernel.score import LedgerLine
from services.okey.actions import (
    Action,
    AutoPlace,
    ClaimIsler,
    Collect,
    Commit,
    Devam,
    Discard,
    Draw,
    GiveSign,
    LayOff,
    Onto,
    Open,
    ReturnSide,
    SelfDeclare,
    SwapOkey,
    TakeSide,
    Undo,
)
from services.okey.actions import Place as PlaceTile
from services.okey.position import read_position
from services.okey.reading import read_action
from services.okey.results import HandResult, Opened
from services.okey.state import NO_SIGNS, NO_TILES, NOBODY, Hand, State, Tiles, Turn, UndoPlace
from services.okey.terms import read_terms
from services.okey.tiles import Group, Piece, tile_of, write_tiles

_ALONE: Final = {
    Draw: "draw",
    TakeSide: "take",
    ReturnSide: "return",
    Undo: "undo",
    Collect: "collect",
    Commit: "commit",
    Devam: "devam",
    SelfDeclare: "declare",
}


class OkeyNotation(Notation[State, Action]):
    """See the module."""

    def write_position(self, state: State) -> str:
        words = [state.phase.value, f"starter {state.starter}"]
        if state.hand is not None:
            words += _hand(state.hand, state.terms.need)
            words += _turn(state.hand.turn, state.hand)
        if state.results:
            words.append("sheet " + ";".join(map(_result, state.results)))
        if state.last is not None:
            words.append(f"last {_by_seat(state.last.racks)}:{','.join(map(str, state.last.counts))}")
        if state.left is not None:
            words.append(f"left {state.left}")
        return " ".join(words)

    def read_position(self, text: str, config: Config) -> State:
        return read_position(text, read_terms(config.options))

    def write_action(self, action: Action) -> str:
        if type(action) in _ALONE:
            return _ALONE[type(action)]
        match action:
            case PlaceTile(piece=piece, area=area, group=group, pos=pos):
                return f"place {_piece(piece)} {area} {group} {pos}"
            case AutoPlace(area=area, groups=tiles):
                groups = "+".join("-".join(group) for group in tiles)
                return f"auto {area} {groups}"
            case Open(area=area, groups=staged, finish=finish):
                return f"open {area} {_groups(staged)}" + (f" finish {write_tiles(finish)}" if finish else "")
            case LayOff(tile=tile, meld=meld, spot=spot):
                return f"layoff {tile} {meld}" + (f" {spot}" if spot else "")
            case SwapOkey(tile=tile, meld=meld, place=place):
                return f"swap {tile} {meld} {place}"
            case Discard(tile=tile, onto=onto):
                return f"discard {tile}" + (" indicator" if onto is Onto.INDICATOR else "")
            case ClaimIsler(colour=colour, number=number):
                return f"claim {colour}{number}"
            case GiveSign(sign=sign):
                return f"sign {sign}"
        raise AssertionError(f"{action} has no words")

    def read_action(self, text: str) -> Action:
        return read_action(text)


# -- the hand ----------------------------------------------------------------------------------------------------------


def _hand(hand: Hand, need: int) -> list[str]:
    words = [
        f"indicator {hand.indicator}",
        f"racks {_by_seat(hand.racks)}",
        f"stock {write_tiles(hand.stock)}",
    ]
    optional = (
        ("buried", str(hand.buried), hand.buried),
        ("piles", _by_seat(hand.piles), hand.piles != NO_TILES),
        ("melds", "+".join(f"{laid.seat}:{_meld(laid.meld)}" for laid in hand.melds), hand.melds),
        ("opened", ",".join(hand.opened), hand.opened != NOBODY),
        ("need", str(hand.need), hand.need != need),
        ("seen", _by_seat(hand.seen), hand.seen != NO_TILES),
        ("taken", _by_seat(hand.taken), hand.taken != NO_TILES),
        ("fines", _lines(hand.fines), hand.fines),
        ("signs", ",".join(sign or "-" for sign in hand.signs), hand.signs != NO_SIGNS),
    )
    words += [f"{name} {value}" for name, value, there in optional if there]
    if hand.window is not None:
        words.append(f"window {hand.window.thrower}:{hand.window.tile}")
    if hand.acted:
        words.append("acted")
    return words


def _turn(turn: Turn, hand: Hand) -> list[str]:
    words = [f"turn {turn.seat}"]
    optional = (
        ("side", turn.side, turn.side),
        ("drawn", turn.drawn, turn.drawn),
        ("staged", f"{turn.area}:{_groups(turn.groups)}", turn.groups),
        ("undo", _undo(turn), turn.undo),
        ("used", write_tiles(turn.used), turn.used),
        ("layoffs", str(turn.lay_offs), turn.lay_offs),
    )
    words += [f"{name} {value}" for name, value, there in optional if there]
    flags = {
        "opennow": hand.opened[turn.seat] is not Opened.NONE and not turn.opened_before,
        "barred": turn.side_barred,
        "fined": turn.fined,
        "signed": turn.signed,
    }
    return words + [name for name, holds in flags.items() if holds]


def _undo(turn: Turn) -> str:
    if turn.undo is None:
        return ""
    if isinstance(turn.undo, UndoPlace):
        return f"{turn.undo.group}.{turn.undo.pos}"
    return f"{turn.undo.meld}:{_place(turn.undo.place)}"


def _by_seat(tiles: tuple[Tiles, ...]) -> str:
    return "/".join(map(write_tiles, tiles))


def _piece(piece: Piece) -> str:
    return piece.tile if piece.face is None else f"{piece.tile}={piece.face}"


def _groups(groups: tuple[Group, ...]) -> str:
    return "+".join("-".join(map(_piece, group)) for group in groups)


def _place(place: Place) -> str:
    assert place.face is not None  # every okey of the table has its face
    return tile_of(place.face) + "*" * place.wild


def _meld(meld: Meld) -> str:
    return "-".join(map(_place, meld.places))


def _lines(lines: tuple[LedgerLine, ...]) -> str:
    return ",".join(f"{line.seat}:{line.points}:{line.reason}:{line.clause}" for line in lines) or "-"


def _result(result: HandResult) -> str:
    who = "void" if result.void else "-" if result.finisher is None else str(result.finisher)
    return f"{who}/{'+'.join(result.finish) or '-'}/{_lines(result.lines)}"
