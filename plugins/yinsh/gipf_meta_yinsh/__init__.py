"""YINSH for gipf_meta."""

from __future__ import annotations

from gipf_meta import AnyGame, Reader, SgfReader, boardspace_reader, hookimpl
from gipf_meta_yinsh.boardgamearena import BOARDGAMEARENA
from gipf_meta_yinsh.game import Yinsh


@hookimpl
def games() -> list[type[AnyGame]]:
    """Returns the game that this plugin adds."""
    return [Yinsh]


@hookimpl
def readers() -> list[Reader | SgfReader]:
    """Returns the readers of files with games of YINSH, one for each site."""
    return [boardspace_reader(Yinsh), BOARDGAMEARENA]
