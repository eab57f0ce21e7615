"""The screens of puzzles: that of the day, the next one, those of a game and of a theme, mistakes
of one's own that are due; and what a puzzle was worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.own_mistakes import (
    DROP,
    MISTAKES,
    going_to_mistake,
    mistake_of,
    none_comes_back,
    row_of_mistake,
)
from gipf_meta.desk.own_practice import (
    next_puzzle,
    note_try,
    now_ms,
    practice_of,
    puzzle_book,
    sentences_on,
)
from gipf_meta.desk.parts import (
    About,
    AnyPart,
    Button,
    Heading,
    ListRow,
    Paragraph,
    Picture,
    Rows,
    Screen,
    ScreenPlace,
    WarningText,
    opening,
    submitting,
)
from gipf_meta.desk.puzzle_book import address_of_puzzle, practised_id
from gipf_meta.desk.puzzle_pictures import picture_of_puzzle, week_part
from gipf_meta.desk.requests import DeskError, not_understood
from gipf_meta.desk.responses import PageMessages
from gipf_meta.match.puzzle_lessons import OWN, find_puzzle, is_puzzle, theme_of
from gipf_meta.practice.practice import Mistake, Practice
from gipf_meta.practice.repetition import utc_day
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.puzzles import Puzzle

PUZZLES: Final = "puzzles"
"""The screen of puzzles."""
PUZZLE_END: Final = "puzzle_end"
"""The screen after a puzzle."""
NEXT: Final = "next"
"""The parameter of ``PUZZLES`` that leads to the next puzzle."""
LEADING: Final = frozenset({NEXT, "puzzle", "day", "own"})
"""The parameters of ``PUZZLES`` that lead to a puzzle: the next one, the one with an id, that of
the day, and a mistake of one's own, by its number or the ``next`` one that is due."""
MOST_DUE: Final = 10
"""The number of mistakes that are listed at once."""


def puzzles(context: Context, about: About) -> Screen:
    """The puzzles of all games; of the game, or the theme of it, that the screen is *about*.

    Raises ``UnknownGame`` and ``DeskError``.
    """
    shown: Mapping[str, str] = {}
    if "game" in about:
        game = context.game_of(about)
        shown = {"game": game.id}
        title, parts = _("{game}: puzzles").format(game=title_of(game)), _of_game(context, game)
        if theme := about.get("theme", ""):
            title, parts = _of_theme(context, game, theme)
            shown = {**shown, "theme": theme}
        back = ScreenPlace(screen=PUZZLES, about={"game": game.id} if theme else {})
    else:
        title, parts, back = _("Puzzles"), _of_all(context), ScreenPlace(screen="launcher")
    return Screen(name=PUZZLES, about={**shown}, title=title, back=back, parts=tuple(parts))


def _of_all(context: Context) -> Iterator[AnyPart]:
    """The parts of the screen about all games."""
    book = puzzle_book(context)
    practice = practice_of(context)
    yield from mistakes_due(context, practice)
    if not book.puzzles:
        yield Paragraph(text=_("No game here has puzzles."))
        return
    yield from daily_part(context, practice, look="wide")
    yield Paragraph(text=_days_in_a_row(practice.streak(now_ms(context))))
    yield week_part(practice.week(now_ms(context)), context.face)
    yield Paragraph(text=_rating(practice))
    yield _next_button(practice, _("Next puzzle"), {}, [*book.puzzles.values()])
    yield Heading(text=_("By game"))
    yield Rows(rows=tuple(_row_of_game(context, practice, game) for game in book.games.values()))
    yield Button(
        text=_("Mistakes of your own"),
        do=opening(MISTAKES),
        note=_("all that come back as puzzles, and when"),
    )
    yield Button(
        text=_("Progress"), do=opening("progress"), note=_("your rating, your accuracy, as curves")
    )


