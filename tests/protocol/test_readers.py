"""Readers of others' records: the kit's laws, and what the host makes of what they say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from gipf_meta import Reader, SgfReader, WrittenGame, WrittenResult, WrittenTurn
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import RecordError
from gipf_meta.records.reader import replay
from gipf_meta.records.text_formats import FoundGame, read_games, without_names
from gipf_meta.testing import ReaderConformance, check_reader
from tests.records.specimens import BROKEN, BROKEN_TREE, SOUND, SOUND_TREE, TALE

READERS = tuple(installed_plugins().readers.values())


class TestASoundReader(ReaderConformance):
    reader = SOUND


class TestASoundReaderOfSgf(ReaderConformance):
    reader = SOUND_TREE


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
@pytest.mark.sample(5, "slow")
def test_every_reader_that_is_installed_keeps_the_laws(reader: Reader | SgfReader) -> None:
    assert [str(finding) for finding in check_reader(reader) if not finding.ok] == []


@pytest.mark.parametrize(
    ("law", "reader"),
    [*BROKEN.items(), *BROKEN_TREE.items()],
    ids=lambda each: getattr(each, "name", each),
)
def test_a_broken_reader_breaks_its_law(law: str, reader: Reader | SgfReader) -> None:
    broken = [finding.law for finding in check_reader(reader) if not finding.ok]
    assert law in broken


def retold(reader: Reader = SOUND, text: str = TALE) -> list[FoundGame | RecordError]:
    """The games that the host finds in *text*, read by *reader* alone."""
    return list(read_games(text, (reader,), installed_plugins().find))


def found(text: str = TALE, **changes: Any) -> FoundGame:
    """The game that the host finds in *text*, with *changes* of the written game."""

    def read(text: str) -> Iterator[WrittenGame]:
        for game in SOUND.read(text):
            yield replace(game, **changes)

    (game,) = retold(replace(SOUND, read=read), text)
    assert isinstance(game, FoundGame), game
    return game


def match_of(game: FoundGame) -> Match:
    """The match that the record of a game makes."""
    return replay(game.record, installed_plugins().find)


def test_what_a_text_says_stands_in_the_record() -> None:
    game = found()
    record = game.record
    assert (game.reader, game.cut, game.doubt) == ("tale", "", "")
    assert [seat.name for seat in record.people] == ["Anna", "Bert"]
    assert record.about == {"date": "2008-06-14"}
    assert record.turns[0].comment == "good!"
    assert match_of(game).result is not None


def test_a_game_is_cut_at_its_first_illegal_turn_and_keeps_what_came_before() -> None:
    game = found(TALE.replace("Gc5,g1", "Wd4,g1"))
    assert len(game.record.turns) == 2
    assert "Turn 3 (Wd4,g1), line 5: Wd4 cannot be placed: d4 is occupied." in game.cut
    assert game.kind == "… cannot be placed: … is occupied"
    assert game.record.result is None
    assert match_of(game).result is None


def test_what_a_reader_cannot_read_ends_its_game() -> None:
    game = found(TALE.replace("3 Gc5,g1", "?"))
    assert len(game.record.turns) == 2
    assert game.cut == "Line 5 tells nothing that is known."


def test_turns_behind_the_end_are_a_fault() -> None:
    won = "Wd4,d1 Bd7,a4"
    turns = tuple(WrittenTurn(text) for text in (*won.split(), "nonsense"))
    assert found(turns=turns).cut.startswith("Turn 3 (nonsense): ")


def test_the_rules_decide_who_won_and_a_text_that_says_otherwise_is_doubted() -> None:
    # four grey marbles win a blitz; here nobody has won by the rules, so the text is believed
    assert found(result=WrittenResult((1,), "time")).record.result is not None
    game = found(result=WrittenResult((5,), "resign"))
    assert game.doubt == "The text names a winner who did not play."
    assert game.record.result is None


def test_another_seat_than_the_one_on_turn_is_a_fault() -> None:
    game = found(turns=(WrittenTurn("Wd4,d1", seat=1),))
    assert game.record.turns == ()
    assert "It is Player 1's turn, not Player 2's." in game.cut


def test_a_game_may_begin_from_a_position() -> None:
    position = "a4,c2,Wc4,d3,d4 0/3/1 3/2/4 1/2/3 2"
    game = found(position=position, turns=(WrittenTurn("Gd4"),), result=None)
    assert game.cut == ""
    assert match_of(game).sessions[0].begun_from == position
    assert [turn.text for turn in game.record.turns] == ["Gd4"]


def test_what_is_no_position_is_said() -> None:
    [refused] = retold(
        replace(SOUND, read=lambda text: [replace(next(iter(SOUND.read(text))), position="d4")])
    )
    assert isinstance(refused, RecordError)
    assert "A position has five fields" in str(refused)


def test_single_decisions_make_turns() -> None:
    turns = tuple(WrittenTurn(text) for text in ("Wd4", "d1", "Bd7", "a4"))
    game = found(turns=turns)
    assert [turn.text for turn in game.record.turns] == ["Wd4,d1", "Bd7,a4"]


def test_luck_may_be_told_before_the_turns() -> None:
    game = found(game="die", turns=(WrittenTurn("roll"), WrittenTurn("roll")), luck=("3", "5"))
    assert [turn.text for turn in game.record.turns] == ["3", "5"]


def test_variations_are_played_through_the_gate_and_kept_as_far_as_they_are_legal() -> None:
    line = tuple(WrittenTurn(text) for text in ("Gc5,g1", "Wa1,a2", "Wa1,a2"))
    turns = (
        WrittenTurn("Wd4,d1"),
        WrittenTurn("Bd7,a4", signs="?!", variations=(line, (WrittenTurn("no"),))),
    )
    game = found(turns=turns, result=None)
    (kept,) = game.record.turns[1].variations
    assert [turn.text for turn in kept] == ["Gc5,g1", "Wa1,a2"]
    assert game.record.turns[1].signs == "?!"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"game": "chess"}, "There is no game 'chess' here."),
        ({"options": {"rings": 5}}, "ZÈRTZ has no option rings."),
        ({"names": ("A", "B", "C")}, "ZÈRTZ is for 2 players, not for 3."),
    ],
)
def test_a_game_that_cannot_begin_is_refused_in_a_sentence(
    changes: dict[str, Any], why: str
) -> None:
    def read(text: str) -> Iterator[WrittenGame]:
        for game in SOUND.read(text):
            yield replace(game, **changes)

    (refused,) = retold(replace(SOUND, read=read))
    assert isinstance(refused, RecordError)
    assert why in str(refused)


def test_a_reader_that_fails_is_named_and_the_games_before_stay() -> None:
    def read(text: str) -> Iterator[WrittenGame]:
        yield from SOUND.read(text)
        raise KeyError("moves")

    game, refused = retold(replace(SOUND, read=read))
    assert isinstance(game, FoundGame)
    assert "the reader tale failed (KeyError: 'moves')" in str(refused)


def test_a_reader_that_fails_to_look_leaves_the_text_to_others() -> None:
    def fail(text: str) -> bool:
        raise RuntimeError

    games = read_games(TALE, (replace(SOUND, looks_like=fail), SOUND), installed_plugins().find)
    assert len(list(games)) == 1


def test_names_can_be_left_out_of_everything() -> None:
    text = TALE.replace("good!", "ANNA plays well, says Bert")
    game = found(text, about={"date": "2008", "annotator": "Cleo", "event": "Anna's cup"})
    record = without_names(game.record, ("Player 1", "Player 2"))
    assert "Anna" not in record.model_dump_json()
    assert "Bert" not in record.model_dump_json()
    assert record.about == {"date": "2008", "event": "Player 1's cup"}
    assert record.turns[0].comment == "Player 1 plays well, says Player 2"


def test_a_text_is_known_by_what_it_holds_and_the_first_reader_takes_it() -> None:
    other = replace(SOUND, name="other", looks_like=lambda text: False)
    (game,) = read_games(TALE, (other, SOUND), installed_plugins().find)
    assert isinstance(game, FoundGame)
    assert game.reader == "tale"
