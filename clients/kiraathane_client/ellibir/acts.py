"""What a line at a table of Elli Bir means: from the words to an act."""

from collections.abc import Sequence
from typing import Final

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane_client import cards
from kiraathane_client.ellibir.fitting import frees, goes_on, lays_off
from kiraathane_client.ellibir.pieces import is_joker, text_of
from kiraathane_client.ellibir.possible import word
from kiraathane_client.ellibir.table import discard_of, numbered
from kiraathane_client.ellibir.vocabulary import FINISHING, SPOTS
from kiraathane_client.ellibir.words import Hand, Unread
from kiraathane_client.terminal import Look, Ready, folded

FINE: Final = 50
"""What a wrong opening costs, and a discard that lays off (rules 9.11)."""

Laid = tuple[list[pb.Group], pb.Piece | None]


class Acts:
    """The acts that the viewer's words mean on one version of the match. Every method raises `Unread`."""

    def __init__(self, update: pb.MatchUpdate, look: Look) -> None:
        self._view = update.view
        self._seat = update.info.viewer_seat
        self._me = update.view.seats[update.info.viewer_seat]
        self._look = look

    def groups(self, rest: str, *, take: bool = False) -> Laid:
        """`k5 k6 k7, m9 r9 s9` and, to go out with it, `at k10`; with `take` the discard may be among them."""
        words = rest.split()
        at = next((place for place, one in enumerate(words) if folded(one) in FINISHING), len(words))
        there = discard_of(self._view) if take else None
        hand = Hand([*self._view.hand, there] if there is not None else self._view.hand)
        groups = hand.groups(" ".join(words[:at]), self._look)
        if not groups:
            raise Unread(self._look.say("Önce perleri yazın.", "Write the melds first."))
        finish = hand.piece(" ".join(words[at + 1 :]), self._look) if at < len(words) else None
        return groups, finish

    def lay_off(self, rest: str) -> Ready[pb.EllibirAction]:
        """`k8` where one meld takes it, `k8 3` on meld 3, `k8 k8 5` a pair, `joker 3 üst`."""
        words, meld = self._meld_of(rest.split())
        spot = pb.SPOT_UNSPECIFIED
        if words and folded(words[-1]) in SPOTS:
            spot = SPOTS[folded(words.pop())]
        pieces = Hand(self._view.hand).pieces(words, self._look)
        if not pieces or len(pieces) > 2:
            raise Unread(self._look.say("«işle k8 3» gibi yazın.", "Write it like “lay h8 3”."))
        if meld is None:
            meld = self._only(self._where(pieces), pieces, "lay_off")
        return Ready(pb.EllibirAction(lay_off=pb.LayOff(cards=pieces, meld=meld, spot=spot)))

    def swap(self, rest: str) -> Ready[pb.EllibirAction]:
        """`k8 3`, or `k8` where one joker stands for it; `k8 m8 3` for a set that lacks both."""
        words, meld = self._meld_of(rest.split())
        pieces = Hand(self._view.hand).pieces(words, self._look)
        if not pieces:
            raise Unread(self._look.say("«değiş k8 3» gibi yazın.", "Write it like “swap h8 3”."))
        if meld is None:
            found = [
                number
                for number, laid in enumerate(self._view.melds)
                if all(not is_joker(piece) and frees(laid.meld, piece.card) for piece in pieces)
            ]
            meld = self._only(found, pieces, "swap")
        return Ready(pb.EllibirAction(swap_joker=pb.SwapJoker(meld=meld, cards=pieces)))

    def _meld_of(self, words: list[str]) -> tuple[list[str], int | None]:
        """The words without the number of the meld, and that number from 0. `kupa 8` is a card."""
        for at in range(len(words) - 1, 0, -1):
            card = cards.read_card(" ".join(words[at - 1 : at + 1]), self._look) is not None
            bare = words[at].lstrip("#")
            if bare.isascii() and bare.isdecimal() and not card:
                number = int(bare)
                if not 1 <= number <= len(self._view.melds):
                    raise Unread(self._look.say(f"Yerde {number} numaralı per yok.", f"There is no meld {number}."))
                return words[:at] + words[at + 1 :], number - 1
        return words, None

    def _where(self, pieces: Sequence[pb.Piece]) -> list[int]:
        melds = [laid.meld for laid in self._view.melds]
        if len(pieces) == 2:
            return [number for number, meld in enumerate(melds) if meld.kind == pb.MELD_KIND_PAIR][:1]
        if is_joker(pieces[0]):
            return [number for number, meld in enumerate(melds) if meld.kind != pb.MELD_KIND_PAIR]
        return [number for number, meld in enumerate(melds) if goes_on(meld, pieces[0].card)]

    def _only(self, melds: Sequence[int], pieces: Sequence[pb.Piece], name: str) -> int:
        named = " ".join(text_of(piece, self._look) for piece in pieces)
        if not melds and name == "swap":
            raise Unread(self._look.say(f"Yerde {named} yerine duran joker yok.", f"No joker stands for {named}."))
        if not melds:
            raise Unread(self._look.say(f"{named} hiçbir pere işlemiyor.", f"{named} lays off nowhere."))
        if len(melds) > 1:
            which = self._look.say(" ya da ", " or ").join(numbered(self._view, at, self._look) for at in melds[:4])
            typed = f"{word(name, self._look)} {named} {melds[0] + 1}"
            raise Unread(
                self._look.say(f"Hangi pere? {which}: «{typed}» gibi.", f"On which meld? {which}: like “{typed}”.")
            )
        return melds[0]

    def discard(self, rest: str) -> Ready[pb.EllibirAction]:
        """`k9`. What costs something is asked first, and a joker too."""
        if not rest and len(self._view.hand) == 1:
            piece = self._view.hand[0]
        elif not rest:
            raise Unread(self._look.say("Hangi kart? «at k9» gibi.", "Which card? Like “discard h9”."))
        else:
            piece = Hand(self._view.hand).piece(rest, self._look)
        action = pb.EllibirAction(discard=pb.Discard(card=piece))
        return Ready(action, "" if len(self._view.hand) == 1 else self._price_of(piece))

    def _price_of(self, piece: pb.Piece) -> str:
        """The question before a discard that costs 50, or gives a joker away."""
        name = text_of(piece, self._look)
        if is_joker(piece):
            return self._look.say("Joker atılsın mı?", "Discard the joker?")
        melds = lays_off(self._view, piece.card)
        others = any(seat.opened > pb.OPENING_NONE for at, seat in enumerate(self._view.seats) if at != self._seat)
        if melds and others and self._me.opened > pb.OPENING_NONE and not self._spent:
            number = melds[0] + 1
            tr = f"{name} işler (per {number}): atarsanız {FINE} ceza. Atılsın mı?"
            en = f"{name} lays off (meld {number}): to discard it costs {FINE}. Discard it?"
            return self._look.say(tr, en)
        return ""

    @property
    def _spent(self) -> bool:
        """A pair opener whose right to lay off is used up is not fined (rules 9.11)."""
        limited = self._me.opened == pb.OPENING_PAIRS and self._view.terms.HasField("layoffs")
        return limited and self._view.laid_off >= self._view.terms.layoffs

    def twins(self, rest: str) -> Ready[pb.EllibirAction]:
        """`k8 m8`: both are shown, the first is discarded."""
        pieces = Hand(self._view.hand).pieces(rest.split(), self._look)
        if len(pieces) != 2:
            tr, en = "İki kart yazın, ilki atılır: «ikiz k8 m8».", "Write two cards, the first goes: “twins h8 s8”."
            raise Unread(self._look.say(tr, en))
        return Ready(pb.EllibirAction(show_twins=pb.ShowTwins(card=pieces[0], other=pieces[1])))

    def claim(self) -> Ready[pb.EllibirAction]:
        """The bottom card's twin is shown; who does not go for pairs yet is asked first."""
        if not self._view.HasField("bottom"):
            raise Unread(self._look.say("Altta açık kart yok.", "No card lies open at the bottom."))
        action = pb.EllibirAction(claim_bottom=pb.ClaimBottom(card=self._view.bottom))
        return Ready(action, "" if self._me.goer else pairs_question(self._look))


def pairs_question(look: Look) -> str:
    """Before what declares pairs."""
    tr = "Bu elde yalnız çiftle açabilirsiniz; geri dönülmez. Çifte gidilsin mi?"
    return look.say(tr, "In this round you can then open with pairs alone, for good. Go for pairs?")
