"""Motion on the page: every animation is compared with the motion that the game describes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.options import configure
from tests.specimens import find_specimens
from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import enter, keep, legal, say
from tests.zertz.specimens import CHAIN

pytestmark = pytest.mark.slow

LOGGED = """(() => {
    window.told = [];
    window.moved = [];
    const {animate} = Element.prototype;
    Element.prototype.animate = function (...how) {
        if (this.closest("#board")) window.moved.push(this.dataset.motion ?? "");
        return animate.apply(this, how);
    };
    const Socket = window.WebSocket;
    window.WebSocket = class extends Socket {
        constructor(address) {
            super(address);
            this.addEventListener("message", ({data}) => {
                const {scene, moved} = JSON.parse(data);
                if (scene) window.told.push(moved ?? null);
            });
        }
    };
})()"""
"""JavaScript: notes what the page is told that moves, and what it animates."""
AT_REST = (
    "!document.querySelector('#board .moving').children.length"
    " && !document.querySelector('#board').getAnimations({subtree: true}).length"
)

PLACES = "() => [...document.querySelectorAll('.place')].map((place) => place.dataset.place)"


def told_of(moved: dict[str, Any]) -> list[str]:
    """The animations that *moved* asks for, as the page names them: ``d4>d6``."""
    names = []
    for motion in moved["motions"]:
        for way in motion.get("ways", []):
            names.append(f"{way['start']}>{way['end']}")
        names += [f"{way['start']}x{way['end']}" for way in motion.get("taken", [])]
        names += [f"~{at}" for at in motion.get("turned", [])]
        names += [f"{way['start']}+{way['end']}" for way in motion.get("laid", [])]
        names += [f"-{at}" for at in motion.get("gone", [])]
    return names


def compare(page: Page) -> list[str]:
    """Asserts that the animations since the last call are as the game described; returns them."""
    page.wait_until("window.told.length")
    page.wait_until(AT_REST)
    told, moved = page.evaluate("() => [window.told.splice(0), window.moved.splice(0)]")
    places = set(
        page.evaluate("() => [...document.querySelectorAll('.place')].map((p) => p.dataset.place)")
    )
    wanted = [name for each in told if each for name in told_of(each)]
    # from heap to heap nothing goes over the board
    seen = [name for name in wanted if ">" not in name or places & {*name.split(">")}]
    assert sorted(filter(None, moved)) == sorted(seen), json.dumps(told)
    return [name for name in moved if name]


@pytest.fixture
def logged(page: Page, tmp_path: Path) -> Iterator[Page]:
    """A page that notes what it is told and what it animates."""
    page.run_before_page(LOGGED)
    yield page
    page.close()


def play(page: Page, match: Match, *texts: str) -> list[str]:
    """Types *texts* in *match*; what moved."""
    moved: list[str] = []
    for text in texts:
        say(page, text)
        moved += compare(page)
    return moved


def test_who_jumps_goes_and_who_is_taken_leaves(logged: Page, tmp_path: Path) -> None:
    """The moves that were animated the wrong way round: the captured marble went, the jumper
    faded."""
    match = Match.begin(configure(load_plugins().find("zertz"), {}), 2, load_plugins().find, 1)
    match = match.play("Bd4,a1")
    with serving_here(tmp_path) as served:
        enter(logged, served.told, keep(tmp_path, match, "human", "human"))
        compare(logged)
        assert play(logged, match, "Bd5,g4") == ["pool:B>d5", "-g4"]
        assert play(logged, match, "x d4Bd6") == ["d4>d6", "d5xp1:B"]


def test_a_chain_jumps_one_by_one(logged: Page, tmp_path: Path) -> None:
    match = Match.begin(configure(load_plugins().find("zertz"), {}), 2, load_plugins().find, 1)
    for turn in CHAIN:
        match = match.play(turn)
    with serving_here(tmp_path) as served:
        enter(logged, served.told, keep(tmp_path, match, "human", "human"))
        compare(logged)
        assert play(logged, match, "x e2Bc3") == ["e2>c3", "d3xp2:B"]
        chain = play(logged, match, "x b2Gd4Wd6")
        assert [name for name in chain if ">" in name] == ["b2>d4", "d4>d6"]


@pytest.mark.parametrize("game", [name for name, each in find_specimens().items() if each.boards])
def test_all_that_moves_is_what_the_game_says(game: str, logged: Page, tmp_path: Path) -> None:
    """Random turns of every game, decision by decision."""
    rng, find = Random(game), load_plugins().find
    usual = configure(find(game), {})
    rules = configure(find(game), {"level": "1"}) if timed(usual) else usual  # its first level
    match = Match.begin(rules, 2, find, 5)
    while len(match.top.turns()) < 2:  # one that was never played is not kept
        match = match.play(rng.choice(legal(match)))
    with serving_here(tmp_path) as served:
        enter(logged, served.told, keep(tmp_path, match, "human", "human"))
        compare(logged)
        some = 0
        for _ in range(9):
            choices = legal(match)
            if not choices:
                break
            text = rng.choice(choices)
            match = match.play(text)
            some += len(play(logged, match, text))
        assert some > 3


def test_a_potential_leaves_its_piece_where_it_stood(logged: Page, tmp_path: Path) -> None:
    """Pieces that stay are not animated, nor those that go from heap to heap beside the board."""
    options = {"variant": "tournament", "zertz_potentials": "2"}
    match = Match.begin(configure(load_plugins().find("gipf"), options), 2, load_plugins().find, 1)
    match = match.play("Gb1-c2").play("Gi3-h3")
    with serving_here(tmp_path) as served:
        enter(logged, served.told, keep(tmp_path, match, "human", "human"))
        compare(logged)
        assert play(logged, match, "Za1-b2") == ["basic>b2", "Z>b2"]
        assert play(logged, match, "d1-d2") == ["basic>d2"]
        assert sorted(play(logged, match, "a1-b2")) == ["b2>c3", "basic>b2"]
        assert sorted(play(logged, match, "d1-d2")) == ["basic>d2", "d2>d3"]
        assert play(logged, match, "Zc3^e3") == ["c3>e3"]
