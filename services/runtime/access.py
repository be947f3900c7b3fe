"""Who may do what at a match (docs/architecture.md, "Who may call")."""

from services.kernel.game import Seat, Viewer
from services.runtime import identity
from services.runtime.errors import Denied
from services.runtime.match import Match
from services.runtime.seats import Seats


def require_service() -> None:
    """Raises `Denied` unless the caller is a service of the house."""
    if identity.caller().role != "service":
        raise Denied("NOT_ALLOWED")


def require_no_sitter(match: Match, moderator: str) -> None:
    """Raises `Denied` for a moderator who sits at the match, or once did."""
    if match.seats.seating.knows(moderator):
        raise Denied("MODERATOR_SITS", {"match": match.name})


def require_bots_own(match: str) -> None:
    """Raises `Denied` if the caller is a bot of another match, before it is looked whether that match exists."""
    caller = identity.caller()
    if caller.role == "bot" and caller.match != match:
        raise Denied("NOT_ALLOWED")


def viewer_of(match: Match) -> Viewer:
    """The seat with whose eyes the caller sees the match; None for a spectator."""
    return seat_for(identity.caller(), match)


def seat_for(caller: identity.Caller, match: Match) -> Viewer:
    """The caller's seat in the match; None for one who has none."""
    return seat_in(caller, match.name, match.seats)


def seat_in(caller: identity.Caller, match: str, seats: Seats) -> Viewer:
    """The caller's seat among the `seats` of the `match` of that name; None for one who has none."""
    if caller.player:
        return seats.seat_of(caller.subject)
    seat = caller.seat
    if caller.role != "bot" or caller.match != match or seat is None:
        return None
    level = seats.bot_of(seat)
    return Seat(seat) if level and caller.subject == f"bots/{level}" else None


def seat_once_of(match: Match) -> Seat:
    """The seat that the caller has, or had before he left; raises `Denied` for one who never had one."""
    caller = identity.caller()
    seat = seat_for(caller, match)
    if seat is None and caller.player:
        seat = match.seats.once_of(caller.subject)
    if seat is None:
        raise Denied("NOT_SEATED", {"match": match.name})
    return seat


def require_seat(match: Match) -> Seat:
    """The caller's seat; raises `Denied` for one who has none."""
    seat = viewer_of(match)
    if seat is None:
        raise Denied("NOT_SEATED", {"match": match.name})
    return seat
