"""The command and its arguments."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from kiraathane_client.cli.desk import Desk
from kiraathane_client.cli.evening.hall import PASSWORD, Wanted, evening


def add(app: typer.Typer, desk: Desk, run: Callable[[Any], Any], epilog: str) -> None:
    """Adds the command; `run` runs a coroutine to its end."""
    say = desk.say
    tr = "Bir akşam: insan gibi botlar gelir, oynar, kopar, döner, kalkar; sonunda her şey denetlenir."
    en = "An evening: bots as people come, play, drop, return and leave; in the end everything is checked."

    @app.command("evening", help=say(tr, en), epilog=epilog)
    def command(
        players: Annotated[int, typer.Option(min=2, max=2000, help=say("Kaç kişi", "How many people"))] = 20,
        minutes: Annotated[
            float, typer.Option(min=0.1, max=720, help=say("Ev kaç dakika açık", "How long the house is open"))
        ] = 2,
        seed: Annotated[int, typer.Option(help=say("Aynı sayı, aynı istekler", "The same wishes again"))] = 1,
        closing: Annotated[
            float,
            typer.Option(min=5, max=3600, help=say("Maçların bitmesi için saniye", "Seconds to play matches out")),
        ] = 60,
        pace: Annotated[
            float, typer.Option(min=0, max=30, help=say("Hamleden önceki saniye", "Seconds before a decision"))
        ] = 0.3,
        organiser: Annotated[
            str,
            typer.Option(
                metavar=say("AD", "USER"),
                help=say(f"Turnuvaları düzenleyen hesap ({PASSWORD})", f"Account that holds tournaments ({PASSWORD})"),
            ),
        ] = "",
        as_json: Annotated[
            bool, typer.Option("--json", help=say("Son satır tek bir JSON nesnesi", "The last line is one JSON object"))
        ] = False,
    ) -> None:
        wanted = Wanted(players, minutes, seed, closing, pace, organiser)
        raise typer.Exit(0 if run(evening(desk, wanted, as_json=as_json)) else 1)
