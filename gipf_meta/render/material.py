"""The materials of pieces and boards: glass, lacquer, marble and wood, by light, edge and shadow.

Each body is written once in a picture, as a definition around the origin whose unit is the distance
of two places; pieces refer to it (``body``). Light falls from the upper left. A definition names no
colour of a theme: each reference gives the colour of the body (``currentColor``), of its outline
(``stroke``) and, of a disc of lacquer or stone, of its other side (``fill``). So definitions are
the same in all pictures, and it does no harm if a document has several of them. A page has them
all, once (``DEFINITIONS``), but the grains of boards, which it gets later; a picture of its own has
those that it needs (``definitions_of``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import cos, pi, sin, sqrt
from typing import Final

from gipf_meta.render.board_material import grain_of
from gipf_meta.render.svg_elements import format_number, tag

RADIUS: Final = 0.39
"""The radius of a disc or a marble."""
THICK: Final = 0.085
"""The part of a disc's side that is seen below its face."""
OUTER, INNER = 0.435, 0.27
"""The radii of a ring that is a piece."""
OUTLINE: Final = 0.04
"""The width of the outline of a piece."""
HALF, LID, NECK, FLOOR = 0.17, -0.25, 0.0, 0.25
"""Half the width of the bulbs of an hourglass, and where they begin, are narrow and end."""

_PLAIN: Final[Mapping[str, str | float]] = {"stroke": "none"}
_BODY: Final[Mapping[str, str | float]] = {"fill": "currentColor", "stroke": "none"}
_SUNKEN: Final[Mapping[str, str | float]] = {**_BODY, "fill_opacity": 0.6}
_LINE: Final[Mapping[str, str | float]] = {"fill": "none", "stroke_linecap": "round"}


def body(name: str, unit: float, colour: str = "", outline: str = "", back: str = "") -> str:
    """A body by its *name*, where places are *unit* pixels apart; *back* is its other side."""
    given = {"color": colour, "stroke": outline, "fill": back}
    look = {key: paint for key, paint in given.items() if paint}
    return tag("use", href=f"#m-{name}", transform=f"scale({format_number(unit)})", **look)


def gradient(name: str) -> str:
    """The paint of a gradient or pattern of the definitions."""
    return f"url(#m-{name})"


def definitions_of(markup: str) -> str:
    """The definitions that *markup* needs, as an element; empty if it needs none."""
    needed: dict[str, str] = {}
    todo = list(_REFERENCE.findall(markup))
    while todo:
        name = todo.pop()
        if name not in needed and (defined := _DEFINED.get(name) or grain_of(name)):
            needed[name] = defined
            todo += _REFERENCE.findall(defined)
    return tag("defs", *(needed[name] for name in sorted(needed))) if needed else ""


_REFERENCE: Final = re.compile(r"#m-([a-z0-9-]+)")


# ---- how things are written ----------------------------------------------------------------------


def _stops(*stops: tuple[float, str, float]) -> str:
    """The stops of a gradient: where, a colour, how dense."""
    return "".join(
        tag("stop", offset=offset, stop_color=colour, stop_opacity=dense)
        for offset, colour, dense in stops
    )


def _slanted(name: str, *stops: tuple[float, str, float]) -> str:
    """A gradient from the upper left to the lower right."""
    return tag("linearGradient", _stops(*stops), id=f"m-{name}", x1=0.1, y1=0, x2=0.9, y2=1)


def _shadow(y: float = 0.1, radius: float = 0.47) -> str:
    """The shadow of a thing of that *radius* on what it lies on."""
    return tag(
        "ellipse", cx=0.05, cy=y, rx=radius, ry=radius * 0.96, fill=gradient("shadow"), **_PLAIN
    )


def _circle(radius: float, y: float = 0, /, **look: str | float) -> str:
    middle: dict[str, str | float] = {"cy": y} if y else {}
    return tag("circle", **middle, r=f"{radius:.3f}", **look)


def _stroke(d: str, width: float, colour: str, dense: float) -> str:
    """A line of that *width*."""
    return tag(
        "path", d=d, stroke=colour, stroke_width=f"{width:.3f}", stroke_opacity=dense, **_LINE
    )


def _group(name: str, *parts: str) -> str:
    return tag("g", *parts, id=f"m-{name}")


