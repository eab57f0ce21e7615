"""The brush of a picture: how places, pieces and marks look.

A shape is drawn around the origin. Its lengths are parts of the distance between two places. Its
colours are the variables of a theme.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final, Literal, TypeAlias

from gipf_meta.protocol.view import MarkKind, Piece, PieceKind, Point
from gipf_meta.render.elements import format_number, tag, text, text_width, translate
from gipf_meta.render.theme import INKS, is_obvious, role_name

PixelPoint: TypeAlias = tuple[float, float]

MOST_SEGMENTS: Final = 12
"""A place that may hold more things than this has no segments: its number alone is shown."""
MOST_STACKED: Final = 4
"""How many pieces of a stack are drawn; a number counts higher stacks."""
MOST_LAYERS: Final = 60
"""How many pieces of a stack of different ones are drawn."""
LIFT: Final = 0.09
"""How far a piece of a stack lies above the one below."""
HIGHEST: Final = 0.4
"""How far the topmost piece of a stack lies above the lowest at most."""
LID, NECK, FLOOR, HALF = -0.28, -0.1, 0.08, 0.15
"""Where a glass begins, is narrow and ends, and half its width."""
OUTSIDE: Final = -0.62
"""Where the sign of a glass is: no mark around the piece covers it."""
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
    *look*, in its methods, are attributes of the element.
    """

    unit: float
    tile: Literal["hex", "square"] = "hex"
    pointed: bool = False

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
        line, plate, ground = variable("line"), variable("plate"), variable("ground")
        if point.kind == "gone":
            shape = self.circle(0.3, **self.line(0.02, line, stroke_dasharray="3 4", opacity=0.6))
        elif point.kind == "ring":
            shape = self.circle(0.375, **self.line(0.215, line))
            shape += self.circle(0.375, **self.line(0.18, variable("place")))
        elif point.kind == "spot":
            shape = self.circle(0.075, fill=line)
        elif point.kind == "dot":
            shape = self.circle(0.13, fill=line) + self.circle(0.07, fill=plate)
        elif point.kind == "space":
            rim = {} if point.level else self.line(0.03, line)
            shape = self.circle(0.41, **{**rim, "fill": ground})
        else:
            shape = self._cell(point.kind == "special")
        return shape + self._segments(point)

    def _cell(self, special: bool) -> str:
        look = {"fill": variable("special" if special else "ground"), "stroke": variable("line")}
        cell = self.path(self.outline(0.5), stroke_width=0.02 * self.unit, **look)
        if not special:
            return cell
        cross = [
            self.path([(-0.2, y), (0.2, -y)], False, **self.line(0.05, variable("ground")))
            for y in (0.2, -0.2)
        ]
        return cell + "".join(cross)

    def outline(self, half: float) -> list[PixelPoint]:
        """The corners of a cell or a tile; *half* is half the distance of two opposite sides."""
        if self.tile == "square":
            return square(half)
        return hexagon(half / cos(pi / 6), self.pointed)

    def _segments(self, point: Point) -> str:
        """A ring of one segment for each thing that the place can hold; used ones are coloured."""
        if not 0 < point.level <= MOST_SEGMENTS:
            return ""
        step, gap = 2 * pi / point.level, 0.16
        parts = []
        for n in range(point.level):
            begin, end = n * step + gap / 2 - pi / 2, (n + 1) * step - gap / 2 - pi / 2
            (ax, ay), (bx, by) = (
                (
                    format_number(0.41 * self.unit * cos(at)),
                    format_number(0.41 * self.unit * sin(at)),
                )
                for at in (begin, end)
            )
            r, large = format_number(0.41 * self.unit), int(end - begin > pi)
            used = n < point.load
            colour = variable("held" if used else "place")
            look = self.line(0.085 if used else 0.06, colour)
            parts.append(tag("path", d=f"M{ax} {ay}A{r} {r} 0 {large} 1 {bx} {by}", **look))
        return "".join(parts)

    # ---- pieces ----------------------------------------------------------------------------------

    def piece(self, piece: Piece, runs: bool = False) -> str:
        """A piece with all that it bears.

        Where colour and badge say the same as its label, a theme decides whether the label is
        seen. Where the sand *runs*, it is left out, and so is the time: whoever shows the piece
        draws them.
        """
        ink = variable(f"on-{role_name(piece.role)}")
        obvious = is_obvious(piece)
        about = {"visibility": variable("letters")} if obvious else None
        shown = "" if obvious and piece.badge else piece.label
        if piece.kind == "hourglass":
            shape = self.body(piece.kind, piece.role) + self._glass(piece, ink, runs)
            shape += self.word(shown, 0.14, ink, 0.22, -0.1, about) if shown else ""
            return shape + self._chip(piece.badge, 0, OUTSIDE)
        shape, top = self._discs(piece)
        in_centre = shown or (piece.badge if len(piece.badge) < 3 else "")
        if piece.layers and piece.stack > 1:
            # in the middle of the topmost piece no other stack covers it
            count = f"{piece.badge}{piece.stack}"
            return shape + self.word(count, min(0.34, 0.66 / len(count)), ink, 0, top)
        if in_centre:
            size = min(0.34, 0.6 / len(in_centre))
            shape += self.word(in_centre, size, ink, 0, top, None if piece.badge else about)
        if piece.badge and in_centre != piece.badge:
            shape += self._chip(piece.badge, 0.3, top - 0.32)
        if piece.stack > 1:
            shape += self._chip(f"×{piece.stack}", 0.3, 0.3)
        return shape

    def _discs(self, piece: Piece) -> tuple[str, float]:
        """The bare pieces of a stack, and how far above the place the topmost lies (negative).

        All *layers* are drawn, the higher the stack the closer; of very many those on top.
        """
        roles = piece.layers[-MOST_LAYERS:] or (piece.role,) * min(piece.stack, MOST_STACKED)
        step = -min(LIFT, HIGHEST / max(len(roles) - 1, 1))
        thin = LIFT / -step if piece.layers else 1.0
        bodies = [self.body(piece.kind, role, thin) for role in roles]
        shape = bodies[0] + "".join(
            translate(body, 0, step * self.unit * n) for n, body in enumerate(bodies[1:], 1)
        )
        return shape, step * (len(roles) - 1)

    def body(self, kind: PieceKind, role: str, thin: float = 1.0) -> str:
        """A bare piece of that *kind* in the colour of *role*; its rim is *thin* times thinner."""
        name = role_name(role)
        colour = variable(f"role-{name}")
        rim: dict[str, str | float] = {
            "stroke": variable("rim"),
            "stroke_width": max(0.03 * self.unit, 1) / thin,
            "stroke_linejoin": "round",
        }
        if kind == "tile":
            return self.path(self.outline(0.42), fill=colour, **rim)
        if kind == "marble":
            shade = self.line(0.05, INKS[0], stroke_opacity=0.12)
            ball = self.circle(0.35, fill=colour, **rim) + self.circle(0.31, **shade)
            shine = ((0.15, 0.16), (0.1, 0.22), (0.05, 0.5))
            return ball + "".join(
                self.circle(r, -0.13, -0.15, fill="#ffffff", fill_opacity=light)
                for r, light in shine
            )
        if kind == "hourglass":
            return self.circle(0.36, fill=colour, **rim)
        if kind == "ring":
            edges = {**rim, "fill": "none"}
            band = self.circle(0.33, **self.line(0.14, colour))
            return band + self.circle(0.4, **edges) + self.circle(0.26, **edges)
        groove = self.line(0.02, variable(f"on-{name}"), stroke_opacity=0.4)
        return self.circle(0.37, fill=colour, **rim) + self.circle(0.28, **groove)

    def _glass(self, piece: Piece, ink: str, runs: bool) -> str:
        """A glass with its sand, and the time for which it still runs."""
        shape = self.glass(None if runs else piece.sand, ink)
        clock = "" if runs else piece.clock
        if clock or runs:
            shape += self.word(clock, 0.145, ink, 0, 0.21, {"class_": "clock"})
        return shape

    def glass(self, share: float | None, ink: str) -> str:
        """Two bulbs, with a *share* of the sand above; ``None``: without sand."""
        look = self.line(0.022, ink, stroke_linejoin="round")
        bulbs = [(-HALF, LID), (HALF, LID), (0, NECK), (HALF, FLOOR), (-HALF, FLOOR), (0, NECK)]
        shape = tag("g", "" if share is None else self.sand(share), class_="sand")
        shape += self.path(bulbs, **look)
        for y in (LID, FLOOR):
            plate = self.line(0.05, ink, stroke_linecap="round")
            shape += self.path([(-HALF - 0.03, y), (HALF + 0.03, y)], False, **plate)
        return shape

    def sand(self, share: float) -> str:
        """The sand in a glass that has a *share* of it, 0 to 1, above."""
        share = min(max(share, 0.0), 1.0) ** 0.5
        surface = NECK + (LID - NECK) * share
        heap = FLOOR + (NECK - FLOOR) * (1 - share)
        above = [(-HALF * share, surface), (HALF * share, surface), (0.0, NECK)]
        below = [(-HALF, FLOOR), (HALF, FLOOR), (HALF * share, heap), (-HALF * share, heap)]
        shape = self.path(above, fill=variable("sand")) if share > 0 else ""
        return shape + (self.path(below, fill=variable("sand")) if share < 1 else "")

    def _chip(self, what: str, x: float, y: float) -> str:
        """A small sign on the rim of a piece."""
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
        return plate + self.word(what, size, variable("on-ink"), x, y)

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

    def mark(self, kind: MarkKind, occupied: bool) -> str:
        """A mark on a place, *occupied* by a piece or not; marks differ in shape, too."""
        colour = variable(f"mark-{kind}")
        if kind == "legal":
            if not occupied:
                return self.circle(0.1, fill=colour)
            dots = f"0 {format_number(0.1475 * self.unit)}"
            look = self.line(0.07, colour, stroke_linecap="round", stroke_dasharray=dots)
            return self.circle(0.47, **look)
        if kind == "selected":
            return self.circle(0.45, **self.line(0.075, colour))
        if kind == "last":
            far, near = 0.43, 0.27
            corners = [
                [(x * far, y * near), (x * far, y * far), (x * near, y * far)]
                for x in (-1, 1)
                for y in (-1, 1)
            ]
            look = self.line(0.065, colour, stroke_linejoin="round", stroke_linecap="round")
            return "".join(self.path(corner, False, **look) for corner in corners)
        if kind == "danger":
            sign: list[PixelPoint] = [(-0.4, -0.2), (-0.56, 0.08), (-0.24, 0.08)]
            rim = self.line(0.03, INKS[0], stroke_linejoin="round")
            shape = self.path(sign, **{**rim, "fill": colour})
            return shape + self.word("!", 0.22, INKS[0], -0.4, -0.03)
        ring = self.circle(0.45, **self.line(0.045, colour))
        chip = self.circle(0.15, -0.3, -0.3, fill=colour)
        cross = "".join(
            self.path(
                [(-0.36, -0.3 - y), (-0.24, -0.3 + y)],
                False,
                **self.line(0.045, variable("on-mark-capture"), stroke_linecap="round"),
            )
            for y in (0.06, -0.06)
        )
        return ring + chip + cross
