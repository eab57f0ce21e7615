"""Laws on the declarations of a game: its data, options, presets and rules text."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from gipf_meta.match.lesson_progress import set_up
from gipf_meta.narration import rule_passages, rulebook
from gipf_meta.plugins.loading import check_game
from gipf_meta.protocol.capabilities import Adaptable, Aimed, Learning, Positions, Timed
from gipf_meta.protocol.capability_kind import missing_members
from gipf_meta.protocol.game import AnyGame, Game, MoveError, Preset
from gipf_meta.protocol.numbered import Numbered
from gipf_meta.protocol.option_words import possible_values
from gipf_meta.protocol.options import OptionError, configure, options_of
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.findings import Broken, guard, need


def class_data_is_plain(case: Case) -> None:
    """Id, title, tagline, seat counts, seat names, rules version and rules text are sound."""
    game = type(case.game)
    need(
        isinstance(game.seat_counts, range) and game.seat_counts,
        f"seat_counts is {game.seat_counts!r}.",
        "Let seat_counts be a range, such as range(2, 3) for two players.",
    )
    try:
        check_game(game)
    except TypeError as error:
        raise Broken(
            str(error), "Set id, title, tagline, seat_counts and seat_names in the class."
        ) from None
    counts = game.seat_counts
    need(
        counts[0] >= 1 and counts.step == 1,
        f"seat_counts is {counts}.",
        "Let seat_counts be a range of the counts of players from 1 up, such as range(2, 5).",
    )
    names = game.seat_names
    need(
        isinstance(names, tuple) and len(set(names)) == len(names) and all(map(str.strip, names)),
        f"seat_names is {names!r}.",
        "Let seat_names be a tuple that gives every seat a name of its own.",
    )
    need(
        type(game.rules_version) is int and game.rules_version >= 1,
        f"rules_version is {game.rules_version!r}.",
        "Let rules_version be 1, and one more whenever old games would not replay.",
    )
    need(
        type(game.list_order) is int,
        f"list_order is {game.list_order!r}.",
        "Let list_order be a whole number; leave it out, and the game stands by its title.",
    )
    _shows_a_position(game)
    for name in ("one_text_per_path", "needs_people", "decides_duels", "writes_resignations"):
        need(
            isinstance(getattr(game, name), bool),
            f"{name} is {getattr(game, name)!r}.",
            f"Let {name} be True or False.",
        )
    real_time = getattr(case.game, "real_time", False)
    need(
        isinstance(real_time, bool) and (isinstance(case.game, Timed) or not real_time),
        f"real_time is {real_time!r}.",
        "Let real_time be a property that says True or False; a game in which time acts has"
        " advance and deadline, too.",
    )
    need(
        isinstance(case.ask.rules_text, str),
        f"rules_text is a {type(case.ask.rules_text).__name__}.",
        "Let rules_text be a property that returns the rules for players as text.",
    )
    if isinstance(case.game, Aimed):
        aim = case.ask.aim()
        need(
            isinstance(aim, str) and "\n" not in aim and aim.endswith("."),
            f"aim says {aim!r}.",
            "Let aim return how the game is won, a sentence on one line that ends with a stop.",
        )


def _shows_a_position(game: type[AnyGame]) -> None:
    try:
        set_up(game(), game.shown_position)
    except MoveError as error:
        raise Broken(
            f"shown_position cannot be read: {error}",
            "Let shown_position be what to_text writes with the usual options, or leave it out.",
        ) from None


def capabilities_are_whole(case: Case) -> None:
    """The game has all members of a capability, or none of them."""
    for capability in (Positions, Timed, Learning, Adaptable, Numbered):
        missing = missing_members(capability, type(case.game))
        names = ", ".join(missing)
        need(
            not missing,
            f"The game has some members of {capability.__name__}, but lacks {names}.",
            f"Let the game have {names}, or none of the members of {capability.__name__}.",
        )


def options_are_described(case: Case) -> None:
    """Every option has a default and a description."""
    game = type(case.game)
    for name, field in game.model_fields.items():
        need(
            not field.is_required(),
            f"The option {name} has no default.",
            f"Give {name} a default, so that the game can be played at once: Option(…).",
        )
        option = field.alias or name
        default = field.get_default(call_default_factory=True, validated_data={})
        try:
            configure(game, {option: default})
        except OptionError as error:
            raise Broken(
                f"The default of {option} is refused: {error}",
                f"Give {option} a default that its own bounds and validators allow.",
            ) from None
        need(
            not isinstance(default, list | set | bytearray),
            f"The option {option} is a {type(default).__name__}, which can be changed.",
            f"Give {option} the type Counts, or a tuple or frozenset: a game is a frozen value.",
        )
    for name, meaning in options_of(game).items():
        need(
            meaning.strip() and meaning.isprintable(),
            f"The option {name} does not say what it means.",
            f"Give {name} a description: Option(…, description='…').",
        )
    for key in game.option_words:
        option = key.partition("=")[0]
        need(
            option in options_of(game),
            f"option_words names {option}, which is no option.",
            "Let the keys of option_words be OPTION or OPTION=VALUE.",
        )
    config = game.model_config
    need(
        config.get("frozen") and config.get("extra") == "forbid",
        "Options can be changed or added after the game was made.",
        "Do not override frozen and extra in model_config.",
    )


def options_survive_writing(case: Case) -> None:
    """Options survive being written as JSON or typed as text: the game made from them is equal."""
    game = case.game
    advice = "Use the types of gipf_meta (OnOff, Whole, Counts, PerSide) or plain ones for options"
    try:
        written = game.model_dump(mode="json")
        text = json.dumps(written, allow_nan=False)
        again = configure(type(game), json.loads(text))
    except (OptionError, TypeError, ValueError) as error:
        raise Broken(
            f"The options cannot be saved: {error}",
            f"{advice}: model_dump(mode='json') must give JSON.",
        ) from None
    need(
        again == game,
        f"The options are written as {text}, and read again they make another game.",
        f"{advice}; a validator must take what its serializer writes.",
    )
    texts = {name: _typed_text(game, name, value) for name, value in written.items()}
    typed = {name: value for name, value in texts.items() if value is not None}
    try:
        same = configure(type(game), written | typed)
    except OptionError as error:
        raise Broken(
            f"The options cannot be typed as --set NAME=VALUE: {error}",
            f"{advice}; a number is typed as text, so its Field must not be strict without Whole.",
        ) from None
    need(
        same == game,
        f"Typed as text, the options {typed} make another game.",
        f"{advice}; what is typed is the text that a record holds.",
    )


def _typed_text(game: AnyGame, name: str, value: Any) -> str | None:
    """The word that a user types for the value of an option; ``None`` if no word says it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value) if isinstance(value, str | int | float) else None


