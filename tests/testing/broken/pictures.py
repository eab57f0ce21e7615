"""Games whose views are wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from gipf_meta import (
    Choice,
    Piece,
    Point,
    ScoreSheet,
    Tray,
    TrayItem,
    View,
)
from gipf_meta.base.addressee import is_reader
from gipf_meta.protocol.game import NOBODY
from gipf_meta.protocol.view import BoardMaterial
from tests.testing.broken.defect import found_by
from tests.testing.broken.sound import PILES, Heaps, Nim, changed


@found_by("views_offer_the_legal_moves", "Choice")
class ViewOmits(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        view = super().view(state, seat)
        return changed(view, choices=view.choices[:2])


@found_by("views_offer_the_legal_moves", "legal_moves")
class ViewOffersMore(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        view = super().view(state, seat)
        return changed(view, choices=(*view.choices, Choice("9", ("9",), "take nine")))


@found_by("views_offer_the_legal_moves", "over")
class ViewOffersAfterTheEnd(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        view = super().view(state, seat)
        again = (Choice("a", ("a",), "pile a"),)
        return view if any(state.piles) else changed(view, choices=again)


@found_by("views_offer_the_legal_moves", "finished")
class ViewFailsAtTheEnd(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        if not any(state.piles):
            raise IndexError("nothing to draw")
        return super().view(state, seat)


@found_by("choices_are_told_apart", "label")
class LabelsAlike(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        view = super().view(state, seat)
        return changed(
            view, choices=tuple(Choice(c.notation, c.path, "move") for c in view.choices)
        )


@found_by("choices_are_told_apart", "no other begins with")
class PathPrefix(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        view = super().view(state, seat)
        choices = (
            Choice(c.notation, ("take",) * (n + 1), c.label) for n, c in enumerate(view.choices)
        )
        return changed(view, choices=tuple(choices))


@found_by("pictures_hold_together", "points")
class PieceOffTheBoard(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        return changed(super().view(state, seat), pieces=(Piece("z9", "disc", "p1", "o"),))


@found_by("pictures_hold_together", "columns")
class RaggedTable(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        return changed(super().view(state, seat), sheets=(ScoreSheet("T", ("a", "b"), (("1",),)),))


@found_by("pictures_hold_together", "id")
class PointsTwice(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        return changed(
            super().view(state, seat), points=(Point("a", 0, 0), Point("a", 1, 0), Point("b", 2, 0))
        )


@found_by("pictures_hold_together", "load")
class Overloaded(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        return changed(
            super().view(state, seat), points=(Point("a", 0, 0, "cell", 1, 3), Point("b", 1, 0))
        )


@found_by("pages_are_printed", "five letters")
class TooWide(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        points = tuple(Point(f"a{x}", x, 0) for x in range(40))
        return changed(super().view(state, seat), points=points, sheets=())


@found_by("views_offer_the_legal_moves", "legal_moves(state, seat)")
class OffersToTheOther(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        return super().view(state, None)


@found_by("choices_are_told_apart", "path of its own")
class PathsAlike(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        view = super().view(state, seat)
        return changed(
            view, choices=tuple(Choice(c.notation, ("take",), c.label) for c in view.choices)
        )


@found_by("choices_are_told_apart", "points that are there")
class ClicksWhatIsGone(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        return changed(
            super().view(state, seat),
            points=(Point("a", 0, 0, "gone"), Point("b", 2, 0)),
            pieces=(),
        )


@found_by("choices_are_told_apart", "tray")
class TakesFromAnEmptyTray(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        items = tuple(TrayItem(str(n), "o", 0, "disc", "p1") for n in (1, 2, 3))
        return changed(super().view(state, seat), trays=(Tray("Left", items),))


@found_by("clicks_have_names", "names")
class NamelessButton(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        view = super().view(state, seat)
        return changed(
            view,
            choices=tuple(Choice(c.notation, (*c.path, "done"), c.label) for c in view.choices),
        )


@found_by("glyphs_are_clear", "one column wide")
class GlyphsWide(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        view = super().view(state, seat)
        return changed(view, pieces=tuple(replace(each, glyph="🐜") for each in view.pieces))


@found_by("glyphs_are_clear", "printable character")
class GlyphsOfTwo(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        view = super().view(state, seat)
        trays = (Tray("Heap", (TrayItem("heap", "W", 1, "disc", "p1", glyph="ab"),)),)
        return changed(view, trays=trays)


@found_by("glyphs_are_clear", "of its own")
class GlyphsAlike(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        view = super().view(state, seat)
        both = tuple(Piece(pile, "disc", "p1", pile, glyph="♜") for pile in PILES)
        return changed(view, pieces=both)


@found_by("glyphs_are_clear", "nobody's label")
class GlyphsOfAnothersLabel(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        view = super().view(state, seat)
        one = Piece("a", "disc", "p1", "K")
        return changed(view, pieces=(one, Piece("b", "disc", "p1", "Q", glyph="K")))


@found_by("scenes_are_shown_anew", "one id")
class PlacesChangeNames(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        ids = ("a", "b") if sum(state.piles) % 2 else ("b", "a")
        points = tuple(Point(name, 2 * n, 0) for n, name in enumerate(ids))
        return changed(super().view(state, seat), points=points, pieces=())


@found_by("scenes_are_shown_anew", "same material")
class BoardTurnsToStone(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        board: BoardMaterial = "stone" if sum(state.piles) % 2 else "wood"
        return changed(super().view(state, seat), board=board)


@found_by("pictures_hold_together", "ends_in_ms")
class SandRunsLongerThanItsGlass(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        glass = Piece("a", "hourglass", "p1", "o", sand=0.5, ends_in_ms=2000, of_ms=1000)
        return changed(super().view(state, seat), pieces=(glass,))


@found_by("pictures_hold_together", "layers")
class LayersThatAreNoStack(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        stack = Piece("a", "disc", "p1", "o", stack=3, layers=("p1", "p2"))
        return changed(super().view(state, seat), pieces=(stack,))


@found_by("pictures_hold_together", "a path of SVG")
class BearsNoEmblem(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        piece = Piece("a", "disc", "p1", "o", emblem="a flower")
        return changed(super().view(state, seat), pieces=(piece,))


@found_by("pictures_hold_together", "whole steps")
class ReachesHalfAStep(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        half: Any = ((0.5, 1),)
        piece = Piece("a", "disc", "p1", "o", arms=half)
        return changed(super().view(state, seat), pieces=(piece,))


@found_by("pictures_hold_together", "wood")
class MadeOfAir(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        air: Any = "air"
        return changed(super().view(state, seat), material=air)


@found_by("pictures_hold_together", "sentences of its caption")
class TellsOtherTimes(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        return changed(super().view(state, seat), times=("Red has 0:12.",))


@found_by("pictures_hold_together", "gone")
class StandsOnWhatIsGone(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        points = (Point("a", 0, 0), Point("b", 2, 0), Point("c", 4, 0, "gone"))
        return changed(
            super().view(state, seat), points=points, pieces=(Piece("c", "disc", "p1", "o"),)
        )


@found_by("pictures_hold_together", "one line")
class PromptOnTwoLines(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        return changed(super().view(state, seat), prompt="Say what\nyou take.")


@found_by("pictures_hold_together", "what is asked")
class AsksNothing(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        return changed(super().view(state, seat), prompt="")


@found_by("pictures_hold_together", "str(")
class TableOfNumbers(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        numbers: Any = (state.piles,)
        return changed(
            super().view(state, seat), sheets=(ScoreSheet("Piles", ("a", "b"), numbers),)
        )


@found_by("pictures_hold_together", "name and its amount")
class FooterOfNumbers(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        footer: Any = (("total", 3),)
        return changed(
            super().view(state, seat), sheets=(ScoreSheet("T", ("a",), (), None, footer),)
        )


@found_by("pictures_hold_together", "tuples")
class ViewOfLists(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        view = super().view(state, seat)
        return changed(view, choices=list(view.choices))


@found_by("pictures_follow_the_game", "apply has changed")
class NothingMoves(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        return changed(
            super().view(state, seat),
            points=super().view(self.start(2), None).points,
            pieces=(),
            trays=(),
            sheets=(),
        )


@found_by("pictures_follow_the_game", "prompt")
class AsksAtTheEnd(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        return changed(super().view(state, seat), prompt="Say what you take.")


@found_by("spectators_see_what_everybody_sees", "without choices")
class SpectatorsMayChoose(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        return super().view(state, None if seat == -1 else seat)


@found_by("spectators_see_what_everybody_sees", "index of a hand")
class LastHandIsOpen(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        hand = TrayItem("hand", "h", 1, "tile", "p2")
        hidden = TrayItem("hand", "h", 1, "tile", "hidden")
        tray = Tray("Hand", (hand if seat in (1, -1) else hidden,), 1)
        return changed(super().view(state, seat), trays=(tray,))


@found_by("spectators_see_what_everybody_sees", "all who wait")
class WaitingSeatsAreToldMore(Nim):
    is_open: ClassVar[bool] = True

    def view(self, state: Heaps, seat: int | None) -> View:
        return changed(super().view(state, seat), stakes=(f"You are {seat}.",))


@found_by("spectators_see_what_everybody_sees", "the same for every reader")
class PiecesAreYours(Nim):
    is_open: ClassVar[bool] = True

    def view(self, state: Heaps, seat: int | None) -> View:
        view = super().view(state, seat)
        spoken = "your disc" if is_reader(0) else "a disc"
        piece = Piece(view.points[0].id, "disc", "p1", "o", spoken=spoken)
        return changed(view, pieces=(piece,))


@found_by("pictures_hold_together", "hidden")
class StrangeRole(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        return changed(super().view(state, seat), pieces=(Piece("a", "disc", "playr1", "o"),))


@found_by("spectators_see_what_everybody_sees", "NOBODY")
class ShownToSpectatorsAlone(Nim):
    def view(self, state: Heaps, seat: int | None) -> View:
        view = super().view(state, seat)
        return changed(view, pieces=(Piece("b", "disc", "p1", "o"),) if seat == NOBODY else ())
