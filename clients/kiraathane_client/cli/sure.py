"""Asking before something is done that cannot be undone."""

from kiraathane_client.cli.desk import Desk, ExpectedFailure, Gone
from kiraathane_client.cli.prompt import YES, NoMoreLines, prompt_of
from kiraathane_client.terminal import folded


async def make_sure(desk: Desk, question: str, *, yes: bool) -> None:
    """Goes on after a yes, given beforehand or at the terminal.

    Raises `Gone` after any other answer, `ExpectedFailure` where there is nobody to ask.
    """
    if yes:
        return
    if not desk.interactive:
        raise ExpectedFailure(f"{question} {desk.say('Eminseniz --yes ekleyin.', 'If so, add --yes.')}")
    try:
        answer = await prompt_of(desk).line(f"{question} ({desk.say('e/h', 'y/n')}) ", lambda _: (), str)
    except NoMoreLines:
        answer = ""
    if folded(answer) not in YES:
        raise Gone(desk.say("Hiçbir şey yapılmadı.", "Nothing was done."))
