"""The plain menu that ``gipf-meta`` opens: which game, which options, who plays."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.bots.levels import BOTS, UnknownBot
from gipf_meta.plain.terminal import Line
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.game import (
    AnyGame,
    seat_name,
    tagline_of,
    title_of,
)
from gipf_meta.protocol.options import (
    OptionError,
    configure,
    options_of,
    read_settings,
)
from gipf_meta.render.text import WIDTH
from gipf_meta.search.bench import how_rules_run
from gipf_meta.table.players import Player


def choose_match(installed: Installed, line: Line) -> tuple[AnyGame, list[str]] | None:
    """The game with its options, and who sits at each seat; ``None`` to leave.

    Raises ``EOFError`` when the input ends.
    """
    games = installed.listed()
    line.say(_("gipf_meta: the GIPF project, unofficial. Which game?"), "")
    for number, game in enumerate(games, 1):
        line.say(_wrapped(f"  {number}  {title_of(game):<11}", tagline_of(game)))
    for plugin in installed.plugins:
        if plugin.fault:
            line.say(
                _wrapped(
                    "  -  ",
                    _("The plugin {name} is not used: {fault}").format(
                        name=plugin.name, fault=plugin.fault
                    ),
                )
            )
    line.say("", _("A match that was saved goes on with: gipf-meta resume FILE"))
    line.say(how_rules_run(), "")
    chosen = _one_of(line, games)
    if chosen is None:
        return None
    configured = _options(line, chosen)
    return configured, _seats(line, configured)


def _wrapped(head: str, words: str) -> str:
    indent = " " * len(head)
    return textwrap.fill(words, WIDTH, initial_indent=head, subsequent_indent=indent)


def _one_of(line: Line, games: Sequence[type[AnyGame]]) -> type[AnyGame] | None:
    while True:
        typed = line.ask(_("Number or name (q to leave): ")).lower()
        if typed in ("q", "quit"):
            return None
        for number, game in enumerate(games, 1):
            if typed in (str(number), game.id, game.title.lower(), title_of(game).lower()):
                return game
        line.say(
            _("There is no {typed!r} in the list; type a number from 1 to {count}.").format(
                typed=typed, count=len(games)
            )
        )


def _options(line: Line, game: type[AnyGame]) -> AnyGame:
    options: dict[str, Any] = {}
    configured = configure(game, options)
    meanings = options_of(game)
    if not meanings:
        return configured
    line.say("", _("Options of {title}:").format(title=title_of(game)))
    for name, value in configured.model_dump(mode="json").items():
        line.say(_wrapped(f"  {name + '=' + _shown(value):<32} ", meanings[name]))
    while True:
        typed = line.ask(_("NAME=VALUE to change one, Enter to go on: "))
        if not typed:
            return configured
        try:
            changed = {**options, **read_settings(typed.split())}
            configured = configure(game, changed)
        except OptionError as error:
            line.say(str(error))
        else:
            options = changed


def _shown(value: Any) -> str:
    return "" if value in (None, {}) else str(value)


def _seats(line: Line, game: AnyGame) -> list[str]:
    kinds = ("human", *BOTS)
    most = game.seat_counts[-1]
    seats: list[str] = []
    line.say("", _("Who plays? Each seat is one of: {kinds}.").format(kinds=", ".join(kinds)))
    while len(seats) < most:
        name = seat_name(game, len(seats))
        optional = len(seats) >= game.seat_counts[0]
        more = _(", none for no more") if optional else ""
        typed = (
            line.ask(_("{name} (Enter for human{more}): ").format(name=name, more=more)).lower()
            or "human"
        )
        if optional and typed == "none":
            break
        try:
            Player.of_kind(typed, name)
        except UnknownBot as error:
            line.say(str(error))
        else:
            seats.append(typed)
    return seats
