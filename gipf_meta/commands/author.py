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
from typing import TYPE_CHECKING, Any

from gipf_meta.base.sentences import pad, terminal_below, widest
from gipf_meta.base.texts import _
from gipf_meta.commands.arguments import (
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
from gipf_meta.plugins.scaffold import new_plugin
from gipf_meta.protocol.game import AnyGame, tagline_of, title_of
from gipf_meta.render.text import WIDTH

if TYPE_CHECKING:
    from gipf_meta.testing import Finding  # slow to import, and rarely wanted


INDENT = " " * 8


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
    checking.add_argument(
        "game", metavar="GAME", help=_("its id, as `gipf-meta games` lists it, or its file")
    )
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
    fresh.add_argument("--to", type=Path, metavar="FOLDER", help=_("default: gipf-meta-NAME"))


def _games(arguments: argparse.Namespace) -> int:
    installed = load_plugins()
    wide = widest(map(title_of, installed.games.values()))
    for name, game in sorted(installed.games.items()):
        counts = list(game.seat_counts)
        if arguments.json:
            print_json({"id": name, "title": game.title, "players": counts, "about": game.tagline})
        else:
            seats = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]}-{counts[-1]}"
            print(f"{pad(name, 11)} {pad(title_of(game), wide)} {seats:<4} {tagline_of(game)}")
    return 0


def _plugins(arguments: argparse.Namespace) -> int:
    installed = load_plugins()
    for plugin in installed.plugins:
        faults = _faults(installed, plugin)
        brings = "; ".join([*_contents(plugin), *faults])
        more: dict[str, Any] = {"games": list(plugin.games)}
        if plugin.readers:
            more["readers"] = list(plugin.readers)
        _print_plugin(arguments, plugin, brings, more, " ".join(faults))
    for game in sorted(installed.games):
        for part, (source, why) in _parts_of(installed.games[game]).items():
            fault = _("NOT USED: {fault}").format(fault=why) if why else ""
            words = _("a part of {game}").format(game=game)
            if why:
                words = "; ".join([_("brings {games}").format(games=_("nothing")), fault])
            more = {"games": [], "part_of": game}
            _print_plugin(arguments, Plugin(part, source), words, more, fault)
    return 0


def _contents(plugin: Plugin) -> list[str]:
    """The words for the contents of a plugin: games, readers, nothing."""
    words = []
    if plugin.games or not plugin.readers:
        words.append(_("brings {games}").format(games=", ".join(plugin.games) or _("nothing")))
    if plugin.readers:
        words.append(_("reads {forms}").format(forms=", ".join(plugin.readers)))
    return words


def _print_plugin(
    arguments: argparse.Namespace, plugin: Plugin, words: str, more: dict[str, Any], fault: str
) -> None:
    """Prints the line of *plugin*, or its JSON object with the members *more*."""
    if arguments.json:
        print_json({"name": plugin.name, "from": plugin.source, **more, "fault": fault or None})
    else:
        print(f"{pad(plugin.name, 11)} {pad(plugin.source, 20)} {words}")


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
    installed = load_plugins()
    if arguments.name in installed.games:
        raise UsageError(
            _("There is a game {name} already; give another name.").format(name=arguments.name)
        )
    folder = arguments.to or Path(f"gipf-meta-{arguments.name.replace('_', '-')}")
    for path in new_plugin(arguments.name, folder):
        print(path)
    where = shlex.quote(f"{folder}[test]")
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
