"""Chess at the terminal."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.satranc.v1 import satranc_pb2 as pb
from kiraathane_client.satranc.board import Scene, draw
from kiraathane_client.satranc.telling import tell, tell_result
from kiraathane_client.satranc.turn import SatrancTurn
from kiraathane_client.terminal import Look, Terminal

GUIDE_TR = """\
Tahta sizin tarafınızdan görünür; son hamle köşeli ayraç içindedir.
Beyazın taşları ♔♕♖♗♘♙, siyahın ♚♛♜♝♞♟.
  e4, Af3, Fxc6, e8=V   hamle: Ş şah, V vezir, K kale, F fil, A at
                        (İngilizce K Q R B N de olur)
  g1f3, e7e8q           iki kareyle            O-O, rok, uzun rok
  l                     bütün hamleler         Tab   tamamlar
  beraberlik            önerir, ya da öneriyi kabul eder; kabul, ret
  elli, tekrar          beraberlik ister: elli hamle, üçüncü kez aynı konum
  tekrar Af3            o hamleyle üçüncü kez aynı konum
  dokun e2, düzelt a1   yalnız dokunulan taş oynanır masasında;
                        dokun e1 h1: ikisine aynı anda
  teslim (oyunu bırak), ayrıl (masadan kalk: aynı şeydir), çık (maç kalır),
  ? (bu yardım)"""
GUIDE_EN = """\
You see the board from your side; the last move stands in brackets.
White's pieces are ♔♕♖♗♘♙, Black's ♚♛♜♝♞♟.
  e4, Nf3, Bxc6, e8=Q   a move: K king, Q queen, R rook, B bishop, N knight
                        (Turkish Ş V K F A do as well)
  g1f3, e7e8q           by two squares         O-O, castle, long castle
  l                     all moves              Tab   completes
  draw                  offers one, or accepts what is offered; accept, decline
  fifty, threefold      claims a draw: fifty moves, the same position again
  threefold Nf3         the same position again with that move
  touch e2, adjust a1   at a table with touch-move;
                        touch e1 h1: two at once
  resign (the game), leave (the match: the same), quit (the match stays),
  ? (this help)"""
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
