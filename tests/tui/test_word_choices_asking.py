"""Below the board a question and its answers share the rows: neither is cut while there is room."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from gipf_meta.library.store import Library
from gipf_meta.narration.advice import Advice
from gipf_meta.protocol.view import Choice, View
from gipf_meta.tui.parts.word_choices import Words
from tests.tui.conftest import Driver, playing, shown, table_of, until, words

ALLOW = "allow the use of the potential"
CHALLENGE = "challenge the use of the potential to a duel"
NAMED = (("a", ALLOW), ("c", CHALLENGE))
CHOICES = (Choice("allow", ("a",), ALLOW), Choice("challenge", ("c",), CHALLENGE))
LONG = "Black announces a jump from d5: White may allow it, or challenge it to a duel elsewhere."
CASES = {
    "a short question leaves two rows": ((80, 24), "Which?", (ALLOW, CHALLENGE)),
    "a long one, too, where no news takes one": ((80, 24), LONG, (ALLOW, CHALLENGE)),
    "a wide screen": ((120, 40), LONG, (ALLOW, CHALLENGE)),
    "a phone": ((60, 40), LONG, (ALLOW, CHALLENGE)),
}


@pytest.mark.parametrize(("size", "asked", "names"), CASES.values(), ids=CASES)
async def test_names_of_words_are_as_long_as_the_rows_allow(
    driven: Driver, library: Library, size: tuple[int, int], asked: str, names: tuple[str, ...]
) -> None:
    async with driven(size, table_of(library, "gipf", {}, ["human"] * 2)) as (app, pilot):
        screen = playing(app)
        screen.deciding.offer(View((), names=NAMED), CHOICES, asked)
        await pilot.pause()
        chips = " ".join(words(app, "words").split())
        assert chips == f"1 {names[0]} 2 {names[1]}"
        seen = " ".join(" ".join(shown(app)[-8:]).split())
        for said in (asked, *names):
            assert said in seen
        assert app.screen.query_one(Words).region.bottom == size[1] - 1


async def test_a_hint_hides_no_row_of_the_question(driven: Driver, library: Library) -> None:
    """At 80x24 a long question, a hint and the words have four rows: the reasons that do not fit
    are left out."""

    async with driven(table=table_of(library, "gipf", {}, ["human"] * 2)) as (app, pilot):
        screen = playing(app)
        screen.deciding.offer(View((), names=NAMED), CHOICES, LONG)
        reasons = ("Allow it.", "It brings you a piece. " * 4)
        screen.deciding.show_hint(Advice(reasons, steps=(("allow", ()),)))
        await pilot.pause()
        seen = [line.strip() for line in shown(app)[-5:]]
        assert " ".join(seen[:3]).strip() == f"{LONG} Allow it."
        assert app.screen.query_one("#status", Static).size.height == 1


async def test_no_sentence_of_a_question_is_cut_where_news_take_its_rows(
    driven: Driver, library: Library
) -> None:
    """The last sentences wait until there is room again; the words to choose are all there."""
    first = "Black, move a glass to a vacant space next to it that is not full."
    asked = f"{first} Red may claim a ring (claim). Black may drop a ring (ring)."
    news = "Red cannot move and is passed over. Black's glass on e1 has run out and stays there."

    async with driven(table=table_of(library, "gipf", {}, ["human"] * 2)) as (app, pilot):

        def seen() -> list[str]:
            return [line.strip() for line in shown(app)[-5:]]

        screen = playing(app)
        screen.deciding.offer(View((), names=NAMED), CHOICES, asked)
        screen.say(news)
        await until(pilot, lambda: seen()[0] == first and " ".join(seen()[1:3]) == news)
        assert all(said in seen()[3] for said in ("1 allow the use", "2 challenge the use"))
        screen.say("Red: R:d6-c5.")
        await until(pilot, lambda: " ".join(seen()[:2]) == asked)
