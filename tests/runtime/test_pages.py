"""Page tokens: what is made up by others never reaches a store."""

import pytest

from services.runtime.errors import Invalid
from services.runtime.pages import Name, Number, Real, read_token, write_token

Cursor = tuple[Number, Name]


def test_a_token_gives_back_where_the_page_ended() -> None:
    assert read_token(write_token("tables okey", (7, "tables/a")), "tables okey", Cursor) == (7, "tables/a")
    assert read_token("", "tables okey", Cursor) is None


@pytest.mark.parametrize(
    "token",
    [
        "x",
        "%%%",
        write_token("tables tavla", (7, "tables/a")),
        write_token("tables okey", 7),
        write_token("tables okey", ("7", "tables/a")),
        write_token("tables okey", (10**30, "tables/a")),
        write_token("tables okey", (7, "tables/\x00")),
        write_token("tables okey", (7, "' OR 1=1")),
    ],
)
def test_a_token_that_the_list_did_not_give_is_refused(token: str) -> None:
    with pytest.raises(Invalid, match="PAGE_TOKEN_BAD"):
        read_token(token, "tables okey", Cursor)


def test_a_number_that_no_store_knows_is_refused() -> None:
    huge = write_token("leaders", (1.5, "players/a")).encode()
    assert read_token(huge.decode(), "leaders", tuple[Real, Name]) == (1.5, "players/a")
    with pytest.raises(Invalid, match="PAGE_TOKEN_BAD"):
        read_token("WyJsZWFkZXJzIixbMWU5OTksInBsYXllcnMvYSJdXQ==", "leaders", tuple[Real, Name])  # 1e999
