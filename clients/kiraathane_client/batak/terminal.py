"""Batak at the terminal."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.batak.v1 import batak_pb2 as pb
from kiraathane_client.batak.table import draw
from kiraathane_client.batak.telling import tell, tell_result
from kiraathane_client.batak.turn import BatakTurn
from kiraathane_client.terminal import Look, Terminal

GUIDE_TR = """\
Önce herkes kaç el alacağını söyler: 0 (el almaz) - 13. Koz hep maçadır.
3/2 «üç dedi, iki aldı» demektir. Elinizde parlak duran kartlar oynanabilir.
  3            söylemek               almaz    hiç el almamak
  kupa papaz   kart                   ♥K, kk   aynı kart
                                      (harfler: m maça, k kupa, r karo, s sinek)
  8, as        o sayıdan tek kart oynanabiliyorsa o kart
  Enter        oynanabilecek tek kart varsa onu oynar
  eller        bu elde düşenler       çizelge  söylenen, alınan ve sayılar
  ayrıl (maçı bırak: kaybedersiniz), çık (maç kalır), ? (bu yardım)"""
GUIDE_EN = """\
First everybody says how many tricks he takes: 0 (none at all) to 13.
Spades are trump. 3/2 is “three said, two taken”; bright cards may be played.
  3                a bid              nil      no trick at all
  king of hearts   a card             ♥K, hk   the same card
                                      (letters: s, h, d, c)
  8, ace           the card of that rank, if just one may be played
  Enter            plays the only card that may be played
  tricks           of this hand       sheet    bids, tricks and points
  leave (the match: you lose), quit (the match stays), ? (this help)"""


class BatakTerminal(Terminal[pb.MatchUpdate, pb.BatakAction]):
    """Draws and reads batak."""

    def board(self, update: pb.MatchUpdate, look: Look) -> Text:
        """From the viewer's chair; a spectator sits on seat 0's."""
        return draw(update, None, look)

    def happenings(self, update: pb.MatchUpdate, look: Look) -> list[Text]:
        return tell(update, look)

    def turn(self, update: pb.MatchUpdate, legal: Sequence[pb.BatakAction]) -> BatakTurn:
        return BatakTurn(update, legal)

    def result(self, update: pb.MatchUpdate, look: Look) -> list[Text]:
        return tell_result(update, look)

    def guide(self, look: Look) -> Text:
        return Text(look.say(GUIDE_TR, GUIDE_EN))


terminal = BatakTerminal()
