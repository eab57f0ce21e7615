"""Bodies of glass, lacquer and wood: what is drawn is seen against what it lies on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import replace
from functools import cache
from itertools import product
from typing import get_args
from xml.etree import ElementTree

import pytest

from gipf_meta import HEX_PITCH, SQUARE_PITCH, Edge, Piece, Point, TrayItem, View
from gipf_meta.protocol.view import BOARDS, BoardMaterial, MarkKind, Material, PieceKind, PointKind
from gipf_meta.render.board import draw_board
from gipf_meta.render.board_material import GRAINED, grain_of
from gipf_meta.render.emblems import EMBLEMS, draw_emblem, path_of
from gipf_meta.render.material import DEFINITIONS, definitions_of
from gipf_meta.render.svg import svg
from gipf_meta.render.theme import (
    INKS,
    LIGHT,
    ROLES,
    THEMES,
    Theme,
    contrast,
    mix,
    variables,
    write_colours,
)
from gipf_meta.render.trays import draw_heap, first_width

ALL = ElementTree.fromstring(f"<svg>{DEFINITIONS}</svg>")
BODIES = {each.attrib["id"]: each for each in ALL.iter("g") if "id" in each.attrib}
EVERY_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
ENOUGH = 3.0
"""The least contrast of a piece with what it lies on (WCAG: graphics)."""
HEXAGON = tuple(
    Point(name, x, y)
    for name, x, y in zip("abcdefg", (0, 1, 1, 0, -1, -1, 0), (-2, -1, 1, 2, 1, -1, 0), strict=True)
)
SEEN_WIDTH = 0.03
"""The least width of an outline, in places, that can be seen."""


def colour_of(paint: str | None) -> str:
    """The name of a theme's colour that *paint* is; empty for light, shade and none."""
    found = re.fullmatch(r"var\(--([\w-]+)\)", paint or "")
    return found[1] if found else ""


def closed_outlines(markup: str) -> Iterator[str]:
    """The colours of the closed outlines in *markup* that are wide enough to be seen, and of the
    bodies in them. Light and shade (gradients, and what lets the body through) are none."""
    for element in ElementTree.fromstring(f"<g>{markup}</g>").iter("use"):
        for part in BODIES[element.attrib["href"].removeprefix("#")].iter():
            if part.get("fill") == "currentColor" and "fill-opacity" not in part.attrib:
                yield colour_of(element.attrib["color"])
                if float(part.get("stroke-width", 0)) >= SEEN_WIDTH:
                    yield colour_of(element.attrib["stroke"])


def fills(markup: str) -> Iterator[str]:
    """The colours of bodies in *markup*, and of shapes that are filled."""
    for element in ElementTree.fromstring(f"<g>{markup}</g>").iter():
        if element.tag in ("use", "path"):
            yield colour_of(element.get("color", element.get("fill")))


@cache
def grounds(kind: PointKind, square: bool) -> Set[str]:
    """The colours that a piece on a place of that *kind* lies on."""
    view = View((Point("here", 0, 0, kind),), pitch=SQUARE_PITCH if square else HEX_PITCH,
                tile="square" if square else "hex")  # fmt: skip
    drawing = draw_board(view)
    assert drawing is not None
    # a plate has a border at its edge alone; what is narrower than a piece is covered by it
    bare = kind in ("spot", "dot")
    found = {*fills(drawing.under if bare else drawing.points["here"])} - {"rim", "", "grain"}
    assert found
    return found


@cache
def outlines(kind: PieceKind, material: Material, square: bool) -> Set[str]:
    """The colours of the closed outlines of a piece of the role ``p1``."""
    view = View((Point("a", 0, 0),), material=material, tile="square" if square else "hex",
                pieces=(Piece("a", kind, "p1", ""),))  # fmt: skip
    drawing = draw_board(view)
    assert drawing is not None
    return {*closed_outlines(drawing.pieces["a"])} - {""}


@EVERY_THEME
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("kind", get_args(PieceKind))
def test_a_piece_is_seen_on_every_place(
    kind: PieceKind, board: BoardMaterial, theme: Theme
) -> None:
    """By the outline that is seen best: its border or its body."""
    colours = variables(theme, board)
    roles = [name for name in colours if name.startswith("role-")]
    pairs = product(get_args(Material), get_args(PointKind), (False, True), roles)
    for material, place, square, role in pairs:
        if place == "gone":  # nothing stands there
            continue
        for ground in grounds(place, square):
            seen = max(
                contrast(colours[role if each == "role-p1" else each], colours[ground])
                for each in outlines(kind, material, square)
            )
            assert seen >= ENOUGH, (role, place, ground, material, round(seen, 2))


