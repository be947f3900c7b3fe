"""Who calls: tokens of players and of the house's own callers, and the keys they are checked with.

Two issuers, never mixed (docs/architecture.md, "Identity"). A token that says `kiraathane-players` is checked with the
keys of the players service and can only name a player; one that says `kiraathane-house` is checked with the house key
and can only name a service or a bot. All tokens are EdDSA (RFC 8037) over Ed25519.
"""

import asyncio
import hashlib
import time
from collections.abc import Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Final

import jwt
import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from services.runtime import keys

PLAYERS_ISSUER: Final = "kiraathane-players"
HOUSE_ISSUER: Final = "kiraathane-house"
AUDIENCE: Final = "kiraathane"
ALGORITHM: Final = "EdDSA"

HOUSE_TOKEN_SECONDS: Final = 300
RENEW_BEFORE_SECONDS: Final = 60
OFFICES: Final = ("organiser", "moderator")
"""What an operator may entrust to a player: to hold tournaments; to see to order at the tables."""
LEEWAY_SECONDS: Final = 5
"""How far the clocks of two machines may differ; the gateway allows the same."""
LONGEST_TOKEN: Final = 4_096
REMEMBERED_TOKENS: Final = 20_000
REFETCH_SECONDS: Final = 3.0
"""An unknown key is looked for at most this often, whoever sends tokens that name one."""
KEYS_AGE_SECONDS: Final = 300.0
"""After this long the keys are fetched again, so that a withdrawn key stops being believed."""


