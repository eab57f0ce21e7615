"""The words that are typed at every prompt: ``undo``, ``moves``, ``save``. One table for all faces.

Prompts, help, completion, the pages of keys and docs/words.md are made from ``WORDS``. A word means
the same at the board of a terminal, line by line, on the page, in lessons, studies, set-ups and at
a host. English words work in every language, for scripts; each language adds its own.

The game comes first: a text that a legal decision is, or begins with, is never a word, unless a
colon stands before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from gipf_meta.base.normal_forms import without_accents
from gipf_meta.base.texts import N_, _, language
from gipf_meta.protocol.view import Choice

PromptKind: TypeAlias = Literal["match", "host", "set-up", "study", "lesson", "end", "desk"]
"""The prompts: of a match that goes on, of any room at a host, of a board that is set up, of a
study, of a lesson, after the end of a match, of the lists and forms before a match."""
FORCES: Final = ":"
"""The sign before a word that is also a decision of the game."""
LIKE_A_WORD: Final = 0.75
"""The least likeness to a word, as ``difflib`` counts it, of a text that may be one mistyped."""
SHORTEST_MISTYPED: Final = 3
"""The fewest letters of a text that may be a word mistyped."""

_AT_BOARD: Final = ("match", "set-up", "study", "lesson", "end")
_IN_ROOM: Final = ("match", "set-up", "study", "end")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the table. *names* are all its names behind a colon, which tells their translation
    from that of a label: the first is the usual one. A translation lists those of its language.
    *at* are the prompts at which it applies, *argument* is what may follow it, in brackets if it
    need not. *key* is its key in the terminal, if it has one."""

    names: str
    does: str
    at: tuple[PromptKind, ...]
    argument: str = ""
    key: str = ""

    @property
    def name(self) -> str:
        """The name by which the program knows it: English, the first."""
        return _split(self.names)[0]

    @property
    def shown_name(self) -> str:
        """Its usual name in the player's language."""
        return _split(_(self.names))[0]

    @property
    def shown(self) -> str:
        """Its usual name with its argument, in the player's language: ``moves [PLACE]``."""
        return f"{self.shown_name} {_(self.argument)}" if self.argument else self.shown_name


