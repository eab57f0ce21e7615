"""What the options of TAMSK and their values are called, for the form."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_

OPTION_WORDS: Final = {
    "level": N_("level"),
    "level=1": N_("1: no clock"),
    "level=2": N_("2: sand runs"),
    "level=3": N_("3: 15-second glass"),
    "sand_ms": N_("sand of a glass"),
    "timer_ms": N_("the small glass runs"),
    "start": N_("the glasses begin"),
    "start=corners": N_("on the corners"),
    "start=placement": N_("where placed"),
    "rings": N_("rings of each player"),
    "full_space": N_("entering a full space"),
    "full_space=loss": N_("loses the game"),
    "full_space=reject": N_("is refused"),
    "claim": N_("forgotten ring claimed"),
    "late_ring": N_("forgotten ring added"),
    "voluntary_pass": N_("passing at will"),
    "voluntary_pass=": N_("as the level has it"),
    "voluntary_pass=forbidden": N_("forbidden"),
    "voluntary_pass=free": N_("free"),
    "voluntary_pass=costs_next": N_("costs the next turn"),
    "first_moves": N_("all glasses first"),
    "first_moves=must": N_("they must be moved"),
    "first_moves=free": N_("as one likes"),
    "tie": N_("equal rings"),
    "tie=": N_("as the level has it"),
    "tie=draw": N_("a draw"),
    "tie=last_running": N_("longest glass wins"),
    "zero_rings": N_("without rings"),
    "zero_rings=move_on": N_("one moves on"),
    "zero_rings=stop": N_("one stops"),
    "stall_limit": N_("turns without a ring"),
    "time_mode": N_("time"),
    "time_mode=realtime": N_("by the clock"),
    "time_mode=metronome": N_("beats of a metronome"),
    "metronome_ms": N_("beat"),
    "allow_wait": N_("waiting for beats"),
    "two_phase": N_("lift, place later"),
    "two_phase=": N_("as the level has it"),
    "timer_side": N_("15-second glass"),
    "timer_side=left": N_("left"),
    "timer_side=right": N_("right"),
}
"""``OPTION`` and ``OPTION=VALUE``, each with its words; ``OPTION=`` is an option not given."""
