"""Questions understood: a typed text becomes a ``Question``, by its verb and its relations.

Each ``Form`` says which meanings a question must have and which it may have. A word that a form
does not know keeps it from matching, so a question is rather not understood than understood wrong.
The first form that fits decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

from gipf_meta.narration.question_words import has_meaning, meanings, plain, split_words

Topic = Literal[
    "help", "unknown", "no_place", "move", "command", "between", "distance", "owner", "safe",
    "capture", "go", "put", "options", "around", "line", "height", "place", "score",
    "rules", "first", "who_plays", "best", "count", "sand", "stake", "last", "danger", "gains",
    "sheet", "trays", "captures", "movers", "situation", "kind", "choices", "pieces", "board",
    "far",
]  # fmt: skip
"""The subjects of questions."""

NO_PLACE, ONE, TWO, ANY = range(1), range(1, 2), range(2, 3), range(1, 9)
"""How many places a question may name."""
_PLACE: Final = re.compile(r"[a-z][0-9]{1,2}")
_OF_NAMES: Final = frozenset({"rings", "glass"})
"""The meanings that a word may have beside being a name."""
_BEHIND_MOVES: Final = ("can", "filling", "on")
"""The meanings of words that may stand behind a decision: ``is d4-d5 possible now``."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a question can be about: the *places* of the board by their names in small letters,
    whether a word *is_name* of a piece, a tray or a player, whether a text *is_move* that is legal,
    and whether one *is_refused*, though it is a decision of the game."""

    places: dict[str, str]
    is_name: Callable[[str], bool]
    is_move: Callable[[str], bool]
    is_refused: Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Question:
    """A question that is understood.

    *topic* is its subject; *words* are all its words, *names* those of pieces, trays or players.
    *places* are those named, *goals* those that something goes to or that is captured, *starts*
    those from which or with which something is done. *missing* is a place that does not exist,
    *move* a decision in notation, *unknown* are words that nobody understands. *asked* is the text
    without its question mark; *in_full*: all answers are wanted.
    """

    topic: Topic
    words: tuple[str, ...] = ()
    asked: str = ""
    in_full: bool = False
    places: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    missing: str = ""
    move: str = ""
    unknown: tuple[str, ...] = ()

    def has_any(self, *wanted: str) -> bool:
        """Whether the question has a word with one of the *wanted* meanings."""
        return any(has_meaning(word, *wanted) for word in self.words)


@dataclass(frozen=True, slots=True)
class Form:
    """A form of questions on a *topic*: it *needs* a word of each of these meanings (``a|b``: of
    one of them), *allows* others, and *lacks* those. *places* says how many places it names;
    *named*, whether names of pieces or players may stand in it (``None``: must)."""

    topic: Topic
    needs: str
    allows: str = ""
    places: range = NO_PLACE
    named: bool | None = False
    lacks: str = ""

    def fits(self, question: Question) -> bool:
        """Whether *question* has this form."""
        if len(question.places) not in self.places or (self.named is None and not question.names):
            return False
        if self.lacks and question.has_any(*self.lacks.split()):
            return False
        if not all(question.has_any(*need.split("|")) for need in self.needs.split()):
            return False
        known = {*self.needs.replace("|", " ").split(), *self.allows.split(), "filling"}
        free = {at.lower() for at in question.places}
        free |= {*(question.names if self.named is not False else ())}
        return all(word in free or has_meaning(word, *known) for word in question.words)


_ANYBODY: Final = "mine others own_side third someone piece on be impersonal"
_LISTED: Final = f"{_ANYBODY} what who where how many whole"
_FORMS: Final = (
    Form("help", "ask", f"{_LISTED} can play"),
    Form("first", "begin who|whose", f"{_ANYBODY} who whose play must can have go"),
    Form("first", "begin mine", f"{_ANYBODY} play must can have"),
    # two places
    Form(
        "between",
        "go|capture|put|play|can",
        f"{_LISTED} go capture put play can from to with not why passive option must far spot",
        TWO,
        True,
        "around between",
    ),
    Form(
        "distance",
        "far|around|line|between|directions",
        f"{_LISTED} far from to with around line between directions stand spot",
        TWO,
        True,
    ),
    # one place
    Form("owner", "whose|own", f"{_LISTED} own whose have from to", ONE, True),
    Form("owner", "who", f"{_ANYBODY} have stand", ONE),
    Form("height", "high|many", f"{_LISTED} stand high from have", ONE),
    Form(
        "safe",
        "danger",
        f"{_LISTED} danger can capture passive with not from why must",
        ONE,
        True,
    ),
    Form(
        "capture",
        "capture",
        f"{_LISTED} capture can passive with from to go not why must option put spot",
        ONE,
        True,
    ),
    Form("far", "how far", f"{_LISTED} far go can from to with not option line", ONE, True),
    Form(
        "go",
        "go|whither",
        f"{_LISTED} whither whence go can from to with play put not why must option spot remaining"
        " empty",
        ONE,
        True,
        "last",
    ),
    Form("put", "put", f"{_LISTED} can not why must to with option spot", ONE, True),
    Form(
        "options",
        "play|option|can",
        f"{_LISTED} can play option with from to not why must remaining",
        ONE,
        True,
        "last",
    ),
    Form("around", "around|directions", f"{_LISTED} to from stand spot directions around", ONE),
    Form("line", "line", f"{_LISTED} to from stand spot line", ONE),
    Form(
        "place",
        "",
        f"{_LISTED} stand empty occupied gone full special spot rings own have sand high tray"
        " remaining captured",
        ANY,
        True,
    ),
    # what the rules or another word of the program tell
    Form("who_plays", "who|someone mine", "mine own_side someone play be go what who"),
    Form("who_plays", "who", "be play someone others", named=None),
    Form("who_plays", "many someone", "many how play there someone be who"),
    Form(
        "rules",
        "how|when|what|why|can|if win",
        f"{_ANYBODY} how when what can must play end go win if",
        lacks="lead_now",
    ),
    Form("rules", "mean", f"{_LISTED} win can play go board mean capture end option", named=True),
    Form("rules", "when|how end|win", f"{_ANYBODY} end when how can must begin", named=True),
    Form(
        "rules",
        "how how_does go|capture|put|play|win",
        f"{_ANYBODY} how how_does go capture put play win can not must",
        named=True,
        lacks="many",
    ),
    Form(
        "gains",
        "gain can|play|option",
        f"{_LISTED} gain can play option points with go",
        lacks="many",
    ),
    Form("best", "best", f"{_LISTED} best can must play go put capture option", named=True),
    Form(
        "score",
        "lead",
        f"{_LISTED} lead win have far with can last sheet points end gain",
        named=True,
        lacks="play",
    ),
    Form("sheet", "sheet", f"{_LISTED} sheet have", named=True),
    # what has been played
    Form("situation", "many last", f"{_LISTED} last option go turn play have"),
    Form(
        "last",
        "last",
        f"{_LISTED} last play go put capture option have turn",
        named=True,
        lacks="many",
    ),
    Form("situation", "end", f"{_ANYBODY} end can last"),
    # what can be played
    Form("gains", "gain", "gain what", lacks="points"),
    Form(
        "captures",
        "capture can|must",
        f"{_LISTED} capture can must not why with passive option go turn play from have to",
        named=True,
    ),
    Form("captures", "capture have to", f"{_ANYBODY} capture have to go", lacks="captured"),
    Form("captures", "capture option", f"{_LISTED} capture option"),
    Form(
        "choices",
        "option",
        f"{_LISTED} have can play option must remaining with",
        lacks="last",
    ),
    Form(
        "choices",
        "can play",
        f"{_LISTED} play can must option not spot have to with turn remaining",
    ),
    Form("situation", "must", f"{_ANYBODY} go play must option", lacks="what where have"),
    Form(
        "choices",
        "can|whither put|play",
        f"{_LISTED} whither put play can option must not spot have remaining empty",
        named=True,
    ),
    Form("choices", "play have to", f"{_LISTED} play have to"),
    Form(
        "movers",
        "can|must|whither go",
        f"{_LISTED} go can must not whither option have remaining to why from with",
        named=True,
    ),
    Form("choices", "can", f"{_LISTED} can must not option board", named=None),
    Form("choices", "what can", f"{_ANYBODY} what can"),
    Form("stake", "stake", f"{_ANYBODY} stake what who win for why last about"),
    Form("danger", "danger", f"{_LISTED} danger", named=True),
    Form("sand", "sand", f"{_LISTED} sand have remaining turn begin end high glass", named=True),
    # what is there
    Form(
        "count",
        "many",
        f"{_LISTED} empty occupied gone full special spot rings tray remaining have own stand board"
        " captured capture",
        named=True,
    ),
    Form("situation", "turn|must", f"{_LISTED} whose have play go must turn can option to"),
    Form("situation", "whose option|go", f"{_ANYBODY} whose option go"),
    Form("situation", "mine option|go", f"{_ANYBODY} option go"),
    Form(
        "kind",
        "empty|gone|full|special",
        f"{_LISTED} empty gone full special spot rings tray remaining stand board",
    ),
    Form("board", "board", f"{_LISTED} board stand"),
    Form("pieces", "own what", f"{_LISTED} own stand board from to", named=True),
    Form("pieces", "where", f"{_LISTED} board stand have remaining spot", named=True),
    Form(
        "trays",
        "tray|have",
        f"{_LISTED} tray have captured capture remaining own sand",
        named=True,
    ),
    Form("pieces", "mine|others what|where", f"{_LISTED} own have stand board", named=True),
    Form("around", "around|line", f"{_LISTED} around line"),
    Form("rules", "what article", f"{_ANYBODY} what article", named=None),
    Form("pieces", "", f"{_LISTED} board stand have", named=None),
)
"""The forms of questions, the one that decides first."""


def understand(typed: str, around: Surroundings) -> Question | None:
    """The question that *typed* asks; ``None`` if it is clearly none."""
    asked, marked = typed.strip().rstrip("?!. \t"), typed.rstrip().endswith("?")
    words = tuple(split_words(asked))
    if not words:
        return Question("help") if marked else None
    in_full = False
    if len(words) > 1 and has_meaning(words[0], "whole") and has_meaning(words[1], "asking"):
        in_full, words, asked = True, words[1:], asked.partition(" ")[2].strip()
    question = _described(words, asked, around)
    question = replace(question, in_full=in_full)
    short = len(words) < 3 or bool(question.places or question.missing)
    begins = has_meaning(words[0], "asking") or (has_meaning(words[0], "bare") and short)
    if not (marked or begins):
        return None
    if move := _move_meant(question, around, marked=marked):
        return replace(question, topic="move", move=move)
    if question.missing:
        return replace(question, topic="no_place")
    if question.unknown:
        word = question.unknown[0]
        is_alone = question.unknown == (word,) and not question.places
        if is_alone and question.has_any("can", "why") and around.is_refused(word):
            return replace(question, topic="move", move=word)
        return question
    if (
        not question.places
        and question.has_any("command")
        and question.has_any("can", "why", "how", "when")
        and not question.has_any("lead", "begin", "end")
    ):
        return replace(question, topic="command")
    form = next((form for form in _FORMS if form.fits(question)), None)
    return question if form is None else _with_roles(replace(question, topic=form.topic))


def _described(words: tuple[str, ...], asked: str, around: Surroundings) -> Question:
    """The question of *words*, whose topic is not known yet."""
    # an article is no place, though a board may have one of that name
    long = [word for word in words if len(word) > 1 or len(words) == 1]
    places = tuple(around.places[word] for word in long if word in around.places)
    missing = [w for w in words if _PLACE.fullmatch(w) and w not in around.places]
    rest = [word for word in words if word not in around.places or word not in long]
    names = tuple(word for word in rest if meanings(word) <= _OF_NAMES and around.is_name(word))
    unknown = tuple(word for word in rest if not meanings(word) and word not in names)
    return Question(
        "unknown",
        words,
        asked,
        places=places,
        names=names,
        missing="".join(missing[:1]),
        unknown=unknown,
    )


def _move_meant(question: Question, around: Surroundings, *, marked: bool) -> str:
    """The decision, in notation, that *question* is about; ``""``: none."""
    tokens = question.asked.split()
    is_about = question.has_any("can", "why", "if", "play", "not")
    for end in range(len(tokens), 0, -1):
        for start in range(end):
            text = " ".join(tokens[start:end])
            if (is_about or (marked and start == 0)) and around.is_move(text):
                if plain(text) in around.places and not _is_played(question):
                    continue
                return text
        if not has_meaning(plain(tokens[end - 1]), *_BEHIND_MOVES):
            break
    odd = [n for n, token in enumerate(tokens) if _is_notation(token, around)]
    if not odd or not (is_about or (marked and len(odd) == len(tokens))):
        return ""
    first = odd[0]
    while first and len(tokens[first - 1]) == 1 and not meanings(plain(tokens[first - 1])):
        first -= 1
    return " ".join(tokens[first : odd[-1] + 1]).strip(",;:")


def _is_played(question: Question) -> bool:
    """Whether *question* asks if its place alone can be played, as where places are decisions."""
    is_open = question.has_any("what", "who", "many", "far", "whither", "whence", "option")
    return question.has_any("play", "why") and not is_open and len(question.places) == 1


def _is_notation(token: str, around: Surroundings) -> bool:
    """Whether *token* is written as decisions are, and not as a word."""
    bare = plain(token).strip(",;:'’\"")
    if not any(each.isdigit() for each in bare) or bare.isdigit() or _PLACE.fullmatch(bare):
        return False
    return not all(
        word in around.places or meanings(word) or around.is_name(word)
        for word in re.split(r"['’]", bare)
    )


def _with_roles(question: Question) -> Question:
    """*question* with the parts that its places have in it: starts and goals."""
    if question.topic == "options":  # what can d4 do?
        index = [word.lower() for word in question.words].index(question.places[0].lower())
        is_subject = _first(question, "play") > index > _first(question, "can")
        is_subject = is_subject and not question.has_any("own_side", "with", "from", "impersonal")
        return replace(question, starts=question.places) if is_subject else question
    if question.topic not in ("between", "capture", "go", "far", "safe", "put"):
        return question
    found = _relations(question)
    starts = [at for at, relation, _index in found if relation in ("from", "with")]
    goals = [at for at, relation, _index in found if relation == "to"]
    open_ones = [each for each in found if each[0] not in (*starts, *goals)]
    if question.topic in ("safe", "put"):
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
            is_goal = (relation == "on" and not _is_piece_before(question, index)) or (
                question.has_any("reach") and index > _first(question, "reach")
            )
            is_goal = is_goal and not question.has_any("whither")
            (goals if is_goal else starts).append(at)
    return replace(question, starts=tuple(starts), goals=tuple(goals))


def _relations(question: Question) -> list[tuple[str, str, int]]:
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


def _first(question: Question, meaning: str) -> int:
    """Where the first word with that *meaning* stands; at the end if there is none."""
    found = (n for n, word in enumerate(question.words) if has_meaning(word, meaning))
    return next(found, len(question.words))


def _is_piece_before(question: Question, index: int) -> bool:
    """Whether the place at *index* says where a piece stands: ``the stack on d4``."""
    before = [word for word in question.words[:index] if not has_meaning(word, "on")]
    return bool(before) and (before[-1] in question.names or has_meaning(before[-1], "piece"))
