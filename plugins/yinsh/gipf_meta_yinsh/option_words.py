"""What the options of YINSH and their values are called, for the form."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_

OPTION_WORDS: Final = {
    "variant": N_("variant"),
    "variant=standard": N_("standard, three rings"),
    "variant=blitz": N_("blitz, one ring"),
    "markers": N_("markers in the pool"),
    "no_move": N_("no ring can move"),
    "no_move=pass": N_("the player passes"),
    "no_move=lose": N_("the player loses"),
    "exhausted": N_("nobody has won"),
    "exhausted=more_rings": N_("more rings removed win"),
    "exhausted=draw": N_("a draw"),
    "max_turns": N_("turns at most"),
}
"""``OPTION`` and ``OPTION=VALUE``, each with its words."""
