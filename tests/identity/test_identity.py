"""Tokens: whom they name, and everything that proves nothing."""

import asyncio
import http.server
import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import jwt
import pytest

from services.runtime import identity, keys
from services.runtime.catalogue import CATALOGUE
from services.runtime.identity import (
    AUDIENCE,
    HOUSE_ISSUER,
    PLAYERS_ISSUER,
    Caller,
    Identity,
    KeysUnavailable,
    TokenRefused,
)


class Players:
    """The players service as the others see it: its keys at an address, and tokens signed with them."""

    def __init__(self, folder: Path) -> None:
        self.key = keys.load_or_make(folder / "players.pem")[0]
        self.fetched = 0
        self.jwks = keys.write_jwks([self.key.public])
        players = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                players.fetched += 1
                self.send_response(200)
                self.end_headers()
                self.wfile.write(players.jwks)

            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/jwks.json"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def token(self, **claims: object) -> str:
        return mint(self.key, **claims)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def mint(key: keys.SigningKey, headers: dict[str, object] | None = None, **claims: object) -> str:
    now = int(time.time())
    usual = {"iss": PLAYERS_ISSUER, "aud": AUDIENCE, "sub": "players/ali", "name": "Ali", "iat": now, "exp": now + 60}
    said = {name: value for name, value in {**usual, **claims}.items() if value is not None}
    return jwt.encode(said, key.private, algorithm="EdDSA", headers=headers or {"kid": key.kid})


@pytest.fixture
def players(tmp_path: Path) -> Iterator[Players]:
    running = Players(tmp_path)
    yield running
    running.close()


@pytest.fixture
def house(tmp_path: Path, players: Players) -> Identity:
    return Identity(tmp_path / "house.pem", players.url)


@pytest.fixture
def house_key(tmp_path: Path, house: Identity) -> keys.SigningKey:
    return keys.load_or_make(tmp_path / "house.pem")[0]


async def reason(house: Identity, token: str) -> str:
    with pytest.raises(TokenRefused) as caught:
        await house.verify(token)
    assert caught.value.reason in identity.REASONS
    return caught.value.reason


async def test_a_players_token_names_a_player(house: Identity, players: Players) -> None:
    assert await house.verify(players.token()) == Caller(subject="players/ali", name="Ali", role="player")


async def test_a_token_of_the_house_names_a_service_or_a_bots_seat(house: Identity) -> None:
    service = await house.verify(house.house_token("services/lobby", "service"))
    assert (service.subject, service.role, service.match, service.seat) == ("services/lobby", "service", "", None)
    bot = await house.verify(house.house_token("bots/usta", "bot", "matches/m1", 1))
    assert (bot.subject, bot.role, bot.match, bot.seat) == ("bots/usta", "bot", "matches/m1", 1)


@pytest.mark.parametrize(
    "claims",
    [
        {"sub": "players/ali", "role": "service"},
        {"sub": "players/ali", "role": "player"},
        {"sub": "players/ali", "role": "bot", "match": "matches/m1", "seat": 0},
        {"sub": "bots/usta", "role": "service"},
        {"sub": "bots/usta", "role": "bot"},
        {"sub": "services/lobby", "role": ""},
        {"sub": "services/lobby", "role": "service", "match": "matches/m1", "seat": 0},
    ],
)
async def test_the_house_key_can_name_nobody_else(
    house: Identity, house_key: keys.SigningKey, claims: dict[str, object]
) -> None:
    assert await reason(house, mint(house_key, iss=HOUSE_ISSUER, **claims)) == "TOKEN_WRONG_SUBJECT"
    with pytest.raises(ValueError, match=r"the house has no|a bot's token|a service has"):
        house.house_token(str(claims["sub"]), str(claims["role"]), str(claims.get("match", "")), claims.get("seat"))


async def test_the_house_key_under_the_players_issuer_is_not_believed(
    house: Identity, house_key: keys.SigningKey, players: Players
) -> None:
    assert await reason(house, mint(house_key)) == "TOKEN_UNKNOWN_KEY"
    assert await reason(house, mint(house_key, headers={"kid": players.key.kid})) == "TOKEN_BAD_SIGNATURE"


