"""What the tests of all games take of LYNGK."""

from __future__ import annotations

from typing import Final

from tests.specimens import Specimens

SPECIMENS: Final = Specimens(
    scenarios=40,
    playouts=("",),
    more_playouts=("variant=stack6", "obstacles=taken"),
)