def _of_game(context: Context, game: type[AnyGame]) -> Iterator[AnyPart]:
    """The parts of the screen about *game*."""
    book, practice = puzzle_book(context), practice_of(context)
    every = book.among(game.id)
    if not every:
        yield Paragraph(text=_("{game} has no puzzles.").format(game=title_of(game)))
        return
    yield Paragraph(text=_how_many(practice, every))
    if game.id in practice.ratings:
        rating = round(practice.ratings[game.id].value)
        yield Paragraph(text=_("Your rating in {game}: {rating}.").format(
            game=title_of(game), rating=rating
        ))  # fmt: skip
    yield _next_button(practice, _("Next puzzle"), {"game": game.id}, every)
    if themes := book.themes(game.id):
        yield Heading(text=_("By theme"))
        rows = (
            ListRow(
                cells=(name, _how_many(practice, book.among(game.id, id))),
                buttons=(
                    Button(text=_("Show"), do=opening(PUZZLES, {"game": game.id, "theme": id})),
                    Button(
                        text=_("Next puzzle"),
                        do=submitting(PUZZLES, {NEXT: "1", "game": game.id, "theme": id}),
                    ),
                ),
            )
            for id, name in themes.items()
        )
        yield Rows(rows=tuple(rows))


def _of_theme(context: Context, game: type[AnyGame], id: str) -> tuple[str, Iterator[AnyPart]]:
    """The title and the parts of the screen about a theme of *game*: five puzzles, the easiest ones
    of which not all are solved. Raises ``DeskError``."""
    theme = theme_of(game, id)
    every = puzzle_book(context).among(game.id, id)
    if theme is None or not every:
        words = _("{game} has no puzzles about {theme!r}.")
        raise DeskError(words.format(game=title_of(game), theme=id[:40]))
    title = _("{game}: {theme}").format(game=title_of(game), theme=theme.name)
    return title, _five(context, game, id, every)


def _five(
    context: Context, game: type[AnyGame], theme: str, every: Sequence[Puzzle]
) -> Iterator[AnyPart]:
    book, practice = puzzle_book(context), practice_of(context)
    five = book.five(game.id, theme, practice.solved)
    first = next((each for each in five if each.id not in practice.solved), None)
    rows = (_row(context, practice, each, is_first=each is first) for each in five)
    yield Paragraph(text=_how_many(practice, every))
    yield Rows(rows=tuple(rows), look="boards")
    about = {"game": game.id, "theme": theme}
    yield _next_button(practice, _("Another of this theme"), about, every)


def _row(context: Context, practice: Practice, puzzle: Puzzle, *, is_first: bool) -> ListRow:
    """The row of *puzzle*, with its board on a page."""
    title = _safe_title(context, puzzle)
    if not context.is_page and puzzle.id in practice.solved:
        title = f"✓ {title}"
    rating = _("rating {rating}").format(rating=puzzle.rating)
    return ListRow(
        cells=(title, _standing(practice, puzzle), rating),
        buttons=(_taking(puzzle, is_primary=is_first, is_solved=puzzle.id in practice.solved),),
        picture=_picture(context, puzzle),
    )


def _standing(practice: Practice, puzzle: Puzzle) -> str:
    """Whether *puzzle* was solved, in words."""
    if puzzle.id in practice.solved:
        return _("solved")
    return _("tried, not solved yet") if puzzle.id in practice.tried else _("not tried yet")


def _taking(puzzle: Puzzle, *, is_primary: bool, is_solved: bool) -> Button:
    """The button that leads to *puzzle*."""
    about = {"puzzle": puzzle.id}
    words = _("Take it again") if is_solved else _("Solve it")
    return Button(text=words, do=submitting(PUZZLES, about), primary=is_primary)


def _safe_title(context: Context, puzzle: Puzzle) -> str:
    """The title of *puzzle* without its game; its id where the game fails."""
    try:
        return context.cached(("title", puzzle.id), partial(puzzle_book(context).title, puzzle))
    except GipfMetaError:
        return puzzle.id


def _picture(context: Context, puzzle: Puzzle) -> Picture | None:
    if not context.is_page:
        return None
    draw = partial(picture_of_puzzle, puzzle, puzzle_book(context).games[puzzle.game])
    return context.cached(("puzzle", puzzle.id), draw)


