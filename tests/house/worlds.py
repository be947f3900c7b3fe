"""What a match really was, read from its store when it is over, and worlds that only differ in what is hidden.

A message shows nothing hidden if it is, word for word, what its reader would have been sent in another world: one
where all is different that he cannot know (`Game.resample`; tests/conformance asks the same of the rules alone).
"""

import base64
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from services.kernel.codec import Codec
from services.kernel.game import Config, Seat
from services.kernel.record import RecordSeat, seated
from services.kernel.registry import families
from services.kernel.seating import Kind, Occupy, Presence, Seating
from services.runtime.advance import replay
from services.runtime.versions import asked_of_rules

OTHER_WORLDS = 2


class Truth:
    """One match: by version, the states that the commit went through, who held which seat, and when it was made."""

    def __init__(self, home: Path, family: str, match: str) -> None:
        self.family = families()[family]
        self.hidden = self.family.game.meta.hidden
        self._wire = self.family.module("wire")
        self._rng = random.Random(match)
        self.states: dict[int, tuple[Any, ...]] = {}
        self.seating: dict[int, Seating] = {}
        self.at_ms: dict[int, int] = {}
        self.left: dict[int, int] = {}
        """By version, the seat that was left with it."""
        self.differed = 0
        """In how many worlds that were looked at something was different."""
        with closing(sqlite3.connect(home / "data" / f"{family}.sqlite3", timeout=10)) as store:
            self._read(store, match.removeprefix("matches/"))

    def _read(self, store: sqlite3.Connection, match_id: str) -> None:
        (options,) = store.execute("SELECT options FROM matches WHERE match_id = ?", (match_id,)).fetchone()
        (self.secret,) = store.execute("SELECT secret FROM secrets WHERE match_id = ?", (match_id,)).fetchone()
        (seats,) = store.execute("SELECT seats FROM starts WHERE match_id = ?", (match_id,)).fetchone()
        rows = store.execute("SELECT seq, at_ms, events FROM journal WHERE match_id = ? ORDER BY seq", (match_id,))
        people = msgspec.json.decode(seats, type=tuple[RecordSeat, ...])
        self.nonces = [seat.nonce for seat in people if seat.nonce]
        game, codec = self.family.game, Codec[Any, Any](self.family.game)
        state, seating = game.setup(Config(options=msgspec.json.decode(options))), seated(people)
        for seq, at_ms, data in rows.fetchall():
            events = codec.decode_events(data)
            steps = replay(game, state, asked_of_rules(events))
            state = steps[-1] if steps else state
            for event in events:
                if isinstance(event, Occupy):
                    seating = seating.after(event, seq)
                    self.left |= {seq: event.seat} if event.kind is Kind.LEFT else {}
            self.states[seq] = steps or (state,)
            self.seating[seq], self.at_ms[seq] = seating, at_ms
        self.told = {seq for seq, steps in self.states.items() if steps}

    # -- what may be known --------------------------------------------------------------------------------------------

    def seat_of(self, player: str, version: int) -> Seat | None:
        """The seat with whose eyes a player sees a version; None for one who has none, or none any more."""
        for number, sitter in enumerate(self.seating[version].seats):
            if sitter.player == player:
                return None if sitter.presence is Presence.LEFT and sitter.stand_in else Seat(number)
        return None

    def names_no_secret(self, data: bytes) -> bool:
        """True if neither the secret of the match's chance nor what anybody added to it is in these bytes."""
        hidden = [self.secret, *(nonce.encode() for nonce in self.nonces)]
        hidden += [bytes.fromhex(nonce) for nonce in self.nonces]
        written = [form for one in hidden for form in (one, one.hex().encode(), base64.b64encode(one).rstrip(b"="))]
        return not any(form in data or form.upper() in data for form in written)

    def shows_nothing_hidden(self, update: Any) -> None:
        """Raises `AssertionError` unless the update is what its reader would have been sent in other worlds."""
        version = update.info.version
        viewer = Seat(update.info.viewer_seat) if update.info.HasField("viewer_seat") else None
        eyes = range(len(self.seating[version].seats)) if viewer is None else (viewer,)
        for seat in [Seat(seat) for seat in eyes for _ in range(OTHER_WORLDS)]:
            worlds = [self.family.game.resample(state, seat, self._rng) for state in self.states[version]]
            self.differed += worlds != list(self.states[version])
            self._is_the_same(update, viewer, worlds)

    def _is_the_same(self, update: Any, viewer: Seat | None, worlds: list[Any]) -> None:
        game, where = self.family.game, f"{self.family.slug} {update.info.version} {viewer}"
        assert update.view == self._wire.view_to_proto(game.view(worlds[-1], viewer)), where
        if update.happenings:
            told = [happening for world in worlds for happening in game.happenings(world, viewer)]
            assert list(update.happenings) == [self._wire.happening_to_proto(one) for one in told], where
        score = game.score(worlds[-1])
        assert list(update.info.score.points) == list(score.points), where
        lines = [(line.seat, line.points, line.reason) for line in update.info.score.ledger]
        assert lines == [(line.seat, line.points, line.reason) for line in score.ledger], where
