"""The commands and their arguments, described in the language of the one who asks."""

import asyncio
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from kiraathane_client.cli import account, lists, lobby_app, moderation, standing, tournament_app
from kiraathane_client.cli import record as record_of
from kiraathane_client.cli import scenario as scenarios
from kiraathane_client.cli.demo import demo as run_demo
from kiraathane_client.cli.desk import Desk, options_of
from kiraathane_client.cli.evening import command as evening
from kiraathane_client.cli.play import play as run_play
from kiraathane_client.cli.statistics import statistics as run_statistics
from kiraathane_client.cli.usage import typer_of
from kiraathane_client.cli.watch import watch as run_watch

F = TypeVar("F", bound=Callable[..., None])
T = TypeVar("T")

INTERRUPTED = 130
_BY_SIGNAL = 128  # and the number of the signal, as shells have it


def build(desk: Desk) -> typer.Typer:
    """The application. Its help texts are in the desk's language."""
    tr, en = "Kıraathane: tavla ve öbür oyunlar, uçbirimde.", "Kıraathane: tavla and the other games, in a terminal."
    app = typer_of(
        desk,
        help=desk.say(tr, en),
        epilog=_everywhere(desk),
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        pretty_exceptions_enable=False,
    )
    _playing(app, desk)
    lobby_app.add(app, desk, _run, _everywhere(desk))
    _demo(app, desk)
    evening.add(app, desk, _run, _everywhere(desk))
    _records(app, desk)
    _lists(app, desk)
    app.add_typer(tournament_app.build(desk, _run, _everywhere(desk)), name="tournament")
    app.add_typer(moderation.build(desk, _run, _everywhere(desk)), name="moderation")
    _accounts(app, desk)
    return app


def _run(work: Coroutine[Any, Any, T]) -> T:
    """What `work` comes to. Whatever signal ends it, it is cancelled and may still get up from a table."""
    told: list[int] = []
    try:
        return asyncio.run(_ending_by_signals(work, told))
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except asyncio.CancelledError:
        raise typer.Exit(_BY_SIGNAL + told[0] if told else INTERRUPTED) from None


async def _ending_by_signals(work: Coroutine[Any, Any, T], told: list[int]) -> T:
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None  # this runs in one

    def end(number: int) -> None:
        told.append(number)
        task.cancel()

    for number in (signal.SIGTERM, signal.SIGHUP):  # the terminal was closed
        loop.add_signal_handler(number, end, number)
    return await work


def _end(good: bool) -> None:
    raise typer.Exit(0 if good else 1)


def _everywhere(desk: Desk) -> str:
    """What every command takes: read before anything else (main.read_common)."""
    return desk.say(
        "Her komutta: --server ADRES (sunucu), --lang tr|en (dil), --ascii (çizgisiz).",
        "With every command: --server ADDRESS, --lang tr|en, --ascii (no drawing characters).",
    )


def _command(app: typer.Typer, desk: Desk, tr: str, en: str) -> Callable[[F], F]:
    return app.command(help=desk.say(tr, en), epilog=_everywhere(desk))


def _family(desk: Desk) -> Any:
    return typer.Option("--family", metavar=desk.say("OYUN", "GAME"), help=desk.say("Oyun: tavla…", "The game: tavla…"))


def _game(desk: Desk) -> Any:
    return typer.Argument(metavar=desk.say("OYUN", "GAME"), help=desk.say("Oyun: tavla…", "The game: tavla…"))


def _match(desk: Desk) -> Any:
    return typer.Argument(
        metavar=desk.say("MAÇ", "MATCH"), help=desk.say("Maçın adı: matches/…", "Its name: matches/…")
    )


def _options(desk: Desk) -> Any:
    help_text = desk.say("Masa seçenekleri (kiraathane games)", "Table options (kiraathane games)")
    return typer.Option("--options", metavar="K=V", help=help_text)


