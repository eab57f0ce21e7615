"""Whether a game has a capability is compared once for each class of games."""

from typing import Any, Protocol, runtime_checkable

import pytest

from gipf_meta.protocol import boardspace, capabilities, drafts, numbered
from gipf_meta.protocol.capabilities import Aimed, LeadsOn, Positions
from gipf_meta.protocol.capability_kind import CapabilityKind
from tests.specimens import bundled_games

CAPABILITIES = [
    kind
    for module in (capabilities, drafts, numbered, boardspace)
    for kind in vars(module).values()
    if isinstance(kind, CapabilityKind)
]


def members(kind: type) -> list[str]:
    """The names of the methods and values of a capability."""
    named = {*vars(kind), *vars(kind).get("__annotations__", {})}
    return sorted(name for name in named if not name.startswith("_"))


def has_all(game: Any, kind: type) -> bool:
    """Whether *game* has all members of a capability, compared one by one."""
    return all(hasattr(game, name) for name in members(kind))


@pytest.mark.parametrize("capability", CAPABILITIES, ids=lambda kind: kind.__name__)
def test_the_answer_for_a_class_is_that_for_each_game_of_it(capability: type) -> None:
    """However often it is asked, under default options and others."""
    for plugin in bundled_games().values():
        for game in (plugin(), plugin(), plugin.model_construct()):
            assert isinstance(game, capability) == has_all(game, capability)


def test_members_are_compared_once_for_a_class() -> None:
    """The second object of a class is not looked at."""
    looks = []

    class Looked:
        @property
        def of(self) -> None:
            looks.append("of")

        def how_to_begin(self, state: Any) -> dict[str, str]:
            return {}

    assert isinstance(Looked(), LeadsOn)
    before = len(looks)
    assert isinstance(Looked(), LeadsOn)
    assert isinstance(Looked(), Positions | LeadsOn)
    assert len(looks) == before


def test_a_field_counts_as_a_member() -> None:
    """A board that is set up leads to the game that it has in a field or a property."""

    class Led:
        def __init__(self) -> None:
            self.of = "a game"

        def how_to_begin(self, state: Any) -> dict[str, str]:
            return {}

    assert isinstance(Led(), LeadsOn)


def test_a_go_between_has_the_capabilities_of_its_object() -> None:
    """Two objects of one class have different ones, if the class asks another object."""

    class Between:
        def __init__(self, game: Any) -> None:
            self.game = game

        def __getattr__(self, name: str) -> Any:
            return getattr(self.game, name)

    class Aiming:
        def aim(self) -> str:
            return "The first row wins."

    # what Python compares: before 3.12 the object, from then on its class
    bare = runtime_checkable(type(Protocol)("Bare", (Protocol,), {"aim": lambda self: ""}))
    for game in (object(), Aiming(), object()):
        assert isinstance(Between(game), Aimed) == isinstance(Between(game), bare)


def test_classes_that_are_no_games_have_no_capability() -> None:
    """Nothing is an instance by its name alone."""
    assert not any(isinstance(object(), kind) for kind in CAPABILITIES)
    assert len(CAPABILITIES) > 25
