"""The dealer answers chance from the secret of a match, and guards the secret (design: chance that players can check).

The secret leaves this module only through `reveal`, which the record of a finished match calls.
"""

import secrets
from collections.abc import Sequence

from services.kernel import chance
from services.kernel.game import ChanceRequest


def draw_secret() -> bytes:
    """A new secret, from the operating system's generator."""
    return secrets.token_bytes(chance.SECRET_BYTES)


class Dealer:
    """Answers the chance of one match. `match` is the resource name, which goes into every outcome."""

    __slots__ = ("_match", "_nonces", "_secret")

    def __init__(self, match: str, secret: bytes, nonces: Sequence[str]) -> None:
        self._match = match
        self._secret = secret
        self._nonces = tuple(nonces)

    def __repr__(self) -> str:
        return f"Dealer({self._match})"  # never the secret: this text may stand in a traceback

    def outcome(self, k: int, request: ChanceRequest) -> tuple[int, ...]:
        """The answer to the `k`-th request of the match, from 0."""
        return chance.outcome(self._secret, self._match, k, self._nonces, request)

    def reveal(self) -> str:
        """The secret in hex, for the record of a match that is over."""
        return self._secret.hex()
