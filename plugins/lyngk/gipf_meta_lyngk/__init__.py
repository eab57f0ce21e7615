"""LYNGK for gipf_meta."""

from __future__ import annotations

from gipf_meta import AnyGame, SgfReader, boardspace_reader, hookimpl
from gipf_meta_lyngk.game import Lyngk


@hookimpl
def games() -> list[type[AnyGame]]:
    """The game this plugin brings."""
    return [Lyngk]


@hookimpl
def readers() -> list[SgfReader]:
    """Whose records of LYNGK this plugin reads."""
    return [boardspace_reader(Lyngk)]
