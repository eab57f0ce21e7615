"""Finds, loads and checks plugins. A broken plugin is a line in a list, never a crash.

``load_plugins`` builds the list, and callers pass it along; nothing is loaded at import. Entry
points are loaded one name at a time, because one that fails must not hide the others, and a second
one of the same name must be noticed.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import Distribution, EntryPoint, entry_points
from pathlib import Path
from typing import Any, NamedTuple

import pluggy

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import fold, is_ambiguous, match_game
from gipf_meta.base.sentences import did_you_mean, error_text
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import TookTooLong, time_limit
from gipf_meta.match.match import BEGINNING_MS
from gipf_meta.match.session import valid_status
from gipf_meta.match.written_games import notation_reader
from gipf_meta.plugins.containing import contain_interrupts, keep_streams, mark_loading
from gipf_meta.plugins.setting_up import SettingUp
from gipf_meta.plugins.single_files import (
    SIGNS_OF_PATHS,
    brought_files,
    games_in,
    holds_plugin,
    is_folder,
    is_of,
    is_plugin_file,
    is_plugin_path,
    paths_of,
    point_of_file,
    why_no_path,
)
from gipf_meta.protocol import hookspecs
from gipf_meta.protocol.failures import describe_failure, failing_method
from gipf_meta.protocol.game import PROTOCOL, AnyGame, Chance, Game, Turn, game_called, title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.hookspecs import PROJECT, Showcase
from gipf_meta.protocol.option_words import all_words
from gipf_meta.protocol.readers import AnyReader, Reader, SgfReader
from gipf_meta.protocol.versioned_names import read_versioned_name
from gipf_meta.render.text import board, page

OWN_DISTRIBUTION = "gipf-meta"
LOADING_MS = 10_000
"""Milliseconds that a plugin may take to load."""
LEFT_OUT = "GIPF_META_WITHOUT"
"""The variable that names the plugins to leave out, with commas: all processes of a start see it.
"""


class UnknownGame(GipfMetaError, LookupError):
    """No installed game has that id; one sentence."""


class UnknownPlugin(GipfMetaError, LookupError):
    """No installed plugin has that name; one sentence."""


class PluginError(GipfMetaError, TypeError):
    """The plugin does not keep the protocol; one sentence to its author, in English."""


@dataclass(frozen=True)
class Plugin:
    """An entry point: the ids of its *games* and the names of its *readers*, or its *fault*: the
    reason why it is not used.

    *source* is its distribution and version.
    """

    name: str
    source: str
    games: tuple[str, ...] = ()
    fault: str = ""
    readers: tuple[str, ...] = ()


@dataclass
class Installed:
    """The plugins of this installation, their games, and their readers of others' records."""

    plugins: list[Plugin] = field(default_factory=list)
    games: dict[str, type[AnyGame]] = field(default_factory=dict)
    readers: dict[str, AnyReader] = field(default_factory=dict)
    manager: pluggy.PluginManager = field(default_factory=lambda: pluggy.PluginManager(PROJECT))

    def __reduce__(self) -> tuple[Callable[[], Installed], tuple[()]]:
        """Pickles to the plugins installed where it is unpickled, which are the same."""
        return installed_plugins, ()

    def find(self, game: str) -> type[AnyGame]:
        """The game with that id. Raises ``UnknownGame``."""
        if game in self.games:
            return self.games[game]
        if game == BoardHere.id:
            return BoardHere
        for plugin in self.plugins:
            if plugin.fault and plugin.name == game:
                raise UnknownGame(
                    _("The plugin {game} is not used: {fault}.").format(
                        game=game, fault=plugin.fault.rstrip(".")
                    )
                )
        hint = did_you_mean(match_game(game), self.games)
        raise UnknownGame(
            _("There is no game {game!r} here.{hint} Installed: {games}.").format(
                game=game, hint=hint, games=", ".join(sorted(self.games))
            )
        )

    def find_typed(self, words: str) -> type[AnyGame]:
        """The game that a user names by its id or its title (``game_called``), also with the
        version of its rules, or the one in a file that was brought.

        Raises ``UnknownGame``.
        """
        if is_plugin_path(words):
            return self.find(self._game_in_file(words))
        is_path = bool(set(words) & SIGNS_OF_PATHS)
        if is_path and (why := why_no_path(words)):
            raise UnknownGame(why)
        if words in self.games or is_path:
            return self.find(words)
        name, version = read_versioned_name(words)
        if version is None or name not in self.games:
            called = game_called(words, self.sorted_games())
            if is_folder(words) and (called is None or holds_plugin(words)):
                why = _("There is no game {game!r} here; for the folder write ./{game}.")
                raise UnknownGame(why.format(game=words))
            return called or self.find(words)
        if (game := self.games[name]).rules_version != version:
            why = _("The rules of {title} here are version {installed}, and not {version}.")
            names = {"title": title_of(game), "installed": game.rules_version, "version": version}
            raise UnknownGame(why.format(**names))
        return game

    def _game_in_file(self, words: str) -> str:
        """The id of the one game that the file or folder *words* brings. Raises
        ``UnknownGame``."""
        paths = paths_of(words)
        points = [each for each in installed_points() if any(is_of(each, path) for path in paths)]
        sources = {*map(str, paths), *(point.name for point in points)}
        found = [each for each in self.plugins if {each.source, each.name} & sources]
        brought = {each.name: each for each in reversed(found)}.values()  # the first of each name
        if not brought:
            raise UnknownGame(_("{path} was not loaded.").format(path=words))
        if fault := next((each.fault for each in brought if each.fault), ""):
            why = _("The plugin {game} is not used: {fault}.")
            raise UnknownGame(why.format(game=words, fault=fault.rstrip(".")))
        games = [game for each in brought for game in each.games]
        if len(games) == 1:
            return games[0]
        why = (
            _("{path} brings {count} games; gipf-meta --with {path} plays each by its id.")
            if games
            else _("{path} brings no game: write a class of Game with an id in it.")
        )
        raise UnknownGame(why.format(path=words, count=len(games)))

    def title(self, game: str) -> str:
        """The title of the game with that id, or the id where it is not installed."""
        known = game in self.games or game == BoardHere.id
        return title_of(self.find(game)) if known else game

    def sorted_games(self) -> list[type[AnyGame]]:
        """All games by id, the plugins' games first, then the host's own small duels."""
        return sorted(self.games.values(), key=lambda game: (self.is_own(game), game.id))

    def games_to_choose(self) -> list[type[AnyGame]]:
        """The games of the plugins in the order of a list for players: by their ``list_order``,
        then by title."""
        games = [game for game in self.games.values() if not self.is_tool(game)]
        return sorted(games, key=_place_in_lists)

    def tools(self) -> list[type[AnyGame]]:
        """The classes beside the games: pads, and the host's own small duels."""
        tools = [game for game in self.games.values() if self.is_tool(game)]
        return sorted(tools, key=lambda game: (self.is_own(game), _place_in_lists(game)))

    def is_tool(self, game: type[AnyGame]) -> bool:
        """Whether *game* is a pad, which decides no duel, or one of the host's own small duels."""
        return self.is_own(game) or not game.decides_duels

    def is_own(self, game: type[AnyGame]) -> bool:
        """Whether *game* is one of the host's own small duels."""
        return game.__module__.startswith("gipf_meta.")

    def games_for(self, seats: int) -> list[str]:
        """The ids of the games in which a duel of *seats* players can be played."""
        games = self.games.items()
        return [name for name, game in games if seats in game.seat_counts and game.decides_duels]

    def all_readers(
        self, chosen: AnyGame | None = None, own: Sequence[type[AnyGame]] = ()
    ) -> tuple[AnyReader, ...]:
        """The readers of the plugins, and the reader of texts in the notation of a game.

        *chosen* is the game of a text that does not name its game; *own* are classes that somebody
        brought along.
        """
        games = (*own, *self.games_to_choose())
        return (*self.readers.values(), notation_reader(games, chosen, board))

    def showcase(self) -> Showcase | None:
        """The showcase of the first plugin that has one, or ``None``."""
        found: Showcase | None = self.manager.hook.showcase()
        return found


