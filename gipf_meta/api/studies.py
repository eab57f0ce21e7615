"""Studies in the public API: a tree of turns with comments and signs, and a current turn in it.

    study = gm.study("zertz").play("Wd4,d1").play("Bd7,a4")
    study = study.go("back").play("Gc5,g1").write("quieter", signs="!?")

A study is a value, as a match is: every change is a new one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, Final, NamedTuple

from gipf_meta.api.matches import Match, new_match
from gipf_meta.api.read_records import record_in, until_trouble
from gipf_meta.base.texts import _
from gipf_meta.library.store import Library
from gipf_meta.match import match as stack
from gipf_meta.match.match import CannotUndo
from gipf_meta.narration.note_lines import tree_lines
from gipf_meta.plugins.loading import Finder, UnknownGame, check_game, installed_plugins
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import AnyGame, IllegalMove, seat_name, title_of
from gipf_meta.protocol.given_values import require_text, require_whole
from gipf_meta.protocol.options import OptionError
from gipf_meta.records import study as recorded
from gipf_meta.records import tree
from gipf_meta.records.exporting import save_as_named
from gipf_meta.records.known_lines import KnownLines
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.reader import read_match
from gipf_meta.records.soundness import sound_record
from gipf_meta.records.tree import NoSuchTurn

HIGHEST_NUMBER: Final = 2**63 - 1
"""The highest number that a match of the library can have."""


def study(
    what: str | PathLike[str] | int | type[AnyGame] | AnyGame | Match,
    *,
    position: str | None = None,
    games: Sequence[type[AnyGame]] = (),
    nth: int = 1,
    **options: Any,
) -> Study:
    """A study of *what*, whose current turn is the end of its main line.

    Of a game, named as for ``new_match``, from its start or a *position*, with its *options*,
    ``seats``, ``seed`` and ``names``; of a match; of the file at a path or a text of several lines,
    as ``load`` reads it, with all that is written there; or of a match or study of the library, by
    its number. A text that is the id of an installed game is no path. Raises as ``new_match`` and
    ``load`` do, and ``LibraryError``.
    """
    begun = _begun(what, games, nth)
    if begun is None:
        match = new_match(what, position=position, **options)  # type: ignore[arg-type]
        return study(match)
    if position is not None or options:
        raise OptionError(_("Only a game takes a position and options; this has begun already."))
    record, finder = begun
    own = recorded.Study.of(sound_record(record, read_match(record, finder), finder))
    now, trouble = until_trouble(lambda: own.match(finder).resolve())
    return Study(own, Match(now, record.people, trouble))


def _begun(
    what: object, games: Sequence[type[AnyGame]], nth: int
) -> tuple[Record, stack.GameFinder] | None:
    """The record of *what*, and the finder of its games; ``None``: *what* is a game, in which
    nothing was played. Raises ``RecordError`` and ``LibraryError``."""
    if isinstance(what, Match):
        return what._record(), what._stack.finder
    if isinstance(what, PathLike) or (isinstance(what, str) and _is_path(what)):
        return record_in(what, games, nth)
    if type(what) is not int:
        return None
    number = require_whole(what, _("The number of a match in the library"), 1, HIGHEST_NUMBER)
    with Library() as library:
        return library.record(number), Finder(tuple(map(check_game, games)))


def _is_path(text: str) -> bool:
    """Whether a *text* that is no id of an installed game looks like the path of a file, or is
    the text of a game."""
    try:
        installed_plugins().find_typed(text)
    except UnknownGame:
        return any(sign in text for sign in "./\\\n")
    return False


class StudyTurn(NamedTuple):
    """A turn of a study: its *text*, and the *signs* and the *comment* beside it."""

    text: str
    signs: str
    comment: str


@dataclass(frozen=True, slots=True, repr=False)
class Study:
    """A study as it stands: an immutable value, made by ``study``.

    Its turns are a tree. Each has a name: ``12`` in the main line, ``12.1.3`` the third of the
    first variation that begins instead of it; ``""`` is the beginning. *match* is the line to the
    current turn, a match like any other: look at it, let bots choose in it, analyse it.
    """

    _study: recorded.Study
    match: Match

    # ---- looking -------------------------------------------------------------------------------

    @property
    def at(self) -> str:
        """The name of the current turn, which may be half played."""
        return tree.name_of(self._study.node)

    @property
    def turns(self) -> dict[str, StudyTurn]:
        """All turns by their names, as one reads them: variations behind the turn they vary."""
        return {
            tree.name_of(node): StudyTurn(turn.text, turn.signs, turn.comment)
            for node, turn in tree.turns_by_node(self._study.turns)
        }

    @property
    def nexts(self) -> tuple[str, ...]:
        """The names of the turns that follow the current one: first that of the same line, then its
        variations."""
        return tuple(map(tree.name_of, tree.following(self._study.turns, self._study.node)))

    @property
    def ends(self) -> tuple[str, ...]:
        """The names of the last turns of all lines, the main line as it comes: to go to each is to
        walk all lines."""
        turns = self._study.turns
        lasts = (node for node in tree.nodes(turns) if not tree.following(turns, node))
        return tuple(map(tree.name_of, lasts))

    @property
    def comment(self) -> str:
        """The comment on the whole study."""
        return self._study.record.comment

    # ---- walking and trying --------------------------------------------------------------------

    def go(self, at: str) -> Study:
        """The study with another current turn: the one of that name, or the target of a step from
        the current one: ``back``, ``on``, ``first``, ``last``; ``up`` or ``down``: to the other
        lines that begin instead of this turn. Where a step leads no further, the study is the same.
        Raises ``NoSuchTurn``."""
        require_text(at, _("The name of a turn"), NoSuchTurn)
        own, node = self._study, self._study.goal(at)
        if at == "on" and own.is_inside(self.match._stack):
            node = own.node  # the turn is not over
        return self._stand_in(own.step(node))

    def play(self, text: str, player: int | None = None) -> Study:
        """The study after a decision or a turn, as ``Match.play`` reads it: in a new line, or in
        the one that has it already. Raises ``BadNotation`` and ``IllegalMove``."""
        if why := self._study.why_full():
            raise IllegalMove(why)
        match = self.match.play(text, player)
        own = self._study.add(match._stack)
        if timed(match._stack.sessions[0].game):  # it may stand there at another time
            return self._stand_in(own)
        return Study(own, match)

    def undo(self) -> Study:
        """The study before the last decision, inside a turn or a duel, too; nothing is deleted.
        Raises ``CannotUndo`` at the beginning."""
        found = self._study.back_by_decision(self.match._stack)
        if found is None:
            raise CannotUndo(_("This is the beginning of the study."))
        return self._stand_in(*found)

    def redo(self) -> Study:
        """The study after the decision that follows. Raises ``CannotUndo`` where none does."""
        found = self._study.on_by_decision(self.match._stack)
        if found is None:
            raise CannotUndo(_("This is the end of the line."))
        return self._stand_in(*found)

    # ---- changing it ---------------------------------------------------------------------------

    def write(
        self, comment: str | None = None, *, signs: str | None = None, at: str | None = None
    ) -> Study:
        """The study with another *comment* or other *signs* beside the turn *at*, by default the
        current one; ``None`` leaves them unchanged. At ``""`` the comment is that of the whole
        study. Raises ``NoSuchTurn``, ``OptionError`` for what cannot be written."""
        node = self._node(at)
        said = {"comment": comment, "signs": signs}
        values = {name: text for name, text in said.items() if text is not None}
        for text in values.values():
            require_text(text, _("What stands beside a turn"))
        if why := recorded.why_not_written(comment, signs):
            raise OptionError(why)
        if values and (why := self._study.why_full(branches=False)):
            raise OptionError(why)
        if signs and not node:
            raise NoSuchTurn(_("Signs stand beside a turn, and here is none."))
        return Study(self._study.write(node, **values), self.match)

    def promote(self, at: str | None = None) -> Study:
        """The study in which the variation of the turn *at*, by default the current one, has
        changed places with the line it varies. Raises ``IsMainLine`` and ``NoSuchTurn``."""
        return self._stand_in(self._study.promote(self._node(at), self.match._stack.finder))

    def delete(self, at: str | None = None) -> Study:
        """The study without the turn *at*, by default the current one, and all turns after it.
        Raises ``NoSuchTurn``."""
        return self._stand_in(self._study.delete(self._node(at), self.match._stack.finder))

    # ---- keeping it, showing it ----------------------------------------------------------------

    def save(self, file: str | PathLike[str]) -> None:
        """Writes the study into a *file*, with all lines, comments and signs: one that ``study``
        and the program read, or, by the ending of its name, SGF, a note sheet, the format of a
        site. Raises ``RecordError``."""
        readers = installed_plugins().readers.values()
        save_as_named(self._study.record, file, self.match._stack.finder, readers)

    def keep(self) -> int:
        """Adds the study to the library of this computer, where lists name its seats, and returns
        its number there. Raises ``LibraryError``."""
        record, game = self._study.record, self.match._stack.sessions[0].game
        people = record.people or tuple(Seat(name=seat_name(game, n)) for n in record.players)
        with Library() as library:
            return library.add(record.model_copy(update={"people": people}))

    def _repr_svg_(self) -> str:
        """The picture of the current position, for a notebook."""
        return self.match.svg()

    def __str__(self) -> str:
        """All turns, a line each, variations indented; ``>`` marks the current one."""
        return "\n".join(line.rstrip() for line in tree_lines(self._study))

    def __repr__(self) -> str:
        title = title_of(self.match._stack.sessions[0].game)
        return f"<Study of {title}, turns: {len(self.turns)}, at {self.at or 'the beginning'}>"

    def __hash__(self) -> int:
        return hash((self._study.node, self.match))

    # ---- inside --------------------------------------------------------------------------------

    def _node(self, at: str | None) -> tree.TreeNode:
        """The turn of that name; ``None``: the current one. Raises ``NoSuchTurn``."""
        if at is None:
            return self._study.node
        require_text(at, _("The name of a turn"), NoSuchTurn)
        return tree.named(at)

    def _stand_in(self, own: recorded.Study, moment: int | None = None) -> Study:
        """The study with the current turn of *own*, at that *moment* inside the turn."""
        before = self.match._stack
        finder, known = before.finder, KnownLines.of(before)
        now, trouble = until_trouble(lambda: own.match(finder, known, moment).resolve())
        return Study(own, Match(now, self.match._people, trouble))
