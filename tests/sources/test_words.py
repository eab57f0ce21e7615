"""One meaning a word: docs/architecture.md says it, and the code has no other."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from tests import plain_words
from tests.parsed import parsed

ROOT: Final = Path(__file__).parents[2]
HOST: Final = ROOT / "gipf_meta"

TWINS: Final = {
    "Match": "the door for library users (`api`) has a match of its own around the host's",
    "Bot": "so has it a bot, by its name",
    "Rating": "the arena rates bots by all their matches at once, practice people by each try",
    "Reviewed": "a review is an event of a study, and an entry of a practice",
    "Study": "and a study, which has the match where one stands",
    "Theme": "of a puzzle, and of a picture's colours",
}
"""Public classes and types that two modules may define, and why."""
VAGUE: Final = {"asked", "told", "kept", "due", "hear"}
"""Names that say of a thing what was done with it, not what it is."""
PROMISED: Final = {
    "EntryRow.told": "a column of the host's database",
    "PlayerElement.due": "a key of the wire",
    "LedgerRow.told": "a column of the library",
    "LedgerRow.kept": "a column of the library",
    "Generation.kept": "a key in the files of a training",
    "WrittenGame.told": "readers of others' records say it",
    "FoundGame.told": "it hands on what they say",
    "Missed.asked": "a key of the entries that are kept of a practice",
    "Page.asked": "plugins declare their lessons with it",
    "Finding.asked": "plugins have kits of their own, which find such things",
}
"""Uses of such a name that stay, since files or plugins have it."""


@cache
def modules() -> dict[str, ast.Module]:
    """The modules of the host by their dotted names, and those of the games."""
    found = {}
    for base in (HOST, *sorted(ROOT.glob("plugins/*/gipf_meta_*"))):
        for path in sorted(base.rglob("*.py")):
            parts = path.relative_to(base if base == HOST else base.parent).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = parsed(path)
    return found


def modules_of_host() -> Iterator[tuple[str, ast.Module]]:
    """The modules of the host alone."""
    for name, tree in modules().items():
        if not name.startswith("gipf_meta_"):
            yield name, tree


def bound(node: ast.stmt) -> list[str]:
    """The names that a statement of a module defines."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else []
    if isinstance(node, ast.AnnAssign):
        targets = [node.target]
    return [each.id for each in targets if isinstance(each, ast.Name)]


def is_type(name: str) -> bool:
    """Whether a name is written like that of a public class: no constant, no type variable."""
    return name[0].isupper() and not name.isupper()


def glossary() -> list[tuple[str, str, str]]:
    """The rows of the page: a word, what it is, and where it stands in the code."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    part = re.search(r"^## Words$(.*?)^## ", page, re.DOTALL | re.MULTILINE)
    assert part, "docs/architecture.md has no words"
    return re.findall(r"^\| ([^|`]+) \| (.+) \| `([\w.]+)` \|$", part[1], re.MULTILINE)


def names_of_things(tree: ast.AST, owner: str = "") -> Iterator[tuple[str, int]]:
    """Every name that *tree* gives to a thing, those of fields as ``Class.field``, and its line."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.ClassDef():
                yield from names_of_things(node, f"{node.name}.")
                continue
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield f"{owner}{node.name}", node.lineno
                yield from names_of_things(node)
                continue
            case ast.arg():
                yield node.arg, node.lineno
            case ast.Name(ctx=ast.Store()):
                yield f"{owner}{node.id}", node.lineno
            case ast.Attribute(ctx=ast.Store()):
                yield node.attr, node.lineno
            case ast.alias(asname=str()):
                yield str(node.asname), node.lineno
            case (
                ast.ExceptHandler(name=str()) | ast.MatchAs(name=str()) | ast.MatchStar(name=str())
            ):
                yield str(node.name), node.lineno
        yield from names_of_things(node, owner)


def test_what_the_words_name_stands_where_they_say() -> None:
    rows = glossary()
    assert len(rows) >= 30
    words = [word for word, _what, _place in rows]
    assert len({*words}) == len(words)
    there = {
        f"{module}.{name}"
        for module, tree in modules().items()
        for node in tree.body
        for name in bound(node)
    }
    assert not {place for _word, _what, place in rows} - there


def test_the_page_says_which_names_nothing_has_and_what_it_is_called_instead() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("| not | but |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", table, re.MULTILINE)
    assert {name for name, _instead in rows} == VAGUE


def test_no_public_class_or_type_has_two_meanings() -> None:
    homes = defaultdict(set)
    for module, tree in modules_of_host():
        for name in {name for node in tree.body for name in bound(node) if is_type(name)}:
            homes[name].add(module)
    assert {
        name: there for name, there in homes.items() if len(there) > 1 and name not in TWINS
    } == {}
    assert all(len(homes[name]) > 1 for name in TWINS), "no longer two"


def test_things_are_called_what_they_are() -> None:
    found = {
        name: f"{module}:{line}"
        for module, tree in modules_of_host()
        for name, line in names_of_things(tree)
        if name.rpartition(".")[2] in VAGUE
    }
    assert {name: place for name, place in found.items() if name not in PROMISED} == {}
    assert found.keys() == PROMISED.keys(), "no longer there"


def test_a_docstring_that_names_nothing_is_found() -> None:
    source = '''
def seat_of(person):
    """Who sits there."""

def why_closed(room):
    """The room is open."""

class Fair:
    """The seats; what they hold is said below."""

    count: int
    """That which is counted."""

    def why_not(self):
        """Why not: what stands against it."""
'''
    found = dict(plain_words.obscure(ast.parse(source)))
    assert {*found} == {3, 5, 12}
    assert found[5] == "why_closed returns why not: 'The room is open.'"


def test_two_modules_of_one_name_are_found(tmp_path: Path) -> None:
    for folder in ("hub", "desk"):
        (tmp_path / "gipf_meta" / folder).mkdir(parents=True)
        (tmp_path / "gipf_meta" / folder / "rows.py").write_text("", "utf-8")
        (tmp_path / "gipf_meta" / folder / f"{folder}_rows.py").write_text("", "utf-8")
    assert plain_words.doubled(tmp_path) == {"rows": ["gipf_meta/desk", "gipf_meta/hub"]}
    assert "rows.py stands in gipf_meta/desk and gipf_meta/hub" in " ".join(
        plain_words.faults(tmp_path)
    )
