"""Lines that break: between each client and the gateway a proxy of its own, whose connections can be cut."""

import asyncio
import random
from collections.abc import Sequence
from typing import Self

HOST = "127.0.0.1"
CHUNK = 65_536


class Proxy:
    """Passes bytes on between who connects to `address` and the gateway. Clients of other proxies share nothing."""

    def __init__(self, gateway: str) -> None:
        host, _, port = gateway.rpartition(":")
        self._gateway = host, int(port)
        self._open: set[asyncio.Task[None]] = set()
        self.address = ""

    @classmethod
    async def open(cls, gateway: str) -> Self:
        proxy = cls(gateway)
        proxy._server = await asyncio.start_server(proxy._connected, HOST, 0)
        proxy.address = f"{HOST}:{proxy._server.sockets[0].getsockname()[1]}"
        return proxy

    _server: asyncio.Server

    @property
    def connections(self) -> list[asyncio.Task[None]]:
        """Every open one; cancelling it closes both its sockets at once."""
        return list(self._open)

    async def close(self) -> None:
        self._server.close()
        for connection in self.connections:
            connection.cancel()
        if self._open:
            await asyncio.wait(self._open)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = asyncio.create_task(self._pass_on(reader, writer))
        self._open.add(connection)
        connection.add_done_callback(self._open.discard)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        onward: asyncio.StreamWriter | None = None
        try:
            back, onward = await asyncio.open_connection(*self._gateway)
            ways = [asyncio.create_task(_copy(reader, onward)), asyncio.create_task(_copy(back, writer))]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
        except OSError:
            return
        finally:
            for side in filter(None, (writer, onward)):
                side.transport.abort()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
    except OSError:
        return


async def cut(proxies: Sequence[Proxy], share: float, every: float, seconds: float, rng: random.Random) -> int:
    """For so many seconds, again and again, cuts that share of all open connections; how many cuts that were."""
    cuts = 0
    until = asyncio.get_running_loop().time() + seconds
    while asyncio.get_running_loop().time() < until:
        await asyncio.sleep(every)
        connections = [connection for proxy in proxies for connection in proxy.connections]
        for connection in rng.sample(connections, round(share * len(connections))):
            connection.cancel()
            cuts += 1
    return cuts
