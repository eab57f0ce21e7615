"""Mistakes of one's own: a review adds them, they come back as puzzles, and go when they need not
come back any more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Final

from gipf_meta.base.clock import ms_of
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.deeds.inquiry_deeds import own_among, own_players
from gipf_meta.desk.context import Context
from gipf_meta.desk.own_practice import practice_of
from gipf_meta.desk.parts import (
    About,
    AnyPart,
    Button,
    FieldValue,
    ListRow,
    Paragraph,
    Picture,
    Rows,
    Screen,
    ScreenPlace,
    submitting,
)
from gipf_meta.desk.pictures import picture_of_position
from gipf_meta.desk.requests import DeskError, not_understood
from gipf_meta.desk.responses import MistakeMessage, PageMessages
from gipf_meta.hub.inquiries import EndedReview
from gipf_meta.library.listed_matches import match_of_library
from gipf_meta.match.match import Match
from gipf_meta.match.mistake_lessons import OwnMistake, lesson_of_mistake, mistake_in
from gipf_meta.match.playback import Moment, count_moments, moment_at
from gipf_meta.match.puzzle_lessons import OWN
from gipf_meta.narration.mistake_words import mistake_words, words_of_return
from gipf_meta.practice.accuracy import WHOLE, phases_of
from gipf_meta.practice.entries import Dropped, Missed, Reviewed
from gipf_meta.practice.practice import Mistake, Practice
from gipf_meta.protocol.capabilities import Lesson
from gipf_meta.protocol.options import configure, read_settings
from gipf_meta.records.player_names import PERSON

MISTAKES: Final = "mistakes"
"""The screen of one's own mistakes."""
STEP: Final = "step"
"""The field that says what to do with a mistake."""
MOST_IN_TURN: Final = 200
"""The most decisions of a turn that comes back."""
DROP: Final = "drop"
"""The step after which a mistake does not come back."""


# ---- what is kept -------------------------------------------------------------------------------


def own_mistakes(context: Context) -> Mapping[int, Mistake]:
    """The mistakes of the person, those that were not dropped, by their numbers. Raises
    ``GipfMetaError``."""
    return practice_of(context).mistakes


def find_own(context: Context, game: str, lesson: str) -> Lesson | None:
    """The lesson of that id in which a mistake of one's own in *game* is mended; ``None``: there is
    none. Raises ``GipfMetaError``."""
    number = read_whole(lesson.removeprefix(OWN))
    found = None if number is None else own_mistakes(context).get(number)
    if found is None or found.missed.game != game:
        return None
    return lesson_of_mistake(_told(found.missed), found.number, context.installed.find(game))


def _told(missed: Missed) -> OwnMistake:
    """The mistake that was noted as *missed*."""
    return OwnMistake(missed.game, missed.options, missed.position, missed.asked, missed.played)


def going_to_mistake(mistake: Mistake) -> MistakeMessage:
    """The answer that leads to the lesson in which *mistake* is mended."""
    missed = mistake.missed
    return {
        "go": f"lesson/{missed.game}/{OWN}{mistake.number}",
        "mistake": {
            "game": missed.game,
            "options": [*missed.options],
            "position": missed.position,
            "better": missed.asked,
            "played": missed.played,
        },
    }


def mistake_of(context: Context, number: str) -> Mistake:
    """The mistake of the person with that *number*. Raises ``GipfMetaError``."""
    found = own_mistakes(context).get(read_whole(number) or 0)
    if found is None:
        raise DeskError(_("That mistake does not come back any more."))
    return found


# ---- what is submitted --------------------------------------------------------------------------


def submit_mistakes(
    context: Context, about: About, values: Mapping[str, FieldValue], person: str
) -> Screen | PageMessages:
    """Notes a mistake in a room, or that a review of it has ended; or leads to the one that *about*
    names, or drops it. Raises ``GipfMetaError``."""
    if "losses" in about:
        note_losses(context, about, person)
        return []
    if "room" in about or "match" in about:
        return [going_to_mistake(note_mistake(context, about, person))]
    found = mistake_of(context, about.get("number", ""))
    if values.get(STEP) != DROP:
        return [going_to_mistake(found)]
    at_ms = max(ms_of(context.now()), found.last_ms + 1)  # the clock may have been set back
    context.practice.add(Dropped(at_ms=at_ms, number=found.number))
    context.notices.append(_("That mistake does not come back any more."))
    return mistakes(context, {})


