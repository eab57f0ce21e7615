"""ZÈRTZ as Zertz3D keeps it: transcripts, and files in the publisher's notation."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from gipf_meta import WrittenResult
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.exporting import export
from gipf_meta.records.models import RecordError
from gipf_meta.records.writer import to_record
from gipf_meta_zertz.zertz3d import ZERTZ3D, looks_like, read
from tests.found_records import found_in
from tests.records.site_walks import PEOPLE, walked
from tests.tiers import soak

CHAIN: Final = """Player 1: {'action': 'PUT', 'marble': 'w', 'dst': 'D1', 'remove': 'G4'}
Player 2: {'action': 'PUT', 'marble': 'b', 'dst': 'D4', 'remove': 'A4'}
# Player 1: {'action': 'PUT', 'marble': 'b', 'dst': 'G1', 'remove': 'G3'}
Player 1: {'action': 'PUT', 'marble': 'g', 'dst': 'D2', 'remove': 'G3'} # isolates nothing
Player 2: {'action': 'CAP', 'marble': 'w', 'src': 'D1', 'dst': 'D3', 'capture': 'g', 'cap': 'D2'}
Player 2: {'action': 'CAP', 'marble': 'w', 'src': 'D3', 'dst': 'D5', 'capture': 'b', 'cap': 'D4'}
"""
NOTATION: Final = """48 Blitz
# Player 1: Anna
Wd1,h4
Bd4,a5
Gd2
x d1Gd3
x d3Bd5
# Winner: Player 2
"""


def test_the_jumps_of_a_chain_are_one_turn() -> None:
    found = found_in(CHAIN)
    assert (found.reader, found.cut) == ("zertz3d", "")
    texts = [turn.text for turn in found.record.turns]
    assert texts == ["Wd1,g4", "Bd4,a4", "Gd2,g3", "x d1Gd3Bd5"]
    assert found.record.turns[2].comment == "isolates nothing"
    assert "remove': 'G3'" in found.record.turns[1].comment


def test_a_notation_file_says_its_board_and_who_won() -> None:
    (game,) = read(NOTATION)
    assert game.options == {"variant": "blitz", "board": 48}
    assert (game.names, game.result) == (("Anna", ""), WrittenResult((1,)))
    assert [turn.text for turn in game.turns][-2:] == ["x d1Gd3", "x d3Bd5"]


def test_the_board_of_a_transcript_is_that_of_its_columns() -> None:
    for ring, rings in (("G1", None), ("H1", 48), ("J1", 61)):
        (game,) = read(CHAIN.replace("'D1'", f"'{ring}'"))
        assert game.options.get("board") == rings


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Player 1: {'action': 'PUT', 'marble': 'x', 'dst': 'D4'}", "'X' is no colour."),
        ("Player 1: {'action': 'PUT', 'marble': 'w', 'dst': 'I4'}", "'I4' is no ring."),
        ("Player 1: {'action': 'JUMP'}", "'JUMP' is no action."),
        ("Player 1: {'action': 3}", "is no decision."),
        ("Player 1: {'action': open('x')}", "is no decision."),
        ("hello", "'hello' is no decision."),
    ],
)
def test_what_is_no_decision_ends_the_game_there(line: str, fault: str) -> None:
    (game,) = read(f"{CHAIN}{line}\n")
    assert len(game.turns) == 5
    assert game.fault.startswith("In line 7: ")
    assert game.fault.endswith(fault)


def test_other_texts_are_none() -> None:
    assert not looks_like("37\n1. e4 e5")
    assert not looks_like("Player 1: Anna\nWd4,d1")
    assert not looks_like("# Rings: 37\n")


@pytest.mark.parametrize("options", [{}, {"board": 48}, {"board": 61, "variant": "blitz"}])
@pytest.mark.parametrize("seed", [0, *soak(*range(1, 500))])
def test_games_are_the_same_when_they_come_back(options: dict[str, Any], seed: int) -> None:
    find = installed_plugins().find
    record = to_record(walked(installed_plugins(), "zertz", options, seed), PEOPLE)
    about, comment = (
        {"date": "2008-06-14", "result": "Won by Ada"},
        "Bold.\n\nWinner: nobody\nFinal game state",
    )
    turns = tuple(turn.model_copy(update={"comment": comment}) for turn in record.turns)
    record = record.model_copy(update={"about": about, "comment": comment, "turns": turns})
    found = found_in(export(record, find, ZERTZ3D.name, [ZERTZ3D]))
    assert (found.reader, found.cut, found.doubt) == ("zertz3d", "", "")
    assert found.record.model_copy(update={"seed": record.seed}) == record


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"board": 44}, "Zertz3D does not play with these options."),
        ({"repetition_count": 2}, "Zertz3D does not play with these options."),
        ({}, "A transcript of Zertz3D has no variations and no signs."),
    ],
)
def test_what_a_transcript_cannot_tell_is_refused(options: dict[str, Any], words: str) -> None:
    record = to_record(walked(installed_plugins(), "zertz", options, 0), PEOPLE)
    turn = record.turns[0].model_copy(update={"signs": "!"})
    record = record.model_copy(update={"turns": (turn, *record.turns[1:])})
    with pytest.raises(RecordError, match=words):
        export(record, installed_plugins().find, ZERTZ3D.name, [ZERTZ3D])


def test_other_games_are_refused() -> None:
    (game,) = read(CHAIN)
    with pytest.raises(ValueError, match="Zertz3D has games of ZÈRTZ alone"):
        ZERTZ3D.write(replace(game, game="gipf"))  # type: ignore[misc]
