"""What the options of PÜNCT and their values are called, for the form."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_

OPTION_WORDS: Final = {
    "variant": N_("variant"),
    "variant=standard": N_("standard"),
    "variant=basic": N_("basic"),
    "bridge_ends": N_("ends of a bridge"),
    "bridge_ends=any": N_("on any pieces"),
    "bridge_ends=two_pieces": N_("on two pieces"),
    "middle_bridge": N_("bridge, PÜNCT in the middle"),
    "middle_bridge=own_below": N_("above an own dot"),
    "middle_bridge=forbidden": N_("forbidden"),
    "middle_bridge=free": N_("always allowed"),
    "both_connected": N_("both are connected"),
    "both_connected=mover": N_("the mover wins"),
    "both_connected=opponent": N_("the opponent wins"),
    "both_connected=draw": N_("a draw"),
    "last_piece": N_("last piece placed"),
    "last_piece=variant": N_("as in the variant"),
    "last_piece=centre": N_("the centre decides"),
    "last_piece=draw": N_("a draw"),
    "repetition_count": N_("repeated position"),
    "repetition_count=3": N_("draw at the third"),
    "repetition_count=2": N_("draw at the second"),
    "repetition_count=0": N_("never a draw"),
    "max_turns": N_("most turns"),
    "max_turns=0": N_("no limit"),
}
"""``OPTION`` and ``OPTION=VALUE``, each with its words."""
