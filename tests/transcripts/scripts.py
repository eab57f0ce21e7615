"""Scripts of transcripts: random matches of all games, and the questions of people besides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final, NamedTuple

from gipf_meta.base.clock import StillClock
from gipf_meta.match.match import CannotUndo
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.game import MoveError
from gipf_meta.protocol.options import configure
from gipf_meta.table.new_table import begin_table
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table
from tests.specimens import find_specimens

BOTS: Final = ("random", "greedy", "beginner", "easy")
"""Bots whose decisions no clock can change."""
COMMANDS: Final = (
    "help", "moves", "board", "undo", "draw", "hint", "pause", "continue", "rules", "?",
    "board off", "board on", "moves a1", "what is on a1", "save match.json", "resign", "quit",
)  # fmt: skip
NONSENSE: Final = ("xx", "", " ", "a1-", "@", "@12", "@200 a1", "@-5", "undo 3", "ž", "a" * 300)
MOST_LINES: Final = 40
MOST_OF_BOTS: Final = 60
"""The most decisions of bots between two of people."""


class Script(NamedTuple):
    """The *arguments* of ``gipf-meta``, and the *lines* that are typed."""

    arguments: tuple[str, ...]
    lines: tuple[str, ...]


def make_script(game: str, seed: int) -> Script:
    """The script of that number for *game*, under one of the sets of options that it names."""
    rng = Random(seed)
    variants = find_specimens()[game].transcripts
    options, players = variants[seed % len(variants)]
    seats = ["human"] * players
    if rng.random() < 0.4:
        seats[rng.randrange(players)] = rng.choice(BOTS)
    arguments = ["play", game, "--plain", f"--seed={seed}", "--seats", *seats]
    for name, value in options.items():
        arguments.append(f"--set={name}={_as_typed(value)}")
    if rng.random() < 0.2 and game not in ("tamsk", "gipf"):
        arguments += ["--clock", rng.choice(("10m+5s", "30s/turn", "60s"))]
    runs = "--clock" in arguments or options.get("level") == 3
    lines = _lines(rng, _begin(game, options, seats, seed), 0.3 if runs else 0.01)
    return Script(tuple(arguments), tuple(lines))


def _begin(game: str, options: dict[str, Any], seats: Sequence[str], seed: int) -> Table:
    """The table at which people decide as the script says."""
    find = installed_plugins().find
    made = configure(find(game), options)
    players = [Player.of_kind(kind, f"Player {n}") for n, kind in enumerate(seats, 1)]
    return begin_table(made, players, find, StillClock(), seed=seed)


def _as_typed(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _lines(rng: Random, table: Table, often: float) -> Iterator[str]:
    """Yields the lines that people type, and mistype; how *often* they tell the time."""
    told_ms, most = 0, rng.randint(3, MOST_LINES)
    for _line in range(most):
        chance = rng.random()
        if chance < 0.06:
            yield rng.choice(NONSENSE)
        elif chance < 0.16:
            command = rng.choice(COMMANDS[:-2])
            if command == "undo":
                with suppress(CannotUndo):
                    table.undo()
            yield command
            if command == "pause" and rng.random() < 0.9:
                yield "continue"
        else:
            text = _decide(rng, table)
            if not text:
                break
            if rng.random() < often:
                told_ms += rng.randint(0, 20_000)
                text = f"@{told_ms} {text}"
            yield text if rng.random() > 0.03 else text[: rng.randint(1, len(text))]
    if rng.random() < 0.5:
        yield rng.choice(("quit", "resign", "resign", "save end.json"))


def _decide(rng: Random, table: Table) -> str:
    """A legal decision of the player on turn, which is played; ``""`` at the end, or where a duel
    cannot be played."""
    for _bot in range(MOST_OF_BOTS):
        if not table.bot_is_due or table.time_acts:
            break
        table.play_bot()
    if table.over is not None or table.trouble or table.player is None:
        return ""
    choices = table.match.top.view(table.match.top.seat_of(table.player)).choices
    if not choices:
        return ""  # a bot is to decide, where time acts
    text = rng.choice(choices).notation
    with suppress(MoveError):  # somebody else is to decide first, where time acts
        table.play(text)
    return text
