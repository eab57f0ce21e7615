"""Whole walks through the page: matches prepared to where a walk begins, and steps of a walk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.options import configure
from gipf_meta.records.models import Seat
from gipf_meta.records.writer import to_record
from tests.web.browsers import Page

PHONE, WIDE = (390, 844), (1600, 1000)
BOARD = "document.querySelectorAll('#board .place').length"
"""JavaScript: how many places the board shows."""
POTENTIALS = {"variant": "basic", "zertz_potentials": "3", "challenges_enabled": "on"}
"""The options of a GIPF in which duels are played."""

Reached = Callable[[Match], bool]


def legal(match: Match) -> list[str]:
    """Returns all legal decisions of the player on turn; none while nobody is."""
    top, now = match.top, match.top.status
    if not isinstance(now, Turn):
        return []
    return [
        str(top.game.format(top.state, move)) for move in top.game.turn_moves(top.state, now.seat)
    ]


def may_challenge(match: Match) -> bool:
    """Whether the first player may challenge."""
    return getattr(match.top.status, "seat", None) == 0 and "challenge" in legal(match)


def reach(game: str, options: Mapping[str, str], seats: int, seed: int, reached: Reached) -> Match:
    """The match of that seed, played at random until it has *reached* something."""
    find, rng = load_plugins().find, Random(seed)
    match = Match.begin(configure(find(game), options), seats, find, seed)
    while not reached(match):
        assert match.result is None, f"seed {seed} never reaches it"
        match = match.play(rng.choice(legal(match)))
    return match


def say(page: Page, text: str) -> None:
    """Types a decision or a question, and waits until it is accepted."""
    page.press(":")
    page.type(text)
    page.press("Enter")
    page.wait_until("document.querySelector('#typed').hidden")


def place(page: Page, where: str, ring: str) -> None:
    """Puts a white marble somewhere, and takes a ring away."""
    page.click("[data-word='pool:W'].lit")
    page.click(f"[data-place={where}].lit .hit")
    page.wait_until(f"document.querySelector('[data-place={where}]').ariaLabel.includes('white')")
    page.click(f"[data-place={ring}].lit .hit")


def keep(folder: Path, match: Match, *kinds: str) -> str:
    """Puts *match* into the library of a server in *folder*; the address of its room.

    *kinds* say who plays at each seat: ``human``, or a bot's name.
    """
    with Library(folder / "DATA" / "gipf-meta" / "library.sqlite") as library:
        return f"room/{keep_in(library, match, *kinds)}"


def keep_in(library: Library, match: Match, *kinds: str) -> int:
    """Puts *match* into *library*, played by *kinds*; its number there."""
    seats = [Seat(name=f"{kind.title()} {n}", player=kind) for n, kind in enumerate(kinds, 1)]
    return library.add(to_record(match, tuple(seats)))


def enter(page: Page, told: str, hash: str) -> None:
    """Comes in by the address that the server has *told*, and goes to a room or screen."""
    page.go(told)
    page.wait_until("!location.search && !!document.querySelector('#screen .desk')")
    page.evaluate("(hash) => { location.hash = hash }", hash)


def go_to(page: Page, hash: str) -> None:
    """Goes from a room or screen to another one, and waits until the page has heard of it: what was
    shown before is not taken for what comes."""
    page.evaluate(
        """(hash) => {
            if (location.hash === `#${hash}`) return;
            location.hash = hash;
            return new Promise((done) => {
                addEventListener("hashchange", () => done(), { once: true });
            });
        }""",
        hash,
    )
