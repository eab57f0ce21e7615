"""Sentences on a game that fails: which game, in which of its methods, and with what error."""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, TracebackType
from typing import Any, Final, NamedTuple

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import describe_error, error_text
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import TookTooLong
from gipf_meta.protocol.game import AnyGame, Game, title_of

TOO_MUCH: Final = (RecursionError, MemoryError)
"""Errors of Python where there is no room for more."""
MOST_CAUSES: Final = 10
"""So many causes of an error are looked at, one behind the other: it may be its own."""
_LIBRARY: Final = os.path.dirname(os.__file__)


class Place(NamedTuple):
    """The place where a plugin failed: the *line* of its *file* that was reached last, and the
    *method* of its game that was called; ``""``: none that has a name."""

    file: str
    line: int
    method: str


class GameFailed(GipfMetaError, RuntimeError):
    """A game raised an error of its own, which is its cause; one sentence.

    *place* is where; ``None``: unknown.
    """

    def __init__(self, sentence: str, place: Place | None = None) -> None:
        super().__init__(sentence)
        self.place = place

    @classmethod
    def of(cls, plugin: AnyGame | type[AnyGame] | str, error: BaseException) -> GameFailed:
        """The failure of a game, or of the *plugin* called so, which raised *error*."""
        if isinstance(error, GameFailed):
            return error
        if isinstance(plugin, str):
            found = failing_method(error)
            place = failing_place(found[0], error) if found else None
            failed = cls(failure_sentence(plugin, error), place)
        else:
            kind = plugin if isinstance(plugin, type) else type(plugin)
            sentence = failure_sentence(title_of(plugin), error, kind)
            failed = cls(sentence, failing_place(kind, error))
        # here, not by ``raise … from error``: that makes a failure its own cause if it is one
        failed.__cause__ = error
        return failed


def failing_place(game: type[AnyGame], error: BaseException) -> Place | None:
    """The innermost line of the plugin of *game* through which *error* went; ``None``: none."""
    found, own = None, _package(game.__module__)
    for each in _causes(error):
        for frame, line in traceback.walk_tb(each.__traceback__):
            code = frame.f_code
            if _package(str(frame.f_globals.get("__name__", ""))) != own:
                continue
            method = found.method if found else ""
            # compiled code tells no values, but the names of its functions
            if not code.co_name.startswith("_") and callable(getattr(game, code.co_name, None)):
                method = code.co_name
            found = Place(code.co_filename, line, method)
        if found is not None:
            break
    return found


def _package(module: str) -> str:
    """The package of a plugin in which *module* is; in this program, its first subpackage."""
    own, *inner = module.split(".")
    return ".".join((own, *inner[:1])) if own == "gipf_meta" else own


def _causes(error: BaseException) -> Iterator[BaseException]:
    """*error*, its causes, and the error that it interrupted if a plugin took too long."""
    cause: BaseException | None = error
    for _each in range(MOST_CAUSES):
        if cause is None:
            return
        yield cause
        if isinstance(cause, TookTooLong) and cause.__context__ is not None:
            yield cause.__context__
        cause = cause.__cause__


def origin_of(error: BaseException) -> BaseException:
    """The error of the plugin, if *error* is the sentence on it."""
    for each in _causes(error):
        if not isinstance(each, GameFailed):
            return each
    return error


def failing_method(error: BaseException) -> tuple[type[AnyGame], str] | None:
    """The game in which *error* arose, and its method: the innermost one; ``None``: in no game."""
    for each in _causes(error):
        found = None
        for frame_game, code in _frames_of_games(each.__traceback__):
            name = _name_of(frame_game, code)
            found = (frame_game, name) if name else found
        if found is not None:
            return found
    return None


def _frames_of_games(place: TracebackType | None) -> Iterator[tuple[type[AnyGame], CodeType]]:
    """The functions whose first argument is a game or its class, the outermost first."""
    while place is not None:
        code = place.tb_frame.f_code
        named = code.co_varnames[:1]  # the first argument, or all of them: ``*args``
        first = place.tb_frame.f_locals.get(*named) if named else None
        if not code.co_argcount and isinstance(first, tuple):
            first = first[0] if first else None
        kind = first if isinstance(first, type) else type(first)
        if issubclass(kind, Game):
            yield kind, code
        place = place.tb_next


def _name_of(game: type[AnyGame], code: CodeType) -> str:
    """The name of the public method of *game* that runs *code*; ``""`` if there is none."""
    for kind in game.__mro__:
        for name, found in vars(kind).items():
            function: Any = found.fget if isinstance(found, property) else found
            function = getattr(function, "__func__", function)
            if getattr(function, "__code__", None) is code and not name.startswith("_"):
                return name
    return ""


def _fault(error: BaseException) -> str:
    """The words for an *error* of a game: its class and its text, or the sentence that it is."""
    error = origin_of(error)
    said = error_text(error).rstrip(".") if isinstance(error, GipfMetaError) else ""
    return said or describe_error(error)


def describe_failure(error: BaseException) -> str:
    """*error* on one line, behind the game and its method if it arose in one: ``Odd, apply: …``."""
    found = failing_method(error)
    if found is None:
        return describe_error(origin_of(error))
    game, method = found
    return f"{title_of(game)}, {method}: {_fault(error)}"


def failure_sentence(title: str, error: BaseException, game: type[AnyGame] | None = None) -> str:
    """The sentence on *error*, which a *game* or a bot called *title* raised."""
    found = failing_method(error)
    if found is None and game is not None and (place := failing_place(game, error)):
        found = (game, place.method) if place.method else None
    if found is not None and title_of(found[0]) == title:
        return _sentence_on(title, found[1], error)
    return _("{title} failed ({fault}).").format(title=title, fault=describe_failure(error))


def _sentence_on(title: str, method: str, error: BaseException) -> str:
    return _("{title} failed in {method} ({fault}).").format(
        title=title, method=method, fault=_fault(error)
    )


def failure(error: BaseException) -> str:
    """The sentence on a defect of a game, or the end of one on a defect of this program, with the
    file and the line."""
    place = _place(error)
    found = failing_method(error)
    if found is not None:
        game, method = found
        if place is not None:
            method += f", {Path(place.filename).name}:{place.lineno}"
        return _sentence_on(title_of(game), method, error)
    if isinstance(origin_of(error), TOO_MUCH):
        return _("That is more than this machine can hold.")
    if place is None:
        return _("failed ({error}).").format(error=describe_error(error))
    return _("{file}, line {line}, failed ({error}).").format(
        file=Path(place.filename).name, line=place.lineno, error=describe_error(error)
    )


def _place(error: BaseException) -> traceback.FrameSummary | None:
    """The place where *error* arose: the innermost line outside of Python's own library, which only
    reports a mistake of its caller."""
    frames = reversed(traceback.extract_tb(origin_of(error).__traceback__))
    return next((frame for frame in frames if not _is_pythons(frame.filename)), None)


def _is_pythons(file: str) -> bool:
    """Whether *file* is of Python's own library; packages that were installed lie inside it."""
    return file.startswith((f"{_LIBRARY}{os.sep}", "<frozen ")) and "site-packages" not in file


def reason(error: BaseException) -> str:
    """The reason why something failed: the sentence of *error*, or where a game failed and how."""
    origin = origin_of(error)
    is_sentence = isinstance(origin, GipfMetaError | ValueError)
    return error_text(origin) if is_sentence else describe_failure(error)
