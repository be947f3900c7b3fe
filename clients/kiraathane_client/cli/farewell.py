"""What is said when somebody gets up from a table: because the match is over, or for now."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from kiraathane_client.cli.desk import Desk
from kiraathane_client.match import Match


def stopped(desk: Desk) -> None:
    """The house stopped the match."""
    tr = "Sunucudaki bir hata bu maçı durdurdu; hiçbir şey kaybolmadı, işletene haber verildi."
    desk.out.print(
        desk.say(tr, "A fault of the house stopped this match; nothing is lost, the operator has been told.")
    )


def over(desk: Desk, match: Match[Any, Any], result: Sequence[Text], table: pb.Table | None) -> None:
    """The result, how to get the record, and how to play again at this `table`."""
    for line in result:
        desk.out.print(line)
    file = f"{match.name.removeprefix('matches/')}.json"
    desk.out.print(desk.say("Tutanağı almak ve denetlemek için:", "To get the record and check it:"), style="dim")
    record = f"  kiraathane record {match.name} -o {file}\n  kiraathane verify {file}"
    desk.out.print(record, style="dim", soft_wrap=True)
    if table is not None and not table.reserved:
        desk.out.print(desk.say("Aynı masadakilerle yeniden:", "Once more with the same table:"), style="dim")
        desk.out.print(f"  kiraathane rematch {table.table}", style="dim", soft_wrap=True)


def left(desk: Desk, match: Match[Any, Any]) -> None:
    """The seat is another's now, and the match goes on."""
    desk.out.print(desk.say("Bu maçta artık yeriniz yok; izlemek için:", "You have no seat there any more; to watch:"))
    desk.out.print(f"  kiraathane watch {match.name}", soft_wrap=True)


def paused(desk: Desk, match: Match[Any, Any], seats: int) -> None:
    """What becomes of the match at a table of so many seats meanwhile (league.md 11.7, 11.8), and how to come back."""
    desk.out.print(_without_you(desk, seats))
    desk.out.print(f"  kiraathane play {match.family} --match {match.name}", soft_wrap=True)


def _without_you(desk: Desk, seats: int) -> str:
    if seats <= 2:  # nobody sits down for somebody else there
        tr = "Maç sürüyor; gecikirseniz sizsiz bitebilir. Dönmek için:"
        return desk.say(tr, "The match goes on, and may soon end without you. To come back:")
    tr = "Maç sürüyor. Birazdan yerinizde bir bot oynar, yerinize başkası da oturabilir. Dönmek için:"
    en = "The match goes on. Soon a bot plays your seat, and somebody else may take it. To come back:"
    return desk.say(tr, en)
