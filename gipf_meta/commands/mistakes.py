"""Sentences on words of a command line that have no meaning where they stand, with those that were
perhaps meant."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import match_game
from gipf_meta.base.sentences import did_you_mean_one_of
from gipf_meta.base.texts import _
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import options_of


def unknown_command(
    word: str, program: str, commands: Mapping[str, Sequence[str]], *, is_program: bool
) -> str:
    """The sentence on a *word* that is none of the *commands* of *program*, each with those below
    it. Where it *is_program* itself, the word may also stand for one below another one, or name a
    game or a file that is there."""
    known = {"help": "--help", **{name: name for name in commands}}
    if is_program:
        for game in load_plugins().games.values():
            known |= {match_game(each): f"play {game.id}" for each in (game.id, game.title)}
        for outer, below in commands.items():
            for name in below:
                known.setdefault(name, f"{outer} {name}")
        if os.path.isfile(word):
            known[word.lower()] = f"replay {word}"
    words = _("There is no command {word!r}.{hint} The commands: {program} --help.")
    hint = did_you_mean_one_of(word.lower(), known)
    return words.format(word=word, hint=hint, program=program)


def unknown_words(
    rest: Sequence[str], program: str, options: Iterable[str], arguments: argparse.Namespace
) -> str:
    """The sentence on the words *rest*, which the command *program* with these *options* does not
    know; *arguments* are the others."""
    if settings := [*_settings_apart(rest, arguments)]:
        typed = " ".join(f"--set {each}" for each in settings)
        return _("Write --set before each setting, as {typed}.").format(typed=typed)
    unknown = [word for word in rest if word.startswith("-")]
    if not unknown:
        why = _("unrecognized arguments: %s") % " ".join(rest)
        return _("{words}; see {program} --help.").format(
            words=why[:1].upper() + why[1:], program=program
        )
    name = unknown[0].partition("=")[0]
    known = {each.lstrip("-"): each for each in options}  # hyphens make all options alike
    if "set" in known:
        known |= {each: f"--set {each}=…" for each in _options_of_game(arguments)}
    words = _("There is no option {option}.{hint} The options: {program} --help.")
    hint = did_you_mean_one_of(name.lstrip("-"), known)
    return words.format(option=name, hint=hint, program=program)


def _settings_apart(rest: Sequence[str], arguments: argparse.Namespace) -> Iterator[str]:
    """The settings of one ``--set``, if others than the first one stand behind it, too."""
    given = getattr(arguments, "settings", None)
    apart = [each for each in (getattr(arguments, "game", None), *rest) if each and "=" in each]
    if given and apart and not any(each.startswith("-") for each in rest):
        yield from (*given, *apart)


def _options_of_game(arguments: argparse.Namespace) -> Sequence[str]:
    """The options of the game that *arguments* name; of none where there is no such game."""
    try:
        return [*options_of(load_plugins().find_typed(arguments.game))]
    except (AttributeError, GipfMetaError):
        return []
