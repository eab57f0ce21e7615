"""TZAAR as littlegolem.net writes it: SGF of its own, with a board that was drawn by lot."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import gipf_meta as gm
from gipf_meta import WrittenGame, WrittenResult, WrittenTurn
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import Record, RecordError, Seat
from gipf_meta.records.text_formats import FoundGame, read_games
from gipf_meta.testing import ReaderConformance
from gipf_meta_tzaar.board import NAME_OF
from gipf_meta_tzaar.little_golem import LITTLE_GOLEM, write
from tests.tiers import soak


class TestLaws(ReaderConformance):
    reader = LITTLE_GOLEM


def read(text: str) -> FoundGame:
    """The one game of *text*, which any reader may know."""
    installed = installed_plugins()
    [found] = read_games(text, installed.all_readers(), installed.find)
    assert isinstance(found, FoundGame), found
    return found


def changed(old: str, new: str) -> str:
    """The example with *new* for *old*."""
    assert old in LITTLE_GOLEM.example
    return LITTLE_GOLEM.example.replace(old, new)


def written(record: Record) -> WrittenGame:
    """The content of *record* in the form that readers yield."""
    result = record.result
    return WrittenGame(
        record.game,
        tuple(WrittenTurn(turn.text, comment=turn.comment) for turn in record.turns),
        record.options,
        tuple(seat.name for seat in record.people),
        record.about,
        record.comment,
        result=None if result is None else WrittenResult(result.winners, result.reason),
    )


def test_the_example_is_read_with_its_board_and_its_pass() -> None:
    found = read(LITTLE_GOLEM.example)
    assert (found.reader, found.cut, found.told) == ("littlegolem-tzaar", "", ())
    first, *others = [turn.text for turn in found.record.turns]
    assert first.startswith("BTa1,WZa2,BAa3,WZa4,WZa5,BTb1,")
    assert first.endswith(",BTi5,g7xg6")
    assert others == ["d7xc7;e7-f6", "c5xb4;c2-c3", "i2xi1;-"]
    assert [seat.name for seat in found.record.people] == ["Anna", "Bert"]
    assert found.record.about["event"] == "a friendly game"
    assert found.record.result is None


@pytest.mark.parametrize("seed", [0, *soak(*range(1, 500))])
def test_a_match_comes_back_whole(seed: int) -> None:
    match = gm.new_match("tzaar", seed=seed).play_out("random")
    people = (Seat(name="Ada"), Seat(name="Bob [1] \\o/"))
    said = {"people": people, "about": {"event": "x]y"}, "comment": "To begin with.", "seed": 0}
    no_bots = {"thinking": None}
    record = match._record().model_copy(update=said | no_bots)
    found = read(write(written(record)))
    assert (found.cut, found.doubt, found.told) == ("", "", ())
    assert found.record == record


@pytest.mark.parametrize(
    ("ending", "winners", "reason"),
    [
        (";W[resign]", (1,), "resign"),
        (";B[resign]", (0,), "resign"),
        (";RE[B+T]", (1,), "time"),
        (";RE[W+Resign]", (0,), "resign"),
        (";RE[0]", (), "draw"),
    ],
)
def test_how_a_game_ends_that_the_rules_do_not_end(
    ending: str, winners: tuple[int, ...], reason: str
) -> None:
    text = LITTLE_GOLEM.example.replace(")\n", f"{ending})\n")
    if "RE" in ending:
        text = changed("EV[", f"{ending[1:]}EV[")
    result = read(text).record.result
    assert result is not None
    assert (result.winners, result.reason) == (winners, reason)
    again = read(write(written(read(text).record))).record.result
    assert again == result


def test_what_the_record_does_not_hold_is_told() -> None:
    found = read(changed("VA[RANDOM]", "VA[FIXED]XY[1]"))
    assert found.told == (
        "Its variant 'FIXED' is passed over: the board is that of POS.",
        "What stands in XY is passed over.",
    )
    found = read(changed("PB[Bert]", "PB[Bert]PB[Ben]RE[?]").replace("qkql]", "qkql]EV[x]"))
    assert found.told == ("What stands in EV, PB is passed over.",)
    assert found.record.about["result"] == "?"
    found = read(changed(";B[snso-pass]", ";W[resign]").replace("PB[", "RE[W+R]PB["))
    assert found.record.about["result"] == "W+R"
    found = read(changed(";W[molp-mrmq]", "(;W[molp-mrmq])(;W[molp-pass])"))
    assert found.told[-1] == "Its variations are passed over: littlegolem.net writes none."


def test_comments_stand_beside_their_turns() -> None:
    found = read(changed("EV[", "C[Before.]EV[").replace("qkql]", "qkql]C[A]"))
    assert found.record.comment == "Before."
    assert [turn.comment for turn in found.record.turns] == ["A", "", "", ""]


@pytest.mark.parametrize(
    ("old", "new", "turns", "cut"),
    [
        ("[molp-mrmq]", "[molp-mrmo]", 2, "Turn 3 (c5b4;c2c5), line 1: On the way from c2 to c5"),
        ("[molp-mrmq]", "[molp-mrmz]", 2, "In line 1: 'molp-mrmz' is no turn; one is qmrl"),
        ("[molp-mrmq]", "[oooo]", 2, "In line 1: 'oooo' is no turn"),
        ("W[molp", "B[molp", 2, "Turn 3 (c5b4;c2c3), line 1: It is White's turn, not"),
        (";W[molp", ";W[resign];W[molp", 2, "In line 1: the game goes on after its end."),
    ],
)
def test_what_comes_before_a_fault_stays(old: str, new: str, turns: int, cut: str) -> None:
    found = read(changed(old, new))
    assert len(found.record.turns) == turns
    assert found.cut.startswith(cut)


@pytest.mark.parametrize("new", ["", "POS[]", "POS[a]", f"POS[{'aC' * 30}]"])
def test_without_its_board_a_game_is_refused(new: str) -> None:
    text = re.sub(r"POS\[\w+\]", new, LITTLE_GOLEM.example)
    installed = installed_plugins()
    [found] = read_games(text, installed.all_readers(), installed.find)
    assert isinstance(found, RecordError)
    assert "POS should have a letter for each of the 60 spaces" in str(found)


EXAMPLE = written(read(LITTLE_GOLEM.example).record)


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (replace(EXAMPLE, position="w - W: B:"), "this match began elsewhere"),
        (replace(EXAMPLE, turns=(WrittenTurn("d5xd4"),)), "drawn by lot, no others"),
        (replace(EXAMPLE, options={"setup": "random", "cover_last": "forbid"}), "these options"),
        (
            replace(EXAMPLE, turns=(replace(EXAMPLE.turns[0], signs="!"),)),
            "neither signs nor variations",
        ),
        (replace(EXAMPLE, turns=(*EXAMPLE.turns, WrittenTurn("Zc3"))), "'Zc3' is no turn"),
    ],
)
def test_what_the_site_does_not_write_is_refused(game: WrittenGame, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        write(game)


def test_every_space_has_a_name_there_and_the_hole_has_none() -> None:
    """The corners as people see them at the site: ``ok`` is e9, ``ks`` a1, ``sk`` i5."""
    corners = {"ks": "a1", "ko": "a5", "ok": "e9", "os": "e1", "sk": "i5", "so": "i1"}
    from gipf_meta_tzaar.little_golem import _OWN_NAME

    assert {name: _OWN_NAME[name] for name in corners} == corners
    assert sorted(_OWN_NAME.values()) == sorted(NAME_OF)
    assert "oo" not in _OWN_NAME
