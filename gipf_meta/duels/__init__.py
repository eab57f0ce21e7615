"""The two small games that every installation has, so that any duel can be decided somehow."""

from collections.abc import Sequence

from gipf_meta.duels.die import Die
from gipf_meta.duels.elsewhere import Elsewhere
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.hookspecs import hookimpl

__all__ = ["Die", "Elsewhere", "games"]


@hookimpl
def games() -> Sequence[type[AnyGame]]:
    """The games ``die`` and ``elsewhere``."""
    return (Die, Elsewhere)
