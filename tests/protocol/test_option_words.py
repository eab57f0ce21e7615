"""Options and their values in words: the games' own words, translated, or their names."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.base.texts import speak
from gipf_meta.plugins.loading import PluginError, check_game, load_plugins
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.option_words import (
    all_words,
    option_title,
    possible_values,
    read_seconds,
    value_words,
    write_seconds,
)
from gipf_meta.protocol.options import OptionError, configure, options_of
from tests.specimens import bundled_games
from tests.testing.broken.sound import Nim

GAMES = load_plugins().games
OWN = [*bundled_games().values(), GAMES["die"]]


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.id)
def test_every_option_and_value_has_words(game: type[AnyGame]) -> None:
    schema = game.model_json_schema().get("properties", {})
    for option in options_of(game):
        assert all_words(game).get(option), option
        for value in possible_values(schema.get(option, {})):
            if value not in ("on", "off", ""):
                assert all_words(game).get(f"{option}={value}"), f"{option}={value}"
    assert len({option_title(game, option) for option in options_of(game)}) >= (
        len(options_of(game)) - 1
    )


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.id)
def test_words_are_those_of_options_and_of_values_that_are_taken(game: type[AnyGame]) -> None:
    for key in all_words(game):
        option, _equals, value = key.partition("=")
        assert option in options_of(game)
        if value:
            try:
                configure(game, {option: value})
            except OptionError as error:
                raise AssertionError(key) from error


def test_words_are_translated() -> None:
    speak("cs")
    try:
        assert option_title(GAMES["zertz"], "variant") == "varianta"
        assert value_words(GAMES["zertz"], "board", "61") == "61 kroužků"
        assert value_words(GAMES["tamsk"], "claim", "on") == "zapnuto"
    finally:
        speak("en")


def test_a_game_that_says_nothing_has_the_names_of_its_options() -> None:
    assert option_title(Nim, "last_wins") == "last wins"
    assert value_words(Nim, "size", "5") == "5"
    assert value_words(Nim, "size", "") == "as usual"


@pytest.mark.parametrize("name", ["option_words", "end_words"])
@pytest.mark.parametrize("words", [5, {"size": 5}, {"size": "a\x1b[31m"}, {3: "three"}])
def test_words_that_are_no_words_set_the_game_aside(
    name: str, words: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Nim, name, words)
    with pytest.raises(PluginError, match=name):
        check_game(Nim)


@pytest.mark.parametrize(
    ("seconds", "ms"), [("180 s", "180000"), ("2.5 s", "2500"), ("0.001 s", "1"), ("0 s", "0")]
)
def test_people_read_and_write_seconds_where_records_hold_milliseconds(
    seconds: str, ms: str
) -> None:
    assert write_seconds(ms) == seconds
    assert read_seconds(seconds) == read_seconds(seconds.removesuffix(" s")) == ms
    assert value_words(GAMES["tamsk"], "sand_ms", ms) == seconds


@pytest.mark.parametrize("words", ["", "soon", "-3", "1:30", "1.2345"])
def test_what_is_no_number_of_seconds_stays_as_it_was_typed(words: str) -> None:
    assert read_seconds(words) == write_seconds(words) == words
