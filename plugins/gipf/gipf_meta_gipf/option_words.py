"""What the options of GIPF and their values are called, for the form."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_

OPTION_WORDS: Final = {
    "variant": N_("variant"),
    "variant=basic": N_("basic"),
    "variant=standard": N_("standard"),
    "variant=tournament": N_("tournament"),
    "extra_pieces": N_("more basic pieces"),
    "tamsk_potentials": N_("TAMSK-potentials"),
    "zertz_potentials": N_("ZÈRTZ-potentials"),
    "challenges_enabled": N_("challenges"),
    "challenges_per_player": N_("challenges per player"),
    "challenges_per_kind": N_("that many per kind"),
    "loaded_only_rows": N_("rows of loaded pieces"),
    "loaded_only_rows=break": N_("are taken apart"),
    "loaded_only_rows=may_stay": N_("may stay"),
    "challenge_kinds": N_("to be challenged"),
    "challenge_kinds=tamsk,zertz": N_("TAMSK and ZÈRTZ"),
    "challenge_kinds=tamsk": N_("TAMSK only"),
    "challenge_kinds=zertz": N_("ZÈRTZ only"),
    "zertz_challenge": N_("where (ZÈRTZ)"),
    "zertz_challenge=anywhere": N_("anywhere"),
    "zertz_challenge=centre": N_("in the centre"),
    "challenge_when": N_("when"),
    "challenge_when=any": N_("at every use"),
    "challenge_when=first_use": N_("at the first use"),
    "tamsk_duel": N_("duel about TAMSK"),
    "zertz_duel": N_("duel about ZÈRTZ"),
    "tamsk_duel_options": N_("options of that duel"),
    "zertz_duel_options": N_("options of that duel"),
    "duel_draw_policy": N_("a drawn duel"),
    "duel_draw_policy=replay": N_("is played again"),
    "duel_draw_policy=owner_wins": N_("the owner wins"),
    "duel_draw_policy=challenger_wins": N_("the challenger wins"),
    "duel_attempts": N_("drawn duels at most"),
    "duel_first_player": N_("the duel is begun by"),
    "duel_first_player=lots": N_("whom the lot draws"),
    "duel_first_player=owner": N_("the owner"),
    "duel_first_player=challenger": N_("the challenger"),
    "duel_winner_may_decline": N_("the winner may decline"),
    "potential_moves_avert_loss": N_("a jump averts loss"),
    "gipf_after_loaded": N_("GIPF after loaded"),
    "tamsk_extra_counts_as_move": N_("extra move counts"),
    "max_turns": N_("turns at most"),
}
"""``OPTION`` and ``OPTION=VALUE``, each with its words; ``OPTION=`` is an option not given."""
