"""Tournaments in the database: one row each, changed by compare-and-swap on its version."""

from collections.abc import Callable
from typing import Final

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    insert,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError

from services.runtime.database import Database
from services.runtime.pages import Name, Number
from services.tournaments.metrics import EVENTS
from services.tournaments.state import Tournament
from services.tournaments.tournament import Status

MOST_ATTEMPTS: Final = 50

metadata = MetaData()
tournaments = Table(
    "tournaments",
    metadata,
    Column("tournament", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("organiser", String, nullable=False),
    Column("request_id", String, nullable=False),
    Column("status", Integer, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("document", LargeBinary, nullable=False),
    UniqueConstraint("organiser", "request_id", name="tournaments_request"),
)
secrets = Table(
    "secrets",
    metadata,
    Column("tournament", String, primary_key=True),
    Column("secret", LargeBinary, nullable=False),
)
_BECAME: Final = {Status.PLAYING: "started", Status.FINISHED: "finished", Status.CANCELLED: "cancelled"}
_decoder = msgspec.json.Decoder(Tournament)

Cursor = tuple[Number, Name]
"""Where a page of the list ended: when its last tournament was opened, and its name."""


class TournamentStore:
    """The tournaments of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, tournament: str) -> Tournament | None:
        """The tournament called "tournaments/{tournament}", if there is one."""
        async with self._database.read() as connection:
            query = select(tournaments.c.document).where(tournaments.c.tournament == tournament)
            document = (await connection.execute(query)).scalar_one_or_none()
        return None if document is None else _decoder.decode(document)

    async def find_request(self, organiser: str, request_id: str) -> Tournament | None:
        """The tournament that this request of this organiser opened, if it did."""
        query = select(tournaments.c.document).where(
            tournaments.c.organiser == organiser, tournaments.c.request_id == request_id
        )
        async with self._database.read() as connection:
            document = (await connection.execute(query)).scalar_one_or_none()
        return None if document is None else _decoder.decode(document)

    async def secret(self, tournament: str) -> bytes:
        """The secret of a tournament's lots; raises `LookupError` if there is no such tournament."""
        async with self._database.read() as connection:
            query = select(secrets.c.secret).where(secrets.c.tournament == tournament)
            secret: bytes | None = (await connection.execute(query)).scalar_one_or_none()
        if secret is None:
            raise LookupError(tournament)
        return secret

    async def add(self, tournament: Tournament, secret: bytes) -> bool:
        """Stores a new tournament; False if the organiser's request has opened one before."""
        try:
            async with self._database.write() as connection:
                row = {"tournament": tournament.tournament, **_columns(tournament)}
                await connection.execute(insert(tournaments).values(row))
                await connection.execute(insert(secrets).values(tournament=tournament.tournament, secret=secret))
        except IntegrityError:
            return False
        EVENTS["opened"].inc()
        return True

    async def change(self, name: str, step: Callable[[Tournament], Tournament]) -> Tournament | None:
        """Replaces a tournament by what `step` makes of it; None if there is no such tournament.

        `step` is called again when somebody else was quicker; what it raises is raised. One that returns an equal
        tournament changes nothing.
        """
        for _ in range(MOST_ATTEMPTS):
            old = await self.find(name)
            if old is None or (new := step(old)) == old:
                return old
            new = msgspec.structs.replace(new, version=old.version + 1)
            mine = (tournaments.c.tournament == name) & (tournaments.c.version == old.version)
            async with self._database.write() as connection:
                changed = await connection.execute(update(tournaments).where(mine).values(**_columns(new)))
            if changed.rowcount == 1:
                if new.course.status is not old.course.status:
                    EVENTS[_BECAME[new.course.status]].inc()
                return new
        raise RuntimeError(f"{name} was changed by others {MOST_ATTEMPTS} times in a row")

    async def page(self, after: Cursor | None, size: int) -> list[Tournament]:
        """Up to `size` tournaments, newest first, that come after the cursor."""
        query = select(tournaments.c.document)
        if after is not None:
            query = query.where(tuple_(tournaments.c.created_ms, tournaments.c.tournament) < tuple_(*after))
        query = query.order_by(tournaments.c.created_ms.desc(), tournaments.c.tournament.desc()).limit(size)
        async with self._database.read() as connection:
            return [_decoder.decode(document) for document in (await connection.execute(query)).scalars()]

    async def unsettled(self) -> list[str]:
        """The tournaments that are being played, and those that are over while tables of theirs are still to close."""
        query = select(tournaments.c.tournament).where(tournaments.c.status == Status.PLAYING)
        async with self._database.read() as connection:
            return list((await connection.execute(query)).scalars())


def _columns(tournament: Tournament) -> dict[str, object]:
    """The columns that are looked for, and the tournament itself.

    `status` says what is to be done: a tournament with tables to close is looked at as if it were played.
    """
    return {
        "version": tournament.version,
        "organiser": tournament.organiser,
        "request_id": tournament.request_id,
        "status": int(Status.PLAYING if tournament.closing else tournament.course.status),
        "created_ms": tournament.created_ms,
        "document": msgspec.json.encode(tournament),
    }
