"""The helps of the program: the short one fits a terminal, the whole one leaves nothing out, and
their examples run."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gipf_meta.base.sentences import cells_of
from gipf_meta.base.texts import ENGLISH, speak
from gipf_meta.cli import program, run
from gipf_meta.commands.parser import BY_NAME, Parser
from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.record_files import save
from gipf_meta.records.writer import to_record
from tests.tiers import slow

Said = Callable[..., tuple[int, str, str]]

LINES, CELLS = 24, 80
"""The size of a terminal that the short help fits."""


def below(parser: Parser) -> Iterator[Parser]:
    """*parser*, and those of all its commands."""
    yield parser
    for each in parser.commands().values():
        yield from below(each)


COMMANDS = [each.prog.removeprefix("gipf-meta").strip() for each in below(program())]
EXAMPLES = [example for each in below(program()) for example in each.examples]


@pytest.fixture(params=[ENGLISH, "cs"])
def parsers(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[Parser]]:
    """The parsers of all commands, in each language, at a terminal of that size."""
    monkeypatch.setenv("COLUMNS", str(CELLS))
    speak(request.param)
    yield [*below(program())]
    speak(ENGLISH)


def test_each_short_help_fits_a_terminal_and_ends_with_an_example(parsers: list[Parser]) -> None:
    for parser in parsers:
        lines = parser.format_short_help().splitlines()
        assert len(lines) < LINES, f"{parser.prog}: a prompt stands below it, too"
        assert max(map(cells_of, lines)) <= CELLS, parser.prog
        assert any(parser.examples[0] in line for line in lines[-2:]), parser.prog


def test_each_whole_help_has_all_options_commands_and_examples(parsers: list[Parser]) -> None:
    for parser in parsers:
        help_ = parser.format_help()
        assert [word for word in parser.options() if f"{word}" not in help_] == []
        listed = [line.split()[0] for line in help_.splitlines() if line.startswith("  ")]
        assert {*parser.commands()} <= {*listed}
        assert help_.splitlines()[-len(parser.examples) :] == [
            f"  {each}" for each in parser.examples
        ]


def test_what_the_short_help_leaves_out_is_what_is_rare(parsers: list[Parser]) -> None:
    for parser in parsers[1:]:
        short = parser.format_short_help()
        rare = parser.rare._group_actions if "rare" in vars(parser) else []
        left_out = {word for each in rare for word in each.option_strings}
        for word in parser.options():
            assert (f"  {word}" in short or f", {word}" in short) != (word in left_out), word
        assert bool(rare) == (f"{parser.prog} --help" in short.splitlines()[-1])


def test_the_commands_of_the_program_stand_in_groups(parsers: list[Parser]) -> None:
    whole, *_commands = parsers
    rows = whole.format_short_help().splitlines()
    assert not any(row.endswith("…") for row in rows), "a text is cut"
    titles = {each.title for each in whole.commands().values()}
    assert "" not in titles
    assert {*BY_NAME} < titles
    for name in whole.commands():
        assert any(name in row.replace(",", " ").split() for row in rows), name


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The help that these *words* ask for."""
    with pytest.raises(SystemExit) as left:
        run(words)
    out, err = capsys.readouterr()
    assert (left.value.code, err) == (0, "")
    return out


@pytest.mark.parametrize("command", COMMANDS)
def test_h_is_short_and_help_is_whole(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    (parser,) = (each for each in below(program()) if each.prog == f"gipf-meta {command}".strip())
    assert printed(capsys, *command.split(), "-h") == parser.format_short_help()
    for word in ("--help", "--hel"):
        assert printed(capsys, *command.split(), word) == parser.format_help()


# ---- the examples --------------------------------------------------------------------------------


@pytest.mark.parametrize("example", dict.fromkeys(EXAMPLES))
def test_each_example_can_be_read(example: str) -> None:
    name, *words = shlex.split(example)
    assert name == "gipf-meta"
    assert program().parse_args(words)


WAITING = ("serve", "host", "join", "wait")
"""The commands that wait for others, and do not end."""
LONG = ("demo", "arena", "train", "engine-check", "check")
"""The commands that play whole games, of which only the short examples are run."""
SHORT = ("gipf-meta arena zertz --bots greedy random --games 4",)


def runs(example: str) -> bool:
    """Whether an *example* is run here: it waits for nobody, and takes no minutes."""
    command = shlex.split(example)[1]
    return command not in WAITING and (command not in LONG or example in SHORT)


@pytest.mark.needs("zertz", "gipf")
@pytest.mark.parametrize(
    "example", [*filter(runs, dict.fromkeys(EXAMPLES)), *slow("gipf-meta check die --games 5")]
)
def test_each_example_runs(example: str, said: Said, tmp_path: Path) -> None:
    installed = installed_plugins()
    match = Match.begin(installed.games["zertz"](), 2, installed.find, 1).play("Wd4,a1")
    save(to_record(match), tmp_path / "match.json")
    (tmp_path / "turns.txt").write_text("Wd4,a1\n")
    with Library() as library:
        for _number in range(3):
            library.add(to_record(match))
    if "export" in example:
        (tmp_path / "match.json").unlink()
    status, _out, err = said(*shlex.split(example)[1:], typed="quit\n")
    assert (status, err) == (0, "")