def _side(radius: float, top: float, bottom: float) -> str:
    """The silhouette of a thick disc: from its face at *top* to its foot at *bottom*."""
    r, a, b = (f"{each:.3f}" for each in (radius, top, bottom))
    return f"M-{r} {a}A{r} {r} 0 0 1 {r} {a}V{b}A{r} {r} 0 0 1-{r} {b}Z"


def _arc(radius: float, begin: float, end: float, y: float = 0) -> str:
    """An arc around the origin between two angles in degrees, clockwise from the right."""
    (ax, ay), (bx, by) = (
        (radius * cos(at * pi / 180), radius * sin(at * pi / 180) + y) for at in (begin, end)
    )
    far = int(abs(end - begin) > 180)
    return f"M{ax:.3f} {ay:.3f}A{radius} {radius} 0 {far} 1 {bx:.3f} {by:.3f}"


def _grain(radius: float, y: float) -> str:
    """The grain of a round piece of wood: fibres that bend around a heart beside its middle."""
    dark: list[str] = []
    bright: list[str] = []
    for at, bend in FIBRES:
        for fibres, off in ((dark, 0.0), (bright, 0.02)):
            high = at + off
            half = sqrt(radius * radius - high * high)
            fibres.append(
                f"M-{half:.2f} {high + y:.3f}Q-.05 {high + bend + y:.3f} {half:.2f} {high + y:.3f}"
            )
    return _stroke("".join(dark), 0.014, _FIBRE, 0.5) + _stroke("".join(bright), 0.01, "#fff", 0.16)


FIBRES: Final = ((-0.29, -0.03), (-0.23, -0.06), (-0.16, -0.1), (-0.07, -0.13), (0.0, -0.07),
                 (0.07, 0.08), (0.13, 0.13), (0.21, 0.08), (0.28, 0.03))  # fmt: skip
"""The fibres of a disc: the distances of their begin and end from its middle, and their bend."""
_FIBRE: Final = "#6b3d14"


def corners(name: str) -> list[tuple[float, float]]:
    """The corners of a tile whose opposite sides are 0.84 apart."""
    half = 0.42
    if name == "square":
        return [(-half, -half), (half, -half), (half, half), (-half, half)]
    radius, turn = half / cos(pi / 6), pi / 6 if name == "pointed" else 0
    return [(radius * cos(turn + n * pi / 3), radius * sin(turn + n * pi / 3)) for n in range(6)]


# ---- bodies --------------------------------------------------------------------------------------


def _disc_of_wood() -> str:
    """A turned disc: a bevelled edge, grooves of the lathe, grain over its face."""
    face, foot = -THICK / 2, THICK / 2
    return _group(
        "disc",
        _shadow(),
        tag("path", d=_side(RADIUS, face, foot), fill="currentColor", stroke_width=OUTLINE),
        tag("path", d=_side(RADIUS, face, foot), fill=gradient("side"), **_PLAIN),
        _circle(RADIUS - 0.005, face, **_BODY),
        _circle(RADIUS - 0.005, face, fill="#d9a45e", fill_opacity=0.16, **_PLAIN),
        _circle(RADIUS - 0.005, face, fill=gradient("face"), **_PLAIN),
        _grain(RADIUS - 0.05, face),
        _circle(RADIUS - 0.025, face, fill="none", stroke=gradient("edge"), stroke_width=0.04),
        _circle(0.285, face, fill="none", stroke=gradient("dent"), stroke_width=0.035),
        _circle(0.235, face, fill="none", stroke=gradient("edge"), stroke_width=0.02),
    )


def _thick_disc(face: float, foot: float) -> Iterator[str]:
    """A disc whose lower half of the edge is darker: from its shadow to the ground of its face."""
    yield _shadow()
    yield tag("path", d=_side(RADIUS, face, foot), fill="currentColor", stroke_width=OUTLINE)
    yield tag(
        "path",
        d=f"M-{RADIUS} 0A{RADIUS} {RADIUS} 0 0 0 {RADIUS} 0V{foot}"
        f"A{RADIUS} {RADIUS} 0 0 1-{RADIUS} {foot}Z",
        **_PLAIN,
    )
    yield tag("path", d=_side(RADIUS, face, foot), fill=gradient("side"), **_PLAIN)
    yield _circle(RADIUS - 0.005, face, **_BODY)


