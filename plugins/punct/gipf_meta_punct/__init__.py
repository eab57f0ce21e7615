"""PÜNCT for gipf_meta."""

from __future__ import annotations

from gipf_meta import AnyGame, SgfReader, boardspace_reader, hookimpl
from gipf_meta_punct.game import Punct


@hookimpl
def games() -> list[type[AnyGame]]:
    """Returns the game that this plugin adds."""
    return [Punct]


@hookimpl
def readers() -> list[SgfReader]:
    """Returns the readers of files with games of PÜNCT, one for each site."""
    return [boardspace_reader(Punct)]