def _place_in_lists(game: type[AnyGame]) -> tuple[int, str]:
    """The sort key of *game* in lists of games; a plugin may declare nonsense."""
    order = game.list_order if isinstance(game.list_order, int) else Game.list_order
    return order, fold(title_of(game))


def leave_out(names: Sequence[str]) -> None:
    """Loads the plugins of these *names* no more, here and in every process started from here.

    Raises ``UnknownPlugin`` for a name that no installed plugin has.
    """
    installed = sorted({point.name for point in installed_points()})
    for name in names:
        if name not in installed:
            raise UnknownPlugin(
                _("There is no plugin {name!r} here. Installed: {plugins}.").format(
                    name=name, plugins=", ".join(installed)
                )
            )
    os.environ[LEFT_OUT] = ",".join((*names_left_out(), *names))


def names_left_out() -> tuple[str, ...]:
    """The names of the plugins that are not to be loaded."""
    return tuple(filter(None, os.environ.get(LEFT_OUT, "").split(",")))


def load_plugins(found: Iterable[EntryPoint] | None = None) -> Installed:
    """Loads all plugins of this installation, or those of the entry points *found*."""
    installed = Installed()
    installed.manager.add_hookspecs(hookspecs)
    points = map(_with_source, installed_points() if found is None else found)
    for each in sorted(points, key=_own_first):
        installed.plugins.append(_load(installed, each))
    brought = brought_files() if found is None else ()
    for path in brought:
        if any(is_of(point, path) for point in installed_points()):
            continue  # it was loaded above
        installed.plugins.append(_load(installed, _Found(point_of_file(path), str(path), False)))
    return installed


