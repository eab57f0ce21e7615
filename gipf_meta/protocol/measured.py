"""The measured numbers of a game's bots: how each level plays, and how strong each bot is."""

from __future__ import annotations


def levels_of(
    beginner: tuple[int, float],
    easy: tuple[int, float],
    medium: tuple[int, float],
    hard: tuple[int, float],
) -> dict[str, tuple[int, float]]:
    """Returns the ``levels`` of a game in which none plays as in other games: for each, positions
    it looks at and the standard deviation of the errors in its judgement."""
    return {"beginner": beginner, "easy": easy, "medium": medium, "hard": hard}


def strengths_of(
    *, greedy: float, easy: float, medium: float, hard: float, expert: float
) -> dict[str, float]:
    """Returns the ``strengths`` of a game: by bots' names, points of Elo above ``beginner``."""
    return {
        "beginner": 0, "greedy": greedy, "easy": easy, "medium": medium, "hard": hard,
        "expert": expert,
    }  # fmt: skip
