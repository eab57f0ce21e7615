"""A view as a picture."""

from __future__ import annotations

import re
import struct
import sys
from collections.abc import Iterator
from dataclasses import replace
from math import hypot
from random import Random
from typing import Any, get_args
from xml.etree import ElementTree

import pytest

from gipf_meta import (
    HEX_PITCH,
    SQUARE_PITCH,
    AnyGame,
    Edge,
    Label,
    Mark,
    Piece,
    Point,
    ScoreSheet,
    Tray,
    TrayItem,
    Turn,
    View,
)
from gipf_meta.bots.bot import Request
from gipf_meta.bots.levels import make_bot
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.view import MarkKind, PieceKind, PointKind
from gipf_meta.render.board import EDGE, convex_hull, draw_board, draw_field
from gipf_meta.render.brush import Brush
from gipf_meta.render.svg import PngUnavailable, png, svg
from gipf_meta.render.svg_elements import text_width
from gipf_meta.render.theme import (
    DARK,
    INKS,
    LIGHT,
    ROLES,
    STRANGERS,
    Theme,
    contrast,
    ink_on,
    role_colour,
)
from gipf_meta.render.trays import draw_heap, label_beside, piece_of

INSTALLED = load_plugins()
SVG = "{http://www.w3.org/2000/svg}"
KINDS: tuple[PointKind, ...] = get_args(PointKind)
PIECES: tuple[PieceKind, ...] = get_args(PieceKind)
MARKS: tuple[MarkKind, ...] = get_args(MarkKind)
THEMES = (LIGHT, DARK)


def one_of_each(square: bool = False) -> View:
    """A view with everything that a view can say."""
    points = tuple(Point(f"{kind}!", 2 * n, n % 2, kind) for n, kind in enumerate(KINDS))
    return View(
        (*points, Point("full!", 0, 4, "space", level=3, load=2)),
        pieces=(
            *(Piece(f"{KINDS[n]}!", kind, "p1", "XY") for n, kind in enumerate(PIECES)),
            Piece("full!", "hourglass", "p2", "Q", badge="held", sand=0.4, clock="2:31"),
            Piece("special!", "disc", "nobody knows", "ZZ", stack=7, badge="!"),
        ),
        edges=(Edge("ring!", "spot!"),),
        labels=(Label("north", 3, -2),),
        marks=tuple(Mark(f"{KINDS[n]}!", kind) for n, kind in enumerate(MARKS)),
        trays=(
            Tray("Pool", (TrayItem("w", "white", 3, "marble", "white"),)),
            Tray(
                "Hand", (TrayItem("v", "5", 2, "tile", "v5"), TrayItem("g", "W", 0, "disc", "p1"))
            ),
            Tray("Bag", ()),
        ),
        sheets=(
            ScoreSheet(
                "Sheet",
                ("row", "sum"),
                (("1", "twelve"), ("2", "(3)")),
                0,
                (("left", ""), ("grand total", "9")),
            ),
        ),
        caption="So it stands.",
        prompt="What now?",
        pitch=SQUARE_PITCH if square else HEX_PITCH,
        tile="square" if square else "hex",
    )


def alone(kind: PointKind = "spot", *, name: str = "here", **rest: Any) -> View:
    """A view of one place; *rest* are other fields of the view."""
    return View((Point(name, 0, 0, kind),), **rest)


def drawn(view: View, title: str = "", theme: Theme = LIGHT) -> ElementTree.Element:
    return ElementTree.fromstring(svg(view, title=title, theme=theme))


def having(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if f"data-{name}" in element.attrib]


def told(root: ElementTree.Element) -> list[str]:
    """The words that are to be seen."""
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def shape(view: View) -> str:
    """The picture without its colours and what it says of itself."""
    return re.sub(r' (fill|stroke|data-[a-z]+)="[^"]*"', "", svg(view))


def placed(root: ElementTree.Element) -> Iterator[tuple[ElementTree.Element, float, float]]:
    """Every element with the place of its origin on the page."""
    todo = [(root, 0.0, 0.0)]
    while todo:
        element, x, y = todo.pop()
        if element.tag == f"{SVG}defs":
            continue
        if moved := re.match(r"translate\(([^ )]+) ([^ )]+)\)", element.get("transform", "")):
            x, y = x + float(moved[1]), y + float(moved[2])
        yield element, x, y
        todo += [(child, x, y) for child in element]


