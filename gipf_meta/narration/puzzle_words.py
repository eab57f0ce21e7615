"""The words on a puzzle: why a turn is not the one, how it was solved, and what is gained by that.

Short searches answer, by positions and one seed: the same everywhere, and soon enough for a host.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.match.lesson_progress import Astray, LessonProgress, is_turn_over
from gipf_meta.match.match import Match
from gipf_meta.match.puzzle_lessons import OWN
from gipf_meta.narration.news import news
from gipf_meta.protocol.game import Duel, Over, Turn, seat_name
from gipf_meta.protocol.puzzles import is_answer
from gipf_meta.search.analysis import Analysis, Line, analyse
from gipf_meta.search.budget import Budget
from gipf_meta.search.chances import Chances

POSITIONS, FEWEST, SHARE = 250, 30, 100
"""The most and the fewest positions that each search looks at, and one part of so many of what a
second bears: a host waits for it."""
NOTABLE: Final = 5
"""The least difference of chances that is told, in percent: a search so short sees no less."""
EVEN: Final = 50
"""The chances, in percent, from which on it is said that they are good."""
SEATS: Final = 2


def after_wrong_turn(progress: LessonProgress, error: Astray) -> LessonProgress:
    """The progress after the turn of *error* was tried in *progress*, with all that is said of it:
    why the page does not ask for it and, where it was a whole turn in a puzzle, the best answer to
    it and the chances that it gives away.

    Of a mistake of one's own a review knows one good turn only: another that seems as good is not
    counted as wrong. Raises the errors of the game.
    """
    if progress.page is None or not progress.page.hints:
        return replace(error.progress, why=str(error))
    why, is_as_good = _answer(progress, error)
    is_other = all(str(error) != known for _turn, known in progress.page.mistakes)
    if is_as_good and is_other and progress.lesson.id.startswith(OWN):
        why = _("That seems as good. The review has found another turn: look for it.")
        return replace(error.progress, why=why, wrong=progress.wrong)
    return replace(error.progress, why=why)


def _answer(progress: LessonProgress, error: Astray) -> tuple[str, bool]:
    """All that is said of the turn of *error*, which was tried in the puzzle of *progress*, and
    whether a short search sees nothing that it gives away."""
    why = str(error)
    before, after = progress.began.top.status, error.match.top.status
    if not isinstance(before, Turn) or not is_turn_over(progress.began, error.match):
        return why, False
    left, line = _judge(error.match, before.seat, progress.began)
    if left is None:
        return why, False
    ends = (_judge(end, before.seat, progress.began)[0] for end in progress.ends)
    best = max((each or 0 for each in ends), default=0)
    loss = best - left
    if isinstance(after, Over):
        ways = {0: _("That loses the game at once."), 50: _("That is a draw at once.")}
        return f"{why} {ways[left]}" if left in ways else why, loss < NOTABLE
    answers = isinstance(after, Turn) and after.seat != before.seat and line is not None
    seat = seat_name(error.match.top.game, after.seat) if isinstance(after, Turn) else ""
    turn = line.turn if line is not None else ""
    falls = {"seat": seat, "turn": turn, "before": _percent(best), "left": _percent(left)}
    if loss >= NOTABLE and answers:
        words = _("{seat} answers {turn}; your chances fall from {before} to {left}.")
    elif loss >= NOTABLE:
        words = _("Your chances fall from {before} to {left}.")
    elif answers:
        words = _("{seat} answers {turn}; another turn is better for you.")
    else:
        return why, True
    return f"{why} {words.format(**falls)}", loss < NOTABLE


def words_of_solving(progress: LessonProgress) -> str:
    """The sentence on how the puzzle of *progress*, which is over, was solved."""
    if n := progress.wrong:
        words = _.many("Found after {count} wrong try.", "Found after {count} wrong tries.", n)
        return words.format(count=n)
    if n := progress.hints_taken:
        return _.many("Found with {count} hint.", "Found with {count} hints.", n).format(count=n)
    return _("Solved.")


def why_it_solves(progress: LessonProgress) -> str:
    """The sentences on the chances that the solution of the puzzle of *progress*, which is over,
    gives, and those after the next best turn, and on how it goes on after a single one; ``""``
    where no search tells. Raises the errors of the game."""
    first = progress.first
    turn = first.began.top.status
    if not isinstance(turn, Turn):
        return ""
    best, line = _judge(progress.match, turn.seat, first.began)
    if best is None:
        return ""
    goes_on = ""
    if line is not None and len(progress.lesson.pages) == 1 and len(line.turns) > 1:
        goes_on = " " + _("It may go on {turns}.").format(turns=" ".join(line.turns[:2]))
    other, less = _next_best(first)
    if other and best - less >= NOTABLE:
        words = _("Your chances now: {best}; after {other}, the next best turn, {less}.")
        return words.format(best=_percent(best), other=other, less=_percent(less)) + goes_on
    if best < EVEN:  # so short a search has not seen why
        return ""
    return _("Your chances now: {best}.").format(best=_percent(best)) + goes_on


def _next_best(first: LessonProgress) -> tuple[str, int]:
    """The best turn that does not solve the puzzle of *first*, its first page, and the chances that
    it gives, in percent; ``""`` where a search names none."""
    top, solutions = first.began.top, first.page.asked if first.page is not None else ()
    found = _analyse(first.began, most=2)
    within = bool(solutions) and is_answer(top.game, top.state, solutions[0])
    for line in found.lines if found else ():
        turn = line.decisions[0] if within else line.turn
        if turn not in solutions:
            return turn, line.chances
    return "", 0


def solution_in_words(progress: LessonProgress) -> Iterator[str]:
    """The turns of the puzzle of *progress*, which is over, one after the other in words. Raises
    the errors of the game."""
    # a duel that begins thereby is not what was to be found
    before, after = progress.first.began.sessions[:1], progress.match.sessions[:1]
    lines = news(before, after, progress.names, in_words=True, with_notation=True)
    return (line for line in lines if line)


def _percent(chances: int) -> str:
    """The *chances* in percent, which no line ends in the middle of."""
    return str(Chances(chances)).replace(" ", "\N{NO-BREAK SPACE}")


def _judge(match: Match, seat: int, began: Match) -> tuple[int | None, Line | None]:
    """The chances of *seat* as *match* stands, in percent, and the best line for whose turn it is;
    ``None`` where a search does not tell them. Where a duel has begun, they are those that the
    decision for it had where *match* *began*: a search sees more there than from the duel on."""
    whole = match.sessions[0]  # of which a duel is only a part
    status = whole.status
    if isinstance(status, Duel):
        decision = whole.steps[len(began.sessions[0].steps)].text
        found = _analyse(began, most=2)
        lines = found.lines if found is not None else ()
        return next((each.chances for each in lines if each.decisions[0] == decision), None), None
    if isinstance(status, Over):
        won = {0: 0.0, 1: -1.0, 2: 1.0}
        side = 0 if not status.winners else 2 if seat in status.winners else 1
        return Chances.of(won[side], sure=True).percent, None
    found = _analyse(match, most=1)
    if found is None or not isinstance(status, Turn):
        return None, None
    best = found.lines[0]
    value = best.value if status.seat == seat else -best.value
    return Chances.of(value, best.sure).percent, best


def _analyse(match: Match, most: int) -> Analysis | None:
    """The best *most* lines where *match* stands; ``None`` where no seat of two decides."""
    whole = match.sessions[0]
    if len(whole.players) != SEATS or not isinstance(whole.status, Turn):
        return None
    nodes = min(POSITIONS, max(FEWEST, whole.game.positions_a_second // SHARE))
    return analyse(whole.game, whole.state, SEATS, Budget(nodes), Random(0), most)