@EVERY_THEME
@pytest.mark.parametrize("board", BOARDS)
def test_what_is_on_a_board_stands_out_from_it(board: BoardMaterial, theme: Theme) -> None:
    """Words, the lines of the board, loose rings, what places hold and marks: a mark is seen by its
    border, or by its colour."""
    colours = variables(theme, board)
    # the ground of a sunken place lets the plate through
    sunken = {part: mix(colours[part], colours["plate"], 0.4) for part in ("place", "special")}
    for part in ("plate", "place", "special", "cloth"):
        assert contrast(colours[f"on-{part}"], colours[part]) >= 4.5, part
        below = colours[part], sunken.get(part, colours[part])
        assert min(contrast(colours[f"on-{part}"], each) for each in below) >= 4.2, part
        for kind in get_args(MarkKind) if part != "cloth" else ():
            colour = colours[f"mark-{kind}"]
            border = INKS[0] if kind == "danger" else colours[f"on-mark-{kind}"]
            for each in below:
                assert max(contrast(border, each), contrast(colour, each)) >= ENOUGH, (kind, part)
    assert contrast(colours["groove"], colours["plate"]) >= ENOUGH
    assert contrast(colours["inlay"], colours["place"]) >= 2.5
    if board != "wood" and theme.is_day is not None:
        rim = contrast(colours["groove"], colours["loose"])
        assert max(contrast(colours["loose"], colours["cloth"]), rim) >= ENOUGH


@EVERY_THEME
def test_the_tint_of_a_game_can_be_read_and_seen_on_the_page(theme: Theme) -> None:
    """Words on it, words of it, and the ring around what has the focus."""
    for board in BOARDS:
        colours = variables(theme, board)
        assert contrast(colours["tint"], colours["on-tint"]) >= 4.5, board
        for paper in ("ground", "card"):
            assert contrast(colours["tint"], colours[paper]) >= ENOUGH, (board, paper)


def test_each_board_differs_in_hue_or_lightness_and_in_its_grain() -> None:
    """The hue by day and by night; where contrast is high, the grain alone."""
    assert {*GRAINED} == {*BOARDS} - {"wood"}
    assert len({*map(grain_of, GRAINED)}) == len(BOARDS) - 1
    for theme in THEMES.values():
        plates = [variables(theme, board)["plate"] for board in BOARDS]
        assert len({*plates}) == (1 if theme.is_day is None else len(BOARDS))
    view = View(HEXAGON, edges=(Edge("a", "b"),))
    for theme in THEMES.values():
        pictures = {svg(replace(view, board=board), theme=theme) for board in BOARDS}
        assert len(pictures) == len(BOARDS)


def test_a_picture_within_another_has_the_colours_of_its_own_board() -> None:
    plates = {board: variables(LIGHT, board)["plate"] for board in BOARDS}
    inner = '<g data-board="moss"><path fill="var(--plate)"/></g>'
    outer = f'<g data-board="slate"><g><path fill="var(--plate)"/></g>{inner}<g/>'
    drawn = write_colours(f'{outer}<path fill="var(--plate)"/></g><a x="var(--plate)"/>', LIGHT)
    found = re.findall(r'"(#\w{6})"', drawn)
    assert found == [plates[board] for board in ("slate", "moss", "slate", "wood")]


@EVERY_THEME
@pytest.mark.parametrize("board", BOARDS)
def test_the_things_of_a_tray_are_seen_in_it(board: BoardMaterial, theme: Theme) -> None:
    for kind in ("disc", "marble", "ring"):
        for role in ROLES:
            markup = draw_heap(TrayItem("x", "", 4, kind, role)).markup
            things = ElementTree.fromstring(f"<g>{write_colours(markup, theme, board)}</g>")
            (heap,) = (each for each in things.iter("g") if "color" in each.attrib)
            (groove, *_light) = (each.get("fill", "") for each in things.iter("rect"))
            seen = max(contrast(heap.attrib[look], groove) for look in ("color", "stroke"))
            assert seen >= ENOUGH, (kind, role, round(seen, 2))


