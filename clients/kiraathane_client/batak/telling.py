"""What happened, in sentences."""

from rich.text import Text

from kiraathane.batak.v1 import batak_pb2 as pb
from kiraathane.match.v1 import card_pb2
from kiraathane_client.batak.table import BAD, GOOD, SEATS, viewer_of
from kiraathane_client.cards import text_of
from kiraathane_client.names import seat_name
from kiraathane_client.outcome import headline
from kiraathane_client.terminal import Look

# Why a match ended, by the family's end causes.
CAUSES = {
    "played_out": ("bütün eller oynandı", "all hands were played"),
}


def tell(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """A line for each thing that happened in this version; of the end of a hand one more for each seat."""
    return [line for happening in update.happenings for line in _one(update, happening, look)]


def _one(update: pb.MatchUpdate, happening: pb.BatakHappening, look: Look) -> list[Text]:
    match happening.WhichOneof("happening"):
        case "lot":
            return [_line(update, happening.lot.seat, look, "kurayla başlıyor", "begins, by lot")]
        case "dealt":
            dealt = happening.dealt
            tr, en = f"{dealt.number}. eli dağıttı", f"deals hand {dealt.number}"
            return [_line(update, dealt.dealer, look, tr, en)]
        case "bid":
            return [_bid(update, happening.bid, look)]
        case "card":
            return [_card(update, happening.card, look)]
        case "trick":
            return [_taken(update, happening.trick.trick, look)]
        case "hand_ended":
            return _ended(update, happening.hand_ended, look)
        case _:
            return []  # something newer than this program


def _line(update: pb.MatchUpdate, seat: int, look: Look, tr: str, en: str) -> Text:
    return Text.assemble((seat_name(update.info, seat), "bold"), ": ", look.say(tr, en))


def _bid(update: pb.MatchUpdate, bid: pb.BidSaid, look: Look) -> Text:
    tr, en = (f"{bid.tricks} dedi", f"says {bid.tricks}") if bid.tricks else ("el almaz dedi", "says no trick at all")
    return _by_rules(_line(update, bid.seat, look, tr, en), look, by_rules=bid.by_rules)


def _card(update: pb.MatchUpdate, played: pb.CardPlayed, look: Look) -> Text:
    line = _line(update, played.seat, look, *(text_of(played.card, look),) * 2)
    return _by_rules(line, look, by_rules=played.by_rules)


def _by_rules(line: Text, look: Look, *, by_rules: bool) -> Text:
    return line.append(look.say("  (kurallar)", "  (by the rules)"), "dim") if by_rules else line


def _taken(update: pb.MatchUpdate, trick: card_pb2.Trick, look: Look) -> Text:
    cards = " ".join(text_of(card, look) for card in trick.cards)
    line = _line(update, trick.winner, look, "eli aldı", "takes the trick")
    return line.append(f"  ({cards})", "dim")


def _ended(update: pb.MatchUpdate, ended: pb.HandEnded, look: Look) -> list[Text]:
    hand = ended.hand
    lines = [Text(look.say(f"{ended.number}. el bitti:", f"Hand {ended.number} is over:"), style="bold")]
    for seat in range(SEATS):
        points = hand.points[seat]
        lines.append(
            Text.assemble(
                f"  {seat_name(update.info, seat)}: {hand.bids[seat]}/{hand.won[seat]}  ",
                (f"{points:+d}", GOOD if points > 0 else BAD),
            )
        )
    return lines


def tell_result(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """How the match ended: who won, then all seats by place."""
    score = update.info.score
    why = look.say(*CAUSES.get(update.info.end_cause, (update.info.end_cause,) * 2))
    lines = [headline(update.info, viewer_of(update), why, look)]
    by_place = sorted(range(len(score.places)), key=lambda seat: score.places[seat])
    lines += [
        Text(f"{score.places[seat]:>3}. {seat_name(update.info, seat)}: {score.points[seat]}") for seat in by_place
    ]
    return lines
