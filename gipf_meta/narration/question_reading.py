"""Questions read: a typed text becomes a ``BoardQuestion``, by its verb and its relations.

The words of a text are told apart: places, decisions in notation, names, words with a meaning, and
others. Its form says its topic; then its places get their parts: from, onto, with, or by.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gipf_meta.narration.question_forms import FORMS, LISTED, BoardQuestion
from gipf_meta.narration.question_words import (
    SYNONYMS,
    THINGS,
    command_meant,
    has_meaning,
    meanings,
    plain,
    split_words,
)

_DIGIT: Final = re.compile("[0-9]")
_NUMBER: Final = re.compile("[0-9]+")
_PLACE: Final = re.compile(r"[a-z][0-9]{1,2}")
PASS: Final = "pass"
"""The word by which every game that can be passed in reads a pass."""
_BEHIND_MOVES: Final = ("can", "filling", "on", "gain", "mean", "play", "best", "flip", "capture")
"""The meanings of words that may stand behind a decision: ``is d4-d5 possible now``."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The things that a question can be about: the *places* of the board by their names in small
    letters, whether a word *is_name* of a piece, a tray or a player, whether a text *is_move* that
    is legal, and whether one *is_refused*, though it is a decision of the game."""

    places: dict[str, str]
    is_name: Callable[[str], bool]
    is_move: Callable[[str], bool]
    is_refused: Callable[[str], bool]


def understand(typed: str, around: Surroundings) -> BoardQuestion | None:
    """The question that *typed* asks; ``None`` if it is clearly none."""
    text, marked = typed.strip().rstrip("?!. \t"), typed.rstrip().endswith("?")
    words = tuple(split_words(text))
    if not words:
        return BoardQuestion("help") if marked else None
    in_full = False
    if len(words) > 1 and has_meaning(words[0], "whole") and has_meaning(words[1], "asking"):
        in_full, words, text = True, words[1:], text.partition(" ")[2].strip()
    question = _described(words, text, around)
    question = replace(question, in_full=in_full)
    short = len(words) < 3 or bool(question.places or question.missing)
    begins = _begins(words) or (has_meaning(words[0], "bare") and short)
    if not (marked or begins):
        return None
    if move := _move_meant(question, around, marked=marked):
        is_advice = question.has_any("best") and not question.has_any("can", "why")
        return replace(question, topic="best" if is_advice else "move", move=move)
    if question.missing:
        return replace(question, topic="no_place")
    if question.has_any("pass") and question.has_any("can", "must", "not"):
        return replace(question, topic="move", move=PASS)
    if question.unknown:
        word = question.unknown[0]
        is_alone = question.unknown == (word,) and not question.places
        if is_alone and question.has_any("can", "why") and around.is_refused(word):
            return replace(question, topic="move", move=word)
        return question
    if _is_about_command(question):
        return replace(question, topic="command")
    form = next((form for form in FORMS if form.fits(question)), None)
    return question if form is None else _with_roles(replace(question, topic=form.topic))


def _begins(words: Sequence[str]) -> bool:
    """Whether a question begins with *words*: with what it asks for, or a relation to that."""
    relations = ("from", "on", "to", "with", "filling")
    return has_meaning(words[0], "asking") or (len(words) > 2 and _asks_where(words, *relations))


def _asks_where(words: Sequence[str], *relations: str) -> bool:
    """Whether *words* begin with what they ask for in a relation to it: ``onto what``."""
    return has_meaning(words[0], "onto", *relations) and any(
        has_meaning(word, "what", "who", "where", "how") for word in words[1:2]
    )


def _is_about_command(question: BoardQuestion) -> bool:
    """Whether *question* asks how or whether a word of the program can be used: ``undo``."""
    is_fit = question.has_any("can", "why", "how", "when") and not question.places
    known = f"{LISTED} can why how when not must go capture play option last turn".split()
    others = [word for word in question.words if not command_meant(word)]
    return (
        is_fit
        and len(others) < len(question.words)
        and all(has_meaning(word, "filling", *known) for word in others)
    )


def _described(words: tuple[str, ...], text: str, around: Surroundings) -> BoardQuestion:
    """The question of *words*, whose topic is not known yet."""
    # an article is no place, though a board may have one of that name
    long = [word for word in words if len(word) > 1 or len(words) == 1]
    places = tuple(around.places[word] for word in long if word in around.places)
    missing = [w for w in words if _PLACE.fullmatch(w) and w not in around.places]
    rest = [word for word in words if word not in around.places or word not in long]
    names = tuple(word for word in rest if meanings(word) <= THINGS and around.is_name(word))
    unknown = tuple(word for word in rest if meanings(word) <= SYNONYMS and word not in names)
    return BoardQuestion(
        "unknown",
        words,
        text,
        places=places,
        names=names,
        missing="".join(missing[:1]),
        unknown=unknown,
    )


def _move_meant(question: BoardQuestion, around: Surroundings, *, marked: bool) -> str:
    """The decision, in notation, that *question* is about; ``""``: none."""
    tokens = question.text.split()
    is_about = question.has_any("can", "why", "if", "play", "not", "what", "many", "best")
    for end in range(len(tokens), 0, -1):
        for start in range(end):
            text = " ".join(tokens[start:end])
            if (is_about or (marked and start == 0)) and around.is_move(text):
                if plain(text) in around.places and not _is_played(question):
                    continue
                return text
        if not has_meaning(plain(tokens[end - 1]), *_BEHIND_MOVES):
            break
    if question.missing and is_about and _is_played(question):
        alone = [token for token in tokens if plain(token) == question.missing]
        if alone:
            return alone[0]
    odd = [n for n, token in enumerate(tokens) if _is_notation(token, around)]
    if not odd or not (is_about or (marked and len(odd) == len(tokens))):
        return ""
    behind = tokens[odd[-1] + 1 :]
    if not all(has_meaning(plain(each), *_BEHIND_MOVES) for each in behind):
        return ""
    first = odd[0]
    while first and len(tokens[first - 1]) == 1 and not meanings(plain(tokens[first - 1])):
        first -= 1
    return " ".join(tokens[first : odd[-1] + 1]).strip(",;:")


def _is_played(question: BoardQuestion) -> bool:
    """Whether *question* asks if its place alone can be played, as where places are decisions."""
    is_open = question.has_any("what", "who", "many", "far", "whither", "whence", "option")
    count = len(question.places) + bool(question.missing)
    return question.has_any("play", "why") and not is_open and count == 1


def _is_notation(token: str, around: Surroundings) -> bool:
    """Whether *token* is written as decisions are, and not as a word."""
    bare = plain(token).strip(",;:'’\"")
    if not _DIGIT.search(bare) or _NUMBER.fullmatch(bare) or _PLACE.fullmatch(bare):
        return False
    return not all(
        word in around.places or meanings(word) or around.is_name(word)
        for word in re.split(r"['’]", bare)
    )


def _with_roles(question: BoardQuestion) -> BoardQuestion:
    """*question* with the parts that its places have in it: starts and goals."""
    if question.topic == "options":  # what can d4 do?
        index = [word.lower() for word in question.words].index(question.places[0].lower())
        is_subject = _first(question, "play") > index > _first(question, "can")
        is_subject = is_subject and not question.has_any("own_side", "with", "from", "impersonal")
        ((at, relation, _index),) = _relations(question)
        if relation in ("to", "on") and not question.has_any("play", "option"):
            return replace(question, topic="go", goals=(at,))
        return replace(question, starts=question.places) if is_subject else question
    if question.topic not in ("between", "capture", "go", "far", "safe", "put"):
        return question
    found = _relations(question)
    if question.topic == "put" and _asks_where(question.words):
        return replace(question, starts=question.places)
    if question.topic == "go" and has_meaning(question.words[0], "from", "whence"):
        return replace(question, goals=question.places)
    starts = [at for at, relation, _index in found if relation in ("from", "with")]
    goals = [at for at, relation, _index in found if relation == "to"]
    open_ones = [each for each in found if each[0] not in (*starts, *goals)]
    if question.topic == "safe" or (question.topic == "put" and not starts):
        return replace(question, goals=question.places)
    is_passive = question.has_any("captured") and question.has_any("passive")
    if question.topic == "between":
        for at, _relation, _index in open_ones:
            into = goals if starts or (is_passive and not goals) else starts
            into.append(at)
    elif question.topic == "capture":
        for at, _relation, index in [*open_ones, *(each for each in found if each[0] in goals)]:
            is_agent = index < _first(question, "capture") and not (
                is_passive or question.has_any("impersonal") or at in goals
            )
            starts, goals = ([at], []) if is_agent else (starts, [at])
    else:
        for at, relation, index in open_ones:
            is_put = question.has_any("put") or not _is_piece_before(question, index)
            is_goal = (relation == "on" and is_put) or (
                question.has_any("reach") and index > _first(question, "reach")
            )
            is_goal = is_goal and not question.has_any("whither")
            (goals if is_goal else starts).append(at)
    return replace(question, starts=tuple(starts), goals=tuple(goals))


def _relations(question: BoardQuestion) -> list[tuple[str, str, int]]:
    """Each place of *question* with its relation (``from``, ``with``, ``to``, ``on``, ``""``) and
    where it stands."""
    ids = {at.lower(): at for at in question.places}
    found, relation = list[tuple[str, str, int]](), ""
    for index, word in enumerate(question.words):
        if word in ids:
            found.append((ids[word], relation, index))
            relation = ""
        elif has_meaning(word, "from"):
            relation = "from"
        elif has_meaning(word, "with"):
            relation = "with"
        elif has_meaning(word, "on"):
            relation = relation or "on"
        elif has_meaning(word, "onto"):
            relation = "to"
        elif has_meaning(word, "go", "capture", "put", "play"):
            relation = ""
    return found


def _first(question: BoardQuestion, meaning: str) -> int:
    """Where the first word with that *meaning* stands; at the end if there is none."""
    found = (n for n, word in enumerate(question.words) if has_meaning(word, meaning))
    return next(found, len(question.words))


def _is_piece_before(question: BoardQuestion, index: int) -> bool:
    """Whether the place at *index* says where a piece stands: ``the stack on d4``."""
    before = [word for word in question.words[:index] if not has_meaning(word, "on")]
    return bool(before) and (before[-1] in question.names or has_meaning(before[-1], "piece"))
