"""The command speaks one language at a time: its help, its complaints, and every sentence in its source."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer.main

from kiraathane_client.cli.app import build
from kiraathane_client.cli.desk import Desk
from kiraathane_client.cli.main import run
from kiraathane_client.cli.usage import told
from kiraathane_client.cli.verdict import in_words

ROOT = Path(__file__).parent.parent.parent
SOURCES = (ROOT / "clients" / "kiraathane_client", ROOT / "services")
TURKISH_LETTERS = re.compile(r"[çğışöüÇĞİŞÖÜ]")
NAMES = {"kıraathane", "pişti", "satranç", "rıfkı", "eşli"}
"""Turkish words that are names in English sentences."""
OF_TYPER = (
    *("usage", "options", "arguments", "commands", "show", "this", "message", "exit", "required", "default", "range"),
    *(
        "str",
        "int",
        "float",
        "missing",
        "error",
        "invalid",
        "argument",
        "option",
        "try",
        "for",
        "help",
        "such",
        "command",
    ),
)
"""What typer would say by itself."""
ENGLISH = {"the", "a", "of", "to", "and", "or", "is", "are", "was", "not", "with", "for", "you", "your", "this"}
TURKISH = {"ve", "bir", "bu", "için", "ile", "değil", "yok", "olmaz", "siz", "sizi", "size", "daha", "ya", "da"}
"""Words that no sentence of the other language has."""

Pair = tuple[str, str, str]


def words(text: str) -> set[str]:
    """The words of a text, without what is typed as it is: options, choices, resource names, variables, files."""
    text = re.sub(
        r"--?[a-z][\w-]*|<[^>]*\|[^>]*>|\b[a-z]+/[\w…-]*|KIRAATHANE_\w+|\bK=V\b|\w+=\w*|«[^»]*»|“[^”]*”|Elli Bir",
        " ",
        text,
    )
    return set(re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text.casefold().replace("i̇", "i")))


def literal(node: ast.expr, filled: str = " ") -> str | None:
    """A text as it stands in the source, with `filled` for what is filled in; None for what is no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else filled for part in node.values)  # type: ignore[misc]
    return None


@cache
def pairs() -> tuple[Pair, ...]:
    """Every text that stands in the source in both languages, and where."""
    return tuple(pair for folder in SOURCES for file in sorted(folder.rglob("*.py")) for pair in pairs_of(file))


def pairs_of(file: Path) -> Iterator[Pair]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        found: tuple[ast.expr, ...] = ()
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            keywords = {keyword.arg: keyword.value for keyword in node.keywords}
            if name == "say" and len(node.args) == 2:
                found = tuple(node.args)
            elif name == "Labels" and {"tr", "en"} <= set(keywords):
                found = keywords["tr"], keywords["en"]
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple) and len(node.value.elts) == 2:
            target = node.targets[0]
            if isinstance(target, ast.Tuple) and [getattr(one, "id", "") for one in target.elts] == ["tr", "en"]:
                found = tuple(node.value.elts)
        texts = [literal(one) for one in found]
        if len(texts) == 2 and texts[0] is not None and texts[1] is not None:
            yield f"{file.relative_to(ROOT)}:{node.lineno}", texts[0], texts[1]


@cache
def vocabulary() -> tuple[frozenset[str], frozenset[str]]:
    """The words of the Turkish texts that no English one has, and the other way round, with typer's own."""
    turkish = frozenset().union(*(words(tr) for _, tr, _ in pairs()))
    english = frozenset().union(*(words(en) for _, _, en in pairs()), OF_TYPER)
    return turkish - english, english - turkish


def test_no_sentence_of_the_source_has_words_of_the_other_language() -> None:
    assert len(pairs()) > 700  # the source was read
    mixed = [where for where, tr, en in pairs() if words(tr) & ENGLISH or words(en) & TURKISH]
    foreign = [where for where, _, en in pairs() if {w for w in words(en) if TURKISH_LETTERS.search(w)} - NAMES]
    assert (mixed, foreign) == ([], [])


