"""The match as a text that people read, in Turkish and English side by side, all racks open."""

from collections.abc import Iterator
from typing import Final

from services.kernel.record import Record, ranked
from services.kernel.tricks import SEATS
from services.okey import happenings as h
from services.okey.meta import META
from services.okey.story import HandStory, hands
from services.okey.tiles import Group, Piece, okey_of, signs

_BY_RULES: Final = "*"
_LEGEND: Final = (
    "+ çekti / drew   < yandan aldı / took from the side   > geri bıraktı / gave back   - attı / discarded",
    "(…) serdi / staged   [ ] açtı / laid   (< ) geri aldı / took back   # kaçıncı pere / on which meld",
    "~ okey aldı / took an okey   = bitirdi / finished   ! ceza / fine   ? yanlış açtı / failed commit",
    "« » işaret / sign   ^ işler dedi / said that it lays off",
    f"{_BY_RULES} süresi dolan oyuncunun yerine / for a player who was out of time",
)


def write(record: Record) -> bytes:
    """The record as UTF-8 text: of each hand the deal, a line per turn, and what it was worth."""
    lines = [f"{META.titles.tr}: {record.match}", ""]
    lines += [f"{seat}: {_name(record, seat)}" for seat in range(SEATS)]
    lines += [option.told(record.options[option.name]) for option in META.options]
    total = [0] * SEATS
    for hand in hands(record):
        lines += ["", *_hand(record, hand, total)]
    cause = META.ending(record.cause)
    lines += ["", f"Sonuç / Result: {cause.tr} / {cause.en}"]
    for place, seat in ranked(record.score):
        lines.append(f"{place:>3}. {_name(record, seat)}: {record.score.points[seat]}")
    lines += [
        "",
        *_LEGEND,
        f"Taşların taahhüdü / Commitment to the tiles: {record.commitment}",
        f"Sır / Secret: {record.secret}",
    ]
    return ("\n".join(lines) + "\n").encode()


def _name(record: Record, seat: int) -> str:
    sat = record.seats[seat]
    return f"{sat.name} (bot: {sat.bot_level})" if sat.bot_level else sat.name


def _hand(record: Record, hand: HandStory, total: list[int]) -> Iterator[str]:
    okey = okey_of(hand.indicator)
    yield f"El / Hand {hand.number}  gösterge / indicator: {hand.indicator.sign}  okey: {okey.sign}"
    for seat, rack in enumerate(hand.racks):
        starts = "  başlar / starts" if seat == hand.starter else ""
        yield f"  {seat}  {signs(rack)}{starts}"
    for number, turn in enumerate(filter(None, hand.turns), start=1):
        yield f"  {number:>3}. {'  '.join(map(_told, turn))}"
    if hand.ended is not None:
        yield from _ended(record, hand.ended, total)


def _ended(record: Record, ended: h.HandEnded, total: list[int]) -> Iterator[str]:
    if ended.result.void:
        yield "  El sayılmadı / The hand is void"
    for seat, rack in enumerate(ended.racks):
        yield f"  {seat}  {signs(rack)} ({ended.counts[seat]})"
    for line in ended.result.lines:
        total[line.seat] += line.points
        worth = f"{line.points:+} {line.reason} (RULES {line.clause})"
        yield f"  {line.seat} {record.seats[line.seat].name}: {worth} = {total[line.seat]}"


def _told(happening: h.Happening) -> str:
    """A happening in signs; `_LEGEND` says what they mean."""
    match happening:
        case h.TileDrawn(seat=seat, tile=tile, by_rules=by_rules):
            return f"{seat} +{tile.sign if tile is not None else ''}{_BY_RULES * by_rules}"
        case h.SideTaken(seat=seat, tile=tile):
            return f"{seat} <{tile.sign}"
        case h.SideReturned(tile=tile, by_rules=by_rules):
            return f">{tile.sign}{_BY_RULES * by_rules}"
        case h.Discarded(seat=seat, tile=tile, by_rules=by_rules):
            return f"{seat} -{tile.sign}{_BY_RULES * by_rules}"
        case h.HandFinished(seat=seat, tiles=tiles):
            return f"{seat} ={signs(tiles)}"
        case h.Fined(line=line):
            return f"!{line.seat} {line.points:+} {line.reason}"
        case h.SeatLeft(seat=seat):
            return f"{seat} kalktı / left"
        case h.SignGiven(seat=seat, sign=sign):
            return f"{seat} «{sign}»"
        case h.IslerClaimed(seat=seat, tile=tile) | h.IslerDeclared(seat=seat, tile=tile):
            return f"{seat} ^{tile.sign}"
        case _:
            return _laid(happening)


def _laid(happening: h.Happening) -> str:
    match happening:
        case h.TilePlaced(piece=piece):
            return f"({_piece(piece)})"
        case h.TakenBack(tile=tile):
            return f"(<{tile.sign})"
        case h.Collected(tiles=tiles, by_rules=by_rules):
            return f"(<{signs(tiles)}){_BY_RULES * by_rules}"
        case h.GroupsPlaced(groups=groups):
            return " ".join(f"({_group(group)})" for group in groups)
        case h.Committed(melds=melds, by_rules=by_rules):
            return " ".join(f"[{_group(meld.pieces)}]" for meld in melds) + _BY_RULES * by_rules
        case h.CommitFailed(reason=reason):
            return f"?{reason}"
        case h.LaidOff(tile=tile, meld=meld):
            return f"{tile.sign}#{meld + 1}"
        case h.OkeySwapped(tile=tile, meld=meld):
            return f"{tile.sign}~#{meld + 1}"
    raise AssertionError(f"{happening} is told elsewhere")


def _piece(piece: Piece) -> str:
    if piece.face is None or piece.face is piece.tile:
        return piece.tile.sign
    return f"{piece.tile.sign}({piece.face.sign})"


def _group(group: Group) -> str:
    return " ".join(map(_piece, group))