def _disc_of_lacquer() -> str:
    """A disc with a round, glossy edge: a sharp light, and one that comes back from below."""
    face, foot = -THICK / 2, THICK / 2
    return _group(
        "gloss",
        *_thick_disc(face, foot),
        _circle(RADIUS - 0.035, face, fill="none", stroke=gradient("edge"), stroke_width=0.075),
        _circle(RADIUS - 0.08, face, fill=gradient("sheen"), **_PLAIN),
        tag(
            "path",
            d=f"M-.25 {face - 0.02:.3f}C-.25 {face - 0.2:.3f}-.08 {face - 0.28:.3f} .1 "
            f"{face - 0.24:.3f}C-.06 {face - 0.2:.3f}-.16 {face - 0.12:.3f}-.25 {face - 0.02:.3f}Z",
            fill="#fff",
            fill_opacity=0.7,
            **_PLAIN,
        ),
        _stroke(_arc(0.335, 195, 262, face), 0.045, "#fff", 0.85),
        _stroke(_arc(0.345, 20, 70, face), 0.02, "#fff", 0.4),
    )


def _disc_of_stone() -> str:
    """A polished disc of marble: veins of both colours, of which a body shows the one that is not
    its own, and a soft light on the polish."""
    face, foot = -THICK / 2, THICK / 2
    veins = (
        "M-.37-.1C-.3-.11-.27-.06-.2-.09S-.1-.2-.03-.22.07-.3.12-.37"
        "M-.24.29C-.17.25-.13.15-.04.13S.08.16.15.08.25-.06.38-.08"
    )
    threads = (
        "M-.2-.09C-.15-.05-.14.04-.09.07S-.06.11-.04.13M-.03-.22C.03-.17.09-.19.13-.15S.2-.12.22-.09"
        "M.15.08C.19.13.18.2.23.26M-.2-.09C-.25-.02-.3.02-.35.09"
    )
    return _group(
        "veined",
        *_thick_disc(face, foot),
        tag(
            "g",
            _stroke(veins, 0.075, "#7d7f86", 0.2),
            _stroke(veins, 0.013, "#4d4f58", 0.36),
            _stroke(threads, 0.008, "#5b5d66", 0.32),
            tag(
                "g",
                _stroke(veins, 0.012, "#fff", 0.5),
                _stroke(threads, 0.008, "#fff", 0.3),
                transform="translate(.012 .014)",
            ),
            transform=f"translate(0 {face:.3f})",
        ),
        tag("ellipse", cx=-0.11, cy=face - 0.15, rx=0.24, ry=0.17, fill=gradient("polish"),
            **_PLAIN),
        _circle(RADIUS - 0.005, face, fill=gradient("face"), fill_opacity=0.75, **_PLAIN),
        _circle(RADIUS - 0.022, face, fill="none", stroke=gradient("edge"), stroke_width=0.03),
    )  # fmt: skip


def _marble() -> str:
    """A ball of glass: a window in it, a twist of colour inside, and the light that goes through it
    and gathers on the other side, also on what it lies on."""
    gathered = "M-.1 .3A.3 .3 0 0 0 .3 -.1A.36 .36 0 0 1 -.1 .3Z"
    twist = (
        "M-.22 .22C-.12 .02 .02 .12 .07 -.03S.14 -.22 .27 -.18"
        "C.17 -.16 .19 -.01 .12 .05S-.08 .1-.22 .22Z"
    )
    behind = (
        "M-.27 .1C-.15 -.08 -.04 .03 .01 -.1S.08 -.28 .19 -.27"
        "C.11 -.25 .12 -.12 .06 -.05S-.13 -.02-.27 .1Z"
    )
    return _group(
        "marble",
        _shadow(0.11, 0.46),
        tag("ellipse", cx=0.19, cy=0.27, rx=0.22, ry=0.17, fill="#fff", fill_opacity=0.3,
            transform="rotate(-35 .19 .27)", **_PLAIN),
        _circle(RADIUS, fill="currentColor", stroke_width=OUTLINE),
        _circle(RADIUS - 0.01, fill=gradient("ball"), **_PLAIN),
        tag("path", d=twist, fill="#fff", fill_opacity=0.17, **_PLAIN),
        tag("path", d=behind, fill="#000", fill_opacity=0.1, **_PLAIN),
        _circle(RADIUS - 0.01, fill=gradient("glow"), **_PLAIN),
        tag("path", d=gathered, fill="#fff", fill_opacity=0.42, **_PLAIN),
        tag("ellipse", cx=-0.21, rx=0.115, ry=0.07, fill="#fff", fill_opacity=0.97,
            transform="rotate(-42)translate(.04 -.21)", **_PLAIN),
        tag("circle", cx=-0.25, cy=0.02, r=0.028, fill="#fff", fill_opacity=0.8, **_PLAIN),
    )  # fmt: skip


