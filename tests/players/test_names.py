"""User names that cannot be confused, display names that cannot harm a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.players import names


@pytest.mark.parametrize(
    "same",
    [
        ("IŞIK", "Işık", "ışık", "işik", "İŞİK"),
        ("İnci", "inci", "INCI", "ıncı"),
        ("Straße", "STRASSE"),
        ("ﬁnal", "final"),
        ("Çağrı", "c\u0327ag\u0306r\u0131"),
    ],
)
def test_one_name_however_it_is_typed(same: tuple[str, ...]) -> None:
    assert len({names.user_name(name) for name in same}) == 1


@pytest.mark.parametrize("name", ["ali", "botan", "robot", "ali.veli-49", "çağrı_1", "игорь", "x23"])
def test_a_name_that_somebody_can_have(name: str) -> None:
    assert names.user_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "al",
        "a" * 33,
        "ali veli",
        ".ali",
        "ali-",
        "ali\u200bveli",
        "a\u202eli",
        "аli",
        "ali☕",
        "a@b.c",
        "ali\n",
        "٣٤٥",
        "...",
        "bot",
        "Bot-usta",
    ],
)
def test_a_name_that_nobody_can_have(name: str) -> None:
    with pytest.raises(names.BadName):
        names.user_name(name)


@given(st.text(max_size=40))
def test_a_stored_name_is_its_own_stored_form(text: str) -> None:
    try:
        stored = names.user_name(text)
    except names.BadName:
        return
    assert names.user_name(stored) == stored


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("  Ali   Veli ", "Ali Veli"),
        ("Ali\n\tVeli", "Ali Veli"),
        ("A\u202eli\u200b\x00\x07", "Ali"),
        ("z\u0335\u0336\u0337\u0338\u0334algo", "z\u0335\u0336algo"),
        ("\u0301\u0301Ali", "Ali"),
        ("\u200b \u202e", ""),
        ("Ayşegül Öğüt", "Ayşegül Öğüt"),
        ("😀 Ali", "😀 Ali"),
        ("a" * 100, "a" * 40),
    ],
)
def test_a_display_name_is_made_fit_to_be_shown(given_name: str, shown: str) -> None:
    assert names.display_name(given_name) == shown


@given(st.text(max_size=100))
def test_a_shown_name_is_short_printable_and_stays_what_it_is(text: str) -> None:
    shown = names.display_name(text)
    assert len(shown) <= 40
    assert shown == shown.strip()
    assert all(character.isprintable() or character == " " for character in shown)
    assert names.display_name(shown) == shown


@pytest.mark.parametrize("name", ["Bot", "bot", "BOT (usta)", " Bot\u200b (usta)", "Ｂot usta", "bot-7"])
def test_nobody_is_shown_as_a_bot(name: str) -> None:
    assert names.display_name(name) == ""


@pytest.mark.parametrize("name", ["Botan", "Robot", "Bottaş Bey", "Ali (bot değil)"])
def test_a_name_that_only_sounds_like_one_stays(name: str) -> None:
    assert names.display_name(name) == name


def test_a_guest_without_a_name_gets_one() -> None:
    assert names.made_up_name().startswith("Misafir ")


@pytest.mark.parametrize("name", ["a", "bot", "bot ali", "a!b", "-ali", "аli"])
def test_what_is_wrong_with_a_name_is_told_in_both_languages(name: str) -> None:
    with pytest.raises(names.BadName) as caught:
        names.user_name(name)
    assert caught.value.words.tr.startswith("kullanıcı ad")
    assert "user name" in caught.value.words.en