def _row_of_game(context: Context, practice: Practice, game: type[AnyGame]) -> ListRow:
    every = puzzle_book(context).among(game.id)
    about = {"game": game.id}
    cells = [title_of(game), _how_many(practice, every)]
    if game.id in practice.ratings:
        rating = round(practice.ratings[game.id].value)
        cells.append(_("rating {rating}").format(rating=rating))
    return ListRow(
        cells=tuple(cells),
        buttons=(
            Button(text=_("Themes"), do=opening(PUZZLES, about)),
            Button(text=_("Next puzzle"), do=submitting(PUZZLES, {NEXT: "1", **about})),
        ),
    )


def _next_button(
    practice: Practice, words: str, about: About, every: Sequence[Puzzle]
) -> Button | Paragraph:
    """The button to the next puzzle among *every* one; the sentence that all are solved."""
    if all(each.id in practice.solved for each in every):
        return Paragraph(text=_("You have solved all of them."))
    return Button(text=words, do=submitting(PUZZLES, {NEXT: "1", **about}), primary=True)


def _how_many(practice: Practice, every: Sequence[Puzzle]) -> str:
    solved = sum(each.id in practice.solved for each in every)
    return _("{solved} of {all} solved").format(solved=solved, all=len(every))


def _days_in_a_row(days: int) -> str:
    if not days:
        return _("A puzzle solved today begins a row of days.")
    if days == 1:
        return _("A row of days has begun: one so far.")
    words = _.many(
        "You have solved a puzzle on {count} day in a row.",
        "You have solved a puzzle on {count} days in a row.",
        days,
    )
    return words.format(count=days)


def _rating(practice: Practice) -> str:
    if not practice.curves.get(""):
        return _("Your rating begins with the first puzzle that you take to its end.")
    rating = practice.rating
    words = _("Your rating: {rating}, give or take {deviation}.")
    return words.format(rating=round(rating.value), deviation=round(rating.deviation))


# ---- the puzzle of the day, and mistakes of one's own --------------------------------------------


def daily_part(context: Context, practice: Practice, look: str) -> Iterator[AnyPart]:
    """The puzzle of the day, with its board on a page; nothing where there are no puzzles."""
    if (puzzle := puzzle_book(context).of_day(now_ms(context))) is None:
        return
    title = whole_title(context, puzzle)
    row = ListRow(
        cells=(
            _("Puzzle of the day: {puzzle}").format(puzzle=title),
            _daily_standing(practice, puzzle, utc_day(now_ms(context))),
        ),
        buttons=(_taking(puzzle, is_primary=True, is_solved=puzzle.id in practice.solved),),
        picture=_picture(context, puzzle),
    )
    yield Rows.model_validate({"rows": (row,), "look": look})


def _daily_standing(practice: Practice, puzzle: Puzzle, day: int) -> str:
    """Whether the puzzle of that *day* was solved on it, in words."""
    if practice.daily.get(day):
        return _("solved today")
    return _standing(practice, puzzle)


def whole_title(context: Context, puzzle: Puzzle) -> str:
    """The title of *puzzle* with its game before it."""
    game = title_of(puzzle_book(context).games[puzzle.game])
    return _("{game}, {puzzle}").format(game=game, puzzle=_safe_title(context, puzzle))


def mistakes_due(context: Context, practice: Practice) -> Iterator[AnyPart]:
    """The mistakes of one's own that are due, the one that has waited longest first."""
    games = context.installed.games
    waiting = [each for each in practice.mistakes_due(now_ms(context)) if each.missed.game in games]
    if waiting:
        yield Heading(text=_("Mistakes of your own"))
        rows = tuple(row_of_mistake(context, each) for each in waiting[:MOST_DUE])
        yield Rows(rows=rows, look="boards")


# ---- where it leads ------------------------------------------------------------------------------


def submit_puzzles(context: Context, about: About) -> Screen | PageMessages:
    """Leads to the puzzle that *about* names, or notes that a lesson that is a puzzle was taken to
    its end. Raises ``GipfMetaError``."""
    return _note(context, about) if "lesson" in about else go_to_puzzle(context, about)