def _ring() -> str:
    """A turned ring of wood: grain over it, a bevel outside and inside."""
    band = OUTER - INNER
    grain = "".join(_arc(r, a, b) for r, a, b in (
        (0.295, 10, 140), (0.31, 170, 300), (0.328, 60, 230), (0.345, 280, 410), (0.362, 100, 260),
        (0.378, 320, 450), (0.393, 30, 170), (0.408, 200, 330)))  # fmt: skip
    return _group(
        "ring",
        tag("path", d=hoop(OUTER, INNER, 0.05, 0.07), fill="#000", fill_opacity=0.38,
            fill_rule="evenodd", **_PLAIN),
        tag("path", d=hoop(OUTER, INNER), fill="currentColor", fill_rule="evenodd",
            stroke_width=OUTLINE),
        tag("path", d=hoop(OUTER, INNER), fill="#d9a45e", fill_opacity=0.13, fill_rule="evenodd",
            **_PLAIN),
        tag("path", d=hoop(OUTER, INNER), fill=gradient("face"), fill_rule="evenodd", **_PLAIN),
        _stroke(grain, 0.012, _FIBRE, 0.55),
        _circle(OUTER - band * 0.13, fill="none", stroke=gradient("edge"),
                stroke_width=band * 0.22),
        _circle(INNER + band * 0.13, fill="none", stroke=gradient("dent"),
                stroke_width=band * 0.22),
    )  # fmt: skip


def hoop(outer: float, inner: float, x: float = 0, y: float = 0) -> str:
    """Two circles, the smaller one a hole in the other."""
    return "".join(
        f"M{x - r:.3f} {y:.3f}a{r:.3f} {r:.3f} 0 1 1 {2 * r:.3f} 0"
        f"a{r:.3f} {r:.3f} 0 1 1-{2 * r:.3f} 0Z"
        for r in (outer, inner)
    )


def _tile(name: str) -> str:
    """A tile of wood: bevelled, with the grain of a plank."""
    spots = corners(name)

    def line(part: float, y: float = 0) -> str:
        return "M" + "L".join(f"{x * part:.3f} {y + yy * part:.3f}" for x, yy in spots) + "Z"

    # a heart of the wood, cut across, and fibres that run past it
    fibres = "".join(
        f"M-{w:.2f} {y:.2f}C-.16 {y + b:.3f} .05 {y + b:.3f} {w:.2f} {y + b / 3:.3f}"
        for y, b, w in (
            (-0.32, 0.02, 0.35), (-0.26, 0.05, 0.37), (-0.19, 0.1, 0.37), (0.16, -0.1, 0.37),
            (0.23, -0.07, 0.37), (0.29, -0.02, 0.36), (0.34, 0, 0.34),
        )
    )  # fmt: skip
    fibres += "M-.37-.08C-.1-.05.1-.05.18 .02C.1.07-.1.06-.37.07M-.37-.03C-.2-.02-.05-.01.05.02"
    fibres += "C-.05.04-.2.03-.37.03M.37-.05Q.26 0 .37.06"
    joined: dict[str, str | float] = {"stroke_linejoin": "round"}
    return _group(
        name,
        tag("path", d=line(1, 0.08), fill="#000", fill_opacity=0.3,
            stroke="#000", stroke_opacity=0.3, stroke_width=0.07, **joined),
        tag("path", d=line(1, 0.03), fill="currentColor", stroke_width=1.4 * OUTLINE, **joined),
        tag("path", d=line(1, 0.03), fill="#7a4a1c", fill_opacity=0.62, **_PLAIN),
        tag("path", d=line(0.96, -0.02), fill="currentColor", **_PLAIN),
        tag("path", d=line(0.96, -0.02), fill="#d99a4e", fill_opacity=0.42, **_PLAIN),
        tag("path", d=line(0.96, -0.02), fill=gradient("face"), **_PLAIN),
        _stroke(fibres, 0.016, _FIBRE, 0.5),
        tag("path", d=line(0.91, -0.02), fill="none", stroke=gradient("edge"), stroke_width=0.045,
            **joined),
    )  # fmt: skip


