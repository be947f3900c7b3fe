"""King at the terminal."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.king.v1 import king_pb2 as pb
from kiraathane_client.king.table import draw
from kiraathane_client.king.telling import tell, tell_result
from kiraathane_client.king.turn import KingTurn
from kiraathane_client.terminal import Look, Terminal

GUIDE_TR = """\
Her eli sırası gelen söyler: bir ceza (kupa -30, kız -100, erkek -60, el -50, son iki -180, Rıfkı -320) ya da koz (+50).
  kız almaz     cezalar: el almaz, kupa almaz, kız almaz, erkek almaz, son iki, rıfkı
  koz maça      koz söylemek       el iptal  cezanız bitti ve ondan büyük kâğıdınız yoksa
  kupa papaz    kart               ♥K, kk    aynı kart (harfler: m maça, k kupa, r karo, s sinek)
  8, as         o sayıdan tek kart oynanabiliyorsa      Enter     tek kart varsa oynar
  eller         bu elde düşenler   çizelge   oynanan eller, puanlar, kalan cezalar      Tab   tamamlar
  ayrıl (maçı bırak: kaybedersiniz), çık (maç kalır), ? (bu yardım)"""
GUIDE_EN = """\
Each hand its declarer names a penalty (heart -30, queen -100, king or jack -60, trick -50, each of the last two tricks
-180, Rıfkı, the king of hearts, -320) or trump (+50 a trick).
  no queens     penalties: no tricks, no hearts, no queens, no kings, last two, rıfkı (or their Turkish names)
  trump spades  naming trump         redeal    when your penalties are gone and no card is above a ten
  king of hearts   a card            ♥K, hk    the same card (letters: s, h, d, c)
  8, ace        if one card of that rank may be played      Enter     plays it if only one may be
  tricks        of this hand         chart     hands, points, penalties left      Tab   completes
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
