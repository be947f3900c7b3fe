"""Messages by chance: any that the contract allows, sensible or not."""

import random
from typing import Any

import protovalidate
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

_VALIDATOR = protovalidate.Validator()
_FILES, _RANKS = "abcdefgh", "12345678"


def valid_message(descriptor: Descriptor, rng: random.Random) -> Message | None:
    """A message that passes its validation; None if chance made none."""
    made = _message(descriptor, rng)
    try:
        _VALIDATOR.validate(made)
    except protovalidate.ValidationError:
        return None
    return made


def _message(descriptor: Descriptor, rng: random.Random) -> Message:
    made: Message = GetMessageClass(descriptor)()
    chosen = {rng.choice(oneof.fields).name for oneof in descriptor.oneofs}
    for field in descriptor.fields:
        if field.name in chosen if field.containing_oneof else rng.random() < 0.9:
            _fill(made, field, rng)
    return made


def _fill(made: Any, field: FieldDescriptor, rng: random.Random) -> None:
    if field.is_repeated:
        getattr(made, field.name).extend(_value(field, rng) for _ in range(rng.randrange(6)))
    elif field.message_type is not None:
        getattr(made, field.name).CopyFrom(_message(field.message_type, rng))
    else:
        setattr(made, field.name, _value(field, rng))


def _value(field: FieldDescriptor, rng: random.Random) -> Any:
    if field.message_type is not None:
        return _message(field.message_type, rng)
    if field.enum_type is not None:
        return rng.choice(field.enum_type.values).number
    if field.type == FieldDescriptor.TYPE_STRING:
        first, second = (rng.choice(_FILES) + rng.choice(_RANKS) for _ in range(2))
        return rng.choice([first, first + second, first + first, first + second + "q", f"N{first}", "O-O", "?"])
    return rng.randrange(2) if field.type == FieldDescriptor.TYPE_BOOL else rng.randrange(30)