def views(game: AnyGame, seats: int, seed: int) -> Iterator[View]:
    """Views along a game played at random."""
    match, rng, bot = (
        Match.begin(game, seats, INSTALLED.find, seed),
        Random(seed),
        make_bot("random"),
    )
    for n in range(40):
        top = match.top
        if n % 13 == 0:
            yield top.game.view(top.state, None)
        if not isinstance(top.status, Turn):
            break
        seat = top.status.seat
        request = Request(top.game, top.state, seat, len(top.players), rng)
        match = match.play_move(seat, bot.choose(request))
    yield match.top.game.view(match.top.state, None)


def assert_complete(view: View, root: ElementTree.Element) -> None:
    points = [(e.get("data-point"), e.get("data-kind")) for e in having(root, "point")]
    assert points == [(point.id, point.kind) for point in view.points]
    pieces = [(e.get("data-piece"), e.get("data-label")) for e in having(root, "piece")]
    assert pieces == [(piece.at, piece.label) for piece in view.pieces]
    for piece, element in zip(view.pieces, having(root, "piece"), strict=True):
        assert piece.emblem or {piece.badge} - {""} <= set(told(element))
    marks = [(e.get("data-at"), e.get("data-mark")) for e in having(root, "mark")]
    assert marks == [(mark.at, mark.kind) for mark in view.marks]
    edges = [e.get("data-edge") for e in having(root, "edge")]
    assert edges == [f"{edge.a} {edge.b}" for edge in view.edges]
    assert {label.text for label in view.labels} <= set(told(root))
    trays = [e.get("data-tray") for e in having(root, "tray")]
    assert trays == [tray.title for tray in view.trays]
    heaps = {e.get("data-item"): e for e in having(root, "item")}
    for tray in view.trays:
        for item in tray.items:
            if not (item.count or item.goals or len(tray.items) == 1):
                continue
            heap = heaps[item.id]
            assert heap.get("data-count") == str(item.count)
            said = {label_beside(item), piece_of(item).label} & set(told(heap))
            assert said or item.emblem or label_beside(item) == "" != heap.findall(".//*[@r]")
    glasses = [e.get("data-countdown") for e in having(root, "countdown")]
    assert glasses == [each.id for each in view.countdowns]
    for sheet, element in zip(view.sheets, having(root, "table"), strict=True):
        lines = (sheet.columns, *sheet.rows, *sheet.footer)
        cells = [word for line in lines for word in line]
        assert told(element) == [sheet.title, *cells]
    said = " ".join(" ".join(told(root)).split())
    assert " ".join(view.caption.split()) in said
    assert " ".join(view.prompt.split()) in said


@pytest.mark.parametrize("name", sorted(INSTALLED.games))
@pytest.mark.sample(5, "slow")
def test_everything_an_installed_game_shows_is_in_the_picture(name: str) -> None:
    game = INSTALLED.games[name]
    for seats in {game.seat_counts[0], game.seat_counts[-1]}:
        for view in views(game(), seats, seed=seats):
            assert_complete(view, drawn(view))


@pytest.mark.parametrize("square", [True, False])
@pytest.mark.parametrize("theme", THEMES)
def test_everything_a_view_can_say_is_in_the_picture(square: bool, theme: Theme) -> None:
    view = one_of_each(square)
    root = drawn(view, "A title", theme)
    assert_complete(view, root)
    assert {"A title", "×7", "3", "nothing", "XY", "ZZ"} <= set(told(root))
    assert not {"2/3", "2:31"} & set(told(root)), "numbers are told on demand"


def test_a_picture_names_and_describes_itself_to_screen_readers() -> None:
    root = drawn(one_of_each(), "Round 3")
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Round 3"
    assert root.findtext(f"{SVG}desc") == "So it stands. What now?"


def test_a_picture_needs_nothing_else() -> None:
    text = svg(one_of_each())
    assert not re.search(r"<(style|script|image|foreignObject)", text)
    referred = set(re.findall(r'(?:href="|url\()([^")]*)', text))
    assert referred == {f"#{name}" for name in re.findall(r' id="([^"]*)"', text)}


def test_a_view_without_a_board_and_one_without_anything_are_pictures_too() -> None:
    view = replace(one_of_each(), points=(), pieces=(), edges=(), labels=(), marks=())
    assert_complete(view, drawn(view))
    assert told(drawn(View(points=()))) == []


