"""What the options of Zatre and of the pad and their values are called, for the form."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_

OPTION_WORDS: Final = {
    "preset": N_("rules"),
    "preset=literal": N_("as printed"),
    "preset=standard": N_("usual"),
    "preset=amigo": N_("Amigo edition"),
    "teams": N_("teams"),
    "start": N_("first player"),
    "start=lottery": N_("highest tile drawn"),
    "start=random": N_("by luck"),
    "start=fixed": N_("the first seat"),
    "starter_keeps": N_("the starter keeps"),
    "starter_keeps=": N_("as the rules say"),
    "starter_keeps=deciding": N_("the deciding tile"),
    "starter_keeps=highest": N_("his highest tile"),
    "scoring_unit": N_("a line scores"),
    "scoring_unit=": N_("as the rules say"),
    "scoring_unit=per_tile": N_("with each tile"),
    "scoring_unit=line_once": N_("once a turn"),
    "doubling_check": N_("doubling cell"),
    "doubling_check=": N_("as the rules say"),
    "doubling_check=immediate": N_("at once"),
    "doubling_check=turn": N_("by the turn's end"),
    "center_cross": N_("cross of the opening"),
    "center_cross=": N_("as the rules say"),
    "center_cross=never": N_("never"),
    "center_cross=if_line_scores": N_("if a line scores"),
    "own_contact": N_("own tiles' contact"),
    "own_contact=allowed": N_("is enough"),
    "own_contact=needs_foreign": N_("is not enough"),
    "leftover_draw": N_("unfit leftovers"),
    "leftover_draw=forced": N_("one must draw"),
    "leftover_draw=optional": N_("one may draw"),
    "leftover_topup": N_("one leftover: draw"),
    "leftover_topup=": N_("as the rules say"),
    "extra_rows": N_("beyond row 16"),
    "extra_rows=no_bonus": N_("no bonus"),
    "extra_rows=bonus_6": N_("bonus of 6"),
    "extra_rows=lost": N_("entries are lost"),
    "end": N_("the end"),
    "end=": N_("as the rules say"),
    "end=exhaust": N_("nobody can place"),
    "end=bag_short": N_("the bag is short"),
    "hands": N_("tiles held"),
    "hands=": N_("as the rules say"),
    "hands=open": N_("open"),
    "hands=hidden": N_("hidden"),
    "short_game": N_("short game"),
}
"""``OPTION`` and ``OPTION=VALUE``, each with its words; ``OPTION=`` is an option not given."""
