"""The parser of the command line: it raises sentences, and has a short help beside the whole.

``-h`` fits a terminal of 24 lines: the usual options and an example. ``--help`` has all. A rare
option is one that a command adds to its group ``rare``; nothing else says which help has what.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any, Final, NoReturn

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import cut_to_cells, pad, widest
from gipf_meta.base.texts import N_, _
from gipf_meta.commands.mistakes import unknown_command

PLAYING: Final = N_("playing")
LEARNING: Final = N_("learning")
RECORDS: Final = N_("records")
HOSTING: Final = N_("hosting")
ANALYSIS: Final = N_("analysis")
BUILDING: Final = N_("building")
"""The groups of the commands of the program, by their titles."""

BY_NAME: Final = (ANALYSIS, BUILDING)
"""The groups of which the short help has no more than the names."""

USUAL_CELLS: Final = 8
"""The cells that a command's name has before its words in the short help; few are longer."""

COMMAND: Final = "COMMAND"
"""The word for a command in usages."""

WIDEST_OPTION: Final = 28
"""The column at which the words of an option begin at the latest."""


class UsageError(GipfMetaError, ValueError):
    """The command line cannot be carried out; the text is one sentence."""


class BadArguments(UsageError):
    """The command line cannot be parsed; the text is one sentence."""


class Parser(argparse.ArgumentParser):
    """A parser that raises one sentence where argparse would print its usage and exit.

    *examples* are command lines that run, the most usual one first; *title* is that of the group of
    commands to which it belongs. Of a command that *is_rare* the short help has the name alone.
    """

    def __init__(self, **settings: Any) -> None:
        formatter = partial(argparse.HelpFormatter, max_help_position=WIDEST_OPTION)
        super().__init__(formatter_class=formatter, add_help=False, **settings)
        self.color = False  # Python 3.14 would write codes, which the streams show
        self.examples: tuple[str, ...] = ()
        self.title = ""
        self.is_rare = False
        words = _("the usual options; --help: all options")
        self.add_argument("-h", "--help", action=_Help, help=words)

    @cached_property
    def rare(self) -> argparse._ArgumentGroup:
        """The group of the options that the short help leaves out."""
        return self.add_argument_group(_("more options"))

    def format_help(self) -> str:
        """The whole help."""
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        for group in self._action_groups:
            for title, actions in self._sections(group):
                _add_section(formatter, title, actions)
        formatter.add_text(self.epilog)
        title = _.many("example", "examples", len(self.examples))
        lines = "".join(f"  {each}\n" for each in self.examples)
        return f"{formatter.format_help()}\n{title}:\n{lines}"

    def format_short_help(self) -> str:
        """The usual options and an example: the help that fits a terminal."""
        formatter = self._get_formatter()
        options = argparse.Action((), dest="", metavar=_("[OPTION ...]"))
        needed = [each for each in self._actions if each.required or not each.option_strings]
        formatter.add_usage(None, [options, *needed], ())
        formatter.add_text(self.description)
        is_grouped = any(each.title for each in self.commands().values())
        if not is_grouped:
            rare = self.__dict__.get("rare")
            for group in self._action_groups:
                if group is not rare:
                    _add_section(formatter, group.title, self._usual(group))
        parts = [formatter.format_help()]
        rows = [*self._rows(formatter._width)] if is_grouped else []
        last = [_("example: {command}").format(command=each) for each in self.examples[:1]]
        if names := ", ".join(name for name, each in self.commands().items() if each.is_rare):
            last.insert(0, _("seldom needed: {commands}").format(commands=names))
        if is_grouped or "rare" in self.__dict__:
            last.append(_("all of it: {program} --help").format(program=self.prog))
        # no blank line between, nor above groups: with it, these would not fit a terminal
        if is_grouped:
            parts = [parts[0].replace("\n\n", "\n", 1)]
        parts.append("".join(f"{line}\n" for line in (*rows, *last)))
        return ("" if is_grouped else "\n").join(parts)

    def commands(self) -> dict[str, Parser]:
        """The commands of this one by their names."""
        return {
            name: parser
            for action in self._actions
            if isinstance(action, argparse._SubParsersAction)
            for name, parser in action.choices.items()
        }

    def options(self) -> Iterator[str]:
        """The options of this command, with their hyphens."""
        return (word for each in self._actions for word in each.option_strings)

    def _sections(self, group: argparse._ArgumentGroup) -> Iterator[tuple[str | None, list[Any]]]:
        """The sections of the whole help that *group* becomes: that of the program's commands
        becomes one for each of their groups."""
        titles = dict.fromkeys(each.title for each in self.commands().values())
        for action in group._group_actions:
            if isinstance(action, argparse._SubParsersAction) and any(titles):
                for title in titles:
                    yield _(title), self._listed(action, title)
                return
        yield group.title, group._group_actions

    def _usual(self, group: argparse._ArgumentGroup) -> list[argparse.Action]:
        """The actions of *group*; where commands are rare, lines of the others instead of them."""
        commands = self.commands()
        if not any(each.is_rare for each in commands.values()):
            return group._group_actions
        lines = list[argparse.Action]()
        for action in group._group_actions:
            if isinstance(action, argparse._SubParsersAction):
                shown = action._get_subactions()
                lines += [line for line in shown if not commands[line.dest].is_rare]
            else:
                lines.append(action)
        return lines

    def _listed(self, action: argparse._SubParsersAction[Any], title: str) -> list[argparse.Action]:
        """The lines of the commands in the group *title*."""
        lines = action._get_subactions()
        return [line for line in lines if action.choices[line.dest].title == title]

    def _rows(self, width: int) -> Iterator[str]:
        """The commands in groups, each group beside its title, on lines of that *width*. The words
        of a name that is longer than most stand right after it, so that no others are cut."""
        commands = self.commands()
        titles = dict.fromkeys(each.title for each in commands.values())
        beside = widest(map(_, titles)) + 2
        named = [name for name, each in commands.items() if each.title not in BY_NAME]
        names = widest(name for name in named if len(name) <= USUAL_CELLS) + 2
        for title in titles:
            inside = [name for name, each in commands.items() if each.title == title]
            head = pad(_(title), beside)
            if title in BY_NAME:
                yield from textwrap.wrap(
                    ", ".join(inside),
                    width,
                    initial_indent=head,
                    subsequent_indent=" " * beside,
                    break_on_hyphens=False,
                )
                continue
            for name in inside:
                column = max(names, len(name) + 2)
                row = f"{head}{pad(name, column)}{commands[name].description}"
                yield row if len(row) <= width else f"{cut_to_cells(row, width - 2)} …"
                head = " " * beside

    def _print_message(self, message: str, file: Any = None) -> None:
        """Prints help. Unlike argparse's, it fails where the disk is full.

        Raises ``OSError``.
        """
        stream = file or sys.stderr
        stream.write(message)
        stream.flush()

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raises ``BadArguments`` for an unknown command, and what argparse expects."""
        known = action.choices
        if isinstance(action, argparse._SubParsersAction) and known and value not in known:
            below = {name: [*each.commands()] for name, each in self.commands().items()}
            is_program = self is self.get_default("program")
            raise BadArguments(unknown_command(str(value), self.prog, below, is_program=is_program))
        super()._check_value(action, value)

    def error(self, message: str) -> NoReturn:
        """Raises ``BadArguments``."""
        if message == _("the following arguments are required: %s") % COMMAND:
            words = _("{program} needs a command: {commands}.")
            names = ", ".join(self.commands())
            raise BadArguments(words.format(program=self.prog, commands=names))
        words = f"{message[:1].upper()}{message[1:]}".rstrip(".")
        raise BadArguments(
            _("{words}; see {program} --help.").format(words=words, program=self.prog)
        )


class _Help(argparse._HelpAction):
    """Prints the short help for ``-h``, the whole one for ``--help``, and exits."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        _namespace: argparse.Namespace,
        _values: Any,
        option_string: str | None = None,
    ) -> None:
        words = parser.format_help()
        if option_string == "-h" and isinstance(parser, Parser):
            words = parser.format_short_help()
        parser._print_message(words, sys.stdout)
        parser.exit()


