"""``gipf-meta puzzle`` line by line: a puzzle is taken, counted, and followed by others."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence

import pytest

from gipf_meta.cli import run
from gipf_meta.library.library_practice import practice_in
from gipf_meta.library.settings import load_settings
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.practice.entries import Missed, Tried
from gipf_meta.protocol.puzzles import Puzzle
from tests.puzzles_of_zertz import give_puzzles

pytestmark = pytest.mark.needs("zertz")
Said = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def puzzles(monkeypatch: pytest.MonkeyPatch) -> Sequence[Puzzle]:
    """The puzzles of ZÈRTZ."""
    return give_puzzles(monkeypatch, load_plugins())


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Said:
    """Runs the command with lines typed; returns its exit status and what it has printed."""

    def say(typed: str, *words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = run([*words])
        out, err = capsys.readouterr()
        return status, out, err

    return say


def tries() -> list[Tried]:
    """The tries that the library has."""
    with Library() as library:
        return [each for each in practice_in(library).entries() if isinstance(each, Tried)]


def test_a_puzzle_is_solved_and_counted(said: Said) -> None:
    status, out, _err = said("Wd4,a1\nq\n", "puzzle", "zertz-1", "--plain")
    assert status == 0
    assert "\nPuzzle 1\nPlayer 1 is to move. Find the best turn." in out
    assert "Solved. Your rating: " in out
    assert "  1  Next puzzle\n" in out
    (tried,) = tries()
    assert (tried.puzzle, tried.wrong, tried.hints) == ("zertz-1", 0, 0)
    assert not load_settings().has_done("zertz", "puzzle_1")


def test_hints_come_in_three_steps_and_are_counted(said: Said) -> None:
    typed = "hint\nhint\nWd3,a1\nhint\nWd4,a1\nq\n"
    _status, out, _err = said(typed, "puzzle", "zertz-1", "--plain")
    assert out.index("Player 1 opens.") < out.index("It begins here: d4.") < out.index("type Wd4.")
    assert "Found after 1 wrong try." in out
    (tried,) = tries()
    assert (tried.wrong, tried.hints) == (1, 3)


def test_who_leaves_after_a_hint_has_tried(said: Said) -> None:
    status, _out, err = said("hint\nquit\nq\n", "puzzle", "zertz-1", "--plain")
    assert (status, err) == (0, "")
    (begun,) = tries()
    assert (begun.puzzle, begun.hints, begun.ended) == ("zertz-1", 1, False)
    _status, out, _err = said("Wd4,a1\nq\n", "puzzle", "zertz-1", "--plain")
    assert "Solved. Only the first try of a puzzle counts for your rating." in out


def test_answer_to_a_right_turn_is_told_before_the_next_page(said: Said) -> None:
    _status, out, _err = said("Wd4,a1\nquit\n", "puzzle", "zertz-3", "--plain")
    answer, next_page = out.index("(Gd3,b1)"), out.index("Puzzle 3, 2 of 2")
    assert out.index("(Wd4,a1)") < answer < next_page
    assert out.count("hint helps, in 3 steps.") == 1


def test_who_leaves_has_tried_nothing(said: Said) -> None:
    status, out, _err = said("quit\n", "puzzle", "zertz-1", "--plain")
    assert status == 0
    assert "Your rating" not in out
    assert not tries()


def test_next_puzzles_follow(said: Said) -> None:
    _status, out, _err = said("Wd4,a1\n2\nGd3,b1\nq\n", "puzzle", "zertz-1", "--plain")
    assert out.count("Solved.") == 2
    assert [each.puzzle for each in tries()] == ["zertz-1", "zertz-2"]


def test_puzzles_of_a_game_are_called_so_when_they_are_opened_from_all(said: Said) -> None:
    _status, out, _err = said("puzzles\nzertz\nq\n", "--plain")
    assert out.index("\nPuzzles\n") < out.index("\nZÈRTZ: puzzles\n") < out.index("By theme")


def test_day_game_and_theme_lead_to_one(said: Said) -> None:
    _status, out, _err = said("quit\n", "puzzle", "--plain")
    assert "is to move. Find the best turn." in out
    said("Gd3,b1\nq\n", "puzzle", "zertz-2", "--plain")
    for theme in ("row", "ROWS"):
        _status, out, _err = said("quit\n", "puzzle", "zertz", "--theme", theme, "--plain")
        assert "Puzzle 3, 1 of 2" in out


def test_learn_takes_puzzles_too(said: Said) -> None:
    _status, out, _err = said("Wd4,a1\nq\n", "learn", "zertz", "puzzle_1", "--plain")
    assert "Solved. Your rating: " in out
    assert [each.puzzle for each in tries()] == ["zertz-1"]


def test_list_says_which_there_are_and_are_solved(said: Said) -> None:
    said("Wd4,a1\nq\n", "puzzle", "zertz-1", "--plain")
    _status, out, _err = said("", "puzzle", "zertz", "--list")
    assert out.splitlines() == [
        "✓ zertz-1      rating 1400  Player 1 opens  (Opening)",
        "  zertz-2      rating 1500  Player 2 opens  (Opening, Rows)",
        "  zertz-3      rating 1600  Player 1 takes a row in 2  (Rows)",
    ]
    _status, out, _err = said("", "puzzle", "--list", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["solved"] for row in rows if row["game"] == "zertz"] == [True, False, False]


def test_mistake_of_ones_own_is_mended(said: Said, puzzles: Sequence[Puzzle]) -> None:
    with Library() as library:
        practice_in(library).add(
            Missed(
                at_ms=0,
                number=1,
                game="zertz",
                position=puzzles[0].position,
                asked="Wd4,a1",
                played="Wd3,a1",
            )
        )
    status, out, _err = said("Wd4,a1\nq\n", "puzzle", "--mistakes", "--plain")
    assert status == 0
    assert "Solved. It comes back in " in out
    assert [each.puzzle for each in tries()] == ["own-1"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("zertz-99", "There is no puzzle 'zertz-99'; gipf-meta puzzle --list lists them."),
        ("zertz --theme rwo", "ZÈRTZ has no puzzles about 'rwo'. Did you mean row?"),
        ("zertz --theme bridges", "ZÈRTZ has no puzzles about 'bridges'. It has: open, row."),
        ("zertz-1 --theme row", "--theme goes with a game, not with a puzzle."),
        ("--theme row", "--theme needs a game."),
        ("--json", "--json goes with --list."),
        ("--mistakes zertz", "--mistakes goes with no game, theme or --list."),
        ("--mistakes", "No mistake of yours comes back. A review of a match offers"),
        ("die", "Die has no puzzles."),
        ("sach", "sach"),
    ],
)
def test_what_is_none_gets_a_sentence(said: Said, words: str, why: str) -> None:
    status, out, err = said("", "puzzle", *words.split(), "--plain")
    assert status == 2
    assert why in err
    assert err.count("\n") == 1
    assert out == ""
