"""What happened as a message."""

from kiraathane.okey.v1 import okey_pb2 as pb
from services.okey import happenings as h
from services.okey.view import hand_view
from services.okey.wire_tiles import (
    AREA,
    ONTO,
    OPENED,
    SIGN,
    group_to_proto,
    piece_to_proto,
    racks_to_proto,
    tile_to_proto,
    tiles_to_proto,
)
from services.okey.wire_view import hand_to_proto, meld_to_proto
from services.wire.score import line_to_proto


def happening_to_proto(happening: h.Happening) -> pb.OkeyHappening:
    """A happening as its message."""
    match happening:
        case h.LotFell(seat=seat):
            return pb.OkeyHappening(lot=pb.LotFell(seat=seat))
        case h.HandDealt(number=number, starter=starter, indicator=indicator, false_okeys=false_okeys):
            dealt = pb.HandDealt(
                number=number, starter=starter, indicator=tile_to_proto(indicator), false_okeys=false_okeys
            )
            return pb.OkeyHappening(dealt=dealt)
        case h.TileDrawn(seat=seat, tile=drawn, by_rules=by_rules):
            told = None if drawn is None else tile_to_proto(drawn)
            return pb.OkeyHappening(drawn=pb.TileDrawn(seat=seat, tile=told, by_rules=by_rules))
        case h.SideTaken(seat=seat, tile=tile):
            return pb.OkeyHappening(side_taken=pb.SideTaken(seat=seat, tile=tile_to_proto(tile)))
        case h.SideReturned(seat=seat, tile=tile, by_rules=by_rules):
            back = pb.SideReturned(seat=seat, tile=tile_to_proto(tile), by_rules=by_rules)
            return pb.OkeyHappening(side_returned=back)
        case h.Discarded(seat=seat, tile=tile, by_rules=by_rules):
            discarded = pb.Discarded(seat=seat, tile=tile_to_proto(tile), by_rules=by_rules)
            return pb.OkeyHappening(discarded=discarded)
        case h.Fined(line=line):
            return pb.OkeyHappening(fined=pb.Fined(line=line_to_proto(line)))
        case h.IslerClaimed() | h.IslerDeclared() | h.SignGiven() | h.HandFinished() | h.HandEnded() | h.SeatLeft():
            return _beside(happening)
        case _:
            return _laid(happening)


def _laid(
    happening: h.TilePlaced
    | h.TakenBack
    | h.Collected
    | h.GroupsPlaced
    | h.Committed
    | h.CommitFailed
    | h.LaidOff
    | h.OkeySwapped,
) -> pb.OkeyHappening:
    match happening:
        case h.TilePlaced(seat=seat, piece=piece, area=area, group=group, pos=pos):
            placed = pb.TilePlaced(seat=seat, piece=piece_to_proto(piece), area=AREA[area], group=group, pos=pos)
            return pb.OkeyHappening(placed=placed)
        case h.TakenBack(seat=seat, tile=tile, meld=meld):
            return pb.OkeyHappening(taken_back=pb.TakenBack(seat=seat, tile=tile_to_proto(tile), meld=meld))
        case h.Collected(seat=seat, tiles=tiles, by_rules=by_rules):
            collected = pb.Collected(seat=seat, tiles=tiles_to_proto(tiles), by_rules=by_rules)
            return pb.OkeyHappening(collected=collected)
        case h.GroupsPlaced(seat=seat, area=area, groups=groups, left=left):
            together = pb.GroupsPlaced(
                seat=seat, area=AREA[area], groups=map(group_to_proto, groups), left=racks_to_proto(left)
            )
            return pb.OkeyHappening(groups_placed=together)
        case h.Committed():
            return _committed(happening)
        case h.CommitFailed(seat=seat, reason=reason, details=details):
            failed = pb.CommitFailed(seat=seat, reason=reason, details=dict(details))
            return pb.OkeyHappening(commit_failed=failed)
        case h.LaidOff(seat=seat, tile=tile, meld=at, face=face):
            laid = pb.LaidOff(seat=seat, tile=tile_to_proto(tile), meld=at, face=tile_to_proto(face))
            return pb.OkeyHappening(laid_off=laid)
        case h.OkeySwapped(seat=seat, tile=tile, meld=at, place=place):
            swapped = pb.OkeySwapped(seat=seat, tile=tile_to_proto(tile), meld=at, place=place)
            return pb.OkeyHappening(okey_swapped=swapped)


def _committed(happening: h.Committed) -> pb.OkeyHappening:
    return pb.OkeyHappening(
        committed=pb.Committed(
            seat=happening.seat,
            melds=map(meld_to_proto, happening.melds),
            opening=OPENED[happening.opening],
            worth=happening.worth,
            need=happening.need,
            by_rules=happening.by_rules,
        )
    )


def _beside(
    happening: h.IslerClaimed | h.IslerDeclared | h.SignGiven | h.HandFinished | h.HandEnded | h.SeatLeft,
) -> pb.OkeyHappening:
    match happening:
        case h.HandEnded():
            return _ended(happening)
        case h.SeatLeft(seat=seat):
            return pb.OkeyHappening(left=pb.SeatLeft(seat=seat))
        case h.IslerClaimed(seat=seat, thrower=thrower, tile=tile):
            claimed = pb.IslerClaimed(seat=seat, thrower=thrower, tile=tile_to_proto(tile))
            return pb.OkeyHappening(isler_claimed=claimed)
        case h.IslerDeclared(seat=seat, tile=tile):
            return pb.OkeyHappening(isler_declared=pb.IslerDeclared(seat=seat, tile=tile_to_proto(tile)))
        case h.SignGiven(seat=seat, sign=sign):
            return pb.OkeyHappening(sign_given=pb.SignGiven(seat=seat, sign=SIGN[sign]))
        case h.HandFinished(seat=seat, tiles=tiles, onto=onto):
            finished = pb.HandFinished(seat=seat, tiles=tiles_to_proto(tiles), onto=ONTO[onto])
            return pb.OkeyHappening(finished=finished)


def _ended(happening: h.HandEnded) -> pb.OkeyHappening:
    return pb.OkeyHappening(
        hand_ended=pb.HandEnded(
            number=happening.number,
            hand=hand_to_proto(hand_view(happening.result)),
            ledger=map(line_to_proto, happening.result.lines),
            racks=pb.Racks(racks=racks_to_proto(happening.racks), counts=happening.counts),
        )
    )