def note_mistake(context: Context, about: About, person: str) -> Mistake:
    """Notes the turn after moment ``at`` of the match of *about* as a mistake of *person*; if it is
    noted already, it stays as it is.

    The better turn is that of the last review of its room; a terminal, which reviews by itself,
    says which one is ``asked`` for, and the ``last`` moment of the turn. Raises ``GipfMetaError``.
    """
    match, own = _match_in(context, about, person)
    at, last = read_whole(about.get("at", "")), read_whole(about.get("last", ""))
    if at is None:
        raise DeskError(not_understood())
    if not own:
        raise DeskError(_("Only turns of your own come back as puzzles."))
    if not (better := about.get("asked", "")):
        if (found := context.hub.inquiries.reviews.verdict(about.get("room", ""), at)) is None:
            raise DeskError(_("That review is not here any more: review the match again."))
        match, better, last = found[0], found[1]["best"], found[1]["last"]
    turn = range(at + 1, (last or 0) + 1)
    if not 0 < len(turn) <= MOST_IN_TURN or turn.stop > count_moments(match):
        raise DeskError(not_understood())
    if any(_player(moment_at(match, n)) not in own for n in turn):
        raise DeskError(_("Only turns of your own come back as puzzles."))
    mistake = mistake_in(match, turn, better)
    return _note(context, mistake, ms_of(context.now()))


def _match_in(context: Context, about: About, person: str) -> tuple[Match, tuple[int, ...]]:
    """The match in the ``room`` of *about*, or the ``match`` of the library with that number, and
    the players in it whose turns are those of *person*. Raises ``GipfMetaError``."""
    name = context.settings.name
    if "match" not in about:
        state = context.hub.room(about.get("room", ""))
        return state.table.match, own_players(state, person, name)
    number = read_whole(about["match"])
    if context.library is None or number is None:
        raise DeskError(not_understood())
    match, people, _notes, why = match_of_library(context.library, context.installed, number)
    if match is None:
        raise DeskError(why)
    held = tuple(player for player, seat in enumerate(people) if seat.player == PERSON)
    return match, own_among(held, people, name)


def _note(context: Context, mistake: OwnMistake, at_ms: int) -> Mistake:
    """Notes *mistake*, unless one in the same position is noted; returns what is."""
    practice = practice_of(context)
    if (known := _in_position(practice, mistake)) is not None:
        return known
    entries = context.practice.entries()
    dropped = (each.at_ms for each in entries if isinstance(each, Dropped))
    context.practice.add(
        Missed(
            at_ms=max((at_ms, *(earlier + 1 for earlier in dropped))),  # it is new after that
            number=practice.next_number,
            game=mistake.game,
            options=mistake.options,
            position=mistake.position,
            asked=mistake.better,
            played=mistake.played,
        )
    )
    noted = _in_position(practice_of(context), mistake)
    assert noted is not None, "it was added"
    return noted


def _in_position(practice: Practice, mistake: OwnMistake) -> Mistake | None:
    """The mistake that was made where *mistake* was."""
    place = mistake.game, mistake.options, mistake.position
    for each in practice.mistakes.values():
        if (each.missed.game, each.missed.options, each.missed.position) == place:
            return each
    return None


# ---- reviews ------------------------------------------------------------------------------------


def note_review(context: Context, person: str, review: EndedReview) -> None:
    """Notes how accurately *person* played, where the *review* of a finished match of his own has
    ended. Raises ``GipfMetaError``."""
    state = context.hub.room(review.room)
    own = own_players(state, person, context.settings.name)
    if state.study is not None or len(own) != 1 or state.table.match.result is None:
        return  # who sits at several seats plays against himself
    judged = ((moment_at(review.match, each["last"]), each) for each in review.verdicts)
    losses = [
        verdict.get("loss", 0)
        for moment, verdict in judged
        if not moment.depth and _player(moment) in own
    ]
    _note_losses(context, state.table.match, losses)


