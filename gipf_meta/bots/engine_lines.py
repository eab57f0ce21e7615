"""The lines of the engine protocol as values: a host's commands and an engine's answers. Pure.

``docs/engines.md`` describes the protocol. Each class of ``HostCommand`` stands for one command;
its ``line`` writes it, and ``read_command`` is the inverse.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from itertools import pairwise
from typing import Any, ClassVar, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.json_text import read_json
from gipf_meta.base.numbers import read_decimal, read_whole
from gipf_meta.base.texts import _

VERSION: Final = 1
"""The version of the engine protocol."""
DRAW: Final = "draw"
"""The word for the seat of a duel's winner, if nobody has won it."""
BETWEEN: Final = "; "
"""The sign between the decisions of a line of play."""


class EngineLineError(GipfMetaError, ValueError):
    """A line that does not belong to the engine protocol; one sentence."""


# ---- what a host says --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HostCommand:
    """A command of a host: its word, and a part for each field, as *form* has them in order.

    The last part goes to the end of the line, and may have blanks.
    """

    form: ClassVar[str]

    @property
    def line(self) -> str:
        """The command as text."""
        word, *parts = self.form.split()
        values = (getattr(self, each.name) for each in fields(self))
        texts = (_write(part, value) for part, value in zip(parts, values, strict=True))
        return " ".join((word, *texts)).rstrip()

    @classmethod
    def read(cls, rest: str) -> HostCommand:
        """The command whose parts are *rest*. Raises ``EngineLineError``."""
        _word, *parts = cls.form.split()
        texts = rest.split(" ", len(parts) - 1) if parts else []
        texts += [""] * (len(parts) - len(texts))
        try:
            return cls(
                *(_read(part, text.strip()) for part, text in zip(parts, texts, strict=True))
            )
        except ValueError:
            raise EngineLineError(
                _("{rest!r} is not understood; write it so: {form}.").format(
                    rest=rest, form=cls.form
                )
            ) from None


@dataclass(frozen=True, slots=True)
class Hello(HostCommand):
    """The first line: the host speaks this *version* of the protocol."""

    form = "hello VERSION"
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class SetOption(HostCommand):
    """The option *name* of the engine gets a *value*."""

    form = "set NAME VALUE"
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class ChooseGame(HostCommand):
    """The next commands are about the *game* of this id for so many *seats*, with *options* that
    differ from its usual ones. It stands at its start."""

    form = "game ID SEATS OPTIONS"
    game: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BeginAt(HostCommand):
    """The game stands in this *position* now; ``""``: at its start."""

    form = "start POSITION"
    position: str = ""


@dataclass(frozen=True, slots=True)
class HasDecided(HostCommand):
    """*seat* has taken this *decision*."""

    form = "play SEAT DECISION"
    seat: int
    decision: str


@dataclass(frozen=True, slots=True)
class HasDrawn(HostCommand):
    """Luck has drawn this *outcome*."""

    form = "luck OUTCOME"
    outcome: str


@dataclass(frozen=True, slots=True)
class HasEndedDuel(HostCommand):
    """The duel is over, which was played in *game*: the seat *winner* has won it; ``None``: nobody.

    The seat is that of the game that asked for the duel.
    """

    form = "duel WINNER GAME"
    winner: int | None
    game: str


@dataclass(frozen=True, slots=True)
class HasPassed(HostCommand):
    """The milliseconds that have passed since the game began."""

    form = "time MS"
    at_ms: int


@dataclass(frozen=True, slots=True)
class ListLegal(HostCommand):
    """The engine is to list the legal decisions of the seat on turn."""

    form = "legal"


@dataclass(frozen=True, slots=True)
class Think(HostCommand):
    """The engine is to decide: for the seat on turn or, with *beside*, for that seat beside it.

    It may think *ms* milliseconds, search so many *positions*, or think *for_ever*, until ``stop``;
    without any of them, as long as it likes. It reports its best *lines*. *seed* is a word from
    which all its chance comes; ``""``: any.
    """

    form = "go LIMITS"
    ms: int | None = None
    positions: int | None = None
    for_ever: bool = False
    lines: int = 1
    seed: str = ""
    beside: int | None = None

    @property
    def line(self) -> str:
        """``go`` and its limits, as ``go ms 500 seed 7``."""
        text = "go"
        for word in ("beside", "ms", "positions", "lines", "seed"):
            value = getattr(self, word)
            if value not in (None, "") and (word, value) != ("lines", 1):
                text += f" {word} {value}"
        return text + " forever" * self.for_ever

    @classmethod
    def read(cls, rest: str) -> Think:
        """Reads the arguments of ``go``. Raises ``EngineLineError``."""
        limits: dict[str, Any] = {}
        words = iter(rest.split())
        for word in words:
            if word == "forever":
                limits["for_ever"] = True
            elif word == "seed":
                limits["seed"] = next(words, "")
            else:
                number = read_whole(next(words, ""), 0 if word == "beside" else 1)
                if number is None or word not in ("ms", "positions", "lines", "beside"):
                    raise EngineLineError(
                        _("After go, {word!r} is not understood; write it so: {form}.").format(
                            word=word,
                            form="go [ms N] [positions N] [forever] [lines N] [seed WORD]"
                            " [beside SEAT]",
                        )
                    )
                limits[word] = number
        return cls(**limits)