def every_seat_count_can_start(case: Case) -> None:
    """``start`` returns a state for every seat count that the options allow."""
    started = []
    for seats in case.game.seat_counts:
        try:
            state = case.ask.start(seats)
        except ValueError as error:
            need(
                " " in str(error).strip(),
                f"start({seats}) raises ValueError({str(error)!r}).",
                "Say in a sentence which counts of players start allows.",
            )
            continue
        started.append(seats)
        need(
            state is not None,
            f"start({seats}) returned None.",
            "Let start return the state before the first decision.",
        )
    need(
        started,
        f"start allows none of the seat counts {list(case.game.seat_counts)}.",
        "Let start return a state for the counts in seat_counts.",
    )


def a_gentle_start_can_be_played(case: Case) -> None:
    """The options of a gentle start can be set and played, and a sentence says what is gentle."""
    kind = type(case.game)
    need(
        bool(kind.gentle_start) == bool(kind.gentle_words),
        f"gentle_start is {dict(kind.gentle_start)!r}, and gentle_words is {kind.gentle_words!r}.",
        "Set both, or neither: gentle_words says in a sentence what is gentle in these options.",
    )
    try:
        gentle = configure(kind, kind.gentle_start)
        gentle.check_new_match()
        gentle.start(gentle.seat_counts[0])
    except (OptionError, ValueError) as error:
        raise Broken(
            f"The options of gentle_start cannot be played: {error}",
            "Let gentle_start name options and values with which a new match can begin.",
        ) from None


def presets_can_be_played(case: Case) -> None:
    """Every preset has an id, a title and options of its own, a sentence, and a match begins."""
    kind = type(case.game)
    made = list[AnyGame]()
    for preset in kind.presets:
        need(
            isinstance(preset, Preset) and re.fullmatch(r"[a-z0-9_]{1,30}", preset.id),
            f"presets has {preset!r:.80}.",
            "Let presets be a tuple of Preset, each with an id of lower-case letters, digits, _.",
        )
        need(
            preset.title.strip() and " " in preset.words.strip(),
            f"The preset {preset.id} has no title, or no sentence on it.",
            "Give every Preset a title and words: what is special in this way to play.",
        )
        try:
            made.append(configure(kind, preset.options))
            made[-1].check_new_match()
            made[-1].status(made[-1].start(made[-1].seat_counts[0]))
        except (OptionError, ValueError) as error:
            raise Broken(
                f"The preset {preset.id} cannot be played: {error}",
                "Let every Preset name options and values with which a new match can begin.",
            ) from None
    for name in ("id", "title"):
        names = [getattr(preset, name) for preset in kind.presets]
        need(
            len({*names}) == len(names),
            f"Two presets have the same {name}: {', '.join(names)}.",
            f"Give every Preset a {name} of its own.",
        )
    need(
        all(game not in made[:n] for n, game in enumerate(made)),
        "Two presets are the same game.",
        "Let every Preset have options that no other one has.",
    )
    need(
        not made or configure(kind, {}) in made,
        "No preset has the default options.",
        "Let one Preset have no options: the game as it is usually played.",
    )


