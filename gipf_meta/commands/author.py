"""``games``, ``plugins``, ``check`` and ``new-plugin``: for those who write games."""

from __future__ import annotations

import argparse
import shlex
import shutil
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gipf_meta.base.sentences import cells_of, pad, terminal_below, widest
from gipf_meta.base.texts import _
from gipf_meta.commands.arguments import (
    add_game_name,
    add_json,
    add_settings,
    add_usual_seed,
    print_json,
    read_game,
    read_number,
)
from gipf_meta.commands.parser import BUILDING, LEARNING, UsageError, add_command
from gipf_meta.plugins.loading import (
    Installed,
    Plugin,
    load_plugins,
    try_game,
)
from gipf_meta.plugins.scaffold import EXAMPLES, copy_example, new_plugin
from gipf_meta.protocol.game import AnyGame, tagline_of, title_of
from gipf_meta.protocol.versioned_names import versioned_name
from gipf_meta.render.text import WIDTH

if TYPE_CHECKING:
    from gipf_meta.testing import Finding  # slow to import, and rarely wanted


INDENT = " " * 8
NAME, SOURCE = 11, 20
"""The least cells of the columns of names and of sources."""
MOST_OF_COLUMN = 30
"""The most cells of the column of sources, and on a terminal of titles: some are long."""
LEAST_BESIDE = 30
"""The least cells for words beside these columns."""


def add_commands(commands: Any) -> None:
    """Adds ``games``, ``plugins``, ``check`` and ``new-plugin`` to the program."""
    words = _("what can be played")
    games = add_command(commands, "games", _games, words, "gipf-meta games", title=LEARNING)
    words = _("what is installed, and what is wrong with it")
    plugins = add_command(commands, "plugins", _plugins, words, "gipf-meta plugins", title=BUILDING)
    for listing in (games, plugins):
        add_json(listing)

    words = _("prove a game, with advice for its author")
    examples = ("gipf-meta check die --games 5", "gipf-meta check my_game.py")
    checking = add_command(commands, "check", _check, words, *examples, title=BUILDING)
    add_game_name(checking)
    add_settings(checking)
    words = _("how many random games are played")
    checking.add_argument("--games", type=read_number(1_000_000), metavar="N", help=words)
    add_usual_seed(checking, None, _("of the random games"))
    checking.add_argument(
        "--law", action="append", metavar="NAME", help=_("check this law alone; may be repeated")
    )
    add_json(checking)

    words = _("a plugin to start from, for a new game")
    example = "gipf-meta new-plugin my_game"
    fresh = add_command(commands, "new-plugin", _new_plugin, words, example, title=BUILDING)
    fresh.add_argument("name", metavar="NAME", help=_("the id of the game"))
    words = _("write the example of that name instead: {names}").format(
        names=", ".join(f"`{each}`" for each in EXAMPLES)
    )
    fresh.add_argument("--example", action="store_true", help=words)
    fresh.add_argument("--to", type=Path, metavar="FOLDER", help=_("default: gipf-meta-NAME"))


def _games(arguments: argparse.Namespace) -> int:
    installed = load_plugins()
    wide = widest(map(title_of, installed.games.values()))
    if sys.stdout.isatty():
        wide = min(MOST_OF_COLUMN, wide)
    narrow = widest(installed.games, NAME)
    for name, game in sorted(installed.games.items()):
        counts = list(game.seat_counts)
        if arguments.json:
            about = {"title": game.title, "players": counts, "about": game.tagline}
            print_json({"id": name, "name": versioned_name(game), **about})
        else:
            seats = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]}-{counts[-1]}"
            head = f"{pad(name, narrow)} {pad(title_of(game), wide)} {seats:<4} "
            print("\n".join(_hung(head, tagline_of(game))))
    return 0


def _plugins(arguments: argparse.Namespace) -> int:
    rows = list(_plugin_rows(load_plugins()))
    if arguments.json:
        for plugin, _words, fault, more in rows:
            about = {"name": plugin.name, "from": plugin.source}
            print_json({**about, **more, "fault": fault or None})
        return 0
    names = widest((row.plugin.name for row in rows), NAME)
    sources = min(MOST_OF_COLUMN, widest((row.plugin.source for row in rows), SOURCE))
    for row in rows:
        head = f"{pad(row.plugin.name, names)} {pad(row.plugin.source, sources)} "
        print("\n".join(_hung(head, row.words)))
    return 0


class PluginRow(NamedTuple):
    """A *plugin*, or a part of a game, its contents in *words*, its *fault*, or ``""``, and *more*
    members for programs."""

    plugin: Plugin
    words: str
    fault: str
    more: dict[str, Any]


def _plugin_rows(installed: Installed) -> Iterator[PluginRow]:
    """The plugins, then the parts that packages add to games."""
    for plugin in installed.plugins:
        faults = _faults(installed, plugin)
        brings = "; ".join([*_contents(plugin), *faults])
        more: dict[str, Any] = {"games": list(plugin.games)}
        if plugin.readers:
            more["readers"] = list(plugin.readers)
        yield PluginRow(plugin, brings, " ".join(faults), more)
    for game in sorted(installed.games):
        for part, (source, why) in _parts_of(installed.games[game]).items():
            fault = _("NOT USED: {fault}").format(fault=why) if why else ""
            words = _("a part of {game}").format(game=game)
            if why:
                words = "; ".join([_("brings {games}").format(games=_("nothing")), fault])
            yield PluginRow(Plugin(part, source), words, fault, {"games": [], "part_of": game})


