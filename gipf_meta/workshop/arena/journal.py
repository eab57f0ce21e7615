"""The file of a tournament: its arguments on the first line, then a line for every finished game.

Whole lines are appended, nothing else. A last line that a crash cut off is removed.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from gipf_meta.base.files import regular
from gipf_meta.base.json_text import read_json
from gipf_meta.base.texts import _
from gipf_meta.base.undoing import undone_by
from gipf_meta.workshop.arena.referee import GameOutcome
from gipf_meta.workshop.arena.schedule import ArenaError, Tournament

LONGEST_LINE: Final = 1_000_000
"""The most bytes of a line, with its end."""


class TournamentJournal:
    """The file at *path*, opened for *tournament*: *outcomes* are the ones in it, by number.

    Raises ``ArenaError`` if the file holds anything else, and leaves it unchanged; ``OSError``.
    """

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self.path = path
        self.outcomes: dict[int, GameOutcome] = {}
        self._file = open(path, "a+b", opener=regular)  # noqa: SIM115
        with undone_by(self.close):
            self._open(tournament)

    def _open(self, tournament: Tournament) -> None:
        head = _line({"arena": tournament.model_dump(mode="json")})
        self._file.seek(0)
        first, whole = self._file.readline(LONGEST_LINE), 0
        if not head.startswith(first) or first == head:
            self._check_head(first, tournament)
            whole, number = len(first) if first.endswith(b"\n") else 0, 1
            while (line := self._file.readline(LONGEST_LINE)).endswith(b"\n"):
                number, whole = number + 1, whole + len(line)
                outcome = self._read_outcome(number, line, tournament)
                self.outcomes.setdefault(outcome.number, outcome)
            if len(line) == LONGEST_LINE:
                self._read_outcome(number + 1, line, tournament)
        self._file.truncate(whole)
        self._file.seek(0, io.SEEK_END)
        if not whole:
            self._write(head)

    def _check_head(self, line: bytes, tournament: Tournament) -> None:
        try:
            held = read_json(line.decode())["arena"]
            assert isinstance(held, dict)
        except (ValueError, LookupError, TypeError, AssertionError):
            raise ArenaError(
                _("{path} holds something else; name a file that is not there yet.").format(
                    path=self.path
                )
            ) from None
        wanted = tournament.model_dump(mode="json")
        other = sorted(
            name for name in wanted.keys() | held.keys() if wanted.get(name) != held.get(name)
        )
        if other:
            raise ArenaError(
                _(
                    "{path} holds a tournament with other arguments ({names}); repeat them or name"
                    " another file."
                ).format(path=self.path, names=", ".join(other))
            )

    def _read_outcome(self, number: int, line: bytes, tournament: Tournament) -> GameOutcome:
        try:
            outcome = GameOutcome.model_validate_json(line)
        except ValidationError:
            outcome = None
        if outcome is None or not 0 <= outcome.number < tournament.total:
            raise ArenaError(
                _("{path}, line {number}: this is no game of the tournament.").format(
                    path=self.path, number=number
                )
            )
        return outcome

    def append(self, outcome: GameOutcome) -> None:
        """Appends the outcome of a game. Raises ``OSError``."""
        self._write(outcome.model_dump_json().encode() + b"\n")
        self.outcomes[outcome.number] = outcome

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


def _line(data: object) -> bytes:
    return json.dumps(data).encode() + b"\n"
