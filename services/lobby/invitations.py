"""Invite codes of private tables: eight letters and digits of Crockford's base 32 (crockford.com/base32.html)."""

import hmac
import secrets
from collections import OrderedDict
from typing import Final

from services.lobby.table import Table, refusal, require_not_kicked
from services.runtime.errors import Denied, Exhausted

_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ: Final = str.maketrans({"I": "1", "L": "1", "O": "0", "-": None, " ": None})
LENGTH: Final = 8
MOST_GUESSES: Final = 10
GUESSES_SECONDS: Final = 600
_REMEMBERED: Final = 10_000


def new_code() -> str:
    """A code that nobody can guess: one of 2^40."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(LENGTH))


def read_code(text: str) -> str:
    """A code as it was typed, in the letters it was made of."""
    return text.upper().translate(_READ)


class Guesses:
    """Counts the wrong codes of each player at this process, and refuses to look at more than so many."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, list[int]] = OrderedDict()

    def require_few(self, player: str, now_ms: int) -> None:
        """Raises `Exhausted` if `player` has just tried too many codes."""
        since = now_ms - GUESSES_SECONDS * 1000
        wrong = [at for at in self._wrong.get(player, ()) if at > since]
        if len(wrong) >= MOST_GUESSES:
            seconds = -(-(wrong[0] - since) // 1000)
            raise refusal(Exhausted, "TOO_MANY_CODES", seconds=seconds)

    def wrong(self, player: str, now_ms: int) -> None:
        """`player` gave a code that is none."""
        since = now_ms - GUESSES_SECONDS * 1000
        self._wrong[player] = [*(at for at in self._wrong.pop(player, ()) if at > since), now_ms]
        if len(self._wrong) > _REMEMBERED:
            self._wrong.popitem(last=False)

    def require_invited(self, table: Table, player: str, code: str, now_ms: int) -> None:
        """Raises `Denied` for who may not know of the table: it is private or reserved, and he has not its code.

        A wrong code and none are told in the same words. Who was sent away sees nothing by the right one either.
        """
        if table.listed or table.knows(player):
            return
        if code and table.invite_code:
            self.require_few(player, now_ms)
            if hmac.compare_digest(read_code(code).encode(), table.invite_code.encode()):
                require_not_kicked(table, player)
                return
            self.wrong(player, now_ms)
        raise refusal(Denied, "INVITE_NEEDED")
