"""Private tables, who is at which table, and where quick matches are being filled.

A program before this one would change a private table into one without its invite code: it does not run on these.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
oldest = "0002"

_OPEN, _CLOSED = 1, 3


def upgrade() -> None:
    op.add_column("tables", sa.Column("match", sa.String))
    op.add_column("tables", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("tables", sa.Column("invite_code", sa.String))
    op.create_index("tables_of_match", "tables", ["match"])
    op.create_index("tables_invite_code", "tables", ["invite_code"], unique=True)
    op.create_table(
        "members",
        sa.Column("player", sa.String, primary_key=True),
        sa.Column("table", sa.String, primary_key=True),
        sa.Column("waits", sa.Boolean, nullable=False),
    )
    op.create_index("members_of_table", "members", ["table"])
    op.create_table(
        "quick",
        sa.Column("wish", sa.String, primary_key=True),
        sa.Column("table", sa.String, nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("quick_made", "quick", ["made_ms"])
    _fill(op.get_bind())


def _fill(connection: sa.Connection) -> None:
    """What the columns and `members` say of the tables that are there."""
    tables = sa.table(
        "tables", *(sa.column(name) for name in ("table", "document", "status", "match", "listed", "invite_code"))
    )
    members = sa.table("members", *(sa.column(name) for name in ("player", "table", "waits")))
    for name, document, status in connection.execute(
        sa.select(tables.c.table, tables.c.document, tables.c.status)
    ).all():
        table = json.loads(document)
        connection.execute(sa.update(tables).where(tables.c.table == name).values(match=table["match"]))
        if status != _CLOSED:
            people = {seat["player"] for seat in table["seats"] if seat and seat["player"]}
            for player in people | {table["creator"]}:
                waits = status == _OPEN and player in people
                connection.execute(sa.insert(members).values(player=player, table=name, waits=waits))
