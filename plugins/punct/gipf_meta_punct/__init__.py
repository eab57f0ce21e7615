"""PÜNCT for gipf_meta."""

from __future__ import annotations

from gipf_meta import AnyGame, SgfReader, boardspace_reader, hookimpl
from gipf_meta_punct.game import Punct


@hookimpl
def games() -> list[type[AnyGame]]:
    """The game this plugin brings."""
    return [Punct]


@hookimpl
def readers() -> list[SgfReader]:
    """Whose records of PÜNCT this plugin reads."""
    return [boardspace_reader(Punct)]
