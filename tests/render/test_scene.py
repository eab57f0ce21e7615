"""A view as a scene: the same drawing for pictures, pages and notebooks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest

from gipf_meta import Choice, Countdown, Mark, Piece, Point, Tray, TrayItem, View
from gipf_meta.bots.bot import Request
from gipf_meta.bots.levels import make_bot
from gipf_meta.deeds.elements import Scene, difference
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import Turn, seat_name, title_of
from gipf_meta.protocol.options import configure
from gipf_meta.render.material import DEFINITIONS
from gipf_meta.render.scene import view_scene
from gipf_meta.render.svg import svg
from gipf_meta.render.svg_elements import text_width
from gipf_meta.render.theme import (
    INKS,
    THEMES,
    Theme,
    contrast,
    css_variables,
    variables,
    write_colours,
)

INSTALLED = load_plugins()
SETTINGS = [
    *((name, {}) for name in sorted(INSTALLED.games)),
    ("gipf", {"zertz_potentials": "3", "tamsk_potentials": "3", "challenges_enabled": "on"}),
    ("tamsk", {"level": "3"}),
]
IDS = [f"{name}{len(options) or ''}" for name, options in SETTINGS]
EVERY_GAME = pytest.mark.parametrize(("name", "options"), SETTINGS, ids=IDS)
MOST_DIFFERENT = {"gipf", "die", "zatre_pad", "tamsk"}
SOME_GAMES = pytest.mark.parametrize(
    ("name", "options"),
    [
        pytest.param(*each, marks=[] if name in MOST_DIFFERENT else pytest.mark.soak)
        for name, each in zip(IDS, SETTINGS, strict=True)
    ],
    ids=IDS,
)
EVERY_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def views(name: str, options: dict[str, str], decisions: int = 60) -> Iterator[tuple[View, Scene]]:
    """Views along a game played at random, with their scenes."""
    game, rng, bot = configure(INSTALLED.games[name], options), Random(7), make_bot("random")
    match = Match.begin(game, game.seat_counts[-1], INSTALLED.find, 7)
    for _ in range(decisions):
        top = match.top
        names = [seat_name(top.game, seat) for seat in range(len(top.players))]
        view = top.view(None)
        yield view, view_scene(view, names, title_of(top.game))
        if not isinstance(top.status, Turn):
            break
        match = match.advance(rng.choice((0, 700, 9000)))
        top = match.top
        if not isinstance(top.status, Turn):
            break
        seat = top.status.seat
        request = Request(top.game, top.state, seat, len(top.players), rng)
        match = match.play_move(seat, bot.choose(request))


def apply(scene: Scene, change: dict[str, Scene]) -> Scene:
    """*scene* after *change*, as a page applies it."""
    kept = {key: value for key, value in scene.items() if key not in change["gone"]}
    return kept | change["set"]


def markups(value: object) -> Iterator[str]:
    """All markup in a scene, however deep."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "markup":
                yield inner
            else:
                yield from markups(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from markups(inner)


@SOME_GAMES
def test_a_scene_is_json_and_its_markup_is_well_formed(name: str, options: dict[str, str]) -> None:
    for view, scene in views(name, options):
        assert json.loads(json.dumps(scene)) == scene
        assert view_scene(view) == view_scene(replace(view))
        for markup in markups(scene):
            ElementTree.fromstring(f"<g>{markup}</g>")
            assert not re.search(r"<(style|script)|\bid=", markup)
            # colours are a theme's, or light and shadow; bodies are the page's
            bodies = {f"#{name}" for name in re.findall(r' id="([^"]*)"', DEFINITIONS)}
            assert set(re.findall(r"#[-\w]+", markup)) <= {*bodies, *INKS, "#fff", "#000"}


def words_in(markup: str, left: float, top: float) -> Iterator[tuple[str, float, float, float]]:
    """The words in *markup* around a spot: each with its left end, right end and middle line."""
    todo = [(ElementTree.fromstring(f"<g>{markup}</g>"), left, top)]
    while todo:
        element, x, y = todo.pop()
        if moved := re.match(r"translate\((\S+) ([^\s)]+)\)", element.get("transform", "")):
            x, y = x + float(moved[1]), y + float(moved[2])
        todo += [(child, x, y) for child in element]
        if element.tag == "text" and element.text:
            x, size = x + float(element.attrib["x"]), float(element.attrib["font-size"])
            assert element.get("text-anchor") == "middle"
            half = text_width(element.text, size) / 2
            yield element.text, x - half, x + half, y + float(element.attrib["y"])


@SOME_GAMES
def test_no_word_of_a_board_is_outside_its_box(name: str, options: dict[str, str]) -> None:
    boxes = set()
    for _view, scene in views(name, options):
        if "board" not in scene:
            continue
        left, top, wide, high = scene["board"]["box"]
        boxes.add((left, top, wide, high))
        for key, value in scene.items():
            if key.split(":")[0] in ("under", "point", "piece", "mark"):
                spot = (value.get("x", 0), value.get("y", 0))
                for word, start, end, line in words_in(value["markup"], *spot):
                    assert left <= start <= end <= left + wide, (key, word)
                    assert top <= line <= top + high, (key, word)
    assert len(boxes) <= 3, "the box of a board stays as it is"


def test_long_words_stay_in_the_box() -> None:
    long = "a rather long name of a place"
    view = View(
        (Point(long, 0, 0, "space"), Point("b", 0, 2, "spot")),
        pieces=(Piece(long, "disc", "p1", "X", badge="held for a while", stack=9),
                Piece("b", "hourglass", "p2", "Y", badge="held for a while", clock="12:34:56")),
    )  # fmt: skip
    scene = view_scene(view)
    left, _top, wide, _high = scene["board"]["box"]
    for key, value in scene.items():
        if key.split(":")[0] in ("under", "point", "piece"):
            spot = (value.get("x", 0), value.get("y", 0))
            for word, start, end, _line in words_in(value["markup"], *spot):
                assert left <= start <= end <= left + wide, (key, word)


@EVERY_GAME
@pytest.mark.sample(5)
def test_the_difference_makes_the_next_scene(name: str, options: dict[str, str]) -> None:
    scenes = [scene for _view, scene in views(name, options)]
    for before, after in pairwise(scenes):
        change = difference(before, after)
        assert apply(before, change) == after
        assert "under" not in change["set"] or before["under"] != after["under"]
    assert difference(scenes[0], scenes[0]) == {"set": {}, "gone": []}


@SOME_GAMES
def test_a_picture_prints_the_scene(name: str, options: dict[str, str]) -> None:
    """Each shape of the scene is in the file, with the colours of the theme; only what runs is
    drawn in the file alone."""
    for view, scene in list(views(name, options))[::20]:
        for theme in THEMES.values():
            picture = svg(view, theme=theme)
            assert "var(" not in picture
            for key, value in scene.items():
                if "markup" in value and "glass" not in value:
                    assert write_colours(value["markup"], theme, view.board) in picture, key


@EVERY_THEME
@pytest.mark.sample(2)
def test_the_variables_of_a_theme_are_those_that_markup_names(theme: Theme) -> None:
    known = variables(theme)
    named = {
        variable
        for name, options in SETTINGS
        for _view, scene in list(views(name, options, 20))[::5]
        for markup in markups(scene)
        for variable in re.findall(r"var\(--([a-z0-9-]+)\)", markup)
    }
    assert named <= known.keys()
    for line in css_variables(theme).splitlines():
        assert re.fullmatch(
            r"--[a-z0-9-]+: (#[0-9a-f]{6}|visible|hidden|url\(#m-grain\)|1|0\.4);", line
        )


@EVERY_THEME
def test_words_can_be_read_in_every_theme(theme: Theme) -> None:
    colours = variables(theme)
    for name, colour in colours.items():
        if name.startswith("role-"):
            assert contrast(colour, colours[f"on-{name.removeprefix('role-')}"]) >= 4.5, name
        if name.startswith("mark-"):
            assert contrast(colour, colours[f"on-{name}"]) >= 4.5, name
    for ink in ("ink", "muted"):
        for paper in ("ground", "card"):
            assert contrast(colours[ink], colours[paper]) >= 4.5, (ink, paper)
    for wood in ("plate", "place", "special", "cloth"):
        assert contrast(colours[wood], colours[f"on-{wood}"]) >= 4.5, wood
    assert contrast(colours["ink"], colours["on-ink"]) >= 4.5
    # the sign of danger is a dark letter with a dark rim
    assert contrast(colours["mark-danger"], INKS[0]) >= 4.5


def test_running_sand_says_when_it_ends_and_is_left_to_the_page() -> None:
    glass = Piece("a", "hourglass", "red", "R", sand=0.5, clock="1:30", ends_in_ms=90_000,
                  of_ms=180_000)  # fmt: skip
    later = Piece("a", "hourglass", "red", "R", sand=0.4, clock="1:12", ends_in_ms=72_000,
                  of_ms=180_000)  # fmt: skip
    scene, after = (view_scene(View((Point("a", 0, 0),), pieces=(one,))) for one in (glass, later))
    piece = scene["piece:a"]
    assert (piece["ends_in_ms"], piece["of_ms"]) == (90_000, 180_000)
    assert '<g class="sand"></g>' in piece["markup"]
    assert re.search(r'<text [^>]*class="clock"></text>', piece["markup"])
    assert set(piece["glass"]) == {"half", "lid", "neck", "floor"}
    changed = difference(scene, after)["set"]
    assert list(changed) == ["piece:a"], "no name may tell a time that is wrong a second later"
    assert changed["piece:a"]["markup"] == piece["markup"]
    still = Piece("a", "hourglass", "red", "R", sand=0.5, clock="dead")
    shown = view_scene(View((Point("a", 0, 0),), pieces=(still,)))["piece:a"]
    assert "glass" not in shown
    assert ">dead<" in shown["markup"]


def test_a_page_on_which_sand_runs_is_told_no_times() -> None:
    glass = Countdown("flip", "Glass", 500, 1000, spoken="The glass: 0:00.5.")
    view = View(
        (), caption="Turn 3. The glass: 0:00.5. Red: b2 1:30.2. Sand runs.",
        times=("Red: b2 1:30.2.",), countdowns=(glass,),
    )  # fmt: skip
    assert view_scene(view)["caption"] == {"text": "Turn 3. Sand runs."}
    assert "Red: b2 1:30.2." in svg(view)


def test_places_heaps_and_glasses_have_names_for_the_ear() -> None:
    view = View(
        (Point("c4", 0, 0, "ring"), Point("c5", 0, 2, "gone")),
        pieces=(Piece("c4", "marble", "white", "W"),),
        marks=(Mark("c4", "capture"),),
        trays=(Tray("Pool", (TrayItem("w", "W", 2, "marble", "white", goals=(3, 4)),)),),
        countdowns=(Countdown("flip", "Glass", 500, 1000, runs=False),),
        choices=(Choice("x", ("c4", "go"), "capture", "2"),),
        names=(("go", "go on"),),
    )
    scene = view_scene(view, ("White", "Black"), "Rings")
    assert scene["board"]["name"] == "Rings board"
    assert scene["point:c4"]["name"] == "c4: white marble, can be captured"
    assert scene["point:c5"]["name"] == "c5: gone"
    assert scene["piece:c4"]["name"] == "white marble"
    assert scene["tray:0"]["items"][0]["name"] == "white marble 2/4"
    assert scene["tray:0"]["items"][0]["brief"] == ""
    assert scene["countdown:flip"]["runs"] is False
    assert scene["choices"] == {"all": [["x", ["c4", "go"], "capture", "2", False]]}
    assert scene["names"]["go"] == "go on"
    assert "mark:capture:c4" in scene


def test_heaps_of_several_kinds_stand_below_the_names_of_their_kinds() -> None:
    heaps = (
        TrayItem("b", "reserve", 3, "disc", "p1"),
        TrayItem("z", "Z", 1, "disc", "p1", column="Z"),
    )
    items = view_scene(View((), trays=(Tray("Hers", heaps),)))["tray:0"]["items"]
    assert [item.get("column") for item in items] == [None, "Z"]


def test_a_scene_without_a_board_has_no_board() -> None:
    scene = view_scene(View((), caption="So it stands."))
    assert "board" not in scene
    assert scene["caption"] == {"text": "So it stands."}


def test_letters_are_seen_where_colours_may_not_be() -> None:
    view = View((Point("a", 0, 0),), pieces=(Piece("a", "disc", "p1", "W"),))
    assert [">W<" in svg(view, theme=theme) for theme in THEMES.values()] == [
        theme.letters for theme in THEMES.values()
    ]
