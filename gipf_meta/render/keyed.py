"""Elements by their keys, as pydantic reads and describes them: for the schema alone."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema
from typing_extensions import TypedDict, get_type_hints


class Keyed(NamedTuple):
    """Marks a dict of elements: there is one of each of the *parts*, by that key, and several of
    each of the *kinds*, whose keys are the kind, a colon, and which: ``point:a1``.

    Both are a ``TypedDict``.
    """

    parts: type
    kinds: type

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """One field for each part, and one for all of a kind."""
        several = {f"{kind}:": dict[str, each] for kind, each in get_type_hints(self.kinds).items()}  # type: ignore[valid-type]
        fields = {**get_type_hints(self.parts), **several}
        shape: Any = TypedDict(f"{self.parts.__name__}ByKey", fields, total=False)  # type: ignore[misc]
        setattr(shape, "__pydantic_config__", {"extra": "forbid"})  # noqa: B010
        # read anew as JSON, so that pairs may be lists
        read = core_schema.json_schema(handler(shape))
        return core_schema.no_info_before_validator_function(_gather, read)

    def __get_pydantic_json_schema__(
        self, schema: Any, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """The keys of each kind are a pattern."""
        described = handler.resolve_ref_schema(handler(schema["schema"]["schema"]))
        patterns = described.setdefault("patternProperties", {})
        for name in [name for name in described["properties"] if name.endswith(":")]:
            every = described["properties"].pop(name)
            patterns[f"^{name}"] = every["additionalProperties"]
        return described


def _gather(elements: Any) -> str:
    """The *elements* as JSON, those of one kind together."""
    gathered: dict[str, Any] = {}
    for key, element in elements.items():
        kind, colon, which = key.partition(":")
        if colon:
            gathered.setdefault(f"{kind}:", {})[which] = element
        else:
            gathered[key] = element
    return json.dumps(gathered)