def _playing(app: typer.Typer, desk: Desk) -> None:
    say = desk.say

    @_command(app, desk, "Oynar: masa açar, botu oturtur, başlatır.", "Plays: opens a table, seats the bot, starts.")
    def play(
        game: Annotated[str, _game(desk)],
        bot: Annotated[
            str | None, typer.Option(help=say("Botun düzeyi (kiraathane games)", "The bot's level (kiraathane games)"))
        ] = None,
        options: Annotated[list[str] | None, _options(desk)] = None,
        name: Annotated[str, typer.Option(help=say("Misafir adınız", "Your name as a guest"))] = "",
        match: Annotated[str | None, typer.Option(help=say("Bu maça döner", "Goes back to this match"))] = None,
        table: Annotated[
            str | None, typer.Option(help=say("Bu açık masaya oturur", "Sits down at this open table"))
        ] = None,
        people: Annotated[
            bool, typer.Option("--people", help=say("Bot yerine insan bekler", "Waits for people instead of bots"))
        ] = False,
    ) -> None:
        chosen = options_of(desk, options or [])
        _run(run_play(desk, game, bot=bot, options=chosen, name=name, match=match, at=table, people=people))

    @_command(app, desk, "Bir maçı izler.", "Watches a match.")
    def watch(match: Annotated[str, _match(desk)], family: Annotated[str, _family(desk)] = "") -> None:
        _run(run_watch(desk, match, family))


def _demo(app: typer.Typer, desk: Desk) -> None:
    say = desk.say

    @_command(
        app,
        desk,
        "Botlar gerçek platformda oynar; her şey denetlenir.",
        "Bots play on the real platform; all is checked.",
    )
    def demo(
        family: Annotated[str, _family(desk)] = "",
        matches: Annotated[int, typer.Option(min=1, max=200, help=say("Kaç maç", "How many matches"))] = 1,
        level: Annotated[
            list[str] | None, typer.Option(help=say("Botların düzeyi; yinelenebilir", "Levels of the bots; repeatable"))
        ] = None,
        options: Annotated[list[str] | None, _options(desk)] = None,
        as_json: Annotated[
            bool, typer.Option("--json", help=say("Son satır tek bir JSON nesnesi", "The last line is one JSON object"))
        ] = False,
        seconds: Annotated[
            float, typer.Option(min=1, help=say("Maç başına en çok bu kadar saniye", "At most so many seconds a match"))
        ] = 1800,
    ) -> None:
        chosen = options_of(desk, options or [])
        work = run_demo(
            desk, family, matches=matches, levels=level or [], options=chosen, as_json=as_json, seconds=seconds
        )
        _end(_run(work))


def _records(app: typer.Typer, desk: Desk) -> None:
    say = desk.say

    @_command(app, desk, "Biten bir maçın tutanağını alır.", "Fetches the record of a finished match.")
    def record(
        match: Annotated[str, _match(desk)],
        form: Annotated[
            str,
            typer.Option("--format", help=say("json, text; oyuna göre mat, pgn", "json, text; by game mat, pgn")),
        ] = "json",
        output: Annotated[
            Path | None, typer.Option("-o", "--output", help=say("Dosya ya da klasör", "A file or a folder"))
        ] = None,
        family: Annotated[str, _family(desk)] = "",
    ) -> None:
        _run(record_of.fetch(desk, match, form, family, output))

    @_command(app, desk, "Bir tutanağı sunucusuz denetler.", "Checks a record without a server: chance, moves, result.")
    def verify(
        file: Annotated[Path, typer.Argument(metavar=say("DOSYA", "FILE"), help=say("JSON tutanak", "A JSON record"))],
    ) -> None:
        _end(record_of.verify(desk, file))

    @_command(app, desk, "Senaryo dosyalarını çalıştırır.", "Runs scenario files.")
    def scenario(
        files: Annotated[
            list[Path],
            typer.Argument(metavar=say("DOSYA", "FILE"), help=say("YAML dosyaları, klasörler", "YAML files, folders")),
        ],
    ) -> None:
        _end(scenarios.run(desk, files))


