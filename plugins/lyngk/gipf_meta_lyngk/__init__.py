"""LYNGK for gipf_meta."""

from __future__ import annotations

from gipf_meta import AnyGame, SgfReader, boardspace_reader, hookimpl
from gipf_meta_lyngk.game import Lyngk


@hookimpl
def games() -> list[type[AnyGame]]:
    """Returns the game that this plugin adds."""
    return [Lyngk]


@hookimpl
def readers() -> list[SgfReader]:
    """Returns the readers of files with games of LYNGK, one for each site."""
    return [boardspace_reader(Lyngk)]
