"""The plain menu that ``gipf-meta`` opens: it asks for a game, the players, and its options."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from gipf_meta.base.ids import match_id
from gipf_meta.base.names import why_no_name
from gipf_meta.base.texts import _
from gipf_meta.base.widths import pad, widest
from gipf_meta.bots.levels import BOTS, UnknownBot
from gipf_meta.library.settings import load_settings, save_settings
from gipf_meta.plain.terminal import Line
from gipf_meta.plugins.loading import Installed
from gipf_meta.plugins.playable import check_new_match, configure_here
from gipf_meta.protocol.game import (
    AnyGame,
    seat_name,
    tagline_of,
    title_of,
)
from gipf_meta.protocol.option_words import option_title, possible_values, value_words
from gipf_meta.protocol.options import (
    OptionError,
    configure,
    options_of,
    read_options,
)
from gipf_meta.records.people import PERSON
from gipf_meta.render.text import WIDTH
from gipf_meta.search.bench import how_rules_run
from gipf_meta.table.players import Player
from gipf_meta.table.seat_choices import words_of_starter


@dataclass(frozen=True)
class Form:
    """What somebody wants to play: *kinds* are ``human`` or bots; ``""`` in *names* is no name.

    With *lot* a lot says who begins.
    """

    game: AnyGame
    kinds: tuple[str, ...]
    names: tuple[str, ...]
    lot: bool = False


def choose_match(installed: Installed, line: Line) -> Form | None:
    """Asks for a game, who plays, who begins, and the options; ``None`` if somebody leaves.

    Asks for the user's name the first time, and keeps it in the settings. Raises ``EOFError`` when
    the input ends.
    """
    games = installed.sorted_games()
    line.say(_("gipf_meta: the GIPF project, unofficial. Which game?"), "")
    width = widest(map(title_of, games)) + 2
    for number, game in enumerate(games, 1):
        line.say(_wrap(f"  {number}  {pad(title_of(game), width)}", tagline_of(game)))
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
    line.say("")
    line.tell(
        _(
            "The match that you left last goes on with gipf-meta resume, a saved one with"
            " gipf-meta resume FILE."
        )
    )
    line.say(how_rules_run(), "")
    chosen = _ask_for_game(line, games)
    if chosen is None:
        return None
    kinds = _ask_for_players(line, chosen)
    names = _ask_for_name(line, kinds)
    lot = len(kinds) > 1 and _ask_for_lot(line, chosen)
    return Form(_ask_for_options(installed, line, chosen), tuple(kinds), names, lot)


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
        line.tell(
            _("There is no {typed!r} in the list; type a number from 1 to {count}.").format(
                typed=typed, count=len(games)
            )
        )


def _ask_for_options(installed: Installed, line: Line, game: type[AnyGame]) -> AnyGame:
    """Asks for changed options until somebody types nothing; ``o`` lists them."""
    options: dict[str, Any] = {}
    configured = configure(game, options)
    if not options_of(game):
        return configured
    line.say("", _("The options of {title} are as usual.").format(title=title_of(game)))
    while True:
        typed = line.ask(_("Enter to play, o for the options, NAME=VALUE to change one: "))
        if not typed:
            return configured
        if typed in ("o", "O"):
            _list_options(line, configured)
            continue
        try:
            changed = {**options, **read_options(game, typed.split(), installed.find)}
            fresh = configure_here(game, changed, installed)
            check_new_match(fresh)
        except OptionError as error:
            line.tell(str(error))
        else:
            configured, options = fresh, changed
            written = fresh.model_dump(mode="json")
            for name in changed:
                value = value_words(game, name, _write_value(written[name]))
                line.tell(f"{option_title(game, name)}: {value}.")


def _list_options(line: Line, game: AnyGame) -> None:
    """Says how each option stands and is typed, what it means, and which values are possible."""
    kind = type(game)
    meanings, schema = options_of(kind), kind.model_json_schema().get("properties", {})
    for name, value in game.model_dump(mode="json").items():
        written = _write_value(value)
        title, words = option_title(kind, name), value_words(kind, name, written)
        sentences = [f"{name}={written}: {title}: {words}.", meanings[name]]
        if possible := [each for each in possible_values(schema.get(name, {})) if each]:
            sentences.append(_("Possible: {values}.").format(values=", ".join(possible)))
        line.say(_wrap("  ", " ".join(sentences)))


def _ask_for_name(line: Line, kinds: Sequence[str]) -> tuple[str, ...]:
    """A name for each seat, ``""`` for none: the user's for the first person, asked for once."""
    settings = load_settings()
    people = _seats_of_people(kinds)
    while people and not settings.name_asked:
        typed = line.ask(_("Your name (Enter for none; it is kept): "))
        settings = settings.with_name(typed)
        if settings.name or not typed:
            if why := save_settings(settings):
                line.say(why)
        else:
            line.tell(why_no_name(typed))
            settings = replace(settings, name_asked=False)
    return own_names(kinds, settings.name)


def own_names(kinds: Sequence[str], own: str) -> tuple[str, ...]:
    """A name for each seat, ``""`` for none: *own*, the user's, for the first person."""
    first = _seats_of_people(kinds)[:1]
    return tuple(own if seat in first else "" for seat in range(len(kinds)))


def _seats_of_people(kinds: Sequence[str]) -> list[int]:
    """The seats of people, whose kind was typed in whatever case."""
    return [seat for seat, kind in enumerate(kinds) if match_id(kind, [PERSON]) == PERSON]


def _ask_for_lot(line: Line, game: type[AnyGame]) -> bool:
    """Asks whether a lot says who begins."""
    first = words_of_starter(game())
    while True:
        typed = line.ask(
            _("Who begins? Enter for {first}; lot to draw lots: ").format(first=first)
        ).lower()
        if typed in ("", "lot"):
            return typed == "lot"


def _write_value(value: Any) -> str:
    """The value of an option as text; empty if the option is not set."""
    return "" if value in (None, {}) else str(value)


def _ask_for_players(line: Line, game: type[AnyGame]) -> list[str]:
    """Asks who plays at each seat: ``human`` or the name of a bot."""
    kinds = ("human", *BOTS)
    most = game.seat_counts[-1]
    seats: list[str] = []
    line.say("")
    line.tell(_("Who plays? Each seat is one of: {kinds}.").format(kinds=", ".join(kinds)))
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
            line.tell(str(error))
        else:
            seats.append(typed)
    return seats
