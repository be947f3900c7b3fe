"""Who won, in one line: the same words at every table with more than two seats."""

from rich.text import Text

from kiraathane.match.v1 import match_pb2
from kiraathane_client.names import seat_name
from kiraathane_client.terminal import Look


def headline(info: match_pb2.MatchInfo, viewer: int | None, why: str, look: Look) -> Text:
    """Who has won the match, from the `viewer`'s side (None: a spectator), and `why` it ended."""
    winners = info.score.winners
    names = ", ".join(seat_name(info, seat) for seat in winners)
    if not winners:
        head = look.say("Kimse kazanmadı.", "Nobody has won.")
    elif viewer is None:
        head = look.say(f"{names} kazandı.", f"{names} won.")
    elif viewer in winners:
        head = look.say("Kazandınız!", "You win!")
    else:
        head = look.say(f"Kaybettiniz; {names} kazandı.", f"You lose; {names} won.")
    return Text.assemble((head, "bold"), (f"  ({why})", "dim"))
