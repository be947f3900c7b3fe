"""Tokens of lists: where the next page begins. A token is good for the list that gave it alone.

What comes back may have been made up by anybody: the types below let through what a store can be asked for.
"""

import base64
import binascii
from typing import Annotated, Any

import msgspec

from services.runtime.errors import Invalid

Number = Annotated[int, msgspec.Meta(ge=-(1 << 62), le=1 << 62)]
Real = Annotated[float, msgspec.Meta(ge=-1e300, le=1e300)]
Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z]+/[0-9a-z-]{1,64}$")]
"""A resource name, e.g. "tables/…"."""


def write_token(which: str, last: object) -> str:
    """The token of the list called `which` that ended with `last`."""
    return base64.urlsafe_b64encode(msgspec.json.encode((which, last))).decode()


def read_token(token: str, which: str, kind: Any) -> Any:
    """Where the page before ended, a `kind`, or None for the first page; raises `Invalid` for another list's token."""
    if not token:
        return None
    try:
        data = base64.b64decode(token, altchars=b"-_", validate=True)
        listed, last = msgspec.json.decode(data, type=tuple[str, kind])
    except (binascii.Error, ValueError) as error:
        raise Invalid("PAGE_TOKEN_BAD") from error
    if listed != which:
        raise Invalid("PAGE_TOKEN_BAD")
    return last
