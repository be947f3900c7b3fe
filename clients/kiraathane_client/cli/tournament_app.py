"""`kiraathane tournament …`: the commands and their arguments."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import typer

from kiraathane.tournaments.v1 import tournaments_service_pb2 as pb
from kiraathane_client.cli import tournament as shown
from kiraathane_client.cli.desk import Desk, match_name, options_of
from kiraathane_client.cli.people import player_name
from kiraathane_client.cli.sure import make_sure
from kiraathane_client.cli.usage import typer_of
from kiraathane_client.client import Client

Run = Callable[[Any], Any]


def build(desk: Desk, run: Run, epilog: str) -> typer.Typer:
    """The group of commands; `run` runs a coroutine to its end."""
    say = desk.say
    app = typer_of(
        desk,
        help=say("Turnuvalar: katılmak, izlemek, düzenlemek.", "Tournaments: entering, following, holding them."),
        epilog=epilog,
    )
    _following(app, desk, run)
    _taking_part(app, desk, run)
    _holding(app, desk, run)
    _refereeing(app, desk, run)
    return app


def _name(desk: Desk) -> Any:
    return typer.Argument(
        metavar=desk.say("TURNUVA", "TOURNAMENT"), help=desk.say("Adı: tournaments/…", "Its name: tournaments/…")
    )


def _yes(desk: Desk) -> Any:
    return typer.Option("--yes", help=desk.say("Sormadan yapar", "Does not ask first"))


def _following(app: typer.Typer, desk: Desk, run: Run) -> None:
    most = typer.Option(min=1, help=desk.say("En çok kaç satır", "At most so many lines"))

    @app.command("list", help=desk.say("Turnuvalar.", "Tournaments."))
    def every(most: Annotated[int, most] = 20) -> None:
        run(shown.every(desk, most))

    @app.command(help=desk.say("Bir turnuva: tablolar, turlar, kura.", "A tournament: tables, rounds, lots."))
    def show(name: Annotated[str, _name(desk)]) -> None:
        run(shown.shown_after(desk, lambda client: client.tournaments.get(shown.tournament_name(name))))


def _taking_part(app: typer.Typer, desk: Desk, run: Run) -> None:
    say = desk.say
    partner_help = say("Eşinizin adı: players/… (eşli oyunlarda)", "Your partner: players/… (where partners play)")

    @app.command(help=say("Katılır.", "Enters."))
    def enter(name: Annotated[str, _name(desk)], partner: Annotated[str, typer.Option(help=partner_help)] = "") -> None:
        named, other = shown.tournament_name(name), player_name(partner)
        run(shown.shown_after(desk, lambda client: client.tournaments.enter(named, other)))

    @app.command(help=say("Çekilir; başladıysa geri dönüşü yoktur.", "Withdraws; after the start for good."))
    def withdraw(name: Annotated[str, _name(desk)], yes: Annotated[bool, _yes(desk)] = False) -> None:
        async def ask(client: Client) -> pb.Tournament:
            found = await client.tournaments.get(shown.tournament_name(name))
            if found.status == pb.TOURNAMENT_STATUS_PLAYING:
                tr = f"{found.title} başladı; çekilirseniz dönemezsiniz, eşiniz de çekilmiş olur. Emin misiniz?"
                en = f"{found.title} has begun; to withdraw is for good, for a partner too. Are you sure?"
                await make_sure(desk, say(tr, en), yes=yes)
            return await client.tournaments.withdraw(found.tournament)

        run(shown.shown_after(desk, ask))


def _holding(app: typer.Typer, desk: Desk, run: Run) -> None:
    say = desk.say

    @app.command(help=say("Turnuva açar (düzenleyiciler).", "Opens a tournament (for organisers)."))
    def new(
        title: Annotated[
            str, typer.Argument(metavar=say("AD", "TITLE"), help=say("Turnuvanın adı", "What it is called"))
        ],
        game: Annotated[str, typer.Argument(metavar=say("OYUN", "GAME"), help=say("Oyun: tavla…", "The game: tavla…"))],
        form: Annotated[
            Literal["groups", "knockout", "swiss"], typer.Option("--format", help=say("Biçimi", "How entrants meet"))
        ] = "knockout",
        options: Annotated[
            list[str] | None,
            typer.Option("--options", metavar="K=V", help=say("Masa seçenekleri", "Table options")),
        ] = None,
        wins: Annotated[
            int, typer.Option(min=0, max=5, help=say("Karşılaşmayı kazandıran maç", "Wins that decide an encounter"))
        ] = 0,
        group_size: Annotated[int, typer.Option(min=0, max=6, help=say("Grupta en çok", "At most in a group"))] = 0,
        rounds: Annotated[int, typer.Option(min=0, max=20, help=say("İsviçre tur sayısı", "Swiss rounds"))] = 0,
        most: Annotated[int, typer.Option(min=0, max=512, help=say("En çok katılan", "At most so many entrants"))] = 0,
        no_show: Annotated[
            int, typer.Option(min=0, max=86_400, help=say("Oturma süresi (saniye)", "Seconds to sit down in"))
        ] = 0,
    ) -> None:
        chosen = options_of(desk, options or [])
        run(
            shown.shown_after(
                desk,
                lambda client: client.tournaments.create(
                    title,
                    game,
                    form,
                    options=chosen,
                    needed_wins=wins,
                    group_size=group_size,
                    swiss_rounds=rounds,
                    most_entrants=most,
                    no_show_seconds=no_show,
                ),
            )
        )

    @app.command(help=say("Katılımı kapatır, kurayı çeker, başlatır.", "Ends registration, draws lots, begins."))
    def start(name: Annotated[str, _name(desk)]) -> None:
        run(shown.shown_after(desk, lambda client: client.tournaments.start(shown.tournament_name(name))))

    @app.command(help=say("İptal eder.", "Cancels it."))
    def cancel(name: Annotated[str, _name(desk)]) -> None:
        run(shown.shown_after(desk, lambda client: client.tournaments.cancel(shown.tournament_name(name))))


def _refereeing(app: typer.Typer, desk: Desk, run: Run) -> None:
    say = desk.say
    who = say("Katılan: sıra numarası ya da adı", "The entrant: its number or name")

    @app.command(help=say("Oynanan turun bir karşılaşmasını sonuçlandırır.", "Decides an encounter of this round."))
    def decide(
        name: Annotated[str, _name(desk)],
        encounter: Annotated[
            int,
            typer.Argument(min=1, metavar=say("KARŞILAŞMA", "ENCOUNTER"), help=say("Numarası", "Its number")),
        ],
        loser: Annotated[str, typer.Option(help=f"{who}; {say('boşsa iki taraf', 'both if left out')}")] = "",
        yes: Annotated[bool, _yes(desk)] = False,
    ) -> None:
        async def ask(client: Client) -> pb.Tournament:
            found = await client.tournaments.get(shown.tournament_name(name))
            lost = shown.entrant_number(desk, found, loser) if loser else None
            if lost is None:
                pair = shown.pairing(found, encounter - 1)
                tr, en = f"{encounter}. karşılaşma ({pair})", f"Encounter {encounter} ({pair})"
                tr, en = f"{tr}: iki taraf da kaybetsin mi?", f"{en}: do both sides lose?"
                await make_sure(desk, say(tr, en), yes=yes)
            return await client.tournaments.decide(found.tournament, len(found.rounds) - 1, encounter - 1, lost)

        run(shown.shown_after(desk, ask))

    @app.command(help=say("Bir maça ceza satırı yazar.", "Writes a line of penalty points into a match."))
    def rule(
        name: Annotated[str, _name(desk)],
        match: Annotated[
            str, typer.Argument(metavar=say("MAÇ", "MATCH"), help=say("Adı: matches/…", "Its name: matches/…"))
        ],
        entrant: Annotated[str, typer.Argument(metavar=say("KATILAN", "ENTRANT"), help=who)],
        points: Annotated[int, typer.Argument(metavar=say("PUAN", "POINTS"), help=say("Ceza puanı", "Penalty points"))],
        reason: Annotated[str, typer.Argument(metavar=say("GEREKÇE", "REASON"), help=say("Neden", "Why"))],
    ) -> None:
        async def ask(client: Client) -> pb.Tournament:
            found = await client.tournaments.get(shown.tournament_name(name))
            number = shown.entrant_number(desk, found, entrant)
            return await client.tournaments.rule(found.tournament, match_name(match), number, points, reason)

        run(shown.shown_after(desk, ask))
