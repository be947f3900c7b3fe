"""Requests that no client of ours would send: valid ones, bent in every way that a wire allows."""

import random
import uuid
from collections.abc import Callable
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

_EXTREMES = (0, 1, 2, 25, 26, 27, 2**31 - 1, 2**32 - 1, 2**63 - 1)
_TEXTS = (
    "",
    " ",
    "matches/none",
    "matches/../secrets",
    "matches/" + "a" * 70,
    "tables/x' OR '1'='1",
    "players/me",
    "\u0000",
    "ığüşöç İ 🎲",
    "\u202e\u200b",
    "A" * 5_000,
    "%s%n{0}{match}",
    "-1",
    "00000000-0000-0000-0000-000000000000",
    "tavla",
    "usta",
)
_INTEGERS = {
    FieldDescriptor.TYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.TYPE_SINT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.TYPE_UINT32: (0, 2**32 - 1),
    FieldDescriptor.TYPE_INT64: (-(2**63), 2**63 - 1),
    FieldDescriptor.TYPE_UINT64: (0, 2**64 - 1),
}


def mutated(message: Message, rng: random.Random) -> bytes:
    """The bytes of `message` after one to three mutations of its fields, or of its bytes."""
    bent = type(message)()
    bent.CopyFrom(message)
    for _ in range(rng.randint(1, 3)):
        rng.choice(_FIELD_MUTATIONS)(bent, rng)
    data = bent.SerializeToString()
    return rng.choice(_BYTE_MUTATIONS)(data, rng) if rng.random() < 0.35 else data


def _set_random(message: Message, rng: random.Random, depth: int = 0) -> None:
    """Gives one field of the message, or of a message within it, a value of its type, whatever the value means."""
    if not message.DESCRIPTOR.fields:
        return
    field = rng.choice(list(message.DESCRIPTOR.fields))
    if field.message_type and field.message_type.GetOptions().map_entry:
        _fill_map(getattr(message, field.name), field, rng)
    elif field.is_repeated:
        _fill_list(getattr(message, field.name), field, rng)
    elif field.message_type:
        inner = getattr(message, field.name)
        inner.SetInParent()
        if depth < 4:
            _set_random(inner, rng, depth + 1)
    else:
        setattr(message, field.name, _value(field, rng))


def _fill_map(entries: Any, field: FieldDescriptor, rng: random.Random) -> None:
    names = ("tavlaTable", "matchLength", "turnSeconds", "no such option", "")
    value = field.message_type.fields_by_name["value"]
    for _ in range(rng.choice((1, 2, 80))):
        name = rng.choice(names) if rng.random() < 0.8 else str(rng.random())
        if value.message_type is None:
            entries[name] = _value(value, rng)


def _fill_list(items: Any, field: FieldDescriptor, rng: random.Random) -> None:
    for _ in range(rng.choice((1, 2, 5, 40))):
        if field.message_type:
            _set_random(items.add(), rng, 3)
        else:
            items.append(_value(field, rng))


def _value(field: FieldDescriptor, rng: random.Random) -> Any:
    if field.type == FieldDescriptor.TYPE_STRING:
        return rng.choice((*_TEXTS, str(uuid.UUID(int=rng.getrandbits(128)))))
    if field.type == FieldDescriptor.TYPE_BYTES:
        return rng.randbytes(rng.choice((0, 1, 300)))
    if field.type == FieldDescriptor.TYPE_BOOL:
        return rng.random() < 0.5
    if field.type in (FieldDescriptor.TYPE_DOUBLE, FieldDescriptor.TYPE_FLOAT):
        return rng.choice((0.0, -1.5, 1e300, float("inf"), float("nan")))
    if field.type == FieldDescriptor.TYPE_ENUM:
        return rng.choice((0, 1, 2, 99, -1))
    low, high = _INTEGERS[field.type]
    return max(low, min(high, rng.choice((*_EXTREMES, low, rng.randint(0, 30)))))


def _clear(message: Message, rng: random.Random) -> None:
    present = message.ListFields()
    if present:
        message.ClearField(rng.choice(present)[0].name)


_FIELD_MUTATIONS: tuple[Callable[[Message, random.Random], None], ...] = (_set_random, _set_random, _set_random, _clear)


def _flip(data: bytes, rng: random.Random) -> bytes:
    bent = bytearray(data or b"\x00")
    for _ in range(rng.randint(1, 4)):
        bent[rng.randrange(len(bent))] ^= 1 << rng.randrange(8)
    return bytes(bent)


def _cut(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _insert(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] + rng.randbytes(rng.randint(1, 12)) + data[place:]


def _nest(data: bytes, rng: random.Random) -> bytes:
    """Groups opened and never closed, as deep as a parser will follow."""
    return data + b"\x0b" * rng.choice((3, 120, 4_000))


def _double(data: bytes, rng: random.Random) -> bytes:
    return data * rng.choice((2, 30))


def _garbage(data: bytes, rng: random.Random) -> bytes:
    return rng.randbytes(rng.choice((1, 20, 900)))


_BYTE_MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _flip,
    _flip,
    _cut,
    _insert,
    _nest,
    _double,
    _garbage,
)
