"""A finished match as JSON that anybody can check, and as a text that people read."""

import msgspec
import pytest

from services.kernel import record as kernel_record
from services.kernel.game import Act, Fate, Lapse, LapseCause, Seat
from services.kernel.record import Commit, Record, encode_events
from services.tavla import game
from services.tavla.mat_reading import read
from services.tavla.record import FORMATS
from tests.tavla.records import play_record
from tests.tavla.tables import VARIANTS, act, config, dice


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_record_proves_its_dice_and_its_score(variant: str) -> None:
    record = play_record(3, tavlaVariant=variant, tavlaTable="misli", matchLength=3)
    again = kernel_record.read(kernel_record.write(record))
    assert again.score == record.score
    verdict = kernel_record.verify(again, game)
    assert verdict.problems == ()
    assert verdict.outcomes > 10


def test_a_record_with_another_die_is_found_out() -> None:
    record = play_record(4, matchLength=1)
    changed = msgspec.structs.replace(record, secret="00" * 32)
    problems = kernel_record.verify(changed, game).problems
    assert "the secret does not have the hash that was published before the match" in problems


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_is_written_in_every_format(variant: str) -> None:
    record = play_record(5, tavlaVariant=variant, tavlaTable="misli", matchLength=3, resignations=0.01)
    for form in FORMATS.values():
        written = form.write(record).decode()
        assert "Ayşe" in written
        assert "Usta" in written
    file = read(FORMATS["mat"].write(record).decode())
    ended = [game_ for game_ in file.games if game_.winner is not None]
    assert len(ended) == sum(bool(result.winners) for result in record.score.games)


def test_the_text_tells_the_match_in_two_languages() -> None:
    text = FORMATS["text"].write(play_record(6, tavlaTable="misli", matchLength=3)).decode()
    for line in ("Tavla / Tavla (backgammon): matches/0f3c", "Beyaz / White: Ayşe", "Siyah / Black: Usta (bot: usta)"):
        assert line in text
    assert "Oyun / Game 1  0-0" in text
    assert "Kazanan / Winner: " in text
    assert "pas / pass" in text


def test_a_match_that_was_left_in_its_first_game_is_written_too() -> None:
    record = left_record()
    text = FORMATS["text"].write(record).decode()
    assert "B masadan kalktı / left the match" in text
    assert "Skor / Score: 0-0 (oyuncu masadan kalktı / a player left the match)" in text
    file = read(FORMATS["mat"].write(record).decode())
    assert [(one.winner, len(one.entries)) for one in file.games] == [(None, 1)]


def left_record() -> Record:
    """A match in which Black leaves after White's first play."""
    table = config()
    state = act(dice(game.setup(table), 3, 1), 0, "8/5 6/5")
    left = Lapse(Seat(1), LapseCause.LEFT)
    play = Act(Seat(0), game.notation.read_action("8/5 6/5"))
    state = game.apply(dice(state, 6, 5), left)
    events = [(Fate((3, 1)),), (play, Fate((6, 5))), (left,)]
    return msgspec.structs.replace(
        play_record(6, matchLength=1),
        options=dict(table.options),
        commits=tuple(
            Commit(version=number, at_ms=0, events=encode_events(what)) for number, what in enumerate(events, start=1)
        ),
        score=game.score(state),
        cause="left",
    )