def add_group_of_commands(parser: Parser, *, is_needed: bool = False) -> Any:
    """Lets *parser* have commands of its own, for ``add_command``."""
    return parser.add_subparsers(
        title=_("commands"), metavar=COMMAND, required=is_needed, parser_class=Parser
    )


def _add_section(
    formatter: argparse.HelpFormatter, title: str | None, actions: list[argparse.Action]
) -> None:
    formatter.start_section(title)
    formatter.add_arguments(actions)
    formatter.end_section()


def add_command(
    commands: Any,
    name: str,
    do: Callable[[argparse.Namespace], int],
    words: str,
    *examples: str,
    title: str = "",
) -> Parser:
    """Adds a command to the program: *do* runs it, *words* describe it, *examples* are command
    lines that run; *title* is that of its group."""
    added: Parser = commands.add_parser(name, help=words, description=words)
    added.examples = examples
    added.title = title
    added.set_defaults(do=do, parser=added)
    return added


ARGPARSE = (
    N_("usage: "), N_("positional arguments"), N_("options"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("expected one argument"), N_("expected at least one argument"),
    N_("expected at most one argument"), N_("the following arguments are required: %s"),
    N_("one of the arguments %s is required"), N_("not allowed with argument %s"),
    N_("ignored explicit argument %r"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("invalid %(type)s value: %(value)r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
)  # fmt: skip
"""The texts of argparse itself that users of this program may read."""


def translate_argparse() -> None:
    """Makes argparse take its own texts from the catalogue: it has no other hook for that."""
    vars(argparse).update({"_": _, "ngettext": _argparse_many})


def _argparse_many(one: str, other: str, count: int) -> str:
    """The singular or plural text of argparse for *count*."""
    if one == "expected %s argument":
        return _.many("expected %s argument", "expected %s arguments", count)
    return one if count == 1 else other
