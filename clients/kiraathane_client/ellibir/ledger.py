"""Why points changed, in words; the sheet of the match."""

from rich.text import Text

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane.match.v1 import match_pb2
from kiraathane_client.ellibir.pieces import spelled
from kiraathane_client.meld_table import BAD, GOOD, outcome, signed
from kiraathane_client.names import seat_name
from kiraathane_client.terminal import Look
from kiraathane_client.trick_table import sheet as columns

_NAME = 14  # columns of a name in the sheet
_SHOWN = 16  # lines of the ledger that fit a screen
_REASONS = {
    "CARDS": ("elinde kalan kartlar", "cards left"),
    "CARDS_PAIRS": ("çift açtı, elinde kalan iki kat", "opened pairs, cards left twice"),
    "CLOSED": ("el açmadı", "never opened"),
    "CLOSED_PAIRS": ("çifte gitti, açmadı", "went for pairs, never opened"),
    "WRONG_OPENING": ("yanlış açış", "a wrong opening"),
    "LAYS_OFF": ("işler kart attı", "discarded a card that lays off"),
    "MINUS_MARK": ("biten elin eksisi", "a mark for a finished round"),
    "STAR": ("yıldız", "a star"),
}


def reason_text(line: match_pb2.LedgerLine, look: Look) -> str:
    """`işler kart attı (9.11)`."""
    tr, en = _REASONS.get(line.reason, (line.reason,) * 2)
    return look.say(f"{tr} ({line.clause})", f"{en} ({line.clause})")


def line_text(info: match_pb2.MatchInfo, line: match_pb2.LedgerLine, look: Look) -> Text:
    """`Bora +50  işler kart attı (9.11)`."""
    points = signed(line.points)
    style = BAD if line.points > 0 else GOOD if line.points < 0 else ""
    name = (seat_name(info, line.seat), "bold")
    return Text.assemble(name, " ", (points, style), "  ", (reason_text(line, look), "dim"))


def finish_text(result: pb.RoundResult, look: Look) -> str:
    """`jokerle, elden`; empty for a normal finish."""
    kinds = (
        (result.joker, look.say("jokerle", "with a joker")),
        (result.pairs, look.say("çiftten", "with pairs")),
        (result.elden, look.say("elden", "at one stroke")),
    )
    return ", ".join(word for holds, word in kinds if holds)


def sheet(update: pb.MatchUpdate, look: Look) -> Text:
    """A line for each round that counted, the fines, marks and stars, the totals, teams' too."""
    view, info = update.view, update.info
    seats = range(len(view.seats))
    head = [look.say("el", "round"), *(_short(info, seat) for seat in seats), ""]
    rows = [
        [str(number), *(str(points) for points in result.points), _how(info, result, look)]
        for number, result in enumerate(view.results, start=1)
    ]
    for name, amounts in (
        (look.say("ceza", "fines"), [seat.fines for seat in view.seats]),
        (look.say("eksi", "marks"), [seat.marks for seat in view.seats]),
        (look.say("yıldız", "stars"), [seat.stars for seat in view.seats]),
    ):
        if any(amounts):
            rows.append([name, *map(str, amounts), ""])
    rows.append([look.say("toplam", "total"), *(str(seat.points) for seat in view.seats), ""])
    lines = columns(head, rows)
    if any(seat.marks or seat.stars for seat in view.seats):
        tr, en = "Her eksi ve yıldız maç sonunda -100.", "Every mark and star is -100 at the end of the match."
        lines.append(Text(look.say(tr, en), style="dim"))
    if view.terms.partners:
        lines.append(Text(teams_text(update, look)))
    return Text("\n").join(lines)


def last_round(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """How the round before went; nothing in the first."""
    if not update.view.results:
        return []
    result, info = update.view.results[-1], update.info
    head = look.say("Önceki el: ", "Last round: ") + _how(info, result, look)
    return outcome(head, [seat_name(info, seat) for seat in range(len(result.points))], result.points, look)


def fines(update: pb.MatchUpdate, look: Look) -> Text:
    """Why the points are what they are: the last lines of the match's ledger."""
    lines = [line_text(update.info, line, look) for line in update.info.score.ledger]
    none = look.say("Daha ceza da sayı da yok.", "There are no fines and no points yet.")
    return Text("\n").join(lines[-_SHOWN:]) if lines else Text(none)


def hands(update: pb.MatchUpdate, look: Look) -> Text:
    """The hands at the end of the round before."""
    view, info = update.view, update.info
    if not view.HasField("last"):
        return Text(look.say("Daha biten el yok.", "No round is over yet."))
    lines = [
        f"{seat_name(info, seat)}: {spelled(hand.cards, look) or '-'}  ({hand.count})"
        for seat, hand in enumerate(view.last.hands)
    ]
    return Text("\n".join(lines))


def teams_text(update: pb.MatchUpdate, look: Look) -> str:
    """`Ayşe + Can 101, Bora + Deniz 303`."""
    info, seats = update.info, update.view.seats
    teams = (f"{seat_name(info, a)} + {seat_name(info, a + 2)} {seats[a].points + seats[a + 2].points}" for a in (0, 1))
    return look.say("Takımlar: ", "Teams: ") + ", ".join(teams)


def _how(info: match_pb2.MatchInfo, result: pb.RoundResult, look: Look) -> str:
    if not result.HasField("finisher"):
        return look.say("bitiren yok", "nobody went out")
    how, name = finish_text(result, look), _short(info, result.finisher)
    return look.say(f"{name} bitti", f"{name} went out") + (f" ({how})" if how else "")


def _short(info: match_pb2.MatchInfo, seat: int) -> str:
    name = seat_name(info, seat)
    return name if len(name) <= _NAME else name[: _NAME - 1] + "."
