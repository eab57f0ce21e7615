"""Things that a person names by words: a game, a match of the library or a file, a command."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

import gipf_meta as gm
from gipf_meta.commands.parser import BadArguments
from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import UnknownGame, installed_plugins
from gipf_meta.protocol.options import read_options
from gipf_meta.records.record_files import save
from gipf_meta.records.text_formats import read_games
from gipf_meta.records.writer import to_record
from tests.small_games.wager import Wager
from tests.specimens import find_specimens

Said = Callable[..., tuple[int, str, str]]


def kept(turns: str, game: str = "zertz") -> Match:
    match = Match.begin(installed_plugins().games[game](), 2, installed_plugins().find, 1)
    return match.play(turns)


# ---- a match of the library or a file ------------------------------------------------------------


@pytest.fixture
def two(said: Said, tmp_path: Path) -> dict[str, str]:
    """Match 1 of the library, and another one in a file called 1; the same in plain files."""
    library_match, file_match = (to_record(kept(turn)) for turn in ("Wd4,a1", "Bg1,a1"))
    with Library() as library:
        library.add(library_match)
    for record, name in ((library_match, "kept.json"), (file_match, "filed.json")):
        save(record, tmp_path / name)
    (tmp_path / "1").write_bytes((tmp_path / "filed.json").read_bytes())
    return {"1": "kept.json", "./1": "filed.json"}


@pytest.mark.parametrize(
    "command",
    [
        ("replay",),
        ("review", "--nodes", "1"),
        ("render", "-o", "-"),
        ("resume", "--plain"),
        ("study", "--plain"),
    ],
    ids=lambda command: command[0],
)
def test_a_number_is_a_match_of_the_library_and_what_has_a_slash_a_file_in_every_command(
    command: tuple[str, ...], said: Said, two: dict[str, str]
) -> None:
    name, *more = command

    def beginning(given: str) -> list[str]:
        status, out, err = said(name, given, *more, typed="quit\n")
        assert (status, err) == (0, "")
        return out.splitlines()[:12]

    assert beginning("1") != beginning("./1")
    for given, plain in two.items():
        assert beginning(given) == beginning(plain)


@pytest.mark.parametrize("command", ["replay", "review", "resume", "study", "render"])
def test_a_match_that_the_library_has_not_is_refused_in_one_sentence(
    command: str, said: Said
) -> None:
    more = ("-o", "-") if command == "render" else ()
    status, _out, err = said(command, "17", *more)
    assert (status, err) == (2, "gipf-meta: There is no match 17 in the library: it is empty.\n")


@pytest.mark.parametrize("more", [("--nth", "2"), ("--game", "zertz")])
def test_what_is_for_files_is_refused_with_a_match_of_the_library(
    more: tuple[str, ...], said: Said, two: dict[str, str]
) -> None:
    status, _out, err = said("replay", "1", *more)
    assert (status, "--game and --nth are for files" in err) == (2, True)


# ---- a command -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (("plya", "zertz"), "play"),
        (("PLAY", "zertz"), "play"),
        (("replya", "1"), "replay"),
        (("library", "lsit"), "list"),
    ],
)
def test_a_command_that_is_mistyped_is_told_the_nearest(
    words: tuple[str, ...], near: str, said: Said
) -> None:
    status, out, err = said(*words)
    assert (status, out) == (2, "")
    assert err.startswith("gipf-meta: There is no command ")
    assert f" Did you mean {near}? " in err
    assert "--help" in err
    assert err.count("\n") == 1


def test_a_command_that_is_like_none_is_told_where_they_are(said: Said) -> None:
    assert said("xyzzy")[2] == (
        "gipf-meta: There is no command 'xyzzy'. The commands: gipf-meta --help.\n"
    )
    assert issubclass(BadArguments, gm.GipfMetaError)


# ---- a game --------------------------------------------------------------------------------------

GAMES = installed_plugins().games


def ways_to_write(game: str) -> list[str]:
    """The ways in which people write the id and the title of a *game*."""
    written = (game, GAMES[game].title)
    ways = [form(each) for each in written for form in (str, str.upper, str.lower, str.title)]
    both = [unicodedata.normalize(form, each) for each in ways for form in ("NFC", "NFD")]
    return [*dict.fromkeys(both)]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_id_and_title_name_a_game_in_whatever_case_with_accents_or_without(game: str) -> None:
    found = [installed_plugins().find_typed(words).id for words in ways_to_write(game)]
    assert found == [game] * len(found)


def test_a_path_is_no_name_of_a_game() -> None:
    for words in ("./zertz", "zertz.json", "~/zertz", r".\zertz", "/zertz"):
        with pytest.raises(UnknownGame):
            installed_plugins().find_typed(words)


@pytest.mark.needs("zertz")
def test_a_title_with_an_accent_names_a_game_wherever_one_is_named(
    said: Said, tmp_path: Path
) -> None:
    named, two = "zèrtz", ("--seats", "human", "human")
    assert said("play", named, "--plain", *two, typed="Wd4,a1\nquit\n")[0] == 0
    assert said("legal", named)[1] == said("legal", "zertz")[1]
    assert said("learn", named)[1] == said("learn", "zertz")[1]
    assert said("library", "list", "--game", named)[1] == said("library", "list")[1] != ""
    assert said("render", "--game", named, "-o", "-")[1].startswith("<svg")
    (tmp_path / "sheet.txt").write_text("1. Wd4,a1\n")
    assert "Wd4,a1" in said("replay", "sheet.txt", "--game", named)[1]
    assert gm.new_match(named).game.id == "zertz"
    sheet = f'[Game "{named}"]\n\n1. Wd4,a1\n'
    (found,) = read_games(sheet, installed_plugins().all_readers(), installed_plugins().find)
    assert not isinstance(found, Exception)
    assert found.record.game == "zertz"
    assert read_options(Wager, ["duel=ZÈRTZ"], installed_plugins().find)["duel"] == "zertz"
    match = Match.begin(Wager(duel="die"), 2, installed_plugins().find, 1)
    for decision in ("claim", "challenge"):
        match = match.play(decision)
    assert match.with_duel("Zèrtz").top.game.id == "zertz"
    with pytest.raises(UnknownGame, match="Did you mean zertz"):
        gm.new_match("zèrzt")


# ---- a match that nobody has played --------------------------------------------------------------


@pytest.mark.parametrize("game", find_specimens())
def test_a_match_in_which_nobody_has_decided_anything_is_not_kept_whatever_luck_has_drawn(
    game: str, said: Said
) -> None:
    seats = ("--seats", "human", "human")
    assert said("play", game, "--plain", *seats, "--seed", "1", typed="quit\n")[0] == 0
    assert said("library", "list")[1] == "No match.\n"
