"""Pişti at the terminal."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.pisti.v1 import pisti_pb2 as pb
from kiraathane_client.pisti.counting import said
from kiraathane_client.pisti.table import draw
from kiraathane_client.pisti.telling import tell, tell_result
from kiraathane_client.pisti.turn import PistiTurn
from kiraathane_client.terminal import Look, Terminal

GUIDE_TR = """\
Üstteki kartla aynı sayıdan kart, bir de vale, yeri alır.
Yerde tek kart varken aynı sayıdan kart piştidir.
  9, as, vale    elinizde o sayıdan tek kart varsa
  kupa 9, ♥9     kartın adı                     Enter   elde kalan son kart
  blöf 9         blöflü masada, yerde tek kart varken: kapalı oynar, «pişti» der
  kabul, itiraz  blöfe cevap: kabulde rakip 10 alır; itirazda kart açılır,
                 tutuyorsa rakip 20, tutmuyorsa siz 10 alırsınız
  gidenler       açılmış kartlar                aldıklarım   topladıklarınız
  sayım          son biten oyunun sayımı        Tab   tamamlar
  ayrıl (maçı bırak: kaybedersiniz), çık (maç kalır), ? (bu yardım)"""
GUIDE_EN = """\
A card of the top card's rank, and every jack, takes the pile.
With a single card on the table a card of its rank is a pişti.
  9, ace, jack   if you hold one card of that rank
  9 of hearts, ♥9, h9    by name                Enter   the last card you hold
  bluff 9        with bluffs, over a single card: face down, claiming a pişti
  accept, challenge      the answer: accepted it is 10 to them; challenged, the
                 card is shown: 20 to them if it matches, 10 to you if not
  gone           cards that have been seen      won   the cards you captured
  count          of the last game that ended    Tab   completes
  leave (the match: you lose), quit (the match stays), ? (this help)"""


class PistiTerminal(Terminal[pb.MatchUpdate, pb.PistiAction]):
    """Draws and reads pişti."""

    def board(self, update: pb.MatchUpdate, look: Look) -> Text:
        """From the viewer's chair; a spectator sits on seat 0's."""
        return draw(update, None, look)

    def happenings(self, update: pb.MatchUpdate, look: Look) -> list[Text]:
        return tell(update, look)

    def turn(self, update: pb.MatchUpdate, legal: Sequence[pb.PistiAction]) -> PistiTurn:
        return PistiTurn(update, legal)

    def result(self, update: pb.MatchUpdate, look: Look) -> list[Text]:
        return tell_result(update, look)

    def guide(self, look: Look) -> Text:
        return Text(said(look, GUIDE_TR, GUIDE_EN))


terminal = PistiTerminal()
