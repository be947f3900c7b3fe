"""Elli Bir at the terminal."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane_client.ellibir.guides import guide
from kiraathane_client.ellibir.hand import Held
from kiraathane_client.ellibir.table import draw
from kiraathane_client.ellibir.telling import tell, tell_result
from kiraathane_client.ellibir.turn import EllibirTurn
from kiraathane_client.terminal import Look, Terminal


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
        return Text(guide(look))


terminal = EllibirTerminal()
