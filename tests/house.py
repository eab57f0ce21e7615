"""How the house stands, in figures: ``python -m tests.house``.

Boxes are what one sees first: the folders and modules of ``gipf_meta``, and beside it each folder
of code and each single file; all games are one. A circle is modules that import each other in a
loop. Upwards runs what must go for no loop of boxes to be left. A hop leads from one file into
another: on the way from a click, as the hub receives it, to its event, which comes true.

``--tree PATH`` measures another checkout by the same script, with the Python, the libraries and the
entry points that are installed here. Counted are the sources as they stand: modules of pages are no
part of it, nor is what tests import. What ``import_module`` is given by name is imported, too.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections import defaultdict
from collections.abc import Mapping, Set
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import grimp

from tests.hub_walk import click_and_challenge, hops, use, way_to_event
from tests.plain_words import PRONOUN, docstrings, doubled

HERE: Final = Path(__file__).parents[1]
BESIDE: Final = ("building", "tuning")
"""The packages beside the host that are no game."""
ROOMS: Final = ("rooms", "deeds", "hub")
"""The folders in which a room is: those that are there are measured."""
_BY_CALL: Final = re.compile(r'\bimport_module\("(gipf_meta[\w.]*)"\)')
_CATCHES_ALL: Final = re.compile(r"\s*except\b(?::|.*\bBaseException\b)")


def read_imports(tree: Path) -> Mapping[str, Set[str]]:
    """Each module of *tree*, and the modules that it imports."""
    games = sorted(each.name for each in tree.glob("plugins/*/gipf_meta_*") if each.is_dir())
    graph = grimp.build_graph("gipf_meta", *BESIDE, *games, cache_dir=None)
    imports = {each: set(graph.find_modules_directly_imported_by(each)) for each in graph.modules}
    for path in tree.glob("gipf_meta/**/*.py"):
        parts = path.relative_to(tree).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        called = _BY_CALL.findall(path.read_text(encoding="utf-8"))
        imports[module] |= imports.keys() & set(called)
    return imports


def box(module: str) -> str:
    """The box in which a module stands."""
    first, *rest = module.split(".")
    if first.startswith("gipf_meta_"):
        return "plugins"
    return f"{first}.{rest[0]}" if first == "gipf_meta" and rest else first


def boxes(imports: Mapping[str, Set[str]], tree: Path) -> list[str]:
    """All boxes of *tree*, by name."""
    return sorted({*map(box, imports), *(each.name for each in tree.glob("*.py"))})


def circles(imports: Mapping[str, Set[str]]) -> list[list[str]]:
    """The modules that import each other in a loop: each circle, with all that is in it."""
    reached = {name: _reach(imports, name) for name in imports}
    found = {
        tuple(sorted(other for other in reached[name] if name in reached[other]))
        for name in imports
        if name in reached[name]
    }
    return [list(each) for each in sorted(found)]


def _reach(imports: Mapping[str, Set[str]], name: str) -> set[str]:
    reached, open_names = set[str](), [name]
    while open_names:
        new = imports[open_names.pop()] - reached
        reached |= new
        open_names += new
    return reached


def upwards(imports: Mapping[str, Set[str]]) -> list[str]:
    """The imports between boxes that must go for no loop of them to be left, the rarest first."""
    arrows = defaultdict[tuple[str, str], list[str]](list)
    for module, others in imports.items():
        for other in sorted(others):
            if box(module) != box(other):
                arrows[box(module), box(other)].append(f"{module} -> {other}")
    gone: list[str] = []
    while loops := circles(_picture(imports, arrows)):
        inside = [pair for pair in arrows if any(set(pair) <= set(loop) for loop in loops)]
        gone += arrows.pop(min(inside, key=lambda pair: (len(arrows[pair]), pair)))
    return gone


def _picture(imports: Mapping[str, Set[str]], arrows: Set[Any] | Mapping[Any, Any]) -> Any:
    return {name: {to for begun, to in arrows if begun == name} for name in map(box, imports)}


def catches(tree: Path) -> list[str]:
    """The places where the host and the games catch ``BaseException``, each as ``file:line``."""
    paths = [
        path for top in ("gipf_meta", "plugins") for path in sorted((tree / top).rglob("*.py"))
    ]
    return [
        f"{path.relative_to(tree)}:{number}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if _CATCHES_ALL.match(line)
    ]


def files_of_rooms(tree: Path) -> dict[str, int]:
    """The number of files in each of the folders ``ROOMS`` that has any."""
    folders = {name: list((tree / "gipf_meta" / name).glob("*.py")) for name in ROOMS}
    return {name: len(files) for name, files in folders.items() if files}


def count_obscure(tree: Path) -> int:
    """The number of docstrings of the host that begin with a pronoun, not with a noun or a verb."""
    return sum(
        bool(PRONOUN.match(text))
        for path in (tree / "gipf_meta").rglob("*.py")
        for _line, text in docstrings(ast.parse(path.read_text(encoding="utf-8")))
    )


def tell(tree: Path) -> None:
    """Prints how the house in *tree* stands."""
    imports, caught, files = read_imports(tree), catches(tree), files_of_rooms(tree)
    loops, up = circles(imports), upwards(imports)
    way = way_to_event(tree)
    click, challenge = click_and_challenge(tree)
    print(f"{len(boxes(imports, tree)):>5} boxes in the picture of imports")
    print(f"{len(loops):>5} circles of modules", *map(" ".join, loops), sep="\n      ")
    print(f"{len(up):>5} imports upwards", *up, sep="\n      ")
    print(
        f"{len(caught):>5} catch BaseException, in {len({c.split(':')[0] for c in caught})} files"
    )
    print(f"{hops(way):>5} hops from a command to its event, by {len(way)} functions:")
    for (before, _), (file, name) in pairwise([("", ""), *way]):
        print(f"      {'' if file == before else file:<24} {name}")
    print(f"{max(files.values()):>5} files in the largest of", *(f"{n} {files[n]}" for n in files))
    names = doubled(tree)
    print(f"{count_obscure(tree):>5} docstrings of the host that begin with a pronoun")
    print(f"{len(names):>5} names of two modules or more", *sorted(names))
    for what, ran in (("click", click), ("challenge", challenge)):
        print(f"      {what}: {ran.files} files, {ran.functions} functions, {ran.calls} calls")


def main() -> None:
    """Measures this checkout, or another."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", type=Path, default=HERE, help="another checkout")
    tree = parser.parse_args().tree.resolve()
    use(tree)
    tell(tree)


if __name__ == "__main__":
    main()
