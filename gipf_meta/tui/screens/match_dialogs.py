"""The questions that are asked during a match, and at its end."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta.base.texts import _
from gipf_meta.bots.levels import BOTS
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.narration import story
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.first_match import gentle_words_of
from gipf_meta.protocol.game import AnyGame, Over, title_of
from gipf_meta.table.players import BotFailed
from gipf_meta.table.table import Table
from gipf_meta.tui.screens.dialogs import Ask, Pick


def ready(game: AnyGame, has_clock: bool, is_first: bool) -> Ask:
    """Asks who plays *game* whether time may run: ``on``, or ``gentle`` for a gentle start.

    *is_first* offers that start.
    """
    title = title_of(game)
    if not is_first:
        words = _("Time runs as soon as you are ready.")
        return Ask(_("{game}: ready?").format(game=title), words, {"on": _("I am ready")})
    words = gentle_words_of(game)
    if has_clock:
        words += "\n\n" + _("As it was set up, time runs as soon as you choose that.")
    heading = _("Your first match of {game}").format(game=title)
    # a bare Enter keeps what somebody has set up
    return Ask(heading, words, {"on": _("As it was set up"), "gentle": _("A gentle start")})


def duel_begins(match: Match, depth: int, names: list[str], reader: int | None) -> Ask:
    """Announces the duel that session *depth* of *match* waits for, in the words of *reader*."""
    game, duel = match.sessions[depth].game, match.sessions[depth + 1]
    waits = _("{game} waits, and goes on exactly here after the duel.")
    lines = [
        *story.stakes(match.sessions[: depth + 2], reader),
        "",
        story.head(duel, names),
        waits.format(game=title_of(game)),
    ]
    if timed(duel.game) is not None:
        lines.append(_("Time runs in it as soon as you are ready."))
    title = _("A duel in {duel} decides").format(duel=title_of(duel.game))
    return Ask(title, "\n".join(lines).lstrip(), {"begin": _("Begin the duel")})


def duel_follows(match: Match, depth: int, names: list[str]) -> Ask:
    """Says why another duel follows the one in session *depth* of *match*, which has ended."""
    below, duel = match.sessions[depth - 1], match.sessions[depth]
    last = next(step for step in reversed(below.steps) if step.duel is not None)
    lines = [*story.duel_news(below, last, names), "", story.head(duel, names)]
    return Ask(_("Another duel follows"), "\n".join(lines), {"begin": _("Begin the duel")})


def duel_ends(session: Session, news: str | None, prompt: str, reader: int | None) -> Ask:
    """Tells the *news* of a duel that is over, what it was for *reader*, and what the game of
    *session*, which has waited, asks next."""
    title = _("The duel is over; {game} goes on").format(game=title_of(session.game))
    duel = next((step.duel for step in reversed(session.steps) if step.duel is not None), None)
    if isinstance(duel, Session) and isinstance(duel.status, Over):
        news = f"{story.outcome(duel, duel.status, reader)} {news}".strip()
    return Ask(title, f"{news}\n\n{prompt}", {"on": _("Go on")})


def other_duel(trouble: str, installed: Installed) -> Pick:
    """Asks for another game to decide a duel that cannot be played, as *trouble* says.

    The answer is the id of a game.
    """
    games = [(game, installed.title(game)) for game in installed.games_for(2)]
    return Pick(_("Which game shall decide instead?"), trouble, games)


def other_player(fault: BotFailed, name: str) -> Pick:
    """Asks what to do about the bot called *name*, which has failed.

    The answers are ``again``, ``resign``, ``draw``, or the kind of player that takes the seat.
    """
    things = [
        ("again", _("Ask it again")),
        *((kind, _("{player} plays on").format(player=kind)) for kind in ("human", *BOTS)),
        ("resign", _("{name} resigns").format(name=name)),
        ("draw", _("A draw")),
    ]
    return Pick(_("{name} is stuck").format(name=name), str(fault), things)


def resignation(match: Match, name: str, reader: int | None) -> Ask:
    """Asks whether the player called *name* resigns the game on top of *match*: ``yes`` or ``no``.

    In a duel, what it decides in the game below is said in the words of *reader*.
    """
    words = _("{name} gives up this game of {game}.").format(
        name=name, game=title_of(match.top.game)
    )
    if len(match.sessions) > 1:
        title = title_of(match.sessions[-2].game)
        goes_on = _("It is the duel alone that is given up; {game} goes on.").format(game=title)
        words = "\n".join([f"{words} {goes_on}", "", *story.stakes(match.sessions, reader)])
    return Ask(_("Resign?"), words, {"no": _("No"), "yes": _("Yes, resign")})


def draw_offer(name: str, others: Sequence[str]) -> Ask:
    """Offers the *others* a draw in the name of the player called *name*: ``yes`` or ``no``."""
    words = " ".join([name, _("offers a draw."), *others])
    return Ask(_("A draw?"), words, {"no": _("No"), "yes": _("Yes, a draw")})


def prompt_at_end(table: Table) -> str:
    """How the match ended, and how to go on from its board."""
    assert table.over is not None
    told = story.outcome(table.match.sessions[0], table.over, table.only_person)
    words = story.match_result(table.match, table.seats, table.over)
    way = _("m: what you can do now.")
    return f"{told} {words} {way}".strip()


def match_ends(table: Table) -> Pick:
    """Says how the match ended: ``rematch``, ``replay``, ``save``, ``look`` or ``leave``."""
    bottom = table.match.sessions[0]
    assert table.over is not None
    words = story.match_result(table.match, table.seats, table.over)
    heading = story.outcome(bottom, table.over, table.only_person) or title_of(bottom.game)
    answers = {
        "rematch": _("Rematch, sides swapped"),
        "replay": _("Look at it again from the beginning"),
        "save": _("Save it, or a picture of the board"),
        "look": _("Look at the board"),
        "leave": _("To the games"),
    }
    keys = {"replay": "V", "save": "S", "look": "escape", "leave": "ctrl+l"}
    return Pick(heading, words, list(answers.items()), keys)
