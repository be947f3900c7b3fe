"""The commands for meeting others, and their arguments."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from kiraathane_client.cli import meeting, table
from kiraathane_client.cli.desk import Desk, options_of
from kiraathane_client.cli.lobby_screen import lobby as run_lobby
from kiraathane_client.cli.play import play as run_play
from kiraathane_client.cli.usage import typer_of

Run = Callable[[Any], Any]


def add(app: typer.Typer, desk: Desk, run: Run, epilog: str) -> None:
    """Adds the commands; `run` runs a coroutine to its end."""
    _meeting(app, desk, run, epilog)
    _at_a_table(app, desk, run, epilog)
    app.add_typer(_tables(desk, run, epilog), name="table")


def _name(desk: Desk) -> Any:
    return typer.Option(help=desk.say("Misafir adınız", "Your name as a guest"))


def _options(desk: Desk) -> Any:
    help_text = desk.say("Masa seçenekleri (kiraathane games)", "Table options (kiraathane games)")
    return typer.Option("--options", metavar="K=V", help=help_text)


def _table(desk: Desk) -> Any:
    return typer.Argument(metavar=desk.say("MASA", "TABLE"), help=desk.say("Adı: tables/…", "Its name: tables/…"))


def _game(desk: Desk) -> Any:
    return typer.Argument(metavar=desk.say("OYUN", "GAME"), help=desk.say("Oyun: tavla…", "The game: tavla…"))


def _meeting(app: typer.Typer, desk: Desk, run: Run, epilog: str) -> None:
    say = desk.say

    @app.command(help=say("Davet koduyla masaya oturur.", "Sits down by an invite code."), epilog=epilog)
    def join(
        code: Annotated[str, typer.Argument(metavar=say("KOD", "CODE"), help=say("Davet kodu", "The invite code"))],
        name: Annotated[str, _name(desk)] = "",
    ) -> None:
        run(meeting.join(desk, code, name))

    @app.command(help=say("İlk uygun masada oynar.", "Plays at the first table that fits."), epilog=epilog)
    def quick(
        game: Annotated[str, _game(desk)],
        options: Annotated[list[str] | None, _options(desk)] = None,
        name: Annotated[str, _name(desk)] = "",
    ) -> None:
        run(meeting.quick(desk, game, options_of(desk, options or []), name))

    @app.command(help=say("Biten masadakilerle yeniden oynar.", "Plays again with the same people."), epilog=epilog)
    def rematch(table: Annotated[str, _table(desk)]) -> None:
        run(meeting.rematch(desk, table))

    @app.command(help=say("Yerine oturulacak yerler.", "Seats to take over."), epilog=epilog)
    def seats(
        family: Annotated[str, typer.Option("--family", help=say("Yalnız bu oyun", "Only this game"))] = "",
    ) -> None:
        run(meeting.seats(desk, family))

    @app.command(help=say("Oynanan bir masada yer alır.", "Takes a seat over in a running match."), epilog=epilog)
    def substitute(
        table: Annotated[str, _table(desk)],
        seat: Annotated[int, typer.Argument(min=0, max=7, metavar=say("YER", "SEAT"))],
        name: Annotated[str, _name(desk)] = "",
    ) -> None:
        run(meeting.substitute(desk, table, seat, name))

    @app.command(help=say("Lobi, canlı: masalar ve haberler.", "The lobby, live: tables and news."), epilog=epilog)
    def lobby(
        family: Annotated[str, typer.Option("--family", help=say("Yalnız bu oyun", "Only this game"))] = "",
    ) -> None:
        run(run_lobby(desk, family))


def _at_a_table(app: typer.Typer, desk: Desk, run: Run, epilog: str) -> None:
    say = desk.say

    @app.command(help=say("Masada hazır olduğunu söyler.", "Says at a table that one is ready."), epilog=epilog)
    def ready(
        table: Annotated[str, _table(desk)],
        wait: Annotated[bool, typer.Option("--wait", help=say("Henüz değil", "Not yet"))] = False,
    ) -> None:
        run(meeting.ready(desk, table, is_ready=not wait))

    @app.command(help=say("Masanızdan birini kaldırır.", "Sends somebody away from your table."), epilog=epilog)
    def kick(
        table: Annotated[str, _table(desk)],
        who: Annotated[str, typer.Argument(metavar=say("KİM", "WHO"), help=say("Adı", "His name"))],
    ) -> None:
        run(meeting.kick(desk, table, who))


def _tables(desk: Desk, run: Run, epilog: str) -> typer.Typer:
    say = desk.say
    app = typer_of(desk, help=say("Masa açmak.", "Opening tables."), epilog=epilog)

    @app.callback()
    def tables() -> None:
        """Keeps `new` a word of its own."""

    @app.command(help=say("Masa açar ve oturanlarla oynar.", "Opens a table and plays with who comes."))
    def new(
        game: Annotated[str, _game(desk)],
        private: Annotated[
            bool, typer.Option("--private", help=say("Yalnız davet koduyla", "Only by an invite code"))
        ] = False,
        watched: Annotated[
            bool | None,
            typer.Option("--spectators/--no-spectators", help=say("Seyirci olur mu", "Whether others may watch")),
        ] = None,
        options: Annotated[list[str] | None, _options(desk)] = None,
        name: Annotated[str, _name(desk)] = "",
    ) -> None:
        chosen = options_of(desk, options or [])
        opening = table.Opening(private=private, spectators=watched)
        work = run_play(
            desk, game, bot=None, options=chosen, name=name, match=None, at=None, people=True, opening=opening
        )
        run(work)

    return app
