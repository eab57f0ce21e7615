"""GIPF for gipf_meta, with TAMSK and ZÈRTZ potentials, challenges and duels. Unofficial."""

from collections.abc import Sequence

from gipf_meta import AnyGame, Showcase, hookimpl
from gipf_meta_gipf.game import Gipf
from gipf_meta_gipf.texts import _

__all__ = ["Gipf", "games", "showcase"]


@hookimpl
def games() -> Sequence[type[AnyGame]]:
    """The game of this plugin."""
    return [Gipf]


@hookimpl
def showcase() -> Showcase:
    """A whole match with potentials and challenges, between two bots."""
    game = Gipf(
        variant="tournament",
        tamsk_potentials=(3, 3),
        zertz_potentials=(3, 3),
        challenges_enabled=True,
    )
    title = _("GIPF with potentials and challenges")
    tagline = _("GIPF with special moves; who doubts one asks for a duel in another game.")
    return Showcase(title, game, ("greedy", "greedy"), duel=True, tagline=tagline)