async def test_the_players_key_under_the_houses_issuer_is_not_believed(house: Identity, players: Players) -> None:
    forged = players.token(iss=HOUSE_ISSUER, sub="services/lobby", role="service")
    assert await reason(house, forged) == "TOKEN_BAD_SIGNATURE"


async def test_a_players_token_names_players_alone(house: Identity, players: Players) -> None:
    for subject in ("services/lobby", "bots/usta", "ali", ""):
        assert await reason(house, players.token(sub=subject)) == "TOKEN_WRONG_SUBJECT"


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        ({"exp": 1_000_000_000, "iat": 999_999_000}, "TOKEN_EXPIRED"),
        ({"aud": "elsewhere"}, "TOKEN_WRONG_AUDIENCE"),
        ({"aud": None}, "TOKEN_MALFORMED"),
        ({"iss": "elsewhere"}, "TOKEN_WRONG_ISSUER"),
        ({"iss": None}, "TOKEN_MALFORMED"),
        ({"sub": 7}, "TOKEN_MALFORMED"),
        ({"exp": None}, "TOKEN_MALFORMED"),
        ({"exp": "soon"}, "TOKEN_MALFORMED"),
        ({"iat": None}, "TOKEN_MALFORMED"),
        ({"iat": 99_999_999_999}, "TOKEN_MALFORMED"),
        ({"name": ["Ali"]}, "TOKEN_MALFORMED"),
    ],
)
async def test_claims_that_prove_nothing(
    house: Identity, players: Players, claims: dict[str, object], expected: str
) -> None:
    assert await reason(house, players.token(**claims)) == expected


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "e30.e30.e30", "💥.💥.💥", "x" * 5_000, "." * 100, "\x00"])
async def test_texts_that_are_no_tokens(house: Identity, token: str) -> None:
    assert await reason(house, token) == ("TOKEN_MALFORMED" if token else "TOKEN_MISSING")


async def test_other_algorithms_are_not_believed(house: Identity, players: Players) -> None:
    claims = {"iss": PLAYERS_ISSUER, "aud": AUDIENCE, "sub": "players/ali", "iat": 1, "exp": 9_999_999_999}
    unsigned = jwt.encode(claims, None, algorithm="none")
    shared = jwt.encode(
        claims, "a secret that is long enough for it", algorithm="HS256", headers={"kid": players.key.kid}
    )
    for token in (unsigned, shared):
        assert await reason(house, token) == "TOKEN_BAD_SIGNATURE"


