"""Words that have no meaning where they stand are told with those that were perhaps meant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gipf_meta import cli
from gipf_meta.cli import program

Said = Callable[..., tuple[int, str, str]]


def refused(done: tuple[int, str, str]) -> str:
    """The one sentence on standard error with which a command is refused."""
    status, out, err = done
    assert (status, out, err.count("\n")) == (2, "", 1)
    return err.removeprefix("gipf-meta: ").rstrip()


@pytest.mark.needs("zertz", "gipf")
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("export", "library export"),
        ("lsit", "library list"),
        ("backup", "host backup"),
        ("gipf", "play gipf"),
        ("ZÈRTZ", "play zertz"),
        ("zert", "play zertz"),
        ("match.json", "replay match.json"),
        ("repaly", "replay"),
        ("help", "--help"),
    ],
)
def test_what_is_no_command_is_told_the_command_that_was_meant(
    typed: str, meant: str, said: Said, tmp_path: Path
) -> None:
    (tmp_path / "match.json").touch()
    assert refused(said(typed)) == (
        f"There is no command {typed!r}. Did you mean {meant}? The commands: gipf-meta --help."
    )


@pytest.mark.needs("zertz")
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("play zertz --seatz human easy", "no option --seatz. Did you mean --seats?"),
        ("play zertz --varaint=blitz", "no option --varaint. Did you mean --set variant=…?"),
        ("play zertz --board 37", "no option --board. Did you mean --set board=…?"),
        ("library show 1 --bords", "no option --bords. Did you mean --boards? The options:"),
        ("--plian play zertz", "no option --plian. Did you mean --plain?"),
        (
            "--sed 5 play zertz",
            "no option --sed. Did you mean --seed? The options:",
        ),
        (
            "play --hepl",
            "no option --hepl. Did you mean --help? The options:",
        ),
        ("play --seat human", "The following arguments are required: GAME"),
        ("games --xyzzy", "no option --xyzzy. The options: gipf-meta games --help."),
        ("play zertz nonsense", "Unrecognized arguments: nonsense; see gipf-meta play --help."),
    ],
)
def test_what_is_no_option_is_told_the_option_that_was_meant(
    typed: str, sentence: str, said: Said
) -> None:
    assert sentence in refused(said(*typed.split()))


@pytest.mark.parametrize(
    "typed",
    [
        "play zertz --set board=37 variant=blitz",
        "play --set board=37 variant=blitz zertz",
        "perft zertz 1 --set board=37 variant=blitz",
        "playthrough zertz --set board=37 variant=blitz",
    ],
)
def test_a_setting_behind_another_one_is_told_to_have_its_own_set(typed: str, said: Said) -> None:
    assert refused(said(*typed.split())) == (
        "Write --set before each setting, as --set board=37 --set variant=blitz."
    )


@pytest.mark.needs("zertz")
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            "play zertz --seats human,easy",
            "write a space between, and no comma: human easy;",
        ),
        ("play zertz --seats human, easy", "--seats: write a space between, and no comma: human;"),
        (
            "arena zertz --bots easy,medium",
            "write a space between, and no comma: easy medium;",
        ),
        ("play zertz --names Ann,Bob", "Write a space between them, and no comma."),
        ("play zertz --players human,easy", "who plays is told by --seats human easy;"),
        ("play zertz --players human easy", "who plays is told by --seats human easy;"),
        ("arena zertz --players easy medium --bots x", "is told by --bots easy medium;"),
    ],
)
def test_players_with_a_comma_are_told_to_stand_apart(
    typed: str, sentence: str, said: Said
) -> None:
    assert sentence in refused(said(*typed.split()))


def test_the_command_of_an_engine_may_have_commas() -> None:
    typed = ("play", "zertz", "--seats", "human", "engine:program a,b")
    assert program().parse_args(typed).seats == ["human", "engine:program a,b"]


@pytest.mark.needs("zertz")
def test_a_bot_that_is_mistyped_is_told_the_nearest(said: Said) -> None:
    assert refused(said("play", "zertz", "--seats", "humna", "easy")).endswith("mean human?")
    bots = ("--bots", "eays", "hard")
    assert refused(said("arena", "zertz", *bots)).endswith(" Did you mean easy?")


def test_files_that_are_not_there_are_told_the_nearest(said: Said, tmp_path: Path) -> None:
    (tmp_path / "match.json").touch()
    (tmp_path / "my_game.py").touch()
    assert "Did you mean match.json?" in refused(said("replay", "mach.json"))
    for words in (("check", "my_gmae.py"), ("--with", "my_gmae.py", "games")):
        assert "Did you mean my_game.py?" in refused(said(*words))
    assert refused(said("check", "nothing.py")) == (
        "nothing.py cannot be read: No such file or directory. gipf-meta games lists the games"
        " that have a name."
    )


def test_library_calls_its_commands_commands(said: Said) -> None:
    assert refused(said("library")) == (
        "gipf-meta library needs a command: list, show, export, import, delete, verify, stats."
    )
    library = program().commands()["library"]
    for told in (library.format_short_help(), library.format_help()):
        assert "commands:" in told
        assert "question" not in told.lower()


# ---- seeds ---------------------------------------------------------------------------------------


@pytest.mark.needs("zertz")
@pytest.mark.parametrize(
    "command",
    [
        "arena zertz --bots random greedy --games 2 --json",
        "analyse zertz --nodes 50 --json",
        "demo --json",
        "check die --games 2 --law nothing",
    ],
)
def test_a_seed_before_a_command_holds_as_behind_it(command: str) -> None:
    words = command.split()
    given = (("--seed", "5", *words), (*words, "--seed", "5"))
    assert [cli._read_arguments(each).seed for each in given] == [5, 5]


@pytest.mark.parametrize(
    ("command", "usual"),
    [("arena zertz --bots a b", 1), ("analyse zertz", 0), ("demo", 18), ("check die", None)],
)
def test_without_a_seed_a_command_has_its_own(command: str, usual: int | None) -> None:
    assert cli._read_arguments(command.split()).seed == usual


def test_a_seed_before_a_command_without_chance_is_refused(said: Said) -> None:
    assert refused(said("--seed", "5", "games")) == (
        "gipf-meta games draws nothing from a seed; leave --seed out."
    )
