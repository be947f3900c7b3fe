"""A pişti decision in the making: what is asked, what may be answered, what was meant."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.match.v1 import card_pb2
from kiraathane.pisti.v1 import pisti_pb2 as pb
from kiraathane_client.cards import drawn, name_of, rank_name, read_card, read_rank, text_of
from kiraathane_client.names import seat_name
from kiraathane_client.pisti.counting import said
from kiraathane_client.pisti.table import draw
from kiraathane_client.pisti.telling import last_count
from kiraathane_client.terminal import Listed, Look, Puzzled, Reading, Ready, Turn, folded

BLUFF = {"blof", "b", "bluff", "kapali", "kapat"}
ACCEPT = {"kabul", "evet", "accept", "yes", "inandim"}
CHALLENGE = {"itiraz", "meydan", "meydan oku", "challenge", "hayir", "no", "ac", "goster"}
COUNT = {"sayim", "count"}
GONE = {"gidenler", "giden", "gone"}
WON = {"aldiklarim", "aldigim", "won"}
JACK = 11
_LANGS = ("tr", "en")


class PistiTurn(Turn[pb.MatchUpdate, pb.PistiAction]):
    """The decision of the seat that looks, on one version of the match."""

    def __init__(self, update: pb.MatchUpdate, legal: Sequence[pb.PistiAction]) -> None:
        self._update = update
        self._cards = [action.play.card for action in legal if action.HasField("play")]
        self._bluffs = any(action.HasField("bluff") for action in legal)
        self._answers = any(action.HasField("answer") for action in legal)

    # -- what is shown ------------------------------------------------------------------------------------------------

    def board(self, look: Look) -> Text:
        return draw(self._update, self._cards or None, look)

    def question(self, look: Look) -> Text:
        view = self._update.view
        if self._answers:
            card = text_of(view.pile[-1], look)
            tr = f"Yerde tek kart {card}, rakip kapalı kartla «pişti» diyor: kabul mü, itiraz mı?"
            en = f"{card} lies alone, and a card face down claims a pişti: accept or challenge?"
            return Text(said(look, tr, en), style="bold")
        if len(self._cards) == 1 and not self._bluffs:
            only = text_of(self._cards[0], look)
            return Text(look.say(f"Son kartınız {only}   Enter: oyna", f"Your last card is {only}   Enter: play it"))
        if self._cards:
            tr, en = "Hangi kart?", "Which card?"
            if self._bluffs:
                tr, en = f"{tr}  («blöf 9» gibi: kapalı oynar)", f"{en}  (like “bluff 9”: plays it face down)"
            return Text(look.say(tr, en))
        if view.phase == pb.PISTI_PHASE_ANSWER and view.HasField("sealed"):
            card = text_of(view.sealed, look)
            tr, en = f"Kapalı kartınız {card}; rakibin cevabı bekleniyor…", f"Your card is {card}; the answer is due…"
            return Text(look.say(tr, en), style="dim")
        if view.phase == pb.PISTI_PHASE_OVER:
            return Text(look.say("Maç bitti.", "The match is over."), style="dim")
        names = ", ".join(seat_name(self._update.info, seat) for seat in self._update.info.due_seats)
        return Text(look.say(f"{names} düşünüyor…", f"{names} is thinking…"), style="dim")

    def offers(self, look: Look) -> list[Text]:
        if self._answers:
            tr = "kabul: rakibe 10.  itiraz: kart tutuyorsa rakibe 20, tutmuyorsa size 10."
            en = "accept: 10 to them.  challenge: 20 to them if it matches, 10 to you if not."
            return [Text(look.say(tr, en), style="dim")]
        pistis = [card for card in self._cards if self._makes_pisti(card)]
        taking = [card for card in self._cards if self._takes(card) and card not in pistis]
        line = Text()
        for label, cards in (
            (said(look, "Pişti yapar: ", "Makes a pişti: "), pistis),
            (look.say("Yeri alır: ", "Takes the pile: "), taking),
        ):
            if cards:
                line.append("   " if line else "").append(label)
                line.append_text(Text(" ").join(drawn(card, look) for card in cards))
        return [line] if line else []

    def _takes(self, card: card_pb2.Card) -> bool:
        pile = self._update.view.pile
        return bool(pile) and card.rank in (pile[-1].rank, JACK)

    def _makes_pisti(self, card: card_pb2.Card) -> bool:
        view = self._update.view
        alone = len(view.pile) == 1 and not view.face_down and view.pile[0].rank == card.rank
        return alone and (view.last_card_counts or bool(view.stock) or sum(view.hands) > 1)

    def completions(self, typed: str) -> list[str]:
        begun = folded(typed)
        if self._answers:
            words = ["kabul", "itiraz", "accept", "challenge"]
        else:
            words = [name_of(card, Look(lang)) for lang in _LANGS for card in self._cards]
            if self._bluffs:
                words += [f"blöf {name_of(card, Look('tr'))}" for card in self._cards]
                words += [f"bluff {name_of(card, Look('en'))}" for card in self._cards]
        return [word for word in words if folded(word).startswith(begun)]

    # -- what is meant ------------------------------------------------------------------------------------------------

    def read(self, typed: str, look: Look) -> Reading[pb.PistiAction]:
        word = folded(typed)
        listed = self._listed(word, look)
        if listed is not None:
            return Listed(listed)
        if self._answers:
            return self._read_answer(word, typed, look)
        if not self._cards:
            return Puzzled(look.say("Sıra sizde değil; bekliyoruz.", "It is not your turn; please wait."))
        first, _, rest = typed.strip().partition(" ")
        if folded(first) in BLUFF:
            card = self._read_card(rest.strip(), look)
            return card if isinstance(card, Puzzled) else Ready(pb.PistiAction(bluff=pb.BluffCard(card=card)))
        card = self._read_card(typed.strip(), look)
        return card if isinstance(card, Puzzled) else Ready(pb.PistiAction(play=pb.PlayCard(card=card)))

    def refused(self) -> None:
        """Nothing is drafted here: a decision is one line."""

    def _listed(self, word: str, look: Look) -> Text | None:
        view = self._update.view
        if word in COUNT:
            return last_count(self._update, look)
        if word in GONE:
            return _by_rank(view.gone, look) or Text(look.say("Daha kart açılmadı.", "No card has been seen yet."))
        if word in WON:
            return _by_rank(view.won, look) or Text(look.say("Henüz kart almadınız.", "You have taken no card yet."))
        return None

    def _read_answer(self, word: str, typed: str, look: Look) -> Reading[pb.PistiAction]:
        if word in ACCEPT | CHALLENGE:
            return Ready(pb.PistiAction(answer=pb.AnswerBluff(accept=word in ACCEPT)))
        tr = f"«{typed.strip()}» bir cevap değil; kabul ya da itiraz yazın."
        return Puzzled(look.say(tr, f"“{typed.strip()}” is no answer; type accept or challenge."))

    def _read_card(self, typed: str, look: Look) -> card_pb2.Card | Puzzled:
        """The card that is meant: by its name, or by its rank where the hand has one of it."""
        if not typed:
            return self._cards[0] if len(self._cards) == 1 else Puzzled(_how_to(look))
        card = read_card(typed, look)
        if card is None:
            return self._of_rank(typed, look)
        if card not in self._update.view.hand:
            name = name_of(card, look)
            return Puzzled(look.say(f"Elinizde {name} yok.", f"You do not hold the {name}."))
        return card

    def _of_rank(self, typed: str, look: Look) -> card_pb2.Card | Puzzled:
        """The one card of a rank."""
        rank = read_rank(typed)
        if rank is None:
            return Puzzled(look.say(f"«{typed}» bir kart değil. ", f"“{typed}” is no card. ") + _how_to(look))
        held = [card for card in self._cards if card.rank == rank]
        if len(held) > 1:
            which = look.say(" ya da ", " or ").join(text_of(card, look) for card in held)
            return Puzzled(look.say(f"Hangisi: {which}?", f"Which of them: {which}?"))
        name = rank_name(rank, look)
        return held[0] if held else Puzzled(look.say(f"Elinizde {name} yok.", f"You hold no {name}."))


def _by_rank(cards: Sequence[card_pb2.Card], look: Look) -> Text:
    """The cards, those of one rank beside each other."""
    ordered = sorted(cards, key=lambda card: (card.rank, card.suit))
    ranks = dict.fromkeys(card.rank for card in ordered)
    return Text("   ").join(
        Text(" ").join(Text(text_of(card, look)) for card in ordered if card.rank == rank) for rank in ranks
    )


def _how_to(look: Look) -> str:
    return look.say(
        "Kartı «9», «kupa 9» ya da «♥9» gibi yazın; ? yardım.",
        "Write a card like “9”, “9 of hearts” or “♥9”; ? for help.",
    )
