"""A decision of King in the making: what is asked, what may be answered, what was meant."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.king.v1 import king_pb2 as pb
from kiraathane.match.v1 import card_pb2
from kiraathane_client.cards import drawn, name_of, rank_name, read_card, read_rank, text_of
from kiraathane_client.king import contracts
from kiraathane_client.king.table import between, chart, draw
from kiraathane_client.names import seat_name
from kiraathane_client.terminal import Listed, Look, Puzzled, Reading, Ready, Turn, folded

SHEET = {"c", "cizelge", "tablo", "sayi", "sayilar", "sheet", "chart", "score"}
TRICKS = {"eller", "tricks"}
_MOST_OFFERED = 10  # cards that fit in a line


class KingTurn(Turn[pb.MatchUpdate, pb.KingAction]):
    """The decision of the seat that looks, on one version of the match."""

    def __init__(self, update: pb.MatchUpdate, legal: Sequence[pb.KingAction]) -> None:
        self._update = update
        self._namings = [action for action in legal if not action.HasField("play")]
        self._cards = [action.play.card for action in legal if action.HasField("play")]

    # -- what is shown ------------------------------------------------------------------------------------------------

    def board(self, look: Look) -> Text:
        return draw(self._update, self._cards or None, look)

    def question(self, look: Look) -> Text:
        if self._namings:
            tr, en = (
                "Ne oynanacak? («kız almaz», «koz maça» gibi)",
                "What is played? (like “no queens”, “trump spades”)",
            )
            return Text(look.say(tr, en))
        if len(self._cards) == 1:
            only = text_of(self._cards[0], look)
            return Text(look.say(f"Tek kartınız {only}   Enter: oyna", f"Only {only} may be played   Enter: play"))
        if self._cards:
            return Text(look.say("Hangi kart?", "Which card?"))
        names = ", ".join(seat_name(self._update.info, seat) for seat in self._update.info.due_seats)
        return Text(look.say(f"{names} düşünüyor…", f"{names} is thinking…"), style="dim")

    def offers(self, look: Look) -> list[Text]:
        if self._namings:
            return [self._offered(look)]
        if not 1 < len(self._cards) < len(self._update.view.hand) or len(self._cards) > _MOST_OFFERED:
            return []  # all cards may be played, or the question says it all
        cards = Text(" ").join(drawn(card, look) for card in self._cards)
        return [Text.assemble(look.say("Oynayabilecekleriniz: ", "You may play: "), cards)]

    def _offered(self, look: Look) -> Text:
        """What may be named, each penalty with the number of times it may still be."""
        uses = dict(zip(contracts.PENALTIES, self._update.view.uses, strict=True))
        words = [
            f"{contracts.name_of(action.penalty.contract, look)} {uses[action.penalty.contract]}"
            for action in self._namings
            if action.HasField("penalty")
        ]
        if any(action.HasField("trump") for action in self._namings):
            words.append(contracts.name_of(pb.CONTRACT_KOZ, look))
        if any(action.HasField("redeal") for action in self._namings):
            words.append(look.say("el iptal", "redeal"))
        return Text(", ".join(words))

    def completions(self, typed: str) -> list[str]:
        begun = folded(typed)
        if self._namings:
            words = [contracts.words_for(action, Look(lang)) for lang in ("tr", "en") for action in self._namings]
        else:
            words = [name_of(card, Look(lang)) for lang in ("tr", "en") for card in self._cards]
        return [word for word in dict.fromkeys(words) if folded(word).startswith(begun)]

    # -- what is meant ------------------------------------------------------------------------------------------------

    def read(self, typed: str, look: Look) -> Reading[pb.KingAction]:
        word = folded(typed)
        if word in SHEET:
            return Listed(chart(self._update, look))
        if word in TRICKS:
            return Listed(self._tricks(look))
        if self._namings:
            return self._read_naming(typed, look)
        if self._cards:
            return self._read_card(typed.strip(), look)
        return Puzzled(look.say("Sıra sizde değil; bekliyoruz.", "It is not your turn; please wait."))

    def refused(self) -> None:
        """Nothing is drafted here: a decision is one word."""

    def _read_naming(self, typed: str, look: Look) -> Reading[pb.KingAction]:
        if contracts.is_trump_word(typed):
            return Puzzled(look.say("Hangi renk? «koz maça» gibi yazın.", "Which suit? Write it like “trump spades”."))
        only_trump = not any(action.HasField("penalty") for action in self._namings)
        action = contracts.read_naming(typed, look, only_trump=only_trump)
        if action is None:
            may = self._offered(look).plain
            if not typed.strip():
                return Puzzled(look.say(f"Söyleyebilecekleriniz: {may}.", f"You may say: {may}."))
            tr = f"«{typed.strip()}» anlaşılmadı; söyleyebilecekleriniz: {may}."
            return Puzzled(look.say(tr, f"“{typed.strip()}” is not understood; you may say: {may}."))
        return Ready(action)  # if it may not be named, the house says why

    def _read_card(self, typed: str, look: Look) -> Reading[pb.KingAction]:
        if not typed:
            return _play(self._cards[0]) if len(self._cards) == 1 else Puzzled(_how_to(look))
        card = read_card(typed, look)
        if card is None:
            return self._of_rank(typed, look)
        if card not in self._update.view.hand:
            name = name_of(card, look)
            return Puzzled(look.say(f"Elinizde {name} yok.", f"You do not hold the {name}."))
        return _play(card)  # if it may not be played, the house says which rule is in the way

    def _of_rank(self, typed: str, look: Look) -> Reading[pb.KingAction]:
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
            cards = between(look).join(
                f"{seat_name(self._update.info, (trick.leader + place) % 4)} {text_of(card, look)}"
                for place, card in enumerate(trick.cards)
            )
            arrow = "->" if look.ascii else "→"
            lines.append(f"{number:>2}. {cards}  {arrow} {seat_name(self._update.info, trick.winner)}")
        none = look.say("Bu elde henüz el alınmadı.", "No trick was taken in this hand yet.")
        return Text("\n".join(lines) or none)


def _play(card: card_pb2.Card) -> Ready[pb.KingAction]:
    return Ready(pb.KingAction(play=pb.PlayCard(card=card)))


def _how_to(look: Look) -> str:
    return look.say(
        "Kartı «kupa papaz», «♥K» ya da «kk» gibi yazın; ? yardım.",
        "Write a card like “king of hearts”, “♥K” or “hk”; ? for help.",
    )
