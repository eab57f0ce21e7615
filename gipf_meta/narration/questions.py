"""Questions about a board: ``where can d4 go``, ``which glass dies next``, ``why not Wd5``.

They are asked in English or in the player's language, with or without its accents. Every answer
comes from a ``View`` and, for what can be played, from the game's own gate; no game is known by
name. A text that is no question is left to be read as a move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.match.partial_decision import only_continuation
from gipf_meta.match.session import Session
from gipf_meta.narration import story, vocabulary
from gipf_meta.narration.answers import NO_BOARD, Lines, PlayVerdict, QuestionContext, spoken_seats
from gipf_meta.narration.distances import distance_lines
from gipf_meta.narration.moment_motion import motion_sentences, moved_steps
from gipf_meta.narration.move_answers import MoveAnswers
from gipf_meta.narration.owner_answers import OwnerAnswers
from gipf_meta.narration.piece_answers import PieceAnswers
from gipf_meta.narration.question_forms import BoardQuestion
from gipf_meta.narration.question_reading import Surroundings, understand
from gipf_meta.narration.question_words import command_meant
from gipf_meta.narration.story import players_by_seat
from gipf_meta.plugins.setting_up import game_on_board
from gipf_meta.protocol.capabilities import Moving
from gipf_meta.protocol.game import BadNotation, MoveError, Turn
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.motion import Motion
from gipf_meta.protocol.view import Choice, View
from gipf_meta.render.speech import bounds

LONGEST: Final = 4_000
"""The most letters of one line of an answer."""


def scene_of(match: Match, names: Sequence[str], player: int | None) -> QuestionContext:
    """The game on top of *match* as *player* asks about it.

    *names* are those of the match's players.
    """
    top = match.top
    seats = players_by_seat(top, names)
    steps = [step for turn in top.turns()[-len(seats) :] for step in turn if step.seat is not None]
    last = "; ".join(
        f"{seats[seat]}: {', '.join(step.text for step in made)}"
        for seat, made in groupby(steps, key=lambda step: step.seat)
        if seat is not None
    )
    here = [names[each] for each in top.players]
    now = top.status
    first = next((step.seat for step in top.steps if step.seat is not None), None)
    return QuestionContext(
        top.view(None),
        game_on_board(top.game).seat_names,
        here,
        None if player is None else top.seat_of(player),
        last,
        story.stakes(match.sessions, player),
        spoken_seats(top.game),
        partial(_moved, top),
        on_turn=now.seat if isinstance(now, Turn) else None,
        first=now.seat if first is None and isinstance(now, Turn) else first,
        motions=_KnownMotions(top),
        judge=partial(_judge, match, player),
    )


def _moved(top: Session) -> list[str]:
    """The motions of the last turn in the game *top*, sentence by sentence; none if the game fails
    to tell them. Not those of the luck before it, which may have set up the whole board."""
    steps = moved_steps(top, story.after_draws(top.last_turn), None)
    seats = spoken_seats(top.game)
    try:
        with Gate(top.game):
            return [sentence for step in steps for sentence in motion_sentences(step, seats)]
    except GipfMetaError:
        return []


class _KnownMotions:
    """The motions of a choice in the game *top*, as the game tells them; none if it fails to, or
    tells none."""

    def __init__(self, top: Session) -> None:
        self._top = top
        self._moves: Mapping[str, Any] | None = None
        self._found: dict[str, Sequence[Motion]] = {}

    def __call__(self, choice: Choice) -> Sequence[Motion]:
        game, state = self._top.game, self._top.state
        if not isinstance(game, Moving):
            return ()
        if choice.notation not in self._found:
            try:
                with Gate(game):
                    if self._moves is None:
                        self._moves = self._legal_moves()
                    move = self._moves.get(choice.notation)
                    moved = () if move is None else game.moved(state, move, game.apply(state, move))
            except GipfMetaError:
                moved = ()
            self._found[choice.notation] = moved
        return self._found[choice.notation]

    def _legal_moves(self) -> Mapping[str, Any]:
        """The legal decisions of all seats by their notation; that of the seat on turn, where two
        have one."""
        game, state, now = self._top.game, self._top.state, self._top.status
        on_turn = now.seat if isinstance(now, Turn) else None
        seats = sorted(range(len(self._top.players)), key=lambda seat: seat == on_turn)
        return {
            game.format(state, move): move
            for seat in seats
            for move in game.legal_moves(state, seat)
        }


def _judge(match: Match, player: int | None, text: str) -> PlayVerdict:
    """The verdict of the game on top on *text*, played by *player*; a text that begins just one
    decision is judged as that."""
    if player is None or player not in match.top.players:
        return PlayVerdict(text, _("you only watch this game."))
    try:
        match.decide(text, player)
    except MoveError as error:
        try:
            whole = only_continuation(match, [player], text)
        except GipfMetaError:
            whole = None
        if whole is not None and whole != text:
            return _judge(match, player, whole)
        return PlayVerdict(text, str(error), is_notation=not isinstance(error, BadNotation))
    except GipfMetaError as error:
        return PlayVerdict(text, str(error), is_notation=False)
    return PlayVerdict(text)


def answer(scene: QuestionContext, typed: str) -> str | None:
    """The answer to *typed*, line by line; ``None`` if it is no question.

    The notation of a decision that is legal now is never a question.
    """
    if typed in {choice.notation for choice in scene.view.choices}:
        return None
    question = understood(scene, typed)
    if question is None:
        return None
    lines = (one_line(line, LONGEST) for line in _ANSWERS[question.topic](scene, question))
    return "\n".join(line for line in lines if line)


def understood(scene: QuestionContext, typed: str) -> BoardQuestion | None:
    """The question that *typed* asks about *scene*; ``None`` if it is none."""
    view = scene.view
    notations = {each.notation for each in view.choices}
    around = Surroundings(
        {point.id.lower(): point.id for point in view.points},
        scene.is_name,
        notations.__contains__,
        lambda text: _is_refused(scene, text),
    )
    return understand(typed, around)


def _is_refused(scene: QuestionContext, text: str) -> bool:
    """Whether the game refuses *text* as one of its decisions, and not as a word it does not
    know."""
    if scene.judge is None:
        return False
    verdict = scene.judge(text)
    return bool(verdict.why) and verdict.is_notation


def find_place(view: View, word: str) -> str | None:
    """The name of the point that *word* names, in small letters or capitals; else ``None``."""
    ids = [point.id for point in view.points]
    small = (each for each in ids if each.lower() == word.lower())
    return word if word in ids else next(small, None)


def no_such_place(view: View, word: str) -> str:
    """A sentence: *word* is no place; it lists the places that the board has."""
    ids = [point.id for point in view.points]
    if not ids:
        return _(NO_BOARD)
    return _("There is no place {word}: {bounds}.").format(word=word, bounds=bounds(ids, word))


# ---- the answer to each topic --------------------------------------------------------------------


def _help(scene: QuestionContext, _question: BoardQuestion) -> Lines:
    at = scene.example
    board = _(
        "what is on {at}, around {at}, line {at}, where can {at} go, what can capture {at},"
        " whose is {at}, what can I do with {at}, where is everything, where are my pieces, how"
        " many pieces do I have, which places are empty, "
    ).format(at=at)
    has_sand = any(one.kind == "hourglass" for one in scene.view.pieces)
    sand = _("what dies next, ") if has_sand else ""
    yield _(
        "You can ask: {board}what can I do, what can I capture, what can move, what is in danger,"
        " {sand}what was the last move, what do I have, score, whose turn is it."
    ).format(board=board if at else "", sand=sand)
    if scene.view.choices:
        move = scene.view.choices[0].notation
        yield _("Of a move: can I play {move}, why not {move}.").format(move=move)


def _unknown(scene: QuestionContext, question: BoardQuestion) -> Lines:
    hint = _("? alone says what can be asked.")
    if not scene.view.points and question.places:
        yield _(NO_BOARD)
    else:
        why = _("I do not know: I do not understand this question.")
        if question.unknown:
            why = _("I do not know what this means here: {words}.")
            why = why.format(words=", ".join(question.unknown))
        yield f"{why} {hint}"


def _shown_word(name: str) -> str:
    """The word of the program called *name*, in the player's language."""
    word = vocabulary.named(name)
    return name if word is None else word.shown_name


