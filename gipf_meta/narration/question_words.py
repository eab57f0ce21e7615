"""The words that questions are made of, by their meaning, in English and the player's language.

A word may have several meanings: ``left`` is a direction, and what is still there. Which of them is
meant is decided by the other words (``question_forms``). Accents need not be typed.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from gipf_meta.base.normal_forms import normalize
from gipf_meta.base.texts import N_, _, language

_WORDS: Final = {
    # words that a question begins with
    "asking": N_(
        "what which where who whom whose how when why is are am was were can could may might must"
        " should shall will would do does did has have whats wheres whos hows"
        " show tell please lets"
    ),
    # these are questions alone or with a place
    "bare": N_(
        "around neighbours neighbors neighbour neighbor line lines row rows score scores sheet"
        " sheets tray trays pool danger stake stakes"
    ),
    # a question that begins with one of these is answered in full
    "whole": N_("all everything list"),
    # the heads of questions
    "what": N_("what which whats"),
    "who": N_("who whom whos"),
    "whose": N_("whose"),
    "where": N_("where wheres"),
    "whither": N_("whither where"),
    "whence": N_("whence"),
    "how": N_("how hows way ways"),
    "many": N_("many much count counts"),
    "more": N_("more most fewer less fewest"),
    "or": N_("or better than"),
    "far": N_("far distance apart steps"),
    "high": N_("high tall height tallest highest"),
    "highest": N_("tallest highest biggest largest longest"),
    "when": N_("when"),
    "why": N_("why reason"),
    "not": N_("not no never"),
    "if": N_("if happens happen suppose effect result"),
    "can": N_("can could may might able allowed legal possible permitted let valid lets"),
    "be": N_("is are am be was were been being become becomes"),
    "passive": N_("be been being is are get gets"),
    "have": N_("have has had got having holds hold"),
    "must": N_("must should forced obliged"),
    # verbs
    "go": N_(
        "go goes move moves moved moving get gets travel travels step steps jump jumps jumping walk"
        " fly slide slides shift land lands come comes head reach reaches reached leave push pushed"
    ),
    "reach": N_("reach reaches reached"),
    "put": N_(
        "place places placed put puts drop drops enter enters insert lay add set fit fits dropping"
        " placing push"
    ),
    "play": N_("play plays do make choose use try played click playing"),
    "flip": N_("flip flips flipped turn turned"),
    "see": N_("see sees seen visible"),
    "pass": N_("pass passing skip"),
    "capture": N_(
        "capture captures captured capturing take takes taken taking eat eats eaten kill kills"
        " beat beats beaten"
    ),
    "captured": N_("captured taken eaten killed beaten"),
    "own": N_("own owns owner owners belong belongs control controls controlled owned mine"),
    "stand": N_(
        "stand stands standing lie lies lying sit sits stay stays contain contains placed laid"
    ),
    "win": N_("win wins winning won lose loses losing lost victory beat"),
    "lead": N_(
        "winning won leads leading lead ahead behind losing lost score scores points point better"
        " won result standings total"
    ),
    "begin": N_("begins begin start starts starting first began started"),
    "end": N_("end ends ended over finished finish finishes"),
    "need": N_("need needs needed"),
    "mean": N_(
        "mean means meaning rule rules works work purpose explain explained goal aim object for"
        " point"
    ),
    "last": N_("last previous latest played happened changed did just"),
    "turn": N_("turn turns next must status situation"),
    "best": N_(
        "best good better recommended advice suggest suggestion hint should strongest bad worth"
    ),
    "ask": N_("ask questions question"),
    # relations
    "from": N_("from off out"),
    "to": N_("to onto into upon towards toward at on in"),
    "onto": N_("onto into to upon towards toward"),
    "with": N_("with by using via"),
    "on": N_("on at in of there here"),
    "between": N_("between"),
    # whose
    "mine": N_("my mine own i me we our us myself am"),
    "others": N_(
        "opponent opponents other others enemy enemies their theirs they rival rivals opposing him"
        " his her he she"
    ),
    "own_side": N_("i me we my mine"),
    "third": N_("it he she they"),
    # a subject that is no piece: what stands before the verb is then its object, as in Czech
    "impersonal": N_("anybody anyone somebody"),
    "article": N_("a an"),
    # a word for what does something, and for what it is done to, as in Czech
    "either_way": N_("whatsoever"),
    "how_does": N_("does do"),
    "lead_now": N_("winning leading ahead won"),
    "someone": N_("player players colour color colours colors side sides seat called name"),
    # things
    "board": N_("board everything all"),
    "piece": N_(
        "piece pieces stone stones stack stacks pile piles tower towers thing things man men one"
        " ones"
    ),
    "spot": N_("place places spaces space point points field fields spot spots cell cells"),
    "option": N_("options option moves choices choice possibilities decisions decision"),
    "empty": N_("empty vacant free unoccupied"),
    "occupied": N_("occupied taken"),
    "gone": N_("gone removed missing"),
    "full": N_("full filled"),
    "special": N_("special specials centre center central middle doubling double"),
    "rings": N_("ring rings"),
    "glass": N_("glass glasses hourglass hourglasses timer"),
    "marble": N_("marble marbles ball balls"),
    "joker": N_("joker jokers"),
    "potential": N_("potential potentials loaded power powers"),
    "challenge": N_("challenge challenges"),
    "dead": N_("dead died"),
    "cross": N_("cross crosses"),
    "one": N_("one ones 1"),
    "two": N_("two twos 2"),
    "three": N_("three threes 3"),
    "four": N_("four fours 4"),
    "five": N_("five fives 5"),
    "six": N_("six sixes 6"),
    "around": N_(
        "around neighbours neighbors neighbour neighbor adjacent near beside surrounds surround"
        " close"
    ),
    "directions": N_("next up down left right above below touches touching touch"),
    "line": N_("line lines row rows through along direction directions"),
    "tray": N_(
        "pool tray trays hand supply reserve reserves left bag box beside captured lost claimed"
        " remaining remain remains off prisoners"
    ),
    "container": N_("bag sack lost"),
    "store": N_("pool supply reserve reserves stock box"),
    "remaining": N_("left remaining remain remains still"),
    "sand": N_(
        "die dies dying run runs running time clock clocks long sand seconds minutes expire"
        " expires expired"
    ),
    "stake": N_("stake stakes duel duels challenged contested"),
    "danger": N_(
        "danger dangerous threatened risk threat threats threaten threatens safe attacked attack"
        " attacks endangered"
    ),
    "gain": N_("gain gains score scores"),
    "sheet": N_("sheet sheets"),
    "points": N_("score scores points point"),
    # words without a meaning of their own
    "filling": N_(
        "a all am an and any are at be do does else exactly for has have hold how in is it its"
        " me now of on or please so still that the them then there these thing things this those"
        " to we did what where which who will with you your yours currently right game match"
        " position yet anything something already together altogether than"
        " present moment each some tell about been show give list"
    ),
}
"""The words that questions are made of, by their meaning. A translation of them is no translation,
but lists the words of its language that mean the same, in every form that a question may have."""

SYNONYMS: Final = frozenset(
    {"marble", "joker", "potential", "challenge", "dead", "cross", "pass"}
    | {"one", "two", "three", "four", "five", "six"}
)
"""The meanings of words that say nothing but a name, by other words than a game may use."""
THINGS: Final = SYNONYMS | {"rings", "glass"}
"""The meanings that a word may have beside being a piece's name."""