def test_a_picture_has_the_definitions_that_it_needs_and_no_more() -> None:
    view = View((Point("a", 0, 0),), pieces=(Piece("a", "marble", "p1", "W"),))
    text = svg(view)
    names = set(re.findall(r' id="m-([^"]*)"', text))
    assert names == {"marble", "ball", "glow", "shadow", "grain"}
    assert definitions_of("<circle/>") == ""
    assert definitions_of('<use href="#m-nothing"/>') == ""


@pytest.mark.parametrize("material", get_args(Material))
@pytest.mark.parametrize("board", BOARDS)
def test_in_a_picture_of_its_own_each_name_is_defined_as_on_a_page(
    material: Material, board: BoardMaterial
) -> None:
    """A disc has its body, and a board its grain, though there are both of stone."""
    pieces = (Piece("a", "disc", "p1", "W"),)
    text = svg(View((Point("a", 0, 0),), pieces=pieces, material=material, board=board))
    bodies = set(re.findall(r'href="#([^"]*)"', text))
    assert bodies
    assert all(text.count(f'<g id="{name}"') == 1 for name in bodies)
    grain = "grain" if board == "wood" else board
    assert f'fill="url(#m-{grain})"' in text
    assert text.count(f'<pattern id="m-{grain}"') == 1


def test_definitions_know_no_theme_so_that_a_document_may_have_several() -> None:
    assert "var(" not in DEFINITIONS
    grains = "".join(map(grain_of, GRAINED))  # which a page gets later
    ids = re.findall(r' id="([^"]*)"', DEFINITIONS + grains)
    assert len(ids) == len(set(ids))
    assert all(name.startswith("m-") for name in ids)
    referred = set(re.findall(r"#(m-[\w-]+)", DEFINITIONS))
    assert referred <= set(ids)


def test_equal_pieces_are_short_to_write() -> None:
    """The first scene of a board has hundreds of them."""
    view = View((Point("a", 0, 0, "space"),), pieces=(Piece("a", "disc", "p1", "W"),))
    drawing = draw_board(view)
    assert drawing is not None
    assert len(drawing.pieces["a"]) < 300
    assert len(drawing.points["a"]) < 250


def test_an_emblem_stands_for_a_badge_and_an_unknown_one_for_nothing() -> None:
    piece = Piece("a", "disc", "p1", "WZ", badge="Z", emblem="marble")
    view = View((Point("a", 0, 0),), pieces=(piece,))
    with_emblem, with_letter = (
        svg(replace(view, pieces=(each,))) for each in (piece, replace(piece, emblem="no such"))
    )
    assert EMBLEMS["marble"] in with_emblem
    assert ">Z</text>" not in with_emblem
    assert ">Z</text>" in with_letter
    spent = svg(replace(view, pieces=(replace(piece, is_spent=True),)))
    assert spent not in (with_emblem, with_letter)


@pytest.mark.parametrize("path", ["M0 0L1 1", "m-.5,.5 a.2 .2 0 0 1 .3-.3z", *EMBLEMS.values()])
def test_a_game_may_bring_the_path_of_an_emblem(path: str) -> None:
    assert path_of(path) == path
    assert f'd="{path}"' in draw_emblem(path, 60, "#16181d")


@pytest.mark.parametrize("bad", ["", "Z", 'M0 0"/><script>', "M0 0" * 200, "url(#x)", "M0 0\n"])
def test_what_is_no_emblem_draws_nothing(bad: str) -> None:
    assert draw_emblem(bad, 60, "#16181d") == ""


def test_a_thing_of_several_parts_is_shown_in_its_shape() -> None:
    bent, straight = (
        TrayItem("x", "X", 3, "disc", "p1", shape=shape)
        for shape in (((0, 0), (1, 1), (1, -1)), ((0, 0), (0, 2), (0, 4)))
    )
    heaps = [draw_heap(each) for each in (bent, straight)]
    assert len({heap.markup for heap in heaps}) == 2
    assert [len(re.findall("<use", heap.markup)) for heap in heaps] == [3, 3]
    assert [first_width(bent, heaps[0]), first_width(straight, heaps[1])] == [
        heap.width for heap in heaps
    ]


def test_of_many_things_in_a_tray_the_first_is_whole_and_on_top() -> None:
    many = TrayItem("x", "X", 15, "disc", "p1")
    heap = draw_heap(many)
    spots = [float(x) for x in re.findall(r'<use [^>]*\bx="([.\d]+)"', heap.markup)]
    assert len(spots) == 15
    assert spots == sorted(spots, reverse=True)
    assert first_width(many, heap) < heap.width / 3
