"""What a hand was worth: a function of bid and tricks alone (rules 7.4, invariant 6)."""

import msgspec

NIL = 50


class HandResult(msgspec.Struct, frozen=True):
    """A hand that was played: by seat what was said and how many tricks were taken."""

    bids: tuple[int, ...]
    won: tuple[int, ...]

    def points(self, over_limit: int) -> tuple[int, ...]:
        """By seat."""
        return tuple(worth(bid, won, over_limit) for bid, won in zip(self.bids, self.won, strict=True))


def worth(bid: int, won: int, over_limit: int) -> int:
    """The points for `bid` said and `won` taken; `over_limit` tricks too many sink the bid (rules 7.4)."""
    if bid == 0:
        return NIL if won == 0 else -NIL
    if won < bid:
        return -10 * bid
    over = won - bid
    return 10 * bid + over if over < over_limit else -10 * bid - over


def reason(bid: int, won: int, over_limit: int) -> str:
    """Why the hand was worth that, as ledgers name it."""
    if bid == 0:
        return "NIL_KEPT" if won == 0 else "NIL_BROKEN"
    if won < bid:
        return "BID_MISSED"
    return "BID_MADE" if won - bid < over_limit else "BID_EXCEEDED"
