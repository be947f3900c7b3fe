"""Elli Bir at the terminal."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane_client.ellibir.hand import Held
from kiraathane_client.ellibir.table import draw
from kiraathane_client.ellibir.telling import tell, tell_result
from kiraathane_client.ellibir.turn import EllibirTurn
from kiraathane_client.terminal import Look, Terminal

GUIDE_TR = """\
Kartlar: ♥5 ya da k5 (m maça, k kupa, r karo, s sinek); yıldız joker.
Gruplar virgülle ayrılır; k5-8 bir seri, 9mrs bir düz per; joker yerini tutar.
  çek (Enter), al              ortadan, yerden   çifte al  yerden, çifte
  öner, aç, çift, bitir        en iyi perler: göster, aç, çift aç, elden bit
  aç k5 k6 k7, m9 r9 s9        bu perleri açar   aç … at k10  k10 ile biter
  al k5 k6 k7                  yerdekini alıp açar
  dene k5 k6 k7                açılır mı diye sorar (yanlış açış 50 ceza)
  indir k5 k6 k7               açtıktan sonra yeni per ya da çift
  işle k8 3, değiş k8 4        3. pere işler, 4. perin jokerini k8 ile alır
  at k9, ikiz k8 m8            atar; iki işleri gösterip ilkini atar
  çifte git, iste, alttakini al   çifte gider; alttaki kartı ister, alır
  tek, diz renk | sayı | çift, çizelge, cezalar, eller, atılanlar
  ayrıl (maçı bırak: kaybedersiniz), çık (maç kalır), ? (şimdi ne yapılabilir)"""
GUIDE_EN = """\
Cards: ♥5 or h5 (s, h, d, c); a star is a joker.
Commas part groups; h5-8 is a run, 9shd a set; a joker holds its place.
  draw (Enter), take           stock, discard   take pairs  discard, for pairs
  suggest, open, pairs, finish   the best melds: shown, laid, pairs, all at once
  open h5 h6 h7, s9 d9 c9      lays these       open … discard h10  goes out
  take h5 h6 h7                takes the discard and opens with it
  check h5 h6 h7               asks whether it opens (a wrong opening costs 50)
  put h5 h6 h7                 once open, new melds or pairs
  lay h8 3, swap h8 4          lays off on meld 3, takes the joker of meld 4
  discard h9, twins h8 s8      ends the turn; shows two that lay off, first goes
  declare, claim, take bottom  goes for pairs; claims and takes the bottom card
  single, sort suit | rank | pairs, sheet, fines, hands, discards
  leave (the match: you lose), quit (the match stays), ? (what may be done now)"""


class EllibirTerminal(Terminal[pb.MatchUpdate, pb.EllibirAction]):
    """Draws and reads Elli Bir. How the hand is held is kept from turn to turn."""

    def __init__(self) -> None:
        self._held = Held()

    def board(self, update: pb.MatchUpdate, look: Look) -> Text:
        """From the viewer's chair; a spectator sees no hand."""
        return draw(update, look, arrangement=self._held.arrangement)

    def happenings(self, update: pb.MatchUpdate, look: Look) -> list[Text]:
        return tell(update, look)

    def turn(self, update: pb.MatchUpdate, legal: Sequence[pb.EllibirAction]) -> EllibirTurn:
        return EllibirTurn(update, legal, self._held)

    def result(self, update: pb.MatchUpdate, look: Look) -> list[Text]:
        return tell_result(update, look)

    def guide(self, look: Look) -> Text:
        guide = look.say(GUIDE_TR, GUIDE_EN)
        return Text(guide.replace("♥5", look.say("K-5", "H-5")) if look.ascii else guide)


terminal = EllibirTerminal()
