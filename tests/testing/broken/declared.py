"""Games that say something wrong of themselves."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field, PlainSerializer

from gipf_meta.protocol.game import Preset
from tests.testing.broken.defect import found_by
from tests.testing.broken.sound import Heaps, Nim, SoundFuse, Trail


@found_by("class_data_is_plain", "seat_names")
class OneSeatName(Nim):
    seat_names: ClassVar[tuple[str, ...]] = ("Left",)


@found_by("class_data_is_plain", "tagline")
class NoTagline(Nim):
    tagline: ClassVar[str] = ""


@found_by("class_data_is_plain", "rules_version")
class RulesVersionText(Nim):
    rules_version: ClassVar[Any] = "1.0"


@found_by("class_data_is_plain", "real_time")
class NearlyTimed(SoundFuse):
    @property
    def real_time(self) -> Any:
        return 1


@found_by("class_data_is_plain", "aim")
class AimlessWords(Nim):
    def aim(self) -> str:
        return "the last stone"


@found_by("options_are_described", "description")
class Undescribed(Nim):
    odd: int = 3


@found_by("options_are_described", "option_words")
class WordsForNothing(Nim):
    option_words: ClassVar[dict[str, str]] = {"colour": "the colour"}


@found_by("options_survive_writing", "JSON")
class OptionsNoJson(Nim):
    odd: Any = Field(default=frozenset, description="Nothing that JSON knows.")

    def model_dump(self, **named: Any) -> dict[str, Any]:
        return {"odd": {1, 2}}


@found_by("options_survive_writing", "serializer")
class OptionsChange(Nim):
    def model_dump(self, **named: Any) -> dict[str, Any]:
        return {"size": self.size - 1}


@found_by("options_survive_writing", "Whole")
class StrictNumber(Nim):
    odd: int = Field(default=3, strict=True, description="Cannot be typed.")


def _short_text(value: object) -> object:
    """Takes a number of any length, and a text of at most three digits."""
    if isinstance(value, str) and len(value) > 3:
        raise ValueError("it should be shorter")
    return value


@found_by("options_are_typed_as_they_are_saved", "both ways")
class TypedShorterThanSaved(Nim):
    odd: Annotated[int, BeforeValidator(_short_text)] = Field(default=3, description="A number.")


@found_by("options_are_typed_as_they_are_saved", "locked for ever")
class LocksItself(Nim):
    odd: Annotated[int, BeforeValidator(_short_text), PlainSerializer(str)] = Field(
        default=3, description="Saved as a text that is too long to be read."
    )


@found_by("options_are_typed_as_they_are_saved", "ValueError")
class OptionRaises(Nim):
    odd: Annotated[str, BeforeValidator(lambda value: value.strip())] = Field(
        default="three", description="Any text."
    )


@found_by("every_seat_count_can_start", "start")
class StartsNothing(Nim):
    def start(self, seats: int) -> Any:
        return None


@found_by("every_seat_count_can_start", "start")
class StartFails(Nim):
    def start(self, seats: int) -> Heaps:
        raise KeyError(seats)


@found_by("class_data_is_plain", "range(2, 3)")
class SeatCountsATuple(Nim):
    seat_counts: ClassVar[Any] = (2,)


@found_by("options_are_described", "bounds")
class DefaultOutOfBounds(Nim):
    odd: int = Field(default=12, ge=1, le=9, description="Out of its own bounds.")


@found_by("options_are_described", "Counts")
class OptionIsAList(Nim):
    odd: list[int] = Field(default=[], description="Can be changed.")


@found_by("options_can_be_played_at_their_bounds", "start")
class GreatestFails(Nim):
    def start(self, seats: int) -> Heaps:
        return Heaps((self.size, [5, 4, 3, 2, 1, 0, 9][self.size - 1]))


@found_by("options_can_be_played_at_their_bounds", "apply")
class TurnedOverFails(Nim):
    def apply(self, state: Heaps, move: str) -> Heaps:
        if move == "heads":
            raise KeyError(move)
        return super().apply(state, move)


@found_by("a_gentle_start_can_be_played", "gentle_words")
class GentleWithoutWords(Nim):
    gentle_start: ClassVar[Any] = {"coin": True}


@found_by("a_gentle_start_can_be_played", "gentle_start")
class GentleByNoOption(Nim):
    gentle_start: ClassVar[Any] = {"nonsense": 1}
    gentle_words: ClassVar[str] = "It is short."


USUAL = Preset("usual", "Usual", "As it is usually played.")


@found_by("presets_can_be_played", "id")
class PresetIsNone(Nim):
    presets: ClassVar[Any] = ({"coin": True},)


@found_by("presets_can_be_played", "words")
class PresetWithoutWords(Nim):
    presets: ClassVar[Any] = (Preset("usual", "Usual", ""),)


@found_by("presets_can_be_played", "options")
class PresetByNoOption(Nim):
    presets: ClassVar[Any] = (USUAL, Preset("coin", "Coin", "By a coin.", {"nonsense": 1}))


@found_by("presets_can_be_played", "title")
class PresetsOfOneTitle(Nim):
    presets: ClassVar[Any] = (USUAL, Preset("coin", "Usual", "By a coin.", {"coin": True}))


@found_by("presets_can_be_played", "options")
class PresetsAreTheSame(Nim):
    presets: ClassVar[Any] = (USUAL, Preset("other", "Other", "The same game."))


@found_by("presets_can_be_played", "options")
class NoPresetIsUsual(Nim):
    presets: ClassVar[Any] = (Preset("coin", "Coin", "By a coin.", {"coin": True}),)


@found_by("new_matches_are_refused_in_sentences", "defaults")
class DefaultsRefused(Nim):
    def check_new_match(self) -> None:
        raise ValueError("No new match may be played.")


@found_by("new_matches_are_refused_in_sentences", "sentence")
class RefusedInAWord(Nim):
    def check_new_match(self) -> None:
        raise ValueError("no")


@found_by("new_matches_are_refused_in_sentences", "ValueError")
class CheckFails(Nim):
    def check_new_match(self) -> None:
        raise KeyError("coin")


@found_by("older_rules_take_the_same_options", "id")
class OlderRulesOfAnotherGame(Nim):
    rules_version: ClassVar[int] = 2

    @classmethod
    def of_rules_version(cls, version: int) -> Any:
        return cls if version == 2 else None


@found_by("older_rules_take_the_same_options", "itself")
class TodaysRulesElsewhere(Nim):
    @classmethod
    def of_rules_version(cls, version: int) -> Any:
        return Nim


@found_by("capabilities_are_whole", "observe")
class HalfNumbered(Nim):
    decision_count: ClassVar[int] = 5
    outcome_count: ClassVar[int] = 2


@found_by("capabilities_are_whole", "from_text")
class WritesPositionsAlone(Trail):
    def to_text(self, state: Any, ended: Any = None) -> str:
        return "nothing"
