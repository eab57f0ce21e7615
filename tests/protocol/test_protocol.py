"""The page on the protocol leaves nothing out; a plugin says for which one it was written."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from dataclasses import fields
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import gipf_meta
from gipf_meta import (
    Adaptable,
    Evaluated,
    Eventful,
    Factual,
    Fast,
    ForcedMoves,
    Game,
    Learning,
    Motion,
    MovesEvaluated,
    Positions,
    Puzzling,
    QuietMovesEvaluated,
    Solved,
    Tallied,
    Taught,
    Timed,
    api,
    hookimpl,
)
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol import hookspecs
from gipf_meta.protocol.game import PROTOCOL
from gipf_meta.testing import check
from tests.small_games.wager import Wager

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
LIBRARY_PAGE = (DOCS / "library.md").read_text(encoding="utf-8")
CAPABILITIES = (
    Positions,
    Timed,
    Eventful,
    Evaluated,
    MovesEvaluated,
    QuietMovesEvaluated,
    ForcedMoves,
    Solved,
    Learning,
    Fast,
    Tallied,
    Taught,
    Puzzling,
    Factual,
    Adaptable,
)

LAWS_OF_THE_SMALLEST = [
    "class_data_is_plain",
    "moves_read_as_they_are_written",
    "views_offer_the_legal_moves",
    "boards_fit_a_small_terminal",
    "matches_are_saved_and_read_again",
]
"""The laws that the first game of the page is asked in each run; all hold of it."""


@pytest.mark.parametrize("name", gipf_meta.__all__)
def test_every_public_name_is_on_the_page_for_authors_or_for_library_users(name: str) -> None:
    assert hasattr(gipf_meta, name)
    assert re.search(rf"`[^`\n]*\b{name}\b[^`\n]*`", PAGE + LIBRARY_PAGE)


def test_every_public_name_is_found_where_it_stands() -> None:
    for name in {*gipf_meta.__all__} - {"AnyGame"}:
        public = getattr(gipf_meta, name)
        if inspect.isclass(public) or inspect.isfunction(public):
            assert public.__name__ == name
            # a plugin's hook is called games, too
            assert name not in vars(api) or public is vars(api)[name]


@pytest.mark.parametrize("owner", [gipf_meta.Match, gipf_meta.Bot])
def test_everything_a_match_and_a_bot_can_do_is_on_the_page_for_library_users(owner: type) -> None:
    for name, member in vars(owner).items():
        if name.startswith("_"):
            continue
        if inspect.isfunction(member):
            assert f"`{name}({_arguments(member)})`" in LIBRARY_PAGE, name
        else:
            assert f"`{name}`" in LIBRARY_PAGE, name


def _arguments(method: object) -> str:
    """The arguments of a method as the page writes them."""
    written = []
    for name, argument in inspect.signature(method).parameters.items():  # type: ignore[arg-type]
        if argument.kind == argument.VAR_POSITIONAL:
            written.append(f"*{name}")
        elif name not in ("self", "cls"):
            has_default = argument.default is not inspect.Parameter.empty and name != "following"
            written.append(f"{name}={argument.default}" if has_default else name)
    return ", ".join(written)


@pytest.mark.parametrize("owner", [Game, *CAPABILITIES])
def test_every_method_is_on_the_page_with_its_arguments(owner: type) -> None:
    for name, member in vars(owner).items():
        if name.startswith(("_", "model_")) or name == "rules_text":
            continue
        if isinstance(member, property):
            assert f"`{name}`" in PAGE
        elif inspect.isfunction(member) or isinstance(member, classmethod):
            assert f"`{name}({_arguments(getattr(owner, name))})`" in PAGE, name


@pytest.mark.parametrize("name", [*Game.__annotations__, "rules_text"])
def test_everything_a_class_says_is_on_the_page(name: str) -> None:
    assert f"`{name}`" in PAGE


def test_every_hook_is_on_the_page() -> None:
    hooks = [name for name, hook in vars(hookspecs).items() if hasattr(hook, "gipf_meta_spec")]
    assert sorted(hooks) == ["games", "readers", "showcase"]
    for name in hooks:
        assert f"`{name}()`" in PAGE


def test_the_smallest_game_of_the_page_keeps_the_laws() -> None:
    shown = re.search(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert shown
    names: dict[str, Any] = {}
    exec(compile(shown[1], "docs/protocol.md", "exec"), names)
    (heap,) = names["games"]()
    findings = check(heap(), games=2, laws=LAWS_OF_THE_SMALLEST)
    assert [each.law for each in findings if each.ok and each.asked] == LAWS_OF_THE_SMALLEST


def test_the_page_names_the_version() -> None:
    assert f"version {PROTOCOL}" in PAGE
    assert f'PROTOCOL = "{PROTOCOL}"' in PAGE


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("1.0", ""),
        (None, ""),
        ("1.1", "It was written for protocol 1.1, this is 1.0: a newer gipf-meta is needed."),
        ("2.0", "It was written for protocol 2.0, this is 1.0: a newer gipf-meta is needed."),
        ("0.9", "It was written for protocol 0.9, this is 1.0: a newer plugin is needed."),
        (1.0, "It says PROTOCOL = 1.0; say it like PROTOCOL = '1.0'."),
        ("one", "It says PROTOCOL = 'one'; say it like PROTOCOL = '1.0'."),
    ],
)
def test_a_plugin_is_used_if_it_was_written_for_this_protocol(
    monkeypatch: pytest.MonkeyPatch, said: object, fault: str
) -> None:
    module = ModuleType("written_for")
    if said is not None:
        module.PROTOCOL = said  # type: ignore[attr-defined]

    @hookimpl
    def games() -> list[type[Wager]]:
        return [Wager]

    module.games = games  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "written_for", module)
    installed = load_plugins([EntryPoint("wager", "written_for", "gipf_meta")])
    assert installed.plugins[0].fault == fault
    assert ("wager" in installed.games) == (not fault)


def test_importing_the_package_loads_neither_the_host_nor_its_libraries() -> None:
    asked = "import sys, gipf_meta; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    loaded = set(told.stdout.split())
    assert not {"pydantic", "pluggy", "textual", "gipf_meta.protocol.game"} & loaded
    assert {"gipf_meta"} <= loaded


def test_a_name_that_is_not_public_is_refused() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Session'"):
        _ = gipf_meta.Session
    assert set(gipf_meta.__all__) <= set(dir(gipf_meta))


@pytest.mark.parametrize("field", fields(Motion), ids=lambda field: field.name)
def test_the_page_says_the_type_of_each_member_of_a_motion(field: Any) -> None:
    assert f"\n| `{field.name}` | `{field.type}` | " in PAGE
