"""What the options of GIPF and their values are called, for the form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from gipf_meta import N_
from gipf_meta_gipf.kind import Kind

OPTION_WORDS: Final = {
    "variant": N_("variant"),
    "variant=basic": N_("basic"),
    "variant=standard": N_("standard"),
    "variant=tournament": N_("tournament"),
    "extra_pieces": N_("more basic pieces"),
    "challenges_enabled": N_("challenges"),
    "challenges_per_player": N_("challenges per player"),
    "challenges_per_kind": N_("that many per kind"),
    "loaded_only_rows": N_("rows of loaded pieces"),
    "loaded_only_rows=break": N_("are taken apart"),
    "loaded_only_rows=may_stay": N_("may stay"),
    "challenge_kinds": N_("to be challenged"),
    "challenge_kinds=all": N_("all kinds"),
    "challenge_kinds=tamsk,zertz": N_("TAMSK and ZÈRTZ"),
    "challenge_when": N_("when"),
    "challenge_when=any": N_("at every use"),
    "challenge_when=first_use": N_("at the first use"),
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
    "potential_moves_avert_loss": N_("a power averts loss"),
    "gipf_after_loaded": N_("GIPF after loaded"),
    "max_turns": N_("turns at most"),
}
"""``OPTION`` and ``OPTION=VALUE``, each with its words; ``OPTION=`` is an option not given."""

TEXTS_OF_KINDS: Final = (
    N_("TAMSK-potentials"),
    N_("ZÈRTZ-potentials"),
    N_("DVONN-potentials"),
    N_("PÜNCT-potentials"),
    N_("YINSH-potentials"),
    N_("TAMSK only"),
    N_("ZÈRTZ only"),
    N_("DVONN only"),
    N_("PÜNCT only"),
    N_("YINSH only"),
    N_("duel about TAMSK"),
    N_("duel about ZÈRTZ"),
    N_("duel about DVONN"),
    N_("duel about PÜNCT"),
    N_("duel about YINSH"),
    N_("options of the TAMSK duel"),
    N_("options of the ZÈRTZ duel"),
    N_("options of the DVONN duel"),
    N_("options of the PÜNCT duel"),
    N_("options of the YINSH duel"),
    N_("The game that decides about a challenged TAMSK-potential."),
    N_("The game that decides about a challenged ZÈRTZ-potential."),
    N_("The game that decides about a challenged DVONN-potential."),
    N_("The game that decides about a challenged PÜNCT-potential."),
    N_("The game that decides about a challenged YINSH-potential."),
    N_("Options of that game, as tamsk_duel.NAME=VALUE."),
    N_("Options of that game, as zertz_duel.NAME=VALUE."),
    N_("Options of that game, as dvonn_duel.NAME=VALUE."),
    N_("Options of that game, as punct_duel.NAME=VALUE."),
    N_("Options of that game, as yinsh_duel.NAME=VALUE."),
)
"""What is said about options of the kinds that come with GIPF, for translation: the texts are made
of a kind's name, for whatever kinds are installed."""


def words_for(kinds: Iterable[Kind]) -> dict[str, str]:
    """What the options that *kinds* bring are called."""
    words: dict[str, str] = {}
    for kind in kinds:
        words[f"{kind.key}_potentials"] = f"{kind.name}-potentials"
        words[f"{kind.key}_duel"] = f"duel about {kind.name}"
        words[f"{kind.key}_duel_options"] = f"options of the {kind.name} duel"
        words[f"challenge_kinds={kind.key}"] = f"{kind.name} only"
        for option in kind.options:
            if option.title:
                words[option.name] = option.title
            for value, called in zip(option.values, option.words, strict=False):
                words[f"{option.name}={value}"] = called
    return words
