"""Laws on refusals: texts of moves that are not legal, and texts that are no moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from gipf_meta.protocol.game import Chance, MoveError, Over, Turn
from gipf_meta.testing.laws.notation import ENDS, LONGEST
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import move_text, need
from gipf_meta.testing.trial.walks import Walk, WalkState, is_sound

JUNK: Final = "qqzz"
"""A word that no notation has."""
WIDE: Final = "x" * 3000
GARBAGE: Final = (
    *("", " ", "nonsense", "0", "-1", "999999999999999999999", "1.5", "١٢", "²", "½", "é", "İ"),
    *("a", "A1", "Z9", ",", ";", ":", "-", "?", "+", "@", "@1", "@x", "(", ")", "[", "[]", "{}"),
    *(
        "resign",
        "draw",
        "undo",
        "quit",
        "a,,b",
        "%s",
        "\\",
        "\x00",
        "\n",
        "\ta\t",
        "'",
        '"',
        "None",
        "null",
        "True",
        "#",
        "/",
        "=",
    ),
    WIDE,
)


def what_is_illegal_is_refused(case: Case) -> None:
    """``parse`` and ``parse_turn`` read no illegal move: none of another position or another seat,
    no outcome of luck, and none after the end."""
    rng = case.rng("foreign")
    pool = sorted({moment.text for _, moment in case.moments(400) if moment.has_move})
    for walk, moment in case.moments(120):
        if not isinstance(moment.now, Turn | Over):
            continue  # the host lets nobody play while luck or a duel is due
        texts = rng.sample(pool, min(len(pool), 12))
        others = [move for moves in moment.offers for move in moves[:4]]
        legal = [case.ask.format(moment.state, move) for move in others]
        texts += legal
        for text in legal[:2]:
            _check_additions(case, walk, moment, text)
        for text in texts:
            for seat in range(walk.seats):
                _check_move(case, walk, moment, seat, text)
            _check_turn(case, walk, moment, text)
        for first in texts[:4]:
            _check_turn(case, walk, moment, f"{first},{texts[-1]}")
    for walk, turn, after in case.turns(80):
        _check_continuations(case, walk, turn, after)


def _check_additions(case: Case, walk: Walk, moment: WalkState, text: str) -> None:
    """Raises ``Broken`` if ``parse`` reads a legal *text* to which a word was added."""
    for odd in (f"{text} {JUNK}", f"{text}{JUNK}"):
        for seat in range(walk.seats):
            need(
                _read_or_refuse(case, "parse", (moment.state, seat, odd)) is None,
                f"parse reads {odd!r:.60} as a move.",
                "Let parse read all of its text, and raise BadNotation for what is added.",
            )


def _check_continuations(case: Case, walk: Walk, turn: list[WalkState], after: WalkState) -> None:
    """Raises ``Broken`` if ``parse_turn`` reads only the turn of a text that goes on after it."""
    begin = turn[0]
    if not isinstance(begin.now, Turn):
        return
    text = case.ask.format_turn(begin.state, [moment.move for moment in turn])
    offers = [move for moves in after.offers for move in moves][:1]
    follows = [case.ask.format(after.state, move) for move in offers]
    for more in (*follows, JUNK):
        both = f"{text},{more}"
        moves = _check_turn(case, walk, begin, both)
        need(
            moves is None or case.ask.format_turn(begin.state, moves) != text,
            f"parse_turn reads {both!r:.80} as the turn {text!r:.60} alone.",
            "Let parse_turn read all of its text, and raise IllegalMove where it goes on after the"
            " end of the turn.",
        )


def garbage_is_refused_in_a_sentence(case: Case) -> None:
    """``parse``, ``parse_turn`` and ``play_line`` read a legal move, or refuse the text, whatever
    it is, in one sentence to the player."""
    for walk, moment in case.moments(12):
        if not isinstance(moment.now, Turn | Over):
            continue
        seat = moment.now.seat if isinstance(moment.now, Turn) else 0
        for text in (*GARBAGE, *mutate(case, walk, moment)):
            _check_move(case, walk, moment, seat, text)
            _check_turn(case, walk, moment, text)
            _read_or_refuse(case, "play_line", (moment.state, text))
        if walk.seats > 1:
            _check_move(case, walk, moment, (seat + 1) % walk.seats, "nonsense")


def mutate(case: Case, walk: Walk, moment: WalkState) -> Iterator[str]:
    """Texts that look like legal moves but for a letter or two."""
    rng = case.rng("mutated", walk.seats, walk.number, moment.index)
    moves = [move for moves in moment.offers for move in moves]
    for move in rng.sample(moves, min(5, len(moves))):
        text = str(case.ask.format(moment.state, move))
        at = rng.randrange(len(text) + 1)
        yield from (text[:-1], text[1:], text * 2, text.upper(), text.lower(), text.swapcase())
        yield from (f"{text},", f",{text}", f"{text} {text}", f"{text},{text}", f"{text}x")
        yield text[:at] + rng.choice("abcxyz0189-+,;:?()^@ ") + text[at:]
        yield text[:at] + text[at + 1 :]
        yield f"{text[:at]}\x1b[2J\u202e{text[at:]}"
    for text in (case.ask.format(moment.state, move) for move in moves[-1:]):
        # blanks may be allowed where the move is legal, so look at illegal ones, too
        for similar in (text, f"{text[:-1]}1", f"{text[:-1]}6"):
            yield from (f"{similar[:cut]}\n{similar[cut:]}" for cut in range(len(similar)))
        yield "".join(chr(ord(c) + 0x660 - 0x30) if c in "0123456789" else c for c in text)


def _read_or_refuse(case: Case, name: str, args: tuple[Any, ...]) -> Any | None:
    """The answer of the method *name*; ``None`` if it refuses the text in a sentence.

    Raises ``Broken`` if the refusal is no sentence.
    """
    try:
        return getattr(case.ask, name)(*args)
    except MoveError as error:
        sentence, text = str(error), args[-1]
    longest = LONGEST if len(text) < 50 else LONGEST + 2 * len(text)
    need(
        sentence and sentence[-1] in ENDS and sentence.isprintable() and len(sentence) <= longest,
        f"{name} refuses {text!r:.60} with the words {sentence!r:.160}.",
        f"Let {name} refuse it in one sentence to the player, on one line, that ends with a full"
        " stop: what was tried, why not, what is possible.",
    )
    return None


def _check_move(case: Case, walk: Walk, moment: WalkState, seat: int, text: str) -> None:
    move = _read_or_refuse(case, "parse", (moment.state, seat, text))
    if move is None:
        return
    offers = moment.offers[seat] if moment.offers else ()
    open_list = case.game.needs_people and bool(offers)  # people may answer what no list holds
    need(
        open_list or move in offers,
        f"parse reads {text!r:.60} as a move of seat {seat}, which legal_moves does not offer it.",
        "Let parse return only moves of legal_moves(state, seat), and raise IllegalMove for the"
        " others.",
    )


def _check_turn(case: Case, walk: Walk, moment: WalkState, text: str) -> Any | None:
    """The moves that ``parse_turn`` reads; ``None`` if it refuses *text*.

    Raises ``Broken`` unless every move is legal when it is played, in one and the same turn.
    """
    moves = _read_or_refuse(case, "parse_turn", (moment.state, text))
    if moves is None:
        return None
    number: int | None = None
    state = moment.state
    if not moves and isinstance(moment.now, Over):
        return None
    need(
        moves and isinstance(moves, tuple | list),
        f"parse_turn reads {text!r:.60} as {moves!r:.60}, which is no turn.",
        "Let parse_turn return the decisions of a turn, one at least, or refuse the text.",
    )
    for move in moves:
        now = case.ask.status(state)
        turn_number = getattr(now, "number", None)
        need(
            number is None or turn_number in (number, None),
            f"parse_turn reads {text!r:.60} as decisions of the turns {number} and {turn_number}.",
            "Let parse_turn raise IllegalMove where the text goes on after the end of the turn:"
            " all decisions that it returns have one turn number.",
        )
        number = turn_number or number
        offered: Sequence[Any] | None = None
        if isinstance(now, Turn):
            offered = [m for seat in range(walk.seats) for m in case.ask.legal_moves(state, seat)]
        elif isinstance(now, Chance):
            offered = [outcome for outcome, _ in now.outcomes]
        elif isinstance(now, Over):
            offered = ()
        need(
            offered is None or move in offered or (case.game.needs_people and offered),
            f"parse_turn reads {text!r:.60} and finds in it"
            f" {move_text(case.game, state, move)!r:.60}, which is not possible there.",
            "Let parse_turn check each decision against the state it is taken in, as parse does,"
            " and raise IllegalMove after the end of the turn.",
        )
        state = case.ask.apply(state, move)
    need(
        is_sound(case.ask.status(state), walk.seats),
        f"After the turn that parse_turn reads as {text!r:.60} status makes no sense.",
        "Let parse_turn return decisions that can be played.",
    )
    return moves
