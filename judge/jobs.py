"""Reads jobs and says what is wrong with malformed ones. The full contract is src/domain/protocol.ts; this checks what the judge relies on."""

import json
import re

from .errors import Rejected
from .policy import LIBRARIES

PROTOCOL = 2
RIVALS = {"compile": "default", "max-autotune": "max-autotune-no-cudagraphs", "tf32": None}  # baselines beside eager, and torch.compile's mode


def parsed(text: bytes) -> dict:
    """The object in one line. Raises Rejected."""
    try:
        job = json.loads(text.decode())
        json.dumps(job, ensure_ascii=False).encode()  # escapes can spell what UTF-8 cannot: lone surrogates
    except UnicodeError as error:
        raise Rejected(f"the job is not UTF-8 text: {error}", "send one JSON object per line, encoded in UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise Rejected(f"the job is not JSON: {error}", "send one JSON object per line") from error
    if not isinstance(job, dict):
        raise Rejected("the job is not a JSON object", "send one JSON object per line")
    return job


def written(reply: dict) -> str:
    """A reply in one line. One with a number that JSON does not have is `broken`: no word of a candidate may cost the others their replies."""
    try:
        return json.dumps(reply, allow_nan=False)
    except ValueError as error:
        return json.dumps({"id": reply["id"], "kind": "broken", "reason": f"the reply could not be written: {error}"})


def malformation(job: dict) -> str:
    """What is wrong with a job's form, for a person; empty where nothing is."""
    if job.get("protocol") != PROTOCOL:
        return f"protocol is {job.get('protocol')!r}, this judge speaks {PROTOCOL}"
    if not isinstance(job.get("id"), str) or not re.fullmatch(r"[\w-]+", job["id"]):
        return "id must be a string of letters, digits, _ and -"
    if job.get("kind") not in ("probe", "prepare", "evaluate"):
        return f"kind is {job.get('kind')!r}; it must be probe, prepare or evaluate"
    return "" if job["kind"] == "probe" else _task_problem(job) or (_candidate_problem(job) if job["kind"] == "evaluate" else "")


def _task_problem(job: dict) -> str:
    task = job.get("task")
    if not isinstance(task, dict) or not isinstance(task.get("name"), str) or not isinstance(task.get("source"), str):
        return "task must have a name and a source"
    if job.get("target") not in ("cuda", "cpu"):
        return "target must be cuda or cpu"
    if job.get("precision") not in ("fp32", "tf32", "bf16", "fp16"):
        return "precision must be fp32, tf32, bf16 or fp16"
    baselines = job.get("baselines")
    known = isinstance(baselines, list) and all(name in RIVALS for name in baselines)
    return "" if known else f"baselines must be a list of {', '.join(RIVALS)}"


def _candidate_problem(job: dict) -> str:
    candidate = job.get("candidate")
    files = candidate.get("files") if isinstance(candidate, dict) else None
    if not isinstance(files, list) or candidate.get("language") not in ("cuda", "triton", "cpp"):
        return "candidate must have a language (cuda, triton or cpp) and files"
    for file in files:
        named = isinstance(file, dict) and isinstance(file.get("name"), str) and isinstance(file.get("text"), str)
        if not named or not re.fullmatch(r"[\w-]+\.(py|cu|cpp)", file["name"]):
            return "every file needs a name such as model_new.py and a text"
    if job.get("library") not in LIBRARIES:
        return f"library must be {' or '.join(LIBRARIES)}"
    if not isinstance(job.get("counters", False), bool):
        return "counters must be true or false"
    return "" if job.get("tier") in ("sweep", "search", "promotion") else "tier must be sweep, search or promotion"
