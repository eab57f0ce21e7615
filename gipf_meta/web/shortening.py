"""JavaScript made shorter: no comments, no needless blanks, short names for variables.

It reads the words of a module, not its grammar, and knows what our modules use: no ``with``, no
labels, no blocks below a ``case``. A name that it does not see being declared stays as it is.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from string import ascii_letters
from typing import Final

_TOKEN: Final = re.compile(
    r"""(?P<comment>/\*[\s\S]*?\*/|//[^\n]*)
    |(?P<blank>\s+)
    |(?P<name>\#?[A-Za-z_$][\w$]*)
    |(?P<number>\d[\w.]*)
    |(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<sign>=>|\?\.|\.\.\.|[^\w\s`])""",
    re.VERBOSE,
)
_PATTERN: Final = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
_TEMPLATE: Final = re.compile(r"[`}](?:\\.|\$(?!\{)|[^`\\$])*(?:`|\$\{)")
_WORDS: Final = """async await break case catch class const continue debugger default delete do else
export extends false finally for function get if import in instanceof let new null of return set
static super switch this throw true try typeof undefined var void while yield"""
_KEYWORDS: Final = frozenset(_WORDS.split())
_VALUES: Final = frozenset({"this", "super", "null", "true", "false", "undefined"})
"""The keywords after which a slash divides."""
_GOES_ON_AFTER: Final = {*";{([,=*&|?:<>.", "=>", "?.", "..."}
_GOES_ON_BEFORE: Final = {*"})],;=*&|?:<>.%", "?."}
"""The signs beside which a line's end ends no statement."""


@dataclass
class _Token:
    """A word of a module; ``blank`` is what stands before it: nothing, a blank or a line's end."""

    kind: str
    text: str
    blank: str = ""
    is_name: bool = False
    """Whether it is a variable."""
    is_short: bool = False
    """Whether it is a variable and the key of a property in one, as in ``{ name }``."""


def shorten(code: str) -> str:
    """*code*, which does the same, with as few letters as can be had without knowing its objects.

    Raises ``ValueError`` for what is no JavaScript.
    """
    tokens = list(_read(code))
    partners = _pair(tokens)
    _find_variables(tokens, partners)
    _rename(tokens, _declared(tokens, partners))
    return "".join(_write(tokens))


def _read(code: str) -> Iterator[_Token]:
    """The words of *code*. A template is as many as there are texts in it."""
    at, blank, before = 0, "", _Token("sign", ";")
    braces = list[str]()  # that are open; "`" where a template goes on after it
    while at < len(code):
        goes_on = code[at] == "}" and braces and braces[-1] == "`"
        if code[at] == "`" or goes_on:
            kind, found = "template", _TEMPLATE.match(code, at)
            if goes_on:
                braces.pop()
            if found and found.group().endswith("${"):
                braces.append("`")
        elif code[at] == "/" and code[at + 1] not in "/*" and not _is_value(before):
            kind, found = "pattern", _PATTERN.match(code, at)
        else:
            found = _TOKEN.match(code, at)
            kind = str(found.lastgroup) if found else ""
        if not found:
            raise ValueError(f"Line {code.count(chr(10), 0, at) + 1} cannot be read.")
        text, at = found.group(), found.end()
        if kind in ("comment", "blank"):
            blank = "\n" if "\n" in text or "\n" in blank else " "
            continue
        if kind == "sign" and text in "{}":
            if text == "{":
                braces.append(text)
            else:
                braces.pop()
        before = _Token(kind, text, blank)
        blank = ""
        yield before


def _is_value(token: _Token) -> bool:
    """Whether an expression may end with *token*, so that a slash after it divides."""
    if token.kind == "sign":
        return token.text in ")]}"
    if token.kind == "template":
        return not token.text.endswith("${")
    return token.text not in _KEYWORDS or token.text in _VALUES


def _pair(tokens: Sequence[_Token]) -> dict[int, int]:
    """Where each bracket that is opened is closed."""
    opened, found = list[int](), dict[int, int]()
    for n, token in enumerate(tokens):
        ends = token.kind == "template" and token.text.startswith("}")
        begins = token.kind == "template" and token.text.endswith("${")
        if ends or (token.kind == "sign" and token.text in ")]}"):
            found[opened.pop()] = n
        if begins or (token.kind == "sign" and token.text in "([{"):
            opened.append(n)
    return found


def _find_variables(tokens: Sequence[_Token], partners: dict[int, int]) -> None:
    """Marks the names that are variables: no keywords, and no keys of properties."""
    inside = ["block"]  # the kinds of the brackets that are open
    ends = set(partners.values())
    is_class = False
    for n, (before, token, after) in enumerate(_with_neighbours(tokens)):
        if n in ends:
            inside.pop()
        if n in partners:
            is_body = is_class and token.text == "{"
            inside.append("class" if is_body else _kind(token, before))
            is_class = is_class and not is_body
        if token.kind != "name":
            continue
        is_class = is_class or (token.text == "class" and after.kind == "name")
        if token.text in _KEYWORDS or token.text.startswith("#") or before.text in (".", "?."):
            continue
        if inside[-1] == "object":
            is_key = before.text in ("{", ",", "get", "set", "async") and after.text in (":", "(")
            token.is_name = not is_key
            token.is_short = before.text in ("{", ",") and after.text in (",", "}", "=")
        elif inside[-1] == "class":
            token.is_name = before.text not in ("{", "}", ";", "get", "set", "async", "static")
        else:
            token.is_name = True


def _with_neighbours(tokens: Sequence[_Token]) -> Iterator[tuple[_Token, _Token, _Token]]:
    """The token before, a token, and the token after, for all *tokens*."""
    end = _Token("sign", ";")
    return zip([end, *tokens], tokens, [*tokens[1:], end], strict=False)


def _kind(bracket: _Token, before: _Token) -> str:
    """What *bracket* opens: an object, a block of statements, or something else."""
    if bracket.text != "{":
        return "group"
    is_block = before.text in (")", "=>", ";", "{", "}", "else", "try", "finally", "do")
    return "block" if is_block else "object"


def _declared(tokens: Sequence[_Token], partners: dict[int, int]) -> set[str]:
    """The variables that are declared: by a keyword, or as parameters."""
    openings = {end: begin for begin, end in partners.items()}
    found = set[str]()
    for n, token in enumerate(tokens):
        if token.text in ("const", "let", "function", "class"):
            first = n + 1
            last = partners.get(first, first)
        elif token.text == "=>" and token.kind == "sign":
            first, last = openings.get(n - 1, n - 1), n - 1
        elif token.text == "{" and n - 1 in openings and tokens[n - 1].text == ")":
            first, last = openings[n - 1], n - 1
            if tokens[first - 1].text in ("if", "for", "while", "switch"):
                continue
        else:
            continue
        for k in range(first, last + 1):
            is_alone = first == last
            if tokens[k].is_name and (is_alone or tokens[k - 1].text in _BEFORE_A_PARAMETER):
                found.add(tokens[k].text)
    return found


_BEFORE_A_PARAMETER: Final = {*"([{,:", "..."}


def _rename(tokens: Sequence[_Token], declared: set[str]) -> None:
    """Gives short names to the variables *declared* and to what is private to a class."""
    variables = [token for token in tokens if token.is_name and token.text in declared]
    private = [token for token in tokens if token.kind == "name" and token.text.startswith("#")]
    kept = {token.text for token in tokens if token.is_name} - declared | _KEYWORDS
    for renamed, mark in ((variables, ""), (private, "#")):
        often = Counter(token.text for token in renamed).most_common()
        names = zip(often, _short_names(kept), strict=False)
        short = {name: f"{mark}{new}" for (name, _times), new in names}
        for token in renamed:
            new = short[token.text]
            token.text = f"{token.text}:{new}" if token.is_short else new


def _short_names(kept: Set[str]) -> Iterator[str]:
    """The names that are not *kept* for something else, the shortest first."""
    for length in itertools.count(1):
        for letters in itertools.product(ascii_letters, repeat=length):
            name = "".join(letters)
            if name not in kept:
                yield name


def _write(tokens: Sequence[_Token]) -> Iterator[str]:
    """The texts of *tokens*, with the blanks between them that are needed."""
    for before, token, after in _with_neighbours(tokens):
        is_last = token.kind == "sign" and after.kind == "sign" and after.text == "}"
        if token.text == ";" and is_last and before.text != ")":
            continue
        if token.blank and _parts(before, token):
            yield token.blank
        yield token.text


def _parts(before: _Token, token: _Token) -> bool:
    """Whether the blank between two tokens is needed."""
    if token.blank == "\n":
        goes_on = before.kind == "sign" and before.text in _GOES_ON_AFTER
        return not goes_on and not (token.kind == "sign" and token.text in _GOES_ON_BEFORE)
    if before.kind in ("name", "number") and token.kind in ("name", "number"):
        return True
    return before.text == token.text and token.text in ("+", "-")
