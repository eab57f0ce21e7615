"""The lines that can be typed next: legal decisions, words of the table, and what may follow a
word."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from gipf_meta.base.normal_forms import without_accents
from gipf_meta.base.texts import _
from gipf_meta.bots.levels import BOTS
from gipf_meta.line.clipboard import copies_in
from gipf_meta.line.live_offers import PROPOSED
from gipf_meta.line.people_actions import PEOPLE_WORDS, about_people
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.line.typed_words import prompt_kinds
from gipf_meta.match import partial_decision
from gipf_meta.match.match import Match
from gipf_meta.match.plans import is_hidden
from gipf_meta.narration import vocabulary
from gipf_meta.narration.plan_words import ANYTHING, OFF, THEN, shown_name
from gipf_meta.narration.vocabulary import FORCES, PromptKind, Word
from gipf_meta.protocol.game import MoveError
from gipf_meta.protocol.view import Choice, View
from gipf_meta.records import tree
from gipf_meta.records.study import SIGNS

MOST: Final = 200
"""The most completions of one kind."""
PAUSES: Final = ("5m", "15m", "1h")
"""The times of a pause that are offered."""
ENDINGS: Final = (".json", ".gipf", ".sgf", ".txt", ".zip")
"""The endings of files that are offered to be opened."""
BETWEEN: Final = ",/ "
"""The signs between two decisions of a turn."""


class Completion(NamedTuple):
    """A whole *line* that can be typed, and what it *does* or gains, in a few words."""

    line: str
    does: str = ""


class Completions(NamedTuple):
    """The completions of a typed text: *moves* of the game, then *words* with what follows them.
    *about* says how the word that was typed goes on."""

    moves: Sequence[Completion] = ()
    words: Sequence[Completion] = ()
    about: str = ""

    @property
    def lines(self) -> list[str]:
        """All lines, in their order."""
        return [each.line for each in (*self.moves, *self.words)]


Complete: TypeAlias = Callable[[str], Completions]
"""Returns the completions of a typed text."""
Arguments: TypeAlias = Callable[[Word], Iterable[str]]
"""Returns what may follow a word."""


def no_arguments(_word: Word) -> Iterable[str]:
    """Nothing, for prompts where no list of arguments is known."""
    return ()


def completions(
    typed: str,
    choices: Sequence[Choice],
    at: Collection[PromptKind],
    arguments: Arguments = no_arguments,
) -> Completions:
    """The completions of *typed* at a prompt that is all of *at*: of the legal *choices* and the
    words that apply, or of the *arguments* of the word that stands before a blank."""
    forced = FORCES if typed.startswith(FORCES) else ""
    text = typed.removeprefix(FORCES).lstrip()
    found = () if forced else partial_decision.completions(choices, text, MOST)
    moves = [Completion(choice.notation, choice.gain) for choice in found]
    written, blank, begun = text.partition(" ")
    if not blank:
        return Completions(moves, [*_words(forced, text, choices, at)])
    word = vocabulary.named(written)
    if word is None or not word.argument or not vocabulary.applies(word, at):
        return Completions(moves)
    following = _beginning(begun.lstrip(), map(Completion, arguments(word)))
    lines = [Completion(f"{forced}{written} {each.line}") for each in following]
    return Completions(moves, lines, f"{word.shown}: {_(word.does)}")


def _words(
    forced: str, begun: str, choices: Sequence[Choice], at: Collection[PromptKind]
) -> Iterator[Completion]:
    """The words that begin with *begun*; one that is also a decision has the sign that forces
    it."""
    for name in vocabulary.completions(begun, at):
        word = vocabulary.named(name)
        sign = forced or (FORCES if vocabulary.begins_choice(name, choices) else "")
        yield Completion(f"{sign}{name}", _(word.does) if word is not None else "")


def arguments_at(
    view: Callable[[], View], game: str = "", played: PlayedMatch | None = None
) -> Arguments:
    """The arguments that may follow each word beside the board of *view*, in a match that begins
    with *game*; in the match that is *played* also copies, turns, seats and bots."""
    following: dict[str, Callable[[], Iterable[str]]] = {
        **dict.fromkeys(("moves", "mark"), lambda: (point.id for point in view().points)),
        "board": lambda: ("on", "off"),
        "plan": lambda: (shown_name(OFF),),
        "pause": lambda: PAUSES,
        "live": lambda: PROPOSED,
        "sign": lambda: SIGNS,
        "save": lambda: _files_to_save(game),
    }
    if played is not None:
        following["if"] = partial(_conditions, played)
        following["copy"] = lambda: (copy.name for copy in copies_in(played).found)
        following |= dict.fromkeys(("go", "promote", "delete"), partial(_turns, played))
        following |= {do: partial(_seats, played, do) for do in PEOPLE_WORDS}
    return lambda word: following.get(word.name, tuple)()


def match_completions(played: PlayedMatch, typed: str, choices: Sequence[Choice]) -> Completions:
    """The completions of *typed* in the match that is *played*: of the legal *choices* and the
    words there; behind a whole decision, of those that go on in the same turn."""
    arguments = arguments_at(played.view, played.match.sessions[0].game.id, played)
    found = completions(typed, choices, prompt_kinds(played), arguments)
    return found if found.lines else Completions(_next_decisions(played.match, typed, choices))


def desk_completions(typed: str, lines: Iterable[Completion]) -> Completions:
    """The completions of *typed* at a screen of the desk: of its *lines*, then of words and, once
    something is typed, of files to open."""
    files = map(Completion, _files_to_open() if typed else ())
    words = completions(typed, (), {"desk"}).words
    return Completions(_beginning(typed, lines), [*words, *_beginning(typed, files)])


def _beginning(typed: str, lines: Iterable[Completion]) -> list[Completion]:
    """The *lines* that begin with what is *typed*, capitals aside; if none does, accents aside."""
    every = [*lines]
    for form in (str.casefold, without_accents):
        begun = form(typed)
        if found := [each for each in every if form(each.line).startswith(begun)]:
            return found[:MOST]
    return []


def _next_decisions(match: Match, typed: str, choices: Iterable[Choice]) -> list[Completion]:
    """The lines that go on in the same turn of *match* after a whole decision in *typed*: ``Wd4,``
    and the rings that can be removed then."""
    for choice in choices:
        rest = typed.removeprefix(choice.notation)
        if rest == typed or rest[:1] not in {*BETWEEN}:
            continue
        try:
            after = match.play(choice.notation, match.player)
        except MoveError:
            continue
        if after.player is not None and after.player == match.player:
            head = typed[: len(typed) - len(rest.lstrip(BETWEEN))]
            next_choices = after.top.view(after.top.seat_of(after.player)).choices
            return _beginning(typed, (Completion(head + c.notation, c.gain) for c in next_choices))
    return []


def _turns(played: PlayedMatch) -> Iterable[str]:
    """The names of the turns of the study that is *played*."""
    study = played.study
    return () if study is None else map(tree.name_of, tree.nodes(study.turns))


def _conditions(played: PlayedMatch) -> Iterable[str]:
    """Words for what may come next in the match that is *played*, as they are typed before an
    answer."""
    player, session = played.match.player, played.match.top
    choices: Sequence[Choice] = ()
    if player is not None and player not in played.players_here:
        choices = session.view(player).choices if not is_hidden(session, played.asker or 0) else ()
    words = (*(choice.notation for choice in choices), shown_name(ANYTHING))
    return (f"{word} {shown_name(THEN)} " for word in words)


def _seats(played: PlayedMatch, do: str) -> list[str]:
    """The seats that may follow the word *do*, as they are typed; after ``seat``, each with every
    bot."""
    rows = (row.typed.partition(" ")[2] for row in about_people(played) if row.do == do)
    named = [*filter(None, rows)]
    return [f"{seat} {bot}" for seat in named for bot in BOTS] if do == "seat" else named


def _files_to_save(game: str) -> list[str]:
    """The files that a match of *game* can be written to here, and the folders."""
    folders = (f"{each.name}/" for each in _seen_here() if each.is_dir())
    return [*(f"{game}{ending}" for ending in (".json", ".svg", ".png")), *folders]


def _files_to_open() -> list[str]:
    """The files here that may be opened."""
    names = (each.name for each in _seen_here() if each.is_file())
    return [name for name in names if name.lower().endswith(ENDINGS)]


def _seen_here() -> list[Path]:
    """The files and folders here, in their order, but for hidden ones."""
    try:
        return sorted(each for each in Path().iterdir() if not each.name.startswith("."))
    except OSError:
        return []