class TokenRefused(Exception):  # noqa: N818  (it is an answer, not a failure of the program)
    """A token that proves nothing. `reason` is UPPER_SNAKE and declared in `REASONS`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class KeysUnavailable(Exception):  # noqa: N818
    """The keys of the players service cannot be fetched now, and none are known from before."""


REASONS: Final = (
    "TOKEN_MISSING",
    "TOKEN_MALFORMED",
    "TOKEN_WRONG_ISSUER",
    "TOKEN_WRONG_AUDIENCE",
    "TOKEN_UNKNOWN_KEY",
    "TOKEN_BAD_SIGNATURE",
    "TOKEN_EXPIRED",
    "TOKEN_WRONG_SUBJECT",
)


class Caller(msgspec.Struct, frozen=True):
    """Who a call comes from.

    `subject` is "players/…", "services/…" or "bots/{level}"; `role` is "player", "service" or "bot". `match`
    ("matches/…") and `seat` are set for bots alone: a bot's token is good for one seat of one match. `offices` are what
    an operator has entrusted to a player: of `OFFICES`.
    """

    subject: str
    name: str
    role: str
    match: str = ""
    seat: int | None = None
    offices: frozenset[str] = frozenset()

    @property
    def player(self) -> bool:
        return self.role == "player"


class _Claims(msgspec.Struct, frozen=True):
    """The claims that are read. msgspec checks their types, which a JWT library does not."""

    iss: str
    sub: str
    exp: float
    name: str = ""
    role: str = ""
    match: str = ""
    seat: int | None = None
    offices: frozenset[str] = frozenset()


class Identity:
    """The keys of one process, and what was verified with them.

    `house_key` is made when it is missing (mode 0600). `jwks_url` is asked when a player's token names a key that is
    not known; a process that hosts the players service registers its keys with `trust` and asks nobody.
    """

    def __init__(self, house_key: Path, jwks_url: str) -> None:
        self._house = keys.load_or_make(house_key)[0]
        self._jwks_url = jwks_url
        self._local: dict[str, Ed25519PublicKey] = {}
        self._fetched: dict[str, Ed25519PublicKey] = {}
        self._fetched_at = self._tried_at = float("-inf")
        self._fetching = asyncio.Lock()
        self._known: dict[bytes, tuple[float, Caller]] = {}
        self._minted: dict[tuple[str, str, str, int | None], tuple[float, str]] = {}

    def trust(self, public: Mapping[str, Ed25519PublicKey]) -> None:
        """Believes these keys of the players service, by key id, without asking for them."""
        self._local.update(public)

    async def verify(self, token: str) -> Caller:
        """Whose `token` this is. Raises `TokenRefused` or `KeysUnavailable`.

        A token that was verified is believed until it expires without being checked again.
        """
        if not token:
            raise TokenRefused("TOKEN_MISSING")
        if len(token) > LONGEST_TOKEN:
            raise TokenRefused("TOKEN_MALFORMED")
        if (caller := self.known(token)) is not None:
            return caller
        digest = _digest(token)
        if self._known.pop(digest, None) is not None:
            raise TokenRefused("TOKEN_EXPIRED")
        claims = await self._check(token)
        caller = _caller_of(claims)
        while len(self._known) >= REMEMBERED_TOKENS:
            del self._known[next(iter(self._known))]
        self._known[digest] = (claims.exp + LEEWAY_SECONDS, caller)
        return caller

    def known(self, token: str) -> Caller | None:
        """Whose `token` this is, if it was verified before and has not expired."""
        remembered = self._known.get(_digest(token))
        return remembered[1] if remembered is not None and time.time() < remembered[0] else None

    def house_token(self, subject: str, role: str, match: str = "", seat: int | None = None) -> str:
        """A token for a caller inside the house: `role` "service" or "bot". Good for at least a minute; cached."""
        caller = Caller(subject=subject, name=subject, role=role, match=match, seat=seat)
        _require_house_subject(caller)
        wanted = (subject, role, match, seat)
        now = time.time()
        if (minted := self._minted.get(wanted)) is not None and minted[0] - now > RENEW_BEFORE_SECONDS:
            return minted[1]
        if len(self._minted) >= REMEMBERED_TOKENS:
            self._minted.clear()
        expiry = int(now) + HOUSE_TOKEN_SECONDS
        claims: dict[str, object] = {"sub": subject, "role": role, "name": subject}
        if role == "bot":
            claims |= {"match": match, "seat": seat}
        token = sign(self._house, HOUSE_ISSUER, claims, issued=int(now), expiry=expiry)
        self._minted[wanted] = (expiry, token)
        return token

    async def _check(self, token: str) -> _Claims:
        """The claims of a token whose signature, issuer, audience and times are right."""
        try:
            header = jwt.get_unverified_header(token)
            unverified = msgspec.convert(jwt.decode(token, options={"verify_signature": False}), _Claims)
        except (jwt.PyJWTError, msgspec.ValidationError, ValueError, RecursionError) as error:
            raise TokenRefused("TOKEN_MALFORMED") from error
        if header.get("alg") != ALGORITHM:
            raise TokenRefused("TOKEN_BAD_SIGNATURE")
        key = await self._key(unverified.iss, header.get("kid"))
        try:
            claims = jwt.decode(
                token,
                key,
                algorithms=[ALGORITHM],
                audience=AUDIENCE,
                issuer=unverified.iss,
                leeway=LEEWAY_SECONDS,
                options={"require": ["exp", "iat", "sub", "iss", "aud"]},
            )
        except jwt.ExpiredSignatureError as error:
            raise TokenRefused("TOKEN_EXPIRED") from error
        except jwt.InvalidSignatureError as error:
            raise TokenRefused("TOKEN_BAD_SIGNATURE") from error
        except jwt.InvalidAudienceError as error:
            raise TokenRefused("TOKEN_WRONG_AUDIENCE") from error
        except (jwt.PyJWTError, ValueError) as error:
            raise TokenRefused("TOKEN_MALFORMED") from error
        return msgspec.convert(claims, _Claims)

    async def _key(self, issuer: str, kid: object) -> Ed25519PublicKey:
        """The key that a token of `issuer` must be signed with."""
        if issuer == HOUSE_ISSUER:
            return self._house.public
        if issuer != PLAYERS_ISSUER:
            raise TokenRefused("TOKEN_WRONG_ISSUER")
        if not isinstance(kid, str):
            raise TokenRefused("TOKEN_UNKNOWN_KEY")
        if (local := self._local.get(kid)) is not None:
            return local
        if self._local:
            raise TokenRefused("TOKEN_UNKNOWN_KEY")
        if kid not in self._fetched or time.monotonic() - self._fetched_at > KEYS_AGE_SECONDS:
            await self._fetch(kid)
        if (key := self._fetched.get(kid)) is None:
            raise TokenRefused("TOKEN_UNKNOWN_KEY")
        return key

    async def _fetch(self, kid: str) -> None:
        """Asks the players service for its keys, unless it was just asked. Old keys outlive a failed attempt."""
        async with self._fetching:
            now = time.monotonic()
            fresh = kid in self._fetched and now - self._fetched_at <= KEYS_AGE_SECONDS
            if fresh or now - self._tried_at < REFETCH_SECONDS:
                if not self._fetched:
                    raise KeysUnavailable(self._jwks_url)
                return
            self._tried_at = now
            try:
                document = await asyncio.to_thread(keys.fetch, self._jwks_url)
                self._fetched = keys.read_jwks(document)
                self._fetched_at = time.monotonic()
            except (OSError, ValueError) as error:
                if not self._fetched:
                    raise KeysUnavailable(f"{self._jwks_url}: {error}") from error


def _digest(token: str) -> bytes:
    """What is kept of a token that was verified: nobody can call with it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def sign(key: keys.SigningKey, issuer: str, claims: Mapping[str, object], *, issued: int, expiry: int) -> str:
    """A signed token with `claims`. `issued` and `expiry` are Unix seconds."""
    body = {**claims, "iss": issuer, "aud": AUDIENCE, "iat": issued, "exp": expiry}
    return jwt.encode(body, key.private, algorithm=ALGORITHM, headers={"kid": key.kid})


