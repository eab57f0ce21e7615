"""The games of the examples, which are not installed here, and settings that show all there is."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import AnyGame

EXAMPLES = Path(__file__).parents[3] / "examples"


def example(folder: str, name: str) -> type[AnyGame]:
    """The class *name* of an example."""
    module = f"gipf_meta_{folder}"
    spec = importlib.util.spec_from_file_location(module, EXAMPLES / folder / f"{module}.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[module] = loaded  # generic models look themselves up there
    spec.loader.exec_module(loaded)
    kind: type[AnyGame] = vars(loaded)[name]
    return kind


def usual_games() -> list[str]:
    """The ids of all games that programs can play."""
    return [
        game.id
        for game in load_plugins().sorted_games()
        if game.decides_duels and not game.needs_people
    ]


WITH_DUELS: dict[str, Any] = {
    "variant": "tournament",
    "zertz_potentials": 3,
    "tamsk_potentials": 3,
    "challenges_enabled": "on",
    "max_turns": 400,
}
"""GIPF whose challenges are decided by games inside the match."""
SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("gipf", WITH_DUELS),
    *((game, {}) for game in usual_games()),
    ("zatre", {"seats": 4}),
    ("zatre", {"seats": 3, "hands": "hidden"}),
]
"""Games with what is asked of them beside the usual: duels, more players, what is hidden."""