def go_to_puzzle(context: Context, about: About) -> PageMessages:
    """Leads to the puzzle that *about* names by one of ``LEADING``, in a game, of a theme. Raises
    ``GipfMetaError``."""
    book = puzzle_book(context)
    if "own" in about:
        return [going_to_mistake(_asked_mistake(context, about))]
    if "puzzle" in about:
        return [{"go": address_of_puzzle(book.find(about["puzzle"]))}]
    game = context.game_of(about).id if "game" in about else ""
    theme = about.get("theme", "")
    if not book.among(game, theme):
        raise DeskError(_("There is no such puzzle here."))
    puzzle = (
        book.of_day(now_ms(context))
        if "day" in about
        else next_puzzle(context, practice_of(context), game, theme, but=about.get("but", ""))
    )
    if puzzle is None:
        raise DeskError(_("You have solved all of them."))
    return [{"go": address_of_puzzle(puzzle)}]


def _asked_mistake(context: Context, about: About) -> Mistake:
    """The mistake of one's own that *about* names: by its number, or the ``next`` one that is due.
    Raises ``GipfMetaError``."""
    if about["own"] != NEXT:
        return mistake_of(context, about["own"])
    games = context.installed.games
    waiting = practice_of(context).mistakes_due(now_ms(context))
    first = next((each for each in waiting if each.missed.game in games), None)
    if first is None:
        today = _("No mistake of your own comes back today.")
        raise DeskError(today if practice_of(context).mistakes else none_comes_back())
    return first


def next_address(context: Context, game: str, theme: str, lesson: str) -> str:
    """The address of the puzzle of *game* and *theme* that comes next after *lesson*, after a
    mistake of one's own that of the next mistake that is due; ``""``: all are solved. Raises
    ``GipfMetaError``."""
    if lesson.startswith(OWN):
        waiting = practice_of(context).mistakes_due(now_ms(context))
        known = [each for each in waiting if each.missed.game in context.installed.games]
        if others := [each for each in known if f"{OWN}{each.number}" != lesson]:
            return going_to_mistake(others[0])["go"]
    but = practised_id(game, lesson) if is_puzzle(lesson) else ""
    puzzle = next_puzzle(context, practice_of(context), game, theme, but=but)
    return "" if puzzle is None else address_of_puzzle(puzzle)


def _note(context: Context, about: About) -> Screen | PageMessages:
    """Notes the try of a puzzle; the screen says what it was worth, unless the puzzle was left."""
    game, lesson = context.game_of(about), about["lesson"]
    if not is_puzzle(lesson):
        raise DeskError(_("There is no such puzzle here."))
    if not lesson.startswith(OWN):
        find_puzzle(game, lesson)  # raises if there is none
    wrong, hints = (read_whole(about.get(each, "")) for each in ("wrong", "hints"))
    if wrong is None or hints is None:
        raise DeskError(not_understood())
    sentences = note_try(context, game.id, lesson, wrong, hints, ended="left" not in about)
    return [] if "left" in about else _end(context, game, lesson, sentences)


def puzzle_end(context: Context, about: About) -> Screen:
    """The screen after the puzzle that is the lesson of *about*. Raises ``GipfMetaError``."""
    game, lesson = context.game_of(about), about.get("lesson", "")
    return _end(context, game, lesson, [*sentences_on(context, practised_id(game.id, lesson))])


def _end(context: Context, game: type[AnyGame], lesson: str, sentences: Sequence[str]) -> Screen:
    """The screen after the puzzle *lesson* of *game*, on which the sentences *told* stand."""
    parts: list[AnyPart] = [Paragraph(text=" ".join(sentences) or _("The puzzle is over."))]
    title, buttons = title_of(game), list[Button]()
    practice = practice_of(context)
    if lesson.startswith(OWN):
        buttons += _ways_after_own(practice, lesson, now_ms(context))
    else:
        puzzle = find_puzzle(game, lesson)
        title = whole_title(context, puzzle)
        solution = _("The solution: {turns}.").format(turns=", ".join(puzzle.turns))
        parts.append(Paragraph(text=solution))
        buttons += _ways_after(context, practice, puzzle)
    buttons.append(Button(text=_("All puzzles"), do=opening(PUZZLES)))
    return Screen(
        name=PUZZLE_END,
        about={"game": game.id, "lesson": lesson},
        title=title,
        back=ScreenPlace(screen=PUZZLES),
        parts=(*parts, *buttons),
    )


