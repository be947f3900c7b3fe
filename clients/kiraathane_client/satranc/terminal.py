"""Chess at the terminal."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.satranc.v1 import satranc_pb2 as pb
from kiraathane_client.satranc.board import Scene, draw
from kiraathane_client.satranc.telling import tell, tell_result
from kiraathane_client.satranc.turn import SatrancTurn
from kiraathane_client.terminal import Look, Terminal

GUIDE_TR = """\
Tahta sizin tarafınızdan görünür. Beyazın taşları ♔♕♖♗♘♙, siyahın ♚♛♜♝♞♟; son hamle köşeli ayraç içindedir.
  e4  Af3  Fxc6  O-O  e8=V   hamle: Ş şah, V vezir, K kale, F fil, A at (İngilizce K Q R B N de olur)
  g1f3  e7e8q                iki kareyle       rok, uzun rok   sözle        l   bütün hamleler     Tab   tamamlar
  beraberlik                 önerir, ya da öneriyi kabul eder; kabul, ret
  elli, tekrar, tekrar Af3   beraberlik ister: elli hamle, üçüncü kez aynı konum, o hamleyle üçüncü kez
  dokun e2, dokun e1 h1      taşa dokunur (ikisine aynı anda), düzelt a1: yalnız dokunulan taş oynanır masasında
  teslim ya da terk (oyunu bırak), ayrıl (masadan kalk, aynı şeydir), çık (maç kalır), ? (bu yardım)"""
GUIDE_EN = """\
You see the board from your side. White's pieces are ♔♕♖♗♘♙, Black's ♚♛♜♝♞♟; the last move stands in brackets.
  e4  Nf3  Bxc6  O-O  e8=Q   a move: K king, Q queen, R rook, B bishop, N knight (Turkish Ş V K F A do as well)
  g1f3  e7e8q                by two squares    rok, uzun rok   in words     l   all moves          Tab   completes
  draw                       offers one, or accepts what is offered; accept, decline
  fifty, threefold, threefold Nf3   claims a draw: fifty moves, the same position again, or with that move
  touch e2, touch e1 h1      touches a piece (two at once), adjust a1: only at a table with touch-move
  resign (the game), leave (the match, which is the same), quit (the match stays), ? (this help)"""
_LETTERS = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟Ş", "KQRBNPkqrbnpS")


class SatrancTerminal(Terminal[pb.MatchUpdate, pb.SatrancAction]):
    """Draws and reads chess."""

    def board(self, update: pb.MatchUpdate, look: Look) -> Text:
        """From the viewer's side; a spectator sits beside White."""
        white = update.view.white if update.view.HasField("white") else 0
        seat = update.info.viewer_seat if update.info.HasField("viewer_seat") else white
        return draw(Scene(update, seat), look)

    def happenings(self, update: pb.MatchUpdate, look: Look) -> list[Text]:
        return tell(update, look)

    def turn(self, update: pb.MatchUpdate, legal: Sequence[pb.SatrancAction]) -> SatrancTurn:
        return SatrancTurn(update, legal)

    def result(self, update: pb.MatchUpdate, look: Look) -> list[Text]:
        return tell_result(update, look)

    def guide(self, look: Look) -> Text:
        text = look.say(GUIDE_TR, GUIDE_EN)
        return Text(text.translate(_LETTERS) if look.ascii else text)


terminal = SatrancTerminal()
