"""TAMSK for gipf_meta. Unofficial."""

from __future__ import annotations

from gipf_meta import AnyGame, hookimpl
from gipf_meta_tamsk.game import Tamsk

__all__ = ["Tamsk", "games"]


@hookimpl
def games() -> list[type[AnyGame]]:
    """The game this plugin brings."""
    return [Tamsk]