def _hung(head: str, words: str) -> list[str]:
    """The lines of a row on a terminal that begins with *head*: *words* go on below themselves, or
    further left where little room is beside it, and so does a long head. One line where no
    terminal is."""
    if not sys.stdout.isatty():
        return [head + words]
    wide = shutil.get_terminal_size().columns - 1
    beside = wide - cells_of(head)
    if beside >= LEAST_BESIDE:
        first, *others = _wrapped(words, beside) or [""]
        return [head + first, *(" " * cells_of(head) + line for line in others)]
    below = (f"  {line}" for line in _wrapped(words, max(10, wide - 2)))
    return [*_wrapped(head, max(10, wide)), *below]


def _wrapped(words: str, cells: int) -> list[str]:
    return textwrap.wrap(words, cells, break_on_hyphens=False, break_long_words=False)


def _contents(plugin: Plugin) -> list[str]:
    """The words for the contents of a plugin: games, readers, nothing."""
    words = []
    if plugin.games or not plugin.readers:
        words.append(_("brings {games}").format(games=", ".join(plugin.games) or _("nothing")))
    if plugin.readers:
        words.append(_("reads {forms}").format(forms=", ".join(plugin.readers)))
    return words


def _parts_of(game: type[AnyGame]) -> dict[str, tuple[str, str]]:
    """The parts that packages add to *game*: for each its source, and the reason why it is not
    used, or ``""``."""
    parts: dict[str, tuple[str, str]] = {}
    with suppress(Exception):  # a game that cannot even say that is found by ``_faults``
        parts.update((part, (source, "")) for part, source in game.installed_parts().items())
        parts.update(game.refused_parts())
    return parts


def _faults(installed: Installed, plugin: Plugin) -> list[str]:
    """The faults of a plugin: why it is not used, and which of its games cannot be begun."""
    faults = [_("NOT USED: {fault}").format(fault=plugin.fault)] if plugin.fault else []
    if not (plugin.games or plugin.readers or plugin.fault):
        faults.append(_("it has no function games() marked with @hookimpl, or that returns none"))
    for name in plugin.games:
        if why := try_game(installed.games[name]):
            words = _("{name} CANNOT BE PLAYED: {why} gipf-meta check {name} says more.")
            faults.append(words.format(name=name, why=why))
    return faults


def _check(arguments: argparse.Namespace) -> int:
    game = read_game(load_plugins(), arguments)
    from gipf_meta.testing import check  # slow to import, and rarely wanted

    broken = 0
    numbers = {"games": arguments.games, "seed": arguments.seed}
    chosen = {name: n for name, n in numbers.items() if n is not None}
    with progress() as line:
        try:
            findings = check(game, laws=arguments.law, begins=line.begin, **chosen)
        except ValueError as error:
            raise UsageError(_("{argument}: {why}").format(argument="--law", why=error)) from None
        for finding in findings:
            broken += not finding.ok
            line.clear()
            if arguments.json:
                print_json(asdict(finding))
            else:
                print_finding(finding, _command_for(finding.law, arguments))
            sys.stdout.flush()  # each law as soon as it is checked, also on a pipe
    if not arguments.json:
        many = "1 law is" if broken == 1 else f"{broken} laws are"
        print(f"{game.title}: {'every law holds' if not broken else f'{many} broken'}.")
    return 2 if broken else 0


def print_finding(finding: Finding, command: str, about: str = "") -> None:
    """Prints whether a law holds for the game *about*; if not, the observation, advice, and the
    *command* that reproduces it."""
    place = f"{about}: " if about else ""
    if not finding.asked:
        print(f"--      {place}{finding.what}")
        return
    kind = ("advice" if finding.advice else "ok") if finding.ok else "BROKEN"
    print(f"{kind:<8}{place}{finding.says}")
    for words in (finding.what, finding.advice):
        if words:
            print(textwrap.fill(words, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT))
    if not finding.ok:
        print(f"{INDENT}{command}")


def _command_for(law: str, arguments: argparse.Namespace) -> str:
    """The command that checks one *law* again, with the same *arguments*."""
    words = ["gipf-meta", "check", arguments.game]
    if arguments.preset:
        words += ["--preset", arguments.preset]
    for setting in arguments.settings:
        words += ["--set", setting]
    for name in ("games", "seed"):
        if getattr(arguments, name) is not None:
            words += [f"--{name}", str(getattr(arguments, name))]
    return shlex.join([*words, "--law", law])


def _new_plugin(arguments: argparse.Namespace) -> int:
    if not arguments.example and arguments.name in load_plugins().games:
        raise UsageError(
            _("There is a game {name} already; give another name.").format(name=arguments.name)
        )
    folder = arguments.to or Path(f"gipf-meta-{arguments.name.replace('_', '-')}")
    write = copy_example if arguments.example else new_plugin
    for path in write(arguments.name, folder):
        print(path)
    where = shlex.quote(f"{folder}" if arguments.example else f"{folder}[test]")
    typed = f"pip install --editable {where} && gipf-meta check {arguments.name}"
    print(_("Next: {typed}").format(typed=typed))
    return 0


class ProgressLine:
    """A line of progress on standard error that is overwritten; nothing where that is no
    terminal."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()

    def begin(self, words: str) -> None:
        """Shows that the task *words* is being done."""
        if self._is_shown:
            said = _("now: {words}").format(words=words)
            self._write(said[: shutil.get_terminal_size().columns - 1])

    def clear(self) -> None:
        """Erases the line, so that output can take its place."""
        if self._is_shown:
            self._write("")

    def _write(self, words: str) -> None:
        stream = terminal_below(sys.stderr)
        stream.write(f"\r\x1b[K{words}")
        stream.flush()


@contextmanager
def progress() -> Iterator[ProgressLine]:
    """A line of progress, which is erased after the block."""
    line = ProgressLine()
    try:
        yield line
    finally:
        line.clear()
