"""Who is signed in on this machine."""

import os
import sys

import typer

from kiraathane_client.cli.desk import Desk, ExpectedFailure
from kiraathane_client.session import Session

PASSWORD_VARIABLE = "KIRAATHANE_PASSWORD"  # noqa: S105  (the name, not the thing)


def ask_password(desk: Desk, *, twice: bool = False) -> str:
    """A password from the environment, or typed unseen; never from the command line, which others can see."""
    given = os.environ.get(PASSWORD_VARIABLE)
    if given:
        return given
    if not sys.stdin.isatty():
        tr = f"Parola uçbirimde yazılır ya da {PASSWORD_VARIABLE} ile verilir."
        raise ExpectedFailure(desk.say(tr, f"A password is typed at a terminal, or given in {PASSWORD_VARIABLE}."))
    typed: str = typer.prompt(desk.say("Parola", "Password"), hide_input=True)
    if twice and typed != typer.prompt(desk.say("Bir daha", "Once more"), hide_input=True):
        raise ExpectedFailure(desk.say("İki parola aynı değil.", "The two passwords differ."))
    return typed


async def login(desk: Desk, user: str, password: str) -> None:
    """Signs in to an account."""
    async with desk.client() as client:
        _greet(desk, await client.sign_in(user, password))


async def guest(desk: Desk, name: str) -> None:
    """Signs in a guest."""
    async with desk.client() as client:
        _greet(desk, await client.sign_in_guest(name))


async def register(desk: Desk, user: str, password: str, name: str) -> None:
    """Opens an account."""
    async with desk.client() as client:
        _greet(desk, await client.register(user, password, name))


async def logout(desk: Desk) -> None:
    """Signs out."""
    async with desk.client() as client:
        await client.sign_out()
    desk.out.print(desk.say("Çıkış yapıldı.", "Signed out."))


async def whoami(desk: Desk) -> None:
    """Says who is signed in."""
    async with desk.client() as client:
        if client.session is None:
            desk.out.print(desk.say("Kimse giriş yapmamış.", "Nobody is signed in."))
            return
        player = await client.player()
        kind = desk.say("misafir", "guest") if client.session.guest else desk.say("üye", "account")
        desk.out.print(f"{player.display_name} ({kind}, {player.player}) @ {client.address}")


def _greet(desk: Desk, session: Session) -> None:
    desk.out.print(desk.say(f"Hoş geldiniz, {session.display_name}.", f"Welcome, {session.display_name}."))
