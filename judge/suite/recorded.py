"""The recorded winners of the example tasks as controls: evals/recorded holds the replies, evals/tasks the tasks."""

import hashlib
import json
import re
from pathlib import Path

from .fixtures import Fixture

_EVALS = Path(__file__).resolve().parents[2] / "evals"
_LANGUAGES = {"kernel.cu": "cuda", "kernel.cpp": "cpp"}


def load(target: str) -> "list[Fixture]":
    """One control per recording that has a winner for the target. Raises ValueError if the recording lacks the winner's source."""
    found = [_winner(path, target) for path in sorted((_EVALS / "recorded").glob(f"*.{target}.jsonl"))]
    return [fixture for fixture in found if fixture]


def _winner(path: Path, target: str) -> "Fixture | None":
    recording, *replies = [json.loads(line) for line in path.read_text().splitlines()]
    task, wanted = recording["recorded"]["task"], recording["recorded"]["winner"]
    if wanted is None:
        return None
    for reply in replies:
        files = {file["name"]: file["text"] for file in _files(reply)}
        if files and hashlib.sha256(_normalized(files).encode()).hexdigest().startswith(wanted):
            language = next((_LANGUAGES[name] for name in files if name in _LANGUAGES), "triton" if target == "cuda" else "cpp")
            source = (_EVALS / "tasks" / f"{task}.py").read_text()
            return Fixture("controls", f"recorded_{task}", f"The recorded winner of {task}.", target, language, task, files, source=source)
    raise ValueError(f"{path.name} has no reply whose candidate is its winner {wanted}")


def _files(reply: dict) -> "list[dict]":
    try:
        return json.loads(reply.get("text", "")).get("files", [])
    except ValueError:  # prose
        return []


def _normalized(files: "dict[str, str]") -> str:
    """The same hash as src/domain/candidate.ts: of the texts without comment lines and surrounding white space."""
    return "\n".join(f"{name}\n{_folded(name, files[name])}" for name in sorted(files))


def _folded(name: str, text: str) -> str:
    if name.endswith(".py"):
        lines = [line.rstrip() for line in text.split("\n")]
    else:
        lines = [re.sub(r"^\s*//.*$", "", line).strip() for line in re.sub(r"/\*[\s\S]*?\*/", "", text).split("\n")]
    return "\n".join(line for line in lines if line.strip())
