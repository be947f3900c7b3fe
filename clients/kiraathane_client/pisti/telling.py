"""What happened, in sentences."""

from rich.text import Text

from kiraathane.match.v1 import match_pb2
from kiraathane.pisti.v1 import pisti_pb2 as pb
from kiraathane_client.cards import text_of
from kiraathane_client.names import seat_name
from kiraathane_client.pisti.counting import count_table, said
from kiraathane_client.pisti.table import POINTS
from kiraathane_client.terminal import Look

# Why a match ended, by the family's end causes.
CAUSES = {
    "counted": ("kartlar sayıldı", "the cards were counted"),
    "left": ("masadan kalkıldı", "a player left the match"),
}


def tell(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """A line for each thing that happened in this version."""
    return [line for happening in update.happenings for line in _one(update, happening, look)]


def _one(update: pb.MatchUpdate, happening: pb.PistiHappening, look: Look) -> list[Text]:
    match happening.WhichOneof("happening"):
        case "dealer":
            return [_line(update, happening.dealer.seat, look, "ilk oyunu dağıtıyor", "deals the first game")]
        case "returned":
            card = text_of(happening.returned.card, look)
            tr = f"Yere {card} açıldı: vale desteye döndü, yeniden karıldı."
            return [Text(look.say(tr, f"{card} was turned: a jack goes back into the stock, which is shuffled again."))]
        case "turned":
            game, card = happening.turned.game, text_of(happening.turned.card, look)
            tr = f"{game}. oyun başladı: yerde {card}, altında üç kapalı kart."
            return [Text(look.say(tr, f"Game {game} begins: {card} on three cards face down."), style="bold")]
        case "dealt":
            deal = happening.dealt.deal
            return [Text(look.say(f"Kâğıt dağıtıldı ({deal}/6).", f"Cards are dealt ({deal}/6)."), style="dim")]
        case "counted":
            return [_counted(update, happening.counted, look)]
        case "left":
            return [_line(update, happening.left.seat, look, "masadan kalktı", "left the match")]
        case _:
            return _turn(update, happening, look)


def _turn(update: pb.MatchUpdate, happening: pb.PistiHappening, look: Look) -> list[Text]:
    match happening.WhichOneof("happening"):
        case "played":
            line = _line(update, happening.played.seat, look, *(text_of(happening.played.card, look),) * 2)
            return [_late(line, happening.played.by_rules, look)]
        case "bluffed":
            return [_bluffed(update, happening.bluffed, look)]
        case "answered":
            return [_answered(update, happening.answered, look)]
        case "taken":
            return [_taken(update, happening.taken, look)]
        case "pisti":
            return [_scored(update, happening.pisti.line, look)]
        case _:
            return []  # something newer than this program


def _line(update: pb.MatchUpdate, seat: int, look: Look, tr: str, en: str) -> Text:
    own = update.info.HasField("viewer_seat") and update.info.viewer_seat == seat
    sign = look.say("●", "●") if own else look.say("○", "○")
    return Text.assemble(f"{sign} ", (seat_name(update.info, seat), "bold"), ": ", look.say(tr, en))


def _late(line: Text, by_rules: bool, look: Look) -> Text:
    if by_rules:
        line.append(look.say("  (süresi doldu)", "  (out of time)"), "dim")
    return line


def _scored(update: pb.MatchUpdate, line: match_pb2.LedgerLine, look: Look) -> Text:
    what = said(look, *POINTS.get(line.reason, (line.reason, line.reason)))
    shout = said(look, "PİŞTİ! ", "PİŞTİ! ") if line.reason in ("PISTI", "JACK_PISTI") else ""
    return Text(f"{shout}{seat_name(update.info, line.seat)} +{line.points} ({what})", style="bold")


def _bluffed(update: pb.MatchUpdate, bluffed: pb.Bluffed, look: Look) -> Text:
    tr, en = "kapalı bir kart sürdü, «pişti» diyor", "lays a card face down and claims a pişti"
    line = _line(update, bluffed.seat, look, tr, said(look, en, en))
    if bluffed.HasField("card"):
        card = text_of(bluffed.card, look)
        line.append(look.say(f"  (kartınız {card})", f"  (your card: {card})"), "dim")
    return line


def _answered(update: pb.MatchUpdate, answered: pb.BluffAnswered, look: Look) -> Text:
    if answered.accepted:
        return _late(_line(update, answered.seat, look, "kabul etti", "accepts"), answered.by_rules, look)
    card = text_of(answered.card, look)
    if answered.matched:
        tr, en = f"itiraz etti, kart {card}: doğruymuş", f"challenges; the card is {card}, and it matches"
    else:
        tr, en = f"itiraz etti, kart {card}: blöfmüş", f"challenges; the card is {card}, a bluff"
    return _line(update, answered.seat, look, tr, en)


def _taken(update: pb.MatchUpdate, taken: pb.PileTaken, look: Look) -> Text:
    if taken.left_over:
        tr, en = f"yerde kalan {taken.count} kartı aldı", f"gets the {taken.count} cards left on the table"
    else:
        tr, en = f"yeri aldı, {taken.count} kart", f"takes the pile, {taken.count} cards"
    line = _line(update, taken.seat, look, tr, en)
    if taken.start:
        cards = " ".join(text_of(card, look) for card in taken.start)
        line.append(look.say(f"  (kapalı olanlar {cards})", f"  (face down were {cards})"), "dim")
    return line


def _counted(update: pb.MatchUpdate, counted: pb.GameCounted, look: Look) -> Text:
    result = counted.result
    names = [seat_name(update.info, seat) for seat in (0, 1)]
    points = look.say("–", "–").join(map(str, result.points))
    both = look.say(" – ", " – ").join(names)
    if not result.winners:
        tr, en = f"{result.number}. oyun berabere: {both} {points}", f"Game {result.number} is drawn: {both} {points}"
    else:
        name = names[result.winners[0]]
        tr = f"{result.number}. oyunu {name} kazandı: {both} {points}"
        en = f"{name} wins game {result.number}: {both} {points}"
    return Text(look.say(tr, en), style="bold")


def tell_result(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """How the match ended."""
    score = update.info.score
    total = look.say("–", "–").join(map(str, score.points))
    names = look.say(" – ", " – ").join(seat_name(update.info, seat) for seat in (0, 1))
    why = look.say(*CAUSES.get(update.info.end_cause, (update.info.end_cause,) * 2))
    return [Text.assemble((_head(update, look), "bold"), f"  {names}: {total}", (f"  ({why})", "dim"))]


def _head(update: pb.MatchUpdate, look: Look) -> str:
    winners = update.info.score.winners
    if not winners:
        return look.say("Maç berabere bitti.", "The match is drawn.")
    if not update.info.HasField("viewer_seat"):
        name = seat_name(update.info, winners[0])
        return look.say(f"{name} kazandı.", f"{name} wins.")
    won = update.info.viewer_seat in winners
    return look.say("Kazandınız!" if won else "Kaybettiniz.", "You win!" if won else "You lose.")


def last_count(update: pb.MatchUpdate, look: Look) -> Text:
    """The count of the last game that ended, to be asked for at any time."""
    if not update.view.HasField("count"):
        return Text(look.say("Daha sayılan oyun yok.", "No game has been counted yet."))
    seat = update.info.viewer_seat if update.info.HasField("viewer_seat") else 0
    return Text("\n").join(count_table(update.info, update.view.count, seat, look))
