"""The lessons of a game: which there are, which were taken, and the way into each."""

from __future__ import annotations

from gipf_meta.base.texts import _
from gipf_meta.desk.answers import Answer
from gipf_meta.desk.context import Context
from gipf_meta.desk.messages import DeskError
from gipf_meta.desk.parts import (
    About,
    Button,
    Place,
    Row,
    Rows,
    Screen,
    Text,
    opening,
    submitting,
)
from gipf_meta.match.lesson_progress import find_lesson, lessons_of
from gipf_meta.protocol.game import AnyGame, title_of


def lesson_list(context: Context, about: About) -> Screen:
    """The lessons of the game that the screen is *about*. Raises ``UnknownGame``."""
    game = context.game_of(about)
    every = lessons_of(game)
    done = [context.settings.has_done(game.id, lesson.id) for lesson in every]
    first = done.index(False) if False in done else None
    rows = tuple(
        Row(
            cells=(f"✓ {lesson.title}" if is_done else lesson.title, lesson.summary),
            buttons=(
                Button(
                    text=_("Take it again") if is_done else _("Begin"),
                    do=submitting("lessons", {"game": game.id, "lesson": lesson.id}),
                    primary=n == first,
                ),
            ),
        )
        for n, (lesson, is_done) in enumerate(zip(every, done, strict=True))
    )
    none = Text(text=_("{game} brings no lessons.").format(game=title_of(game)))
    return Screen(
        name="lessons",
        about={"game": game.id},
        title=_("{game}: lessons").format(game=title_of(game)),
        back=Place(screen="launcher"),
        parts=(
            Rows(rows=rows) if rows else none,
            Button(text=_("Rules"), do=opening("rules", {"game": game.id})),
            Button(text=_("Play a match"), do=opening("setup", {"game": game.id})),
        ),
    )


def submit_lesson(context: Context, about: About) -> Answer:
    """Leads the page to a lesson. Raises ``GipfMetaError``."""
    game = context.game_of(about)
    if "lesson" not in about:
        raise DeskError(_("This screen needs a lesson."))
    lesson = find_lesson(game, about["lesson"])
    return [{"go": f"lesson/{game.id}/{lesson.id}"}]


def lessons_button(context: Context, game: type[AnyGame]) -> tuple[Button, ...]:
    """The button to the lessons of *game*, with how many of them were taken; none without any."""
    every = context.once(("lessons", game.id), lambda: [each.id for each in lessons_of(game)])
    if not every:
        return ()
    done = sum(context.settings.has_done(game.id, lesson) for lesson in every)
    words = _("Lessons ({done} of {all} done)").format(done=done, all=len(every))
    return (Button(text=words if done else _("Lessons"), do=opening("lessons", {"game": game.id})),)
