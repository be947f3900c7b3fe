"""Who may do what at the moderation."""

from services.moderation.refusals import error
from services.runtime import identity
from services.runtime.errors import Denied


def require_service() -> None:
    """Raises `Denied` unless the caller is a service of the house."""
    if identity.caller().role != "service":
        raise Denied("NOT_ALLOWED")


def player() -> identity.Caller:
    """The player who calls; raises `Denied` for anybody else."""
    caller = identity.caller()
    if not caller.player:
        raise Denied("NOT_ALLOWED")
    return caller


def moderator() -> str:
    """The moderator who calls; raises `Denied` for anybody else."""
    caller = player()
    if "moderator" not in caller.offices:
        raise error(Denied, "MODERATORS_ONLY")
    return caller.subject


def named(player: str) -> str:
    """The player that is meant by his name or by "players/me"."""
    return identity.caller().subject if player == "players/me" else player
