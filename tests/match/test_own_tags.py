"""A start that luck drew, told by a tag of the game's own, is where every reader begins."""

from __future__ import annotations

from typing import Any, get_args

import pytest

import gipf_meta as gm
from gipf_meta.match.playthrough import playthrough
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import AnyGame, Chance
from gipf_meta.protocol.options import configure
from gipf_meta.records.text_formats import FoundGame, read_games
from tests.commands.test_cli import Command
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture


def _drawn_starts() -> dict[str, tuple[str, dict[str, Any]]]:
    """The games whose start a tag may tell, with each option by which luck draws it."""
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for name, kind in sorted(load_plugins().games.items()):
        setup = kind.model_fields.get("setup")
        values = get_args(setup.annotation) if setup else ()
        for options in [{"setup": value} for value in values] or [{}]:
            game: AnyGame = configure(kind, options)
            if "Setup" in kind.own_tags and isinstance(game.status(game.start(2)), Chance):
                found[" ".join((name, *options.values()))] = name, options
    return found


DRAWN = _drawn_starts()
SYMMETRIC = next(name for name in DRAWN if name.endswith("symmetric"))
OTHERS = [name for name in DRAWN if name != SYMMETRIC]
ALWAYS = next(name for name in DRAWN if not DRAWN[name][1])
"""The game whose start luck draws under all options."""


def told(name: str, seed: int = 5) -> tuple[gm.Match, list[str]]:
    """A match whose start luck drew, and the lines that tell it by a tag."""
    game, options = DRAWN[name]
    match = gm.new_match(game, seed=seed, **options)
    # the pieces of a board stand in its longest fields
    drawn = " ".join(field for field in str(match.position).split() if len(field) > 60)
    played = match.play_out("random")
    session = played._stack.sessions[0]
    state, turns = session.first_state, list[str]()
    while isinstance(session.game.status(state), Chance):
        state = session.game.apply(state, session.steps[len(turns)].move)
        turns.append("")
    steps = session.steps[len(turns) :]
    first = [step for step in steps if step.number == steps[0].number]
    begun = session.game.format_turn(state, [step.move for step in first])
    headers = [f'[Game "{game}"]', f'[Setup "{drawn}"]']
    if options.get("setup") == "symmetric":
        headers.append('[setup "symmetric"]')
    return played, [*headers, "", begun, *played.turns[1:]]


def found_in(text: str, chosen: Any = None) -> FoundGame:
    """The one game of *text*, legal to its end."""
    installed = load_plugins()
    (found,) = read_games(text, installed.all_readers(chosen), installed.find)
    assert isinstance(found, FoundGame), found
    assert not found.cut, found.cut
    return found


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawn_start_is_where_the_text_begins(name: str) -> None:
    match, lines = told(name)
    found = found_in("\n".join(lines))
    assert found.record.options == match._record().options
    assert [turn.text for turn in found.record.turns] == list(match.turns)


@pytest.mark.parametrize("name", DRAWN)
def test_the_tag_alone_draws_the_board(name: str) -> None:
    match, (game, tag, *_more) = told(name)
    headers = [line for line in (game, tag, *_more) if line.startswith("[")]
    found = found_in("\n".join(headers))
    (turn,) = found.record.turns
    assert match.turns[0].startswith(turn.text.rstrip(","))


@pytest.mark.parametrize("name", OTHERS)
def test_it_is_read_where_the_game_is_named_elsewhere(name: str) -> None:
    match, (_game, *lines) = told(name)
    chosen = load_plugins().find(DRAWN[name][0])()
    assert len(found_in("\n".join(lines), chosen).record.turns) == len(match.turns)


def test_an_option_that_contradicts_the_tag_refuses_the_game() -> None:
    _match, lines = told(SYMMETRIC.replace("symmetric", "random"))
    text = "\n".join(['[setup "place"]', *lines])
    installed = load_plugins()
    (refused,) = read_games(text, installed.all_readers(), installed.find)
    assert "that is what setup=random and symmetric do" in str(refused)


def test_a_value_of_the_option_still_sets_it() -> None:
    found = found_in(f'[Game "{DRAWN[SYMMETRIC][0]}"]\n[Setup "symmetric"]\n')
    assert found.record.options["setup"] == "symmetric"


def test_the_lottery_of_zatre_is_drawn_as_its_tag_says() -> None:
    text = '[Game "Zatre"]\n[Lottery "A5 B3"]\n\nA +52 h8=5\n'
    installed = load_plugins()
    (found,) = read_games(text, installed.all_readers(), installed.find)
    assert isinstance(found, FoundGame)
    assert found.record.turns[0].text.startswith("lottery A5 B3")


@pytest.mark.parametrize("name", DRAWN)
def test_a_note_sheet_of_a_drawn_start_is_read_again(name: str) -> None:
    from gipf_meta.records.sheet_writer import to_sheet

    match, _lines = told(name)
    sheet = to_sheet(match._record(), load_plugins().find)
    assert [turn.text for turn in found_in(sheet).record.turns] == list(match.turns)


@pytest.mark.parametrize("name", OTHERS)
def test_a_playthrough_reads_the_tag_as_before(name: str) -> None:
    match, (_game, *lines) = told(name)
    _start, *turns, _result = playthrough(match.game, 2, lines)
    assert turns[-1]["position"] == match.position


def test_the_program_replays_and_imports_it(gipf_meta: Command, tmp_path: Any) -> None:
    _match, lines = told(ALWAYS)
    (tmp_path / "game.txt").write_text("\n".join(lines[:6]))
    assert gipf_meta("replay", "game.txt").status == 0
    assert gipf_meta("library", "import", "game.txt").out == "game.txt is match 1.\n"
