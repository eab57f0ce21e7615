"""TAMSK for gipf_meta. Unofficial."""

from __future__ import annotations

from gipf_meta import AnyGame, SgfReader, boardspace_reader, hookimpl
from gipf_meta_tamsk.game import Tamsk

__all__ = ["Tamsk", "games", "readers"]


@hookimpl
def games() -> list[type[AnyGame]]:
    """The game this plugin brings."""
    return [Tamsk]


@hookimpl
def readers() -> list[SgfReader]:
    """The readers of records of TAMSK from elsewhere."""
    return [boardspace_reader(Tamsk)]
