"""What happened is told in both languages."""

from kiraathane.match.v1 import match_pb2
from kiraathane.tavla.v1 import tavla_pb2 as pb
from kiraathane_client.tavla.telling import CAUSES
from kiraathane_client.tavla.terminal import terminal
from kiraathane_client.terminal import Look
from services.tavla.meta import META
from tests.clients.tavla.matches import play, update_of

TR, EN = Look("tr"), Look("en")


def told(happening: pb.TavlaHappening, look: Look = TR) -> str:
    update = update_of({6: 1}, {6: 1})
    update.happenings.append(happening)
    return "\n".join(line.plain for line in terminal.happenings(update, look))


def test_dice() -> None:
    assert told(pb.TavlaHappening(rolled=pb.DiceRolled(seat=1, dice=[6, 2]))) == "○ usta (bot): zar 6-2"
    assert told(pb.TavlaHappening(rolled=pb.DiceRolled(dice=[6, 2]))) == "Başlangıç zarı: Ayşe 6  usta (bot) 2"


def test_a_play_is_told_in_the_numbers_of_the_one_who_made_it() -> None:
    played = pb.TurnPlayed(seat=1, moves=play((24, 6), (18, 2)).play.moves, hits=[18])
    assert told(pb.TavlaHappening(played=played)) == "○ usta (bot): 24/18*/16"


def test_a_time_out_is_told() -> None:
    played = pb.TurnPlayed(seat=0, moves=play((24, 6)).play.moves, by_rules=True)
    assert told(pb.TavlaHappening(played=played), EN) == "● Ayşe: 24/18  (out of time)"


def test_a_pass_is_told() -> None:
    assert told(pb.TavlaHappening(passed=pb.TurnPassed(seat=0, dice=[6, 6]))).startswith(
        "● Ayşe: 6-6 ile hamle yapamıyor"
    )


def test_misli() -> None:
    assert "misli dedi" in told(pb.TavlaHappening(offered=pb.MisliOffered(seat=1, cube=2)))
    assert told(pb.TavlaHappening(answered=pb.MisliAnswered(seat=0, accepted=False)), EN) == "● Ayşe: drops"


def test_the_end_of_a_game() -> None:
    result = match_pb2.GameResult(number=2, winners=[0], points=[2, 0], cause="borne_off")
    ended = pb.TavlaHappening(game_ended=pb.GameEnded(result=result))
    assert told(ended) == "2. oyunu Ayşe kazandı, 2 sayı (bütün pullar toplandı)"
    draw = match_pb2.GameResult(number=2, points=[0, 0], cause="mothers_pinned")
    assert told(pb.TavlaHappening(game_ended=pb.GameEnded(result=draw)), EN).startswith("Game 2 is drawn")


def test_something_newer_than_the_program_is_left_out() -> None:
    assert told(pb.TavlaHappening()) == ""


def test_the_result_is_told_to_whoever_played_and_to_whoever_watched() -> None:
    update = update_of({6: 1}, {6: 1})
    update.info.score.points[:] = [5, 2]
    update.info.score.winners.append(0)
    update.info.end_cause = "borne_off"
    (line,) = terminal.result(update, TR)
    assert line.plain == "Kazandınız!  Ayşe – usta (bot): 5–2  (bütün pullar toplandı)"
    update.info.ClearField("viewer_seat")
    (line,) = terminal.result(update, EN)
    assert line.plain.startswith("Ayşe wins.")


def test_every_end_of_the_family_has_words() -> None:
    assert {cause.cause for cause in META.end_causes} <= set(CAUSES)
