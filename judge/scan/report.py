"""The report of a scan as Markdown: counts by level, and the tasks that cannot be judged as shipped, with the judge's treatment."""

from collections import Counter
from statistics import median

NO_MEMORY = "not enough memory"  # the note of a distribution
_ANSWERS = ("zeros", "constant", "stale", "input", "half")


def markdown(rows: "list[dict]") -> str:
    """The report on rows of `scan`."""
    levels = sorted({_level(row) for row in rows})
    counted = [_table(["", *(f"level {level}" for level in levels)], [[name, *counts] for name, counts in _counts(rows, levels)])]
    odd = [[row["task"], _defect(row), instead(row)] for row in rows if _defect(row)]
    parts = ["# Vacuity of KernelBench's tasks at their real sizes", *counted, _table(["task", "as shipped", "what the judge does"], odd)]
    return "\n\n".join([*parts, "## What the special checks vary", _varied(rows, levels), *_openings(rows)]) + "\n"


def _varied(rows: "list[dict]", levels: "list[int]") -> str:
    """Per level: in how many tasks each check runs, and how much it varies there."""
    checked = [row for row in rows if row.get("checks")]

    def line(name: str, count) -> list:
        cells = []
        for level in levels:
            found = [count(row["checks"]) for row in checked if _level(row) == level]
            some = [number for number in found if number]
            cells.append(f"{len(some)} of {len(found)}" + (f", {min(some)} to {max(some)}, median {median(some):g}" if some else ""))
        return [name, *cells]

    independent = [[row["checks"]["rows"] == "independent" for row in checked if _level(row) == level] for level in levels]
    lines = [
        ["each output row depends on its input row alone", *(f"{sum(found)} of {len(found)}" for found in independent)],
        line("special rows: kinds", lambda found: sum(not note for note in found["specialRows"].values())),
        line("rare rows: kinds", lambda found: sum(not note for note in found["rareRows"].values())),
        line("integer inputs, masks and numbers that vary", lambda found: sum(bool(kinds) for kinds in found["arguments"].values())),
        line("arguments that are the same in every draw", lambda found: len(found["sameInEveryDraw"])),
        line("parameters and buffers of the third state", lambda found: len(found["parameters"])),
        line("buffers and inputs compared after a call", lambda found: len(found["effects"])),
    ]
    return _table(["tasks, and how many in each", *(f"level {level}" for level in levels)], lines)


def _openings(rows: "list[dict]") -> "list[str]":
    """How many openings had the admission of the first one. Empty if each task was opened once."""
    again = [row for row in rows if row.get("openings", 1) > 1]
    if not again:
        return []
    differing = [f"{row['task']} (openings {', '.join(map(str, row['differing']))})" for row in again if row["differing"]]
    opened = sum(row["openings"] for row in again)
    return [f"{len(again)} tasks were opened {opened} times. Another admission than at first: {'; '.join(differing) or 'none'}."]


def instead(row: dict) -> str:
    """The judge's treatment of a task."""
    usable = [each for each in row["rows"] if each["usable"]]
    if row["status"] != "examined" and not usable:
        return "cannot judge it on this device" if row["status"] == "memory" else f"does not judge it: {row['status']}"
    if not usable:
        return "refuses it: no inputs were found on which the answer depends"
    first = usable[0]["distribution"]
    where = "judges it as shipped" if first == "shipped" else f"judges and times it on inputs of the kind `{first}`"
    sharp = [each["distribution"] for each in usable if not each["precisionBlind"]]
    if not sharp:
        return f"{where}; marks it precision-blind"
    return where if first in sharp else f"{where}; shows the precision on `{sharp[0]}`"


def _defect(row: dict) -> str:
    """The defect of the task as shipped. Empty for a sound task."""
    parts = [] if row["status"] == "examined" else [f"{row['status']}: {row['note']}" if row["note"] else row["status"]]
    shipped = next((each for each in row["rows"] if each["distribution"] == "shipped"), None)
    if shipped is not None:
        parts += [f"passes: {', '.join(shipped['vacuous'])}"] if shipped["vacuous"] else []
        parts += [shipped["note"]] if shipped["note"] else []
        parts += ["precision-blind"] if shipped["precisionBlind"] else []
    return "; ".join(parts)


def _counts(rows: "list[dict]", levels: "list[int]"):
    """Lines of the table of counts: (name, a number per level)."""
    shipped = [(row, next((each for each in row["rows"] if each["distribution"] == "shipped"), None)) for row in rows]

    def line(name: str, matches):
        found = Counter(_level(row) for row, own in shipped if matches(row, own))
        return name, [found[level] for level in levels]

    yield line("tasks examined", lambda row, own: True)
    yield line("judged as shipped", lambda row, own: own is not None and own["usable"])
    for answer in _ANSWERS:
        yield line(f"{answer} would pass as shipped", lambda row, own, answer=answer: own is not None and answer in own["vacuous"])
    yield line("vacuous as shipped, judged on other inputs", lambda row, own: own is not None and not own["usable"] and any(each["usable"] for each in row["rows"]))
    yield line("vacuous on some hidden inputs, which are left out", lambda row, own: any(each["vacuous"] for each in row["rows"] if each is not own))
    yield line("precision-blind as shipped", lambda row, own: own is not None and own["precisionBlind"])
    yield line("precision-blind on all usable inputs", lambda row, own: _blind(row))
    yield line("random as shipped, judged in eval mode", lambda row, own: bool(row["evalMode"]))
    yield line("not enough memory for the fp64 reference", lambda row, own: row["status"] == "memory")
    yield line("not examined for other reasons", lambda row, own: row["status"] not in ("examined", "memory"))


def _blind(row: dict) -> bool:
    usable = [each for each in row["rows"] if each["usable"]]
    return bool(usable) and all(each["precisionBlind"] for each in usable)


def _level(row: dict) -> int:
    return int(row["task"].removeprefix("level").split("/")[0])


def _table(heads: "list[str]", rows: "list[list]") -> str:
    lines = [heads, ["---"] * len(heads), *[[str(value).replace("|", "\\|").replace("\n", " ") for value in row] for row in rows]]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
