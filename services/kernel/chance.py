"""Chance that players can check: outcome *k* of a match is a function of a secret published as a hash beforehand.

The stream for outcome k is `HMAC-SHA256(secret, "match|k|nonces|block")` for block 0, 1, 2, …; dice are drawn from its
bytes by rejection sampling, permutations by Fisher-Yates (Knuth, TAOCP 2, 3.4.2, algorithm P). Anyone who knows the
secret, which the record tells once the match is over, can compute all of it again.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from functools import lru_cache

from services.kernel.game import ChanceRequest, Roll, Shuffle

SECRET_BYTES = 32


def commitment(secret: bytes) -> str:
    """What is published before the match: SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def outcome(secret: bytes, match_id: str, k: int, nonces: Sequence[str], request: ChanceRequest) -> tuple[int, ...]:
    """The answer to the `k`-th request (from 0) of the match.

    `nonces` has one entry per seat, "" where none was given.
    """
    numbers = _Numbers(secret, match_id, k, nonces)
    match request:
        case Roll(count=count, sides=sides):
            return tuple(1 + numbers.below(sides) for _ in range(count))
        case Shuffle(size=size):
            order = list(range(size))
            for last in range(size - 1, 0, -1):
                other = numbers.below(last + 1)
                order[last], order[other] = order[other], order[last]
            return tuple(order)


def lots(secret: bytes, name: str, count: int) -> dict[int, int]:
    """The place in a drawing, from 0, of each of `count` who are numbered from 0; `name` is what they are drawn for.

    A tournament publishes the hash of its secret before anybody enters, and the secret when it is over.
    """
    drawn = outcome(secret, name, 0, (), Shuffle(size=count))
    return dict(enumerate(drawn))


class _Numbers:
    """Unbiased numbers from the stream of one outcome, two bytes at a time."""

    def __init__(self, secret: bytes, match_id: str, k: int, nonces: Sequence[str]) -> None:
        self._bytes = _stream(secret, f"{match_id}|{k}|{_digests(tuple(nonces))}")

    def below(self, bound: int) -> int:
        """A number in 0..bound-1; `bound` is at most 65 536."""
        limit = 65_536 - 65_536 % bound
        while True:
            number = next(self._bytes) << 8 | next(self._bytes)
            if number < limit:
                return number % bound


def _stream(secret: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        yield from hmac.digest(secret, f"{label}|{block}".encode(), "sha256")
        block += 1


@lru_cache(maxsize=4_096)
def _digests(nonces: tuple[str, ...]) -> str:
    """A nonce may hold any character, so each is hashed: two lists of nonces can never read as the same text."""
    return ",".join(hashlib.sha256(nonce.encode()).hexdigest() for nonce in nonces)
