"""Reading an edited line from a terminal: history, and completion by Tab."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.patch_stdout import patch_stdout

from kiraathane_client.cli.prompt import Complete, NoMoreLines, Prompt


class EditedLines(Prompt):
    """A terminal."""

    def __init__(self, *, color: bool) -> None:
        self._session: PromptSession[str] = PromptSession(
            complete_while_typing=False,
            color_depth=None if color else ColorDepth.DEPTH_1_BIT,
            interrupt_exception=NoMoreLines,
            eof_exception=NoMoreLines,
        )
        self._typed = ""

    def put_back(self, line: str) -> None:
        self._typed = line

    async def line(self, mark: str, complete: Complete, beside: Callable[[], str]) -> str:
        typed, self._typed = self._typed, ""
        try:
            return await self._session.prompt_async(
                mark, completer=_Whole(complete), rprompt=beside, refresh_interval=1.0, default=typed
            )
        except asyncio.CancelledError:
            self._typed = self._session.default_buffer.text
            raise

    def above(self) -> AbstractContextManager[None]:
        return patch_stdout(raw=True)


class _Whole(Completer):
    """Completes the whole line."""

    def __init__(self, complete: Complete) -> None:
        self._complete = complete

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
        typed = document.text_before_cursor
        for found in self._complete(typed):
            yield Completion(found, start_position=-len(typed))