def installed_points() -> tuple[EntryPoint, ...]:
    """The entry points of the plugins of this installation. A process looks for them once, as long
    as its path is the same: that takes longer than to load them again."""
    return _points_on(tuple(sys.path))


@cache
def _points_on(_path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=PROJECT))


def installed_plugins() -> Installed:
    """The plugins of this installation, loaded once for every process, and once more when files
    were brought or plugins left out since."""
    return loaded_once(names_left_out(), brought_files())


@cache
def loaded_once(_left_out: tuple[str, ...], _brought: tuple[Path, ...]) -> Installed:
    """The result of ``load_plugins`` while these names are left out and these files are brought."""
    return load_plugins()


class BoardHere(SettingUp):
    """A board of a game of this installation that is set up. It stands in no list of games."""

    def find_game(self, game: str) -> type[AnyGame]:
        """The installed game with that id. Raises ``UnknownGame``."""
        return installed_plugins().find(game)


@dataclass(frozen=True)
class Finder:
    """Finds games by id: *own* classes that somebody brought along, then those installed.

    A value, unlike a list of plugins, so a match that holds one can be pickled.
    """

    own: tuple[type[AnyGame], ...] = ()

    def __call__(self, game: str) -> type[AnyGame]:
        """The game with that id. Raises ``UnknownGame``."""
        brought = next((own for own in self.own if own.id == game), None)
        return brought or installed_plugins().find(game)


class _Found(NamedTuple):
    """An entry point; its *source* as in ``Plugin``; whether the host itself brings it."""

    point: EntryPoint
    source: str
    is_own: bool


def _with_source(point: EntryPoint) -> _Found:
    """An entry point with its source."""
    if point.dist is None:
        return _Found(point, point.value, False)
    name, version = _name_and_version(point.dist)
    return _Found(point, f"{name} {version}", name == OWN_DISTRIBUTION)


@cache
def _name_and_version(distribution: Distribution) -> tuple[str, str]:
    """The name and the version of a distribution. Each call reads its file."""
    return distribution.name, distribution.version


def _own_first(found: _Found) -> tuple[bool, str]:
    """A key that sorts the host's own plugins first, so that no other plugin takes their names."""
    return not found.is_own, found.point.name


def _load(installed: Installed, found: _Found) -> Plugin:
    point, source, is_own = found
    if not point.name.isascii():
        return Plugin(
            point.name, source, fault=_("The name of a plugin is written in ASCII letters.")
        )
    name = point.name.lower()
    first = next((each for each in installed.plugins if each.name.lower() == name), None)
    if first is not None:
        return Plugin(
            point.name,
            source,
            fault=_("Another plugin of that name was loaded: {source}.").format(
                source=first.source
            ),
        )
    if point.name in names_left_out():
        return Plugin(point.name, source, fault=_("Left out by --without."))
    try:
        with (
            Gate(point.name),
            nullcontext() if is_own or is_plugin_file(source) else mark_loading(point.name),
            contain_interrupts(),
            keep_streams(),
            time_limit(LOADING_MS, _("Loading it")),
        ):
            module = point.load()
            _check_protocol(getattr(module, "PROTOCOL", PROTOCOL))
            installed.manager.register(module, point.name)
            games = _games_of(installed, module)
            readers = _readers_of(installed, module)
            if not games and is_plugin_file(source):
                games = [check_game(game) for game in games_in(module)]
    except GipfMetaError as error:
        if installed.manager.has_plugin(point.name):
            installed.manager.unregister(name=point.name)
        return Plugin(point.name, source, fault=_reason(error))
    taken = [game.id for game in games if game.id in installed.games]
    taken += [reader.name for reader in readers if reader.name in installed.readers]
    fresh = {game.id: game for game in games if game.id not in installed.games}
    new_readers = {each.name: each for each in readers if each.name not in installed.readers}
    installed.games.update(fresh)
    installed.readers.update(new_readers)
    fault = (
        _("Already brought by another plugin: {games}.").format(games=", ".join(taken))
        if taken
        else ""
    )
    return Plugin(point.name, source, tuple(fresh), fault, tuple(new_readers))