def _command(_scene: QuestionContext, question: BoardQuestion) -> Lines:
    word = next(filter(None, map(command_meant, question.words)))
    words = _("Say {word}: it is done, or you are told why not.")
    yield words.format(word=_shown_word(word))


def _rules(scene: QuestionContext, question: BoardQuestion) -> Lines:
    if scene.stakes and question.has_any("if"):
        return scene.stakes
    return [_("The rules tell that: say {word}.").format(word=_shown_word("rules"))]


def _best(_scene: QuestionContext, _question: BoardQuestion) -> Lines:
    yield _("I do not know what is best: say {word}.").format(word=_shown_word("hint"))


def _which_place(scene: QuestionContext, _question: BoardQuestion) -> Lines:
    if at := scene.example:
        return [_("Of which place? Ask, for example: around {at}; line {at}.").format(at=at)]
    return [_(NO_BOARD)]


def _around(scene: QuestionContext, question: BoardQuestion) -> Lines:
    if not question.places:
        return _which_place(scene, question)
    return [scene.board.around(question.places[0])]


def _line(scene: QuestionContext, question: BoardQuestion) -> Lines:
    if not question.places:
        return _which_place(scene, question)
    return scene.board.lines(question.places[0])


_Answer = Callable[[QuestionContext, BoardQuestion], Lines]
_ANSWERS: Final[Mapping[str, _Answer]] = {
    "help": _help,
    "unknown": _unknown,
    "no_place": lambda scene, question: [no_such_place(scene.view, question.missing)],
    "command": _command,
    "rules": _rules,
    "best": _best,
    "around": _around,
    "line": _line,
    "sand": lambda scene, _question: scene.sand(),
    "stake": lambda scene, _question: scene.at_stake(),
    "last": lambda scene, _question: scene.last_turn(),
    "danger": lambda scene, question: [scene.danger(PieceAnswers(scene, question).meant())],
    "situation": lambda scene, _question: scene.situation(),
    "move": lambda scene, question: MoveAnswers(scene, question).verdict(),
    "between": lambda scene, question: MoveAnswers(scene, question).between(),
    "capture": lambda scene, question: MoveAnswers(scene, question).capture(),
    "safe": lambda scene, question: MoveAnswers(scene, question).captured(),
    "go": lambda scene, question: MoveAnswers(scene, question).go(),
    "far": lambda scene, question: MoveAnswers(scene, question).how_far(),
    "put": lambda scene, question: MoveAnswers(scene, question).go(),
    "options": lambda scene, question: MoveAnswers(scene, question).options(),
    "captures": lambda scene, question: MoveAnswers(scene, question).captures(),
    "gains": lambda scene, question: MoveAnswers(scene, question).gains(),
    "movers": lambda scene, question: MoveAnswers(scene, question).movers(),
    "choices": lambda scene, question: MoveAnswers(scene, question).choices(),
    "distance": lambda scene, question: distance_lines(scene.board, *question.places[:2]),
    "owner": lambda scene, question: OwnerAnswers(scene, question).owner(),
    "height": lambda scene, question: PieceAnswers(scene, question).height(),
    "place": lambda scene, question: map(scene.board.place, question.places),
    "first": lambda scene, question: OwnerAnswers(scene, question).first(),
    "who_plays": lambda scene, question: OwnerAnswers(scene, question).who_plays(),
    "count": lambda scene, question: PieceAnswers(scene, question).count(),
    "compare": lambda scene, question: PieceAnswers(scene, question).compare(),
    "highest": lambda scene, question: PieceAnswers(scene, question).highest(),
    "kind": lambda scene, question: PieceAnswers(scene, question).kind(),
    "board": lambda scene, question: PieceAnswers(scene, question).board(),
    "pieces": lambda scene, question: PieceAnswers(scene, question).pieces(),
    "trays": lambda scene, question: PieceAnswers(scene, question).beside(),
    "score": lambda scene, question: scene.scores(PieceAnswers(scene, question).sheets()),
    "sheet": lambda scene, question: scene.sheets(PieceAnswers(scene, question).sheets()),
}
