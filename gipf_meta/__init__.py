"""gipf_meta: the GIPF project's combined game, and a host for games. Unofficial.

These are the public names: all that a plugin author imports (docs/protocol.md), and all that a
library user does (docs/library.md). Each is imported when it is first used, so that programs that
need few of them (pytest, where a plugin is tested) start quickly.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gipf_meta.api import (
        Bot,
        Match,
        MatchNumbers,
        Study,
        StudyTurn,
        analyse,
        benchmark_positions,
        bot,
        games,
        load,
        match_of,
        new_match,
        options,
        pettingzoo_env,
        rate,
        register_open_spiel,
        serve_engine,
        study,
        vector,
    )
    from gipf_meta.base.addressee import called, hand_of_reader, has_you, is_brief, is_you
    from gipf_meta.base.arithmetic import Dice, exp, log
    from gipf_meta.base.errors import GipfMetaError
    from gipf_meta.base.machine_words import (
        bit_count,
        bit_index,
        connected_in,
        few_bits,
        nth_bit,
    )
    from gipf_meta.base.sgf import GameTree, SgfNode, write_sgf
    from gipf_meta.base.texts import N_, catalogue, document
    from gipf_meta.base.version import __version__ as __version__
    from gipf_meta.base.word_cache import made_once
    from gipf_meta.bots.levels import UnknownBot
    from gipf_meta.library.schema import LibraryError
    from gipf_meta.match.clock_texts import TimeControlError
    from gipf_meta.match.match import CannotUndo, DuelUnavailable
    from gipf_meta.match.playback import PlayedDuel
    from gipf_meta.match.session import NoPosition
    from gipf_meta.match.timecontrol import minutes
    from gipf_meta.match.turns import Decisions, LuckDue
    from gipf_meta.plugins.loading import PluginError, UnknownGame
    from gipf_meta.protocol.boardspace import (
        Boardspace,
        SiteGesture,
        SiteStart,
        SiteTurn,
        site_place,
    )
    from gipf_meta.protocol.capabilities import (
        Adaptable,
        Aimed,
        Evaluated,
        Eventful,
        Explained,
        Factual,
        Fast,
        ForcedMoves,
        Learning,
        Lesson,
        MovesEvaluated,
        Moving,
        Narrated,
        OtherPositions,
        Page,
        Positions,
        QuietMovesEvaluated,
        Reasoned,
        Searchable,
        Solved,
        Tallied,
        Taught,
        Timed,
        read_worths,
    )
    from gipf_meta.protocol.drafts import (
        BoardEditor,
        Draft,
        DraftField,
        Editable,
        PalettePiece,
        Reserve,
        StackEditor,
        number_field,
    )
    from gipf_meta.protocol.failures import GameFailed
    from gipf_meta.protocol.frozen_state import FrozenParts, FrozenState
    from gipf_meta.protocol.game import (
        AnyGame,
        BadNotation,
        Chance,
        Duel,
        Game,
        IllegalMove,
        MoveError,
        Over,
        Preset,
        Status,
        Turn,
        turn,
    )
    from gipf_meta.protocol.hookspecs import Showcase, hookimpl
    from gipf_meta.protocol.lattice import (
        DIRECTION_NAMES,
        DIRECTIONS,
        HexLattice,
        HexPlaces,
        first_on,
    )
    from gipf_meta.protocol.lot_game import LotGame, LotNotation, play_draws
    from gipf_meta.protocol.measured import levels_of, strengths_of
    from gipf_meta.protocol.motion import Motion, Way
    from gipf_meta.protocol.number_groups import (
        Axis,
        DecisionGroup,
        Places,
        Plane,
        PlaneGroup,
        grid_places,
        groups_in_order,
        listed_places,
    )
    from gipf_meta.protocol.numbered import Numbered
    from gipf_meta.protocol.options import (
        Counts,
        OnOff,
        Option,
        OptionError,
        PerSide,
        Whole,
        changed_options,
        configure,
    )
    from gipf_meta.protocol.planes import (
        first_bits,
        flag_planes,
        numbers_of_set,
        pack_planes,
        set_of_numbers,
    )
    from gipf_meta.protocol.puzzles import Puzzle, Puzzling, Theme, read_puzzles
    from gipf_meta.protocol.readers import (
        DEEPEST_VARIATIONS,
        PlaceOf,
        Reader,
        RefusedGame,
        SgfReader,
        WrittenGame,
        WrittenResult,
        WrittenTurn,
    )
    from gipf_meta.protocol.refusals import (
        check_on_turn,
        list_possible,
        list_some,
        see_rule,
        split_fields,
        understood,
    )
    from gipf_meta.protocol.rules_game import RulesGame, with_rules
    from gipf_meta.protocol.searching import UTILITIES, WON, SearchBoard, random_words
    from gipf_meta.protocol.site_lots import site_shuffled
    from gipf_meta.protocol.solution_turns import PlayedSolution, SolutionTurn
    from gipf_meta.protocol.stacks import (
        StackState,
        height,
        kind_of,
        move_of,
        occupied_by,
        origin_of,
        pieces,
        pile,
        read_stack,
        stack_text,
        target_of,
        top,
    )
    from gipf_meta.protocol.symmetries import (
        BoardMap,
        OrderedQuestions,
        Symmetric,
        Symmetry,
        after_symmetry,
        hexagonal_maps,
        index_array,
        index_array_of_planes,
        inverse_of,
        square_maps,
    )
    from gipf_meta.protocol.tags import Tag, check_tag, read_tag
    from gipf_meta.protocol.view import (
        HEX_PITCH,
        SQUARE_PITCH,
        Choice,
        Countdown,
        Edge,
        Label,
        Mark,
        Piece,
        Point,
        ScoreSheet,
        Tray,
        TrayItem,
        View,
        hex_edges,
        hex_points,
    )
    from gipf_meta.protocol.view_parts import view_part
    from gipf_meta.records.boardspace_reader import boardspace_reader
    from gipf_meta.records.models import RecordError
    from gipf_meta.records.tree import IsMainLine, NoSuchTurn
    from gipf_meta.search.analysis import Analysis, Line
    from gipf_meta.table.players import BotFailed


__all__ = [
    "DEEPEST_VARIATIONS",
    "DIRECTIONS",
    "DIRECTION_NAMES",
    "HEX_PITCH",
    "N_",
    "SQUARE_PITCH",
    "UTILITIES",
    "WON",
    "Adaptable",
    "Aimed",
    "Analysis",
    "AnyGame",
    "Axis",
    "BadNotation",
    "BoardEditor",
    "BoardMap",
    "Boardspace",
    "Bot",
    "BotFailed",
    "CannotUndo",
    "Chance",
    "Choice",
    "Countdown",
    "Counts",
    "DecisionGroup",
    "Decisions",
    "Dice",
    "Draft",
    "DraftField",
    "Duel",
    "DuelUnavailable",
    "Edge",
    "Editable",
    "Evaluated",
    "Eventful",
    "Explained",
    "Factual",
    "Fast",
    "ForcedMoves",
    "FrozenParts",
    "FrozenState",
    "Game",
    "GameFailed",
    "GameTree",
    "GipfMetaError",
    "HexLattice",
    "HexPlaces",
    "IllegalMove",
    "IsMainLine",
    "Label",
    "Learning",
    "Lesson",
    "LibraryError",
    "Line",
    "LotGame",
    "LotNotation",
    "LuckDue",
    "Mark",
    "Match",
    "MatchNumbers",
    "Motion",
    "MoveError",
    "MovesEvaluated",
    "Moving",
    "Narrated",
    "NoPosition",
    "NoSuchTurn",
    "Numbered",
    "OnOff",
    "Option",
    "OptionError",
    "OrderedQuestions",
    "OtherPositions",
    "Over",
    "Page",
    "PalettePiece",
    "PerSide",
    "Piece",
    "PlaceOf",
    "Places",
    "Plane",
    "PlaneGroup",
    "PlayedDuel",
    "PlayedSolution",
    "PluginError",
    "Point",
    "Positions",
    "Preset",
    "Puzzle",
    "Puzzling",
    "QuietMovesEvaluated",
    "Reader",
    "Reasoned",
    "RecordError",
    "RefusedGame",
    "Reserve",
    "RulesGame",
    "ScoreSheet",
    "SearchBoard",
    "Searchable",
    "SgfNode",
    "SgfReader",
    "Showcase",
    "SiteGesture",
    "SiteStart",
    "SiteTurn",
    "SolutionTurn",
    "Solved",
    "StackEditor",
    "StackState",
    "Status",
    "Study",
    "StudyTurn",
    "Symmetric",
    "Symmetry",
    "Tag",
    "Tallied",
    "Taught",
    "Theme",
    "TimeControlError",
    "Timed",
    "Tray",
    "TrayItem",
    "Turn",
    "UnknownBot",
    "UnknownGame",
    "View",
    "Way",
    "Whole",
    "WrittenGame",
    "WrittenResult",
    "WrittenTurn",
    "after_symmetry",
    "analyse",
    "benchmark_positions",
    "bit_count",
    "bit_index",
    "boardspace_reader",
    "bot",
    "called",
    "catalogue",
    "changed_options",
    "check_on_turn",
    "check_tag",
    "configure",
    "connected_in",
    "document",
    "exp",
    "few_bits",
    "first_bits",
    "first_on",
    "flag_planes",
    "games",
    "grid_places",
    "groups_in_order",
    "hand_of_reader",
    "has_you",
    "height",
    "hex_edges",
    "hex_points",
    "hexagonal_maps",
    "hookimpl",
    "index_array",
    "index_array_of_planes",
    "inverse_of",
    "is_brief",
    "is_you",
    "kind_of",
    "levels_of",
    "list_possible",
    "list_some",
    "listed_places",
    "load",
    "log",
    "made_once",
    "match_of",
    "minutes",
    "move_of",
    "new_match",
    "nth_bit",
    "number_field",
    "numbers_of_set",
    "occupied_by",
    "options",
    "origin_of",
    "pack_planes",
    "pettingzoo_env",
    "pieces",
    "pile",
    "play_draws",
    "random_words",
    "rate",
    "read_puzzles",
    "read_stack",
    "read_tag",
    "read_worths",
    "register_open_spiel",
    "see_rule",
    "serve_engine",
    "set_of_numbers",
    "site_place",
    "site_shuffled",
    "split_fields",
    "square_maps",
    "stack_text",
    "strengths_of",
    "study",
    "target_of",
    "top",
    "turn",
    "understood",
    "vector",
    "view_part",
    "with_rules",
    "write_sgf",
]

_HOMES = (
    "base.arithmetic", "base.errors", "base.machine_words", "base.addressee", "base.sgf",
    "base.texts", "base.version", "base.word_cache", "protocol.boardspace", "protocol.capabilities",
    "protocol.drafts", "protocol.frozen_state", "protocol.game", "protocol.hookspecs",
    "protocol.lattice", "protocol.lot_game", "protocol.measured", "protocol.motion",
    "protocol.number_groups", "protocol.numbered", "protocol.options", "protocol.planes",
    "protocol.puzzles", "protocol.readers", "protocol.refusals", "protocol.rules_game",
    "protocol.searching", "protocol.site_lots", "protocol.solution_turns", "protocol.stacks",
    "protocol.symmetries", "protocol.tags", "protocol.view", "protocol.view_parts",
    "match.timecontrol", "match.match", "match.playback", "match.session", "match.turns",
    "bots.levels", "library.schema", "plugins.loading", "records.boardspace_reader",
    "records.models", "records.tree", "search.analysis", "table.players",
)  # fmt: skip
"""The modules of the public names, first those that plugins import."""
_DOOR = (
    "Bot", "Match", "MatchNumbers", "Study", "StudyTurn", "analyse", "benchmark_positions", "bot",
    "games", "load", "match_of", "new_match", "options", "pettingzoo_env", "rate",
    "register_open_spiel", "serve_engine", "study", "vector",
)  # fmt: skip
"""The names from ``api``, which imports the whole host."""


def _refuse_a_mixture() -> None:
    """Raises ``ImportError`` where Python finds the sources here and the compiled modules
    elsewhere: compiled modules call each other in C, and crash the process when they meet the
    source of one of them."""
    here = Path(__file__).parents[1]
    compiled = find_spec("gipf_meta__mypyc")
    there = Path(compiled.origin).parent if compiled and compiled.origin else here
    if there != here:
        raise ImportError(
            f"gipf_meta is installed in {there}, compiled, and Python has found its sources in"
            f" {here} first: begin it in another folder, or as python -P."
        )


_refuse_a_mixture()


def __getattr__(name: str) -> Any:
    homes = ("api",) if name in _DOOR else _HOMES
    for home in homes if name in (*__all__, "__version__") else ():
        module = import_module(f"{__name__}.{home}")
        if name in vars(module):
            return vars(module)[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
