"""A room whose cards are whole, in sight and where they were: all games, in windows of all
sizes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest

from building import sources
from tests.gipf.specimens import with_every_kind
from tests.tiers import soak
from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import PHONE, POTENTIALS, go_to, keep, legal, may_challenge, reach

pytestmark = pytest.mark.slow

TWICE = (720, 450)
"""A window of 1440 x 900 at 200 %."""
BESIDE = ((1440, 900), (1280, 720), (800, 600), TWICE)
"""Windows where all that stands around the board stands beside or below it."""
CUT = """() => {
    const words = [...document.querySelectorAll(`#room :is(.columns > span, .count, .label,
        .name > *, .tray h2, .score, [role=timer], .word span, summary, th, td, #deeds span)`)]
        .filter((one) => !one.closest("svg") && one.clientWidth > 2)
        .filter((one) => one.scrollWidth > one.clientWidth + 1);
    const things = [...document.querySelectorAll(".things")].filter((one) => {
        const heap = one.querySelector("svg");
        const first = heap.clientHeight * parseFloat(heap.style.getPropertyValue("--first"));
        return one.clientWidth + 1 < first;
    });
    return [...words, ...things].filter((one) => one.checkVisibility())
        .map((one) => `${one.className} ${one.parentElement.textContent.trim()}`);
}"""
"""JavaScript: words that are wider than their place, and heaps of which no thing is whole."""
COVERED = """() => {
    const within = (box, outer) => ({ left: Math.max(box.left, outer.left),
        top: Math.max(box.top, outer.top), right: Math.min(box.right, outer.right),
        bottom: Math.min(box.bottom, outer.bottom) });
    const seen = (one) => {
        let box = one.getBoundingClientRect();
        for (let outer = one.parentElement; outer; outer = outer.parentElement)
            if (getComputedStyle(outer).overflowY !== "visible")
                box = within(box, outer.getBoundingClientRect());
        return box;
    };
    const bar = document.querySelector("#deeds").getBoundingClientRect();
    const cards = ".player, .tray, .glass, .card, #stakes, #prompt, .word, #said p, #caption";
    return [...document.querySelectorAll(`#room :is(${cards})`)]
        .filter((one) => one.checkVisibility() && one.getClientRects().length)
        .filter((one) => {
            const { left, top, right, bottom } = within(seen(one), bar);
            return right - left > 1 && bottom - top > 1;
        })
        .map((one) => `${one.id} ${one.className} ${one.textContent.trim().slice(0, 40)}`);
}"""
"""JavaScript: what is seen of the cards under the bar."""
UNSEEN = """() => [...document.querySelectorAll(".player, #deeds")]
    .filter((one) => one.getBoundingClientRect().bottom > innerHeight)
    .map((one) => one.textContent)"""
"""JavaScript: who plays, and is not in sight without scrolling; or the bar."""
JUMPS = """async (clicks) => {
    let state = 7;
    const below = (n) => (state = (state * 48271) % 2147483647) % n;
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const standing = "#board, .player, #trays > .tray:not(.none), .glass, #deeds";
    const boxes = () => new Map([...document.querySelectorAll(standing)].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const name = one.getAttribute("aria-label") ?? one.querySelector("b")?.textContent;
        return [`${one.id} ${name}`, [x, y + scrollY, width, height].map(Math.round).join(" ")];
    }));
    const jumps = [];
    for (let click = 0; click < clicks; click += 1) {
        const open = ".place.lit, .item.lit, .glass.lit, #words .word";
        const all = [...document.querySelectorAll(open)];
        if (!all.length) break;
        const before = boxes();
        const changed = new Promise((done) => new MutationObserver(done).observe(
            document.querySelector("#room"), { subtree: true, childList: true, attributes: true }));
        all[below(all.length)].dispatchEvent(new MouseEvent("click", { bubbles: true }));
        await changed;
        do await frame(); while (document.querySelector("#words").inert);
        await frame();
        for (const [name, at] of boxes())
            if (before.has(name) && before.get(name) !== at)
                jumps.push(`${click} ${name}: ${before.get(name)} -> ${at}`);
    }
    return jumps;
}"""
"""JavaScript: clicks at random, and what stood elsewhere after a click, or was as large no more."""


class _Played(NamedTuple):
    """A room of a match of *game*; *turns* have been played, or a challenge is possible."""

    game: str
    options: Mapping[str, str] = MappingProxyType({})
    players: int = 2
    turns: int | None = 5

    def keep(self, folder: Path) -> str:
        """Puts the match into *folder*; the address of its room."""
        turns = self.turns
        match = reach(
            self.game,
            self.options,
            self.players,
            11 if turns is None else 1,
            may_challenge
            if turns is None
            else lambda m: len(m.top.turns()) >= turns and legal(m) != [],
        )
        return keep(folder, match, *["human"] * self.players)


GAMES = tuple(sorted(sources.plugins()))
ROOMS = (
    *map(_Played, GAMES),
    _Played("gipf", {"variant": "tournament", **with_every_kind("2")}),
    _Played("gipf", POTENTIALS, turns=None),
    _Played("zatre", players=4),
)


def open_room(page: Page, room: str) -> None:
    """Goes to *room* from another screen; where time acts, it begins to run."""
    page.evaluate("() => { location.hash = 'screen/help' }")
    page.wait_until("document.body.dataset.screen === 'help'")
    go_to(page, room)
    page.wait_until("document.body.dataset.screen === '' && !!document.querySelector('.player')")
    page.wait_until("!!document.querySelector('#prompt').textContent")
    page.evaluate("document.querySelector('dialog[open] .primary')?.click()")
    page.wait_until("!document.querySelector('dialog[open]')")


def enter_help(page: Page, told: str) -> None:
    """Comes in by the address that the server has *told*."""
    page.go(told)
    page.wait_until("!location.search && !!document.querySelector('#screen .desk')")


@pytest.mark.needs
@pytest.mark.parametrize("language", ["en", *soak("cs")])
def test_nothing_is_cut_or_lies_under_the_bar(page: Page, tmp_path: Path, language: str) -> None:
    """Beside a board of any game, a challenge and its duel, and who plays is in sight."""
    page.pretend(reduced_motion=True)
    rooms = [(room, room.keep(tmp_path)) for room in ROOMS]
    with serving_here(tmp_path, language=language) as served:
        enter_help(page, served.told)
        for room, address in rooms:
            page.resize(*BESIDE[0])
            open_room(page, address)
            for stage in ("", *(["duel"] if room.turns is None else [])):
                if stage:
                    page.evaluate("document.querySelector('[data-word=challenge]').click()")
                    page.wait_until("document.body.classList.contains('in-duel')")
                for size in (*BESIDE, PHONE):
                    page.resize(*size)
                    page.evaluate("scrollTo(0, 0)")
                    where = (room.game, room.players, stage, size)
                    assert page.evaluate(CUT) == [], where
                    if size != PHONE:  # where all lies below a board, over which the bar stands
                        assert page.evaluate(COVERED) == [], where
                    if size not in (PHONE, TWICE):
                        assert page.evaluate(UNSEEN) == [], where
        page.close()


CLICKS = 16
BEGUN = {"tamsk": {"level": "1"}}
"""Options by which no time acts."""


@pytest.mark.needs
@pytest.mark.parametrize("size", [(1440, 900), PHONE, *soak((1280, 720), (800, 600))])
def test_nothing_around_the_board_jumps_while_a_match_goes_on(
    page: Page, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Boards, players, pools, glasses and the bar stay where they are; on a phone a board becomes
    smaller at most once more, when far more is asked than a question of three lines."""
    page.pretend(reduced_motion=True)
    page.resize(*size)
    all_kinds = {"variant": "tournament", **with_every_kind("2")}
    begun = [_Played(game, BEGUN.get(game, {}), turns=0) for game in GAMES]
    rooms = [
        (room.game, room.keep(tmp_path)) for room in (*begun, _Played("gipf", all_kinds, turns=0))
    ]
    with serving_here(tmp_path) as served:
        enter_help(page, served.told)
        for game, address in rooms:
            open_room(page, address)
            jumps = page.evaluate(JUMPS, CLICKS)
            boards = [each for each in jumps if "board" in each.split(":")[0]]
            if size == PHONE and len(boards) == 1:
                (once,) = {each.split()[0] for each in jumps}
                assert game != "zertz", jumps
                jumps = [each for each in jumps if each.split()[0] != once]
            assert jumps == [], game
        page.close()


