"""Numbers that are typed are read by one reader, the same wherever they are typed."""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gipf_meta.base.numbers import read_decimal, read_whole
from gipf_meta.cli import program, run
from gipf_meta.commands.parser import BadArguments
from gipf_meta.desk.library_list import _page
from gipf_meta.desk.requests import DeskError
from gipf_meta.duels.die import Die
from gipf_meta.protocol.game import MoveError

ROOT = Path(__file__).parents[2]
NO_NUMBERS = (
    "１２",
    "1_000",
    " 1 ",
    "1 ",
    "+1",
    "١٢",
    "²",
    "",
    "0x1",
    "1e3",
    "9" * 23,
    "nan",
    "--1",
)


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_spellings_of_numbers_that_only_python_reads_are_none(text: str) -> None:
    assert read_whole(text) is None
    if text != "9" * 23:
        assert read_decimal(text) is None


def test_numbers_are_read_within_their_limits() -> None:
    assert [read_whole(text) for text in ("0", "007", "12", "9" * 18)] == [0, 7, 12, 10**18 - 1]
    assert (read_whole("-1"), read_whole("-1", least=-1), read_whole("3", 1, 2)) == (None, -1, None)
    assert [read_decimal(text) for text in ("2", "0.5", ".5", "-3.", "1.2.3")] == [
        2.0, 0.5, 0.5, -3.0, None,
    ]  # fmt: skip


def _number_options() -> Iterator[tuple[str, argparse.ArgumentParser, argparse.Action]]:
    """Every argument of every command that takes a number."""
    rest = [("gipf-meta", program())]
    while rest:
        name, parser = rest.pop()
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                rest += [(f"{name} {each}", inner) for each, inner in action.choices.items()]
            elif action.metavar in ("N", "ID", "DEPTH", "PIXELS", "SECONDS", ("ELO0", "ELO1")) or (
                action.dest in ("seed", "seconds")
            ):
                yield name, parser, action


def test_every_argument_of_every_command_refuses_what_is_no_number() -> None:
    found = list(_number_options())
    assert len(found) > 35
    for name, parser, action in found:
        count = action.nargs if isinstance(action.nargs, int) else 1
        for text in NO_NUMBERS:
            try:
                parser._get_values(action, [text] * count)
            except (argparse.ArgumentError, BadArguments):
                continue
            pytest.fail(f"{name}, {action.dest}: {text!r} is read as a number")


def test_no_number_is_asked_for_that_nothing_is_done_with(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words in (["library", "list", "--most", "0"], ["perft", "zertz", "9" * 23]):
        assert run(words) == 2
        told = capsys.readouterr()
        assert not told.out
        assert "is no number from" in told.err


def test_prompts_and_pages_read_numbers_alike() -> None:
    die = Die()
    for text in ("１", "1_0", "²", "+1"):
        with pytest.raises(MoveError):
            die.parse_turn(die.start(2), text)
        with pytest.raises(DeskError):
            _page({"page": text})


def _sources() -> Iterator[Path]:
    for folder in ("gipf_meta", "plugins"):
        yield from sorted((ROOT / folder).rglob("*.py"))


KNOWN = {
    "gipf_meta/bots/engine_keeper.py": "what this program and the system say; it imports nothing",
    "gipf_meta/narration/answers.py": "[^\\W\\d_] is a letter",
    "gipf_meta/protocol/options.py": "how long a value may be, whatever its digits",
    "gipf_meta/tui/parts/word_pages.py": "the digits in names of seats",
    "gipf_meta/testing/pytest_plugin.py": "an option of pytest, for authors",
    "plugins/gipf/gipf_meta_gipf/testing/__main__.py": "a command for authors",
}


def test_nothing_else_reads_numbers_from_texts() -> None:
    """No ``type=int`` of argparse, no ``isdigit``, no ``\\d`` for digits of all scripts."""
    found = set()
    for path in _sources():
        text = path.read_text(encoding="utf-8")
        if not re.search(r"isdigit|isnumeric|isdecimal|type=(int|float)|\\d", text):
            continue
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.Attribute(attr="isdigit" | "isnumeric" | "isdecimal"):
                    pass
                case ast.keyword(arg="type", value=ast.Name("int" | "float")):
                    pass
                case ast.Call(func=ast.Attribute(value=ast.Name("re")), args=[first, *_]) if (
                    "\\d" in "".join(_constants(first)) and "re.ASCII" not in ast.unparse(node)
                ):
                    pass
                case _:
                    continue
            found.add(str(path.relative_to(ROOT)))
    assert found == KNOWN.keys()


def _constants(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value
