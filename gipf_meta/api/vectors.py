"""Many matches at a time in the public API, for programs that learn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from gipf_meta.api.matches import Bot, Match
from gipf_meta.protocol.game import AnyGame

if TYPE_CHECKING:
    from gipf_meta.workshop.environments.vector import MatchVector


def vector(
    game: str | type[AnyGame] | AnyGame,
    *,
    matches: int,
    seed: int = 0,
    seats: int | None = None,
    most_decisions: int = 10_000,
    start: str | Match | Sequence[str | Match] | None = None,
    opponent: str | Bot | Callable[..., Any] | None = None,
    learner_seat: int | Literal["each"] | None = None,
    **options: Any,
) -> MatchVector:
    """Makes an environment of so many *matches* of *game*, played side by side, as arrays of NumPy:
    numbers of decisions go in, observations and masks come out. The other arguments are those of
    ``MatchVector``, which the page docs/library.md explains.

    They begin where *start* says, positions or matches, and an *opponent* may decide at all seats
    but *learner_seat*.

    Raises ``UnknownGame``, ``OptionError``, ``NotNumbered``, ``BadNotation`` for a position,
    ``UnknownBot``, and ``ExtraMissing`` without NumPy.
    """
    # NumPy is an extra, and takes a while to load
    from gipf_meta.workshop.environments.vector import MatchVector

    return MatchVector(
        game,
        matches,
        seed=seed,
        seats=seats,
        most_decisions=most_decisions,
        start=start,
        opponent=opponent,
        learner_seat=learner_seat,
        **options,
    )