def commands() -> list[tuple[str, ...]]:
    """Every command and group, by its words."""

    def below(command: object, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        yield path
        for name, one in getattr(command, "commands", {}).items():
            yield from below(one, (*path, name))

    return list(below(typer.main.get_command(build(Desk("tr"))), ()))


@pytest.mark.parametrize("command", commands(), ids=lambda path: " ".join(path) or "kiraathane")
def test_help_is_in_one_language(command: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    named = {"kiraathane", *(word for path in commands() for word in path)}
    turkish, english = vocabulary()
    for lang, others in (("tr", english), ("en", turkish)):
        assert run([*command, "--help", "--lang", lang]) == 0
        page = capsys.readouterr().out
        assert (words(page) - named) & others == set(), page
        assert all(len(line) <= 80 for line in page.splitlines())


WRONG = [
    "play",
    "table",
    "nothing",
    "plya",
    "play tavla --bogus",
    "play tavla --bo",
    "play tavla --bot",
    "play tavla pisti",
    "play tavla --people=1",
    "moderation suspend a b c",
    "moderation suspend a 0 c",
    "demo --matches many",
    "demo --matches 300",
    "evening --minutes none",
    "tournament new a tavla --format league",
    "substitute t x",
]


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_command_line_is_told_in_one_language(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    named = {"kiraathane", *(word for path in commands() for word in path), *line.split()}
    turkish, english = vocabulary()
    for lang, others in (("tr", english), ("en", turkish)):
        assert run([*line.split(), "--lang", lang]) == 2
        said = capsys.readouterr()
        assert (words(said.err) - named) & others == set(), said.err
        assert said.err.strip()
        assert said.out == ""


def test_what_nobody_has_words_for_is_told_all_the_same() -> None:
    assert told(Desk("tr"), "Something new in typer.") == "Komut satırı anlaşılamadı."
    assert told(Desk("en"), "Something new in typer.") == "The command line cannot be read."


def kernels_problems() -> list[str]:
    """Everything that the kernel can say of a record that does not fit, with 7 where something is filled in."""
    source = (ROOT / "services" / "kernel" / "record.py").read_text(encoding="utf-8")
    told = []
    for node in ast.walk(ast.parse(source)):
        name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if name in {"self.problems.append", "_Misfit"} and isinstance(node, ast.Call):
            text = literal(node.args[0], "7")
            told += [] if text is None else [text]
    return told


def test_what_does_not_fit_in_a_record_is_told_in_turkish_too() -> None:
    problems = kernels_problems()
    assert len(problems) >= 9
    generic = in_words(Desk("tr"), "something that nobody thought of", "tavla")
    for problem in problems:
        said = in_words(Desk("tr"), problem, "tavla")
        assert said != generic, problem
        assert not words(said) & ENGLISH
        assert in_words(Desk("en"), problem, "tavla") == problem


def test_why_a_match_ended_is_told_in_words_where_a_record_says_otherwise() -> None:
    said = in_words(Desk("tr"), "the match ended by borne_off, the record says resigned", "tavla")
    assert said == "maçın sonu: bütün pullar toplandı; tutanakta yazan: oyun terk edildi"


@pytest.mark.parametrize("lang", ["tr", "en"])
def test_a_file_that_cannot_be_read_is_told_in_one_language(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in (tmp_path / "none.json", tmp_path, tmp_path / "none.json" / "x"):
        assert run(["verify", str(file), "--lang", lang]) == 1
        said = capsys.readouterr().err.replace(str(tmp_path), "")
        assert not words(said) & (ENGLISH if lang == "tr" else TURKISH)
        assert not (lang == "tr" and "No such" in said)


PRINTING = {"print", "fail", "Text", "ExpectedFailure", "Gone", "prompt", "assemble"}
HELPING = {"help", "metavar", "title", "epilog"}
PLAIN = re.compile(r"[^\W\d_]{2,}")
SAME = {"kiraathane", "players", "matches", "tables", "sanctions", "reports", "tournaments"}
"""What is the same in both languages: the command itself, and what resources are called."""


def told_by(node: ast.Call) -> Iterator[ast.expr]:
    """The parts of a call that people will read."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in PRINTING:
        yield from node.args
    yield from (keyword.value for keyword in node.keywords if keyword.arg in HELPING)


def test_nothing_is_printed_that_is_in_no_language_at_all() -> None:
    """A literal that is handed to a printer or a help page without `say` is the same in both languages."""
    alone = []
    for file in sorted((SOURCES[0] / "cli").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for part in told_by(node) if isinstance(node, ast.Call) else ():
                text = literal(part)
                if text is not None and {w for w in PLAIN.findall(words_left(text)) if w not in SAME}:
                    alone.append(f"{file.name}:{node.lineno}: {text}")
    assert alone == []


def words_left(text: str) -> str:
    """A text without the commands that it tells to type."""
    return re.sub(r"kiraathane [a-z]+( -[-a-z]+)*| --?[a-z]+", " ", text)
