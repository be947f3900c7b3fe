"""What the house proposes for a rack, and what becomes of groups, as the player reads it."""

from collections.abc import Sequence
from typing import Any

from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane_client.okey.table import okey_of
from kiraathane_client.okey.telling import why
from kiraathane_client.okey.tiles import spelled_groups, text_of, told
from kiraathane_client.terminal import Look


class Advice:
    """An answer to SuggestMelds. `pairs` shows the pairs even where runs and sets would open."""

    def __init__(self, update: pb.MatchUpdate, answer: Any, *, pairs: bool = False) -> None:
        self._update = update
        self._answer = answer
        self._okey = okey_of(update.view)
        self._pairs = pairs
        self._is_open = update.view.seats[update.info.viewer_seat].opened != pb.OPENED_NONE

    def of_pairs(self) -> "Advice":
        """The same with the pairs shown."""
        return Advice(self._update, self._answer, pairs=True)

    @property
    def groups(self) -> Sequence[pb.Group]:
        """The groups that are shown: those that finish, else runs and sets or pairs."""
        answer = self._answer
        if self._pairs or not answer.series:
            return list(answer.pairs)
        return list(answer.stroke or answer.series)

    def summary(self, look: Look) -> str:
        """`Seri 97 / 101, çift 3 / 5`; for who is open what may be laid besides."""
        answer = self._answer
        if self._is_open and not self.groups:
            return look.say("Öneri: inecek bir şey yok.", "Proposal: there is nothing to lay.")
        series = f"{answer.worth}" if self._is_open else f"{answer.worth} / {answer.need}"
        pairs = f"{len(answer.pairs)}" if self._is_open else f"{len(answer.pairs)} / {answer.need_pairs}"
        words = [look.say(f"Öneri: seri {series}", f"Proposal: runs and sets {series}")]
        words.append(look.say(f"çift {pairs}", f"pairs {pairs}"))
        if answer.stroke:
            tile = text_of(answer.finish, look, self._okey)
            words.append(look.say(f"{tile} ile bitiyor («bitir»)", f"{tile} finishes (“finish”)"))
        return ", ".join(words)

    def closed(self, look: Look) -> str:
        """Why runs and sets do not open: `Açılmıyor: 97 / 101 (…), çift 3 / 5.`"""
        answer = self._answer
        if self._is_open:
            return look.say("İndirilecek per yok.", "There is nothing to lay.")
        view = self._update.view
        if view.HasField("side") and answer.worth >= answer.need:
            side = text_of(view.side, look, self._okey)
            return look.say(
                f"Yandan aldığınız {side} ile açılmıyor.", f"That does not open with {side}, which you took."
            )
        count, pairs = f"{answer.worth} / {answer.need}", f"{len(answer.pairs)} / {answer.need_pairs}"
        best = self._spelled(answer.series, look)
        tr, en = f"Açılmıyor: {count}", f"That does not open: {count}"
        if best:
            tr, en = f"{tr} ({best})", f"{en} ({best})"
        return look.say(f"{tr}, çift {pairs}.", f"{en}, pairs {pairs}.")

    def pairs_closed(self, look: Look) -> str:
        """Why pairs do not open."""
        if self._is_open:
            return look.say("İndirilecek çift yok.", "There are no pairs to lay.")
        answer = self._answer
        count, best = f"{len(answer.pairs)} / {answer.need_pairs}", self._spelled(answer.pairs, look) or "-"
        return look.say(f"Çift açılmıyor: {count} ({best}).", f"Pairs do not open: {count} ({best}).")

    def _spelled(self, groups: Sequence[pb.Group], look: Look) -> str:
        return spelled_groups(groups, look, self._okey)

    @staticmethod
    def verdict(answer: Any, look: Look) -> str:
        """`Açılır: 105 / 101.`, `Açılmaz: 97 / 101, toplam yetmiyor.`"""
        count = f"{answer.worth} / {answer.need}"
        if not answer.reason:
            return look.say(f"Açılır: {count}.", f"That opens: {count}.")
        reason = why(answer.reason, look)
        for name in ("tiles", "faces"):
            if answer.details.get(name):
                reason += f" ({told(answer.details[name], look)})"
        return look.say(f"Açılmaz: {count}, {reason}.", f"That does not open: {count}, {reason}.")
