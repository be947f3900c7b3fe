"""What a line at an okey table means: from the words to an act."""

from collections.abc import Sequence
from typing import Final

from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane_client.meld_table import groups as word_groups
from kiraathane_client.okey.possible import word
from kiraathane_client.okey.table import group_letter, lays_off, meld_text, okey_of
from kiraathane_client.okey.tiles import counts_as, is_real, text_of
from kiraathane_client.okey.vocabulary import COLOUR_SPOTS, FINISHING, INDICATOR, PAIRS, SIGNS, SPOTS
from kiraathane_client.okey.words import Rack, Unread, area_of, read_colour, read_words
from kiraathane_client.terminal import Look, Ready, folded

UNITS: Final = {"51": 51}
UNIT: Final = 101
"""What an event costs at a table with fines, but for 51 (rules 8.12)."""


class Acts:
    """The acts that the viewer's words mean on one version of the match. Every method raises `Unread`."""

    def __init__(self, update: pb.MatchUpdate, look: Look) -> None:
        self._view = update.view
        self._me = update.view.seats[update.info.viewer_seat]
        self._okey = okey_of(update.view)
        self._look = look

    @property
    def fine(self) -> int:
        """What an event costs here; 0 at a table without fines."""
        terms = self._view.terms
        return UNITS.get(terms.game, UNIT) if terms.fines else 0

    def rack(self) -> Rack:
        """The tiles that may be named."""
        if self._okey is None:
            raise Unread(self._look.say("Şu an el oynanmıyor.", "No hand is being played now."))
        return Rack(self._view.rack, self._okey)

    # -- melds --------------------------------------------------------------------------------------------------------

    def open(self, rest: str, area: pb.Area.ValueType | None = None) -> Ready[pb.OkeyAction]:
        """`k5 k6 k7, m3 s3 y3` and, to finish with it, `at k9`."""
        words = rest.split()
        at = next((place for place, word in enumerate(words) if folded(word) in FINISHING), len(words))
        rack = self.rack()
        groups = rack.groups(" ".join(words[:at]), self._look)
        if not groups:
            raise Unread(self._look.say("Önce perleri yazın.", "Write the melds first."))
        finish = [rack.tile(" ".join(words[at + 1 :]), self._look)] if at < len(words) else []
        return opened(area or area_of(groups), groups, finish)

    def stage(self, rest: str) -> Ready[pb.OkeyAction]:
        """Groups that are staged at once; one tile alone begins a group."""
        rack = self.rack()
        groups = rack.groups(rest, self._look)
        if not groups:
            raise Unread(self._look.say("Serilecek perleri yazın.", "Write the melds to stage."))
        if len(groups) == 1 and len(groups[0].pieces) == 1:
            return self.place(rest)
        area = area_of(groups)
        tiles = [pb.Tiles(tiles=[piece.tile for piece in group.pieces]) for group in groups]
        if area == pb.AREA_SERIES and any(is_real(tile, self._okey) for group in tiles for tile in group.tiles):
            place = word("place", self._look)
            tr = f"Okeyli per taş taş serilir: «{place} okey=m7 a»; ya da «aç» ile bir kerede açın."
            en = f"A meld with an okey is staged tile by tile: “{place} okey=b7 a”; or use “open”."
            raise Unread(self._look.say(tr, en))
        return Ready(pb.OkeyAction(auto_place=pb.AutoPlace(area=area, groups=tiles)))

    def place(self, rest: str) -> Ready[pb.OkeyAction]:
        """`k8` begins a group, `k8 a` goes to group a, `k8 a 1` to its first place; `k8 çift` begins a pair."""
        words = rest.split()
        area = self._view.area or (pb.AREA_PAIRS if self._me.opened == pb.OPENED_PAIRS else pb.AREA_SERIES)
        if len(words) > 1 and folded(words[-1]) in PAIRS:
            area = pb.AREA_PAIRS
            words.pop()
        spot = int(words.pop()) if len(words) > 2 and words[-1].isdecimal() and len(words[-2]) == 1 else None
        group = len(self._view.staged)
        if len(words) > 1 and len(words[-1]) == 1 and words[-1].isalpha():
            group = "abcdefghijklmnopqrstuvwxyz".find(folded(words.pop()))
            if not 0 <= group < len(self._view.staged):
                raise Unread(self._no_group())
        pieces = self.rack().pieces(words, self._look)
        if len(pieces) != 1:
            raise Unread(self._look.say("Tek taş yazın: «koy k8» gibi.", "Write one tile, like “place r8”."))
        pos = self._pos(group, pieces[0]) if spot is None else max(0, spot - 1)
        return Ready(pb.OkeyAction(place=pb.Place(piece=pieces[0], area=area, group=group, pos=pos)))

    def _no_group(self) -> str:
        there = ", ".join(group_letter(at) for at in range(len(self._view.staged))) or "-"
        return self._look.say(f"Öyle bir grup yok; serilenler: {there}", f"There is no such group; staged: {there}")

    def _pos(self, group: int, piece: pb.Piece) -> int:
        """In front of a higher tile of the same colour, else at the end."""
        if group >= len(self._view.staged):
            return 0
        pieces = self._view.staged[group].pieces
        if not pieces:
            return 0
        face, first = piece.face if piece.HasField("face") else counts_as(piece.tile, self._okey), pieces[0].face
        return 0 if face.colour == first.colour and face.number < first.number else len(pieces)

    # -- the table ----------------------------------------------------------------------------------------------------

    def lay(self, rest: str) -> Ready[pb.OkeyAction]:
        """`k8` where one meld takes it, `k8 3` on meld 3, `okey 3 üst`."""
        words, meld = self._meld_of(rest.split())
        spot = pb.SPOT_UNSPECIFIED
        if len(words) > 1:
            spot, words = self._spot(words)
        tile = self.rack().tile(" ".join(words), self._look)
        if meld is None:
            meld = self._only(self._where(tile), tile)
        return Ready(pb.OkeyAction(lay_off=pb.LayOff(tile=tile, meld=meld, spot=spot)))

    def _meld_of(self, words: list[str]) -> tuple[list[str], int | None]:
        """The words without the number of the meld, and that number from 0."""
        number = None
        if len(words) > 1 and words[0].lstrip("#").isdecimal():
            number, words = int(words[0].lstrip("#")), words[1:]
        else:
            for at in range(len(words) - 1, 0, -1):
                colour = at == 1 and read_colour(folded(words[0]), self._look) is not None  # «kırmızı 8»
                if words[at].lstrip("#").isdecimal() and not colour:
                    number, words = int(words[at].lstrip("#")), words[:at] + words[at + 1 :]
                    break
        if number is None:
            return words, None
        if not 1 <= number <= len(self._view.melds):
            raise Unread(self._look.say(f"Yerde {number} numaralı per yok.", f"There is no meld {number}."))
        return words, number - 1

    def _spot(self, words: list[str]) -> tuple[pb.Spot.ValueType, list[str]]:
        last = folded(words[-1])
        colour = read_colour(last, self._look)
        if last in SPOTS:
            return SPOTS[last], words[:-1]
        if colour is not None:
            return COLOUR_SPOTS[colour], words[:-1]
        return pb.SPOT_UNSPECIFIED, words

    def _where(self, tile: pb.Tile) -> list[int]:
        """The melds that a tile may be laid off on."""
        if is_real(tile, self._okey):
            return [at for at, meld in enumerate(self._view.melds) if meld.kind != pb.MELD_KIND_PAIR]
        return lays_off(self._view, tile)

    def _only(self, melds: Sequence[int], tile: pb.Tile) -> int:
        name = text_of(tile, self._look, self._okey)
        if not melds:
            raise Unread(self._look.say(f"{name} hiçbir pere işlemiyor.", f"{name} lays off nowhere."))
        if len(melds) > 1:
            which = self._look.say(" ya da ", " or ").join(meld_text(self._view, at, self._look) for at in melds[:4])
            typed = f"{word('lay', self._look)} {name} {melds[0] + 1}"
            raise Unread(
                self._look.say(f"Hangi pere? {which}: «{typed}» gibi.", f"On which meld? {which}: like “{typed}”.")
            )
        return melds[0]

    def swap(self, rest: str) -> Ready[pb.OkeyAction]:
        """`k10 4`, or `k10` where one okey stands for it."""
        words, meld = self._meld_of(rest.split())
        tile = self.rack().tile(" ".join(words), self._look)
        face = counts_as(tile, self._okey)
        spots = [
            (at, place)
            for at, laid in enumerate(self._view.melds)
            for place, piece in enumerate(laid.pieces)
            if is_real(piece.tile, self._okey) and (piece.face == face or at == meld)
        ]
        spots.sort(key=lambda spot: self._view.melds[spot[0]].pieces[spot[1]].face != face)
        if meld is not None:
            spots = [spot for spot in spots if spot[0] == meld][:1] or [(meld, 0)]  # the house says why not
        if len(spots) != 1:
            name = text_of(tile, self._look, self._okey)
            where = ", ".join(meld_text(self._view, at, self._look) for at, _ in spots)
            none = self._look.say(f"Yerde {name} yerine duran okey yok.", f"No okey stands for {name}.")
            raise Unread(self._look.say(f"Hangi per? {where}", f"Which meld? {where}") if spots else none)
        at, place = spots[0]
        return Ready(pb.OkeyAction(swap_okey=pb.SwapOkey(tile=tile, meld=at, place=place)))

    # -- the end of the turn ------------------------------------------------------------------------------------------

    def discard(self, rest: str) -> Ready[pb.OkeyAction]:
        """`k9`; `k9 gösterge` for a finishing tile onto the indicator. What costs something is asked first."""
        words = rest.split()
        onto = pb.ONTO_SIDE
        if words and folded(words[-1]) in INDICATOR:
            onto = pb.ONTO_INDICATOR
            words.pop()
        if not words and len(self._view.rack) == 1:
            tile = self._view.rack[0]
        elif not words:
            raise Unread(self._look.say("Hangi taş? «at k9» gibi.", "Which tile? Like “discard r9”."))
        else:
            tile = self.rack().tile(" ".join(words), self._look)
        action = pb.OkeyAction(discard=pb.Discard(tile=tile, onto=onto))
        return Ready(action, "" if len(self._view.rack) == 1 else self._price_of(tile))

    def _price_of(self, tile: pb.Tile) -> str:
        """The question before a discard that costs something, or gives an okey away. In the tournament noticing that a
        tile lays off is the players' work (rules 10.6)."""
        name, cost = text_of(tile, self._look, self._okey), self.fine
        if is_real(tile, self._okey):
            price = self._look.say(f" ve {cost} ceza yazılır", f", which costs {cost}") if cost else ""
            return self._look.say(f"{name} okey{price}. Atılsın mı?", f"{name} is an okey{price}. Discard it?")
        melds = lays_off(self._view, tile)
        if melds and cost and not self._view.terms.tournament:
            number = melds[0] + 1
            tr = f"{name} işler (per {number}): atarsanız {cost} ceza. Atılsın mı?"
            en = f"{name} lays off (meld {number}): to discard it costs {cost}. Discard it?"
            return self._look.say(tr, en)
        return ""

    # -- beside the game ----------------------------------------------------------------------------------------------

    def claim(self, rest: str) -> Ready[pb.OkeyAction]:
        """`işler k9`: the colour and the number of the last discard."""
        words = read_words(rest.split(), self._look)
        face = words[0].face if len(words) == 1 and words[0].face is not None else None
        if face is None:
            tr, en = "Rengi ve sayısıyla söyleyin: «işler k9».", "Name colour and number: “claim r9”."
            raise Unread(self._look.say(tr, en))
        return Ready(pb.OkeyAction(claim_isler=pb.ClaimIsler(colour=face.colour, number=face.number)))

    def sign(self, rest: str) -> Ready[pb.OkeyAction]:
        """One of the signs by its word."""
        found = SIGNS.get(folded(" ".join(rest.split())))
        if found is None:
            tr = "İşaretler: bekle, aç, çift, okey var, okey yok, biter."
            en = "Signs: wait, open, pairs, have okey, no okey, finish."
            raise Unread(self._look.say(tr, en))
        return Ready(pb.OkeyAction(give_sign=pb.GiveSign(sign=found)))

    def checked(self, rest: str) -> tuple[pb.Area.ValueType, list[pb.Group]]:
        """The groups to ask about: those that are written, else those that are staged."""
        if not word_groups(rest):
            if not self._view.staged:
                raise Unread(self._look.say("«dene k5 k6 k7, …» yazın.", "Write “check r5 r6 r7, …”."))
            return self._view.area, [self._as_sent(group) for group in self._view.staged]
        groups = self.rack().groups(rest, self._look)
        return area_of(groups), groups

    def _as_sent(self, group: pb.Group) -> pb.Group:
        """A staged group without the faces of tiles that are what they show."""
        return pb.Group(
            pieces=[piece if is_real(piece.tile, self._okey) else pb.Piece(tile=piece.tile) for piece in group.pieces]
        )


def opened(area: pb.Area.ValueType, groups: Sequence[pb.Group], finish: Sequence[pb.Tile] = ()) -> Ready[pb.OkeyAction]:
    """Laying the groups in one act."""
    return Ready(pb.OkeyAction(open=pb.Open(area=area, groups=groups, finish=finish)))
