"""What may be done now, as it would be typed: for the line under the board, for help, for the Tab key."""

from collections.abc import Iterator, Sequence

from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane_client.meld_table import Possible
from kiraathane_client.okey.table import group_letter, left_of, okey_of
from kiraathane_client.okey.tiles import colour_name, counts_as, piece_text, text_of
from kiraathane_client.okey.vocabulary import COLOUR_SPOTS, EN, TR
from kiraathane_client.terminal import Look


def word(name: str, look: Look) -> str:
    """A command in the language of the screen."""
    return look.say(TR[name], EN[name])


def possible(update: pb.MatchUpdate, legal: Sequence[pb.OkeyAction], look: Look) -> list[Possible]:
    """What the legal acts come to, in the order of a turn."""
    return list(_Listing(update, legal, look).all())


class _Listing:
    def __init__(self, update: pb.MatchUpdate, legal: Sequence[pb.OkeyAction], look: Look) -> None:
        self._view = update.view
        self._viewer = update.info.viewer_seat
        self._legal = legal
        self._look = look
        self._okey = okey_of(update.view)

    def all(self) -> Iterator[Possible]:
        say = self._look.say
        if self._has("draw"):
            yield self._one("draw", say("ortadan taş çekmek (ya da Enter)", "a tile from the stock (or Enter)"))
        if self._has("take_side"):
            top = self._tile(self._view.seats[left_of(self._viewer)].top)
            tr, en = f"yandaki {top} taşını almak", f"the side tile {top}"
            if self._view.seats[self._viewer].opened == pb.OPENED_NONE:
                tr, en = f"{tr} (bu turda onunla açmalısınız)", f"{en} (you must open with it in this turn)"
            yield self._one("side", say(tr, en))
        yield from self._claim()
        if self._has("discard") or self._has("place"):
            yield self._one("suggest", say("en iyi perleri göstermek", "shows the best melds"))
        yield from self._openings()
        yield from self._lay_offs()
        yield from self._swaps()
        yield from self._staging()
        if self._has("return_side"):
            yield self._one("return_side", say("yan taşı geri bırakıp çekmek", "gives the side tile back"))
        if self._has("devam"):
            yield Possible("devam", say("iki okeyle bitirmek", "finishes with both okeys"))
        yield from self._discards()
        if self._has("give_sign"):
            wait = say("bekle", "wait")
            yield Possible(f"{word('sign', self._look)} {wait}", say("eşe işaret vermek", "gives a sign"))

    def _claim(self) -> Iterator[Possible]:
        """Whether the last discard lays off is not said: noticing is the players' work (rules 10.6)."""
        thrown = self._view.seats[left_of(self._viewer)]
        if self._view.terms.tournament and self._has("draw") and thrown.HasField("top"):
            top = text_of(counts_as(thrown.top, self._okey), self._look)
            does = self._look.say(f"{top} işliyorsa atana ceza yazdırmak", f"fines the thrower if {top} lays off")
            yield Possible(f"{word('claim', self._look)} {top}", does)

    def _openings(self) -> Iterator[Possible]:
        say = self._look.say
        opens = [action.open for action in self._legal if action.HasField("open")]
        plain = [one for one in opens if not one.finish]
        if any(one.finish for one in opens):
            yield self._one("finish", say("hepsini açıp bitirmek", "lays everything and finishes"))
        for name, area in (("open", pb.AREA_SERIES), ("pairs", pb.AREA_PAIRS)):
            found = next((one for one in plain if one.area == area), None)
            if found is not None:
                groups = ", ".join(" ".join(self._piece(piece) for piece in group.pieces) for group in found.groups)
                does = say("önerilen perleri açmak", "lays the proposed melds")
                if area == pb.AREA_PAIRS:
                    does = say("önerilen çiftleri açmak", "lays the proposed pairs")
                yield Possible(word(name, self._look), does, (f"{word(name, self._look)} {groups}",))

    def _lay_offs(self) -> Iterator[Possible]:
        found = [action.lay_off for action in self._legal if action.HasField("lay_off")]
        if found:
            first, *more = [self._lay_off(one) for one in found]
            yield Possible(first, self._look.say("taş işlemek", "lays a tile off"), tuple(more))

    def _lay_off(self, one: pb.LayOff) -> str:
        words = [word("lay", self._look), self._tile(one.tile), str(one.meld + 1)]
        if one.spot == pb.SPOT_LOW:
            words.append(self._look.say("alt", "low"))
        elif one.spot == pb.SPOT_HIGH:
            words.append(self._look.say("üst", "high"))
        elif one.spot:
            colour = next(colour for colour, spot in COLOUR_SPOTS.items() if spot == one.spot)
            words.append(colour_name(colour, self._look))
        return " ".join(words)

    def _swaps(self) -> Iterator[Possible]:
        found = [action.swap_okey for action in self._legal if action.HasField("swap_okey")]
        if found:
            swap = word("swap", self._look)
            first, *more = [f"{swap} {self._tile(one.tile)} {one.meld + 1}" for one in found]
            yield Possible(first, self._look.say("taşı verip okeyi almak", "takes the okey for its tile"), tuple(more))

    def _staging(self) -> Iterator[Possible]:
        say = self._look.say
        if self._has("commit"):
            yield self._one("commit", say("serilenleri açmak", "makes the staged groups melds"))
        if self._has("undo"):
            yield self._one("undo", say("son taşı geri almak", "takes the last tile back"))
        if self._has("collect"):
            yield self._one("collect", say("serilenleri geri toplamak", "takes all staged tiles back"))
        stage = word("stage", self._look)
        auto = [action.auto_place.groups for action in self._legal if action.HasField("auto_place")]
        places = [self._place(action.place) for action in self._legal if action.HasField("place")]
        if auto:
            ways = (*(f"{stage} {self._groups(one)}" for one in auto), *places)
            yield Possible(stage, say("perleri sermek (açmak değil)", "puts groups out (not yet melds)"), ways)
        elif places:
            yield Possible(places[0], say("tek taş sermek", "stages one tile"), tuple(places[1:]))

    def _place(self, one: pb.Place) -> str:
        words = [word("place", self._look), self._piece(one.piece)]
        if one.group < len(self._view.staged):
            words.append(group_letter(one.group))
        elif one.area == pb.AREA_PAIRS:
            words.append(self._look.say("çift", "pairs"))
        return " ".join(words)

    def _groups(self, groups: Sequence[pb.Tiles]) -> str:
        return ", ".join(" ".join(map(self._tile, group.tiles)) for group in groups)

    def _discards(self) -> Iterator[Possible]:
        tiles = [action.discard.tile for action in self._legal if action.HasField("discard")]
        if not tiles:
            return
        named = [f"{word('discard', self._look)} {self._tile(tile)}" for tile in tiles]
        if self._view.HasField("drawn") and self._view.drawn in tiles:
            named.insert(0, f"{word('discard', self._look)} {self._tile(self._view.drawn)}")
        first, *more = dict.fromkeys(named)
        ends = len(self._view.rack) == 1
        does = self._look.say("taş atıp sırayı savmak", "discards, which ends the turn")
        if ends:
            does = self._look.say("son taşı atıp bitirmek", "discards the last tile and finishes")
        yield Possible(first, does, tuple(more))

    def _has(self, name: str) -> bool:
        return any(action.WhichOneof("action") == name for action in self._legal)

    def _one(self, name: str, does: str) -> Possible:
        return Possible(word(name, self._look), does)

    def _tile(self, tile: pb.Tile) -> str:
        """As it is typed: `okey` and `sahte` by name."""
        if self._okey is not None and tile == self._okey:
            return "okey"
        if tile.false_okey:
            return self._look.say("sahte", "false")
        return text_of(tile, self._look)

    def _piece(self, piece: pb.Piece) -> str:
        if self._okey is not None and piece.tile == self._okey and piece.HasField("face"):
            return f"okey={text_of(counts_as(piece.face, self._okey), self._look)}"
        if piece.tile.false_okey or piece.tile == self._okey:
            return self._tile(piece.tile)
        return piece_text(piece, self._look, self._okey)
