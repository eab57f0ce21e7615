"""What a bot is asked, as one frozen value."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from threading import Event
from typing import Any

from gipf_meta.protocol.game import AnyGame
from gipf_meta.search.budget import Flag
from gipf_meta.search.mcts import Odds


@dataclass(frozen=True)
class Request:
    """A decision that a bot is asked for: what *seat* does in *state* of a *game* for *seats*.

    Only *rng* may make two answers differ. *odds* say how likely each seat of a duel is to win
    that duel; ``None``: nobody knows.

    Whoever waits for the answer in another thread sets *cancelled* when the answer is not wanted
    any more: then any answer will do, but soon.
    """

    game: AnyGame
    state: Any
    seat: int
    seats: int
    rng: Random
    odds: Odds | None = None
    cancelled: Flag = field(default_factory=Event)