@dataclass(frozen=True, slots=True)
class Stop(HostCommand):
    """The engine is to decide now. There is no answer to this line."""

    form = "stop"


@dataclass(frozen=True, slots=True)
class Quit(HostCommand):
    """The engine is to end. There is no answer to this line."""

    form = "quit"


COMMANDS: Final[Mapping[str, type[HostCommand]]] = {
    kind.form.partition(" ")[0]: kind
    for kind in (
        Hello,
        SetOption,
        ChooseGame,
        BeginAt,
        HasDecided,
        HasDrawn,
        HasEndedDuel,
        HasPassed,
        ListLegal,
        Think,
        Stop,
        Quit,
    )
}
"""Every command by its word."""


def read_command(line: str) -> HostCommand:
    """The command that a *line* is. Raises ``EngineLineError``."""
    word, rest = split_line(line)
    if word not in COMMANDS:
        raise EngineLineError(
            _("{word!r} is no command; the commands are: {known}.").format(
                word=word, known=", ".join(COMMANDS)
            )
        )
    return COMMANDS[word].read(rest)


def split_line(line: str) -> tuple[str, str]:
    """The first word of a *line*, and the rest of it."""
    word, _blank, rest = line.strip().partition(" ")
    return word, rest.strip()


def _write(part: str, value: Any) -> str:
    """The *part* of a form that *value* is, as text."""
    if part == "OPTIONS":
        return json.dumps(value, ensure_ascii=False) if value else ""
    return DRAW if part == "WINNER" and value is None else str(value)


def _read(part: str, text: str) -> Any:
    """The value of the *part* of a form; the inverse of ``_write``. Raises ``ValueError``."""
    if part == "OPTIONS":
        options = read_json(text or "{}")
        if not isinstance(options, dict):
            raise ValueError
        return options
    if part == "WINNER" and text == DRAW:
        return None
    if part in ("VERSION", "SEATS", "SEAT", "WINNER", "MS"):
        number = read_whole(text, int(part in ("VERSION", "SEATS")))
        if number is None:
            raise ValueError
        return number
    if not text and part != "POSITION":
        raise ValueError
    return text


# ---- what an engine answers --------------------------------------------------------------------

OK: Final = "ok"
"""The last line of an answer."""
ERROR: Final = "error"
"""The first word of a refusal, the last line of an answer; a sentence says why."""
ENGINE: Final = "engine"
"""The first word of the line in which an engine names itself."""
PLAYS: Final = "plays"
"""The first word of a line for each game that the engine plays."""
OPTION: Final = "option"
"""The first word of a line for each option of the engine."""
LEGAL: Final = "legal"
"""The first word of a line for each legal decision."""
INFO: Final = "info"
"""The first word of a line about a search that goes on."""
BEST: Final = "best"
"""The first word of the line with the decision that the engine takes."""
WAIT: Final = "wait"
"""The line of an engine that takes no decision beside its turn."""


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """The findings of a search so far: the *decisions* of a line, the one to take now first, and
    the *chances* of the seat that takes it, in percent. *rank* 1 is the best line, 2 the next one.

    *is_sure*: the chances are proven. *positions* is the number that was searched, 0: unknown.
    """

    chances: float
    decisions: tuple[str, ...]
    positions: int = 0
    rank: int = 1
    is_sure: bool = False

    @property
    def line(self) -> str:
        """``info rank 1 chances 53.2 positions 4000 line x a2Bc2; Rb1``."""
        looked = f" positions {self.positions}" if self.positions else ""
        sure = " sure" if self.is_sure else ""
        line = BETWEEN.join(self.decisions)
        return f"{INFO} rank {self.rank} chances {self.chances:g}{looked}{sure} line {line}"

    @classmethod
    def read(cls, rest: str) -> SearchInfo | None:
        """Reads the text after ``info``; words that are not known are passed over.

        ``None``: the line has no chances. Raises ``EngineLineError``.
        """
        head, _line, line = f" {rest}".partition(" line ")
        words = head.split()
        if "chances" not in words:
            return None
        found = dict(pairwise(words))
        chances = read_decimal(found.get("chances", ""))
        if chances is None or not 0 <= chances <= 100:
            raise EngineLineError(_("An engine tells its chances in percent, from 0 to 100."))
        decisions = tuple(each.strip() for each in line.split(BETWEEN.strip()) if each.strip())
        positions, rank = (read_whole(found.get(name, "")) or 0 for name in ("positions", "rank"))
        return cls(chances, decisions, positions, rank or 1, "sure" in words)


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """The lines of an engine's answer before ``ok``: of each its first word and the rest."""

    said: tuple[tuple[str, str], ...] = ()

    def all(self, word: str) -> tuple[str, ...]:
        """The rest of each line that begins with *word*."""
        return tuple(rest for first, rest in self.said if first == word)
