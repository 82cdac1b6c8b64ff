"""Formats outcomes as text: a terminal line, a summary, and the published Markdown tables."""

_TITLES = {"hacks": "Detection", "accidents": "Accidents", "controls": "False alarms", "mutants": "Mutants", "faults": "Faults"}
_DETAIL = 90


def line(row: dict) -> str:
    """One outcome on one line."""
    mark = "DIFFERS" if row["differs"] else "ok     "
    why = f"  {row['differs']}" if row["differs"] else ""
    return f"{mark} {row['kind']:8} {row['name']:36} {row['hack']:4} {row['seen']:20} {row['seconds']:6.1f} s{why}  {_short(row['detail'])}"


def summary(rows: "list[dict]", seconds: float) -> str:
    """The number of correct verdicts per kind, and the names of the fixtures with other verdicts."""
    lines = [_count(kind, [row for row in rows if row["kind"] == kind]) for kind in _TITLES if any(row["kind"] == kind for row in rows)]
    differing = [f"  {row['target']} {row['kind']} {row['name']}: {row['seen']}, {row['differs']}" for row in rows if row["differs"]]
    return "\n".join([*lines, *differing, f"{seconds:.0f} s"])


def markdown(rows: "list[dict]") -> str:
    """One table per kind of fixture. A hack's row has a column per target."""
    parts = []
    for kind, title in _TITLES.items():
        own = [row for row in rows if row["kind"] == kind]
        if own:
            parts += [f"## {title}", _count(kind, own), _mutants(own) if kind == "mutants" else _table(kind, own)]
    return "\n\n".join(parts) + "\n"


def _count(kind: str, rows: "list[dict]") -> str:
    good = [row for row in rows if not row["differs"]]
    if kind == "hacks":
        covered = {row["hack"] for row in good}
        return f"{len(good)} of {len(rows)} cheats got the verdict that they must get; they cover {len(covered)} of the 54 known kinds."
    if kind == "accidents":
        return f"{len(good)} of {len(rows)} accidental errors got the grade that they must get."
    if kind == "controls":
        return f"{len(good)} of {len(rows)} honest kernels were accepted."
    if kind == "mutants":
        alive = len(rows) - len(good)
        return f"{alive} of {len(rows)} mutants of accepted kernels survived ({100 * alive / len(rows):.1f} %)."
    return f"{len(good)} of {len(rows)} faults ended in their verdict."


def _table(kind: str, rows: "list[dict]") -> str:
    targets = [target for target in ("cuda", "cpu") if any(row["target"] == target for row in rows)]
    by_name: "dict[str, dict[str, dict]]" = {}
    for row in rows:
        by_name.setdefault(row["name"], {})[row["target"]] = row
    heads = (["hack"] if kind == "hacks" else []) + ["fixture", "what it does", *targets]
    lines = [_cells(heads), _cells(["---"] * len(heads))]
    for name in sorted(by_name, key=lambda each: (_number(next(iter(by_name[each].values()))), each)):
        some = next(iter(by_name[name].values()))
        seen = [_seen(by_name[name].get(target)) for target in targets]
        lines.append(_cells(([some["hack"]] if kind == "hacks" else []) + [f"`{name}`", some["about"].rstrip("."), *seen]))
    return "\n".join(lines)


def _mutants(rows: "list[dict]") -> str:
    """One row per control: the number of rejected mutants per target, and the names of the survivors."""
    targets = [target for target in ("cuda", "cpu") if any(row["target"] == target for row in rows)]
    lines = [_cells(["control", *targets, "survivors"]), _cells(["---"] * (2 + len(targets)))]
    for control in sorted({row["name"].split("-")[0] for row in rows}):
        own = [row for row in rows if row["name"].startswith(f"{control}-")]
        counts = [_rejected([row for row in own if row["target"] == target]) for target in targets]
        survivors = ", ".join(f"{row['name'].split('-')[1].replace('_', ' ')} ({row['target']})" for row in own if row["differs"])
        lines.append(_cells([f"`{control}`", *counts, survivors or "none"]))
    return "\n".join(lines)


def _rejected(rows: "list[dict]") -> str:
    return f"{sum(not row['differs'] for row in rows)} of {len(rows)}" if rows else "–"


def _seen(row: "dict | None") -> str:
    if row is None:
        return "–"
    if row["differs"]:
        return f"**{row['seen']}** ({row['differs']})"
    if row["seen"] == "ok" and row["neutralized"]:
        return f"no gain: {row['neutralized']}"
    return row["seen"]


def _number(row: dict) -> int:
    return int(row["hack"][1:]) if row["hack"] else 0


def _cells(texts: "list[str]") -> str:
    return "| " + " | ".join(text.replace("|", "\\|").replace("\n", " ") for text in texts) + " |"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _DETAIL else flat[: _DETAIL - 1] + "…"
