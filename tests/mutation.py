"""A rule broken on purpose."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Mutation(NamedTuple):
    """A rule of *part* broken: *old* becomes *new* in *file*, and *rule* holds no more.

    A part is a game, or a folder of the host. What is about it stands in *tests*, files or folders
    of the tests; by default in the part's own folder.
    """

    part: str
    file: str
    old: str
    new: str
    rule: str
    tests: str = ""

    @property
    def path(self) -> Path:
        """The file, from the root of the tree."""
        if (ROOT / "plugins" / self.part).is_dir():
            return Path("plugins", self.part, f"gipf_meta_{self.part}", self.file)
        return Path("gipf_meta", self.part, self.file)

    @property
    def targets(self) -> list[str]:
        """The tests that are run."""
        return [f"tests/{name}" for name in (self.tests or self.part).split()]

    def apply(self, root: Path) -> None:
        """Breaks the rule in the tree at *root*. Raises ``ValueError`` unless *old* is there once.

        ``…`` in *old* stands for any lines between its two parts; *new* replaces the last part.
        """
        path = root / self.path
        text = path.read_text(encoding="utf-8")
        before, _, last = self.old.rpartition("…")
        # without a first part any place would do to begin at, and each is followed to the end
        between = ".*?" if before else ""
        found = re.findall(f"{re.escape(before)}{between}{re.escape(last)}", text, re.DOTALL)
        if len(found) != 1:
            raise ValueError(f"{self.path} has {self.old!r} {len(found)} times, not once.")
        broken = found[0].removesuffix(last) + self.new
        path.write_text(text.replace(found[0], broken), encoding="utf-8")


def broken_rules(part: str, tests: str) -> Callable[..., Mutation]:
    """Makes mutations of *part* about which *tests* are, unless others are named."""

    def broken(file: str, old: str, new: str, rule: str, tests: str = tests) -> Mutation:
        return Mutation(part, file, old, new, rule, tests)

    return broken
