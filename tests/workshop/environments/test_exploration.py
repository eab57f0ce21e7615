"""A game that is too large is found out early, by so many views and no clock; a small one never."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gipf_meta import AnyGame, Choice, Over, Piece, Point, RulesGame, Turn, View
from gipf_meta.testing import check
from gipf_meta.workshop.environments.exploration import Exploration
from gipf_meta.workshop.environments.small_games import NotNumbered, small_game
from tests.small_games.fuse import Fuse
from tests.small_games.hands import Hands
from tests.small_games.hands import State as Dealt

State = tuple[int, ...]
SEEN = [0]
"""The number of views that were made."""


class Counters(RulesGame[State, int]):
    """Raise one of some counters, each up to a height; the turns are numbered."""

    id, title, tagline = "counters", "Counters", "Raise them all."
    seat_names = ("First", "Second")
    rules_text = "Raise a counter in turn."
    heights: tuple[int, ...] = ()

    def start(self, seats: int) -> State:
        """All counters at nought."""
        return (0,) * len(self.heights)

    def ending(self, state: State) -> Over | None:
        """The end once all are raised."""
        return Over((), "all raised") if state == self.heights else None

    def turn_of(self, state: State) -> Turn:
        """Both in turn."""
        return Turn(sum(state) % 2, sum(state) + 1)

    def moves(self, state: State) -> list[int]:
        """The counters that can be raised."""
        return [
            n for n, (now, most) in enumerate(zip(state, self.heights, strict=True)) if now < most
        ]

    def apply(self, state: State, move: int) -> State:
        """The counters with one raised."""
        return (*state[:move], state[move] + 1, *state[move + 1 :])

    def picture(self, state: State, moves: Sequence[int]) -> View:
        """A stack for each counter."""
        SEEN[0] += 1
        return View(
            points=tuple(Point(f"c{n}", n, 0, "dot") for n in range(len(state))),
            pieces=tuple(Piece(f"c{n}", "disc", "p1", "", each) for n, each in enumerate(state)),
            choices=tuple(Choice(f"{n}", (f"c{n}",), f"raise {n}") for n in moves),
            prompt="Raise a counter." if moves else "",
        )


def test_a_game_that_is_too_large_is_refused_after_few_views() -> None:
    SEEN[0] = 0
    assert not Exploration(Counters(heights=(4,) * 12), 2).is_whole
    assert SEEN[0] < 3_000


def test_a_game_of_fewer_states_is_explored_to_its_end() -> None:
    found = Exploration(Counters(heights=(9, 9, 9)), 2)
    assert found.is_whole
    assert found.texts == {"0", "1", "2"}
    assert len(found.facts) == 2 + 3 * 10


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (Counters(heights=(4,) * 12), "it is too large to be played through"),
        (Fuse(), "time acts in it"),
    ],
    ids=["large", "timed"],
)
def test_a_refusal_names_the_page_with_the_next_step(game: AnyGame, why: str) -> None:
    with pytest.raises(NotNumbered, match=rf"{why}.*: give it .* docs/protocol\.md#numbers\."):
        small_game(game, 2)


@pytest.mark.slow
def test_the_game_of_the_page_with_hidden_hands_keeps_every_law() -> None:
    found = check(Hands(), games=2)
    assert [str(each) for each in found if not each.ok] == []


def test_of_hidden_hands_the_numbers_show_only_ones_own() -> None:
    numbers = small_game(Hands(), 2)
    one, other = Dealt(("123", "456")), Dealt(("123", "478"))
    assert numbers.observe(one, 0) == numbers.observe(other, 0)
    assert numbers.observe(one, 1) != numbers.observe(other, 1)
    assert (numbers.decision_count, numbers.outcome_count) == (8, 8)
