"""What happened, in sentences."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane.match.v1 import match_pb2
from kiraathane_client.ellibir.ledger import finish_text, line_text, teams_text
from kiraathane_client.ellibir.pieces import meld_text, spelled, text_of
from kiraathane_client.ellibir.table import viewer_of
from kiraathane_client.meld_table import BAD
from kiraathane_client.names import seat_name
from kiraathane_client.outcome import headline
from kiraathane_client.terminal import Look

# Why a match ended, by the family's end causes.
CAUSES = {
    "played_out": ("bütün eller oynandı", "all rounds were played"),
}
_FAULTS = {
    pb.OPENING_FAULT_GROUP: ("per ya da çift olmayan grup var", "a group is no meld and no pair"),
    pb.OPENING_FAULT_PAIRS: ("çiftler böyle açılmaz", "pairs do not open so"),
}


def tell(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """A line for each thing that happened in this version; of the end of a round more."""
    teller = _Teller(update, look)
    return [line for happening in update.happenings for line in teller.lines(happening)]


class _Teller:
    def __init__(self, update: pb.MatchUpdate, look: Look) -> None:
        self._update = update
        self._look = look

    def lines(self, happening: pb.EllibirHappening) -> list[Text]:
        name = happening.WhichOneof("happening")
        if name is None or (name == "drawn" and self._hidden(happening.drawn)):
            return []  # something newer than this program, or what everybody does in every turn
        if name == "ended":
            return self._ended(happening.ended)
        if name == "match":
            return [self._ledger(line) for line in happening.match.ledger]
        told: Text = getattr(self, f"_{name}")(getattr(happening, name))
        return [told]

    @staticmethod
    def _hidden(drawn: pb.CardDrawn) -> bool:
        """Another player drew: only what he discards is worth a line."""
        return not drawn.HasField("card") and not drawn.by_rules

    # -- pieces of sentences ------------------------------------------------------------------------------------------

    def _line(self, seat: int, tr: str, en: str, *, by_rules: bool = False) -> Text:
        line = Text.assemble((seat_name(self._update.info, seat), "bold"), ": ", self._look.say(tr, en))
        return line.append(self._look.say("  (kurallar)", "  (by the rules)"), "dim") if by_rules else line

    def _ledger(self, line: match_pb2.LedgerLine) -> Text:
        return line_text(self._update.info, line, self._look)

    def _card(self, piece: pb.Piece) -> str:
        return text_of(piece, self._look)

    def _melds(self, melds: Sequence[pb.Meld]) -> str:
        return ", ".join(meld_text(meld, self._look) for meld in melds)

    # -- one for each happening ---------------------------------------------------------------------------------------

    def _lot(self, lot: pb.LotFell) -> Text:
        return self._line(lot.seat, "kurayla başlıyor", "begins, by lot")

    def _cut(self, cut: pb.CardsCut) -> Text:
        if cut.jokers:
            tr, en = f"kesti, {cut.jokers} joker aldı", f"cuts and takes {cut.jokers} joker{'s' * (cut.jokers > 1)}"
        else:
            card = self._card(cut.bottom)
            tr, en = f"kesti; altta {card} açık duruyor", f"cuts; {card} lies open at the bottom"
        return self._line(cut.seat, tr, en)

    def _dealt(self, dealt: pb.HandsDealt) -> Text:
        tr, en = f"{dealt.number}. el dağıtıldı, başlıyor", f"round {dealt.number} is dealt, and begins"
        return self._line(dealt.starter, tr, en)

    def _drawn(self, drawn: pb.CardDrawn) -> Text:
        what = f" {self._card(drawn.card)}" if drawn.HasField("card") else ""
        return self._line(drawn.seat, f"{what} çekti".strip(), f"draws{what}", by_rules=drawn.by_rules)

    def _taken(self, taken: pb.DiscardTaken) -> Text:
        card = self._card(taken.card)
        return self._line(taken.seat, f"yerden {card} aldı", f"takes {card}")

    def _bottom_taken(self, taken: pb.BottomTaken) -> Text:
        card = self._card(taken.card)
        return self._line(taken.seat, f"alttaki {card} kartını aldı", f"takes {card} from the bottom")

    def _opened(self, opened: pb.HandOpened) -> Text:
        melds = self._melds(opened.melds)
        if opened.pairs:
            tr, en = f"çiftle açtı: {melds}", f"opens with pairs: {melds}"
        else:
            tr, en = f"{opened.value} ile açtı: {melds}", f"opens with {opened.value}: {melds}"
        if opened.finishing:
            tr, en = f"elden {tr}", f"{en}, at one stroke"
        return self._line(opened.seat, tr, en)

    def _wrong(self, wrong: pb.WrongOpening) -> Text:
        tr, en = "yanlış açtı", "tries a wrong opening"
        if wrong.fault == pb.OPENING_FAULT_SUM and wrong.HasField("value"):
            tr, en = f"{tr} ({wrong.value})", f"{en} ({wrong.value})"
        elif wrong.fault in _FAULTS:
            why = self._look.say(*_FAULTS[wrong.fault])
            tr, en = f"{tr} ({why})", f"{en} ({why})"
        line = self._line(wrong.seat, tr, en)
        return line.append(f"  {wrong.line.points:+d}", BAD).append(f"  ({wrong.line.clause})", "dim")

    def _laid(self, laid: pb.MeldsLaid) -> Text:
        melds = self._melds(laid.melds)
        return self._line(laid.seat, f"indirdi: {melds}", f"lays {melds}")

    def _laid_off(self, laid: pb.LaidOff) -> Text:
        cards, number = spelled(laid.cards, self._look), laid.meld + 1
        return self._line(laid.seat, f"{cards} işledi (per {number})", f"lays {cards} off (meld {number})")

    def _joker(self, taken: pb.JokerTaken) -> Text:
        cards, number = spelled(taken.cards, self._look), taken.meld + 1
        tr = f"{cards} verip {taken.jokers} joker aldı (per {number})"
        en = f"takes {taken.jokers} joker{'s' * (taken.jokers > 1)} for {cards} (meld {number})"
        return self._line(taken.seat, tr, en)

    def _discarded(self, done: pb.CardDiscarded) -> Text:
        card = self._card(done.card)
        return self._line(done.seat, f"{card} attı", f"discards {card}", by_rules=done.by_rules)

    def _twins(self, twins: pb.TwinsShown) -> Text:
        card, other = self._card(twins.card), self._card(twins.other)
        tr, en = f"{card} ve {other} gösterdi, {card} attı", f"shows {card} and {other}, and discards {card}"
        return self._line(twins.seat, tr, en)

    def _fined(self, fined: pb.Fined) -> Text:
        head = (self._look.say("Ceza: ", "Fine: "), BAD)
        return Text.assemble(head, self._ledger(fined.line), f"  {self._card(fined.card)}")

    def _declared(self, declared: pb.PairsDeclared) -> Text:
        return self._line(declared.seat, "çifte gidiyor", "goes for pairs")

    def _claimed(self, claimed: pb.BottomClaimed) -> Text:
        card = self._card(claimed.card)
        tr, en = f"{card} gösterip alttaki kartı istedi", f"shows {card} and claims the bottom card"
        return self._line(claimed.seat, tr, en)

    def _single(self, single: pb.SingleAnnounced) -> Text:
        return self._line(single.seat, "tek!", "tek! (one card will be left)")

    def _star(self, star: pb.StarWon) -> Text:
        return self._line(star.seat, f"yıldız ({star.value} ile açtı)", f"wins a star (opened with {star.value})")

    def _ended(self, ended: pb.RoundEnded) -> list[Text]:
        look, last, info = self._look, ended.last, self._update.info
        if last.result.ending == pb.ROUND_ENDING_REPEATED:
            tr, en = "Kart bitti, kimse açmadı: el tekrarlanıyor", "The stock ended and nobody opened: again"
            return [Text(look.say(tr, en), style="bold")]
        head = look.say(f"{last.number}. el bitti", f"Round {last.number} is over")
        if last.result.HasField("finisher"):
            name, how = seat_name(info, last.result.finisher), finish_text(last.result, look)
            head += look.say(f", biten {name}", f", {name} went out") + (f" ({how})" if how else "")
        else:
            head += look.say("; kart kalmadı", "; the stock is empty")
        lines = []
        for line in ended.ledger:
            cards = spelled(last.hands[line.seat].cards, look) if line.seat < len(last.hands) else ""
            lines.append(Text("  ").append_text(self._ledger(line)).append(f"  {cards}" if cards else "", "dim"))
        return [*lines, Text(head, style="bold")]


def tell_result(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """How the match ended: who won, then all seats by place."""
    score = update.info.score
    why = look.say(*CAUSES.get(update.info.end_cause, (update.info.end_cause,) * 2))
    lines = [headline(update.info, viewer_of(update), why, look)]
    by_place = sorted(range(len(score.places)), key=lambda seat: (score.places[seat], seat))
    lines += [
        Text(f"{score.places[seat]:>3}. {seat_name(update.info, seat)}: {score.points[seat]}") for seat in by_place
    ]
    if update.view.terms.partners:
        lines.append(Text(teams_text(update, look), style="dim"))
    return lines