async def test_a_verified_token_is_believed_until_it_expires_and_not_longer(
    house: Identity, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, now = players.token(), time.time()
    await house.verify(token)
    players.close()
    assert (await house.verify(token)).subject == "players/ali"
    monkeypatch.setattr(time, "time", lambda: now + 60 + identity.LEEWAY_SECONDS + 1)
    assert await reason(house, token) == "TOKEN_EXPIRED"


async def test_only_so_many_tokens_are_remembered(
    house: Identity, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "REMEMBERED_TOKENS", 8)
    for number in range(50):
        await house.verify(players.token(sub=f"players/p{number}"))
    assert len(house._known) == 8


async def test_the_keys_are_fetched_once_however_many_ask_at_the_start(house: Identity, players: Players) -> None:
    tokens = [players.token(sub=f"players/p{number}") for number in range(20)]
    await asyncio.gather(*(house.verify(token) for token in tokens))
    assert players.fetched == 1


async def test_tokens_with_made_up_keys_do_not_make_us_ask_again_and_again(house: Identity, players: Players) -> None:
    await house.verify(players.token())
    for number in range(20):
        assert await reason(house, mint(players.key, headers={"kid": f"made-up-{number}"})) == "TOKEN_UNKNOWN_KEY"
    assert players.fetched == 1


async def test_a_new_key_is_found_after_a_moment_and_the_old_one_goes_with_it(
    house: Identity, players: Players, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.verify(players.token())
    new = keys.load_or_make(tmp_path / "new.pem")[0]
    old, players.jwks = players.key, keys.write_jwks([new.public])
    assert await reason(house, mint(new)) == "TOKEN_UNKNOWN_KEY"
    monkeypatch.setattr(identity, "REFETCH_SECONDS", 0.0)
    assert (await house.verify(mint(new))).player
    assert await reason(house, mint(old, sub="players/other")) == "TOKEN_UNKNOWN_KEY"


async def test_while_the_players_service_is_away_known_keys_stay_and_unknown_ones_are_no_ones_fault(
    house: Identity, players: Players, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    players.close()
    with pytest.raises(KeysUnavailable):
        await Identity(tmp_path / "house.pem", players.url).verify(players.token())
    again = Players(tmp_path)
    known = Identity(tmp_path / "house.pem", again.url)
    await known.verify(again.token())
    again.close()
    monkeypatch.setattr(identity, "KEYS_AGE_SECONDS", 0.0)
    monkeypatch.setattr(identity, "REFETCH_SECONDS", 0.0)
    assert (await known.verify(again.token(sub="players/veli"))).subject == "players/veli"


@pytest.mark.parametrize(
    "document", [b"", b"<html>", b"{}", b'{"keys": 7}', b'{"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "!"}]}']
)
async def test_a_key_set_that_is_none_is_no_key_set(house: Identity, players: Players, document: bytes) -> None:
    players.jwks = document
    with pytest.raises(KeysUnavailable):
        await house.verify(players.token())


async def test_the_process_of_the_players_service_asks_nobody(tmp_path: Path, players: Players) -> None:
    alone = Identity(tmp_path / "house.pem", "http://127.0.0.1:9/nobody")
    alone.trust({players.key.kid: players.key.public})
    assert (await alone.verify(players.token())).player
    assert await reason(alone, mint(players.key, headers={"kid": "other"})) == "TOKEN_UNKNOWN_KEY"


def test_a_house_token_is_made_once_and_renewed_in_time(house: Identity, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    first = house.house_token("services/lobby", "service")
    assert house.house_token("services/lobby", "service") == first
    assert house.house_token("services/worker", "service") != first
    almost = identity.HOUSE_TOKEN_SECONDS - identity.RENEW_BEFORE_SECONDS + 2
    monkeypatch.setattr(time, "time", lambda: now + almost)
    assert house.house_token("services/lobby", "service") != first


def test_a_missing_key_is_made_for_the_owner_alone_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "key.pem"
    (first,) = keys.load_or_make(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [other.kid for other in keys.load_or_make(path)] == [first.kid]
    assert sorted(entry.name for entry in path.parent.iterdir()) == ["key.pem"]


def test_those_who_start_together_agree_on_one_key(tmp_path: Path) -> None:
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(keys.load_or_make(tmp_path / "key.pem")[0].kid)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1


def test_the_first_of_several_keys_signs_and_all_are_published(tmp_path: Path) -> None:
    new, old = keys.load_or_make(tmp_path / "new.pem")[0], keys.load_or_make(tmp_path / "old.pem")[0]
    both = tmp_path / "both.pem"
    both.write_bytes((tmp_path / "new.pem").read_bytes() + (tmp_path / "old.pem").read_bytes())
    loaded = keys.load_or_make(both)
    assert [key.kid for key in loaded] == [new.kid, old.kid]
    assert set(keys.read_jwks(keys.write_jwks(key.public for key in loaded))) == {new.kid, old.kid}


@pytest.mark.parametrize("content", [b"", b"hello", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
def test_a_file_that_holds_no_key_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.pem"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"bad\.pem"):
        keys.load_or_make(path)


def test_the_caller_of_a_call_without_a_token_is_missing() -> None:
    identity.set_caller(None)
    with pytest.raises(TokenRefused):
        identity.caller()
    identity.set_caller(Caller(subject="players/ali", name="Ali", role="player"))
    assert identity.caller().player
    identity.set_caller(None)


def test_every_reason_can_be_said_in_both_languages() -> None:
    assert set(identity.REASONS) <= set(CATALOGUE)
