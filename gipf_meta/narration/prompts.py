"""The questions to people and the messages during a match and at its end, in words.

Every interface shows the same: a title, some words, and answers to choose from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from gipf_meta.base.addressee import is_reader, is_to_player
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.bots.levels import BOTS, LEVELS
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.match.timecontrol import span_words
from gipf_meta.narration import story
from gipf_meta.narration.clock_words import time_for_duel
from gipf_meta.narration.endings import duel_news, ending
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.capabilities import LeadsOn, timed
from gipf_meta.protocol.first_match import gentle_words_of
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.records.models import Seat
from gipf_meta.records.player_names import PERSON, bot_name, kind_word, name_sides

PAUSES_MS: Final = (600_000, 1_800_000)
"""The lengths of a pause that are offered, in milliseconds."""


class Question(NamedTuple):
    """A *title*, some *words*, and the *answers*: the label of each by its key."""

    title: str
    words: str
    answers: Mapping[str, str]


def heading(sessions: Sequence[Session], names: Sequence[str]) -> str:
    """The games, down to the one on top of *sessions*, and its players: ``GIPF ▸ ZÈRTZ You against
    Mia``; *names* are those of the match's players. A board that is set up has no players."""
    top = sessions[-1]
    if isinstance(sessions[0].game, LeadsOn):
        return story.path(sessions)
    called = story.with_colours(top, names)
    kinds = [PERSON if is_reader(player) else "" for player in top.players]
    return f"{story.path(sessions)}   {name_sides(called, kinds)}"


def study_heading(sessions: Sequence[Session], names: Sequence[str]) -> str:
    """The heading of a study of the match with *sessions*, with its players."""
    return _("Study: {match}").format(match=heading(sessions, names))


def prompt(request: str, session: Session, seat: int, names: Sequence[str], is_asked: bool) -> str:
    """The prompt of the game: *request* with the name of the player at *seat*; or, unless he
    *is_asked*, that he is thinking."""
    if isinstance(session.game, LeadsOn):
        return request
    if is_asked:
        return story.address(request, session, seat, names)
    return _("{name} is thinking …").format(name=story.players_by_seat(session, names)[seat])


def ready(
    game: AnyGame, has_clock: bool, is_first: bool, is_alone: bool = True, time: str = ""
) -> Question:
    """The question to the players of *game* whether time may run: ``on``, or ``gentle`` for a
    gentle start.

    *is_first* offers that start. Unless the player *is_alone*, others are asked, too. *time* is the
    sentence on the time control, ``""`` where it is known.
    """
    title = title_of(game)
    if not is_first:
        words = _("Time runs as soon as you are ready.")
        if not is_alone:
            words = _("Time runs as soon as everybody is ready.")
        words = f"{time} {words}".strip()
        return Question(_("{game}: ready?").format(game=title), words, {"on": _("I am ready")})
    words = gentle_words_of(game)
    if has_clock:
        words += "\n\n" + _('With "As it was set up" time runs at once.')
    first = _("Your first match of {game}").format(game=title)
    # a bare Enter keeps what somebody has set up
    return Question(first, words, {"on": _("As it was set up"), "gentle": _("A gentle start")})


def was_played() -> str:
    """The sentence on a key or a click without effect: the decision that it was meant for had one
    way only, and completed itself."""
    return _("Only one way was left: it was played already. Choose again to go on.")


def waiting(game: AnyGame) -> str:
    """The sentence that *game* waits for a duel."""
    return _("{game} waits, and goes on exactly here after the duel.").format(game=title_of(game))


def duel_begins(match: Match, depth: int, reader: int | None) -> Question:
    """Announces the duel that session *depth* of *match* waits for, and its stakes, a sentence a
    line.

    It is in the words of *reader*; a duel that somebody comes back to goes on.
    """
    duel = match.sessions[depth + 1]
    words = [
        *filter(None, (story.aim_words(duel),)),
        *story.stakes(match.sessions[: depth + 2], reader),
    ]
    if time := time_for_duel(match, duel.game):
        words.append(time)
    if timed(duel.game) is not None:
        words.append(_("Time runs in it as soon as you are ready."))
    title = _("A duel in {duel} decides").format(duel=title_of(duel.game))
    has_begun = any(step.seat is not None for step in duel.steps)
    answer = _("Go on with the duel") if has_begun else _("Begin the duel")
    return Question(title, "\n".join(words), {"begin": answer})


def duel_follows(match: Match, depth: int, names: Sequence[str], reader: int | None) -> Question:
    """The question that announces another duel after the one in session *depth* of *match*."""
    title = _("Another duel follows")
    news = _duel_news(match.sessions[depth - 1], names, reader)
    return Question(title, news, {"begin": _("Begin the duel")})


def duel_ends(session: Session, names: Sequence[str], reader: int | None) -> Question:
    """Tells *reader* who won the duel that is over, and what that means in the game of
    *session*. *names* are those of the match's players."""
    title = _("{game} goes on").format(game=title_of(session.game))
    return Question(title, _duel_news(session, names, reader), {"on": _("Go on")})