def test_hostile_words_stay_words() -> None:
    bad = "</text><script>\x00\x1b\ud800\u202e&\"'"
    view = View(
        (Point(bad, 0, 0, "space", level=1), Point("b", 2, 0)),
        pieces=(
            Piece(bad, "hourglass", bad, bad, badge=bad, clock=bad),
            Piece("b", "disc", bad, bad),
        ),
        edges=(Edge(bad, "b"),),
        labels=(Label(bad, 0, 2),),
        trays=(Tray(bad, (TrayItem(bad, bad, 1, "disc", bad),)),),
        sheets=(ScoreSheet(bad, (bad,), ((bad,),)),),
        marks=(Mark(bad, "legal"),),
        caption=bad,
        prompt=bad,
    )
    text = svg(view, title=bad)
    root = ElementTree.fromstring(text.encode("utf-8"))
    assert not list(root.iter(f"{SVG}script"))
    assert text.count("&lt;script&gt;") > 10


def test_numbers_have_two_digits_at_most() -> None:
    drawn, measure = svg(one_of_each()), r"\.\d{3}|\de-\d|-0[ \"]"
    assert not re.search(measure, re.sub("<defs>.*?</defs>", "", drawn))


def test_an_unknown_role_keeps_its_colour_and_shows_its_letters() -> None:
    assert role_colour("cross") == "#f0e442"
    assert role_colour("nought") in STRANGERS
    view = alone(pieces=(Piece("here", "disc", "cross", "X"),))
    assert "X" in told(drawn(view))
    assert role_colour("cross") in svg(view)


def test_letters_that_colour_and_badge_say_are_left_out() -> None:
    view = alone("dot", name="a1", pieces=(Piece("a1", "disc", "p1", "WG", badge="G"),))
    assert sorted(told(drawn(view))) == ["1", "G", "a"]
    other = replace(view, pieces=(Piece("a1", "disc", "p1", "RG", badge="G"),))
    assert "RG" in told(drawn(other))


def test_marks_differ_in_shape() -> None:
    for pieces in ((), (Piece("here", "disc", "p1", "W"),)):
        marks = [*(Mark("here", kind) for kind in MARKS), Mark("here", "legal", takes=True)]
        assert len({shape(alone(pieces=pieces, marks=(mark,))) for mark in marks}) == len(marks)


def test_kinds_of_places_and_pieces_differ_in_shape() -> None:
    assert len({shape(alone(kind)) for kind in KINDS}) == len(KINDS)
    pieces = [alone(pieces=(Piece("here", kind, "p1", "W"),)) for kind in PIECES]
    assert len({shape(view) for view in pieces}) == len(PIECES)


def test_sand_and_the_height_of_a_stack_are_seen() -> None:
    glasses = [Piece("here", "hourglass", "p1", "W", sand=s) for s in (None, 0.0, 0.5, 1.0)]
    stacks = [Piece("here", "disc", "p1", "W", stack=n) for n in (1, 2, 3, 9)]
    for pieces in (glasses, stacks):
        assert len({shape(alone(pieces=(piece,))) for piece in pieces}) == 4


@pytest.mark.parametrize("count", [2, 5, 23])
def test_every_layer_of_a_stack_is_drawn_and_how_many_they_are_stands_on_top(count: int) -> None:
    layers = ("red", *["black"] * (count - 2), "white")
    stack = Piece("here", "disc", "white", "WD", stack=count, badge="D", layers=layers)
    root, colours = drawn(alone(pieces=(stack,))), {role_colour(role) for role in layers}
    shown = [each.get("color") for each in root.iter(f"{SVG}use") if each.get("color") in colours]
    assert shown == [role_colour(role) for role in layers]
    assert told(root)[-1] == f"D{count}"
    lowest, highest = (
        min(y for element, _x, y in placed(root) if element.get("color") == role_colour(role))
        for role in ("red", "white")
    )
    assert highest < lowest


def test_what_a_place_holds_is_counted_and_drawn() -> None:
    held = [View((Point("here", 0, 0, "space", level=3, load=n),)) for n in range(4)]
    assert [svg(view).count(f'stroke="{LIGHT.inlay}"') for view in held] == [0, 1, 2, 3]
    points = [draw_board(view) for view in held]
    words = [
        re.findall(r'class="number"[^>]*>([^<]*)<', each.points["here"]) for each in points if each
    ]
    assert words == [["0/3"], ["1/3"], ["2/3"], ["3/3"]]


