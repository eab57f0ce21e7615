"""Puzzles whose solution is an answer: a power is announced; allow it, or challenge it?"""

from __future__ import annotations

import pytest

from gipf_meta.match.lesson_progress import Astray, LessonProgress, begin
from gipf_meta.match.puzzle_lessons import lesson_of_puzzle, title_of_puzzle
from gipf_meta.narration import puzzle_words
from gipf_meta.narration.puzzle_words import after_wrong_turn, solution_in_words, why_it_solves
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import MoveError
from gipf_meta.protocol.options import configure, read_settings
from gipf_meta.protocol.puzzles import Puzzle, moves_of
from gipf_meta.workshop.puzzles.followed_lines import prove, solve, why_plain
from gipf_meta.workshop.puzzles.judged_turns import is_asked, text_of_turn

pytestmark = pytest.mark.needs("gipf", "zertz", "tamsk")

OPTIONS = ("tamsk_potentials=3", "zertz_potentials=3", "challenges_enabled=on")
JUMP = (
    "b 2,0 T0Z0,T0Z0 W:Ge4,e7,f2,f5,f7,g4,g5,h5"
    " B:b2,Gc5,c6,Td3,d6,e3,Ge5,e6,e8,f3,Zf4,f6,g6 G:- L:T3Z3,T2Z2 C:T0Z1,T0Z0 turn:Zf4:asked"
)
"""Black jumps into a row that wins nearly all; White has a challenge left."""
NEEDLESS = (
    "b 1,3 T0Z0,T0Z0 W:b2,c3,Tc5,Td5,d6,d7,Ge5,f2,h5"
    " B:b3,d2,d3,zd4,Gf4,Zf5,Tg3,g5,h4 G:- L:T1Z3,T2Z1 C:T0Z1,T1Z0 turn:Zf5:asked"
)
"""A jump after which White wins at once: a duel could only spoil that."""
GAME = configure(load_plugins().find("gipf"), read_settings(OPTIONS))


def puzzle(answer: str, position: str = JUMP) -> LessonProgress:
    """The puzzle that asks for *answer* in *position*, as it begins."""
    installed = load_plugins()
    themes = ("allow_or_challenge",)
    asked = Puzzle("gipf", 1, position, (answer,), themes, OPTIONS)
    kind = installed.games["gipf"]
    assert title_of_puzzle(asked, kind) == "White allows or challenges a power"
    return begin(lesson_of_puzzle(asked, kind), kind, installed.find)


def test_nothing_tells_the_answer_before_it_is_found() -> None:
    for answer in ("allow", "challenge"):
        progress = puzzle(answer)
        assert progress.page is not None
        assert progress.page.words == (
            "White is asked. Find the right answer."
            " Take every duel for even: each side wins one of two."
        )
        assert progress.page.hints == ("White allows or challenges a power.",)


def test_a_challenge_is_found_and_told() -> None:
    done = puzzle("challenge").play("challenge")
    assert done.page is None
    assert next(iter(solution_in_words(done))) == "White challenges it to a duel."
    assert "after allow, the next best turn" in why_it_solves(done)


def test_what_was_allowed_is_answered() -> None:
    begun = puzzle("challenge")
    with pytest.raises(Astray) as caught:
        begun.play("allow")
    why = after_wrong_turn(begun, caught.value).why
    assert why.startswith("That is not it. Black answers Zf4^d5;")
    assert "your chances fall from" in why


def test_a_duel_that_was_asked_for_in_vain_is_judged_for_the_whole_game() -> None:
    begun = puzzle("allow")
    with pytest.raises(Astray) as caught:
        begun.play("challenge")
    # that it is better shows that the duel's own chances are not meant
    assert after_wrong_turn(begun, caught.value).why == "That is not it."


def test_the_chances_of_a_challenge_are_the_same_before_and_after_the_solution(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(puzzle_words, "FEWEST", puzzle_words.POSITIONS)
    begun = puzzle("allow", NEEDLESS)
    with pytest.raises(Astray) as caught:
        begun.play("challenge")
    why = after_wrong_turn(begun, caught.value).why
    left = why.removesuffix(".").rpartition(" to ")[2]
    assert "Your chances fall from 100" in why
    assert f"after challenge, the next best turn, {left}." in why_it_solves(begun.play("allow"))


def test_an_answer_is_a_turn_of_a_solution() -> None:
    state = GAME.from_text(JUMP)
    assert is_asked(GAME, state)
    (allowed,), (challenged,) = moves_of(GAME, state, "allow"), moves_of(GAME, state, "challenge")
    assert text_of_turn(GAME, state, (allowed,)) == "allow"
    assert text_of_turn(GAME, state, (challenged,)) == "challenge"
    with pytest.raises(MoveError, match="nonsense"):
        moves_of(GAME, state, "nonsense")


def test_a_search_proves_the_answer_and_it_is_all() -> None:
    state = GAME.from_text(JUMP)
    proof = prove(GAME, state, 300)
    assert not isinstance(proof, str)
    assert proof.turn == "challenge"
    solution = solve(GAME, state, proof, 300)
    assert solution.turns == ("challenge",)
    assert solution.is_answer
    assert why_plain(proof, solution) == ""
