"""Puzzles are made of games, and a run that was cut goes on (gipf_meta/workshop/puzzles)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gipf_meta.cli import run
from gipf_meta.workshop.puzzles.candidates import candidates
from gipf_meta.workshop.puzzles.followed_lines import (
    Solution,
    TurnProof,
    audit,
    prove,
    solve,
    why_plain,
)
from gipf_meta.workshop.puzzles.making import PuzzleMaking, read_shipped, ship
from gipf_meta.workshop.puzzles.puzzle_journal import JournalError, PuzzleJournal
from gipf_meta.workshop.puzzles.source_games import states_of
from tests.small_games.stones import State
from tests.workshop.puzzles.heaps import BLUNDER, EVEN_PLAY, HEAP

NODES = 100
ARGUMENTS = {"game": "stones", "nodes": NODES}


def make(folder: Path) -> PuzzleMaking:
    """A making of puzzles that has run to its end in *folder*."""
    making = PuzzleMaking(HEAP, NODES, PuzzleJournal(folder / "out.journal", ARGUMENTS))
    making.run([BLUNDER, EVEN_PLAY], lambda _words: None)
    return making


def test_a_candidate_was_even_and_is_won() -> None:
    found = [*candidates(HEAP, states_of(HEAP, BLUNDER), NODES)]
    assert [(each.position, each.now) for each in found] == [("10 12", 100)]
    assert 25 <= found[0].before <= 75


def test_a_solution_goes_on_by_the_best_defence_to_the_end() -> None:
    begun = State(10, 12)
    proof = prove(HEAP, begun, 1000)
    assert isinstance(proof, TurnProof)
    assert (proof.turn, proof.chances, proof.second) == ("2", 100, 0)
    solution = solve(HEAP, begun, proof, 1000)
    assert solution.choices == 3
    state, solver = begun, HEAP.status(begun)
    for text in solution.turns:
        (move,) = HEAP.parse_turn(state, text)
        state = HEAP.apply(state, move)
    assert state.stones == 0
    assert len(solution.turns) % 2 == 1
    assert solver == HEAP.status(begun)


@pytest.mark.parametrize(("stones", "why"), [(1, "forced"), (12, "several")])
def test_no_puzzle_where_nothing_stands_out(stones: int, why: str) -> None:
    assert prove(HEAP, State(stones), 1000) == why


def test_what_is_seen_at_a_glance_is_no_puzzle() -> None:
    begun = State(3, 12)
    proof = prove(HEAP, begun, 1000)
    assert isinstance(proof, TurnProof)
    assert proof.plain == 1
    assert why_plain(proof, solve(HEAP, begun, proof, 1000)) == "one-mover"


@pytest.mark.parametrize(
    ("turns", "decisions", "wins", "plain", "seen", "why"),
    [
        (("a",), 1, False, 0.0, True, "one-mover"),
        (("a",), 1, False, 0.0, False, ""),
        (("a",), 1, False, 0.5, False, "one-mover"),
        (("a",), 1, True, 0.0, True, ""),
        (("a",), 1, True, 0.5, True, "one-mover"),
        (("a",), 3, False, 0.5, True, ""),
        (("a", "b", "c"), 1, False, 0.0, True, ""),
    ],
)
def test_one_turn_is_a_puzzle_if_it_is_a_chain_or_a_hidden_end_or_nothing_finds_it_soon(
    turns: tuple[str, ...], decisions: int, wins: bool, plain: float, seen: bool, why: str
) -> None:
    solution = Solution(turns, 1, decisions, wins=wins)
    assert why_plain(TurnProof("a", 100, 0, plain, seen), solution) == why


def test_an_answer_is_all_that_is_asked_for() -> None:
    solution = Solution(("challenge",), 1, 1, is_answer=True)
    assert why_plain(TurnProof("challenge", 60, 40, 1.0, True), solution) == ""


def test_a_solution_is_sound_if_a_deeper_search_finds_nothing_else() -> None:
    assert audit(HEAP, State(10, 12), ["2", "1", "3"], 2000)
    assert not audit(HEAP, State(10, 12), ["1"], 2000)
    assert not audit(HEAP, State(10, 12), ["2", "1", "1"], 2000)


def test_a_run_that_was_killed_goes_on_and_ends_as_one_that_was_not(tmp_path: Path) -> None:
    whole = make(tmp_path / "whole")
    puzzles = ship(whole, tmp_path / "whole.json", 9)
    assert [each.number for each in puzzles] == [1]
    lines = whole.journal.path.read_text("utf-8").splitlines(keepends=True)
    assert len(lines) > 5
    for cut in (0, 2, len(lines) - 2, len(lines) - 1):
        folder = tmp_path / f"cut-{cut}"
        folder.mkdir()
        half = lines[cut][: len(lines[cut]) // 2]
        (folder / "out.journal").write_text("".join(lines[:cut]) + half, "utf-8")
        again = make(folder)
        assert again.journal.found == whole.journal.found
        assert len(again.journal.path.read_text("utf-8").splitlines()) == len(lines)
        assert [*ship(again, folder / "out.json", 9)] == puzzles


def test_what_was_looked_through_is_not_looked_through_again(tmp_path: Path) -> None:
    made = make(tmp_path)
    before = made.journal.path.read_text("utf-8")
    assert make(tmp_path).yields() == made.yields()
    assert made.journal.path.read_text("utf-8") == before


def test_numbers_stay_and_more_puzzles_come_behind(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    making = make(tmp_path)
    other = '[\n{"number": 7, "options": ["stones=29"], "position": "3 1", "turns": ["3"]}\n]\n'
    path.write_text(other, "utf-8")
    assert [each.number for each in ship(making, path, 1)] == [7]
    assert path.read_text("utf-8").startswith(other[:-4])
    assert [each.number for each in ship(making, path, 9)] == [7, 8]
    assert [each.number for each in ship(making, path, 9)] == [7, 8]
    assert [each.number for each in read_shipped(path, HEAP)] == [7, 8]
    assert path.read_text("utf-8").count("\n") == 4


def test_a_journal_of_something_else_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "out.journal"
    path.write_text('{"arena": {}}\n', "utf-8")
    with pytest.raises(JournalError, match="holds something else"):
        PuzzleJournal(path, ARGUMENTS)
    assert path.read_text("utf-8") == '{"arena": {}}\n'
    path.write_text(json.dumps({"making": {**ARGUMENTS, "nodes": 7}}) + "\n", "utf-8")
    with pytest.raises(JournalError, match="other arguments"):
        PuzzleJournal(path, ARGUMENTS)


def test_the_command_makes_puzzles_of_games_of_bots(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "puzzles.json"
    asked = ["make-puzzles", "tzaar", "--games=0", "--nodes=1", "--out", str(out)]
    assert run(asked) == 2
    assert "nothing to look through" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "why"),
    [("not a game\n", "wrong.txt"), ('{"moves": ["x"]', "wrong.txt"), ("", "is empty")],
)
def test_a_wrong_file_gets_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, why: str
) -> None:
    wrong, out = tmp_path / "wrong.txt", tmp_path / "puzzles.json"
    wrong.write_text(content, "utf-8")
    assert run(["make-puzzles", "tzaar", str(wrong), "--out", str(out)]) == 2
    error = capsys.readouterr().err
    assert why in error
    assert error.count("\n") == 1
    out.write_text("[1]", "utf-8")
    assert run(["make-puzzles", "tzaar", str(wrong), "--out", str(out)]) == 2
    assert "holds no puzzles" in capsys.readouterr().err
    assert out.read_text("utf-8") == "[1]"


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "7",
        "[1, 2]",
        '[{"number": 1}]',
        '[{"number": true, "position": "3 1", "turns": ["3"]}]',
        '[{"number": 1, "position": 31, "turns": ["3"]}]',
        '[{"number": 1, "position": "3 1", "turns": [3]}]',
        '[{"number": 1, "position": "WbG", "turns": ["3"], "options": ["stones=29"]}]',
        '[{"number": 1, "position": "3 1", "turns": ["3"]},',
    ],
)
def test_a_file_of_something_else_is_refused_before_the_work(text: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    path.write_text(text, "utf-8")
    with pytest.raises(JournalError, match="holds no puzzles"):
        read_shipped(path, HEAP)
    assert path.read_text("utf-8") == text


def test_a_journal_binds_nobody_until_something_was_found(tmp_path: Path) -> None:
    PuzzleJournal(tmp_path / "out.journal", {"game": "stones", "nodes": 7})
    assert make(tmp_path).journal.games
    with pytest.raises(JournalError, match="other arguments"):
        PuzzleJournal(tmp_path / "out.journal", {"game": "stones", "nodes": 7})