def test_a_board_without_labels_gets_coordinates_if_its_names_are_some() -> None:
    squares = tuple(Point(f"{'abc'[x]}{3 - y}", x, y, "cell") for x in range(3) for y in range(3))
    view = View(squares, pitch=SQUARE_PITCH, tile="square")
    assert told(drawn(view)) == ["a", "b", "c", "3", "2", "1"]
    for odd in (Point("d1", 3, 0, "cell"), Point("x9", 0, 5, "cell"), Point("b", 7, 7)):
        assert "b2" in told(drawn(replace(view, points=(*squares, odd))))
    named = replace(view, labels=(Label("north", 1, -1),))
    assert told(drawn(named)) == ["north"]


def test_a_hexagonal_board_is_truly_hexagonal() -> None:
    around = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
    view = View((Point("m", 0, 0), *(Point(f"n{n}", *xy) for n, xy in enumerate(around))))
    at = {
        e.get("data-point"): (x, y) for e, x, y in placed(drawn(view)) if "data-point" in e.attrib
    }
    mx, my = at["m"]
    steps = {round(((x - mx) ** 2 + (y - my) ** 2) ** 0.5) for x, y in at.values()} - {0}
    assert len(steps) == 1


@pytest.mark.parametrize("name", sorted(INSTALLED.games))
@pytest.mark.sample(5, "slow")
def test_nothing_lies_beyond_the_edge_of_the_page(name: str) -> None:
    game = INSTALLED.games[name]
    for view in views(game(), game.seat_counts[0], seed=9):
        root = drawn(view, "Title")
        wide, high = float(root.attrib["width"]), float(root.attrib["height"])
        for element, left, top in placed(root):
            left += float(element.get("x", element.get("cx", 0)))
            top += float(element.get("y", element.get("cy", 0)))
            radius = float(element.get("r", 0))
            right = left + float(element.get("width", radius))
            bottom = top + float(element.get("height", radius))
            assert 0 <= left - radius <= right <= wide, element.attrib
            assert 0 <= top - radius <= bottom <= high, element.attrib
            if "A" not in element.get("d", "A"):
                half = float(element.get("stroke-width", 0)) / 2
                ends = [float(word) for word in re.findall(r"[-.\d]+", element.attrib["d"])]
                assert left + min(ends[::2]) - half >= 0
                assert left + max(ends[::2]) + half <= wide
                assert top + min(ends[1::2]) - half >= 0
                assert top + max(ends[1::2]) + half <= high


def test_the_name_of_a_place_is_at_the_place() -> None:
    named = ("near", "far")
    for pitch in (HEX_PITCH, HEX_PITCH[::-1], SQUARE_PITCH):
        for taken in ((), tuple(Piece(name, "disc", "p1", "W") for name in named)):
            points = tuple(Point(name, 0, 4 * n, "space") for n, name in enumerate(named))
            at = dict[str | None, tuple[float, float]]()
            for element, x, y in placed(drawn(View(points, pieces=taken, pitch=pitch))):
                if element.get("data-point"):
                    at[element.get("data-point")] = (x, y)
                if element.text in named and element.tag == f"{SVG}text":
                    at[f"name of {element.text}"] = (
                        x + float(element.attrib["x"]),
                        y + float(element.attrib["y"]),
                    )
            apart = abs(at["far"][1] - at["near"][1]) / 4 / pitch[1]
            for name in named:
                (x, y), (nx, ny) = at[name], at[f"name of {name}"]
                assert ((x - nx) ** 2 + (y - ny) ** 2) ** 0.5 < 0.8 * apart


def test_a_thing_on_no_place_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"something on 'x9', which is none of its points\."):
        svg(alone(marks=(Mark("x9", "legal"),)))


def test_words_on_pieces_and_paper_can_be_read() -> None:
    for colour in (*ROLES.values(), *STRANGERS):
        assert contrast(colour, ink_on(colour)) >= 4.5
    for theme in THEMES:
        for ink in (theme.ink, theme.muted):
            for paper in (theme.ground, theme.card):
                assert contrast(ink, paper) >= 4.5
        for wood in (theme.plate, theme.place, theme.special, theme.cloth):
            assert contrast(ink_on(wood), wood) >= 4.5
        assert contrast(theme.ink, ink_on(theme.ink)) >= 4.5


