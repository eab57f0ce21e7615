"""The words in which moves made in advance are typed and told: ``if d4 then e5``, ``plan``.

The words between the moves are English in every language, for scripts; each language adds its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta.base.normal_forms import without_accents
from gipf_meta.base.texts import N_, _
from gipf_meta.match.match import Match
from gipf_meta.match.plan_lines import sentences
from gipf_meta.match.plans import Decider, PlanNode, checked, decider_of, ends_of
from gipf_meta.match.session import Session
from gipf_meta.protocol.game import IllegalMove, Turn

IF: Final = N_(":if")
THEN: Final = N_(":then")
ANYTHING: Final = N_(":anything")
WON: Final = N_(":won")
LOST: Final = N_(":lost")
DRAWN: Final = N_(":drawn")
OFF: Final = N_(":off")
"""The words, each with all its names behind a colon, as those of ``narration/vocabulary.py``."""
_CONDITIONS: Final = (ANYTHING, WON, LOST, DRAWN)
"""The words that are conditions of their own."""
MOST_BESIDE: Final = 4
"""The most lines of a plan beside the match."""
HOW_TO_ASK: Final = N_("Type plan, or plan off.")
HOW_TO_PLAN: Final = N_("Say what may come and what you play then, as in: if d4 then e5.")


def read_typed_line(typed: str) -> tuple[PlanNode, ...]:
    """Reads a line of a plan in English or in the player's language, with or without its first
    word; several conditions may follow one another. Raises ``IllegalMove``, a sentence.

    >>> read_typed_line("challenge if won then e5")[0].then[0].do
    'won'
    """
    parts: list[tuple[str, list[str]]] = []
    for word in typed.split():
        key = next((each for each in (IF, THEN) if is_named(word, each)), "")
        if key or not parts:
            parts.append((key or IF, []))
        if not key:
            parts[-1][1].append(word)
    keys = [key for key, _said in parts]
    if keys[:1] != [IF] or keys[-1] != THEN or not all(said for _key, said in parts):
        raise IllegalMove(_(HOW_TO_PLAN))
    lines: tuple[PlanNode, ...] = ()
    for key, said in reversed(parts):
        lines = (PlanNode(_decision(said, key), lines, key == THEN),)
    return lines


def _decision(said: Sequence[str], key: str) -> str | None:
    """The decision that is *said* behind the word *key*; ``None``: whatever comes."""
    known = _CONDITIONS if key == IF and len(said) == 1 else ()
    word = next((each for each in known if is_named(said[0], each)), "")
    if word == ANYTHING:
        return None
    return _english(word) if word else " ".join(said)


def is_named(typed: str, word: str) -> bool:
    """Whether *typed* is a name of *word*, in English or the player's language; capitals and
    accents do not matter."""
    names = f"{word} {_(word)}".replace(":", "").split()
    return without_accents(typed) in map(without_accents, names)


def shown_name(word: str) -> str:
    """The usual name of *word* in the player's language."""
    return _(word).removeprefix(":").split()[0]


def _english(word: str) -> str:
    return word.removeprefix(":").split()[0]


def with_line(
    planned: Sequence[PlanNode], match: Match, player: int, typed: str
) -> tuple[PlanNode, ...]:
    """The lines that *player* has *planned* from where *match* stands, with the one that is *typed*
    beside them; where he decides, the answer typed last holds. Raises ``MoveError``, a sentence."""
    line = read_typed_line(typed)
    if decider_of(match.top, player) == "own":
        raise IllegalMove(_("It is your turn: play."))
    return checked([*planned, *line], match.top, player, last_holds=True)


def planned_lines(planned: Sequence[PlanNode]) -> list[str]:
    """The lines that tell what is *planned*, or that nothing is."""
    if not planned:
        return [_("You have planned nothing."), _(HOW_TO_PLAN)]
    return sentences(planned)


def lines_beside(lines: Sequence[str]) -> list[str]:
    """The *lines* of a plan as they stand beside the match: the first few, below a title."""
    if not lines:
        return []
    shown = [*lines[:MOST_BESIDE]]
    if len(lines) > len(shown):
        shown.append(_("… “plan” tells all."))
    return ["", _("Planned"), *shown]


def lost_plan_words() -> str:
    """The sentence that what has come is not in a plan."""
    return _("What has come is not in your plan: decide anew.")


def premove_words(text: str, waits: bool) -> str:
    """The sentence on a premove: it *waits* for the turn, or was impossible in it."""
    if waits:
        words = _("{text} is played as soon as your turn comes, if it is possible then.")
    else:
        words = _("{text} was said beforehand, but is not possible now: decide anew.")
    return words.format(text=text)


def what_may_come(decider: Decider, name: str) -> str:
    """The question to who imagines how a game goes on, where *decider*, whose name is *name*, is
    next."""
    if decider == "own":
        return _("If it comes so: what do you play?")
    if decider == "luck":
        return _("What may luck bring?")
    if decider == "duel":
        return _("A duel comes: how may it end?")
    return _("What may {name} play?").format(name=name) if name else _("The game is over there.")


def question_at(session: Session, player: int, names: Sequence[str]) -> str:
    """The question to *player* how the imagined *session* goes on; *names* are those of the match's
    players."""
    now = session.status
    name = names[session.players[now.seat]] if isinstance(now, Turn) else ""
    return what_may_come("duel" if ends_of(session) else decider_of(session, player), name)
