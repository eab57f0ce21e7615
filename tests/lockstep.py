"""Two engines of one game, playing the same random game turn by turn."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from gipf_meta import Over
from gipf_meta.match.turns import legal_turns
from gipf_meta.protocol.game import AnyGame


def name(options: dict[str, str]) -> str:
    """A set of options as the name of a test."""
    return " ".join(f"{key}={value}" for key, value in options.items()) or "defaults"


def any_turn(rng: Random, turns: dict[str, Any]) -> str:
    """One of the legal turns, each as likely as the others."""
    return rng.choice(sorted(turns))


def lockstep(
    game: AnyGame,
    naive: Any,
    seed: int,
    most: int,
    choose: Callable[[Random, dict[str, Any]], str] = any_turn,
    position: str | None = None,
) -> int:
    """Plays one random game on both engines and returns the number of turns compared.

    After every turn the legal turns, the position string and the result have to be the same.
    ``choose`` names the turn to play, of the naive engine's turns and the positions after them;
    ``position`` is where the game begins if not at the start.
    """
    state, other = game.start(2), naive.start()
    if position is not None:
        state, other = game.from_text(position), naive.read(position)  # type: ignore[attr-defined]
    rng = Random(seed)
    for number in range(most):
        assert game.to_text(state) == naive.position(other)  # type: ignore[attr-defined]
        ours, theirs = legal_turns(game, state), naive.turns(other)
        assert set(ours) == set(theirs)
        now, result = game.status(state), naive.result(other)
        if isinstance(now, Over):
            assert result is not None
            assert (now.winners, now.reason) == result
            return number
        assert result is None
        text = choose(rng, theirs)
        state, other = ours[text], theirs[text]
    return most
