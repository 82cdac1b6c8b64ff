"""Reads the reports of the sanitizers. Pure functions on text, which a hostile process may have written.

A finding counts only in the candidate's own source: other frames are torch's or a library's.
"""

import re
from dataclasses import dataclass

_CHARS = 120
_OWN = re.compile(r"(?:^|[/\s(])((?:kernel\.(?:cu|cpp|h)|[\w-]+\.py)):(\d{1,6})\b")
_ADDRESS = re.compile(r"ERROR: AddressSanitizer: ([\w-]{1,60})")
_ACCESS = re.compile(r"\b(READ|WRITE) of size (\d{1,9})")
_UNDEFINED = re.compile(r"(?:^|/)(kernel\.cpp):(\d{1,6}):\d+: runtime error: ([^\n]{1,200})", re.M)
_INVALID = re.compile(r"(Invalid __(?:global|shared|local)__ (?:read|write|atomic) of size \d+ bytes|Race reported between [A-Z][a-z]+ access)")
_SUMMARY = re.compile(r"^=+ (?:ERROR|RACECHECK) SUMMARY: ", re.M)


@dataclass(frozen=True)
class Finding:
    """What a sanitizer found. `decides`: the candidate is rejected for it. Otherwise it is a note."""

    what: str
    line: int
    decides: bool

    def text(self, source: str) -> str:
        """The finding with its line of the source."""
        lines = source.splitlines()
        code = lines[self.line - 1].strip()[:_CHARS] if 0 < self.line <= len(lines) else ""
        return f"{self.what} at line {self.line}{f': {code}' if code else ''}"


def of_gxx(said: str) -> "list[Finding]":
    """The findings of the address sanitizer, which decide, and of the one for undefined behaviour, which are notes."""
    found = []
    for part in re.split(r"^(?=[^\n]*ERROR: AddressSanitizer)", said, flags=re.M):
        kind, frame = _ADDRESS.search(part), _OWN.search(part)
        if kind and frame:
            access = _ACCESS.search(part)
            found.append(Finding(kind[1] + (f", a {access[1].lower()} of {access[2]} bytes," if access else ""), int(frame[2]), True))
    notes = [Finding(message, int(line), "out of bounds" in message) for _file, line, message in _UNDEFINED.findall(said)]
    return [*found, *dict.fromkeys(notes)]


def is_summed_up(said: str) -> bool:
    """Whether a tool of compute-sanitizer watched the process to its end. Without its summary it may never have been attached."""
    return bool(_SUMMARY.search(said))


def of_compute_sanitizer(tool: str, said: str, has_own_order: bool = False) -> "list[Finding]":
    """The findings of a tool of compute-sanitizer. Those of memcheck and racecheck decide. Other tools' findings are notes.

    Racecheck calls a race within one warp a warning. It decides as well: lanes of a warp do not run in step. A race does not decide if the
    library `has_own_order`, by mbarriers or by atomics and fences within a block: racecheck follows the order of barriers alone.
    """
    deciding = ("memcheck",) if has_own_order else ("memcheck", "racecheck")
    found: "list[Finding]" = []
    for part in re.split(r"^=+ (?=Invalid|Error|Warning|Uninitialized|Barrier)", said, flags=re.M)[1:]:
        kind, frame = _INVALID.search(part), _OWN.search(part)
        if frame:
            what = kind[1] if kind else part.splitlines()[0].strip()[:_CHARS]
            found.append(Finding(what, int(frame[2]), bool(kind) and tool in deciding))
    return list(dict.fromkeys(found))
