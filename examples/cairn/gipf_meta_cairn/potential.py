"""The CAIRN-potential for GIPF: it climbs over a neighbour, onto the opponent behind it."""

from __future__ import annotations

from gipf_meta_gipf import BoardView, Change, Kind, KindOption, cover, take_off


def targets(view: BoardView, spot: int) -> list[int]:
    """The opponent's basic pieces behind a neighbour, over which it climbs, by direction."""
    over = view.occupied if view.options["cairn_over"] == "any" else view.own
    fitting = view.enemy & view.basic
    return [
        ray[1]
        for ray in view.rays(spot)
        if len(ray) > 1 and over >> ray[0] & 1 and fitting >> ray[1] & 1
    ]


def effect(view: BoardView, spot: int, target: int) -> list[Change]:
    """The potential leaves its base and covers the target."""
    return [take_off(spot), cover(target)]


KIND = Kind(
    letter="C",
    key="cairn",
    name="CAIRN",
    duel="cairn",
    emblem="M-.9.9Q-.9.35-.4.35H.4Q.9.35.9.9ZM-.65.25Q-.6-.25-.3-.25H.3Q.6-.25.65.25Z"
    "M-.4-.35Q-.35-.9 0-.9Q.35-.9.4-.35Z",
    used="cover",
    targets=targets,
    effect=effect,
    options=(
        KindOption(
            "cairn_over",
            ("own", "any"),
            "What a CAIRN-potential climbs over: a piece of its own colour, or any piece.",
            "over",
            ("own pieces", "any piece"),
        ),
    ),
    a_power="a climb",
    the_power="the climb",
    verb="climb",
    word="climb",
    needs="it needs a piece beside it and an opponent's basic piece behind that",
    help="CAIRN-potentials per player: one climb each.",
)
