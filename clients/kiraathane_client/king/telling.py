"""What happened, in sentences."""

from rich.text import Text

from kiraathane.king.v1 import king_pb2 as pb
from kiraathane.match.v1 import card_pb2
from kiraathane_client.cards import text_of
from kiraathane_client.king.table import SEATS, contract_text, viewer_of
from kiraathane_client.names import seat_name
from kiraathane_client.outcome import headline
from kiraathane_client.terminal import Look

# Why a match ended, by the family's end causes.
CAUSES = {
    "played_out": ("bütün eller oynandı", "all hands were played"),
    "king": ("King yapıldı", "King was made"),
}
_GOOD, _BAD = "color(34)", "color(160)"


def tell(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """A line for each thing that happened in this version; of the end of a hand more."""
    return [line for happening in update.happenings for line in _one(update, happening, look)]


def _one(update: pb.MatchUpdate, happening: pb.KingHappening, look: Look) -> list[Text]:
    match happening.WhichOneof("happening"):
        case "declarer":
            tr, en = "ilk eli söyleyecek", "declares first"
            return [_line(update, happening.declarer.seat, look, tr, en)]
        case "dealt":
            dealt = happening.dealt
            tr, en = f"{dealt.number}. el dağıtıldı, sıra onda", f"hand {dealt.number} is dealt, and is to name it"
            return [_line(update, dealt.declarer, look, tr, en)]
        case "redeal":
            tr, en = "el iptal dedi: kâğıtlar yeniden dağıtılıyor", "asks for new cards"
            return [_line(update, happening.redeal.seat, look, tr, en)]
        case "named":
            return [_named(update, happening.named, look)]
        case "played":
            return [_played(update, happening.played, look)]
        case "trick":
            return [_taken(update, happening.trick.trick, look)]
        case "ended":
            return _ended(update, happening.ended, look)
        case _:
            return []  # something newer than this program


def _line(update: pb.MatchUpdate, seat: int, look: Look, tr: str, en: str) -> Text:
    return Text.assemble((seat_name(update.info, seat), "bold"), ": ", look.say(tr, en))


def _by_rules(line: Text, look: Look, *, by_rules: bool) -> Text:
    return line.append(look.say("  (kurallar)", "  (by the rules)"), "dim") if by_rules else line


def _named(update: pb.MatchUpdate, named: pb.ContractNamed, look: Look) -> Text:
    line = _line(update, named.seat, look, "", "").append_text(contract_text(named.contract, named.trump, look))
    return _by_rules(line, look, by_rules=named.by_rules)


def _played(update: pb.MatchUpdate, played: pb.CardPlayed, look: Look) -> Text:
    line = _line(update, played.seat, look, *(text_of(played.card, look),) * 2)
    return _by_rules(line, look, by_rules=played.by_rules)


def _taken(update: pb.MatchUpdate, trick: card_pb2.Trick, look: Look) -> Text:
    cards = " ".join(text_of(card, look) for card in trick.cards)
    return _line(update, trick.winner, look, "eli aldı", "takes the trick").append(f"  ({cards})", "dim")


def _ended(update: pb.MatchUpdate, ended: pb.HandEnded, look: Look) -> list[Text]:
    contract = contract_text(ended.line.contract, ended.line.trump, look)
    if ended.uncounted:
        tr = " sayılmadı: herkes bir kız aldı. Aynı oyuncu yeniden söyler."
        en = " does not count: everybody took one queen. The same player names again."
        lines = [contract.append(look.say(tr, en))]
    else:
        points = [_points(update, seat, worth) for seat, worth in enumerate(ended.line.points)]
        lines = [Text("").join([contract, Text(look.say(" bitti: ", " is over: ")), Text("  ").join(points)])]
    if any(hand.cards for hand in ended.shown):
        lines.append(Text(look.say("Oynanmayan kâğıtlar:", "Cards that were not played:"), style="dim"))
        for seat, hand in enumerate(ended.shown):
            cards = " ".join(text_of(card, look) for card in hand.cards)
            lines.append(Text(f"  {seat_name(update.info, seat)}: {cards}", style="dim"))
    return lines


def _points(update: pb.MatchUpdate, seat: int, worth: int) -> Text:
    style = _GOOD if worth > 0 else _BAD if worth < 0 else "dim"
    return Text.assemble(f"{seat_name(update.info, seat)} ", (f"{worth:+d}" if worth else "0", style))


def tell_result(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """How the match ended: who has come out and who has gone under, or who won; then all seats by place."""
    score = update.info.score
    why = look.say(*CAUSES.get(update.info.end_cause, (update.info.end_cause,) * 2))
    lines = [headline(update.info, viewer_of(update), why, look)]
    by_place = sorted(range(SEATS), key=lambda seat: (score.places[seat], -score.points[seat]))
    return lines + [_placed(update, seat, look) for seat in by_place]


def _placed(update: pb.MatchUpdate, seat: int, look: Look) -> Text:
    score, view = update.info.score, update.view
    line = Text(f"{score.places[seat]:>3}. {seat_name(update.info, seat)}: {score.points[seat]}")
    line.append(f"  ({view.minus[seat]} {view.plus[seat]:+d})", "dim")
    if view.terms.length == LONG and update.info.end_cause == "played_out":
        out = seat in score.winners
        words = look.say("çıkmış", "came out") if out else look.say("batmış", "went under")
        line.append(f"  {words}", _GOOD if out else _BAD)
    return line


LONG = 20  # hands; only then one comes out or goes under