def test_marks_and_what_places_hold_stand_out_from_the_board() -> None:
    """A mark is seen by its border on the board, and by its colour on the border."""
    for theme in THEMES:
        for kind in MARKS:
            colour = theme.marks[kind]
            border = INKS[0] if kind == "danger" else ink_on(colour)
            assert contrast(colour, border) >= 4.5
            for wood in (theme.plate, theme.place, theme.special):
                assert max(contrast(border, wood), contrast(colour, wood)) >= 3
        assert contrast(theme.inlay, theme.place) >= 2.5


def test_two_players_differ_in_lightness() -> None:
    assert contrast(ROLES["p1"], ROLES["p2"]) >= 7
    assert contrast(ROLES["white"], ROLES["grey"]) >= 2.5
    assert contrast(ROLES["grey"], ROLES["black"]) >= 4.5


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


def size_of(picture: bytes) -> tuple[int, int]:
    """Width and height of a PNG."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", picture[16:24])
    return wide, high


def test_a_png_is_as_wide_as_asked() -> None:
    pytest.importorskip("resvg_py")
    text = svg(one_of_each())
    wide, high = size_of(png(text))
    assert wide == round(float(ElementTree.fromstring(text).attrib["width"]))
    twice = size_of(png(text, width=2 * wide))
    assert twice[0] == 2 * wide
    assert abs(twice[1] - 2 * high) <= 2


def test_no_mark_covers_the_sign_of_a_glass() -> None:
    brush = Brush(1)
    sign = brush.piece(Piece("a1", "hourglass", "red", "R", badge="held"))
    chip = re.search(r'<rect [^>]*y="([-.\d]+)"[^>]*height="([.\d]+)"', sign)
    ring = re.search(r'r="([.\d]+)"[^>]*stroke-width="([.\d]+)"', brush.mark("selected", True))
    assert chip
    assert ring
    assert -float(chip[1]) - float(chip[2]) >= float(ring[1]) + float(ring[2]) / 2


def test_an_empty_heap_shows_what_it_would_hold() -> None:
    """Two heaps that are both called ``supply``, and goals that have no word at all."""
    supplies = [TrayItem(x, x, 0, "disc", "p1", badge=x, brief="supply") for x in "TZ"]
    assert [re.findall(r">(\w)</text>", draw_heap(item).markup) for item in supplies] == [
        ["T"],
        ["Z"],
    ]
    goals = [TrayItem(x, "", 0, "marble", x, goals=(3, 6)) for x in ("white", "black")]
    assert len({draw_heap(item).markup for item in goals}) == 2


def test_words_are_drawn_in_a_png() -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("font_lato")
    silent = re.sub(r"<text.*?</text>", "", svg(one_of_each()))
    assert png(silent) != png(svg(one_of_each()))


@pytest.mark.parametrize("width", [0, -1, 10_001])
def test_a_png_has_a_sensible_width(width: int) -> None:
    with pytest.raises(ValueError, match=rf"is 1 to 10000 pixels wide, not {width}\."):
        png("<svg/>", width)


def test_without_its_library_a_png_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(PngUnavailable, match=r"pip install '\.\[png\]'"):
        png(svg(View(points=())))


@pytest.mark.parametrize("name", sorted(INSTALLED.games))
def test_what_is_written_beside_a_plate_lies_off_it(name: str) -> None:
    game = INSTALLED.games[name]()
    view = game.view(game.start(game.seat_counts[0]), None)
    field = draw_field(view) if view.points else None
    if field is None or not (view.labels or field.under.count("<text")):
        pytest.skip("nothing is written beside its board")
    outline, edge = convex_hull(field.spots.values()), EDGE / 2 * field.brush.unit
    for word in ElementTree.fromstring(f"<g>{field.under}</g>").iter("text"):
        size = float(word.attrib["font-size"])
        x, y = float(word.attrib["x"]), float(word.attrib["y"]) - 0.36 * size
        wide = text_width(word.text or "", size) / 2
        for a, b in zip(outline, [*outline[1:], outline[0]], strict=True):
            corners = [(x + dx * wide, y + dy * size / 2) for dx in (-1, 1) for dy in (-1, 1)]
            assert min(distance(corner, a, b) for corner in corners) > edge - 0.5, word.text


def distance(spot: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """The distance of *spot* from the segment from *a* to *b*."""
    (x, y), (ax, ay), (dx, dy) = spot, a, (b[0] - a[0], b[1] - a[1])
    along = min(max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy or 1), 0), 1)
    return hypot(ax + along * dx - x, ay + along * dy - y)
