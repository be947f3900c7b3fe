"""A name server for each pod, at the pod's own address: what a cluster's DNS says, as far as policies let the pod see.

It knows `SERVICE.NAMESPACE.svc.cluster.local` alone; short names become that by the search list that pods are given.
"""

import selectors
import socket
import struct
import threading
from collections.abc import Callable, Sequence
from typing import Final

PORT: Final = 53
_A: Final = 1
_IN: Final = 1
_NO_SUCH_NAME: Final = 3
_TTL_SECONDS: Final = 5

Lookup = Callable[[str], Sequence[str] | None]
"""The addresses behind a name, or None if there is no such name."""


class Names:
    """All the pods' name servers, in one thread."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="names", daemon=True)
        self._thread.start()

    def add(self, address: str, lookup: Lookup) -> None:
        """Serves at this address; raises `OSError` if port 53 may not be had."""
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        server.bind((address, PORT))
        self._selector.register(server, selectors.EVENT_READ, lookup)

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
        for key in tuple(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()

    def _serve(self) -> None:
        while not self._closing.is_set():
            for key, _ in self._selector.select(timeout=0.2):
                server: socket.socket = key.fileobj  # type: ignore[assignment]
                try:
                    question, asker = server.recvfrom(4096)
                    server.sendto(answer(question, key.data), asker)
                except (OSError, ValueError, IndexError, struct.error):
                    continue  # whoever asked has gone, or it was no question


def answer(question: bytes, lookup: Lookup) -> bytes:
    """The answer to one question (RFC 1035): its addresses, none of other kinds, or that there is no such name."""
    (number, flags) = struct.unpack("!HH", question[:4])
    labels, at = [], 12
    while length := question[at]:
        labels.append(question[at + 1 : at + 1 + length].decode("ascii").lower())
        at += length + 1
    asked = question[12 : at + 5]
    (kind,) = struct.unpack("!H", question[at + 1 : at + 3])
    found = lookup(".".join(labels))
    addresses = found if found is not None and kind == _A else ()
    code = _NO_SUCH_NAME if found is None else 0
    # An answer (0x8000), authoritative (0x0400); recursion if it was wished for (0x0100), for it can be had (0x0080).
    head = struct.pack("!HHHHHH", number, 0x8480 | flags & 0x0100 | code, 1, len(addresses), 0, 0)
    records = [
        struct.pack("!HHHIH4s", 0xC00C, _A, _IN, _TTL_SECONDS, 4, socket.inet_aton(address)) for address in addresses
    ]
    return head + asked + b"".join(records)
