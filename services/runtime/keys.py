"""Ed25519 keys in files, and as JWK sets (RFC 7517, RFC 8037)."""

import base64
import contextlib
import hashlib
import os
import re
import tempfile
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

FETCH_TIMEOUT_SECONDS: Final = 3.0
LARGEST_JWKS: Final = 65_536
_PEM = re.compile(rb"-----BEGIN [A-Z ]*PRIVATE KEY-----.+?-----END [A-Z ]*PRIVATE KEY-----", re.DOTALL)


class SigningKey(msgspec.Struct, frozen=True):
    """A private key with its public half; `kid` is the key's RFC 7638 thumbprint."""

    private: Ed25519PrivateKey
    public: Ed25519PublicKey
    kid: str


class _Jwk(msgspec.Struct, frozen=True):
    kty: str
    crv: str = ""
    x: str = ""
    kid: str = ""


class _JwkSet(msgspec.Struct, frozen=True):
    keys: tuple[_Jwk, ...]


def load_or_make(path: Path) -> tuple[SigningKey, ...]:
    """The keys of the file; a missing file is made with one new key, readable by its owner alone (mode 0600).

    Of several keys the first one signs; the others are still published, so that a key can be replaced without a token
    losing its worth. Two processes that start together agree on one file. Raises `ValueError` that names a bad file.
    """
    if not path.exists():
        _make(path)
    blocks = _PEM.findall(path.read_bytes())
    try:
        loaded = [serialization.load_pem_private_key(block, password=None) for block in blocks]
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise ValueError(f"{path} does not hold a readable private key: {error}") from error
    found = [signing_key(key) for key in loaded if isinstance(key, Ed25519PrivateKey)]
    if not found or len(found) != len(loaded):
        raise ValueError(f"{path} must hold Ed25519 private keys in PEM, and nothing else")
    return tuple(found)


def signing_key(private: Ed25519PrivateKey) -> SigningKey:
    """The key with its public half and its id."""
    public = private.public_key()
    return SigningKey(private=private, public=public, kid=key_id(public))


def key_id(public: Ed25519PublicKey) -> str:
    """The thumbprint of RFC 7638 over the members that RFC 8037 names."""
    members = f'{{"crv":"Ed25519","kty":"OKP","x":"{_x(public)}"}}'
    return _base64(hashlib.sha256(members.encode()).digest())


def write_jwks(public: Iterable[Ed25519PublicKey]) -> bytes:
    """The JWK set of these keys."""
    members = [
        {"kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "kid": key_id(key), "x": _x(key)}
        for key in public
    ]
    return msgspec.json.encode({"keys": members})


def read_jwks(document: bytes) -> dict[str, Ed25519PublicKey]:
    """The Ed25519 keys of a JWK set by their ids; raises `ValueError` for what is not one."""
    found = {}
    for member in msgspec.json.decode(document, type=_JwkSet).keys:
        if member.kty == "OKP" and member.crv == "Ed25519":
            raw = base64.urlsafe_b64decode(member.x + "=" * (-len(member.x) % 4))
            key = Ed25519PublicKey.from_public_bytes(raw)
            found[member.kid or key_id(key)] = key
    return found


def fetch(url: str) -> bytes:
    """The document at `url` (http or https); blocks for at most `FETCH_TIMEOUT_SECONDS`. Raises `OSError`."""
    if not url.startswith(("http://", "https://")):
        raise ValueError(f"{url} is not an http or https address")
    # Straight to the address: a proxy set for the machine's way out must not see the house's own traffic.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url, timeout=FETCH_TIMEOUT_SECONDS) as answer:
        document: bytes = answer.read(LARGEST_JWKS)
        return document


def _make(path: Path) -> None:
    """Writes a new key beside `path` and links it there: who comes second finds the first one's key."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    pem = Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mode 0600
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        draft.unlink()


def _x(public: Ed25519PublicKey) -> str:
    return _base64(public.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw))


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
