"""What is wrong with a field of a request, in both languages: by the rule of its proto that it breaks."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from buf.validate import validate_pb2
from google.protobuf.message import Message

from services.kernel.meta import Labels

Rules = Any
"""The message of `buf.validate` in which a rule stands with its neighbours, e.g. `StringRules`."""

_GIVEN: Final = Labels(tr="verilmeli", en="must be given")
_UUID: Final = Labels(tr="bir UUID olmalı", en="must be a UUID")
_NOT_EMPTY: Final = Labels(tr="boş olamaz", en="cannot be empty")
_KNOWN: Final = Labels(tr="bilinen değerlerden biri olmalı", en="must be one of the known values")


def _named(*kinds: str, more_tr: str = "", more_en: str = "") -> Labels:
    tr, en = " ya da ".join(f"{kind}/…" for kind in kinds), " or ".join(f"{kind}/…" for kind in kinds)
    return Labels(tr=f"{tr} biçiminde bir ad{more_tr} olmalı", en=f"must be a name like {en}{more_en}")


_ID: Final = "[0-9a-z-]{1,64}"
_SEASON: Final = "[0-9]{4}(-(Q[1-4]|0[1-9]|1[0-2]))?"
_OR_EMPTY: Final = {"more_tr": " ya da boş", "more_en": ", or empty"}
PATTERNS: Final[Mapping[str, Labels]] = {
    **{f"^{kind}/{_ID}$": _named(kind) for kind in ("matches", "players", "reports", "sanctions", "tables")},
    f"^tournaments/{_ID}$": _named("tournaments"),
    f"^((matches|tables)/{_ID})?$": _named("matches", "tables", **_OR_EMPTY),
    f"^(players/{_ID})?$": _named("players", **_OR_EMPTY),
    f"^(players|bots)/{_ID}$": _named("players", "bots"),
    f"^{_SEASON}$": Labels(
        tr="2026, 2026-Q4 ya da 2026-11 gibi bir sezon olmalı", en="must be a season like 2026, 2026-Q4 or 2026-11"
    ),
    f"^({_SEASON})?$": Labels(
        tr="2026, 2026-Q4 ya da 2026-11 gibi bir sezon ya da boş olmalı",
        en="must be a season like 2026, 2026-Q4 or 2026-11, or empty",
    ),
    "^[a-z][a-z0-9]{1,31}$": Labels(tr="tavla gibi bir oyun adı olmalı", en="must be the name of a game, like tavla"),
    "^[a-h][1-8]$": Labels(tr="e4 gibi bir kare olmalı", en="must be a square like e4"),
    "^[a-h][1-8][a-h][1-8][qrbn]?$": Labels(tr="e2e4 gibi bir hamle olmalı", en="must be a move like e2e4"),
    "^(?:O-O(?:-O)?|0-0(?:-0)?|[KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8](?:=?[QRBN])?)[+#]?$": Labels(
        tr="Nf3 ya da O-O gibi bir hamle olmalı", en="must be a move like Nf3 or O-O"
    ),
}
"""What people are told of a text that has not the form of its field, by the pattern in the proto."""

STATEMENTS: Final[Mapping[str, Labels]] = {
    "tile.exists": Labels(
        tr="taşın ya rengi ve 1 ile 13 arasında bir sayısı vardır ya da sahte okeydir ve ikisi de yoktur",
        en="a tile has a colour and a number from 1 to 13, or it is a false okey and has neither",
    ),
}
"""The protos' own CEL rules, by their id."""


def _pattern(rules: Rules) -> Labels:
    return PATTERNS[rules.pattern]


def _number(rules: Rules) -> Labels:
    """Between which numbers: every bound that the field has, since one broken rule may stand for two."""
    tr, en = [], []
    for name, text_tr, text_en in _BOUNDS:
        if rules.HasField(name):
            bound = getattr(rules, name)
            tr.append(text_tr.format(bound))
            en.append(text_en.format(bound))
    return Labels(tr=f"{' ve '.join(tr)} olmalı", en=f"must be {' and '.join(en)}")


_BOUNDS: Final = (
    ("gte", "en az {}", "at least {}"),
    ("lte", "en çok {}", "at most {}"),
    ("lt", "{} sayısından küçük", "less than {}"),
)


def _counted(name: str, tr: str, en: str) -> Callable[[Rules], Labels]:
    def words(rules: Rules) -> Labels:
        count = getattr(rules, name)
        least = count == 1 and name.startswith("min_")
        return _NOT_EMPTY if least else Labels(tr=tr.format(count), en=en.format(count))

    return words


def _listed(name: str, tr: str, en: str) -> Callable[[Rules], Labels]:
    def words(rules: Rules) -> Labels:
        values = ", ".join(map(str, getattr(rules, name)))
        return Labels(tr=tr.format(values), en=en.format(values))

    return words


_NUMBER: Final[Mapping[str, Callable[[Rules], Labels]]] = {
    "gte": _number,
    "lte": _number,
    "lt": _number,
    "in": _listed("in", "şunlardan biri olmalı: {}", "must be one of {}"),
    "not_in": _listed("not_in", "{} olamaz", "cannot be {}"),
}
RULES: Final[Mapping[str, Callable[[Rules], Labels]]] = {
    "required": lambda _: _GIVEN,
    "string.pattern": _pattern,
    "string.uuid": lambda _: _UUID,
    "string.min_len": _counted("min_len", "en az {} karakter olmalı", "must have at least {} characters"),
    "string.max_len": _counted("max_len", "en çok {} karakter olabilir", "can have at most {} characters"),
    "enum.defined_only": lambda _: _KNOWN,
    "enum.not_in": lambda _: _KNOWN,  # what is left out is what nobody can choose, 0 most of all
    "repeated.min_items": _counted("min_items", "en az {} öğe olmalı", "must have at least {} items"),
    "repeated.max_items": _counted("max_items", "en çok {} öğe olabilir", "can have at most {} items"),
    "map.max_pairs": _counted("max_pairs", "en çok {} çift olabilir", "can have at most {} pairs"),
    **{f"{kind}.{name}": words for kind in ("int32", "sint32", "uint32", "uint64") for name, words in _NUMBER.items()},
}
"""What people are told, by the last two steps to a rule in `buf.validate.FieldRules`: "string.pattern"."""


def wrong(message: Message, violation: Any) -> Labels:
    """What is wrong with the field of `message` that a violation of protovalidate is about, without the field's name.

    The rule's own English words stand for a rule that nobody has given words to; the contract's tests find those.
    """
    told = violation.proto
    if told.rule_id in STATEMENTS:
        return STATEMENTS[told.rule_id]
    if told.rule is None:  # a oneof's: only that it is given can be asked of it
        return _GIVEN
    steps = [step.field_name for step in told.rule.elements]
    try:
        return RULES[".".join(steps[-2:])](_rules(message, told, steps))
    except KeyError:
        return Labels(tr=told.message, en=told.message)


def _rules(message: Message, told: Any, steps: list[str]) -> Rules:
    """The rules among which the broken one stands."""
    *outer, last = (element.field_name for element in told.field.elements)
    holder: Any = message.DESCRIPTOR
    for name in outer:
        holder = holder.fields_by_name[name].message_type
    rules = holder.fields_by_name[last].GetOptions().Extensions[validate_pb2.field]
    for step in steps[:-1]:
        rules = getattr(rules, step)
    return rules