def _hourglass() -> str:
    """Two bulbs of glass in a frame of wood; the sand is drawn between back and front."""
    post = f"M-.235 {LID}V{FLOOR}M.235 {LID}V{FLOOR}"
    caps = "".join(
        f"M-.27 {y - 0.05:.3f}H.27a.045 .045 0 0 1 .045 .045v.01a.045 .045 0 0 1-.045 .045H-.27"
        f"a.045 .045 0 0 1-.045-.045v-.01a.045 .045 0 0 1 .045-.045Z"
        for y in (LID - 0.05, FLOOR + 0.05)
    )
    return _group(
        "hourglass",
        tag("ellipse", cx=0.05, cy=0.07, rx=0.4, ry=0.42, fill=gradient("shadow"), **_PLAIN),
        tag("path", d=post, stroke_width=0.125, **_LINE),
        tag("path", d=post, stroke="currentColor", stroke_width=0.07, **_LINE),
        tag("path", d=BULBS, fill="#f4f8fa", fill_opacity=0.93, stroke_width=0.034,
            stroke_linejoin="round"),
        tag("path", d=caps, fill="currentColor", stroke_width=OUTLINE),
        tag("path", d=caps, fill=gradient("face"), **_PLAIN),
        _stroke(f"M-.25 {LID - 0.065:.3f}H.14M-.25 {FLOOR + 0.035:.3f}H.14", 0.02, "#fff", 0.6),
    )  # fmt: skip


BULBS: Final = (
    f"M-{HALF} {LID}H{HALF}C{HALF} -.1 .032 -.09 .032 0C.032 .09 {HALF} .1 {HALF} {FLOOR}"
    f"H-{HALF}C-{HALF} .1 -.032 .09 -.032 0C-.032 -.09 -{HALF} -.1 -{HALF} {LID}Z"
)


def _shine() -> str:
    """The light on the front of an hourglass."""
    return _group(
        "shine",
        _stroke(f"M-{HALF - 0.045:.3f} {LID + 0.05}C-{HALF - 0.05:.3f} -.13 -.08 -.11 -.055 -.08",
                0.03, "#fff", 0.95),
        _stroke(f"M-.055 .1C-.08 .12-{HALF - 0.06:.3f} .15-{HALF - 0.05:.3f} {FLOOR - 0.05}",
                0.024, "#fff", 0.8),
        _stroke(f"M{HALF - 0.04:.3f} {LID + 0.06}C{HALF - 0.05:.3f} -.14 .09 -.12 .07 -.09",
                0.016, "#7b93a1", 0.7),
    )  # fmt: skip


# ---- places --------------------------------------------------------------------------------------


def _hollow() -> str:
    """A round hollow in the board, for a piece."""
    return _group(
        "hollow-place",
        _circle(0.44, **_SUNKEN),
        _circle(0.44, fill=gradient("hollow"), stroke=gradient("dent"), stroke_width=0.035),
        _circle(0.455, fill="none", stroke_width=0.014, stroke_opacity=0.55),
    )


def _loose_ring() -> str:
    """A ring of wood that is a place of the board: flat, with a bevel and grain."""
    outer, inner = 0.49, 0.25
    return _group(
        "place",
        tag("path", d=hoop(outer, inner, 0.03, 0.045), fill="#000", fill_opacity=0.35,
            fill_rule="evenodd", **_PLAIN),
        tag("path", d=hoop(outer, inner), fill="currentColor", fill_rule="evenodd",
            stroke_width=0.016),
        _stroke("".join(_arc(r, a, b) for r, a, b in (
            (0.3, 20, 150), (0.33, 170, 320), (0.36, 60, 250), (0.395, 280, 400),
            (0.42, 100, 330), (0.445, 0, 90))), 0.014, "#000", 0.3),
        _circle(outer - 0.022, fill="none", stroke=gradient("edge"), stroke_width=0.038),
        _circle(inner + 0.022, fill="none", stroke=gradient("dent"), stroke_width=0.038),
    )  # fmt: skip


def _cell(name: str) -> str:
    """A sunken cell of a board that is tiled."""
    line = "M" + "L".join(f"{x * 1.13:.3f} {y * 1.13:.3f}" for x, y in corners(name)) + "Z"
    return _group(
        f"cell-{name}",
        tag("path", d=line, **_SUNKEN),
        tag("path", d=line, fill=gradient("hollow"), stroke=gradient("dent"), stroke_width=0.04,
            stroke_linejoin="round"),
    )  # fmt: skip


