"""Ids are ASCII and compared without case; an error names the input that it means."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import Field

import gipf_meta as gm
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import PluginError, check_game, load_plugins
from tests.base import test_sentences
from tests.commands import test_cli
from tests.commands.test_cli import Command, refused
from tests.plugins.test_loading import plugin
from tests.small_games.wager import Wager

gipf_meta = test_cli.gipf_meta
install = test_sentences.install


@pytest.mark.parametrize(
    "words",
    [
        "play ZERTZ --set BOARD=48 --seats Greedy RANDOM --seed 1",
        "play zertz --set Variant=blitz --seats Human HUMAN",
        "perft ZERTZ 1 --set BoaRD=37",
        "bench DIE --seconds 0.01",
        "play gipf --set Zertz_Duel=TAMSK --set zertz_duel.start=PLACEMENT --set variant=Standard",
        "play gipf --set challenge_kinds=ZERTZ",
        "play zatre --set START=Fixed --set teams=OFF",
        "learn GIPF",
        "learn Gipf BASIC --plain",
        "render --game Tamsk -o -",
        "arena DIE --bots RANDOM Greedy --games 2",
    ],
)
def test_an_id_may_be_typed_in_capitals(gipf_meta: Command, words: str) -> None:
    done = gipf_meta(*words.split(), typed="quit\n")
    assert not done.err.startswith("gipf-meta: "), done.err


def test_a_match_keeps_the_ids_as_they_are_written(gipf_meta: Command) -> None:
    gipf_meta("play", "ZERTZ", "--set", "BOARD=48", "--seats", "GREEDY:500", "RANDOM")
    with Library() as library:
        record = library.record(1)
    assert (record.game, record.options["board"]) == ("zertz", 48)
    assert [seat.player for seat in record.people] == ["greedy:500", "random"]
    assert ": " in gipf_meta("library", "list", "--game", "ZERTZ").out
    assert gm.bot("GREEDY") == gm.bot("greedy")
    assert gm.new_match("ZERTZ").game == gm.new_match("zertz").game


@pytest.mark.parametrize(
    "words",
    [
        "learn gipf ba\N{LATIN SMALL LETTER LONG S}ic",
        "play zertz --set var\N{LATIN SMALL LETTER DOTLESS I}ant=blitz",
        "play zertz --seats random greed\N{LATIN SMALL LETTER Y WITH DIAERESIS}",
        "play zertz --seats human h\N{LATIN SMALL LETTER U WITH MACRON}man",
    ],
)
def test_a_word_that_is_not_ascii_is_no_id(gipf_meta: Command, words: str) -> None:
    refused(gipf_meta(*words.split()))


def test_an_option_typed_in_two_cases_is_given_twice(gipf_meta: Command) -> None:
    done = gipf_meta(*["play", "zertz", "--set", "board=48", "--set", "BOARD=37"])
    assert refused(done) == "The option board is given twice."


COMBINED = ["play", "gipf", "--set=variant=basic", "--set=zertz_potentials=2"]
COMBINED += ["--set=challenges_enabled=on"]


@pytest.mark.parametrize(
    ("settings", "inner"),
    [
        (["zertz_duel.BOARD=48"], {"board": "48"}),
        (["ZERTZ_duel.Board=48", "zertz_DUEL.Variant=blitz"], {"board": "48", "variant": "blitz"}),
        (["zertz_duel.LEVEL=2", "zertz_duel=tamsk"], {"level": "2"}),
        (["TAMSK_duel.Level=2"], {"level": "2"}),
    ],
)
def test_an_option_of_a_duel_may_be_typed_in_capitals(
    gipf_meta: Command, settings: list[str], inner: dict[str, str]
) -> None:
    moves = "Za1-b2\ni5-h5\nquit\n"
    done = gipf_meta(*COMBINED, *(f"--set={each}" for each in settings), typed=moves)
    assert not done.err.startswith("gipf-meta: "), done.err
    with Library() as library:
        options = library.record(1).options
    name = "tamsk_duel_options" if "TAMSK" in settings[0] else "zertz_duel_options"
    assert options[name] == inner


def test_an_option_of_a_duel_typed_in_two_cases_is_given_twice(gipf_meta: Command) -> None:
    done = gipf_meta(*COMBINED, "--set=zertz_duel.board=48", "--set=Zertz_duel.BOARD=37")
    assert refused(done) == "The option zertz_duel.board is given twice."
    done = gipf_meta(*COMBINED, "--set=zertz_duel.LEVEL=1")
    assert refused(done).startswith("ZÈRTZ has no option LEVEL.")


def test_another_game_for_a_duel_may_be_typed_in_capitals(gipf_meta: Command) -> None:
    match = gm.new_match("gipf", variant="basic", zertz_potentials=2, challenges_enabled="on")
    for move in ("Za1-b2", "i5-h5", "Zb2^", "challenge"):
        match = match.play(move)
    assert match.with_duel("DIE").game == match.with_duel("die").game
    assert match.with_duel("Die").game.id == "die"
    assert match.with_duel("\N{LATIN CAPITAL LETTER D WITH CARON}ie").game.id == "die"
    with pytest.raises(gm.DuelUnavailable):
        match.with_duel("d\N{LATIN SMALL LETTER DOTLESS I}e")


def test_of_two_plugins_whose_names_differ_in_case_the_second_is_a_line_of_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Other(Wager):
        id = "other"

    points = [plugin(monkeypatch, "wager", [Wager]), plugin(monkeypatch, "WAGER", [Other])]
    installed = load_plugins(points)
    (first, second) = installed.plugins
    assert not first.fault
    assert second.fault.startswith("Another plugin of that name was loaded")
    assert len(installed.games) == 1


def test_a_plugin_whose_name_is_not_ascii_is_a_line_of_fault(
    gipf_meta: Command, install: Callable[..., None]
) -> None:
    install(name="w\N{LATIN SMALL LETTER A WITH ACUTE}ger")
    assert "NOT USED: The name of a plugin is written in ASCII letters." in gipf_meta("plugins").out


@pytest.mark.parametrize("name", ["GOAL", "zíl"])
def test_a_game_whose_options_are_not_told_apart_is_refused(name: str) -> None:
    class Alike(Wager):
        again: int = Field(3, alias=name, description="Another goal.")

    with pytest.raises(PluginError, match="options of wager"):
        check_game(Alike)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("render --game zertz --position foo -o -", "--position"),
        ("perft zertz 1 --position foo", "--position"),
        ("analyse zertz --position foo", "--position"),
        ("check zertz --games 0", "--games"),
        ("bench zertz --seconds 0", "--seconds"),
        ("arena zertz --bots random greedy --games 2 --limit nan", "--limit"),
        ("render --game zertz -o x.png --width 1", "--width"),
        ("play zertz --set board=7", "board=7"),
        ("play zertz --seats random nobody", "'nobody'"),
        ("replay missing.json", "missing.json"),
        ("library import missing.json", "missing.json"),
        ("library export 7 x.json", "7"),
        ("play zertz --seed x", "--seed"),
        ("play zertz --clock x", "--clock"),
        ("play zertz --clock 5m --duel-clock x", "--duel-clock"),
        ("play zertz --duel-clock 5m", "give the clock of the match, too"),
    ],
)
def test_an_error_names_the_input_it_means(gipf_meta: Command, words: str, meant: str) -> None:
    assert meant in refused(gipf_meta(*words.split()))


def test_an_error_of_the_system_names_the_file(
    gipf_meta: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail() -> None:
        raise PermissionError(13, "Permission denied", str(tmp_path / "settings"))

    monkeypatch.setattr("gipf_meta.cli.load_settings", fail)
    assert refused(gipf_meta("games")) == f"{tmp_path / 'settings'}: Permission denied."
