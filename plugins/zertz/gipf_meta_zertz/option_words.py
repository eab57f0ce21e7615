"""What the options of ZÈRTZ and their values are called, for the form."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_

OPTION_WORDS: Final = {
    "variant": N_("variant"),
    "variant=standard": N_("standard"),
    "variant=blitz": N_("blitz"),
    "variant=first_edition": N_("first edition"),
    "variant=tournament": N_("tournament"),
    "variant=extended": N_("extended"),
    "board": N_("board"),
    "board=": N_("of the variant"),
    "board=37": N_("37 rings"),
    "board=40": N_("40 rings"),
    "board=43": N_("43 rings"),
    "board=44": N_("44 rings"),
    "board=48": N_("48 rings"),
    "board=61": N_("61 rings"),
    "pool": N_("marbles in the pool"),
    "goals": N_("marbles to win"),
    "isolation_scope": N_("full regions"),
    "isolation_scope=any_full_region": N_("all are taken"),
    "isolation_scope=spare_largest": N_("the largest stays"),
    "isolation_claim": N_("taking full regions"),
    "isolation_claim=automatic": N_("at once"),
    "isolation_claim=optional": N_("as one likes"),
    "no_marbles": N_("no marble left"),
    "no_marbles=lose": N_("the player loses"),
    "no_marbles=both_lose": N_("both lose"),
    "no_marbles=draw": N_("a draw"),
    "no_marbles=pass": N_("the player passes"),
    "board_full": N_("board full"),
    "board_full=last_placer_wins": N_("who placed last wins"),
    "board_full=goal_only": N_("goals alone count"),
    "board_full=both_lose_if_no_captures": N_("both lose w/o capture"),
    "repetition_count": N_("repeated position"),
    "repetition_count=3": N_("draw at the third"),
    "repetition_count=2": N_("draw at the second"),
    "repetition_count=0": N_("never a draw"),
    "repetition_colours": N_("the same position"),
    "repetition_colours=exact": N_("colours count"),
    "repetition_colours=ignore": N_("colours do not count"),
    "capture_enforcement": N_("captures"),
    "capture_enforcement=strict": N_("always forced"),
    "capture_enforcement=on_demand": N_("forced on demand"),
    "handicap": N_("handicap"),
}
"""``OPTION`` and ``OPTION=VALUE``, each with its words; ``OPTION=`` is an option not given."""
