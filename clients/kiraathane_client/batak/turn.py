"""A batak decision in the making: what is asked, what may be answered, what was meant."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.batak.v1 import batak_pb2 as pb
from kiraathane.match.v1 import card_pb2
from kiraathane_client.batak.table import bids_sheet, draw
from kiraathane_client.cards import drawn, name_of, rank_name, read_card, read_rank, text_of
from kiraathane_client.names import seat_name
from kiraathane_client.terminal import Listed, Look, Puzzled, Reading, Ready, Turn, folded

MOST = 13
SHOWN = 7  # cards offered under the table; where more may be played the hand shows which
NIL = {"almaz", "el almaz", "yok", "nil", "none", "sifir", "zero"}
SHEET = {"c", "cizelge", "sayi", "sayilar", "sheet", "score"}
TRICKS = {"eller", "tricks"}


class BatakTurn(Turn[pb.MatchUpdate, pb.BatakAction]):
    """The decision of the seat that looks, on one version of the match."""

    def __init__(self, update: pb.MatchUpdate, legal: Sequence[pb.BatakAction]) -> None:
        self._update = update
        self._bids = any(action.HasField("bid") for action in legal)
        self._cards = [action.play.card for action in legal if action.HasField("play")]

    # -- what is shown ------------------------------------------------------------------------------------------------

    def board(self, look: Look) -> Text:
        return draw(self._update, self._cards or None, look)

    def question(self, look: Look) -> Text:
        if self._bids:
            tr, en = "Kaç el alırsınız? 0 (el almaz) - 13", "How many tricks? 0 (no trick at all) to 13"
            return Text(look.say(tr, en))
        if len(self._cards) == 1:
            only = text_of(self._cards[0], look)
            return Text(look.say(f"Tek kartınız {only}   Enter: oyna", f"Only {only} may be played   Enter: play"))
        if self._cards:
            return Text(look.say("Hangi kart?", "Which card?"))
        names = ", ".join(seat_name(self._update.info, seat) for seat in self._update.info.due_seats)
        return Text(look.say(f"{names} düşünüyor…", f"{names} is thinking…"), style="dim")

    def offers(self, look: Look) -> list[Text]:
        if not 1 < len(self._cards) <= min(SHOWN, len(self._update.view.hand) - 1):
            return []  # the hand shows it, or the question says it all
        cards = Text(" ").join(drawn(card, look) for card in self._cards)
        return [Text.assemble(look.say("Oynayabilecekleriniz: ", "You may play: "), cards)]

    def completions(self, typed: str) -> list[str]:
        begun = folded(typed)
        if self._bids:
            return [str(bid) for bid in range(MOST + 1) if str(bid).startswith(begun)]
        words = [name_of(card, Look(lang)) for lang in ("tr", "en") for card in self._cards]
        return [word for word in words if folded(word).startswith(begun)]

    # -- what is meant ------------------------------------------------------------------------------------------------

    def read(self, typed: str, look: Look) -> Reading[pb.BatakAction]:
        word = folded(typed)
        if word in SHEET:
            return Listed(bids_sheet(self._update, look))
        if word in TRICKS:
            return Listed(self._tricks(look))
        if self._bids:
            return self._read_bid(word, typed, look)
        if self._cards:
            return self._read_card(typed.strip(), look)
        return Puzzled(look.say("Sıra sizde değil; bekliyoruz.", "It is not your turn; please wait."))

    def refused(self) -> None:
        """Nothing is drafted here: a decision is one word."""

    def _read_bid(self, word: str, typed: str, look: Look) -> Reading[pb.BatakAction]:
        if word in NIL:
            return Ready(pb.BatakAction(bid=pb.SayBid(tricks=0)))
        if word.isascii() and word.isdecimal() and int(word) <= MOST:
            return Ready(pb.BatakAction(bid=pb.SayBid(tricks=int(word))))
        tr, en = f"0 (el almaz) ile {MOST} arasında bir sayı yazın.", f"type 0 (no trick at all) to {MOST}."
        if not word:
            return Puzzled(look.say(tr, en.capitalize()))
        return Puzzled(look.say(f"«{typed.strip()}» söylenemez: {tr}", f"“{typed.strip()}” cannot be said: {en}"))

    def _read_card(self, typed: str, look: Look) -> Reading[pb.BatakAction]:
        if not typed:
            return _play(self._cards[0]) if len(self._cards) == 1 else Puzzled(_how_to(look))
        card = read_card(typed, look)
        if card is None:
            return self._of_rank(typed, look)
        if card not in self._update.view.hand:
            name = name_of(card, look)
            return Puzzled(look.say(f"Elinizde {name} yok.", f"You do not hold the {name}."))
        return _play(card)  # if it may not be played, the house says which rule is in the way

    def _of_rank(self, typed: str, look: Look) -> Reading[pb.BatakAction]:
        """The one card of a rank that may be played; if there is none, one that is held, for the house to explain."""
        rank = read_rank(typed)
        if rank is None:
            return Puzzled(look.say(f"«{typed}» bir kart değil. ", f"“{typed}” is no card. ") + _how_to(look))
        playable = [card for card in self._cards if card.rank == rank]
        if len(playable) > 1:
            which = look.say(" ya da ", " or ").join(text_of(card, look) for card in playable)
            return Puzzled(look.say(f"Hangisi: {which}?", f"Which of them: {which}?"))
        held = playable or [card for card in self._update.view.hand if card.rank == rank]
        name = rank_name(rank, look)
        return _play(held[0]) if held else Puzzled(look.say(f"Elinizde {name} yok.", f"You hold no {name}."))

    def _tricks(self, look: Look) -> Text:
        """The tricks of this hand: a line for each."""
        lines = []
        for number, trick in enumerate(self._update.view.tricks, start=1):
            cards = "  ".join(
                f"{seat_name(self._update.info, (trick.leader + place) % 4)} {text_of(card, look)}"
                for place, card in enumerate(trick.cards)
            )
            arrow = "->" if look.ascii else "→"
            lines.append(f"{number:>2}. {cards}  {arrow} {seat_name(self._update.info, trick.winner)}")
        none = look.say("Bu elde henüz kart düşmedi.", "No trick was taken in this hand yet.")
        return Text("\n".join(lines) or none)


def _play(card: card_pb2.Card) -> Ready[pb.BatakAction]:
    return Ready(pb.BatakAction(play=pb.PlayCard(card=card)))


def _how_to(look: Look) -> str:
    return look.say(
        "Kartı «kupa papaz», «♥K» ya da «kk» gibi yazın; ? yardım.",
        "Write a card like “king of hearts”, “♥K” or “hk”; ? for help.",
    )
