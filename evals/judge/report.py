"""Writes a measurement's results: JSON after every step, which lets an interrupted run continue, and Markdown at the end."""

import json
import os
from pathlib import Path


class Record:
    """Rows by key in DIR/NAME.json, with DIR/NAME.md beside them. Rows that are there already need not be measured again."""

    def __init__(self, folder: Path, name: str):
        folder.mkdir(parents=True, exist_ok=True)
        self._json, self._markdown = folder / f"{name}.json", folder / f"{name}.md"
        self.rows: "dict[str, dict]" = json.loads(self._json.read_text()) if self._json.exists() else {}

    def keep(self, key: str, row: dict) -> None:
        """Adds a row and writes the file."""
        self.rows[key] = row
        fresh = self._json.with_suffix(".part")
        fresh.write_text(json.dumps(self.rows, indent=1, allow_nan=False) + "\n")
        os.replace(fresh, self._json)

    def write(self, *parts: str) -> None:
        """Writes the Markdown and prints it."""
        text = "\n\n".join(parts) + "\n"
        self._markdown.write_text(text)
        print(text)


def table(heads: "list[str]", rows: "list[list]") -> str:
    """A Markdown table; numbers get three significant digits."""
    lines = [heads, ["---"] * len(heads), *[[_cell(value) for value in row] for row in rows]]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"
    return str(value).replace("|", "\\|").replace("\n", " ")
