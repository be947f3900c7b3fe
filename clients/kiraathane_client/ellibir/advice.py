"""What the house proposes for a hand, and what becomes of groups, as the player reads it."""

from collections.abc import Sequence
from typing import Any

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane_client.ellibir.acts import FINE
from kiraathane_client.ellibir.pieces import group_text
from kiraathane_client.terminal import Look

_REFUSALS = {
    "KEEP_ONE_CARD": ("atacak bir kart kalmalı", "a card must be left to discard"),
    "NOT_FINISHING": ("elde başka kart kalır", "other cards would be left"),
    "GOES_FOR_PAIRS": ("çifte gidiyorsunuz", "you go for pairs"),
    "INVALID_MELD": ("per ya da çift olmayan grup var", "a group is no meld and no pair"),
    "MELDS_ONLY": ("perle açtınız, çift inmez", "you opened with melds, no pairs"),
    "PAIRS_ONLY": ("çiftle açtınız, per inmez", "you opened with pairs, no melds"),
    "DISCARD_UNUSED": ("yerdeki kart kullanılmıyor", "the discard is not used"),
    "DISCARD_LAYS_OFF": ("yerdeki kart işler, alınamaz", "the discard lays off and cannot be taken"),
    "AFTER_PAIR_GOER": ("atan çifte gidiyor, alınamaz", "its thrower goes for pairs, it cannot be taken"),
    "STARTER_MAY_NOT_OPEN": ("ilk atıştan önce açılmaz", "not before the first discard"),
}


class Advice:
    """An answer to SuggestMelds. `pairs` shows the pairs even where melds would open."""

    def __init__(self, update: pb.MatchUpdate, answer: Any, *, pairs: bool = False) -> None:
        self._answer = answer
        seat = update.view.seats[update.info.viewer_seat]
        self._lenient = update.view.terms.lenient
        self._is_open = seat.opened > pb.OPENING_NONE
        better = answer.pairs_open and not answer.melds_open
        self._asked_for_pairs = pairs or seat.goer
        self._pairs = self._asked_for_pairs or better or not answer.melds

    @property
    def groups(self) -> Sequence[pb.Group]:
        """The groups that are shown."""
        return list(self._answer.pairs if self._pairs else self._answer.melds)

    @property
    def _count(self) -> int:
        return sum(group.kind == pb.MELD_KIND_PAIR for group in self._answer.pairs)

    def summary(self, look: Look) -> str:
        """`Öneri: per 45 / 51, 3 çift`; for who is open what may be laid besides."""
        answer = self._answer
        if self._is_open and not self.groups:
            return look.say("Öneri: inecek bir şey yok.", "Proposal: there is nothing to lay.")
        worth = f"{answer.value}" if self._is_open else f"{answer.value} / {answer.need}"
        if answer.melds_open:
            worth += look.say(" (açar)", " (opens)")
        pairs = look.say(f"{self._count} çift", f"pairs: {self._count}")
        if answer.pairs_open:
            pairs += look.say(" (açar)", " (opens)")
        return look.say(f"Öneri: per {worth}, {pairs}", f"Proposal: melds {worth}, {pairs}")

    def closed(self, look: Look) -> str:
        """Why nothing opens, or what there is to lay: `Açılmıyor: 45 / 51 (…), 3 çift.`"""
        if self._is_open:
            return look.say("İndirilecek per yok.", "There is nothing to lay.")
        if self._asked_for_pairs:
            return self._pairs_closed(look)
        best = ", ".join(group_text(group, look) for group in self.groups)
        count = look.say(f"{self._count} çift", f"pairs: {self._count}")
        worth = f"{self._answer.value} / {self._answer.need}"
        tr, en = f"Açılmıyor: per {worth}, {count}", f"That does not open: melds {worth}, {count}"
        return (
            look.say(f"{tr}; en iyisi {best}.", f"{en}; the best is {best}.") if best else look.say(f"{tr}.", f"{en}.")
        )

    def _pairs_closed(self, look: Look) -> str:
        """How many pairs there are, and how pairs open (rules 9.5)."""
        best = ", ".join(group_text(group, look) for group in self._answer.pairs) or "-"
        tr, en = "4 ya da 5 çift ve bir per, 6 ya da 7 çift", "4 or 5 pairs and a meld, 6 or 7 pairs"
        if self._lenient:
            tr, en = "5 çift, ya da 4 çift ve bir per", "5 pairs, or 4 pairs and a meld"
        return look.say(
            f"Çift açılmıyor: {self._count} ({best}); açış: {tr}.",
            f"Pairs do not open: {self._count} ({best}); to open: {en}.",
        )


def verdict(answer: Any, look: Look) -> str:
    """`Olur: 55 / 51.`, `Olmaz: 45 / 51, toplam yetmiyor.`"""
    count = f"{answer.value} / {answer.need}"
    if answer.accepted:
        return look.say(f"Olur: {count}.", f"That can be laid: {count}.")
    reason = look.say(*_REFUSALS.get(answer.refusal, (answer.refusal,) * 2)) if answer.refusal else _fault(answer, look)
    return look.say(f"Olmaz: {count}, {reason}.", f"That cannot be laid: {count}, {reason}.")


def wrong_question(answer: Any, look: Look) -> str:
    """Before a wrong opening."""
    why = f"{answer.value} / {answer.need}, {_fault(answer, look)}"
    tr, en = f"Yanlış açış ({why}): {FINE} ceza. Yine de açılsın mı?", f"A wrong opening ({why}) costs {FINE}. Open?"
    return look.say(tr, en)


def _fault(answer: Any, look: Look) -> str:
    if any(not group.HasField("meld") for group in answer.groups):
        return look.say("per ya da çift olmayan grup var", "a group is no meld and no pair")
    if any(group.meld.kind == pb.MELD_KIND_PAIR for group in answer.groups):
        return look.say("çiftler böyle açılmaz", "pairs do not open so")
    return look.say("toplam yetmiyor", "the sum is too low")
