"""The forms of questions: which verbs and relations make a question on a topic.

Each ``QuestionForm`` says which meanings a question must have and which it may have. A word that a
form does not know keeps it from fitting, so a question is rather not understood than understood
wrong. The first form that fits decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from gipf_meta.narration.question_words import has_meaning

Topic = Literal[
    "help", "unknown", "no_place", "move", "command", "between", "distance", "owner", "safe",
    "capture", "go", "put", "options", "around", "line", "height", "place", "score",
    "rules", "first", "who_plays", "best", "count", "sand", "stake", "last", "danger", "gains",
    "sheet", "trays", "captures", "movers", "situation", "kind", "choices", "pieces", "board",
    "far", "compare", "highest",
]  # fmt: skip
"""The subjects of questions."""

NO_PLACE, ONE, TWO, ANY = range(1), range(1, 2), range(2, 3), range(1, 9)
"""How many places a question may name."""


@dataclass(frozen=True, slots=True)
class BoardQuestion:
    """A question that is understood.

    *topic* is its subject; *words* are all its words, *names* those of pieces, trays or players.
    *places* are those named, *goals* those that something goes to or that is captured, *starts*
    those from which or with which something is done. *missing* is a place that does not exist,
    *move* a decision in notation, *unknown* are words that nobody understands. *text* is the
    question without its question mark; *in_full*: all answers are wanted.
    """

    topic: Topic
    words: tuple[str, ...] = ()
    text: str = ""
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
class QuestionForm:
    """A form of questions on a *topic*: it *needs* a word of each of these meanings (``a|b``: of
    one of them), *allows* others, and *lacks* those. *places* says how many places it names;
    *named*, whether names of pieces or players may stand in it (``None``: must)."""

    topic: Topic
    needs: str
    allows: str = ""
    places: range = NO_PLACE
    named: bool | None = False
    lacks: str = ""

    def fits(self, question: BoardQuestion) -> bool:
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
LISTED: Final = f"{_ANYBODY} what who where how many whole"
"""The meanings that most questions may have: who is meant, and how it is asked."""
FORMS: Final = (
    QuestionForm("help", "ask", f"{LISTED} can play"),
    QuestionForm("first", "begin who|whose", f"{_ANYBODY} who whose play must can have go"),
    QuestionForm("first", "begin mine", f"{_ANYBODY} play must can have"),
    # two places
    QuestionForm(
        "between",
        "go|capture|put|play|can",
        f"{LISTED} go capture put play can from to with not why passive option must far spot",
        TWO,
        True,
        "around between or",
    ),
    QuestionForm(
        "distance",
        "far|around|line|between|directions",
        f"{LISTED} far from to with around line between directions stand spot",
        TWO,
        True,
    ),
    # one place
    QuestionForm("owner", "whose|own", f"{LISTED} own whose have from to stand", ONE, True),
    QuestionForm("owner", "who", f"{_ANYBODY} have stand", ONE),
    QuestionForm("place", "sand", f"{LISTED} sand when from have", ONE, True),
    QuestionForm("place", "many put", f"{LISTED} many put rings can to", ONE, True),
    QuestionForm("height", "high|many", f"{LISTED} stand high from have", ONE),
    QuestionForm(
        "safe",
        "danger",
        f"{LISTED} danger can capture passive with not from why must",
        ONE,
        True,
    ),
    QuestionForm(
        "capture",
        "capture",
        f"{LISTED} capture can passive with from to go not why must option put spot",
        ONE,
        True,
    ),
    QuestionForm("far", "how far", f"{LISTED} far go can from to with not option line", ONE, True),
    QuestionForm(
        "go",
        "go|whither",
        f"{LISTED} whither whence go can from to with play put not why must option spot remaining"
        " empty",
        ONE,
        True,
        "last",
    ),
    QuestionForm(
        "put", "put", f"{LISTED} can not why must to from with option spot", ONE, True, "many"
    ),
    QuestionForm("put", "why not", f"{LISTED} why not to", ONE, None),
    QuestionForm(
        "options",
        "play|option|can",
        f"{LISTED} can play option with from to not why must remaining",
        ONE,
        True,
        "last",
    ),
    QuestionForm(
        "around", "around|directions", f"{LISTED} to from stand spot directions around", ONE
    ),
    QuestionForm("line", "line", f"{LISTED} to from stand spot line", ONE),
    QuestionForm(
        "place",
        "",
        f"{LISTED} stand empty occupied gone full special spot rings own have sand high tray"
        " remaining captured",
        ANY,
        True,
    ),
    # what the rules or another word of the program tell
    QuestionForm(
        "who_plays",
        "who|someone mine",
        "mine own_side someone play be go what who",
        lacks="have",
    ),
    QuestionForm("who_plays", "who", "be play someone others", named=None),
    QuestionForm("who_plays", "many someone", "many how play there someone be who"),
    QuestionForm(
        "rules",
        "how|when|what|why|can|if win",
        f"{_ANYBODY} how when what can must play end go win if need to",
        lacks="lead_now",
    ),
    QuestionForm(
        "rules", "mean", f"{LISTED} win can play go board mean capture end option", named=True
    ),
    QuestionForm(
        "rules", "when|how end|win", f"{_ANYBODY} end when how can must begin", named=True
    ),
    QuestionForm(
        "rules",
        "how how_does go|capture|put|play|win",
        f"{_ANYBODY} how how_does go capture put play win can not must",
        named=True,
        lacks="many",
    ),
    QuestionForm(
        "gains",
        "gain can|play|option",
        f"{LISTED} gain can play option points with go",
        lacks="many",
    ),
    QuestionForm(
        "best",
        "best",
        f"{LISTED} best can must play go put capture option turn or",
        range(9),
        True,
    ),
    QuestionForm(
        "score",
        "lead",
        f"{LISTED} lead win have far with can last sheet points end gain special see many more",
        named=True,
        lacks="play",
    ),
    QuestionForm(
        "compare",
        "more who|have",
        f"{LISTED} more have captured capture tray remaining stand own board rings glass",
        named=True,
    ),
    QuestionForm("score", "special see|more", f"{LISTED} special see more have"),
    QuestionForm("sheet", "sheet", f"{LISTED} sheet have", named=True),
    QuestionForm("highest", "highest", f"{LISTED} highest stand have board", named=True),
    # what has been played
    QuestionForm("situation", "many last", f"{LISTED} last option go turn play have"),
    QuestionForm(
        "last",
        "last",
        f"{LISTED} last play go put capture option have turn",
        named=True,
        lacks="many",
    ),
    QuestionForm("situation", "end", f"{_ANYBODY} end can last"),
    # what can be played
    QuestionForm("gains", "gain", "gain what", lacks="points"),
    QuestionForm(
        "captures",
        "capture can|must",
        f"{LISTED} capture can must with passive option go turn play from have to",
        named=True,
        lacks="not",
    ),
    QuestionForm("captures", "capture have to", f"{_ANYBODY} capture have to go", lacks="captured"),
    QuestionForm("captures", "capture option", f"{LISTED} capture option"),
    QuestionForm(
        "choices",
        "option",
        f"{LISTED} have can play option must remaining with",
        lacks="last",
    ),
    QuestionForm(
        "choices",
        "can play",
        f"{LISTED} play can must option spot have to with turn remaining",
    ),
    QuestionForm("situation", "must", f"{_ANYBODY} go play must option", lacks="what where have"),
    QuestionForm(
        "choices",
        "can|whither put|play",
        f"{LISTED} whither put play can option must spot have remaining empty",
        named=True,
    ),
    QuestionForm("choices", "play have to", f"{LISTED} play have to"),
    QuestionForm(
        "movers",
        "can|must|whither go",
        f"{LISTED} go can must not whither option have remaining to why from with",
        named=True,
    ),
    QuestionForm("choices", "can", f"{LISTED} can must option board", named=None, lacks="many"),
    QuestionForm("choices", "many can|have turn", f"{_ANYBODY} how many can have turn option play"),
    QuestionForm("choices", "what can", f"{_ANYBODY} what can"),
    QuestionForm(
        "stake",
        "stake|challenge",
        f"{_ANYBODY} stake challenge what who win for why last about play go if",
        lacks="have",
    ),
    QuestionForm("danger", "danger", f"{LISTED} danger", named=True),
    QuestionForm(
        "sand", "sand", f"{LISTED} sand have remaining turn begin end high glass from", named=True
    ),
    # what is there
    QuestionForm(
        "count",
        "many",
        f"{LISTED} empty occupied gone full special spot rings tray remaining have own stand board"
        " captured capture put must far high passive points glass",
        named=True,
    ),
    QuestionForm("kind", "rings", f"{LISTED} rings remaining stand board where"),
    QuestionForm(
        "situation",
        "turn|must",
        f"{LISTED} whose have play go must turn can option to",
        named=True,
    ),
    QuestionForm("trays", "someone empty", f"{LISTED} someone empty remaining tray"),
    QuestionForm("situation", "whose option|go", f"{_ANYBODY} whose option go"),
    QuestionForm("situation", "mine option|go", f"{_ANYBODY} option go"),
    QuestionForm(
        "kind",
        "empty|gone|full|special",
        f"{LISTED} empty gone full special spot rings tray remaining stand board",
        lacks="someone",
    ),
    QuestionForm("board", "board", f"{LISTED} board stand"),
    QuestionForm("pieces", "own what", f"{LISTED} own stand board from to", named=True),
    QuestionForm("pieces", "where", f"{LISTED} board stand have remaining spot", named=True),
    QuestionForm(
        "trays",
        "tray|have",
        f"{LISTED} tray have captured capture remaining own sand far stand",
        named=True,
    ),
    QuestionForm("pieces", "mine|others what|where", f"{LISTED} own have stand board", named=True),
    QuestionForm("around", "around|line", f"{LISTED} around line"),
    QuestionForm(
        "rules",
        "what article",
        f"{_ANYBODY} what article how_does play",
        named=None,
        lacks="can have",
    ),
    QuestionForm("pieces", "", f"{LISTED} board stand have", named=None),
)
"""The forms of questions, the one that decides first."""
