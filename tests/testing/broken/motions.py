"""Games that say wrongly what moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gipf_meta import Motion, Piece, View, Way
from tests.testing.broken.defect import found_by
from tests.testing.broken.sound import Trail, Walked, changed

LAW = "motions_lead_to_the_next_picture"


class _Changed(Trail):
    """Trail whose motions are changed one by one; those that say nothing then are left out."""

    def moved(self, before: Walked, move: str, after: Walked) -> Sequence[Motion]:
        said = [self.change(motion) for motion in super().moved(before, move, after)]
        return tuple(motion for motion in said if motion != Motion())

    def change(self, motion: Motion) -> Motion:
        return motion


@found_by(LAW, "tuple of Motion")
class MovedIsNoTuple(Trail):
    def moved(self, before: Walked, move: str, after: Walked) -> Any:
        return super().moved(before, move, after)[0]


@found_by(LAW, "moved answers")
class MovedFails(Trail):
    def moved(self, before: Walked, move: str, after: Walked) -> Sequence[Motion]:
        raise IndexError("no such place")


@found_by(LAW, "of every piece that changes its place")
class SaysNothing(Trail):
    def moved(self, before: Walked, move: str, after: Walked) -> Sequence[Motion]:
        return () if move == "step" else super().moved(before, move, after)


@found_by(LAW, "in which nothing moves")
class EmptyMotion(Trail):
    def moved(self, before: Walked, move: str, after: Walked) -> Sequence[Motion]:
        return (*super().moved(before, move, after), Motion())


@found_by(LAW, "each motion after the one before")
class WrongStart(_Changed):
    def change(self, motion: Motion) -> Motion:
        return replace(motion, ways=tuple(Way("3", way.end) for way in motion.ways))


@found_by(LAW, "name in row places with pieces")
class RowOfNothing(_Changed):
    def change(self, motion: Motion) -> Motion:
        return replace(motion, row=("3",))


@found_by(LAW, "of every piece that changes its place")
class WrongEnd(_Changed):
    def change(self, motion: Motion) -> Motion:
        return replace(motion, ways=tuple(Way(way.start, "3") for way in motion.ways), turned=())


@found_by(LAW, "of every piece that changes its place")
class FadesAndAppears(_Changed):
    """The piece that walks is said to leave its place, and none is said to arrive."""

    def change(self, motion: Motion) -> Motion:
        return replace(motion, ways=tuple(Way(way.start) for way in motion.ways), turned=())


@found_by(LAW, "where it starts")
class FromNowhereToNowhere(_Changed):
    def change(self, motion: Motion) -> Motion:
        return replace(motion, ways=(*motion.ways, Way("", "")))


@found_by(LAW, "what stays only")
class StaysAlone(_Changed):
    def change(self, motion: Motion) -> Motion:
        return replace(motion, ways=tuple(Way(way.start, way.start) for way in motion.ways))


@found_by(LAW, "points of the view")
class OverNoPlace(_Changed):
    def change(self, motion: Motion) -> Motion:
        return replace(motion, ways=tuple(replace(way, over=("9",)) for way in motion.ways))


@found_by(LAW, "places with pieces")
class TurnsWhatIsNotThere(_Changed):
    def change(self, motion: Motion) -> Motion:
        return replace(motion, turned=tuple(way.start for way in motion.ways))


@found_by(LAW, "of every one that turns over")
class TurnedForgotten(_Changed):
    def change(self, motion: Motion) -> Motion:
        return replace(motion, turned=())


@found_by(LAW, "of every one that turns over")
class TurnsWhatStays(Trail):
    def moved(self, before: Walked, move: str, after: Walked) -> Sequence[Motion]:
        if move == "lay":
            return (Motion(laid=(Way("beads", str(before.at)),), turned=(str(before.at),)),)
        return super().moved(before, move, after)


@found_by(LAW, "what goes to it")
class TakenForgotten(_Changed):
    def change(self, motion: Motion) -> Motion:
        return replace(motion, taken=())


@found_by(LAW, "what goes to it")
class TakenToTheWrongHeap(_Changed):
    def change(self, motion: Motion) -> Motion:
        return replace(motion, taken=tuple(Way(way.start, "beads") for way in motion.taken))


@found_by(LAW, "out of sight")
class TakenToNoHeap(_Changed):
    def change(self, motion: Motion) -> Motion:
        return replace(motion, taken=tuple(Way(way.start, "box") for way in motion.taken))


@found_by(LAW, "what leaves the board")
class TakenToAPlace(_Changed):
    def change(self, motion: Motion) -> Motion:
        return replace(motion, taken=tuple(Way(way.start, "3") for way in motion.taken))


@found_by(LAW, "load counts")
class LaidForgotten(Trail):
    def moved(self, before: Walked, move: str, after: Walked) -> Sequence[Motion]:
        return () if move == "lay" else super().moved(before, move, after)


@found_by(LAW, "load counts")
class LaidElsewhere(_Changed):
    def change(self, motion: Motion) -> Motion:
        return replace(motion, laid=tuple(Way(way.start, "3") for way in motion.laid))


@found_by(LAW, "out of sight")
class LaidFromNoHeap(_Changed):
    def change(self, motion: Motion) -> Motion:
        return replace(motion, laid=tuple(Way("box", way.end) for way in motion.laid))


@found_by(LAW, "what goes to it")
class LaidFromNowhere(_Changed):
    def change(self, motion: Motion) -> Motion:
        return replace(motion, laid=tuple(Way("", way.end) for way in motion.laid))


@found_by(LAW, "gone from now on")
class GoneForgotten(_Changed):
    def change(self, motion: Motion) -> Motion:
        return replace(motion, gone=())


@found_by(LAW, "of every piece that changes its place")
class OneOfAStackGoes(Trail):
    """Two stones stand on the first place, and one stays there; all are said to go."""

    def picture(self, state: Walked, moves: Sequence[str]) -> View:
        view = super().picture(state, moves)
        stone, *others = view.pieces
        if state.at == 0:
            return changed(view, pieces=(replace(stone, stack=2), *others))
        return changed(view, pieces=(*view.pieces, Piece("0", "disc", "white", "o")))


@found_by(LAW, "of every piece that changes its place")
class StackGrows(Trail):
    """One stone goes, and two stand where it comes."""

    def picture(self, state: Walked, moves: Sequence[str]) -> View:
        view = super().picture(state, moves)
        stone, *others = view.pieces
        return changed(view, pieces=(replace(stone, stack=2 if state.at else 1), *others))


@found_by(LAW, "of every piece that changes its place")
class AnotherGoes(Trail):
    """Two pieces stand side by side; the other one is said to go."""

    def moved(self, before: Walked, move: str, after: Walked) -> Sequence[Motion]:
        said = super().moved(before, move, after)
        if before.at or move != "step":
            return said
        return (Motion((Way("0"), Way("1a", "1")), gone=("0",)),)

    def picture(self, state: Walked, moves: Sequence[str]) -> View:
        view = super().picture(state, moves)
        beside = replace(view.points[1], id="1a", y=1)
        return changed(
            view,
            points=(*view.points, beside),
            pieces=(*view.pieces, Piece("1a", "disc", "black", "o")),
        )


@found_by(LAW, "of every piece that changes its place")
class AnotherKindComes(Trail):
    """A disc that walks arrives as another kind of piece, a ring."""

    def picture(self, state: Walked, moves: Sequence[str]) -> View:
        view = super().picture(state, moves)
        stone, *others = view.pieces
        kind = "ring" if state.at else "disc"
        return changed(view, pieces=(replace(stone, kind=kind), *others))


@found_by(LAW, "of every piece that changes its place")
class SomethingElseChanges(Trail):
    """A piece that is not named looks otherwise when another one has walked."""

    def picture(self, state: Walked, moves: Sequence[str]) -> View:
        view = super().picture(state, moves)
        stone, *others = view.pieces
        role = "grey" if state.at else "red"
        return changed(view, pieces=(stone, *(replace(each, role=role) for each in others)))


@found_by(LAW, "of every piece that changes its place")
class AnotherStays(Trail):
    """Of two stones one is said to stay, and what is seen there is neither."""

    def moved(self, before: Walked, move: str, after: Walked) -> Sequence[Motion]:
        said = super().moved(before, move, after)
        if before.at or move != "step":
            return said
        return (replace(said[0], ways=(Way("0", "0"), *said[0].ways)),)

    def picture(self, state: Walked, moves: Sequence[str]) -> View:
        view = super().picture(state, moves)
        stone, *others = view.pieces
        if state.at == 0:
            return changed(view, pieces=(replace(stone, stack=2), *others))
        return changed(view, pieces=(*view.pieces, Piece("0", "disc", "grey", "o")))


@found_by(LAW, "what goes to it")
class HeapNeverShrinks(Trail):
    """Beads are laid from a heap that has as many as before."""

    def picture(self, state: Walked, moves: Sequence[str]) -> View:
        view = super().picture(state, moves)
        (tray,) = view.trays
        beads, taken = tray.items
        return changed(view, trays=(replace(tray, items=(replace(beads, count=9), taken)),))
