"""Where the keys stand on the board of the page when a decision begins, in real browsers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from gipf_meta.match.match import Match
from gipf_meta.protocol.view import Choice
from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import enter, keep, legal, reach

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

FOCUSED = "(document.activeElement?.dataset?.place ?? '')"
OPEN = "(ids) => ids.every((id) => document.querySelector(`[data-place=${id}].open`))"


def choices_of(match: Match) -> Sequence[Choice]:
    """Returns the choices of the player on turn."""
    return match.top.view(match.player).choices


def where_it_begins(match: Match) -> set[str]:
    """The places with which a choice begins as it is written; else those that can be clicked."""
    places = {point.id for point in match.top.view(match.player).points}
    begins = {choice.path[0] for choice in choices_of(match)} & places
    return begins or {word for choice in choices_of(match) for word in choice.path} & places


def forces(match: Match) -> bool:
    """Whether after some removal the next player must jump."""
    return len(match.top.turns()) > 3 and bool(forcing(match))


def forcing(match: Match) -> list[str]:
    """The removals after which the next player must jump."""
    if legal(match)[0][0] in "WGBx":
        return []
    return [text for text in legal(match) if legal(match.play(text))[:1] > ["x"]]


def test_the_keys_stand_where_the_decision_begins_and_never_on_a_hole(
    page: Page, tmp_path: Path
) -> None:
    """After a removal on the piece that must jump; where it can begin here, they are left here."""
    match, rng = reach("zertz", {}, 2, 1, forces), Random(1)
    with serving_here(tmp_path) as served:
        enter(page, served.told, keep(tmp_path, match, "human", "human"))
        text, jumps, moved = forcing(match)[0], 0, 0
        while not (jumps > 1 and moved > 3 and legal(match)[0][0] not in "WGBx"):
            path = next(each.path for each in choices_of(match) if each.notation == text)
            for word in path:
                place = f"[data-place={word}] .hit"
                page.click(f"[data-word='{word}']" if ":" in word else place)
            match = match.play(text)
            begins = where_it_begins(match)
            page.wait_until(OPEN, sorted(begins))
            page.wait_until(f"(...begins) => begins.includes({FOCUSED})", *sorted(begins))
            moved += path[-1] not in begins
            jumps += legal(match)[0].startswith("x")
            text = rng.choice(choices_of(match)).notation
        here = page.evaluate(FOCUSED)
        page.press("u")
        page.wait_until(OPEN, sorted(where_it_begins(match.undo())))
        assert page.evaluate(FOCUSED) == here
        page.close()