@pytest.mark.needs("zatre")
def test_the_score_sheet_of_who_decides_is_open(page: Page, tmp_path: Path) -> None:
    """The board stays where it is; whoever opens another has it until the next seat decides."""
    page.pretend(reduced_motion=True)
    page.resize(1280, 720)
    room = _Played("zatre", players=4, turns=0).keep(tmp_path)
    opened = "[...document.querySelectorAll('.sheet')].map((sheet) => sheet.open)"
    due = "document.querySelector('.player.due b').textContent"
    board = "JSON.stringify(document.querySelector('#board').getBoundingClientRect())"
    with serving_here(tmp_path) as served:
        enter_help(page, served.told)
        open_room(page, room)
        seen = {page.evaluate(due)}
        stood = page.evaluate(board)
        page.evaluate("document.querySelectorAll('.sheet')[3].open = true")
        while len(seen) < 3:
            page.evaluate(JUMPS, 1)
            seen.add(now := page.evaluate(due))
            names = page.evaluate(
                "[...document.querySelectorAll('.sheet[open] summary')].map((s) => s.textContent)"
            )
            if len(seen) > 1:
                assert names == [now], page.evaluate(opened)
        assert page.evaluate(board) == stood
        page.close()


LOOK = """() => [...document.querySelectorAll(".place.lit .dot")].map((dot) => {
    const { strokeDasharray, transform } = getComputedStyle(dot);
    return [strokeDasharray !== "none", transform !== "none"];
})"""
"""JavaScript: whether the sign of each place that can be clicked is cut, and is small."""


@pytest.mark.needs("zertz")
def test_what_would_be_removed_is_a_cut_ring_and_dots_are_large_near_the_pointer(
    page: Page, tmp_path: Path
) -> None:
    page.pretend(reduced_motion=True)
    room = _Played("zertz", turns=0).keep(tmp_path)
    with serving_here(tmp_path) as served:
        enter_help(page, served.told)
        open_room(page, room)
        page.click("[data-word='pool:W'].lit")
        page.wait_until("document.querySelectorAll('.place.lit').length === 37")
        page.move((2, 2))
        assert page.evaluate(LOOK) == [[False, True]] * 37
        page.move("[data-place=d4] .hit")
        page.wait_until("document.querySelectorAll('.place.near').length > 6")
        small = [is_small for _, is_small in page.evaluate(LOOK)]
        assert 6 < small.count(False) < 30
        page.pretend(reduced_motion=True, forced_colors=True)
        assert page.evaluate(LOOK) == [[False, False]] * 37
        page.pretend(reduced_motion=True)
        page.click("[data-place=d4] .hit")
        page.wait_until("document.querySelectorAll('.place.takes').length === 18")
        assert {is_cut for is_cut, _ in page.evaluate(LOOK)} == {True}
        page.close()
