"""The journal of making puzzles: its arguments on the first line, then a line for every finding.

Whole lines are appended, nothing else, so a run that was killed goes on where it was: no game is
looked through twice, and no position judged twice. A last line that was cut off is removed.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.files import regular
from gipf_meta.base.texts import _

HEAD: Final = "making"


class JournalError(GipfMetaError):
    """The journal cannot be gone on with; one sentence."""


class PuzzleJournal:
    """The journal at *path* of a making of puzzles with these *arguments*.

    *games* are the keys of those that were looked through, *found* the findings on each position by
    stage, *ms* the processor time of each stage. Raises ``JournalError``, ``OSError``.
    """

    def __init__(self, path: Path, arguments: dict[str, Any]) -> None:
        self.path: Final = path
        self.games: Final[set[str]] = set()
        self.found: Final[dict[str, dict[str, Any]]] = {}
        self.ms: Final[Counter[str]] = Counter()
        self._head: dict[str, Any] | None = None
        self._open(arguments)

    def _open(self, arguments: dict[str, Any]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        head = {HEAD: arguments}
        with open(self.path, "a+", encoding="utf-8", opener=regular) as file:
            file.seek(0)
            text = file.read()
            whole = text[: text.rfind("\n") + 1]
            if whole != text:
                os.truncate(self.path, len(whole.encode()))
        lines = whole.splitlines()
        if not lines:
            self._head = head  # it is written with the first finding: what was refused binds nobody
            return
        try:
            first, *others = map(json.loads, lines)
            if not isinstance(first, dict) or HEAD not in first:
                raise ValueError
            for each in others:
                self._take(each)
        except (ValueError, LookupError, TypeError):
            raise JournalError(
                _("{path} holds something else; name a file that is not there yet.").format(
                    path=self.path
                )
            ) from None
        if first != head:
            raise JournalError(
                _(
                    "{path} belongs to puzzles that were made with other arguments; repeat"
                    " those, or name another file."
                ).format(path=self.path)
            )

    def _take(self, line: dict[str, Any]) -> None:
        stage = line["stage"]
        self.ms[stage] += line["ms"]
        if stage == "game":
            self.games.add(line["key"])
            for position, before, now in line["candidates"]:
                of = {"key": line["key"], "before": before, "now": now}
                self.found.setdefault(position, {"candidate": of})
        else:
            self.found[line["position"]][stage] = line["found"]

    def add(self, line: dict[str, Any]) -> None:
        """Appends *line*: its ``stage``, its ``ms``, and what was found. Raises ``OSError``."""
        if self._head is not None:
            self._write(self._head)
            self._head = None
        self._take(json.loads(self._write(line)))  # as it will be read

    def _write(self, line: dict[str, Any]) -> str:
        text = json.dumps(line, ensure_ascii=False)
        with open(self.path, "a", encoding="utf-8", opener=regular) as file:
            file.write(text + "\n")
        return text
