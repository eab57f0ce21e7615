"""Answers about what is there: pieces by name and owner, counts, trays, distances, players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.narration.answers import KINDS_OF_PLACES, Lines, QuestionContext, is_word_in
from gipf_meta.narration.question_forms import BoardQuestion
from gipf_meta.narration.question_words import forms, has_meaning, plain, words_that_mean
from gipf_meta.protocol.view import Piece, ScoreSheet, Tray, TrayItem
from gipf_meta.render import speech

MOST_PLACES: Final = 12
"""The most places that an answer to ``how many`` names."""


@dataclass(frozen=True)
class PieceAnswers:
    """Answers to the question *question* about what is there in *scene*."""

    scene: QuestionContext
    question: BoardQuestion

    # ---- whose ----------------------------------------------------------------------------------

    @cached_property
    def _side(self) -> int | None:
        """The seat whose things are meant: one's own, or that of a player who is named; ``None``:
        nobody's, or several are."""
        scene = self.scene
        if seats := self._named_seats:
            return seats[0] if len(seats) == 1 else None
        if self.question.has_any("mine") and not self.question.has_any("others"):
            return scene.seat
        if (
            self.question.has_any("others")
            and len(scene.seat_words) == 2
            and scene.seat is not None
        ):
            return 1 - scene.seat
        return None

    @cached_property
    def _named_seats(self) -> list[int]:
        """The seats of the players who are named, as those who have something."""
        return [
            seat
            for seat in range(len(self.scene.seat_words))
            if any(self._names_player(called) for called in self._names_of(seat))
        ]

    def _names_of(self, seat: int) -> list[str]:
        names = (self.scene.seats, self.scene.called, self.scene.names)
        return [each[seat] for each in names if seat < len(each)]

    def _names_player(self, called: str) -> bool:
        """Whether all words of the name *called* are in the question."""
        words = re.findall(r"\w+", plain(called))
        said = {form for word in self.question.words for form in forms(word)}
        return bool(words) and all(not forms(word).isdisjoint(said) for word in words)

    @cached_property
    def _words(self) -> list[str]:
        """The names in the question but for that of the player whose things are meant."""
        if not self._has_owner:
            return self._kinds_named
        seats = self._named_seats
        own = {
            form
            for seat in seats
            for name in self._names_of(seat)
            for word in re.findall(r"\w+", plain(name))
            for form in forms(word)
        }
        return [word for word in self._kinds_named if forms(word).isdisjoint(own)]

    @property
    def _kinds_named(self) -> list[str]:
        """The names in the question but for a height."""
        return [word for word in self.question.names if word != str(self._height)]

    @cached_property
    def _has_owner(self) -> bool:
        """Whether a side is meant that something here belongs to."""
        scene = self.scene
        if self._named_seats and not self.question.has_any(
            "have", "own", "tray", "captured", "score"
        ):
            return False
        return self._side is not None and (
            any(scene.owner(one) is not None for one in scene.view.pieces)
            or any(tray.seat is not None for tray in scene.view.trays)
        )

    # ---- pieces ---------------------------------------------------------------------------------

    def board(self) -> Lines:
        """Tells all that is on the board."""
        if self.scene.is_set_up:
            return self.scene.whole_board()
        return self.pieces()

    def pieces(self) -> Lines:
        """Tells the pieces that the question means: by name, by owner or all."""
        scene, named = self.scene, self.question.names
        found: Sequence[Piece] = scene.view.pieces
        if self.question.has_any("mine", "others"):
            if found and all(scene.owner(one) is None for one in found):
                return [_("The pieces on this board belong to nobody.")]
            mine = not self.question.has_any("others")
            found = [one for one in found if (scene.owner(one) == scene.seat) == mine]
        called = [
            one for one in scene.view.pieces if all(scene.is_meant(one, word) for word in named)
        ]
        if meant := [one for one in called if one in found]:
            return scene.piece_lines(meant)
        if nobodys := [one for one in called if scene.owner(one) is None]:
            return [_("They belong to nobody."), *scene.piece_lines(nobodys)]
        words = _("There is none. On the board: {pieces}.")
        return [words.format(pieces=scene.names_of_pieces())]

    def meant(self) -> list[Piece]:
        """The pieces that are meant: all, or those of a side."""
        return self._counted_pieces()

    def height(self) -> Lines:
        """Tells how many pieces stand on a place."""
        scene, at = self.scene, self.question.places[0]
        one = scene.board.pieces.get(at)
        return [f"{0 if one is None else one.stack}.", scene.board.place(at)]

    def highest(self) -> Lines:
        """Tells the highest of the pieces that are meant."""
        found = self._counted_pieces()
        most = max((one.stack for one in found), default=0)
        return self.scene.piece_lines(one for one in found if one.stack == most)

    # ---- counts ---------------------------------------------------------------------------------

    def count(self) -> Lines:
        """Tells how many there are: the number first, then what was counted."""
        if elsewhere := self._things_elsewhere:
            return self._elsewhere(elsewhere)
        if (kind := self._kind) and not self._titled:
            places = self.scene.places_of(kind)
            return [f"{len(places)}.", self.scene.places(kind) if places else ""]
        is_room = self.question.has_any("spot") and self.question.has_any("remaining", "rings")
        if is_room and not self.question.has_any("have"):  # nor what somebody has to place
            return [_("I do not know: the board does not show it.")]
        if (rings := self._points_called) is not None:
            return [f"{len(rings)}.", self._places_in_short(rings)]
        if self.question.has_any("points"):
            return self.scene.scores(self.sheets())
        if not all(map(self._is_seen, self._words)):
            return [_("I do not know: the board does not show it.")]
        beside = self._heaps()
        only_beside = bool(self._titled) or (
            self.question.has_any("tray") and not self.question.has_any("remaining", "board")
        )
        found = [] if only_beside else self._counted_pieces()
        if self.question.has_any("board", "stand"):
            beside = []
        if self._words and not (found or beside):
            return self._none_counted(is_beside=only_beside)
        # heaps in a column are no pieces: they tell of their loads, left or lost
        pieces = [item for _tray, item in beside if self._words or not item.column]
        here, there = _number_of(self.scene.board, found), sum(item.count for item in pieces)
        is_part = self.question.has_any("remaining") and bool(self._side_trays())
        if here and (there or is_part):
            yield_first = _("{here} on the board, {there} beside it.").format(
                here=here, there=there
            )
        else:
            yield_first = f"{here + there}."
        lines = [yield_first]
        if found:
            lines += self._in_short(found)
        for tray in dict.fromkeys(tray for tray, _item in beside):
            items = tuple(item for each, item in beside if each == tray)
            lines.append(speech.tray(Tray(tray.title, items, tray.seat), self.scene.seat_words))
        high = sum(one.stack for one in found)
        if high > len(found) and here == len(found):
            lines.append(_("With all that lie in their stacks: {count}.").format(count=high))
        caption = self.scene.view.caption
        if self.question.has_any("remaining") and _is_about(caption, self._words):
            in_bag = any(has_meaning(word, "container") for word in _forms_in(caption))
            lines += [caption] if in_bag else []
        return lines

    def _none_counted(self, *, is_beside: bool) -> Lines:
        """Tells what there is where nothing is found: pieces that nobody owns; a zero, where others
        have what is named; else what lies beside the board, or the sheets, that name it."""
        nobodys = [] if is_beside else self._counted_pieces(None)
        if nobodys:
            return [f"{len(nobodys)}. {_('They belong to nobody.')}", *self._in_short(nobodys)]
        if any(
            all(self.scene.is_meant(one, w) for w in self._words) for one in self.scene.view.pieces
        ):
            return ["0."]
        trays = self._trays() if self._has_owner or self._titled else ()
        sheets = self.scene.sheets(self.sheets()) if self.scene.view.sheets else ()
        if trays or sheets:
            return [*(self.scene.trays(trays) if trays else ()), *sheets]
        words = _("There is none. On the board: {pieces}.")
        return [words.format(pieces=self.scene.names_of_pieces())]

    def _is_seen(self, word: str) -> bool:
        """Whether anything on the board, beside it or on a sheet is called by *word*."""
        view = self.scene.view
        texts = [self._called(item) for tray in view.trays for item in tray.items]
        texts += [row[0] for sheet in view.sheets for row in sheet.rows if row]
        texts += [" ".join(sheet.in_words.columns) for sheet in view.sheets]
        texts += [tray.title for tray in view.trays]
        said = plain(" ".join(texts))
        return any(self.scene.is_meant(one, word) for one in view.pieces) or any(
            form in said for same in words_that_mean(word) for form in forms(same)
        )

    @property
    def _kind(self) -> str:
        """The kind of places that is meant; ``""``: none."""
        kinds = (
            kind
            for word in self.question.words
            for kind in KINDS_OF_PLACES
            if has_meaning(word, kind)
        )
        return next(kinds, "")

    @property
    def _points_called(self) -> list[str] | None:
        """The places that are called rings, where no piece is; all, where places are meant; else
        ``None``."""
        scene = self.scene
        rings = [word for word in self.question.words if has_meaning(word, "rings")]
        if rings and not self._is_piece(rings[0]):
            return scene.places_of("ring")
        if self.question.has_any("spot") and not self.question.has_any("piece", "own", "mine"):
            return [point.id for point in scene.view.points if point.kind not in ("gone", "dot")]
        return None

    def _is_piece(self, word: str) -> bool:
        """Whether a piece or a heap is called by *word*."""
        scene = self.scene
        heaps = (item for tray in scene.view.trays for item in tray.items)
        return any(scene.is_called(one, word) for one in scene.view.pieces) or any(
            words_that_mean(word) & _forms_in(self._called(item)) for item in heaps
        )

    def _counted_pieces(self, *owners: int | None) -> list[Piece]:
        """The pieces that are meant: of the side that is meant, or of *owners* instead."""
        scene = self.scene
        return [
            one
            for one in scene.view.pieces
            if (not self._has_owner or scene.owner(one) in (owners or (self._side,)))
            and (not self._height or one.stack == self._height)
            and all(self.scene.is_meant(one, word) for word in self._words)
        ]

    @cached_property
    def _height(self) -> int:
        """The height that the things have which are counted; 0: any."""
        numbers = [n for word in self.question.words if (n := read_whole(word)) is not None]
        return numbers[0] if numbers and self.question.has_any("high") else 0

    @cached_property
    def _titled(self) -> list[Tray]:
        """The trays whose title the question names, other than by their player."""
        players = {form for name in self._player_words for form in forms(name)}
        words = [word for word in self.question.words if not has_meaning(word, "filling")]
        named = {form for word in words for form in forms(word)} - players
        return [tray for tray in self.scene.view.trays if named & _forms_in(tray.title)]

    @property
    def _player_words(self) -> set[str]:
        scene = self.scene
        words = " ".join([*scene.seats, *scene.called, *scene.names])
        return set(re.findall(r"\w+", plain(words)))

    @property
    def _things_elsewhere(self) -> list[str]:
        """The words for what lies beside the board that no heap or title has: a bag, perhaps, which
        the caption counts."""
        texts = [self._called(item) for tray in self.scene.view.trays for item in tray.items]
        known = {form for text in texts for form in _forms_in(text)}
        titles = {form for tray in self.scene.view.trays for form in _forms_in(tray.title)}
        words = self.question.words
        named = [word for word in words if has_meaning(word, "container", "captured", "store")]
        if self._titled or any(forms(word) & known for word in named):
            return []
        same = [
            meaning
            for meaning in ("store", "captured")
            if any(has_meaning(word, meaning) for word in known | titles)
        ]
        return [word for word in named if not has_meaning(word, *same)]

    def _elsewhere(self, named: Sequence[str]) -> Lines:
        """Tells what the score sheets or the caption say of what is *named*, if they do."""
        view = self.scene.view
        rows = [
            f"{words[0]}: {', '.join(map(' '.join, cells))}."
            for sheet in (each.in_words for each in view.sheets)
            for words in sheet.rows
            if _is_about(words[0], named)
            and (cells := [*zip(sheet.columns[1:], words[1:], strict=True)])
        ]
        lines = rows or ([view.caption] if _is_about(view.caption, named) else [])
        return lines or [_("I do not know: the board does not show it.")]

    def _side_trays(self) -> Sequence[Tray]:
        """The trays that are meant, or those of the side that is."""
        trays = self._titled or self.scene.view.trays
        return [tray for tray in trays if not self._has_owner or tray.seat == self._side]

    def _heaps(self) -> list[tuple[Tray, TrayItem]]:
        """The heaps beside the board that are meant, with their trays; those that are called by
        where they lie (``reserve``), where that is named."""
        heaps = [
            (tray, item)
            for tray in self._side_trays()
            for item in tray.items
            if item.count and not item.is_endless and self._is_heap_called(tray, item)
        ]
        where = [word for word in self.question.words if has_meaning(word, "tray", "store")]
        return [each for each in heaps if _is_about(each[1].label, where)] or heaps

    def _is_heap_called(self, tray: Tray, item: TrayItem) -> bool:
        called, title = plain(self._called(item)), _forms_in(tray.title)
        whole = set(re.findall(r"\w+", called))
        return all(
            any(is_word_in(same, called, whole) for same in words_that_mean(word))
            for word in self._words
            if forms(word).isdisjoint(title | self._player_words)
        )

    def _called(self, item: TrayItem) -> str:
        return f"{speech.heap(item, self.scene.seat_words)} {item.label} {item.brief}"

    def _in_short(self, pieces: Iterable[Piece]) -> list[str]:
        """*pieces* by their names: with their places, if they are few."""
        found = list(pieces)
        if len(found) <= MOST_PLACES or self.question.in_full:
            return list(self.scene.piece_lines(found))
        counts: dict[str, int] = {}
        for one in found:
            called = self.scene.name(one)
            counts[called] = counts.get(called, 0) + 1
        return [", ".join(f"{called}: {count}" for called, count in sorted(counts.items())) + "."]

    def _places_in_short(self, places: Sequence[str]) -> str:
        return f"{speech.spans(places)}." if places else ""

    def kind(self) -> Lines:
        """Tells the places of a kind; rings, where they are places."""
        if self._kind:
            return [self.scene.places(self._kind)]
        rings = self._points_called
        return [self._places_in_short(rings)] if rings else self.pieces()

    def compare(self) -> Lines:
        """Tells how many of what is named each side has."""
        scene = self.scene
        names = [word for word in self.question.names if word not in self._player_words]
        is_beside = self.question.has_any("tray") and not self.question.has_any("remaining")
        for seat in range(len(scene.seat_words)):
            found = [
                one
                for one in scene.view.pieces
                if scene.owner(one) == seat and all(scene.is_meant(one, word) for word in names)
            ]
            beside = [
                item.count
                for tray in scene.view.trays
                for item in tray.items
                if tray.seat == seat and self._is_heap_called(tray, item)
            ]
            if self.question.has_any("board", "stand"):
                beside = []
            elif is_beside:
                found = []
            yield f"{scene.seat_called(seat)}: {_number_of(self.scene.board, found) + sum(beside)}."

    # ---- beside the board -----------------------------------------------------------------------

    def beside(self) -> Lines:
        """Tells what lies beside the board, if it is what is meant."""
        if elsewhere := self._things_elsewhere:
            return self._elsewhere(elsewhere)
        if self._words and self._has_owner and self._counted_pieces():
            return self.count()
        return self.scene.trays(self._trays())

    def _trays(self) -> Sequence[Tray]:
        """The trays that are meant: one's own, the others', those with a word in their title; or
        all."""
        trays, seat = self.scene.view.trays, self.scene.seat
        if self._named_seats and any(tray.seat in self._named_seats for tray in trays):
            return [tray for tray in trays if tray.seat in self._named_seats]
        if self.question.has_any("others"):
            return [tray for tray in trays if tray.seat not in (None, seat)] or trays
        if self.question.has_any("mine"):
            return [tray for tray in trays if tray.seat == seat] or trays
        return self._titled or trays

    def sheets(self) -> Sequence[ScoreSheet]:
        """The score sheets that are meant: one's own, or all."""
        sheets = self.scene.view.sheets
        named = [sheet for sheet in sheets if sheet.seat in self._named_seats]
        if named and not self.question.has_any("lead_now"):
            return named
        own = [sheet for sheet in sheets if sheet.seat == self.scene.seat]
        is_own = self.question.has_any("mine") and not self.question.has_any("lead_now", "win")
        return own if own and is_own else sheets


def _forms_in(text: str) -> set[str]:
    """The words of *text*, in all forms that a question may have."""
    return {form for word in re.findall(r"\w+", plain(text)) for form in forms(word)}


def _is_about(text: str, named: Sequence[str]) -> bool:
    """Whether *text* has one of the words *named*, or another for the same container."""
    said, places = _forms_in(text), ("container", "captured", "store")
    return any(
        forms(word) & said
        or any(
            has_meaning(word, each) and any(has_meaning(one, each) for one in said)
            for each in places
        )
        for word in named
    )


def _number_of(board: speech.SpokenBoard, found: Sequence[Piece]) -> int:
    """The number of pieces *found*; one that reaches over several places is counted once."""
    points = board.points
    at = {(points[one.at].x, points[one.at].y): one for one in found}
    count, reached = 0, set[tuple[int, int]]()
    for place in at:
        if place in reached:
            continue
        count += 1
        waiting = [place]
        while waiting:
            x, y = waiting.pop()
            reached.add((x, y))
            beside = ((x + right, y + down) for right, down in at[x, y].arms)
            waiting += [each for each in beside if each in at and each not in reached]
    return count
