"""Positions of the rule book that lie on tables when the house opens, so that they are played through the gateway.

Each is a match of its own in okey's store, begun by the same four people; their tokens are made as the house does.
"""

import asyncio
import json
import secrets
import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from deploy.local.plan import plan, prepare
from services.kernel import chance, scenario
from services.kernel.codec import Codec
from services.kernel.game import Config
from services.kernel.record import RecordSeat
from services.okey import game
from services.okey.tiles import Tile
from services.runtime import advance
from services.runtime.dealer import Dealer
from services.runtime.hosting import bring_up_to_date, open_journal
from services.runtime.journal.interface import Append, Creation, Journal, Start, Status
from services.runtime.settings import Settings, load

FAMILY = "okey"
TOURNAMENT = {"okeyTable": "tournament", "turnSeconds": "none"}
PEOPLE = ("players/kuzey", "players/bati", "players/guney", "players/dogu")
RULE_BOOK = Path(__file__).parent.parent / "scenarios" / "okey" / "tournament.yaml"
PILES = (
    "draw turn {turn} indicator K12 racks Y1.2/Y3.4/Y5.6/Y7.8 stock R1.2Y9 piles R3.4/B3.4.5/-/K3.4.5 "
    "opened series,none,pairs,none melds 0:R9-R10-R11"
)
BESIDE = {
    "R19": PILES.format(turn=1),
    "R21": PILES.format(turn=0),
    "void": (
        "play turn 0 starter 2 indicator K12 racks R1.1.2.2.3.3.4.4.5.5Y9/*12/*12/*12 stock *20 "
        "opened none,pairs,pairs,pairs fines 3:101:OKEY_DISCARD:10.3"
    ),
    "R41": (
        "draw turn 1 indicator K12 racks Y2/*21/*21/*21 stock *20 opened none,series,none,none melds 1:R5-R6-R7 "
        "piles R8/-/-/- window 0:R8"
    ),
}
"""Positions of scenarios that are no file's: what several people see, and what happens at the same moment."""


def of_the_rule_book() -> list[scenario.Scenario]:
    """The scenarios of the tournament's rules that can be played at a table as they are written.

    Left out is what a client cannot do: let the time run out, leave, and see a hand before it is dealt.
    """
    unseen = ("lapse", "chance", "shuffle")
    return [one for one in scenario.read_file(RULE_BOOK) if not any(word in str(one.steps) for word in unseen)]


class Positions:
    """A home for a platform, and the matches in it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        prepare(home)
        told = next(one for one in plan(home, fixed_ports=False).programs if one.name == "services").environment
        self.settings: Settings = load(told)
        self._matches: dict[str, str] = {}
        self.indicator: Tile | None = None
        """The one of R27's match, by the rules; a false okey lay on it."""

    def match_of(self, title: str) -> str:
        """The match ("matches/…") of a scenario."""
        return f"matches/{self._matches[title]}"

    def lay(self) -> None:
        """Lays everything on its table."""
        asyncio.run(self._lay())

    async def _lay(self) -> None:
        await bring_up_to_date(self.settings, FAMILY)
        journal = open_journal(self.settings, FAMILY)
        await journal.open()
        try:
            for one in of_the_rule_book():
                options = {"turnSeconds": "none"} | {name: str(value) for name, value in one.options.items()}
                await self._put(journal, one.scenario, options, one.position or "")
            for title, position in BESIDE.items():
                await self._put(journal, title, TOURNAMENT, position)
            await self._deal_false_okey(journal)
        finally:
            await journal.close()

    async def _put(self, journal: Journal, title: str, options: dict[str, str], position: str) -> None:
        resolved = game.meta.resolve(options)
        state = game.notation.read_position(position, Config(options=resolved))
        await self._begin(journal, title, resolved, secrets.token_bytes(chance.SECRET_BYTES), state, (), 1)

    async def _deal_false_okey(self, journal: Journal) -> None:
        """A match whose secret turns up a false okey as the first hand's indicator."""
        resolved = game.meta.resolve(TOURNAMENT)
        setup = game.setup(Config(options=resolved))
        name = self._name("R27")
        while True:
            secret = secrets.token_bytes(chance.SECRET_BYTES)
            step = advance.begin(game, setup, Dealer(f"matches/{name}", secret, [""] * 4).outcome)
            dealt = next(h for h in game.happenings(step.state, None) if hasattr(h, "false_okeys"))
            if dealt.false_okeys:
                self.indicator = dealt.indicator
                return await self._begin(journal, "R27", resolved, secret, step.state, step.events, step.outcomes)

    def _name(self, title: str) -> str:
        return self._matches.setdefault(title, f"okey-laid-{len(self._matches)}")

    async def _begin(
        self,
        journal: Journal,
        title: str,
        options: Any,
        secret: bytes,
        state: Any,
        events: Sequence[Any],
        outcomes: int,
    ) -> None:
        now_ms = time.time_ns() // 1_000_000
        name = self._name(title)
        codec: Codec[Any, Any] = Codec(game)
        creation = Creation(
            match_id=name,
            request_id=uuid.uuid4().bytes,
            rules_version=game.meta.rules_version,
            options=json.dumps(dict(options)),
            commitment=chance.commitment(secret),
            secret=secret,
            created_ms=now_ms,
        )
        await journal.create(creation)
        seats = [RecordSeat(player=who, name=who.partition("/")[2], bot_level="", nonce="") for who in PEOPLE]
        first = Append(
            match_id=name,
            seq=1,
            at_ms=now_ms,
            events=codec.encode_events(tuple(events)),
            status=Status.PLAYING,
            clock_ms=0,
            outcomes=outcomes,
            start=Start(msgspec.json.encode(seats).decode(), now_ms, now_ms),
            snapshot=codec.encode_state(state),
        )
        assert await journal.append([first]) == [True]
