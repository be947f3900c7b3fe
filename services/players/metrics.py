"""How people come in. Made in advance, so that what has not happened yet reads 0."""

from typing import Final

from prometheus_client import Counter

_SIGN_INS = Counter("kiraathane_sign_ins", "Sessions asked for, by way and result", ("way", "result"))
_WAYS: Final = ("guest", "register", "password", "refresh")
_RESULTS: Final = ("ok", "refused", "blocked", "reused")

SIGN_INS: Final = {(way, result): _SIGN_INS.labels(way, result) for way in _WAYS for result in _RESULTS}
"""By way ("guest", "register", "password", "refresh") and result: "ok", "refused", "blocked" for now by too many wrong
passwords or sign-ins at once, or "reused" for a refresh token that came back and ended its session."""
