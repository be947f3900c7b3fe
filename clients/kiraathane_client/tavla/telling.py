"""What happened, in sentences."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.match.v1 import match_pb2
from kiraathane.tavla.v1 import tavla_pb2 as pb
from kiraathane_client.names import seat_name
from kiraathane_client.tavla.notation import write_moves
from kiraathane_client.tavla.wire import moves_of
from kiraathane_client.terminal import Look

# Why a game or a match ended, by the family's end causes.
CAUSES = {
    "borne_off": ("bütün pullar toplandı", "all checkers were borne off"),
    "refused": ("misli kabul edilmedi", "misli was refused"),
    "resigned": ("oyun verildi", "the game was given up"),
    "mother_pinned": ("ana kapatıldı", "the mother was pinned"),
    "mothers_pinned": ("iki ana da kapatıldı", "both mothers were pinned"),
    "left": ("masadan kalkıldı", "a player left the match"),
}


def tell(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """A line for each thing that happened in this version."""
    return [line for happening in update.happenings for line in _one(update, happening, look)]


def cause(word: str, look: Look) -> str:
    """An end cause in words; one that this program does not know as it is."""
    tr, en = CAUSES.get(word, (word, word))
    return look.say(tr, en)


def _one(update: pb.MatchUpdate, happening: pb.TavlaHappening, look: Look) -> list[Text]:
    match happening.WhichOneof("happening"):
        case "rolled":
            return [_rolled(update, happening.rolled, look)]
        case "played":
            return [_played(update, happening.played, look)]
        case "passed":
            dice = "-".join(map(str, happening.passed.dice))
            tr, en = f"{dice} ile hamle yapamıyor, sıra geçti", f"cannot move with {dice} and passes"
            return [_line(update, happening.passed.seat, look, tr, en)]
        case "offered":
            cube = happening.offered.cube
            tr, en = f"misli dedi: oyun {cube} katına çıksın", f"offers misli: the game for {cube}"
            return [_line(update, happening.offered.seat, look, tr, en)]
        case "answered":
            tr, en = ("misliyi kabul etti", "takes") if happening.answered.accepted else ("misliyi reddetti", "drops")
            return [_line(update, happening.answered.seat, look, tr, en)]
        case "game_ended":
            return [_ended(update, happening.game_ended.result, look)]
        case "left":
            return [_line(update, happening.left.seat, look, "masadan kalktı", "left the match")]
        case _:
            return []  # something newer than this program


def _line(update: pb.MatchUpdate, seat: int, look: Look, tr: str, en: str) -> Text:
    own = update.info.HasField("viewer_seat") and update.info.viewer_seat == seat
    sign = ("X" if own else "O") if look.ascii else ("●" if own else "○")
    return Text.assemble(f"{sign} ", (seat_name(update.info, seat), "bold"), ": ", look.say(tr, en))


def _rolled(update: pb.MatchUpdate, rolled: pb.DiceRolled, look: Look) -> Text:
    if rolled.HasField("seat"):
        dice = "-".join(map(str, rolled.dice))
        return _line(update, rolled.seat, look, f"zar {dice}", f"rolls {dice}")
    thrown = "  ".join(f"{seat_name(update.info, seat)} {die}" for seat, die in enumerate(rolled.dice))
    return Text(look.say(f"Başlangıç zarı: {thrown}", f"Opening roll: {thrown}"), style="dim")


def _played(update: pb.MatchUpdate, played: pb.TurnPlayed, look: Look) -> Text:
    moves = moves_of(pb.PlayTurn(moves=played.moves))
    line = _line(update, played.seat, look, *(write_moves(moves, played.hits),) * 2)
    if played.by_rules:
        line.append(look.say("  (süresi doldu)", "  (out of time)"), "dim")
    return line


def _ended(update: pb.MatchUpdate, result: match_pb2.GameResult, look: Look) -> Text:
    why = cause(result.cause, look)
    if not result.winners:
        return Text(
            look.say(f"{result.number}. oyun berabere: {why}", f"Game {result.number} is drawn: {why}"), style="bold"
        )
    names, points = _names(update, result.winners), max(result.points, default=0)
    tr = f"{result.number}. oyunu {names} kazandı, {points} sayı ({why})"
    return Text(look.say(tr, f"{names} wins game {result.number}, {points} points ({why})"), style="bold")


def _names(update: pb.MatchUpdate, seats: Sequence[int]) -> str:
    return ", ".join(seat_name(update.info, seat) for seat in seats)


def tell_result(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """How the match ended."""
    score = update.info.score
    total = "–".join(map(str, score.points)) if not look.ascii else "-".join(map(str, score.points))
    names = " – ".join(seat_name(update.info, seat) for seat in range(len(score.points)))
    why = cause(update.info.end_cause, look)
    if not score.winners:
        return [Text(look.say(f"Maç berabere bitti ({why}).", f"The match is drawn ({why})."), style="bold")]
    viewer = update.info.viewer_seat if update.info.HasField("viewer_seat") else None
    if viewer is not None:
        won = viewer in score.winners
        head = look.say("Kazandınız!" if won else "Kaybettiniz.", "You win!" if won else "You lose.")
    else:
        head = look.say(f"{_names(update, score.winners)} kazandı.", f"{_names(update, score.winners)} wins.")
    return [Text.assemble((head, "bold"), f"  {names}: {total}", (f"  ({why})", "dim"))]
