"""DVONN for gipf_meta."""

from __future__ import annotations

from gipf_meta import AnyGame, Reader, SgfReader, boardspace_reader, hookimpl
from gipf_meta_dvonn.codecup import CODECUP
from gipf_meta_dvonn.game import Dvonn
from gipf_meta_dvonn.little_golem import LITTLE_GOLEM


@hookimpl
def games() -> list[type[AnyGame]]:
    """Returns the game that this plugin adds."""
    return [Dvonn]


@hookimpl
def readers() -> list[Reader | SgfReader]:
    """Returns the readers of files with games of DVONN, one for each site or contest."""
    return [boardspace_reader(Dvonn), LITTLE_GOLEM, CODECUP]
