"""Tavla at the terminal."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.tavla.v1 import tavla_pb2 as pb
from kiraathane_client.tavla.board import Scene, draw
from kiraathane_client.tavla.draft import dice_of
from kiraathane_client.tavla.position import seen_by
from kiraathane_client.tavla.telling import tell, tell_result
from kiraathane_client.tavla.turn import TavlaTurn, last_marks
from kiraathane_client.terminal import Look, Terminal

GUIDE_TR = """\
Haneler sizin tarafınızdan sayılır: 24 en uzak, 1 en yakın; 1-6 toplama
haneniz. Sizin pullarınız ●, rakibin ○.
  24/18 13/11   iki pul              24/16    bir pulla iki zar
  8/5(2)        iki pul birden       8/5*     kırma (* yazılmayabilir)
  bar/20        kırık pulla giriş    6/off    pul toplama
  13/11         tek tek de oynanır: kalanı sonra yazılır, g geri alır,
                Enter gönderir
  3             numarayla            l        bütün hamleler
  Tab           tamamlar             zar, misli, kabul, ret
  pes (oyunu ver), ayrıl (maçı bırak), çık (maç kalır), ? (bu yardım)"""
GUIDE_EN = """\
Points are numbered from your side: 24 is farthest, 1 nearest; 1-6 are your
home. Your checkers are ●, the others ○.
  24/18 13/11   two checkers         24/16    one checker, both dice
  8/5(2)        two checkers at once 8/5*     hitting (* may be left out)
  bar/20        entering             6/off    bearing off
  13/11         one by one: write the rest later, u undoes, Enter sends
  3             by number            l        all plays
  Tab           completes            roll, misli, accept, refuse
  resign (the game), leave (the match), quit (the match stays), ? (this help)"""


class TavlaTerminal(Terminal[pb.MatchUpdate, pb.TavlaAction]):
    """Draws and reads tavla."""

    def board(self, update: pb.MatchUpdate, look: Look) -> Text:
        """As the viewer's seat numbers it; a spectator sits beside seat 0."""
        seat = update.info.viewer_seat if update.info.HasField("viewer_seat") else 0
        position, dice = seen_by(update.view, seat), dice_of(update.view.dice)
        return draw(Scene(update, seat, position, dice, last_marks(update, seat)), look)

    def happenings(self, update: pb.MatchUpdate, look: Look) -> list[Text]:
        return tell(update, look)

    def turn(self, update: pb.MatchUpdate, legal: Sequence[pb.TavlaAction]) -> TavlaTurn:
        return TavlaTurn(update, legal)

    def result(self, update: pb.MatchUpdate, look: Look) -> list[Text]:
        return tell_result(update, look)

    def guide(self, look: Look) -> Text:
        return Text(look.say(GUIDE_TR, GUIDE_EN))


terminal = TavlaTerminal()
