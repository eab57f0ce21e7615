"""The question for the next word names the piece and the place, in the words of every game."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta import Choice, View
from gipf_meta.match.partial_decision import PartialDecision
from gipf_meta.narration.follow_up import follow_up
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.protocol.view import Piece, Point, Tray, TrayItem, counters
from gipf_meta.render.speech import word_names
from tests.random_positions import positions
from tests.specimens import find_specimens

POINTS = (Point("d4", 0, 0), Point("e5", 1, 1), Point("f6", 2, 2))


def follow_ups(name: str, seed: int = 1) -> dict[str, tuple[str, ...]]:
    """The questions after the first words of decisions in random positions, each with the words
    clicked."""
    rng, game = Random(seed), configure(load_plugins().find(name), {})
    found: dict[str, tuple[str, ...]] = {}
    for state in positions(game, rng, 80):
        view = game.view(state, None)
        if not view.choices or counters(view, view.choices):
            continue
        names = word_names(view, ())
        words = list(rng.choice(view.choices).path)
        for order in (words, words[::-1]):
            decision: PartialDecision | None = PartialDecision(view.choices)
            for word in order:
                decision = decision and decision.with_word(word)
                if decision and decision.words:
                    said = tuple(names.get(each, each) for each in decision.path)
                    found[follow_up(view, decision, names)] = said
    return found


@pytest.mark.parametrize("name", sorted(find_specimens()))
def test_a_question_names_what_was_clicked_or_what_it_does(name: str) -> None:
    for question, said in follow_ups(name).items():
        assert said[-1] in question or "…" in question
        assert not question.startswith("…")


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("zertz", "Which marble goes on {place}?"),
    ],
)
def test_the_question_of_a_game_is_in_its_own_words(name: str, question: str) -> None:
    found = follow_ups(name)
    assert any(question.format(place=said[-1]) == each for each, said in found.items()), found


def view(*choices: Choice, kinds: tuple[str, ...] = (), at: str = "") -> View:
    """A view with *choices*, and heaps of the *kinds* beside it; a piece stands *at* a place."""
    items = tuple(
        TrayItem(f"heap{n}", "A", 1, kind, "p1")  # type: ignore[arg-type]
        for n, kind in enumerate(kinds)
    )
    pieces = (Piece(at, "disc", "p1", "A"),) if at else ()
    return View(POINTS, pieces=pieces, trays=(Tray("pool", items),), choices=choices)


HEAPS = tuple(Choice(str(n), ("d4", f"heap{n}"), f"lay thing {n} on d4") for n in range(2))


@pytest.mark.parametrize(
    ("kinds", "at", "question"),
    [
        (("marble", "marble"), "", "Which marble goes on d4?"),
        (("disc", "disc"), "", "Which piece goes on d4?"),
        (("ring", "ring"), "", "Which ring goes on d4?"),
        (("hourglass", "hourglass"), "", "Which hourglass goes on d4?"),
        (("tile", "tile"), "", "Which tile goes on d4?"),
        (("ring", "disc"), "", "Lay thing … on d4: which of these?"),
        (("ring", "ring"), "d4", "Lay thing … on d4: which of these?"),
    ],
)
def test_heaps_of_one_kind_are_named_where_one_goes_on_a_free_place(
    kinds: tuple[str, ...], at: str, question: str
) -> None:
    shown = view(*HEAPS, kinds=kinds, at=at)
    assert follow_up(shown, PartialDecision(HEAPS, ("d4",)), {}) == question


@pytest.mark.parametrize(
    ("labels", "question"),
    [
        (("swap d4 (1 point)", "swap d4 (2 points)"), "Swap d4: choose a place that glows."),
        (("go to e5", "go to f6"), "d4 – go to …: choose a place that glows."),
        (("left", "right"), "d4: choose a place that glows."),
        (("hop over d4, then e5", "hop over d4, then f6"), "Hop over d4, then …: {glows}"),
    ],
)
def test_the_words_that_all_choices_share_are_the_question(
    labels: tuple[str, str], question: str
) -> None:
    choices = (Choice("1", ("d4", "e5"), labels[0]), Choice("2", ("d4", "f6"), labels[1]))
    found = follow_up(view(*choices), PartialDecision(choices, ("d4",)), {})
    assert found == question.format(glows="choose a place that glows.")
