"""The law on motion: what a game says that moves leads from one picture to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from gipf_meta.protocol.capabilities import Moving
from gipf_meta.protocol.game import NOBODY
from gipf_meta.protocol.motion import Motion, Way
from gipf_meta.protocol.view import Piece, TrayItem, View
from gipf_meta.render.board import look_alike, pieces_by_place
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import NotAsked, need

MOST: Final = 300
"""Decisions, draws and ends of duels that are examined."""

Heap = tuple[int, str, str, str, str]
"""A heap of a tray, whatever its id: the number of its tray, its kind, role, label and badge."""


def motions_lead_to_the_next_picture(case: Case) -> None:
    """What ``moved`` says leads from each picture to the next: pieces go where they are seen then,
    what is not named stays as it is, and heaps grow and shrink by what comes and goes."""
    if not isinstance(case.game, Moving):
        raise NotAsked("the game has no moved.")
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
        _Following(*views).follow(motions)


class _Following:
    """Moves the pieces of the view *old* as motions say, and compares them with the view *new*.

    *standing* are the pieces as far as they are known: ``None`` has come from beside the board.
    *came* and *left* are the places where something has come last, and that something has left;
    *turned* those whose pieces turned over. *given* and *got* are the heaps from which something
    went, and those to which it came.
    """

    def __init__(self, old: View, new: View) -> None:
        self.old, self.new = old, new
        self.places = {point.id for point in new.points}
        self.standing: dict[str, Piece | None] = {**pieces_by_place(old)}
        self.left = set[str]()
        self.came = set[str]()
        self.turned = set[str]()
        self.laid: Counter[str] = Counter()
        self.gone = set[str]()
        self.heaps = _heaps(old), _heaps(new)
        self.given, self.got = set[str](), set[str]()

    def follow(self, motions: Sequence[Motion]) -> None:
        """Raises ``Broken`` unless *motions* lead from one view to the other."""
        for motion in motions:
            self._move(motion)
        self._compare_places()
        self._compare_counts()
        self._compare_heaps()

    # ---- moving ----------------------------------------------------------------------------------

    def _move(self, motion: Motion) -> None:
        lifted = [(way, self._lift(way)) for way in motion.ways]
        for way, piece in lifted:
            for over in way.over:
                need(
                    over in self.places,
                    f"A piece goes over {over!r}, which is no point.",
                    "Let moved name in over points of the view.",
                )
            self._put(way, piece)
        for way in motion.taken:
            need(
                way.end not in self.places,
                f"A piece that is taken on {way.start} goes to the place {way.end}.",
                "Let moved name in taken what leaves the board; what goes to a place is in ways.",
            )
            self._put(way, self._lift(way))
        for at in motion.turned:
            need(
                at in self.standing,
                f"moved turns {at!r} over, where nothing stands.",
                "Let moved name in turned places with pieces.",
            )
            self.turned.add(at)
        for way in motion.laid:
            self._give(way.start)
            self.laid[way.end] += 1
        self.gone.update(motion.gone)

    def _lift(self, way: Way) -> Piece | None:
        """The piece that goes, where it is known. Raises ``Broken`` if none stands there."""
        if way.start not in self.places:
            self._give(way.start)
            return None
        need(
            way.start in self.standing,
            f"moved lets a piece go from {way.start}, where none stands.",
            "Let moved name where pieces stand at that time, each motion after the one before.",
        )
        self.left.add(way.start)
        self.came.discard(way.start)
        return self.standing.pop(way.start)

    def _put(self, way: Way, piece: Piece | None) -> None:
        if way.end in self.places:
            self.standing[way.end] = piece
            self.came.add(way.end)
        elif way.end:
            need(
                way.end in {item.id for item in _items(self.new)},
                f"moved lets a piece go to {way.end!r}, which is neither a point nor an item of a"
                " tray in the view after the move.",
                "Let moved name in end an id of the view after the move, or '' for out of sight.",
            )
            self.got.add(way.end)

    def _give(self, heap: str) -> None:
        need(
            not heap or heap in {item.id for item in _items(self.old)},
            f"moved lets a piece come from {heap!r}, which is neither a point nor an item of a"
            " tray in the view before the move.",
            "Let moved name in start an id of the view before the move, or '' for out of sight.",
        )
        self.given.add(heap)

    # ---- comparing -------------------------------------------------------------------------------

    def _compare_places(self) -> None:
        before, after = pieces_by_place(self.old), pieces_by_place(self.new)
        for at in self.places:
            old, new = before.get(at), after.get(at)
            if at in self.turned:
                is_right = new is not None and not look_alike(old, new)
            elif at in self.came:
                known = self.standing.get(at)
                is_right = new is not None and (
                    known is None or (known.kind, known.role) == (new.kind, new.role)
                )
            elif at in self.left:
                is_right = not look_alike(old, new)
            else:
                is_right = look_alike(old, new)
            need(
                is_right,
                f"The motions leave {_words(self.standing.get(at))} on {at}; the view after the"
                f" move has {_words(new)} there.",
                "Let moved say of every piece that changes its place where it goes from and to, of"
                " every one that is taken where it was, and of every one that turns over.",
            )

    def _compare_counts(self) -> None:
        loads = {point.id: point.load for point in self.old.points if point.level}
        for point in self.new.points:
            grown = point.load - loads.get(point.id, 0) if point.level else 0
            need(
                grown == self.laid[point.id],
                f"{self.laid[point.id]} things are laid down on {point.id}; the view after the move"
                f" has {grown} more there.",
                "Let moved name in laid each thing that a Point's load counts from now on.",
            )
        old = {point.id for point in self.old.points if point.kind == "gone"}
        gone = {point.id for point in self.new.points if point.kind == "gone"} - old
        need(
            gone == self.gone,
            f"moved says that these places leave the board: {_names(self.gone)}; in the view they"
            f" are: {_names(gone)}.",
            "Let moved name in gone the points that are gone from now on.",
        )

    def _compare_heaps(self) -> None:
        old, new = self.heaps
        for heap in old.keys() & new.keys():
            (before, had), (after, has) = old[heap], new[heap]
            if has < had:
                is_right = before in self.given
            elif has > had:
                is_right = after in self.got
            else:
                is_right = (before in self.given) == (after in self.got)
            need(
                is_right,
                f"There were {had} of {before!r} in its tray, and {has} of {after!r} are there after"
                " the move; the motions say something else.",
                "Let moved say what comes from each item of a tray, and what goes to it.",
            )


def _items(view: View) -> Iterator[TrayItem]:
    for tray in view.trays:
        yield from tray.items


def _heaps(view: View) -> dict[Heap, tuple[str, int]]:
    """The id and the count of each heap of *view*; none of those that look alike in a tray."""
    found: dict[Heap, tuple[str, int]] = {}
    alike: Counter[Heap] = Counter()
    for n, tray in enumerate(view.trays):
        for item in tray.items:
            heap = (n, item.kind, item.role, item.label, item.badge)
            found[heap] = item.id, item.count
            alike[heap] += 1
    return {heap: what for heap, what in found.items() if alike[heap] == 1}


def _words(piece: Piece | None) -> str:
    return "nothing" if piece is None else f"a {piece.role} {piece.kind} {piece.label!r}"


def _names(places: set[str]) -> str:
    return ", ".join(sorted(places)) or "none"