WORDS: Final[tuple[Word, ...]] = (
    Word(N_(":help h"), N_("this list"), (*_AT_BOARD, "desk"), key="question_mark"),
    Word(N_(":moves m"), N_("what can be played now, or with a place"),
         ("match", "set-up", "study", "lesson"), N_("[PLACE]")),
    Word(N_(":board b"), N_("the board again; with on or off: at every turn, or not"),
         _AT_BOARD, N_("[on|off]")),
    Word(N_(":score"), N_("all that stands beside the board: points, reserves, clocks"),
         ("match", "study", "lesson", "end")),
    Word(N_(":news n"), N_("all that was said so far, or of so many turns"),
         ("match", "study", "end"), N_("[TURNS]"), key="f2"),
    Word(N_(":undo u"), N_("take back the last decision, if others agree"),
         ("match", "set-up", "study"), key="u"),
    Word(N_(":redo"), N_("play again what was taken back"),
         ("match", "set-up", "study"), key="U"),
    Word(N_(":hint"), N_("what to play, and why"), ("match", "study", "lesson"), key="H"),
    Word(N_(":analyse analyze"), N_("the best lines, and chances"), ("match", "study"), key="A"),
    Word(N_(":resign"), N_("give up this game, or this duel alone"), ("match",), key="R"),
    Word(N_(":draw"), N_("offer a draw, of this duel alone in a duel"), ("match",), key="D"),
    Word(N_(":next"), N_("play it when your turn comes; next alone: no more of that"),
         ("match",), N_("[MOVE]")),
    Word(N_(":if"), N_("answer in advance: if d4 then e5; or if anything, if won"),
         ("match",), N_("MOVE then …")),
    Word(N_(":plan"), N_("what you have planned; plan off: no more of that"),
         ("match",), N_("[off]"), key="E"),
    Word(N_(":pause"), N_("stop the clock, if others agree: pause 15m"),
         ("match",), N_("[TIME]"), key="P"),
    Word(N_(":live"), N_("this duel at an hour, in a match of days: live tomorrow 20:00"),
         ("match",), N_("[HOUR]")),
    Word(N_(":continue ready"), N_("time may pass"), ("match",)),
    Word(N_(":yes y"), N_("agree to what is asked"), ("match", "end")),
    Word(N_(":no"), N_("decline what is asked"), ("match", "end")),
    Word(N_(":rematch"), N_("the same match again, with seats changed"), ("end",)),
    Word(N_(":review"), N_("what each turn was worth"), ("study", "end")),
    Word(N_(":retry"), N_("your blunder once more, as a puzzle: retry 2"),
         ("end",), N_("[NUMBER]")),
    Word(N_(":tree"), N_("all turns and variations"), ("study",)),
    Word(N_(":go"), N_("to that turn: go 12, go 12.1.3"), ("study",), N_("TURN")),
    Word(N_(":back"), N_("to the turn, or the page, before; back 3"),
         ("study", "lesson"), N_("[TURNS]"), key="comma"),
    Word(N_(":on"), N_("to the next turn; on 3"), ("study",), N_("[TURNS]"), key="full_stop"),
    Word(N_(":first"), N_("to the beginning"), ("study",)),
    Word(N_(":last"), N_("to the end of this line"), ("study",)),
    Word(N_(":up"), N_("to the line above that begins instead of this turn"), ("study",)),
    Word(N_(":down"), N_("to the line below that begins instead of this turn"), ("study",)),
    Word(N_(":comment"), N_("write beside the turn"), ("study",), N_("[WORDS]")),
    Word(N_(":sign"), N_("what the turn is worth: sign !?"), ("study",), N_("[SIGNS]")),
    Word(N_(":mark"), N_("a ring, or an arrow, for the board here; again: away; alone: all away"),
         ("study",), N_("[PLACE [PLACE]]")),
    Word(N_(":promote"), N_("let this line change places with the one it varies"),
         ("study",), N_("[TURN]")),
    Word(N_(":delete"), N_("delete the turn and what follows"), ("study",), N_("[TURN]")),
    Word(N_(":restore"), N_("take back what was deleted, promoted or written last"),
         ("study",), key="Z"),
    Word(N_(":again"), N_("make that change again after all"), ("study",)),
    Word(N_(":waiting"), N_("the next match that waits for you, here or at another host"),
         ("host", "desk"), key="ctrl+n"),
    Word(N_(":people"), N_("who sits where, and what can be done about it"), ("host",), key="I"),
    Word(N_(":profile"), N_("who sits there: since when at this host, and the results"),
         ("host",), N_("[SEAT]")),
    Word(N_(":invite"), N_("links for others; with a seat a new link to it"),
         ("host",), N_("[SEAT]")),
    Word(N_(":uninvite"), N_("that link works no more"), ("host",), N_("[SEAT]")),
    Word(N_(":sit"), N_("take a free seat"), ("host",), N_("[SEAT]")),
    Word(N_(":seat"), N_("let a bot take it: seat SEAT easy"), ("host",), N_("SEAT BOT")),
    Word(N_(":claim"), N_("the win, from who has gone"), ("host",), N_("[SEAT]")),
    Word(N_(":leave"), N_("give up the seat and leave"), ("host",), key="Q"),
    Word(N_(":begin"), N_("a new match from this position"), ("match", "set-up", "study"), key="M"),
    Word(N_(":study"), N_("a study of this match: walk in it, try other moves"),
         ("match", "end"), key="W"),
    Word(N_(":rules"), N_("the rules of this game"), _AT_BOARD, key="f1"),
    Word(N_(":copy"), N_("what can be copied: position, game, link; copy link: that"),
         _IN_ROOM, N_("[WHAT]"), key="C"),
    Word(N_(":save w"), N_("save it in a file"), _IN_ROOM, N_("[FILE]"), key="S"),
    Word(N_(":list l"), N_("the lines of this screen again"), ("desk",)),
    Word(N_(":play"), N_("begin the match, in a form"), ("desk",)),
    Word(N_(":options o"), N_("all fields of the form"), ("desk",)),
    Word(N_(":quit q exit"), N_("leave; what is played is kept"), (*_AT_BOARD, "desk"),
         key="ctrl+l"),
)  # fmt: skip
"""All words, in the order of the help."""


class TypedWord(NamedTuple):
    """A word as it was typed: *written* so, with its *argument*."""

    word: Word
    written: str
    argument: str


@cache
def _by_name(_language: str) -> dict[str, Word]:
    """The words by their names, English ones and those of the player's language, without accents.

    A name that English has for another word keeps the English meaning, for scripts.
    """
    own = ((without_accents(name), word) for word in WORDS for name in _split(_(word.names)))
    english = ((name, word) for word in WORDS for name in _split(word.names))
    return {**dict(own), **dict(english)}


def named(name: str) -> Word | None:
    """The word that *name* names, in English or the player's language; ``None``: there is none."""
    return _by_name(language()).get(without_accents(name))


def typed_word(typed: str, choices: Iterable[Choice] = ()) -> TypedWord | None:
    """The word in *typed*, wherever it applies; ``None``: the text belongs to the game, whose legal
    *choices* come first, or is a question or a decision.

    >>> typed_word("save match.json").argument
    'match.json'
    """
    forced = typed.startswith(FORCES)
    text = typed.removeprefix(FORCES).strip()
    written, _blank, argument = text.partition(" ")
    word = named(written)
    if word is None or (not forced and _is_of_game(text, choices)):
        return None
    argument = argument.strip()
    if argument.endswith("?") and word.name != "sign":
        return None  # a question that begins like a word
    return TypedWord(word, written, argument)


