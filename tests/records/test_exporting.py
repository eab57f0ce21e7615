"""Matches in the forms of readers that write: the form, its content, and failures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

import gipf_meta as gm
from gipf_meta import WrittenGame, WrittenResult
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.exporting import export, form_of, other_forms, save_as_named
from gipf_meta.records.game_from_record import tell
from gipf_meta.records.models import Record, RecordError, Seat
from gipf_meta.records.record_from_game import retell
from gipf_meta.records.text_formats import FoundGame, read_games
from gipf_meta.records.writer import to_record
from tests.records.site_walks import PEOPLE, walked
from tests.records.specimens import SOUND, TALE
from tests.records.test_boardspace_writer import variations_of_zertz
from tests.records.test_sheet_writer import GAMES, with_notes

FIND: Final = installed_plugins().find


def record_of(text: str) -> Record:
    """The record of a tale."""
    (found,) = read_games(text, [SOUND], FIND)
    assert isinstance(found, FoundGame)
    return found.record


def test_a_match_is_written_as_it_was_read() -> None:
    record = record_of(TALE)
    text = export(record, FIND, "tale", [SOUND])
    assert text == TALE
    assert other_forms(record, FIND, [SOUND, replace(SOUND, write=None)]) == {"tale": TALE}


def test_the_ending_of_a_file_says_its_form(tmp_path: Path) -> None:
    endings = {"a.tale": "tale", "A.TALE": "tale", "a.sgf": ".sgf", "a.txt": ".txt", "a.json": ""}
    assert {name: form_of(name, [SOUND]) for name in endings} == endings
    assert form_of("a.tale", [replace(SOUND, write=None)]) == ""
    assert form_of("tale", [replace(SOUND, ending="")]) == ""
    save_as_named(record_of(TALE), tmp_path / "a.tale", FIND, [SOUND])
    assert (tmp_path / "a.tale").read_text() == TALE


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_of_a_match_is_retold_as_that_match(game: str) -> None:
    if FIND(game)().seat_counts[0] != 2:
        pytest.skip("walks are of two")
    record = with_notes(to_record(walked(installed_plugins(), game, {}, 0), PEOPLE))
    retold = retell(tell(record, FIND), FIND)
    assert (retold.cut, retold.doubt) == ("", "")
    assert retold.record.model_copy(update={"seed": record.seed}) == record


def test_variations_are_told_inside_each_other() -> None:
    record = variations_of_zertz(installed_plugins())
    assert retell(tell(record, FIND), FIND).record.turns == record.turns
    with pytest.raises(RecordError, match=r"cannot be written: A tale has no variations\."):
        export(record, FIND, "tale", [SOUND])
    assert other_forms(record, FIND, [SOUND]) == {}


def test_names_of_seats_are_no_names_of_people_and_the_result_is_told() -> None:
    record = to_record(gm.new_match("zertz").play("Wd4,d1")._stack, (Seat(name="Player 1"),) * 2)
    result = gm.WrittenResult((0,), "time")
    game = tell(record, FIND)
    assert (game.names, game.result) == (("", "Player 1"), None)
    over = retell(replace(game, result=result), FIND).record
    assert tell(over, FIND).result == result
    silent = retell(replace(game, result=WrittenResult((0,))), FIND).record
    assert tell(silent, FIND).result == WrittenResult((0,))


def test_duels_are_no_form_of_others() -> None:
    record = to_record(gm.new_match("die").play_out("random")._stack)
    turn = record.turns[0].decisions[0].model_copy(update={"duel": record})
    turns = (record.turns[0].model_copy(update={"decisions": (turn,)}),)
    duel = record.model_copy(update={"turns": turns})
    with pytest.raises(RecordError, match="this match has duels"):
        export(duel, FIND, "tale", [SOUND])
    assert other_forms(duel, FIND, [SOUND]) == {}


def failing(_game: WrittenGame) -> str:
    """Writes nothing."""
    raise KeyError("turns")


@pytest.mark.parametrize(
    ("write", "why"),
    [(failing, "the reader tale failed"), (lambda game: None, "the reader tale failed")],
)
def test_a_reader_that_fails_to_write_is_a_sentence(write: object, why: str) -> None:
    broken = replace(SOUND, write=write)  # type: ignore[arg-type]
    with pytest.raises(RecordError, match=why):
        export(record_of(TALE), FIND, "tale", [broken])


def test_a_reader_that_nobody_has_is_refused_with_those_that_write() -> None:
    with pytest.raises(RecordError, match=r"called novel; these do: tale\."):
        export(record_of(TALE), FIND, "novel", [SOUND])
    with pytest.raises(RecordError, match=r"called tale; these do: none\."):
        export(record_of(TALE), FIND, "tale", [replace(SOUND, write=None)])
