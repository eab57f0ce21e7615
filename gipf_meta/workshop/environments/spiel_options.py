"""A game's options as OpenSpiel writes them: ``options=(variant=basic,max_turns=100)``.

OpenSpiel separates them by commas and reads ``=`` once, so within a value ``;`` stands for a comma
and ``:`` for an equals sign.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.protocol.options import OptionError


def read_parameter(parameter: Mapping[str, Any]) -> dict[str, Any]:
    """The options in a *parameter* that OpenSpiel reads as a game without a name. Those of a game
    that decides duels stand behind a dot, as on the command line: ``zertz_duel.board``.

    Raises ``OptionError`` for a name before the bracket, and for other separators than commas.
    """
    options: dict[str, Any] = {}
    if before := parameter.get("name"):
        why = _("Options stand in brackets, options=(NAME=VALUE,…), with no {name!r} before them.")
        raise OptionError(why.format(name=before))
    for written, value in parameter.items():
        name = written.strip()
        if name == "name":
            continue
        if not all(part.isidentifier() for part in name.split(".")):
            why = _(
                "{shown} is no name of an option. Options are separated by commas,"
                " options=(NAME=VALUE,NAME=VALUE); within a value write ; for a comma and : for"
                " an equals sign."
            )
            raise OptionError(why.format(shown=one_line(repr(name), 60)))
        if isinstance(value, str):
            value = value.strip().replace(";", ",").replace(":", "=")
        outer, dot, inner = name.partition(".")
        if dot:
            options.setdefault(f"{outer}_options", {})[inner] = value
        else:
            options[name] = value
    return options


def write_parameter(options: Mapping[str, Any]) -> dict[str, Any]:
    """*options* as a parameter of OpenSpiel: the inverse of ``read_parameter``."""
    parameter: dict[str, Any] = {"name": ""}
    for name, value in options.items():
        if isinstance(value, Mapping):
            duel = name.removesuffix("_options")
            inside = write_parameter(value)
            parameter |= {f"{duel}.{inner}": inside[inner] for inner in value}
        elif isinstance(value, str):
            parameter[name] = value.replace(",", ";").replace("=", ":")
        else:
            parameter[name] = value
    return parameter
