"""Whatever rule of a proto a request breaks, its sender is told so in his language."""

from collections.abc import Iterator
from typing import Any

import pytest
from buf.validate import validate_pb2
from google.protobuf import descriptor_pb2
from google.protobuf.message import Message
from google.rpc import error_details_pb2

from kiraathane.lobby.v1 import lobby_service_pb2 as lobby
from kiraathane.moderation.v1 import moderation_service_pb2 as moderation
from kiraathane.okey.v1 import okey_pb2 as okey
from kiraathane.players.v1 import players_service_pb2 as players
from kiraathane.tavla.v1 import tavla_service_pb2 as tavla
from services.runtime.door import check
from services.runtime.errors import Invalid
from services.runtime.fields import PATTERNS, RULES, STATEMENTS
from tests.contract.test_protos import IMAGE


def messages() -> list[descriptor_pb2.DescriptorProto]:
    """Every message of the house's protos, as compiled."""
    image = descriptor_pb2.FileDescriptorSet.FromString(IMAGE.read_bytes())
    return [m for file in image.file if file.package.startswith("kiraathane.") for m in with_inner(file.message_type)]


def with_inner(found: Any) -> Iterator[descriptor_pb2.DescriptorProto]:
    for message in found:
        yield message
        yield from with_inner(message.nested_type)


def leaves(rules: Message, steps: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every rule that is set, by its last two steps, with its value."""
    for field, value in rules.ListFields():
        path = (*steps, field.name)
        if isinstance(value, Message):
            yield from leaves(value, path)
        else:
            yield ".".join(path[-2:]), value


def field_rules() -> list[tuple[str, Any]]:
    options = (field.options.Extensions[validate_pb2.field] for m in messages() for field in m.field)
    return [leaf for rules in options for leaf in leaves(rules)]


def test_every_kind_of_rule_has_words_in_both_languages() -> None:
    used = {name for name, _ in field_rules()}
    assert len(used) > 15  # the protos were read
    assert used <= set(RULES)


def test_every_form_of_a_text_has_words_and_every_word_a_form() -> None:
    used = {value for name, value in field_rules() if name == "string.pattern"}
    assert used == set(PATTERNS)
    assert all(words.tr != words.en for words in PATTERNS.values())


def test_every_statement_about_a_message_has_words() -> None:
    rules = [rule for m in messages() for rule in m.options.Extensions[validate_pb2.message].cel]
    assert {rule.id: rule.message for rule in rules} == {name: words.en for name, words in STATEMENTS.items()}


def test_no_message_is_held_to_a_rule_of_another_kind() -> None:
    """Of a oneof it can be asked that it is given; of a message nothing but its own statements."""
    for message in messages():
        told = [rule.name for rule, _ in message.options.Extensions[validate_pb2.message].ListFields()]
        assert set(told) <= {"cel"}, message.name
        for one in message.oneof_decl:
            asked = [rule.name for rule, _ in one.options.Extensions[validate_pb2.oneof].ListFields()]
            assert set(asked) <= {"required"}, message.name


WRONG = [
    (
        moderation.CloseReportRequest(report="reports/Ş", note="x"),
        "report: reports/… biçiminde bir ad olmalı",
        "report: must be a name like reports/…",
    ),
    (lobby.QuickMatchRequest(request_id="no", family="tavla"), "request_id: bir UUID olmalı", "must be a UUID"),
    (lobby.QuickMatchRequest(family="tavla"), "request_id: bir UUID olmalı", "request_id: must be a UUID"),
    (players.RegisterRequest(user_name="ali", password="1234567"), "en az 8 karakter olmalı", "at least 8 characters"),
    (players.RegisterRequest(user_name="ali", password="1" * 257), "en çok 256 karakter", "at most 256 characters"),
    (moderation.CloseReportRequest(report="reports/1"), "note: boş olamaz", "note: cannot be empty"),
    (
        moderation.SuspendPlayerRequest(hours=87_601),
        "hours: en az 1 ve en çok 87600 olmalı",
        "hours: must be at least 1 and at most 87600",
    ),
    (lobby.WatchLobbyRequest(tables=["tables/a", "b"]), "tables[1]: tables/… biçiminde", "tables[1]: must be a name"),
    (lobby.WatchLobbyRequest(tables=["tables/a"] * 33), "tables: en çok 32 öğe", "tables: can have at most 32 items"),
    (lobby.CreateTableRequest(visibility=9), "visibility: bilinen değerlerden", "visibility: must be one of the known"),
    (tavla.PlayRequest(action={}), "action.action: verilmeli", "action.action: must be given"),
    (okey.Tile(false_okey=True, number=3), "taşın ya rengi ve 1 ile 13", "a tile has a colour and a number"),
]


@pytest.mark.parametrize(("request_", "tr", "en"), WRONG)
def test_a_wrong_field_is_told_in_one_language(request_: Message, tr: str, en: str) -> None:
    with pytest.raises(Invalid) as caught:
        check(request_)
    assert caught.value.reason == "BAD_FIELD"
    assert tr in caught.value.sentence("tr")
    assert en in caught.value.sentence("en")
    assert "must" not in caught.value.sentence("tr")


def test_what_a_program_reads_stays_protovalidates() -> None:
    with pytest.raises(Invalid) as caught:
        check(moderation.GetBanRequest(player="x"))
    assert caught.value.fields == (("player", "does not match regex pattern `^players/[0-9a-z-]{1,64}$`"),)
    info = error_details_pb2.ErrorInfo()
    assert caught.value.status().details[0].Unpack(info)
    assert dict(info.metadata) == {"problem": "player: must be a name like players/…"}
