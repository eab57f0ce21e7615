"""YINSH for gipf_meta."""

from __future__ import annotations

from gipf_meta import AnyGame, Reader, SgfReader, boardspace_reader, hookimpl
from gipf_meta_yinsh.boardgamearena import BOARDGAMEARENA
from gipf_meta_yinsh.game import Yinsh


@hookimpl
def games() -> list[type[AnyGame]]:
    """The game this plugin brings."""
    return [Yinsh]


@hookimpl
def readers() -> list[Reader | SgfReader]:
    """Whose records of YINSH this plugin reads."""
    return [boardspace_reader(Yinsh), BOARDGAMEARENA]
