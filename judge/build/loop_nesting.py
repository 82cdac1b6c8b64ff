"""Which loops of a C++ source hold which, by their places: g++ names a loop by line and column, and says nothing of the loops in it.

The source is read as text: comments, strings and preprocessor lines are blanked, then brackets are matched. A place belongs to the innermost
`for`, `while` or `do` around it. That also fits loops that OpenMP collapsed, which g++ places at the start of their body. A loop that calls a
function or a lambda of the same source holds the loops of that function.
"""

import bisect
import itertools
import re
from collections.abc import Iterator

# An end that is missing is the end of the source: each pattern reads every character once, whatever a hostile source holds.
_BLANKED = re.compile(
    r"""//[^\n]*|/\*.*?(?:\*/|\Z)|\bR"(\w{0,16})\(.*?(?:\)\1"|\Z)|"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n]){1,8}'|^[ \t]*\#(?:\\\n|[^\n])*""", re.S | re.M
)
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_LOOP = re.compile(r"\b(?:for|while|do)\b")
_HEAD = re.compile(r"(?:for|while|switch|(if))\s*(?:constexpr\s*)?(?=\()|(do)\b")
_ELSE, _WHILE = re.compile(r"\s*else\b\s*"), re.compile(r"\s*while\s*(?=\()")
_INK, _STOP = re.compile(r"\S"), re.compile(r"[;(\[{}]")
_CALL = re.compile(r"\b([A-Za-z_]\w*)\s*(?:<[^<>;{}()]*>\s*)?(?=\()")
_LAMBDA = re.compile(r"\b([A-Za-z_]\w*)\s*=\s*(?=\[)")
_BODY = re.compile(r"\s*(?:(?:const|noexcept|mutable)\b\s*)*(?:->[^;{}()]*)?(?=\{)")
_STATEMENTS = {"for", "while", "switch", "if", "catch"}


class Nesting:
    """The loops and the named functions of a source."""

    def __init__(self, source: str):
        text = _BLANKED.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source.encode(errors="replace").decode("latin-1"))  # a column counts bytes
        self._lines = [0, *itertools.accumulate(len(line) + 1 for line in text.split("\n"))]
        self._text, self._closed = text, _matched(text)
        ends: "dict[int, int]" = {}
        for found in reversed(list(_LOOP.finditer(text))):
            ends[found.start()] = self._end(found.start(), ends)
        self._loops = _Spans(ends)
        bodies = dict(self._named_bodies())
        self._bodies = _Spans({start: self._closed.get(start, len(text)) for start in bodies})
        self._names = [bodies[start] for start in self._bodies.starts]
        self._calls: "dict[str, list[int]]" = {}
        for found in _CALL.finditer(text):
            self._calls.setdefault(found[1], []).append(found.start())

    def loop_at(self, place: "tuple[int, int]") -> "int | None":
        """The innermost loop around a place (line, column)."""
        return next(self._loops.around(self._offset(place)), None)

    def holders(self, places: "list[tuple[int, int]]") -> "set[int]":
        """The loops at these places, and all loops that hold one of them."""
        held: "set[int]" = set()
        named: "set[str]" = set()
        offsets = [self._offset(place) for place in places]
        while offsets:
            at = offsets.pop()
            held.update(itertools.takewhile(lambda loop: loop not in held, self._loops.around(at)))
            for name in {self._names[body] for body in self._bodies.around(at)} - named:
                named.add(name)
                offsets += self._calls.get(name, [])
        return held

    def _offset(self, place: "tuple[int, int]") -> int:
        line, column = place
        return self._lines[min(line, len(self._lines)) - 1] + column - 1

    def _end(self, at: int, known: "dict[int, int]") -> int:
        """The end of the statement at `at`. `known` has the ends of the loops after it."""
        chooses = repeats = False
        while True:
            ink = _INK.search(self._text, at)
            at = ink.start() if ink else len(self._text)
            head = None if at in known else _HEAD.match(self._text, at)
            if head:
                chooses, repeats = chooses or bool(head[1]), repeats or bool(head[2])
                at = head.end() if head[2] else self._behind(head.end())
                continue
            at = known.get(at) or (self._behind(at) if self._text[at : at + 1] == "{" else self._semicolon(at))
            other = _ELSE.match(self._text, at) if chooses else None
            if not other:
                break
            at = other.end()
        condition = _WHILE.match(self._text, at) if repeats else None
        return self._behind(condition.end()) if condition else at

    def _behind(self, bracket: int) -> int:
        """The place behind the bracket that closes this one."""
        return self._closed.get(bracket, len(self._text)) + 1

    def _semicolon(self, at: int) -> int:
        """The place behind a simple statement."""
        found = _STOP.search(self._text, at)
        while found and found[0] in _CLOSING:
            found = _STOP.search(self._text, self._behind(found.start()))
        return found.end() if found else len(self._text)

    def _named_bodies(self) -> "Iterator[tuple[int, str]]":
        """(start, name) of the bodies of functions, and of lambdas that have a name."""
        for found in [*_CALL.finditer(self._text), *_LAMBDA.finditer(self._text)]:
            after = self._behind(found.end())
            if self._text[found.end()] == "[" and self._text[after : after + 1] == "(":
                after = self._behind(after)
            body = _BODY.match(self._text, after)
            if body and found[1] not in _STATEMENTS:
                yield body.end(), found[1]


class _Spans:
    """Nested parts of a text, from their starts to their ends. A part is named by its rank."""

    def __init__(self, ends: "dict[int, int]"):
        self.starts = sorted(ends)
        self._ends = [ends[start] for start in self.starts]
        self._outer: "list[int | None]" = []
        opened: "list[int]" = []
        for part, start in enumerate(self.starts):
            while opened and self._ends[opened[-1]] <= start:
                opened.pop()
            self._outer.append(opened[-1] if opened else None)
            opened.append(part)

    def around(self, at: int) -> "Iterator[int]":
        """The parts around a place, the innermost first."""
        before = bisect.bisect_right(self.starts, at) - 1
        part = before if before >= 0 else None
        while part is not None:
            if at < self._ends[part]:
                yield part
            part = self._outer[part]


def _matched(text: str) -> "dict[int, int]":
    """The place of the bracket that closes each opened one."""
    closed: "dict[int, int]" = {}
    opened: "list[tuple[str, int]]" = []
    for found in re.finditer(r"[()\[\]{}]", text):
        if found[0] in _CLOSING:
            opened.append((_CLOSING[found[0]], found.start()))
        elif opened and opened[-1][0] == found[0]:
            closed[opened.pop()[1]] = found.start()
    return closed