def _lists(app: typer.Typer, desk: Desk) -> None:
    most = typer.Option(min=1, help=desk.say("En çok kaç satır", "At most so many lines"))
    season_help = desk.say("Sezon: 2026-Q4; boşsa bütün zamanlar", "A season: 2026-Q4; all time without one")
    season = typer.Option(help=season_help)

    @_command(app, desk, "Açık masalar.", "Open tables.")
    def tables(family: Annotated[str, _family(desk)] = "", most: Annotated[int, most] = 20) -> None:
        _run(lists.tables(desk, family, most))

    @_command(app, desk, "Bir oyunun en iyileri.", "The best of a game.")
    def top(
        family: Annotated[str, _family(desk)] = "",
        season: Annotated[str, season] = "",
        most: Annotated[int, most] = 20,
    ) -> None:
        _run(lists.top(desk, family, season, most))

    @_command(app, desk, "Kim ne kadar kazanıyor, zar adil mi.", "Who wins how often; are dice and deals fair.")
    def statistics(family: Annotated[str, _game(desk)]) -> None:
        _run(run_statistics(desk, family))

    player = typer.Argument(
        metavar=desk.say("OYUNCU", "PLAYER"),
        help=desk.say("players/…, --place ile adı", "players/…, a name with --place"),
    )
    place = typer.Option(help=desk.say("Nerede: matches/… ya da tables/…", "Where: matches/… or tables/…"))

    @_command(app, desk, "Lig puanı; kendinizinki değişimleriyle.", "League points; your own with every change.")
    def points(
        name: Annotated[str, player] = "", place: Annotated[str, place] = "", most: Annotated[int, most] = 20
    ) -> None:
        _run(standing.points(desk, name, place, most))

    @_command(app, desk, "Lig puanında en iyiler.", "The best by league points.")
    def league(season: Annotated[str, season] = "", most: Annotated[int, most] = 20) -> None:
        _run(standing.best(desk, season, most))

    @_command(app, desk, "Bir oyuncunun maçları.", "A player's matches.")
    def history(
        name: Annotated[str, player] = "", place: Annotated[str, place] = "", most: Annotated[int, most] = 20
    ) -> None:
        _run(standing.history(desk, name, place, most))

    @_command(app, desk, "Kapanan bir sezonun birincileri.", "The best of a season that was closed.")
    def honours(
        season: Annotated[str, typer.Argument(metavar=desk.say("SEZON", "SEASON"), help=season_help)],
    ) -> None:
        _run(standing.honours(desk, season))

    @_command(app, desk, "Oyunlar ve masa seçenekleri.", "Games and their table options.")
    def games() -> None:
        _run(lists.games(desk))


def _accounts(app: typer.Typer, desk: Desk) -> None:
    say = desk.say
    user_help = say("Kullanıcı adı; yazılmazsa misafir", "User name; a guest without one")

    @_command(app, desk, "Giriş yapar; adsız olursa misafir.", "Signs in; as a guest without a name.")
    def login(
        user: Annotated[str, typer.Argument(metavar=say("AD", "USER"), help=user_help)] = "",
        name: Annotated[str, typer.Option(help=say("Misafir adınız", "Your name as a guest"))] = "",
    ) -> None:
        if user:
            _run(account.login(desk, user, account.ask_password(desk)))
        else:
            _run(account.guest(desk, name))

    @_command(app, desk, "Hesap açar.", "Opens an account.")
    def register(
        user: Annotated[str, typer.Argument(metavar=say("AD", "USER"), help=say("Kullanıcı adı", "User name"))],
        name: Annotated[str, typer.Option(help=say("Görünen ad", "The name to show"))] = "",
    ) -> None:
        _run(account.register(desk, user, account.ask_password(desk, twice=True), name))

    @_command(app, desk, "Çıkış yapar.", "Signs out.")
    def logout() -> None:
        _run(account.logout(desk))

    @_command(app, desk, "Kim giriş yapmış.", "Who is signed in.")
    def whoami() -> None:
        _run(account.whoami(desk))
