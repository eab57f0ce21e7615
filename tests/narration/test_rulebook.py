"""The rules of a match, as its options have them, in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

import pytest

from gipf_meta.base.texts import catalogue, spoken
from gipf_meta.narration import rulebook
from gipf_meta.narration.rule_passages import Passage, alternatives, facts_of, passages_shown
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.option_words import possible_values
from gipf_meta.protocol.options import configure

GAMES = {id: game for id, game in load_plugins().games.items() if game().rules_text.strip()}
LANGUAGES = ("en", "cs")


def ways_to_play(game: type[AnyGame]) -> Iterator[AnyGame]:
    """The presets of a game, and the game with each value that an option can have in a list."""
    for preset in game.presets:
        yield configure(game, preset.options)
    for name, schema in game.model_json_schema().get("properties", {}).items():
        for value in listed_values(schema):
            try:
                yield configure(game, {name: value})
            except ValueError:  # it needs another option, too
                continue


def listed_values(schema: Mapping[str, Any]) -> list[str]:
    return [value for value in possible_values(schema) if value]


def passages(game: type[AnyGame], language: str) -> list[tuple[Passage, ...]]:
    with spoken(language):
        return list(alternatives(game().rules_text))


# ---- the language of passages -----------------------------------------------------------------

WORDS = """\
Own {goal} rings.
::: variant=blitz|short
One wins.
::: variant=standard rings!=0 or teams=on
Many win.
::: else
Nobody wins.
:::
And {this} stays."""


@pytest.mark.parametrize(
    ("facts", "shown"),
    [
        ({"variant": "blitz"}, "One wins."),
        ({"variant": "short"}, "One wins."),
        ({"variant": "standard", "rings": "3"}, "Many win."),
        ({"variant": "standard", "rings": "0"}, "Nobody wins."),
        ({"variant": "other", "teams": "on"}, "Many win."),
        ({}, "Nobody wins."),
    ],
)
def test_the_first_passage_that_holds_is_shown(facts: dict[str, str], shown: str) -> None:
    told = passages_shown(WORDS, {"goal": "2", **facts})
    assert told == f"Own 2 rings.\n{shown}\nAnd {{this}} stays."


def test_a_text_without_passages_is_shown_as_it_is() -> None:
    assert passages_shown("# Stones\n\nTake {one}.", {}) == "# Stones\n\nTake {one}."


def test_where_no_passage_holds_none_is_shown() -> None:
    assert passages_shown("a\n\n::: match=off\nb\n:::\n\nc", {"match": "on"}) == "a\n\nc"


# ---- the rules of the bundled games -----------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_both_languages_have_the_same_conditions(name: str) -> None:
    english, czech = (passages(GAMES[name], language) for language in LANGUAGES)
    conditions = [
        [[each.condition for each in group] for group in page] for page in (english, czech)
    ]
    assert conditions[0] == conditions[1]
    for one, other in zip(english, czech, strict=True):
        for passage, translated in zip(one, other, strict=True):
            assert sorted(passage.names) == sorted(translated.names)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_of_the_marks_is_shown_in_any_way_to_play(name: str, language: str) -> None:
    for game in ways_to_play(GAMES[name]):
        with spoken(language):
            shown = passages_shown(game.rules_text, facts_of(game, in_match=True))
        assert ":::" not in shown
        assert not re.search(r"\{[a-z_]+\}", shown), shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_no_option_is_to_be_set_in_the_rules_of_a_match(name: str, language: str) -> None:
    """The effects of ``variant=blitz`` are told where options are chosen."""
    for game in ways_to_play(GAMES[name]):
        with spoken(language):
            shown = passages_shown(game.rules_text, facts_of(game, in_match=True))
        assert not re.findall(r"`[a-z_]+=\w+`", shown)


ZERTZ = {
    "standard": (
        "4 white, 5 grey or 6 black marbles, or 3 of each",
        "6 white, 8 grey and 10 black",
    ),
    "blitz": ("3 white, 4 grey or 5 black marbles, or 2 of each", "5 white, 7 grey and 9 black"),
}


def rules_in_a_row(game: AnyGame, **where: bool) -> str:
    return " ".join(rulebook.rules_page(game, drawn=False, **where).split())


@pytest.mark.parametrize("variant", ZERTZ)
def test_the_goals_of_a_variant_are_told_and_no_others(variant: str) -> None:
    shown = rules_in_a_row(configure(GAMES["zertz"], {"variant": variant}))
    for other, sentences in ZERTZ.items():
        for sentence in sentences:
            assert (sentence in shown) == (other == variant)
    assert ("blitz" in shown.lower()) == (variant == "blitz")


def test_goals_and_a_board_of_ones_own_are_told() -> None:
    game = configure(GAMES["zertz"], {"goals": "2/2/3/1", "pool": "9/9/9", "board": 48})
    shown = rules_in_a_row(game)
    assert "2 white, 2 grey or 3 black marbles, or 1 of each" in shown
    assert "made of 48 rings" in shown
    assert "Options of this match. board: 48 rings, marbles in the pool: 9/9/9" in shown


TOLD: list[tuple[str, dict[str, Any], tuple[str, ...], tuple[str, ...]]] = [
    ("zertz", {"no_marbles": "draw"}, ("nothing to capture: a draw",), ("he loses",)),
    ("zertz", {"capture_enforcement": "on_demand"}, ("takeback",), ("you must capture. If not",)),
    ("gipf", {"variant": "basic"}, ("three pieces",), ("GIPF-piece", "Potentials", "Challenges")),
    ("gipf", {"variant": "standard"}, ("three GIPF-pieces", "12 pieces"), ("18", "Potentials")),
    ("gipf", {}, ("each player has 18 pieces",), ("three pieces", "Potentials", "Challenges")),
    ("gipf", {"extra_pieces": "2"}, ("each player has 20 pieces",), ("18 pieces",)),
    ("gipf", {"zertz_potentials": "3"}, ("ZÈRTZ:", "Potentials"), ("TAMSK:", "Challenges")),
    (
        "gipf",
        {"tamsk_potentials": "1", "challenges_enabled": "on", "duel_draw_policy": "owner_wins"},
        ("TAMSK:", "Challenges.", "counts as won by the owner"),
        ("ZÈRTZ:", "is played again"),
    ),
    ("tamsk", {"level": 1}, ("Equal rings are a draw",), ("The sand", "15-second", "runs out")),
    ("tamsk", {"level": 2}, ("The sand runs",), ("15-second", "Equal rings are a draw")),
    ("tamsk", {}, ("15-second glass", "goes on moving"), ("Level 1", "has finished")),
    ("tamsk", {"zero_rings": "stop", "rings": 8}, ("has finished", "8 rings"), ("32 rings",)),
    ("tamsk", {"start": "placement"}, ("Start by placement",), ("on the corners",)),
    ("zatre", {"preset": "amigo"}, ("the bag holds fewer",), ("The bag is empty", "Teams")),
    ("zatre", {"teams": "on"}, ("Teams. Partners",), ("2 to 6 play",)),
    ("zatre", {"short_game": "6"}, ("36 tiles",), ("121",)),
]


@pytest.mark.parametrize(("name", "options", "told", "untold"), TOLD)
def test_the_rules_of_a_match_are_those_of_its_options(
    name: str, options: dict[str, Any], told: tuple[str, ...], untold: tuple[str, ...]
) -> None:
    shown = rules_in_a_row(configure(GAMES[name], options)).split("Options of this match.")[0]
    for sentence in told:
        assert sentence in shown
    for sentence in untold:
        assert sentence not in shown


@pytest.mark.parametrize("name", GAMES)
def test_before_a_match_the_standard_is_told_and_then_what_options_change(name: str) -> None:
    game = GAMES[name]
    shown = rulebook.rules_page(game(), drawn=False, in_match=False)
    presets = [catalogue(game.__module__.partition(".")[0])(each.title) for each in game.presets]
    standard, _heading, options = shown.partition("What options change.")
    assert standard.strip()
    assert all(f"* {title}:" in options for title in presets)
    assert bool(options) == bool(game.presets or game.model_fields)


def test_the_picture_of_the_start_is_that_of_the_match() -> None:
    boards = [
        next(part for part in rulebook.rules_of(game) if not isinstance(part, str))
        for game in (GAMES["zertz"](), configure(GAMES["zertz"], {"board": 61}))
    ]
    assert [len(view.points) for view in boards] == [37, 61]


# ---- refusals that name their place in the rules ----------------------------------------------


def headings_named(package: str) -> set[str]:
    """The headings that refusals of a plugin name: the last argument of ``see_rule``."""
    found = set()
    for source in files(package).iterdir():
        if source.name.endswith(".py"):
            for node in ast.walk(ast.parse(source.read_text("utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "see_rule":
                    found.add(ast.literal_eval(ast.unparse(node.args[1]).removeprefix("_")))
    return found


def package_of(game: type[AnyGame]) -> str:
    return game.__module__.partition(".")[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(8)
def test_a_refusal_names_a_heading_of_the_rules(name: str, language: str) -> None:
    game = GAMES[name]
    _ = catalogue(package_of(game))
    with spoken(language):
        headings = re.findall(r"^\*\*([^*]+?)\.?\*\*", game().rules_text, re.MULTILINE)
        for heading in headings_named(package_of(game)) if name in package_of(game) else ():
            assert _(heading) in headings or (language != "en" and _(heading) == heading)


def test_most_games_name_their_rules() -> None:
    named = [name for name, game in GAMES.items() if headings_named(package_of(game))]
    assert len(named) >= 9
    assert headings_named("gipf_meta_zertz") == {"Your turn", "Capturing by jumping"}