def _duel_news(session: Session, names: Sequence[str], reader: int | None) -> str:
    """The news of the last duel of *session*, on one line: the first line is told everywhere."""
    step = next(step for step in reversed(session.steps) if step.duel is not None)
    return " ".join(duel_news(session, step, names, reader))


def other_duel(trouble: str, installed: Installed) -> Question:
    """Asks for another game to decide a duel that cannot be played, as *trouble* says.

    The answer is the id of a game.
    """
    games = {game: installed.title(game) for game in installed.games_for(2)}
    return Question(_("Which game shall decide instead?"), trouble, games)


def other_player(fault: str, name: str) -> Question:
    """Asks what to do about the bot called *name*, which has failed, as *fault* says.

    The answers are ``again``, ``resign``, ``draw``, or the kind of player that takes the seat.
    """
    things = {
        "again": _("Ask it again"),
        PERSON: _("{player} plays on").format(player=_("a person")),
        **{kind: _bot_goes_on(kind) for kind in BOTS},
        "resign": _("{name} resigns").format(name=name),
        "draw": _("A draw"),
    }
    return Question(_("{name} is stuck").format(name=name), fault, things)


def pause() -> Question:
    """The question for how many milliseconds the match pauses; ``""``: no pause."""
    times = {str(ms): span_words(ms) for ms in PAUSES_MS}
    return Question(_("A pause?"), words_of_pause(), {"": _("Cancel"), **times})


def words_of_pause() -> str:
    """The explanation of a pause, for the person who asks the other players for one."""
    return _(
        "The others must agree. After the pause time goes on by itself, or before, if all agree."
    )


def absence(name: str, away: str, may_win: bool) -> Question:
    """Asks what becomes of the match without the player called *name*: the answers are ``claim`` if
    the reader *may_win* by it, the kind of a bot that goes on for him, and, last, for it is what a
    key answers that is pressed by mistake, ``no``. *away* says since when he is missed."""
    words = [away]
    if may_win:
        words.append(_("You may claim the win: the match is over then."))
    words.append(_("A bot can go on for {name}: the match goes on.").format(name=name))
    answers = {"claim": _("Claim the win")} if may_win else {}
    answers |= {each: _bot_goes_on(each) for each in LEVELS} | {"no": _("Wait")}
    return Question(_("On without {name}?").format(name=name), " ".join(words), answers)


def _bot_goes_on(kind: str) -> str:
    player = f"{bot_name(kind)} · {kind_word(kind)}"
    return _("{player} plays on").format(player=player)


def resignation(match: Match, name: str, reader: int | None) -> Question:
    """Asks whether the player called *name* resigns the game on top of *match*: ``yes`` or ``no``.

    In a duel, the effect on the game below is told in the words of *reader*.
    """
    game = title_of(match.top.game)
    words = _("{name} gives up this game of {game}.").format(name=name, game=game)
    if is_to_player():
        words = _("You give up this game of {game}.").format(game=game)
    if len(match.sessions) > 1:
        title = title_of(match.sessions[-2].game)
        goes_on = _("Only the duel is given up; {game} goes on.").format(game=title)
        words = "\n".join([f"{words} {goes_on}", "", *story.stakes(match.sessions, reader)])
    return Question(_("Resign?"), words, {"no": _("Cancel"), "yes": _("Yes, resign")})


def draw_offer(name: str, others: Sequence[str]) -> Question:
    """Offers a draw in the name of the player called *name*, to the *others* by name if there are
    any: ``yes`` or ``no``."""
    words, no = _("{name} offers a draw.").format(name=name), _("Cancel")
    if others:
        words += " " + _("{names}: do you accept it?").format(names=", ".join(others))
        no = _("No")
    return Question(_("A draw?"), words, {"no": no, "yes": _("Yes, a draw")})


def match_ends(
    match: Match, people: Sequence[Seat], reader: int | None, place: str = ""
) -> Question:
    """The question at the end of *match*, as *reader* sees it: ``rematch``, ``replay``, ``save``,
    ``look`` or ``leave``.

    *people* are its players; *place* is the number of the match in the library, or its file.
    """
    answers = {
        "rematch": _("Rematch, sides swapped"),
        "replay": _("Replay"),
        "save": _("Save"),
        "look": _("Look at the board"),
        "leave": _("To the games"),
    }
    stands = ""
    if place:
        is_number = read_whole(place) is not None
        words = _("It is kept as match {place}.") if is_number else _("It is kept in {place}.")
        stands = words.format(place=place)
    return Question(match_ending(match, people, reader), stands, answers)


def match_ending(match: Match, people: Sequence[Seat], reader: int | None) -> str:
    """Tells how *match* ended, for *reader*; *people* are its players."""
    return ending(match.sessions[0], story.names_told(people, match), reader)
