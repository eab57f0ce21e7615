"""The page narrows the choices of a decision exactly as the terminal does."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gipf_meta import Choice, View
from gipf_meta.match.partial_decision import PartialDecision, completions
from gipf_meta.narration.follow_up import keyed_follow_up
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.render.speech import word_names
from tests.random_positions import positions
from tests.specimens import find_specimens

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = json.loads((HERE / "deciding.json").read_text("utf-8"))
"""Choices, clicks, and what is open after each of them."""
GAMES: list[tuple[str, dict[str, Any]]] = [(game, {}) for game in (*find_specimens(), "die")]


def page_narrows(cases: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Returns the states of the page's module after each click of *cases*."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Install Node.js to test the modules of the page: node is not on the path.")
    said = subprocess.run(
        [node, HERE / "deciding.mjs"], input=json.dumps(cases), capture_output=True, text=True
    )
    assert said.returncode == 0, said.stderr
    found: list[Any] = json.loads(said.stdout)
    return found


def state(decision: PartialDecision) -> dict[str, Any]:
    """Returns the visible parts of *decision*."""
    return {
        "words": list(decision.words),
        "open": [choice.notation for choice in decision.open],
        "done": decision.done.notation if decision.done else None,
        "unsaid": list(decision.unsaid),
    }


def asks(decision: PartialDecision, view: View | None) -> dict[str, Any]:
    """Returns the question for the next word of *decision* on the board of *view*, if there is
    one."""
    if view is None:
        return {}
    is_asked = decision.path and decision.words
    names = word_names(view, ())
    return {"follow_up": list(keyed_follow_up(view, decision, names)) if is_asked else None}


def narrow(case: Mapping[str, Any], view: View | None = None) -> dict[str, Any]:
    """Returns the states of the terminal's module after each click of *case*."""
    choices = tuple(
        Choice(text, tuple(path), label, *more) for text, path, label, *more in case["choices"]
    )
    decision = PartialDecision(choices, completes=case.get("completes", True))
    states: list[Any] = [state(decision) | asks(decision, view)]
    for word in case["clicks"]:
        after = decision.with_word(word)
        states.append(after and state(after) | asks(after, view))
        decision = after or decision
    for word in case.get("less", ()):
        decision = decision.without(word)
        states.append(state(decision) | asks(decision, view))
    typed = [[each.notation for each in completions(choices, t)] for t in case.get("typed", ())]
    return {"states": states, "typed": typed}


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_terminal_narrows_choices_as_the_cases_say(case: dict[str, Any]) -> None:
    assert narrow(case) == case["expected"]


def test_the_page_narrows_choices_as_the_cases_say() -> None:
    assert page_narrows(CASES) == [case["expected"] for case in CASES]


def random_cases(
    name: str, options: dict[str, Any], count: int
) -> Iterator[tuple[dict[str, Any], View]]:
    """Random clicks in *count* positions of random games; some of them lead nowhere. Each with its
    view."""
    rng, game = Random(name), configure(load_plugins().find(name), options)
    states = [state for _ in range(3) for state in positions(game, rng, 60)]
    for state in rng.sample(states, min(count, len(states))):
        view = game.view(state, None)
        choices = view.choices
        if choices:
            words = [*rng.choice(choices).path, *rng.choice(choices).path[:1]]
            rng.shuffle(words)
            case = {
                "choices": [
                    [each.notation, each.path, each.label, each.gain, each.is_ordered]
                    for each in choices
                ],
                "clicks": words,
                "less": words[:1],
                "typed": ["", choices[-1].notation[:2]],
                "board": {
                    "places": [point.id for point in view.points],
                    "pieces": [piece.at for piece in view.pieces],
                    "heaps": [(item.id, item.kind) for tray in view.trays for item in tray.items],
                    "names": word_names(view, ()),
                },
            }
            yield case, view


def test_the_page_narrows_the_choices_of_random_games_as_the_terminal_does() -> None:
    cases = [case for name, options in GAMES for case in random_cases(name, options, 12)]
    assert len(cases) > 40
    assert page_narrows([case for case, _ in cases]) == [narrow(*each) for each in cases]