def new_matches_are_refused_in_sentences(case: Case) -> None:
    """``check_new_match`` allows the default options, and says in a sentence what it refuses."""
    kind, advice = type(case.game), "Raise ValueError with a sentence from check_new_match"
    for game in (configure(kind, {}), case.game):
        try:
            game.check_new_match()
        except ValueError as error:
            need(
                " " in str(error).strip(),
                f"check_new_match raises ValueError({str(error)!r}).",
                f"{advice}: which options no new match may have.",
            )
            need(
                game is case.game,
                f"check_new_match refuses the default options: {error}",
                f"{advice} for options of old records alone: the defaults begin every first match.",
            )
        except Exception as error:
            raise Broken(
                f"check_new_match raises {type(error).__name__}.",
                f"{advice}, or return nothing.",
            ) from None


def older_rules_take_the_same_options(case: Case) -> None:
    """``of_rules_version`` gives a class of the same game for every version up to today's."""
    kind = type(case.game)
    for version in range(1, kind.rules_version + 1):
        older = kind.of_rules_version(version)
        need(
            isinstance(older, type) and issubclass(older, Game) and older.id == kind.id,
            f"of_rules_version({version}) is {older!r}.",
            f"Let of_rules_version return a class with the id {kind.id}: the game as that version"
            " of its rules had it.",
        )
        need(
            version < kind.rules_version or older is kind,
            f"of_rules_version({version}) is {older.__name__}, though that is today's version.",
            "Let of_rules_version return the class itself for rules_version.",
        )


REFUSED: Final = (MoveError, OptionError)


def rules_show_real_positions(case: Case) -> None:
    """Every picture in the rules text is a position of the game."""
    advice = (
        "Write the picture in rules_text as ```position NAME=VALUE, a line that from_text reads (or"
        " none, for the start) and ```."
    )
    for part in rulebook.parts(case.ask.rules_text):
        if isinstance(part, str):
            need("```position" not in part, "A picture in rules_text has no end.", advice)
            continue
        what = f"The picture of {part.position!r:.60} in rules_text"
        with guard(what, advice, case.ask.ms, REFUSED):
            try:
                view = part.view(case.game)
            except REFUSED as error:
                raise Broken(f"{what} cannot be drawn: {error}", advice) from None
        need(view.points, f"{what} shows nothing.", "Let view draw the board of every state.")


def rules_name_real_options(case: Case) -> None:
    """Every condition in the rules text names options of the game, or its facts, and their values;
    what is shown under the options is whole."""
    game, words = case.game, case.ask.rules_text
    with guard("rules_facts", "Let rules_facts return values by names.", case.ask.ms):
        facts = rule_passages.facts_of(game, in_match=True)
    properties = type(game).model_json_schema().get("properties", {})
    passages = [each for group in rule_passages.alternatives(words) for each in group]
    need(
        not passages[-1].condition,
        f"The passage of rules_text after ::: {passages[-1].condition} has no end.",
        "Write ::: alone in the line after a passage.",
    )
    for condition in dict.fromkeys(passage.condition for passage in passages):
        here = f"rules_text has ::: {condition}"
        try:
            terms = [term for either in rule_passages.terms_of(condition) for term in either]
        except ValueError as error:
            raise Broken(
                f"{here}, and {error} is no condition.",
                "Write NAME=VALUE or NAME!=VALUE behind :::, or else.",
            ) from None
        for term in terms:
            need(
                term.name in facts,
                f"{here}, but there is no {term.name}.",
                "Name an option of the game, or let rules_facts have that name.",
            )
            known = possible_values(properties.get(term.name, {}))
            unknown = [value for value in term.values if known and value not in known]
            need(
                not unknown,
                f"{here}, but {term.name} is never {', '.join(unknown)}.",
                f"Name a value that {term.name} can have: {', '.join(known)}.",
            )
