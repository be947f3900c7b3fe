"""What happened, in sentences."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane_client.meld_table import BAD
from kiraathane_client.names import seat_name
from kiraathane_client.okey.ledger import EVENTS, finish_text, line_text, teams_text
from kiraathane_client.okey.table import SEATS, SIGNS, okey_of, viewer_of
from kiraathane_client.okey.tiles import piece_text, spelled, spelled_groups, text_of
from kiraathane_client.outcome import headline
from kiraathane_client.terminal import Look

# Why a match ended, by the family's end causes.
CAUSES = {
    "played_out": ("bütün eller oynandı", "all hands were played"),
    "forfeited": ("bir oyuncu masadan kalktı, takımı yenildi", "a player left; his team lost"),
    "tied": ("beraberlik sürdü, masada oynayan kalmadı", "tied, and nobody played on"),
}
_WHY = {
    "INVALID_MELD": ("per olmayan grup var", "a group is neither a run nor a set"),
    "INVALID_PAIR": ("çift olmayan grup var", "a group is no pair"),
    "OKEY_NEEDS_FACE": ("okeyin hangi taş olduğu belli değil", "what an okey stands for is not said"),
    "BELOW_VALUE": ("toplam yetmiyor", "the sum is too low"),
    "TOO_FEW_PAIRS": ("çift sayısı yetmiyor", "too few pairs"),
    "SIDE_UNUSED": ("yan taş kullanılmadı", "the side tile is not used"),
}


def tell(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """A line for each thing that happened in this version; of the end of a hand more."""
    teller, told = _Teller(update, look), list(update.happenings)
    done = {happening.committed.seat for happening in told if happening.HasField("committed")}
    return [
        line
        for happening in told
        if not (happening.HasField("groups_placed") and happening.groups_placed.seat in done)  # the melds are told
        for line in teller.lines(happening)
    ]


def why(reason: str, look: Look) -> str:
    """Why a commit fails."""
    return look.say(*_WHY.get(reason, (reason, reason)))


class _Teller:
    def __init__(self, update: pb.MatchUpdate, look: Look) -> None:
        self._update = update
        self._look = look
        over = any(happening.HasField("hand_ended") for happening in update.happenings)
        self._okey = None if over else okey_of(update.view)  # the view is of the next hand already

    def lines(self, happening: pb.OkeyHappening) -> list[Text]:
        name = happening.WhichOneof("happening")
        if name is None or (name == "drawn" and self._hidden(happening.drawn)):
            return []  # something newer than this program, or what everybody does in every turn
        if name == "fined":
            return [Text.assemble((self._look.say("Ceza: ", "Fine: "), BAD), self._ledger(happening.fined.line))]
        if name == "hand_ended":
            return self._ended(happening.hand_ended)
        told: Text = getattr(self, f"_{name}")(getattr(happening, name))
        return [told]

    @staticmethod
    def _hidden(drawn: pb.TileDrawn) -> bool:
        """Another player drew: only what he discards is worth a line."""
        return not drawn.HasField("tile") and not drawn.by_rules

    # -- pieces of sentences ------------------------------------------------------------------------------------------

    def _line(self, seat: int, tr: str, en: str, *, by_rules: bool = False) -> Text:
        line = Text.assemble((seat_name(self._update.info, seat), "bold"), ": ", self._look.say(tr, en))
        return line.append(self._look.say("  (kurallar)", "  (by the rules)"), "dim") if by_rules else line

    def _ledger(self, line: object) -> Text:
        return line_text(self._update.info, line, self._look)  # type: ignore[arg-type]

    def _tile(self, tile: pb.Tile) -> str:
        return text_of(tile, self._look, self._okey)

    def _tiles(self, tiles: Sequence[pb.Tile]) -> str:
        return spelled(tiles, self._look, self._okey)

    def _groups(self, groups: Sequence[pb.Group | pb.Meld]) -> str:
        return spelled_groups(groups, self._look, self._okey)

    # -- one for each happening ---------------------------------------------------------------------------------------

    def _lot(self, lot: pb.LotFell) -> Text:
        return self._line(lot.seat, "kurayla başlıyor", "begins, by lot")

    def _dealt(self, dealt: pb.HandDealt) -> Text:
        indicator = text_of(dealt.indicator, self._look)
        tr = f"{dealt.number}. el dağıtıldı, başlıyor; gösterge {indicator}"
        en = f"hand {dealt.number} is dealt, and begins; the indicator is {indicator}"
        return self._line(dealt.starter, tr, en)

    def _drawn(self, drawn: pb.TileDrawn) -> Text:
        what = f" {self._tile(drawn.tile)}" if drawn.HasField("tile") else ""
        tr, en = (f"{what} çekti".strip(), f"draws{what}")
        return self._line(drawn.seat, tr, en, by_rules=drawn.by_rules)

    def _side_taken(self, taken: pb.SideTaken) -> Text:
        tile = self._tile(taken.tile)
        return self._line(taken.seat, f"yandan {tile} aldı", f"takes {tile} from the side")

    def _side_returned(self, back: pb.SideReturned) -> Text:
        tile = self._tile(back.tile)
        return self._line(back.seat, f"{tile} geri bıraktı", f"gives {tile} back", by_rules=back.by_rules)

    def _placed(self, placed: pb.TilePlaced) -> Text:
        piece = piece_text(placed.piece, self._look, self._okey)
        return self._line(placed.seat, f"{piece} serdi", f"stages {piece}")

    def _taken_back(self, back: pb.TakenBack) -> Text:
        tile = self._tile(back.tile)
        return self._line(back.seat, f"{tile} geri aldı", f"takes {tile} back")

    def _collected(self, collected: pb.Collected) -> Text:
        count = len(collected.tiles)
        tr, en = f"serdiği {count} taşı topladı", f"collects the {count} staged tile{'s' * (count > 1)}"
        return self._line(collected.seat, tr, en, by_rules=collected.by_rules)

    def _groups_placed(self, placed: pb.GroupsPlaced) -> Text:
        groups = self._groups(placed.groups)
        line = self._line(placed.seat, f"serdi: {groups}", f"stages {groups}")
        if placed.left:
            left = ", ".join(self._tiles(group.tiles) for group in placed.left)
            line.append(self._look.say(f"; per olmayan: {left}", f"; not valid: {left}"), BAD)
        return line

    def _committed(self, done: pb.Committed) -> Text:
        groups = self._groups(done.melds)
        if done.opening == pb.OPENED_SERIES:
            tr, en = f"{done.worth} ile açtı: {groups}", f"opens with {done.worth}: {groups}"
        elif done.opening == pb.OPENED_PAIRS:
            count = len(done.melds)
            tr, en = f"{count} çift açtı: {groups}", f"opens with {count} pairs: {groups}"
        else:
            tr, en = f"indirdi: {groups}", f"lays {groups}"
        line = self._line(done.seat, tr, en, by_rules=done.by_rules)
        if done.opening == pb.OPENED_SERIES and self._update.view.terms.game == "51":
            line.append(self._look.say(f"  (artık {done.need})", f"  (now {done.need})"), "dim")
        return line

    def _commit_failed(self, failed: pb.CommitFailed) -> Text:
        reason = why(failed.reason, self._look)
        if failed.details.get("have") and failed.details.get("need"):
            reason = f"{failed.details['have']} / {failed.details['need']}, {reason}"
        return self._line(failed.seat, f"açamadı: {reason}", f"cannot open: {reason}")

    def _laid_off(self, laid: pb.LaidOff) -> Text:
        piece = piece_text(pb.Piece(tile=laid.tile, face=laid.face), self._look, self._okey)
        number = laid.meld + 1
        return self._line(laid.seat, f"{piece} işledi (per {number})", f"lays {piece} off (meld {number})")

    def _okey_swapped(self, swap: pb.OkeySwapped) -> Text:
        tile, number = self._tile(swap.tile), swap.meld + 1
        return self._line(
            swap.seat, f"{tile} verip okeyi aldı (per {number})", f"takes the okey for {tile} (meld {number})"
        )

    def _discarded(self, done: pb.Discarded) -> Text:
        tile = self._tile(done.tile)
        return self._line(done.seat, f"{tile} attı", f"discards {tile}", by_rules=done.by_rules)

    def _isler_claimed(self, claimed: pb.IslerClaimed) -> Text:
        tile, thrower = self._tile(claimed.tile), seat_name(self._update.info, claimed.thrower)
        tr, en = f"«{tile} işler» dedi ({thrower} attı)", f"says that {tile} lays off ({thrower} threw it)"
        return self._line(claimed.seat, tr, en)

    def _isler_declared(self, said: pb.IslerDeclared) -> Text:
        tile = self._tile(said.tile)
        return self._line(said.seat, f"attığı {tile} için «işler» dedi", f"says that his own {tile} lays off")

    def _sign_given(self, given: pb.SignGiven) -> Text:
        word = self._look.say(*SIGNS[given.sign])
        return self._line(given.seat, f"işaret: {word}", f"signs: {word}")

    def _finished(self, done: pb.HandFinished) -> Text:
        tiles = self._tiles(done.tiles)
        onto = done.onto == pb.ONTO_INDICATOR
        where = self._look.say(" göstergeye", " onto the indicator") if onto else ""
        return self._line(done.seat, f"{tiles}{where} attı ve bitirdi", f"discards {tiles}{where} and finishes")

    def _left(self, left: pb.SeatLeft) -> Text:
        return self._line(left.seat, "masadan kalktı", "left the match")

    def _ended(self, ended: pb.HandEnded) -> list[Text]:
        look = self._look
        how = finish_text(tuple(ended.hand.finish), look)
        head = look.say(f"{ended.number}. el bitti", f"Hand {ended.number} is over")
        if ended.hand.void:
            head = look.say("El geçersiz: dört oyuncu da çift açtı", "The hand is void: all four opened with pairs")
        elif not ended.hand.HasField("finisher"):
            head += look.say("; taş kalmadı, bitiren yok", "; the stock is empty, nobody finished")
        else:
            name = seat_name(self._update.info, ended.hand.finisher)
            head += look.say(f": {name} bitirdi", f": {name} finished") + (f" ({how})" if how else "")
        lines = [Text("  ").append_text(self._ledger(line)) for line in ended.ledger if line.reason not in EVENTS]
        return [*lines, Text(head, style="bold")]


def last_racks(update: pb.MatchUpdate, look: Look) -> Text:
    """The racks at the end of the hand before."""
    view, info = update.view, update.info
    if not view.HasField("last"):
        return Text(look.say("Daha biten el yok.", "No hand is over yet."))
    pairs = zip(view.last.racks, view.last.counts, strict=True)
    lines = [
        f"{seat_name(info, seat)}: {spelled(rack.tiles, look, None) or '-'}  ({count})"
        for seat, (rack, count) in enumerate(pairs)
    ]
    return Text("\n".join(lines))


def tell_result(update: pb.MatchUpdate, look: Look) -> list[Text]:
    """How the match ended: who won, then all seats by place."""
    score = update.info.score
    why = look.say(*CAUSES.get(update.info.end_cause, (update.info.end_cause,) * 2))
    lines = [headline(update.info, viewer_of(update), why, look)]
    by_place = sorted(range(SEATS), key=lambda seat: (score.places[seat], seat))
    lines += [
        Text(f"{score.places[seat]:>3}. {seat_name(update.info, seat)}: {score.points[seat]}") for seat in by_place
    ]
    if update.view.terms.partners:
        lines.append(Text(teams_text(update, look), style="dim"))
    return lines
