"""What the options of DVONN and their values are called, for the form."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_

OPTION_WORDS: Final = {
    "setup": N_("start"),
    "setup=place": N_("the players place"),
    "setup=random": N_("drawn by lot"),
    "setup=symmetric": N_("by lot, symmetric"),
    "random_balance": N_("balanced start"),
}
"""``OPTION`` and ``OPTION=VALUE``, each with its words."""
