"""Tells people how a game has ended: who won and why, in one sentence; and what a duel brings.

What is printed with a record, and read back, is ``story.result``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from gipf_meta.base.addressee import has_reader, is_reader
from gipf_meta.base.texts import _
from gipf_meta.match.session import Session, Step
from gipf_meta.narration.step_words import happenings_of
from gipf_meta.narration.story import Names, is_mixed_up, player_at, players_by_seat
from gipf_meta.protocol.capabilities import Explained
from gipf_meta.protocol.game import DRAWN, Over, reason_of, title_of
from gipf_meta.protocol.gate import Gate

HowEnded: TypeAlias = Literal["won", "lost", "drew"]
"""The end of a game as one of its players sees it."""


def ending(session: Session, names: Names, reader: int | None = None) -> str:
    """How the match whose game is *session* has ended, in one sentence; *names* are those of its
    players, and player *reader* is called you."""
    end = end_of(session)
    return _tell_reason(outcome(session, names, reader), session, end, names, reader)


def outcome(session: Session, names: Names, reader: int | None = None) -> str:
    """The words with which ``ending`` begins: who has won, without the reason."""
    end = end_of(session)
    if not end.winners:
        return _("It is a draw")
    if has_won(session, end, reader):
        return _("You won")
    return _("{winners} won").format(winners=_winners(session, end, names))


def ending_of_duel(duel: Session, names: Names, reader: int | None = None) -> str:
    """How *duel* has ended, as ``ending``."""
    end, game = end_of(duel), title_of(duel.game)
    if not end.winners:
        head = _("The duel in {game} is a draw").format(game=game)
    elif has_won(duel, end, reader):
        head = _("You won the duel in {game}").format(game=game)
    else:
        winners = _winners(duel, end, names)
        head = _("{winners} won the duel in {game}").format(winners=winners, game=game)
    return _tell_reason(head, duel, end, names, reader)


def duel_news(
    session: Session, step: Step, names: Names, reader: int | None = None
) -> Iterator[str]:
    """Tells who won the duel that *step* ends, and what that means in the game of *session*."""
    if isinstance(step.duel, Session):
        yield ending_of_duel(step.duel, names, reader)
    yield from happenings_of(session, step) or [
        _("{title} goes on.").format(title=title_of(session.game))
    ]


def end_of(session: Session) -> Over:
    """The end of the game of *session*, which is over."""
    end = session.status
    assert isinstance(end, Over), "the game goes on"
    return end


def has_won(session: Session, end: Over, reader: int | None) -> bool:
    """Whether the reader, who is player *reader*, has won *session* by that *end*."""
    won = [session.players[seat] for seat in end.winners]
    return reader in won or any(map(is_reader, won))


def winning_players(session: Session) -> list[int]:
    """The players who have won *session*, which is over; none: it is a draw."""
    return [session.players[seat] for seat in end_of(session).winners]


def how_it_ended(session: Session, reader: int | None) -> HowEnded | None:
    """How *session*, which is over, ended for player *reader*; ``None`` for who did not play."""
    if reader is None or reader not in session.players:
        return None
    won = winning_players(session)
    return ("won" if reader in won else "lost") if won else "drew"


def called(session: Session, names: Names) -> list[str]:
    """The players of *session* by seat: by their names, unless these could be taken for others."""
    if has_reader():
        return players_by_seat(session, names)
    here = [names[player] for player in session.players]
    seats = range(len(here))
    if len(set(here)) < len(here) or any(is_mixed_up(session, seat, names) for seat in seats):
        return players_by_seat(session, names)
    return here


def called_at(session: Session, seat: int, names: Names) -> str:
    """The player at *seat* of *session*, as in ``called``. Asks for him alone."""
    return player_at(session, seat) if has_reader() else called(session, names)[seat]


def _winners(session: Session, end: Over, names: Names) -> str:
    here = called(session, names)
    return _(" and ").join(here[seat] for seat in end.winners)


def _tell_reason(head: str, session: Session, end: Over, names: Names, reader: int | None) -> str:
    """The sentence that begins with *head*, the outcome, and says why."""
    if session.ended is None:
        why = _reason_by_rules(session, end)
        return _("{head}: {why}.").format(head=head, why=why) if why else f"{head}."
    if end.reason == DRAWN:
        return _("{head}, as agreed.").format(head=head)
    if end.reason == "time":
        return _("{head} by time.").format(head=head)
    why = _loss_words(session, end, names, reader) or reason_of(session.game, end)
    return _("{head}: {why}.").format(head=head, why=why)


def _reason_by_rules(session: Session, end: Over) -> str:
    """The words of the game on its end; those for the reason and the scores if it has no others."""
    game = session.game
    if isinstance(game, Explained):
        with session.seated(), Gate(game):
            return game.explain_end(session.state, end)
    why = [] if end.reason == DRAWN else [reason_of(game, end)]
    return ", ".join([*why, ":".join(map(str, end.scores))] if end.scores else why)


def _loss_words(session: Session, end: Over, names: Names, reader: int | None) -> str:
    """Words for how the only player who has lost did so; ``""``: several have lost, or nobody
    resigned or stayed away."""
    lost = [seat for seat in range(len(session.players)) if seat not in end.winners]
    if len(lost) != 1 or end.reason not in ("resign", "absence"):
        return ""
    loser = session.players[lost[0]]
    is_his = loser == reader or is_reader(loser)
    if end.reason == "resign":
        words = _("you resigned") if is_his else _("{name} resigned")
    else:
        words = _("you were away for too long") if is_his else _("{name} was away for too long")
    return words.format(name=called(session, names)[lost[0]])