_COMMANDS: Final = {
    "undo": N_("undo back takeback unplay"),
    "redo": N_("redo"),
    "hint": N_("hint hints tip"),
    "draw": N_("draw drawn offer agree"),
    "resign": N_("resign surrender"),
    "save": N_("save"),
    "quit": N_("quit exit leave"),
    "pause": N_("pause"),
    "study": N_("study"),
    "copy": N_("copy"),
    "analyse": N_("analyse analyze analysis"),
    "help": N_("help"),
}
"""The words that mean what a word of the program does, by that word."""

_CONTRACTED: Final = (
    (re.compile(r"\b(can|won|shan)['’]?t\b"), r"\1 not"),
    (re.compile(r"\bcannot\b"), "can not"),
    (re.compile(r"n['’]t\b"), " not"),
    (re.compile(r"['’](s|re|m)\b"), " is"),
    (re.compile(r"['’](ve|d|ll)\b"), " have"),
)
"""English contractions, and what they stand for; a possessive ``'s`` does no harm as ``is``."""


def plain(words: str) -> str:
    """*words* in small letters without accents: not everybody types them."""
    parts = normalize("NFD", words.lower())
    return "".join(each for each in parts if not unicodedata.combining(each))


def forms(word: str) -> set[str]:
    """A *word* of a question as it is, and without each ending that it may have."""
    endings = N_("s es")  # of a plural, or of a case
    both = (*endings.split(), *_(endings).split())
    return {word} | {word[: -len(end)] for end in both if word[2:].endswith(end)}


def split_words(typed: str) -> list[str]:
    """The words of *typed* in small letters without accents; contractions are written out."""
    spoken = typed.lower()
    for contracted, whole in _CONTRACTED:
        spoken = contracted.sub(whole, spoken)
    return re.findall(r"\w+", plain(spoken))


def meanings(word: str) -> frozenset[str]:
    """The meanings that *word*, as ``split_words`` returns it, has in a question."""
    return _meanings_in(language()).get(word, frozenset())


def command_meant(word: str) -> str:
    """The word of the program that *word* means; ``""``: none."""
    commands = (name for name in _COMMANDS if f"command {name}" in meanings(word))
    return next(commands, "")


def words_that_mean(word: str) -> frozenset[str]:
    """*word* and those that mean the same thing where pieces are called so."""
    things = meanings(word) & THINGS
    known = _meanings_in(language())
    return frozenset({word}.union(*(each for each in _same(known, things))))


def _same(known: dict[str, frozenset[str]], things: frozenset[str]) -> list[set[str]]:
    return [{word for word, meant in known.items() if thing in meant} for thing in things]


@cache
def _meanings_in(_language: str) -> dict[str, frozenset[str]]:
    """The meanings of each word of English and of the player's language."""
    found: dict[str, set[str]] = {}
    commands = {f"command {name}": english for name, english in _COMMANDS.items()}
    for meaning, english in [*_WORDS.items(), *commands.items()]:
        for word in plain(f"{english} {_(english)}").split():
            found.setdefault(word, set()).add(meaning)
    return {word: frozenset(known) for word, known in found.items()}


def has_meaning(word: str, *wanted: str) -> bool:
    """Whether *word* has one of the *wanted* meanings."""
    return not meanings(word).isdisjoint(wanted)