def _caller_of(claims: _Claims) -> Caller:
    """The caller that verified claims name; raises `TokenRefused` when the issuer may not name such a one."""
    if claims.iss == PLAYERS_ISSUER:
        if not claims.sub.startswith("players/"):
            raise TokenRefused("TOKEN_WRONG_SUBJECT")
        return Caller(subject=claims.sub, name=claims.name, role="player", offices=claims.offices & frozenset(OFFICES))
    caller = Caller(subject=claims.sub, name=claims.name, role=claims.role, match=claims.match, seat=claims.seat)
    try:
        _require_house_subject(caller)
    except ValueError as error:
        raise TokenRefused("TOKEN_WRONG_SUBJECT") from error
    return caller


def _require_house_subject(caller: Caller) -> None:
    """Raises `ValueError` for what no token of the house may say: above all, to be a player."""
    if caller.role == "service" and caller.subject.startswith("services/"):
        if caller.match or caller.seat is not None:
            raise ValueError("a service has no seat")
    elif caller.role == "bot" and caller.subject.startswith("bots/"):
        if not caller.match or caller.seat is None:
            raise ValueError("a bot's token is for one seat of one match")
    else:
        raise ValueError(f"the house has no {caller.role!r} called {caller.subject!r}")


# -- the identity of this process and of this call --------------------------------------------------------------------

_process: list[Identity] = []
_current: ContextVar[Caller | None] = ContextVar("kiraathane_caller", default=None)


def configure(house_key: Path, jwks_url: str) -> Identity:
    """Gives this process its identity; the functions below use the latest one."""
    _process[:] = [Identity(house_key, jwks_url)]
    return _process[0]


def identity() -> Identity:
    """The identity of this process; raises `RuntimeError` before `configure`."""
    if not _process:
        raise RuntimeError("identity.configure has not been called in this process")
    return _process[0]


async def verify(token: str) -> Caller:
    """`Identity.verify` of this process."""
    return await identity().verify(token)


def house_token(subject: str, role: str, match: str = "", seat: int | None = None) -> str:
    """`Identity.house_token` of this process."""
    return identity().house_token(subject, role, match, seat)


def set_caller(caller: Caller | None) -> None:
    """Says who the current call comes from; for the interceptor."""
    _current.set(caller)


def caller() -> Caller:
    """Who the current call comes from; raises `TokenRefused("TOKEN_MISSING")` for a call without a token."""
    if (current := _current.get()) is None:
        raise TokenRefused("TOKEN_MISSING")
    return current
