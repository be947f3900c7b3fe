"""Who does not want to meet whom: asked of the players service, and remembered for some seconds."""

from collections import OrderedDict
from collections.abc import Collection
from typing import Final

from kiraathane.players.v1 import players_service_pb2 as pb
from services.lobby import clock
from services.lobby.peers import Peers

_SERVICE: Final = pb.DESCRIPTOR.services_by_name["PlayersService"].full_name
REMEMBERED_MS: Final = 5_000
_MOST: Final = 50_000
_AT_ONCE: Final = 1_000

Pair = tuple[str, str]


class Blocks:
    """What is known of pairs of players."""

    def __init__(self, peers: Peers) -> None:
        self._peers = peers
        self._known: OrderedDict[Pair, tuple[int, frozenset[Pair]]] = OrderedDict()

    async def between(self, player: str, others: Collection[str]) -> set[Pair]:
        """Pairs of blocker and blocked, between `player` and each of the others; raises `Unavailable`."""
        now = clock.now_ms()
        asked = {_pair(player, other) for other in others if other and other != player}
        unknown = [pair for pair in asked if pair not in self._known or self._known[pair][0] <= now]
        for first in range(0, len(unknown), _AT_ONCE):
            await self._ask(player, unknown[first : first + _AT_ONCE], now)
        return {block for pair in asked for block in self._known[pair][1]}

    async def _ask(self, player: str, pairs: list[Pair], now: int) -> None:
        others = [one if two == player else two for one, two in pairs]
        request = pb.CheckBlocksRequest(player=player, others=others)
        method = f"/{_SERVICE}/CheckBlocks"
        answer = await self._peers.call("players", method, request, pb.CheckBlocksResponse, None)
        found = {(block.blocker, block.blocked) for block in answer.blocks}
        for one, two in pairs:
            self._known[one, two] = now + REMEMBERED_MS, frozenset(found & {(one, two), (two, one)})
            self._known.move_to_end((one, two))
        while len(self._known) > _MOST:
            self._known.popitem(last=False)


def _pair(one: str, two: str) -> Pair:
    return (one, two) if one < two else (two, one)
