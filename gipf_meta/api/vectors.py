"""Many matches at a time in the public API, for programs that learn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    **options: Any,
) -> MatchVector:
    """Makes an environment of so many *matches* of *game*, played side by side, as arrays of NumPy:
    numbers of decisions go in, observations and masks come out. The other arguments are those of
    ``MatchVector``, which the page docs/library.md explains.

    Raises ``UnknownGame``, ``OptionError``, ``NotNumbered``, and ``ExtraMissing`` without NumPy.
    """
    # NumPy is an extra, and takes a while to load
    from gipf_meta.workshop.environments.vector import MatchVector

    return MatchVector(
        game, matches, seed=seed, seats=seats, most_decisions=most_decisions, **options
    )
