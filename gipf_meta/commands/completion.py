"""``completion``: prints what lets a shell complete commands, options, games and files, and the
settings of the game that was typed before.

The settings stand in the script, as the games do: no shell waits for a Python to start at each Tab.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable, Iterator
from contextlib import suppress
from copy import deepcopy
from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.bots.levels import BOTS
from gipf_meta.commands.parser import BUILDING, add_command
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.option_words import possible_values
from gipf_meta.protocol.options import options_of

SHELLS: Final = ("bash", "zsh", "fish", "tcsh", "powershell")
"""The shells for which completions are made."""

GAMES: Final = {"game", "games"}
PLAYERS: Final = {"seats", "bots", "bot"}
SETTINGS: Final = {"settings", "also"}
FILES: Final = {"brought", "file", "files", "journal", "record", "records", "table", "to", "what"}
FOLDERS: Final = {"folder"}
"""The values of ``dest`` of the arguments that take games, players, settings, files and folders:
for completions the metavars are no help, because they are translated."""

SH_TABLE: Final = """
_gipf_meta_settings_of() {
  case "$1" in
CASES
    *) return 1 ;;
  esac
}
"""
"""A function of bash and zsh that prints the settings of a game, and fails where there is none."""

BASH: Final = """
# $1: the word, as board=3
_gipf_meta_settings() {
  local word all each
  for word in "${COMP_WORDS[@]}"; do
    all="$(_gipf_meta_settings_of "$word")" && break
  done
  for each in $all; do
    case "$1" in
      *=*) [[ "$each" == *= ]] || echo "$each" ;;
      *) echo "${each%%=*}=" ;;
    esac
  done | sort -u | while IFS= read -r each; do
    [[ "$each" == "$1"* ]] && echo "$each"
  done
}

# bash takes board=37 for three words: this joins them, and cuts the replies
_gipf_meta() {
  local -a joined=()
  local at last=-1 is_open=0 each
  for ((at = 0; at <= COMP_CWORD; at++)); do
    each="${COMP_WORDS[at]}"
    if [[ "$each" == "=" && $last -ge 0 && "${joined[last]}" != --* ]]; then
      joined[last]+="="
      is_open=1
    elif [[ "$each" == "=" && $last -ge 0 ]]; then
      is_open=2  # --set=board
      [[ $at -eq $COMP_CWORD ]] && joined[++last]=""
    elif [[ $is_open -eq 1 ]]; then
      joined[last]+="$each"
      is_open=0
    else
      joined[++last]="$each"
      is_open=0
    fi
  done
  local -a COMP_WORDS=("${joined[@]}")
  local COMP_CWORD=$last
  _shtab_gipf_meta
  each="${joined[last]}"
  if [[ "$each" == *=* ]]; then
    COMPREPLY=("${COMPREPLY[@]#"${each%%=*}="}")
  elif [[ "${COMPREPLY[0]}" == *= ]]; then
    compopt -o nospace 2> /dev/null
  fi
  return 0
}

complete -o bashdefault -F _gipf_meta gipf-meta
"""
"""The functions that bash needs behind the script of shtab."""

ZSH: Final = """
_gipf_meta_settings() {
  local word name
  local -a all
  for word in $words; do
    all=(${(f)"$(_gipf_meta_settings_of $word)"}) && [[ -n $all ]] && break
  done
  if [[ $PREFIX == *=* ]]; then
    name=${PREFIX%%=*}
    compset -P '*='
    compadd -- ${${(M)all:#$name=?*}#$name=}
  else
    compadd -S '' -- ${(u)${(@)all%%=*}/%/=}
  fi
}
"""

FISH: Final = """
function _gipf_meta_settings_of
  switch "$argv[1]"
CASES
    case '*'
      return 1
  end
end

function _gipf_meta_settings
  set -l typed (commandline -ct | string replace -r '^--[a-z]+=' '')
  for word in (commandline -opc)
    set -l all (_gipf_meta_settings_of "$word"); or continue
    if string match -q '*=*' -- "$typed"
      string match -v '*=' -- $all
    else
      string replace -r '=.*' '=' -- $all | sort -u
    end
    return
  end
end
"""


def add_commands(commands: Any) -> None:
    """Adds ``completion`` to the program."""
    words = _("print what lets a shell complete commands, options, games and files")
    example = "gipf-meta completion bash"
    completing = add_command(commands, "completion", _complete, words, example, title=BUILDING)
    completing.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def _complete(arguments: argparse.Namespace) -> int:
    import shtab  # no other command waits for it

    games = load_plugins().games
    settings = {
        "bash": "_gipf_meta_settings", "zsh": "_gipf_meta_settings",
        "fish": "(_gipf_meta_settings)",
    }  # fmt: skip
    program: argparse.ArgumentParser = deepcopy(arguments.program)  # others read by it, too
    for action in _actions(program):
        if action.dest in GAMES and action.type is None:
            action.choices = sorted(games)
        elif action.dest in PLAYERS:
            action.choices = ["human", *BOTS]
        elif action.dest in SETTINGS:
            action.complete = settings  # type: ignore[attr-defined]
        elif action.dest in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.dest in FOLDERS:
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    shell = arguments.shell
    print(shtab.complete(program, shell, preamble=_preamble(shell, games.values())))
    if shell == "bash":
        print(BASH)
    return 0


def _preamble(shell: str, games: Iterable[type[AnyGame]]) -> str:
    """The functions by which *shell* completes the settings of *games*; ``""``: it does not."""
    known = {game.id: shlex.join(settings_of(game)) for game in games}
    form, table = "    {}) printf '%s\\n' {} ;;", SH_TABLE
    if shell == "fish":
        form, table = "    case {}\n      printf '%s\\n' {}", FISH
    cases = "\n".join(form.format(*each) for each in known.items() if each[1])
    script = {"bash": table, "zsh": table + ZSH, "fish": table}.get(shell, "")
    return script.replace("CASES", cases)


def settings_of(game: type[AnyGame]) -> Iterator[str]:
    """The settings of *game* as one types them: ``board=37``; ``pool=`` where there are too many
    values to list them."""
    schemas: dict[str, Any] = {}
    with suppress(Exception):  # a type without a schema has no values to be listed
        schemas = game.model_json_schema()["properties"]
    for name in options_of(game):
        if not name.endswith("_options"):  # they are typed as zertz_duel.board
            values = filter(None, possible_values(schemas.get(name, {})))
            yield from [f"{name}={value}" for value in values] or [f"{name}="]


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of *parser* and of all its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _actions(below)
