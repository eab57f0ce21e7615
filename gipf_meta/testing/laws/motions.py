"""The law on motion: the motions that a game names lead from one picture to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from gipf_meta.base.sentences import one_line
from gipf_meta.protocol.capabilities import Moving
from gipf_meta.protocol.game import NOBODY
from gipf_meta.protocol.motion import Motion, Way
from gipf_meta.protocol.view import Piece, Tray, TrayItem, View
from gipf_meta.render.board import look_alike, pieces_by_place
from gipf_meta.testing.trial.case import Case, asked_of
from gipf_meta.testing.trial.findings import need

MOST: Final = 300
"""Decisions, draws and ends of duels that are examined."""

Heap: TypeAlias = tuple[int, str, str, str, str]
"""A heap of a tray, whatever its id: the number of its tray, its kind, role, label and badge."""
PieceTower: TypeAlias = tuple[Piece | TrayItem | None, ...]
"""The pieces on a place from the bottom to the top; an item of a tray stands for one of its heap,
``None`` for a piece that came from out of sight."""


@asked_of(Moving, why_not="the game has no moved.")
def motions_lead_to_the_next_picture(case: Case) -> None:
    """The motions of ``moved`` lead from each picture to the next: pieces go where they are seen
    then, pieces that are not named stay, and heaps grow and shrink by what comes and goes."""
    for _walk, moment, after in case.steps(MOST):
        if not moment.has_move:
            continue
        seat = NOBODY if moment.seat is None else moment.seat
        motions = case.ask.moved(moment.state, moment.move, after.state)
        need(
            isinstance(motions, tuple | list)
            and all(isinstance(motion, Motion) for motion in motions),
            f"moved answers {motions!r:.80}.",
            "Let moved answer a tuple of Motion, () where nothing moves.",
        )
        views = [case.ask.view(state, seat) for state in (moment.state, after.state)]
        require_next_picture(one_line(moment.text, 60), motions, *views)


def require_next_picture(played: str, motions: Sequence[Motion], old: View, new: View) -> None:
    """Raises ``Broken`` unless *motions*, said of the decision *played*, lead from the view *old*
    to the view *new*."""
    _Following(played, old, new).follow(motions)


class _Following:
    """Moves the pieces of the view *old* by the motions of the decision *played*, and compares the
    outcome with the view *new*.

    *standing* are the pieces as far as they are known. *came* are the places where
    a piece came last, *left* those that a piece has left, *parted* those where a part of a stack
    stayed, *turned* those whose pieces turned over.
    *laid* counts what is laid down on a place, less what is taken up. *given* and *got* count what
    went from each heap, and what came to it: the pieces of a stack one by one.
    """

    def __init__(self, played: str, old: View, new: View) -> None:
        self.played = played
        self.old, self.new = old, new
        self.after = pieces_by_place(new)
        self.places = {point.id for view in (old, new) for point in view.points}
        self.standing: dict[str, PieceTower] = {piece.at: (piece,) for piece in old.pieces}
        self.left = set[str]()
        self.came = set[str]()
        self.parted = set[str]()
        self.turned = set[str]()
        self.laid: Counter[str] = Counter()
        self.gone = set[str]()
        self.given: Counter[str] = Counter()
        self.got: Counter[str] = Counter()

    def follow(self, motions: Sequence[Motion]) -> None:
        """Raises ``Broken`` unless *motions* lead from one view to the other."""
        for motion in motions:
            self._need(
                motion != Motion(),
                "one of the motions says nothing",
                "Let moved leave out a Motion in which nothing moves.",
            )
            self._move(motion)
        self._compare_places()
        self._compare_counts()
        self._compare_heaps()

    def _need(self, holds: object, what: str, advice: str) -> None:
        need(holds, f"When {self.played!r} is played, {what}.", advice)

    # ---- moving ----------------------------------------------------------------------------------

    def _move(self, motion: Motion) -> None:
        for at in motion.row:
            self._need(
                at in self.standing,
                f"moved names {at!r} in a row, where nothing stands",
                "Let moved name in row places with pieces: it lights up before they go.",
            )
        self._go(motion.ways)
        for way in motion.taken:
            self._need(
                way.end not in self.places,
                f"a piece that is taken on {way.start} goes to the place {way.end}",
                "Let moved name in taken what leaves the board; what goes to a place is in ways.",
            )
        self._go(motion.taken)
        for at in motion.turned:
            self._need(
                at in self.standing,
                f"moved turns {at!r} over, where nothing stands",
                "Let moved name in turned places with pieces.",
            )
            self.turned.add(at)
        for way in motion.laid:
            for end, more in ((way.start, -1), (way.end, 1)):
                if end in self.places:
                    self.laid[end] += more
            if way.start not in self.places:
                self._give(way)
            if way.end not in self.places:
                self._get(way)
        self.gone.update(motion.gone)

    def _go(self, ways: Sequence[Way]) -> None:
        """Lifts all pieces that go, then puts them down: the pieces of one place may part."""
        for way in ways:
            self._need(
                way.start or way.end,
                "a way leads from out of sight to out of sight",
                "Let moved name in each Way where it starts, where it ends, or both.",
            )
            self._need(
                not way.stays or [each.start for each in ways].count(way.start) > 1,
                f"a way leads from {way.start} to itself, and nothing else leaves {way.start}",
                "Let moved say what stays only where something else goes from the same place.",
            )
            for over in way.over:
                self._need(
                    over in self.places,
                    f"a piece goes over {over!r}, which is no point",
                    "Let moved name in over points of the view.",
                )
        starts = dict.fromkeys(way.start for way in ways if way.start in self.places)
        lifted = {start: self._lift(start) for start in starts}
        for way in ways:
            pieces = lifted[way.start] if way.start in lifted else self._give(way)
            if way.end in self.places:
                self.standing[way.end] = (*self.standing.get(way.end, ()), *pieces)
                self.came.add(way.end)
                if way.end == way.start:
                    self.parted.add(way.end)
            else:
                self._get(way, pieces)

    def _lift(self, start: str) -> PieceTower:
        """Takes away all pieces on the place *start*. Raises ``Broken`` if nothing stands there."""
        self._need(
            start in self.standing,
            f"moved lets a piece go from {start}, where none stands",
            "Let moved name where pieces stand at that time, each motion after the one before.",
        )
        self.left.add(start)
        self.came.discard(start)
        self.parted.discard(start)
        return self.standing.pop(start)

    def _give(self, way: Way) -> PieceTower:
        """Takes a piece from beside the board. Raises ``Broken`` if there is no such heap."""
        heaps = {item.id: item for item in _items(self.old)}
        self._need(
            not way.start or way.start in heaps or _hides(self.old.trays),
            f"moved lets a piece come from {way.start!r}, which is neither a point nor an item of a"
            " tray in the view before the move",
            "Let moved name in start an id of the view before the move, or '' for out of sight.",
        )
        seen = self.after.get(way.end)
        self.given[way.start] += seen.stack if seen else 1
        return (heaps.get(way.start),)

    def _get(self, way: Way, pieces: PieceTower = (None,)) -> None:
        """Adds *pieces* to a heap. Raises ``Broken`` if there is no such heap."""
        self._need(
            not way.end
            or way.end in {item.id for item in _items(self.new)}
            or _hides(self.new.trays),
            f"moved lets a piece go to {way.end!r}, which is neither a point nor an item of a tray"
            " in the view after the move",
            "Let moved name in end an id of the view after the move, or '' for out of sight.",
        )
        self.got[way.end] += sum(each.stack if isinstance(each, Piece) else 1 for each in pieces)

    # ---- comparing -------------------------------------------------------------------------------

    def _compare_places(self) -> None:
        before = pieces_by_place(self.old)
        for at in self.places:
            self._need(
                self._is_right(at, before.get(at), self.after.get(at)),
                f"the motions leave {_words(self.standing.get(at, ()))} on {at}; the view after it"
                f" has {_words((self.after[at],) if at in self.after else ())} there",
                "Let moved say of every piece that changes its place where it goes from and to, of"
                " every one that is taken where it was, and of every one that turns over.",
            )

    def _is_right(self, at: str, old: Piece | None, new: Piece | None) -> bool:
        """Whether the place *at* looks as the motions say; it held *old* and holds *new*."""
        if at in self.came or at in self.turned:
            lying = self.standing[at]
            known = lying[-1]
            if new is None or (known is not None and known.kind != new.kind):
                return False
            if at not in self.came:
                return not look_alike(old, new)
            if at not in self.parted and new.stack not in (1, _height(lying) or new.stack):
                return False
            if at in self.turned or not isinstance(known, Piece):
                return True
            # the top may have gone
            seen = lying if at in self.parted else (known,)
            return new.role in {role for each in seen for role in _roles(each)}
        if old is None or new is None:
            return new is None and (old is None or at in self.left)
        if at in self.left:  # what lay below is seen now, unless all that lay there were counted
            if old.stack > 1:
                return False
            return not look_alike(old, new) or (old.badge, old.layers) != (new.badge, new.layers)
        return (old.kind, old.role, old.stack) == (new.kind, new.role, new.stack)

    def _compare_counts(self) -> None:
        loads = {point.id: point.load for point in self.old.points if point.level}
        for point in self.new.points:
            grown = point.load - loads.get(point.id, 0) if point.level else 0
            self._need(
                grown == self.laid[point.id],
                f"{self.laid[point.id]} things are laid down on {point.id}; the view after it has"
                f" {grown} more there",
                "Let moved name in laid each thing that a Point's load counts from now on, and each"
                " that is taken up there.",
            )
        old = {point.id for point in self.old.points if point.kind == "gone"}
        gone = {point.id for point in self.new.points if point.kind == "gone"} - old
        self._need(
            gone == self.gone,
            f"moved says that these places leave the board: {_names(self.gone)}; in the view they"
            f" are: {_names(gone)}",
            "Let moved name in gone the points that are gone from now on.",
        )

    def _compare_heaps(self) -> None:
        views = self.old, self.new
        hidden = {n for view in views for n, tray in enumerate(view.trays) if _hides((tray,))}
        old, new = (_heaps(view, hidden) for view in views)
        old_ids, new_ids = ({item.id for item in _items(view)} for view in views)
        for heap in {**old, **new}:
            before, after = old.get(heap), new.get(heap)
            # a heap that is named anew is not a new one
            if (not after and before and before.id in new_ids) or (
                not before and after and after.id in old_ids
            ):
                continue
            had, has = (item.count if item else 0 for item in (before, after))
            given = self.given[before.id] if before else 0
            got = self.got[after.id] if after else 0
            self._need(
                (bool(given) == bool(got)) if had == has else -given <= has - had <= got,
                f"{given} go from and {got} come to {heap[3]!r}, a heap of {heap[2]} {heap[1]}s"
                f" in a tray that had {had} and has {has} after it",
                "Let moved say what comes from each item of a tray, and what goes to it.",
            )


def _items(view: View) -> Iterator[TrayItem]:
    for tray in view.trays:
        yield from tray.items


def _hides(trays: Sequence[Tray]) -> bool:
    """Whether another seat sees more in these *trays*."""
    return any(item.role == "hidden" for tray in trays for item in tray.items)


def _heaps(view: View, hidden: set[int]) -> dict[Heap, TrayItem]:
    """Each heap of *view*; none of those that look alike in a tray, and none of the trays with
    *hidden* numbers, in which something is hidden before or after."""
    found: dict[Heap, TrayItem] = {}
    alike: Counter[Heap] = Counter()
    for n, tray in enumerate(view.trays):
        for item in () if n in hidden else tray.items:
            heap = (n, item.kind, item.role, item.label, item.badge)
            found[heap] = item
            alike[heap] += 1
    return {heap: item for heap, item in found.items() if alike[heap] == 1}


def _roles(piece: Piece | TrayItem | None) -> tuple[str, ...]:
    """The roles of *piece*, those that lie below its top, too."""
    if piece is None:
        return ()
    return (*piece.layers, piece.role) if isinstance(piece, Piece) else (piece.role,)


def _words(pieces: PieceTower) -> str:
    """The uppermost of *pieces*."""
    if not pieces:
        return "nothing"
    top = pieces[-1]
    return "something" if top is None else f"a {top.role} {top.kind} {top.label!r}"


def _height(pieces: PieceTower) -> int:
    """The number of *pieces* with all stacks counted; 0 if that is not known."""
    heights = [piece.stack if isinstance(piece, Piece) else 0 for piece in pieces]
    return sum(heights) if all(heights) else 0


def _names(places: set[str]) -> str:
    return ", ".join(sorted(places)) or "none"
