"""The reasons of refusals, of which an operator sees how many there are: a few, by error type."""

from __future__ import annotations

from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.desk.requests import DeskError
from gipf_meta.host.identity.devices import IdentityError
from gipf_meta.host.identity.tickets import TooOften
from gipf_meta.host.limits import TooMany
from gipf_meta.host.people import PeopleError
from gipf_meta.match.match import CannotUndo
from gipf_meta.narration.typed_answers import WordMisused
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.protocol.game import BadNotation, MoveError
from gipf_meta.rooms.ledger import Conflict, LedgerError
from gipf_meta.table.seats import NotUnderstood, Refused
from gipf_meta.web.frames import BadFrame

TOO_MUCH: Final = "too_much"
"""The reason of a message that came too fast."""
FULL: Final = "full"
"""The reason of a page that is not let in: too many are open."""
FAILED: Final = "failed"
"""The reason of an error that is no sentence: a defect of the program, or of a game."""
OTHER: Final = "other"
"""The reason of all errors that have none of their own."""
REASON_OF: Final[dict[type[BaseException], str]] = {
    TooMany: "limit",
    TooOften: "limit",
    LedgerError: "database",
    Conflict: "conflict",
    BadFrame: "not_understood",
    NotUnderstood: "not_understood",
    BadNotation: "not_understood",
    WordMisused: "not_understood",
    MoveError: "illegal",
    CannotUndo: "illegal",
    Refused: "not_allowed",
    PeopleError: "person",
    IdentityError: "person",
    DeskError: "form",
    GameFailed: FAILED,
    GipfMetaError: OTHER,
}
"""The reason of each class of errors; the nearest base class counts."""
REASONS: Final = (TOO_MUCH, FULL, *dict.fromkeys(REASON_OF.values()))
"""All reasons."""


def reason_of(error: object) -> str:
    """Returns the reason of a refusal with *error*, by its class alone."""
    reasons = (REASON_OF.get(base) for base in type(error).__mro__)
    return next((reason for reason in reasons if reason is not None), FAILED)
