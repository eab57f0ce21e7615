"""The fenced blocks of a document: its commands, what they print, and what is left to people.

Blocks are marked by their first line, as tests/docs/test_docs.py explains.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

BY_HAND: Final = {
    r"make ": "builds or runs what stands in a clone",
    r"(pipx|uvx|uv tool|pip install|podman) ": "installs the program or runs it from elsewhere",
    r"gipf-meta .*(my_engine|prima\.py)|cc ": "needs an engine of yours",
    r"cd examples/learner|python .*learner\.py|.*weights\.npz": "trains a network: minutes",
    r"gipf-meta (play|resume) ": "a person plays, in a terminal",
    r"gipf-meta host|    --(origin|mail)|export GIPF_META_": (
        "serves until it is stopped, or needs its database"
    ),
    r"gipf-meta join": "asks the hosts where somebody has been",
    r"gipf-meta train ": "learns for an hour",
    r"python -m build|twine |pybabel ": "publishes or translates a plugin of yours",
    r"python .*room_bot\.py ": "needs a room at a host",
}
"""The commands that are left to people, each with the reason."""


def reason_by_hand(command: str) -> str:
    """The reason why a *command* is left to people; ``""`` for one that a program can run."""
    return next((why for start, why in BY_HAND.items() if re.match(start, command)), "")


class Command(NamedTuple):
    """A command of a document, at a line; *output* is ``None`` where any output is right."""

    line: int
    text: str
    output: list[str] | None
    exit_status: int


def blocks(document: str) -> Iterator[tuple[str, int, list[str]]]:
    """The fenced blocks of a text: mark, number of their first line, lines."""
    mark: str | None = None
    first, lines = 0, []
    for number, line in enumerate(document.splitlines(), 1):
        if not line.startswith("```"):
            lines.append(line)
        elif mark is None:
            mark, first, lines = line.removeprefix("```").strip(), number + 1, []
        else:
            yield mark, first, [*lines]
            mark = None
    assert mark is None, f"the block before line {first} is never closed"


def commands(document: str) -> list[Command]:
    """The commands of *document* that are to be run, in order."""
    found: list[Command] = []
    for mark, first, lines in blocks(document):
        for number, line in enumerate(lines, first):
            if mark == "console" and not line.startswith("$ "):
                assert found, f"line {number}: output before the first command"
                if line or found[-1].output:
                    last = found.pop()
                    found.append(last._replace(output=[*(last.output or []), line]))
            elif mark in ("console", "sh") and line:
                text, status = line.removeprefix("$ "), 0
                if match := re.search(r"\s+# exit status (\d+)$", text):
                    text, status = text[: match.start()], int(match[1])
                found.append(Command(number, text, None, status))
    return found


def by_hand(document: str) -> list[str]:
    """The lines of *document* that people run by hand."""
    return [
        line
        for mark, _, lines in blocks(document)
        if mark == "sh by-hand"
        for line in lines
        if line
    ]


def fits(expected: list[str], printed: str) -> bool:
    """Whether *printed* is the *expected* lines; ``…`` alone on a line is any number of lines."""
    lines = "\n".join(expected).rstrip().splitlines()
    wanted = "".join("(?:.*\n)*?" if line == "…" else f"{re.escape(line)} *\n" for line in lines)
    return re.fullmatch(wanted, f"{printed.rstrip()}\n") is not None