def _ways_after(context: Context, practice: Practice, puzzle: Puzzle) -> Iterator[Button]:
    """The buttons after *puzzle*: the next one, another of its theme, analysis, once more."""
    book, about = puzzle_book(context), {"game": puzzle.game}
    if any(each.id not in practice.solved for each in book.among(puzzle.game)):
        do = submitting(PUZZLES, {NEXT: "1", "but": puzzle.id, **about})
        yield Button(text=_("Next puzzle"), do=do, primary=True)
    else:
        do = submitting(PUZZLES, {NEXT: "1", "but": puzzle.id})
        yield Button(text=_("Next puzzle, of another game"), do=do, primary=True)
    for theme in puzzle.themes[:1]:
        others = [each for each in book.among(puzzle.game, theme) if each.id != puzzle.id]
        named = theme_of(book.games[puzzle.game], theme)
        if named is not None and any(each.id not in practice.solved for each in others):
            do = submitting(PUZZLES, {NEXT: "1", "but": puzzle.id, "theme": theme, **about})
            yield Button(text=_("Another of this theme"), do=do, note=named.name)
    yield Button(
        text=_("Analyse"), do=submitting("study", {"puzzle": puzzle.id}), note=_("on a free board")
    )
    yield Button(text=_("Once more"), do=submitting(PUZZLES, {"puzzle": puzzle.id}))


def _ways_after_own(practice: Practice, lesson: str, at_ms: int) -> Iterator[Button]:
    """The buttons after the mistake of one's own that is *lesson*: the next one that is due at
    *at_ms*, and an end to this one."""
    if practice.mistakes_due(at_ms):
        do = submitting(PUZZLES, {"own": NEXT})
        yield Button(text=_("Next mistake"), do=do, primary=True)
    number = lesson.removeprefix(OWN)
    if read_whole(number) in practice.mistakes:
        yield Button(text=_("Once more"), do=submitting(MISTAKES, {"number": number}))
        drop = submitting(MISTAKES, {"number": number}, step=DROP)
        yield Button(text=_("Do not show it again"), do=drop)


def home_parts(context: Context) -> Iterator[AnyPart]:
    """The parts of the first screen: the puzzle of the day, with its board on a page, and the way
    to all puzzles, which says how many mistakes of one's own are due. A terminal has one line: for
    the mistakes, else for the puzzle of the day.

    What cannot be read is said.
    """
    if (puzzle := puzzle_book(context).of_day(now_ms(context))) is None:
        return
    try:
        practice = practice_of(context)
        count = len(practice.mistakes_due(now_ms(context)))
    except GipfMetaError as error:
        yield WarningText(text=str(error))
        return
    if context.is_page:
        yield from daily_part(context, practice, look="wide")
    elif context.face == "lines" or not count:
        note = _daily_standing(practice, puzzle, utc_day(now_ms(context)))
        if context.face == "terminal":  # a menu has room for the game; the rest stands beside it
            title = title_of(puzzle_book(context).games[puzzle.game])
            about = _safe_title(context, puzzle)
            note = _("{puzzle}: {standing}").format(puzzle=about, standing=note)
        else:
            title = whole_title(context, puzzle)
        words = _("Puzzle of the day: {puzzle}").format(puzzle=title)
        taking = submitting(PUZZLES, {"puzzle": puzzle.id})
        is_taken = context.face == "terminal" and puzzle.id in practice.tried
        # the one line of a terminal leads on to the others, too, once this one was taken
        yield Button(text=words, do=opening(PUZZLES) if is_taken else taking, note=note)
    words = _("by game and theme; your rating, your mistakes")
    if count:
        back = _.many(
            "{count} mistake of your own comes back today",
            "{count} mistakes of your own come back today",
            count,
        )
        yield Button(text=back.format(count=count), do=opening(PUZZLES), note=words)
    elif context.face != "terminal":
        yield Button(text=_("Puzzles"), do=opening(PUZZLES), note=words)
