"""The brush of a picture: how places, pieces and marks look.

A shape is drawn around the origin. Its lengths are parts of the distance between two places. Its
colours are the variables of a theme.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final, Literal, TypeAlias

from gipf_meta.protocol.view import HEX_PITCH, MarkKind, Material, Piece, PieceKind, Point
from gipf_meta.render.emblems import draw_emblem
from gipf_meta.render.material import FLOOR, HALF, LID, NECK, body, gradient
from gipf_meta.render.svg_elements import format_number, tag, text, text_width, translate
from gipf_meta.render.theme import INKS, LETTERS, is_obvious, role_name

PixelPoint: TypeAlias = tuple[float, float]

MOST_SEGMENTS: Final = 12
"""A place that may hold more things than this has no segments: its number alone is shown."""
MOST_STACKED: Final = 4
"""The most pieces of a stack that are drawn; a number counts higher stacks."""
MOST_LAYERS: Final = 60
"""The most pieces of a stack of different ones that are drawn."""
LIFT: Final = 0.1
"""The height of a piece of a stack above the one below."""
HIGHEST: Final = 0.4
"""The greatest height of the topmost piece of a stack above the lowest."""
DISCS: Final[Mapping[Material, str]] = {"lacquer": "gloss", "stone": "veined"}
"""The names of the bodies of discs that have another side; other discs are of wood."""
THIN: Final = 0.05
"""Layers that lie closer than this have no outlines, which would be all that is seen."""
OUTSIDE: Final = -0.66
"""The spot for the sign of a glass: no mark around the piece covers it."""
ARM: Final = 0.46
"""The width of the bars that join the parts of a piece."""
WIDEST_CHIP: Final = 0.42
"""Half the width of the widest small sign beside the middle of a piece."""


def variable(name: str) -> str:
    """The colour that a theme calls *name*."""
    return f"var(--{name})"


def hexagon(radius: float, pointed: bool) -> list[PixelPoint]:
    """The corners of a regular hexagon; *pointed*: a corner is at the top, else a side."""
    turn = pi / 6 if pointed else 0
    return [(radius * cos(turn + n * pi / 3), radius * sin(turn + n * pi / 3)) for n in range(6)]


def square(half: float) -> list[PixelPoint]:
    """The corners of a square with sides of 2 * *half*."""
    return [(-half, -half), (half, -half), (half, half), (-half, half)]


@dataclass(frozen=True, slots=True)
class Brush:
    """Draws places, pieces and marks. *unit* is the distance between two places, in pixels.

    *tile* is the shape of cells and tiles; *pointed* says that hexagons have a corner at the top.
    *material* is what discs are made of, *pitch* as in a view. *look*, in its methods, are
    attributes of the element.
    """

    unit: float
    tile: Literal["hex", "square"] = "hex"
    pointed: bool = False
    material: Material = "wood"
    pitch: tuple[float, float] = HEX_PITCH

    def circle(self, radius: float, x: float = 0, y: float = 0, /, **look: str | float) -> str:
        """A circle around (*x*, *y*)."""
        middle = {"cx": x * self.unit, "cy": y * self.unit} if x or y else {}
        return tag("circle", **middle, r=radius * self.unit, **look)

    def path(self, spots: Sequence[PixelPoint], closed: bool = True, /, **look: str | float) -> str:
        """A line through *spots*, back to the first one if *closed*."""
        line = "L".join(
            f"{format_number(x * self.unit)} {format_number(y * self.unit)}" for x, y in spots
        )
        return tag("path", d=f"M{line}{'Z' if closed else ''}", **look)

    def line(self, width: float, colour: str, **look: str | float) -> dict[str, str | float]:
        """The look of a line of that *width*, not filled."""
        return {"fill": "none", "stroke": colour, "stroke_width": width * self.unit, **look}

    def word(
        self,
        what: str,
        size: float,
        colour: str,
        x: float = 0,
        y: float = 0,
        about: Mapping[str, str | float] | None = None,
    ) -> str:
        """A bold word with its middle at (*x*, *y*)."""
        x, y, size = x * self.unit, y * self.unit, size * self.unit
        return text(what, x, y, size, colour, bold=True, about=about)

    # ---- places ----------------------------------------------------------------------------------

    def point(self, point: Point) -> str:
        """A place of its kind, with the things that it holds."""
        groove = variable("groove")
        if point.kind == "gone":
            look = self.line(0.02, variable("muted"), stroke_dasharray="3 4", opacity=0.6)
            shape = self.circle(0.3, **look)
        elif point.kind == "ring":
            shape = body("place", self.unit, variable("loose"), groove)
        elif point.kind == "spot":
            shape = self.circle(0.075, fill=groove)
        elif point.kind == "dot":
            shape = self.circle(0.13, fill=groove) + self.circle(0.085, fill=variable("inlay"))
        elif point.kind == "space":
            shape = body("hollow-place", self.unit, variable("place"), groove)
        else:
            colour = variable("special" if point.kind == "special" else "place")
            shape = body(f"cell-{self._shape}", self.unit, colour, variable("rim"))
        if point.kind == "special" and self.tile == "square":
            for y in (0.2, -0.2):
                shape += self.path([(-0.2, y), (0.2, -y)], False, **self.line(0.05, groove))
        return shape + self._notches(point)

    @property
    def _shape(self) -> str:
        """The name of the shape of cells and tiles."""
        return "pointed" if self.pointed and self.tile == "hex" else self.tile

    def outline(self, half: float) -> list[PixelPoint]:
        """The corners of a cell or a tile; *half* is half the distance of two opposite sides."""
        if self.tile == "square":
            return square(half)
        return hexagon(half / cos(pi / 6), self.pointed)

    def _notches(self, point: Point) -> str:
        """A notch for each thing that the place can hold; those in use are filled."""
        if not 0 < point.level <= MOST_SEGMENTS:
            return ""
        gap = 0.34 if point.level > 1 else 1.6
        step, r = 2 * pi / point.level, format_number(0.435 * self.unit)
        parts = []
        for n in range(point.level):
            begin, end = n * step + gap / 2 - pi / 2, (n + 1) * step - gap / 2 - pi / 2
            (ax, ay), (bx, by) = (
                (
                    format_number(0.435 * self.unit * cos(at)),
                    format_number(0.435 * self.unit * sin(at)),
                )
                for at in (begin, end)
            )
            large, line = int(end - begin > pi), f"M{ax} {ay}A{r} {r} 0 "
            d = f"{line}{large} 1 {bx} {by}"
            round_ends = {"stroke_linecap": "round"}
            parts.append(tag("path", d=d, **self.line(0.1, variable("groove"), **round_ends)))
            used = variable("inlay" if n < point.load else "place")
            parts.append(tag("path", d=d, **self.line(0.06, used, **round_ends)))
        return "".join(parts)

    # ---- pieces ----------------------------------------------------------------------------------

    def piece(self, piece: Piece, runs: bool = False) -> str:
        """A piece with all that it bears.

        Where colour and badge say the same as its label, a theme decides whether the label is seen.
        Where the sand *runs*, it is left out, and so is the time: the interface draws them.
        """
        ink = variable(f"on-{role_name(piece.role)}")
        plain = not piece.glyph and piece.label == LETTERS.get(piece.role)
        obvious = plain or is_obvious(piece)
        about = {"visibility": variable("letters")} if obvious else None
        shown = "" if obvious and piece.badge else piece.label
        if piece.kind == "hourglass":
            shape = self.glass(None if runs else piece.sand, piece.role)
            shape += self._time("" if runs else piece.clock, runs)
            # its colour says the letter: what else does the label say?
            said = shown if obvious else shown.removeprefix(LETTERS.get(piece.role, ""))
            shape += self._chip(said, 0.29, -0.3, about)
            return shape + self._chip(piece.badge, 0, OUTSIDE)
        shape, top = self._discs(piece)
        drawn = draw_emblem(piece.emblem, self.unit, ink, top, is_spent=piece.is_spent)
        if drawn:
            letters = {"visibility": variable("letters")}
            shape += drawn + self._chip(piece.badge, 0.3, top - 0.32, letters)
            if piece.badge:  # the emblem tells this, and not what the glyph does
                shape += self._chip(piece.glyph, -0.25, top - 0.25)
            return shape + self._count(piece)
        in_centre = shown or (piece.badge if len(piece.badge) < 3 else "")
        if piece.layers and piece.stack > 1:
            # in the middle of the topmost piece no other stack covers it
            count = f"{piece.badge or piece.glyph}{piece.stack}"
            return shape + self.word(count, min(0.34, 0.66 / len(count)), ink, 0, top)
        if in_centre:
            size = min(0.34, 0.6 / len(in_centre))
            shape += self.word(in_centre, size, ink, 0, top, None if piece.badge else about)
        if piece.badge and in_centre != piece.badge:
            shape += self._chip(piece.badge, 0.3, top - 0.32)
        return shape + self._count(piece)

    def _count(self, piece: Piece) -> str:
        """The number on a stack; two pieces are seen to be two."""
        return self._chip(f"×{piece.stack}", 0.3, 0.3) if piece.stack > 2 else ""

    def _discs(self, piece: Piece) -> tuple[str, float]:
        """The bare pieces of a stack, and how far above the place the topmost lies (negative).

        All *layers* are drawn, the higher the stack the closer; of very many those on top.
        """
        roles = piece.layers[-MOST_LAYERS:] or (piece.role,) * min(piece.stack, MOST_STACKED)
        step = -min(LIFT, HIGHEST / max(len(roles) - 1, 1))
        highest = len(roles) - 1
        bodies = [
            self.body(piece.kind, role, -step > THIN or n in (0, highest), piece.back)
            for n, role in enumerate(roles)
        ]
        shape = (
            self._arms(piece)
            + bodies[0]
            + "".join(
                translate(each, 0, step * self.unit * n) for n, each in enumerate(bodies[1:], 1)
            )
        )
        return shape, step * highest

    def body(self, kind: PieceKind, role: str, outlined: bool = True, back: str = "") -> str:
        """A bare piece of that *kind* in the colour of *role*; its other side has that of *back*,
        or the same."""
        name, outline = self.body_name(kind), variable("rim") if outlined else ""
        colour = variable(f"role-{role_name(role)}")
        other = variable(f"role-{role_name(back or role)}") if name in DISCS.values() else ""
        return body(name, self.unit, colour, outline, other)

    def body_name(self, kind: PieceKind) -> str:
        """The name of the body of pieces of a *kind* among the definitions."""
        if kind == "tile":
            return self._shape
        return DISCS.get(self.material, kind) if kind == "disc" else kind

    def _arms(self, piece: Piece) -> str:
        """The halves of the bars that lead to the other parts of a piece."""
        if not piece.arms:
            return ""
        (px, py), colour = self.pitch, variable(f"role-{role_name(piece.role)}")
        ways = [(x * px / 2, y * py / 2) for x, y in piece.arms]
        d = "".join(
            f"M0 0L{format_number(x * self.unit)} {format_number(y * self.unit)}" for x, y in ways
        )
        return (
            tag("path", d=d, **self.line(ARM, variable("rim")))
            + tag("path", d=d, **self.line(ARM - 0.07, colour))
            + tag("path", d=d, **self.line(ARM / 3, gradient("face")))
        )

    def _time(self, clock: str, runs: bool) -> str:
        """The time for which a glass still runs, on demand."""
        if not (clock or runs):
            return ""
        size = 0.2
        half = max(0.25, text_width(clock, size) / 2 + 0.05)
        plate = tag("rect", x=-half * self.unit, y=0.1 * self.unit, width=2 * half * self.unit,
                    height=0.27 * self.unit, rx=0.09 * self.unit, fill=variable("ink"))  # fmt: skip
        word = self.word(clock, size, variable("on-ink"), 0, 0.235, {"class_": "clock"})
        return tag("g", plate, word, class_="number", visibility=variable("numbers"))

    def glass(self, share: float | None, role: str) -> str:
        """An hourglass with a *share* of the sand above; ``None``: without sand."""
        sand = tag("g", "" if share is None else self.sand(share), class_="sand")
        scale = f"scale({format_number(self.unit)})"
        return (
            self.body("hourglass", role)
            + tag("g", sand, transform=scale, clip_path=gradient("bulbs"))
            + body("shine", self.unit)
        )

    def sand(self, share: float) -> str:
        """The sand in a glass that has a *share* of it, 0 to 1, above; its unit is a place's."""
        share = min(max(share, 0.0), 1.0) ** 0.5
        surface = NECK + (LID - NECK) * share
        heap = FLOOR + (NECK - FLOOR) * (1 - share)
        brush = Brush(1)
        above = [(-HALF, surface), (HALF, surface), (HALF, NECK), (-HALF, NECK)]
        below = [(-HALF, FLOOR), (HALF, FLOOR), (HALF * share, heap), (-HALF * share, heap)]
        shape = brush.path(above, fill=variable("sand")) if share > 0 else ""
        return shape + (brush.path(below, fill=variable("sand")) if share < 1 else "")

    def _chip(
        self, what: str, x: float, y: float, about: Mapping[str, str | float] | None = None
    ) -> str:
        """A small sign on the rim of a piece; *about* are attributes of it."""
        if not what:
            return ""
        size, u = 0.2, self.unit
        half = max(0.13, text_width(what, size) / 2 + 0.05)
        most = WIDEST_CHIP if x else 2 * WIDEST_CHIP - 0.13
        if half > most:
            size *= (most - 0.05) / (half - 0.05)
            half = most
        plate = tag(
            "rect",
            x=(x - half) * u,
            y=(y - 0.13) * u,
            width=2 * half * u,
            height=0.26 * u,
            rx=0.13 * u,
            fill=variable("ink"),
        )
        shape = plate + self.word(what, size, variable("on-ink"), x, y)
        return tag("g", shape, **about) if about else shape

    def lift(self, piece: str) -> str:
        """A *piece* that somebody holds over its place: a little larger, its shadow below it."""
        u = self.unit
        shade = tag(
            "ellipse", cx=0.1 * u, cy=0.16 * u, rx=0.46 * u, ry=0.42 * u, fill=INKS[0], opacity=0.3
        )
        return shade + tag(
            "g", piece, transform=f"translate({-0.04 * u:g} {-0.13 * u:g}) scale(1.1)"
        )

    # ---- marks -----------------------------------------------------------------------------------

    def mark(self, kind: MarkKind, occupied: bool, takes: bool = False) -> str:
        """A mark on a place, *occupied* by a piece or not; marks differ in shape, too: what *takes*
        is a cut ring.

        Each has a border in the ink that is seen on its colour: it may lie on any material.
        """
        colour, border = variable(f"mark-{kind}"), variable(f"on-mark-{kind}")
        if kind == "legal":
            if takes:
                radius, (arc, gap) = (0.47, (0.6, 0.138)) if occupied else (0.2, (0.48, 0.148))
                cut = f"{format_number(arc * self.unit)} {format_number(gap * self.unit)}"
                ring = self.circle(radius, **self.line(0.11, border, stroke_dasharray=cut))
                return ring + self.circle(radius, **self.line(0.07, colour, stroke_dasharray=cut))
            if not occupied:
                return self.circle(0.12, fill=colour, stroke=border, stroke_width=0.035 * self.unit)
            dots = f"0 {format_number(0.1475 * self.unit)}"
            look: dict[str, str | float] = {"stroke_linecap": "round", "stroke_dasharray": dots}
            return self.circle(0.47, **self.line(0.11, border, **look)) + self.circle(
                0.47, **self.line(0.07, colour, **look)
            )
        if kind == "selected":
            ring = self.circle(0.46, **self.line(0.12, border))
            return ring + self.circle(0.46, **self.line(0.075, colour))
        if kind == "last":
            far, near = 0.44, 0.27
            corners = "".join(
                f"M{format_number(x * far * self.unit)} {format_number(y * near * self.unit)}"
                f"V{format_number(y * far * self.unit)}H{format_number(x * near * self.unit)}"
                for x in (-1, 1)
                for y in (-1, 1)
            )
            look = {"stroke_linejoin": "round", "stroke_linecap": "round"}
            return tag("path", d=corners, **self.line(0.115, border, **look)) + tag(
                "path", d=corners, **self.line(0.065, colour, **look)
            )
        if kind == "danger":
            sign: list[PixelPoint] = [(-0.4, -0.2), (-0.56, 0.08), (-0.24, 0.08)]
            rim = self.line(0.03, INKS[0], stroke_linejoin="round")
            shape = self.path(sign, **{**rim, "fill": colour})
            return shape + self.word("!", 0.22, INKS[0], -0.4, -0.03)
        ring = self.circle(0.46, **self.line(0.095, border))
        ring += self.circle(0.46, **self.line(0.05, colour))
        chip = self.circle(0.15, -0.3, -0.3, fill=colour)
        cross = "".join(
            self.path(
                [(-0.36, -0.3 - y), (-0.24, -0.3 + y)],
                False,
                **self.line(0.045, border, stroke_linecap="round"),
            )
            for y in (0.06, -0.06)
        )
        return ring + chip + cross
