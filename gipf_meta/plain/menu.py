"""The plain menu that ``gipf-meta`` opens: it asks for a game, its options and the players."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.bots.levels import BOTS, UnknownBot
from gipf_meta.plain.terminal import Line
from gipf_meta.plugins.loading import Installed
from gipf_meta.plugins.playable import configure_here
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
    read_options,
)
from gipf_meta.render.text import WIDTH
from gipf_meta.search.bench import how_rules_run
from gipf_meta.table.players import Player


def choose_match(installed: Installed, line: Line) -> tuple[AnyGame, list[str]] | None:
    """Asks for a game, its options and who plays at each seat; ``None`` if somebody leaves.

    Raises ``EOFError`` when the input ends.
    """
    games = installed.sorted_games()
    line.say(_("gipf_meta: the GIPF project, unofficial. Which game?"), "")
    for number, game in enumerate(games, 1):
        line.say(_wrap(f"  {number}  {title_of(game):<11}", tagline_of(game)))
    for plugin in installed.plugins:
        if plugin.fault:
            line.say(
                _wrap(
                    "  -  ",
                    _("The plugin {name} is not used: {fault}").format(
                        name=plugin.name, fault=plugin.fault
                    ),
                )
            )
    line.say("", _("A match that was saved goes on with: gipf-meta resume FILE"))
    line.say(how_rules_run(), "")
    chosen = _ask_for_game(line, games)
    if chosen is None:
        return None
    configured = _ask_for_options(installed, line, chosen)
    return configured, _ask_for_players(line, configured)


def _wrap(head: str, words: str) -> str:
    """*head* and *words* on lines of the page's width, the words below each other."""
    indent = " " * len(head)
    return textwrap.fill(words, WIDTH, initial_indent=head, subsequent_indent=indent)


def _ask_for_game(line: Line, games: Sequence[type[AnyGame]]) -> type[AnyGame] | None:
    """Asks for one of *games*, by number or name; ``None`` if somebody leaves."""
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


def _ask_for_options(installed: Installed, line: Line, game: type[AnyGame]) -> AnyGame:
    """Shows the options of *game* and asks for changes until somebody types nothing."""
    options: dict[str, Any] = {}
    configured = configure(game, options)
    meanings = options_of(game)
    if not meanings:
        return configured
    line.say("", _("Options of {title}:").format(title=title_of(game)))
    for name, value in configured.model_dump(mode="json").items():
        line.say(_wrap(f"  {name + '=' + _write_value(value):<32} ", meanings[name]))
    while True:
        typed = line.ask(_("NAME=VALUE to change one, Enter to go on: "))
        if not typed:
            return configured
        try:
            changed = {**options, **read_options(game, typed.split(), installed.find)}
            configured = configure_here(game, changed, installed)
        except OptionError as error:
            line.say(str(error))
        else:
            options = changed


def _write_value(value: Any) -> str:
    """The value of an option as text; empty if the option is not set."""
    return "" if value in (None, {}) else str(value)


def _ask_for_players(line: Line, game: AnyGame) -> list[str]:
    """Asks who plays at each seat: ``human`` or the name of a bot."""
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
