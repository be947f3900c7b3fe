"""What the house proposes for a rack, and what becomes of groups, as the player reads it."""

from collections.abc import Sequence
from typing import Any

from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane_client.okey.acts import opened
from kiraathane_client.okey.table import okey_of
from kiraathane_client.okey.telling import why
from kiraathane_client.okey.tiles import is_real, piece_text, text_of, told
from kiraathane_client.terminal import Look, Puzzled, Reading, Ready


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

    @property
    def tiles(self) -> list[list[pb.Tile]]:
        """The tiles of the groups that are shown."""
        return [[piece.tile for piece in group.pieces] for group in self.groups]

    def summary(self, look: Look) -> str:
        """`Seri 97 / 101, çift 3 / 5`; for who is open what may be laid besides."""
        answer = self._answer
        series = f"{answer.worth}" if self._is_open else f"{answer.worth} / {answer.need}"
        pairs = f"{len(answer.pairs)}" if self._is_open else f"{len(answer.pairs)} / {answer.need_pairs}"
        words = [look.say(f"Öneri: seri {series}", f"Proposal: runs and sets {series}")]
        words.append(look.say(f"çift {pairs}", f"pairs {pairs}"))
        if answer.stroke:
            tile = text_of(answer.finish, look, self._okey)
            words.append(look.say(f"{tile} ile bitiyor («bitir»)", f"{tile} finishes (“finish”)"))
        return ", ".join(words)

    def opening(self, look: Look) -> Reading[pb.OkeyAction]:
        """Runs and sets are laid if they open; a lay-out that finishes is asked about first."""
        answer = self._answer
        if answer.stroke:
            return self.stroke(look)
        if answer.series and (self._is_open or answer.worth >= answer.need):
            return opened(pb.AREA_SERIES, answer.series)
        if self._is_open and answer.pairs:
            return opened(pb.AREA_PAIRS, answer.pairs)
        if self._is_open:
            return Puzzled(look.say("İndirilecek per yok.", "There is nothing to lay."))
        best = self._spelled(answer.series, look)
        tr, en = f"Açılmıyor: {answer.worth} / {answer.need}", f"That does not open: {answer.worth} / {answer.need}"
        more = look.say(
            f"çift {len(answer.pairs)} / {answer.need_pairs}", f"pairs {len(answer.pairs)} / {answer.need_pairs}"
        )
        return Puzzled(f"{look.say(tr, en)} ({best}), {more}." if best else f"{look.say(tr, en)}, {more}.")

    def pair_opening(self, look: Look) -> Reading[pb.OkeyAction]:
        """The pairs are laid if they open, or if further ones may be laid."""
        answer = self._answer
        if answer.pairs and (self._is_open or len(answer.pairs) >= answer.need_pairs):
            return opened(pb.AREA_PAIRS, answer.pairs)
        best = self._spelled(answer.pairs, look) or "-"
        if self._is_open:
            return Puzzled(look.say("İndirilecek çift yok.", "There are no pairs to lay."))
        count = f"{len(answer.pairs)} / {answer.need_pairs}"
        return Puzzled(look.say(f"Çift açılmıyor: {count} ({best}).", f"Pairs do not open: {count} ({best})."))

    def stroke(self, look: Look) -> Reading[pb.OkeyAction]:
        """Everything is laid and the hand ends, once that has been confirmed."""
        answer = self._answer
        if not answer.stroke:
            return Puzzled(look.say("Bu elle bitilmiyor.", "This rack does not finish."))
        tile = text_of(answer.finish, look, self._okey)
        groups = self._spelled(answer.stroke, look)
        tr, en = (
            f"{groups} açılır, {tile} ile el biter. Tamam mı?",
            f"{groups}, and {tile} finishes the hand. All right?",
        )
        lay = opened(pb.AREA_SERIES, answer.stroke, [answer.finish])
        return Ready(lay.action, look.say(tr, en))

    def staging(self, look: Look) -> Reading[pb.OkeyAction]:
        """The proposed groups that have no real okey are staged."""
        plain = [
            pb.Tiles(tiles=tiles)
            for tiles in ([piece.tile for piece in group.pieces] for group in self._answer.series)
            if not any(is_real(tile, self._okey) for tile in tiles)
        ]
        if not plain:
            return Puzzled(look.say("Serilecek okeysiz per yok.", "There is no meld without an okey to stage."))
        return Ready(pb.OkeyAction(auto_place=pb.AutoPlace(area=pb.AREA_SERIES, groups=plain)))

    def _spelled(self, groups: Sequence[pb.Group], look: Look) -> str:
        return ", ".join(" ".join(piece_text(piece, look, self._okey) for piece in group.pieces) for group in groups)

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