def note_losses(context: Context, about: About, person: str) -> None:
    """Notes what each turn of *person* gave away in the match of *about*, by the review of a
    terminal, which tells the ``losses`` with commas between. Raises ``GipfMetaError``."""
    match, own = _match_in(context, about, person)
    losses = [read_whole(loss, 0, WHOLE) for loss in about["losses"].split(",")]
    known = [loss for loss in losses if loss is not None]
    decided = sum(step.seat is not None for step in match.sessions[0].steps)
    if len(own) != 1 or len(known) < len(losses) or len(losses) > decided:
        raise DeskError(not_understood())
    if match.result is not None:
        _note_losses(context, match, known)


def _player(moment: Moment) -> int | None:
    """The player whose decision led to *moment*; ``None``: luck, or the end of a duel."""
    session = moment.sessions[-1]
    seat = session.steps[-1].seat
    return None if seat is None else session.players[seat]


def _id_of(match: Match) -> str:
    """The id under which the review of *match* is noted: the same in whatever room it is shown."""
    bottom = match.sessions[0]
    parts = (bottom.game.id, str(match.seed), *(step.text for step in bottom.steps))
    return blake2b("\n".join(parts).encode(), digest_size=16).hexdigest()


def _note_losses(context: Context, match: Match, losses: Sequence[int]) -> None:
    """Notes the *losses* of the person's own turns in *match*."""
    if not losses:
        return
    keeper, phases = context.practice, phases_of(losses)
    reviewed = Reviewed(
        at_ms=ms_of(context.now()),
        match=_id_of(match),
        game=match.sessions[0].game.id,
        turns=phases.turns,
        accuracy=phases.accuracy,
    )
    earlier = [
        each
        for each in keeper.entries()
        if isinstance(each, Reviewed) and each.match == reviewed.match
    ]
    if earlier and earlier[-1] == reviewed.model_copy(update={"at_ms": earlier[-1].at_ms}):
        return
    keeper.add(reviewed)


# ---- the screen ---------------------------------------------------------------------------------


def mistakes(context: Context, about: About) -> Screen:
    """The mistakes of one's own that come back, or the one with the ``number`` of *about*. Raises
    ``GipfMetaError``."""
    found = own_mistakes(context)
    if "number" in about:
        number = read_whole(about["number"]) or 0
        found = {number: mistake_of(context, about["number"])}
    return Screen(
        name=MISTAKES,
        about={"number": about["number"]} if "number" in about else {},
        title=_("Mistakes of your own"),
        back=ScreenPlace(screen="puzzles"),
        parts=tuple(_listed(context, sorted(found.values(), key=lambda each: each.due_day))),
    )


def _listed(context: Context, found: Sequence[Mistake]) -> Iterator[AnyPart]:
    """The rows of the mistakes that were *found*; where there is none, how one comes here."""
    if not found:
        yield Paragraph(text=none_comes_back())
        return
    yield Paragraph(text=_("They come back, ever more rarely, for as long as you wish."))
    yield Rows(rows=tuple(row_of_mistake(context, each) for each in found), look="boards")


def none_comes_back() -> str:
    """The sentence that no mistake is kept, and how one is."""
    return _(
        "No mistake of yours comes back. A review of a match offers “Try again” at each blunder of"
        " yours."
    )


def row_of_mistake(context: Context, mistake: Mistake) -> ListRow:
    """The row of *mistake*, with its board on a page."""
    about = {"number": str(mistake.number)}
    cells = (
        mistake_words(mistake, context.now()),
        context.installed.title(mistake.missed.game),
        words_of_return(mistake, ms_of(context.now())),
    )
    drop = submitting(MISTAKES, about, step=DROP)
    return ListRow(
        cells=cells,
        buttons=(
            Button(text=_("Try again"), do=submitting(MISTAKES, about), primary=True),
            Button(text=_("Do not show it again"), do=drop),
        ),
        picture=_picture(context, mistake.missed) if context.is_page else None,
    )


def _picture(context: Context, missed: Missed) -> Picture | None:
    """The board before the mistake; ``None`` where it cannot be shown."""
    with suppress(GipfMetaError):
        game = configure(context.installed.find(missed.game), read_settings(missed.options))
        return picture_of_position(game, missed.position)
    return None