def _pattern() -> str:
    """The grain of a board: long fibres, which meet themselves again."""
    fibres = []
    for y, bend, far in (
        (6, 3, 60), (15, -4, 90), (22, 5, 40), (33, -3, 70), (41, 6, 100), (52, -5, 30),
        (60, 4, 80), (71, -6, 50), (80, 3, 110), (88, -4, 65), (97, 5, 45), (108, -3, 85),
    ):  # fmt: skip
        fibres.append(f"M0 {y}C{far} {y + bend} {far + 60} {y - bend} 240 {y}")
    eyes = "M70 47c14-9 40-9 54 0c-14 9-40 9-54 0ZM180 93c9-5 24-5 33 0c-9 5-24 5-33 0Z"
    return tag(
        "pattern",
        tag("path", d="".join(fibres), fill="none", stroke="#000", stroke_opacity=0.16,
            stroke_width=1.1),
        tag("path", d="".join(fibres[::2]), fill="none", stroke="#fff", stroke_opacity=0.13,
            stroke_width=1.2, transform="translate(0 3)"),
        tag("path", d=eyes, fill="#000", fill_opacity=0.07, stroke="#000", stroke_opacity=0.14),
        id="m-grain", width=240, height=112, patternUnits="userSpaceOnUse",
    )  # fmt: skip


_BLACK, _WHITE = "#000", "#fff"
_DEFINED: Final[Mapping[str, str]] = {
    "shadow": tag("radialGradient", _stops((0.6, _BLACK, 0.55), (1, _BLACK, 0)), id="m-shadow"),
    "ball": tag(
        "radialGradient",
        _stops((0, _BLACK, 0.28), (0.3, _BLACK, 0.12), (0.62, _BLACK, 0), (0.84, _BLACK, 0.1),
               (1, _BLACK, 0.55)),
        id="m-ball", cx=0.5, cy=0.5, r=0.52, fx=0.36, fy=0.32,
    ),
    "glow": tag(
        "radialGradient", _stops((0, _WHITE, 0.4), (0.5, _WHITE, 0.14), (1, _WHITE, 0)),
        id="m-glow", cx=0.68, cy=0.7, r=0.42,
    ),
    "face": _slanted("face", (0, _WHITE, 0.34), (0.45, _WHITE, 0.03), (1, _BLACK, 0.22)),
    "sheen": _slanted("sheen", (0, _WHITE, 0.5), (0.4, _WHITE, 0.1), (0.55, _BLACK, 0.04),
                      (1, _BLACK, 0.34)),
    "edge": _slanted("edge", (0, _WHITE, 0.95), (0.42, _WHITE, 0.12), (0.58, _BLACK, 0.1),
                     (1, _BLACK, 0.6)),
    "dent": _slanted("dent", (0, _BLACK, 0.6), (0.42, _BLACK, 0.15), (0.58, _WHITE, 0.08),
                     (1, _WHITE, 0.6)),
    "side": tag(
        "linearGradient",
        _stops((0, _BLACK, 0.2), (0.2, _WHITE, 0.25), (0.4, _BLACK, 0.2), (1, _BLACK, 0.62)),
        id="m-side",
    ),
    "hollow": tag(
        "radialGradient", _stops((0.5, _BLACK, 0), (1, _BLACK, 0.3)), id="m-hollow",
        cx=0.56, cy=0.58, r=0.6,
    ),
    "grain": _pattern(),
    "disc": _disc_of_wood(),
    "gloss": _disc_of_lacquer(),
    "veined": _disc_of_stone(),
    "polish": tag("radialGradient", _stops((0, _WHITE, 0.5), (1, _WHITE, 0)), id="m-polish"),
    "marble": _marble(),
    "ring": _ring(),
    "hourglass": _hourglass(),
    "shine": _shine(),
    "bulbs": tag("clipPath", tag("path", d=BULBS), id="m-bulbs"),
    "hollow-place": _hollow(),
    "place": _loose_ring(),
    **{name: _tile(name) for name in ("square", "hex", "pointed")},
    **{f"cell-{name}": _cell(name) for name in ("square", "hex", "pointed")},
}  # fmt: skip

DEFINITIONS: Final = tag("defs", *_DEFINED.values())
"""All definitions, for a page."""
