"""Okey at the terminal."""

from collections.abc import Sequence

from rich.text import Text

from kiraathane.okey.v1 import okey_pb2 as pb
from kiraathane_client.okey import tiles
from kiraathane_client.okey.guides import guide
from kiraathane_client.okey.rack import Stand
from kiraathane_client.okey.table import draw
from kiraathane_client.okey.telling import tell, tell_result
from kiraathane_client.okey.turn import OkeyTurn
from kiraathane_client.terminal import Look, Terminal


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
        return Text(guide(look))

    def told(self, sentence: str, look: Look) -> str:
        return tiles.told(sentence, look)


terminal = OkeyTerminal()
