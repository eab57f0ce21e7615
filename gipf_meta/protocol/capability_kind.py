"""The kind of class that capabilities are: ``isinstance`` answers once for each class of games.

A protocol compares all its members with an object each time, which takes a hundred times as long as
a call; every decision asks dozens of times. The answer is one of the class: games are frozen, and
what an object of one has is what its class says, fields and cached properties included. A class is
complete before its first game is made; methods that are put into it later come too late.
"""

from __future__ import annotations

from typing import Any, Final, _ProtocolMeta

from pydantic import BaseModel

MOST_ANSWERS: Final = 10_000
"""The most answers that are held: classes that nobody uses any more are let go."""

_ANSWERS: Final[dict[tuple[type, type], bool]] = {}
"""Whether objects have a capability, by the capability and their class."""


class CapabilityKind(_ProtocolMeta):
    """The class of capabilities, which are runtime-checkable protocols."""

    def __instancecheck__(cls, instance: Any) -> bool:
        about = cls, type(instance)
        answer = _ANSWERS.get(about)
        if answer is None:
            answer = super().__instancecheck__(instance)
            if _says_all(type(instance)):
                if len(_ANSWERS) >= MOST_ANSWERS:
                    _ANSWERS.clear()
                _ANSWERS[about] = answer
        return answer


def missing_members(capability: type, kind: type[BaseModel]) -> tuple[str, ...]:
    """The members of *capability* that games of *kind* lack although they have others of them;
    none if they have all, or hardly any.

    An option may be called like a member by chance, and so may a single method of the author's.
    """
    members = [name for name in vars(capability) if not name.startswith("_")]
    methods = [name for name in members if hasattr(kind, name)]
    missing = [name for name in members if name not in methods and name not in kind.model_fields]
    return tuple(missing) if len(methods) >= min(2, len(members) - 1) else ()


def _says_all(kind: type) -> bool:
    """Whether *kind* says which attributes its objects have; a go-between has those of another
    object."""
    own = getattr(kind, "__getattr__", None)
    return own is None or own is getattr(BaseModel, "__getattr__", None)