def _check_protocol(said: object) -> None:
    """Raises ``PluginError`` if a plugin that *said* its protocol cannot be used with this host."""
    if not isinstance(said, str) or not re.fullmatch(r"[0-9]{1,4}\.[0-9]{1,4}", said):
        raise PluginError(f"It says PROTOCOL = {said!r}; say it like PROTOCOL = {PROTOCOL!r}.")
    (major, minor), (own, newest) = (map(int, each.split(".")) for each in (said, PROTOCOL))
    if major != own or minor > newest:
        which = "plugin" if (major, minor) < (own, newest) else "gipf-meta"
        raise PluginError(
            _(
                "It was written for protocol {said}, this is {PROTOCOL}: a newer {which} is needed."
            ).format(said=said, PROTOCOL=PROTOCOL, which=which)
        )


def try_game(game: type[AnyGame]) -> str:
    """Begins a match of *game* with its default options; returns why that fails, or nothing."""
    begins = time_limit(BEGINNING_MS, _("Beginning a match"))
    try:
        with Gate(game), contain_interrupts(), keep_streams(), begins:
            match, seats = game(), game.seat_counts[0]
            state = match.start(seats)
            now = valid_status(match, state, seats)
            moves: list[Any] = []
            if isinstance(now, Turn):
                moves.extend(match.legal_moves(state, now.seat))
            elif isinstance(now, Chance):
                moves.extend(outcome for outcome, _ in now.outcomes)
            for move in moves[:1]:
                match.format(state, move)
            page(match.view(state, None))
    except GipfMetaError as error:
        return _reason(error)
    return ""


def _games_of(installed: Installed, module: object) -> list[type[AnyGame]]:
    manager = installed.manager
    others = [plugin for plugin in manager.get_plugins() if plugin is not module]
    games: list[type[AnyGame]] = []
    for answer in manager.subset_hook_caller("games", others)():
        if not isinstance(answer, Iterable):
            raise PluginError(f"games() returned {answer!r}, which is no list of games.")
        games.extend(map(check_game, answer))
    return games


def _readers_of(installed: Installed, module: object) -> list[AnyReader]:
    manager = installed.manager
    others = [plugin for plugin in manager.get_plugins() if plugin is not module]
    answers = manager.subset_hook_caller("readers", others)()
    return [check_reader(reader) for answer in answers for reader in answer]


def check_reader(reader: Any) -> AnyReader:
    """*reader* itself. Raises ``PluginError`` if it is no reader, or its words are not plain."""
    if not isinstance(reader, Reader | SgfReader):
        raise PluginError(f"readers() returned {reader!r}, which is no Reader.")
    if not isinstance(reader.name, str) or not re.fullmatch(r"[a-z0-9_.-]{1,60}", reader.name):
        raise PluginError(
            f"The reader {reader.name!r} is not called by lower-case letters, digits and _.-"
        )
    if not isinstance(reader.words, str) or not reader.words.isprintable():
        raise PluginError(f"The words of the reader {reader.name} are no plain words.")
    return reader


def check_game(game: Any) -> type[AnyGame]:
    """*game* itself. Raises ``PluginError`` if it is no game, or its class data are wrong."""
    if not (isinstance(game, type) and issubclass(game, Game)):
        raise PluginError(f"games() returned {game!r}, which is no subclass of Game.")
    missing = [
        name for name in ("id", "title", "tagline", "seat_names") if not getattr(game, name, None)
    ]
    if missing:
        raise PluginError(f"The game {game.__name__} does not say its {', '.join(missing)}.")
    if not re.fullmatch(r"[a-z0-9_]{1,30}", game.id):
        raise PluginError(
            f"The id {game.id!r} is not made of up to 30 lower-case letters, digits and _."
        )
    options = [info.alias or name for name, info in game.model_fields.items()]
    if not all(map(str.isascii, options)) or is_ambiguous(options):
        raise PluginError(
            f"The options of {game.id} are not ASCII, or differ in case alone: {options}."
        )
    if not isinstance(game.seat_counts, range) or not game.seat_counts:
        raise PluginError(f"The game {game.id} does not say in seat_counts how many can play.")
    names = (game.title, game.tagline, *game.seat_names)
    if not all(isinstance(name, str) and name.isprintable() for name in names):
        raise PluginError(f"The title, tagline and seats of {game.id} are not all plain words.")
    for name in ("option_words", "end_words"):
        if not _are_plain_words(getattr(game, name)):
            raise PluginError(f"The {name} of {game.id} are no plain words.")
    if not _are_plain_words(all_words(game)):
        raise PluginError(f"The words of the options of {game.id} are no plain words.")
    if len(game.seat_names) < game.seat_counts[-1]:
        raise PluginError(f"The game {game.id} names fewer seats than it has.")
    return game


def _are_plain_words(called: object) -> bool:
    return isinstance(called, Mapping) and all(
        isinstance(words, str) and words.isprintable() for pair in called.items() for words in pair
    )


def _reason(error: BaseException) -> str:
    is_late = isinstance(error, TookTooLong) and failing_method(error) is None
    if is_late or isinstance(error, PluginError):
        return error_text(error)
    return describe_failure(error)
