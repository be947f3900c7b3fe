"""Okey at the terminal."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane_client.okey import tiles
from kiraathane_client.okey.rack import Stand
from kiraathane_client.okey.table import draw
from kiraathane_client.okey.telling import tell, tell_result
from kiraathane_client.okey.turn import OkeyTurn
from kiraathane_client.terminal import Look, Terminal

GUIDE_TR = """\
Taşlar: k5 kırmızı, m5 mavi, s5 siyah, y5 sarı; yıldız okey, halka sahte okey.
Gruplar virgülle ayrılır; k5-8 bir seri, 7kms bir düz per; okey=m7 mavi 7 olur.
  çek (Enter), yan         ortadan, yandan     geri bırak  yan taşı geri verir
  öner, aç, çift, bitir    en iyi perler: göster, aç, çift aç, elden bit
  aç k5 k6 k7, m3 s3 y3    bu perleri açar     aç … at k9  açıp k9 ile bitirir
  dene k5 k6 k7            açılır mı diye sorar, bedeli yok
  ser k5 k6 k7, koy k8 a   masaya serer        tamam  serilenleri açar
  geri, topla              son taşı, bütün serilenleri geri alır (topla: ceza)
  işle k8 3, değiş m7 4    3. pere işler, 4. perdeki okeyi m7 ile alır
  at k9                    atar                at k9 gösterge  göstergeye biter
  işler k9, söyle, işaret bekle   turnuvada
  diz renk | sayı | çift, çizelge, cezalar, ıstakalar, atılanlar
  ayrıl (maçı bırak: kaybedersiniz), çık (maç kalır), ? (şimdi ne yapılabilir)"""
GUIDE_EN = """\
Tiles: r5 red, b5 blue, k5 black, y5 yellow; a star is an okey, a ring a false.
Commas part groups; r5-8 is a run, 7rbk a set; okey=b7 makes it blue 7.
  draw (Enter), side          stock, side tile    return  gives the tile back
  suggest, open, pairs, finish   the best melds: shown, laid, pairs, all at once
  open r5 r6 r7, b3 k3 y3     lays these          open … discard r9  finishes
  check r5 r6 r7              asks whether it opens, for nothing
  stage r5 r6 r7, place r8 a  puts them out       commit  makes them melds
  undo, collect               takes back the last one, all (collect: a fine)
  lay r8 3, swap b7 4         lays off on meld 3, takes the okey of meld 4
  discard r9                  ends the turn       discard r9 indicator
  claim r9, declare, sign wait   in the tournament
  sort colour | number | pairs, sheet, fines, racks, discards
  leave (the match: you lose), quit (the match stays), ? (what may be done now)"""


class OkeyTerminal(Terminal[pb.MatchUpdate, pb.OkeyAction]):
    """Draws and reads okey. How the rack stands is kept from turn to turn."""

    def __init__(self) -> None:
        self._stand = Stand()

    def board(self, update: pb.MatchUpdate, look: Look) -> Text:
        """From the viewer's chair; a spectator sees no rack."""
        return draw(update, look, arrangement=self._stand.arrangement)

    def happenings(self, update: pb.MatchUpdate, look: Look) -> list[Text]:
        return tell(update, look)

    def turn(self, update: pb.MatchUpdate, legal: Sequence[pb.OkeyAction]) -> OkeyTurn:
        return OkeyTurn(update, legal, self._stand)

    def result(self, update: pb.MatchUpdate, look: Look) -> list[Text]:
        return tell_result(update, look)

    def guide(self, look: Look) -> Text:
        return Text(look.say(GUIDE_TR, GUIDE_EN))

    def told(self, sentence: str, look: Look) -> str:
        return tiles.told(sentence, look)


terminal = OkeyTerminal()
