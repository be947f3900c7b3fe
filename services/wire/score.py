"""What the kernel says of points, as messages."""

from kiraathane.match.v1 import match_pb2
from services.kernel.score import GameResult, LedgerLine


def line_to_proto(line: LedgerLine) -> match_pb2.LedgerLine:
    return match_pb2.LedgerLine(seat=line.seat, points=line.points, reason=line.reason, clause=line.clause)


def result_to_proto(result: GameResult) -> match_pb2.GameResult:
    return match_pb2.GameResult(number=result.number, winners=result.winners, points=result.points, cause=result.cause)
