# mypyc: compile
"""The PÜNCT-potential: a jump on potentials of its kind and on GIPF-pieces
(`docs/reference/gipf-more-potentials.md` §4)."""

from __future__ import annotations

from typing import Final

from gipf_meta import N_
from gipf_meta_gipf import BoardView, Change, KindOption, capture_top, cover, mark_gipf, take_off
from gipf_meta_gipf.kinds.jumps import JUMP_RANGE, jumping_kind, reached


def targets(view: BoardView, spot: int) -> list[int]:
    """The opponent's PÜNCT-potentials, and his GIPF-pieces unless the option leaves them out."""
    return [at for at in reached(view, spot) if _fits(view, at)]


def _fits(view: BoardView, spot: int) -> bool:
    """Whether a PÜNCT-potential can jump on the opponent's *spot*."""
    if view.loaded("P") >> spot & 1:
        return True
    if view.used("P") >> spot & 1:
        return view.stack(spot)[1].letter == "P"
    is_gipf = view.gipf >> spot & 1 == 1 and not view.is_covered(spot)
    return is_gipf and view.options["punct_gipf"] != "off"


def effect(view: BoardView, spot: int, target: int) -> list[Change]:
    """The potential covers a potential, or replaces the upper basic piece of a GIPF-piece."""
    if not view.gipf >> target & 1:
        return [take_off(spot), cover(target)]
    changes = [take_off(spot), capture_top(target), cover(target)]
    if view.options["punct_gipf"] == "convert":
        changes.append(mark_gipf(target))
    return changes


KIND: Final = jumping_kind(
    letter="P", key="punct", name="PÜNCT", duel="punct", emblem="dots", used="cover",
    converts=True, targets=targets, effect=effect,
    needs=N_("it needs a PÜNCT-potential or a GIPF-piece of the opponent"),
    help=N_("PÜNCT-potentials per player: one jump on a potential or a GIPF-piece each."),
    options=(
        KindOption(
            "punct_gipf",
            ("neutralise", "convert", "off"),
            N_(
                "What a PÜNCT-potential does to a GIPF-piece. Its source breaks off there, so"
                " this is a ruling; without such targets it is certain."
            ),
            N_("GIPF-pieces (PÜNCT)"),
            (N_("are neutralised"), N_("are converted"), N_("are no targets")),
        ),
        JUMP_RANGE,
    ),
    worth=0.35, deny=0.08,
)  # fmt: skip
