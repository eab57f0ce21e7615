# mypyc: compile
"""The DVONN-potential: a jump on top of a piece (`docs/reference/gipf-more-potentials.md` §2)."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_
from gipf_meta_gipf import BoardView, Change, KindOption, cover, take_off
from gipf_meta_gipf.kinds.jumps import JUMP_RANGE, jumping_kind, reached


def targets(view: BoardView, spot: int) -> list[int]:
    """The opponent's basic pieces and DVONN-potentials, loaded or used, that it reaches."""
    fitting = view.loaded("D") | view.used("D")
    if view.options["dvonn_targets"] == "classic":
        fitting |= view.basic
    return [at for at in reached(view, spot) if fitting >> at & 1]


def effect(view: BoardView, spot: int, target: int) -> list[Change]:
    """The potential lies on the piece it has jumped on, which has no colour and no power now."""
    return [take_off(spot), cover(target)]


KIND: Final = jumping_kind(
    letter="D", key="dvonn", name="DVONN", duel="dvonn", emblem="stack", used="cover",
    targets=targets, effect=effect,
    needs=N_("it needs a basic piece or a DVONN-potential of the opponent"),
    help=N_("DVONN-potentials per player: one jump on top of a piece each."),
    options=(
        KindOption(
            "dvonn_targets",
            ("classic", "own_kind"),
            N_(
                "What a DVONN-potential jumps on: basic pieces too, or the opponent's"
                " DVONN-potentials only."
            ),
            N_("targets (DVONN)"),
            (N_("basic pieces too"), N_("DVONN-potentials only")),
        ),
        JUMP_RANGE,
    ),
    worth=0.45, deny=0.08,
)  # fmt: skip
