"""A lint of code that decides: it must not use things about which machines or Pythons disagree.

It reads one module at a time: it knows the type of a name by how that module assigns or annotates
it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tests.parsed import tree_of, walked

EXACT: Final = {
    *(
        "sqrt",
        "fsum",
        "floor",
        "ceil",
        "trunc",
        "isqrt",
        "gcd",
        "lcm",
        "comb",
        "perm",
        "factorial",
        "prod",
    ),
    *("inf", "nan", "pi", "tau", "e", "isfinite", "isinf", "isnan", "copysign", "fabs"),
}
"""The names of ``math`` whose values are the same everywhere."""
INEXACT_MODULES: Final = ("cmath", "statistics", "numpy")
INEXACT_DRAWS: Final = {
    *("gauss", "normalvariate", "lognormvariate", "expovariate", "gammavariate", "betavariate"),
    *("paretovariate", "vonmisesvariate", "weibullvariate", "triangular", "binomialvariate"),
    *("sample", "randbytes"),
}
"""The methods of ``Random`` that ask ``math``, or that have not always drawn the same."""
ORDERED: Final = ("list", "tuple", "iter", "enumerate", "zip", "map", "filter", "reversed")
"""The functions whose results have the order of their arguments."""
UNORDERED: Final = ("sorted", "len", "set", "frozenset", "any", "all", "sum", "min", "max")
"""The functions that may take a set: their result does not depend on the order."""
FLOAT_FUNCTIONS: Final = ("float", "exp", "log", "sqrt", "fsum", "evaluate", "random")
PASSING: Final = ("max", "min", "abs", "sum", "list", "tuple", "sorted", "zip", "enumerate")
"""The functions that return floats where they get floats."""
ATTRIBUTE: Final = "."
SET_METHODS: Final = ("union", "difference", "intersection", "symmetric_difference", "copy")


class Violation(NamedTuple):
    """A fault in a *line* of a module: its *kind*, and why it is one, or what to write instead."""

    line: int
    kind: str
    sentence: str


SENTENCES: Final = {
    "math": "libraries of C differ in its last digits: take sqrt, or exp and log of gipf_meta",
    "module": "its results are not the same everywhere",
    "power": "a power is the C library's: multiply, or take exp of gipf_meta",
    "sum": "Python 3.12 adds up floats otherwise than 3.11: take fsum, or add in a loop",
    "draw": "it asks math, or draws otherwise in another Python",
    "random": "only a Random that was made from a seed draws the same again",
    "hash": "hashes and addresses differ between 32 and 64 bits and from start to start",
    "size": "it differs between 32 and 64 bits",
    "set": "the order of a set differs between 32 and 64 bits: sort it, or take dict.fromkeys",
}


def find_violations(source: str) -> list[Violation]:
    """The faults of the module with that *source*, by lines."""
    lint = _Lint(tree_of(source), walked(source))
    return sorted(lint.violations())


class _Lint:
    def __init__(self, tree: ast.Module, nodes: Sequence[ast.AST]) -> None:
        self.tree, self.nodes = tree, nodes
        #: the names that hold floats, and sets, with the function in which they do
        self.floats, self.sets = set[tuple[str, str]](), set[tuple[str, str]]()
        self.parents = {child: node for node in self.nodes for child in ast.iter_child_nodes(node)}
        self.maths = {
            alias.asname or alias.name
            for node in self.nodes
            if isinstance(node, ast.Import)
            for alias in node.names
            if alias.name == "math"
        }
        # twice: a name may be assigned from one that is known only later
        for _ in range(2):
            for node in self.nodes:
                self._learn(node)

    # ---- what is known of names -----------------------------------------------------------------

    def _learn(self, node: ast.AST) -> None:
        """Notes whether the names that *node* binds hold floats, or sets."""
        if isinstance(node, ast.arg) and node.annotation is not None:
            self._note(node, node.arg, ast.unparse(node.annotation))
        elif isinstance(node, ast.AnnAssign):
            self._note(node, _name(node.target), ast.unparse(node.annotation))
            if node.value is not None:
                self._note_value(node.target, node.value)
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            self._note(self.tree, node.name, ast.unparse(node.returns))
        elif isinstance(node, ast.comprehension):
            if self._has_floats(node.iter):
                parts = [part for part in ast.walk(node.target) if isinstance(part, ast.Name)]
                self.floats.update(map(self._place, parts))
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self._note_value(target, node.value)

    def _note(self, node: ast.AST, name: str, annotation: str) -> None:
        """Notes that *name*, which *node* binds, is annotated so."""
        place = (ATTRIBUTE if self._is_in_class(node) else self._function(node), name)
        if "float" in annotation:
            self.floats.add(place)
        if annotation.startswith(("set[", "frozenset[")):
            self.sets.add(place)

    def _note_value(self, target: ast.expr, value: ast.expr) -> None:
        """Notes that *target* gets that *value*."""
        if self._has_floats(value):
            self.floats.add(self._place(target))
        if self._is_set(value):
            self.sets.add(self._place(target))

    def _place(self, node: ast.expr) -> tuple[str, str]:
        """The function in which a name is known, or ``ATTRIBUTE``, and the name."""
        is_attribute = isinstance(node, ast.Attribute) or self._is_in_class(self.parents.get(node))
        return ATTRIBUTE if is_attribute else self._function(node), _name(node)

    def _is_in_class(self, node: ast.AST | None) -> bool:
        """Whether *node* is a statement of a class itself, not of its methods."""
        return node is not None and isinstance(self.parents.get(node), ast.ClassDef)

    def _function(self, node: ast.AST) -> str:
        """The name of the function around *node*, ``""`` for the module."""
        above = self.parents.get(node)
        while above is not None and not isinstance(above, ast.FunctionDef):
            above = self.parents.get(above)
        return above.name if above is not None else ""

    def _is_known(self, node: ast.expr, places: set[tuple[str, str]]) -> bool:
        is_global = isinstance(node, ast.Name) and ("", node.id) in places
        return is_global or self._place(node) in places

    def _has_floats(self, node: ast.expr) -> bool:
        """Whether the value of *node* is a float or has floats, as far as one can see."""
        match node:
            case ast.Constant(value):
                return isinstance(value, float)
            case ast.BinOp(left, operator, right):
                is_division = isinstance(operator, ast.Div)
                return is_division or self._has_floats(left) or self._has_floats(right)
            case ast.Call(func, arguments):
                name = _name(func)
                if name in PASSING:
                    return any(map(self._has_floats, arguments))
                return name in FLOAT_FUNCTIONS or self._is_known(func, self.floats)
            case ast.ListComp(elt) | ast.GeneratorExp(elt) | ast.SetComp(elt):
                return self._has_floats(elt)
            case ast.List(elts) | ast.Tuple(elts):
                return any(map(self._has_floats, elts))
            case ast.IfExp(_, body, orelse):
                return self._has_floats(body) or self._has_floats(orelse)
            case ast.BoolOp(_, values):
                return any(map(self._has_floats, values))
            case ast.UnaryOp(_, value) | ast.Subscript(value) | ast.Starred(value):
                return self._has_floats(value)
            case ast.Name() | ast.Attribute():
                return self._is_known(node, self.floats)
        return False

    def _is_set(self, node: ast.expr) -> bool:
        """Whether the value of *node* is a set, as far as one can see."""
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.BinOp(left, ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right):
                return self._is_set(left) or self._is_set(right)
            case ast.Call(ast.Attribute(value, method)) if method in SET_METHODS:
                return self._is_set(value)
            case ast.Call(func):
                made = func.value if isinstance(func, ast.Subscript) else func
                return _name(made) in ("set", "frozenset") or self._is_known(made, self.sets)
            case ast.IfExp(_, body, orelse):
                return self._is_set(body) or self._is_set(orelse)
            case ast.BoolOp(_, values):
                return any(map(self._is_set, values))
            case ast.Name() | ast.Attribute():
                return self._is_known(node, self.sets)
        return False

    # ---- what is wrong --------------------------------------------------------------------------

    def violations(self) -> Iterator[Violation]:
        for node in self.nodes:
            for kind in self._kinds(node):
                place = node.iter if isinstance(node, ast.comprehension) else node
                yield Violation(getattr(place, "lineno", 0), kind, SENTENCES[kind])

    def _kinds(self, node: ast.AST) -> Iterator[str]:
        match node:
            case ast.Import(names):
                if any(alias.name.split(".")[0] in INEXACT_MODULES for alias in names):
                    yield "module"
                if any(alias.name == "random" for alias in names):
                    yield "random"
            case ast.ImportFrom(module, names):
                yield from self._kinds_of_import(module or "", {alias.name for alias in names})
            case ast.Attribute(ast.Name(name), attribute):
                if name in self.maths and attribute not in EXACT:
                    yield "math"
                if name == "sys" and attribute in ("maxsize", "hash_info"):
                    yield "size"
                if attribute in INEXACT_DRAWS:
                    yield "draw"
            case ast.Attribute(_, attribute) if attribute in INEXACT_DRAWS:
                yield "draw"
            case ast.BinOp(left, ast.Pow(), right) if not (_is_whole(left) and _is_whole(right)):
                yield "power"
            case ast.AugAssign(_, ast.Pow()):
                yield "power"
            case ast.Call(ast.Name(name), arguments):
                yield from self._kinds_of_call(node, name, arguments)
            case ast.For(_, iterated) if self._is_set(iterated):
                yield "set"
            case ast.comprehension(_, iterated) if self._is_set(iterated):
                if not self._is_order_lost(self.parents[node]):
                    yield "set"
            case ast.Starred(value) if self._is_set(value):
                if not isinstance(self.parents[node], ast.Set):
                    yield "set"
            case ast.Call(ast.Attribute(value, method), arguments):
                if method == "pop" and not arguments and self._is_set(value):
                    yield "set"
                if method in ("join", "extend", "fromkeys") and any(map(self._is_set, arguments)):
                    yield "set"

    def _kinds_of_import(self, module: str, names: set[str]) -> Iterator[str]:
        if module.split(".")[0] in INEXACT_MODULES:
            yield "module"
        if module == "math" and not names <= EXACT:
            yield "math"
        if module == "random" and names != {"Random"}:
            yield "random"
        if module == "sys" and names & {"maxsize", "hash_info"}:
            yield "size"

    def _kinds_of_call(self, node: ast.AST, name: str, arguments: list[ast.expr]) -> Iterator[str]:
        if name == "pow" and len(arguments) == 2:
            yield "power"
        elif name == "sum" and self._has_floats(arguments[0]):
            yield "sum"
        elif name == "id" or (name == "hash" and self._function(node) != "__hash__"):
            yield "hash"
        elif name in ORDERED and any(map(self._is_set, arguments)):
            yield "set"

    def _is_order_lost(self, comprehension: ast.AST) -> bool:
        """Whether what a *comprehension* makes has no order, or gets another one."""
        if isinstance(comprehension, ast.SetComp):
            return True
        outside = self.parents[comprehension]
        return isinstance(outside, ast.Call) and _name(outside.func) in UNORDERED


def _name(node: ast.expr) -> str:
    """The name that *node* ends in, ``""`` if it is no name."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _is_whole(node: ast.expr) -> bool:
    """Whether *node* is a whole number that stands there, or a constant."""
    if isinstance(node, ast.Name):
        return node.id.isupper()
    return isinstance(node, ast.Constant) and isinstance(node.value, int)