def _is_of_game(text: str, choices: Iterable[Choice]) -> bool:
    """Whether *text* belongs to the game rather than being a word of the program: it begins one of
    *choices*, or its first part does; or that is one letter, a capital as those of pieces are, or
    with more behind it, as ``W d4`` is, which may be impossible now."""
    written, _blank, argument = text.partition(" ")
    choices = [*choices]
    if len(written) == 1 and (argument or (choices and written.isupper())):
        return True
    return begins_choice(text, choices) or begins_choice(written, choices)


def word_at(typed: str, choices: Iterable[Choice], at: Collection[PromptKind]) -> TypedWord | None:
    """As ``typed_word``, at a prompt that is all of *at*: a word that is for another prompt, with
    more behind it than it may have, begins a question or a decision."""
    found = typed_word(typed, choices)
    if found is None or applies(found.word, at) or not found.argument or found.word.argument:
        return found
    return None


def begins_choice(text: str, choices: Iterable[Choice]) -> bool:
    """Whether one of *choices* is written *text*, or begins with it, or has it among its words, in
    small letters or capitals.

    >>> begins_choice("", [Choice("pass", ("pass",))])
    False
    >>> begins_choice("claim", [Choice("*b2", ("claim",))])
    True
    """
    begun = text.casefold()
    return bool(begun) and any(
        each.notation.casefold().startswith(begun) or begun in map(str.casefold, each.path)
        for each in choices
    )


def applies(word: Word, at: Collection[PromptKind]) -> bool:
    """Whether *word* applies at a prompt that is all of *at*."""
    return not set(at).isdisjoint(word.at)


def words_at(at: Collection[PromptKind]) -> Iterator[Word]:
    """The words that apply at a prompt that is all of *at*, in the order of the table."""
    return (word for word in WORDS if applies(word, at))


def why_not_here(typed: TypedWord, at: Collection[PromptKind]) -> str:
    """A sentence: why the word cannot be used at a prompt that is all of *at*, and what leads to
    where it can; ``""`` if it can."""
    word = typed.word
    if not applies(word, at):
        where, study = _ONLY[word.at[0]], named("study")
        if word.at[0] == "study" and study is not None and not applies(study, at):
            where = N_("{word} is for studies; help lists what can be typed here.")
        return _(where).format(word=typed.written)
    if typed.argument and not word.argument:
        return _("Type {command} alone, with nothing behind it.").format(command=typed.written)
    return ""


_ONLY: Final[dict[PromptKind, str]] = {
    "match": N_("{word} is for a match that goes on; help lists what can be typed here."),
    "host": N_("{word} is for matches at a host; this one is played here alone."),
    "set-up": N_("{word} is for a board that is set up; help lists what can be typed here."),
    "study": N_("{word} is for studies: study opens one of a match."),
    "lesson": N_("{word} is for lessons; help lists what can be typed here."),
    "end": N_("{word} is for a match that is over; help lists what can be typed here."),
    "desk": N_("{word} is for the lists before a match; help lists what can be typed here."),
}


def mistyped(typed: str, at: Collection[PromptKind]) -> str:
    """The name most like the first word of *typed* among those that apply; ``""``: none is."""
    written = without_accents(typed.removeprefix(FORCES).strip().partition(" ")[0])
    if len(written) < SHORTEST_MISTYPED or not written.isalpha():
        return ""
    names = {
        without_accents(name): name
        for word in words_at(at)
        for name in names_of(word)
        if len(name) > 1
    }
    near = get_close_matches(written, names, 1, LIKE_A_WORD)
    return names[near[0]] if near else ""


def completions(typed: str, at: Collection[PromptKind]) -> list[str]:
    """The words that apply and begin with *typed*, by their usual names, in the table's order; all
    of them for an empty one. *typed* may be in any language of ``named``."""
    forced = FORCES if typed.startswith(FORCES) else ""
    begun = without_accents(typed.removeprefix(FORCES))
    return [
        f"{forced}{name}"
        for word in words_at(at)
        if (
            name := next((n for n in _long_names(word) if without_accents(n).startswith(begun)), "")
        )
    ]


def names_of(word: Word) -> Sequence[str]:
    """The names of *word* in the player's language, then the English ones."""
    return tuple(dict.fromkeys((*_split(_(word.names)), *_split(word.names))))


def _split(names: str) -> list[str]:
    return names.removeprefix(FORCES).split()


def _long_names(word: Word) -> Sequence[str]:
    """The names of *word* that are no abbreviations."""
    return tuple(name for name in names_of(word) if len(name) > 1)


def help_lines(at: Collection[PromptKind]) -> list[str]:
    """The words that apply at a prompt that is all of *at*, a line each: how it is typed, and what
    it does."""
    return word_lines([*words_at(at)])


def word_lines(words: Sequence[Word]) -> list[str]:
    """A line for each of *words*: how it is typed, and what it does."""
    width = max((len(word.shown) for word in words), default=0)
    return [f"  {word.shown:<{width}}  {_(word.does)}" for word in words]
