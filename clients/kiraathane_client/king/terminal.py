"""King at the terminal."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.king.v1 import king_pb2 as pb
from kiraathane_client.king.table import draw
from kiraathane_client.king.telling import tell, tell_result
from kiraathane_client.king.turn import KingTurn
from kiraathane_client.terminal import Look, Terminal

GUIDE_TR = """\
Her eli sırası gelen söyler: bir ceza ya da koz (el başına +50). Cezalar:
el -50, kupa -30, kız -100, erkek -60, son iki elin her biri -180, Rıfkı -320.
  kız almaz     ceza söylemek; ötekiler: el almaz, kupa almaz, erkek almaz,
                son iki, rıfkı
  koz maça      koz söylemek
  el iptal      cezanız bitti ve ondan büyük kâğıdınız yoksa
  kupa papaz    kart                   ♥K, kk   aynı kart
                                       (m maça, k kupa, r karo, s sinek)
  8, as         o sayıdan tek kart oynanabiliyorsa o kart
  Enter         oynanabilecek tek kart varsa onu oynar
  eller         bu elde düşenler       Tab      tamamlar
  çizelge       oynanan eller, puanlar, kalan cezalar
  ayrıl (maçı bırak: kaybedersiniz), çık (maç kalır), ? (bu yardım)"""
GUIDE_EN = """\
Each hand its declarer names a penalty, or trump (+50 a trick). The penalties:
trick -50, heart -30, queen -100, king or jack -60, each of the last two
tricks -180, Rıfkı, which is the king of hearts, -320.
  no queens        a penalty; the others: no tricks, no hearts, no kings,
                   last two, rıfkı (or their Turkish names)
  trump spades     naming trump
  redeal           when your penalties are gone and no card is above a ten
  king of hearts   a card              ♥K, hk   the same card
                                       (s, h, d, c for the suits)
  8, ace           the card of that rank, if just one may be played
  Enter            plays the only card that may be played
  tricks           of this hand        Tab      completes
  chart            hands, points, penalties left
  leave (the match: you lose), quit (the match stays), ? (this help)"""


class KingTerminal(Terminal[pb.MatchUpdate, pb.KingAction]):
    """Draws and reads King."""

    def board(self, update: pb.MatchUpdate, look: Look) -> Text:
        """From the viewer's chair; a spectator sits on seat 0's."""
        return draw(update, None, look)

    def happenings(self, update: pb.MatchUpdate, look: Look) -> list[Text]:
        return tell(update, look)

    def turn(self, update: pb.MatchUpdate, legal: Sequence[pb.KingAction]) -> KingTurn:
        return KingTurn(update, legal)

    def result(self, update: pb.MatchUpdate, look: Look) -> list[Text]:
        return tell_result(update, look)

    def guide(self, look: Look) -> Text:
        return Text(look.say(GUIDE_TR, GUIDE_EN))


terminal = KingTerminal()
