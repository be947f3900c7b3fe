"""A hosted match of any family, played by whoever is due, people, bots and stand-ins, by what is legal."""

import random
from typing import Any

import grpc.aio

from kiraathane.match.v1 import match_pb2
from services.kernel.registry import Family
from services.runtime import identity
from services.runtime.contract import Contract
from services.runtime.hosting import HostedFamily
from services.runtime.settings import Settings
from tests.conformance.play import shorter
from tests.runtime.table import Postbox, soon
from tests.support.serving import Metadata, as_player, new_request

NAMES = "abcd"
STRANGER = "x"
MODERATOR = "players/hakem"


class Table:
    """One match. `people` has the metadata of each seat's player; seats without one are bots."""

    def __init__(
        self, settings: Settings, family: Family, hosted: HostedFamily, channel: grpc.aio.Channel, postbox: Postbox
    ) -> None:
        self.family = family
        self.hosted = hosted
        self.postbox = postbox
        self.contract = Contract(family)
        self.options = shorter(family.game, family.game.meta.resolve({}))
        self.count = family.game.meta.seats_for(self.options)
        self.match = ""
        self._channel = channel
        self._rng = random.Random(7)
        self._house: Metadata = _bearer(identity.house_token("services/lobby", "service"))
        self.people = [as_player(settings, f"players/{name}", name) for name in NAMES[: self.count]]
        self.stranger = as_player(settings, f"players/{STRANGER}", STRANGER)

    async def call(self, method: str, who: Metadata | None = None, **fields: Any) -> Any:
        if method != "CreateMatch":
            fields["match"] = self.match
        unary = self._channel.unary_unary(
            self.contract.method(method),
            request_serializer=self.contract.requests[method].SerializeToString,
            response_deserializer=self.contract.responses[method].FromString,
        )
        return await unary(self.contract.requests[method](**fields), metadata=who or self._house)

    async def open(self, *, bots: tuple[int, ...] = ()) -> None:
        created = await self.call("CreateMatch", request_id=new_request(), options=self.options)
        self.match = created.info.match
        level = self.family.game.meta.bot_levels[0]
        seats = [
            match_pb2.SeatAssignment(
                seat=seat,
                player="" if seat in bots else f"players/{NAMES[seat]}",
                display_name=NAMES[seat].upper(),
                bot_level=level if seat in bots else "",
            )
            for seat in range(self.count)
        ]
        await self.call("StartMatch", seats=seats)

    async def get(self, who: Metadata | None = None) -> Any:
        return (await self.call("GetMatch", who or self.stranger)).update

    async def order(self, kind: str, back_to: int = 0, *, request_id: str = "", by: str = MODERATOR) -> Any:
        """What a moderator orders, with a word that is the kind's own; the match's info."""
        fields = {"kind": f"ORDER_KIND_{kind}", "word": word_of(kind), "back_to": back_to, "moderator": by}
        return (await self.call("OrderMatch", request_id=request_id or new_request(), **fields)).info

    async def inspect(self, by: str = MODERATOR, **fields: Any) -> Any:
        """What a moderator sees."""
        return await self.call("InspectMatch", moderator=by, **fields)

    async def views(self) -> list[Any]:
        """What each seat and a stranger see."""
        return [(await self.get(who)).view for who in (*self.people, self.stranger)]

    async def sit(self, who: Metadata) -> Any:
        """A stream of a player, after its first answer."""
        requests, responses = self.contract.requests["Sit"], self.contract.responses["Sit"]
        stream = self._channel.stream_stream(
            self.contract.method("Sit"),
            request_serializer=requests.SerializeToString,
            response_deserializer=responses.FromString,
        )(metadata=who)
        message: Any = requests()
        message.join.match = self.match
        await stream.write(message)
        await soon(stream)
        return stream

    def bot_of(self, update: Any, seat: int) -> Metadata:
        """The bot that plays or stands in at the seat."""
        level = update.info.seats[seat].stand_in or update.info.seats[seat].bot_level
        return _bearer(identity.house_token(f"bots/{level}", "bot", self.match, seat))

    async def act(self, who: Metadata) -> Any:
        """A legal act of whoever is due by this name, by chance, and none that may end the match; the update."""
        legal = await self.call("ListLegalActions", who)
        action = self._rng.choice([action for action in legal.actions if _plays_on(action)])
        fields = {"expected_version": legal.version, "request_id": new_request(), "action": action}
        return (await self.call("Play", who, **fields)).update

    async def step(self, people: dict[int, Metadata]) -> Any:
        """An act of one who is due: one of the `people`, else the bot of the seat."""
        update = await self.get()
        seat = update.info.due_seats[0]
        return await self.act(people.get(seat) or self.bot_of(update, seat))

    async def until_due(self, seat: int, people: dict[int, Metadata]) -> Any:
        """Plays on until `seat` is due."""
        update = await self.get()
        for _ in range(400):
            if seat in update.info.due_seats:
                return update
            update = await self.step(people)
        raise AssertionError(f"seat {seat} was never due")

    def hand_of(self, update: Any) -> bytes:
        """The view's bytes, to be compared."""
        data: bytes = update.view.SerializeToString(deterministic=True)
        return data


def word_of(kind: str) -> str:
    """What a moderator says to those at the table."""
    return f"{kind.lower()}: bakıyoruz."


def _plays_on(action: Any) -> bool:
    """False for giving up, and for offers whose answer may be the end."""
    names = {field.name for field, _ in action.ListFields()}
    return not names & {"resign", "offer", "offer_draw", "accept_draw"}


def _bearer(token: str) -> Metadata:
    return (("authorization", f"Bearer {token}"),)
