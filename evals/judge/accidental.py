"""`python3 -m evals.judge.accidental --target cpu|cuda`: the judge's grade of kernels that are wrong by accident, and of their honest twins.

The candidates lie in `accidents/`: 745 errors that a language model makes, each with an honest twin. Their authors knew the operators and the
contract of a candidate, and nothing of the judge. The first character of a name, 0 to 9, A or B, is its set. Each set is younger than the checks
that the sets before it have shaped (docs/results/judge.md). A grade is `wrong`, `unproven` (the verdict names what is unproven) or `missed`. An
honest twin should be `ok`. Each judge process takes whole tasks; `--judges` run side by side.
"""

import argparse
import json
import queue
import re
import sys
import tempfile
import threading
import time
from pathlib import Path

from .wire import JudgeChild

_FOLDER = Path(__file__).with_name("accidents")
_NATIVE = re.compile(r"^KERNEL_CPP = r?('''|\"\"\")\n?(.*?)\1\n", re.S | re.M)
PROTOCOL = 3


def main() -> int:
    """Judges what --json does not hold yet, then prints the table. Returns 1 where a twin was refused."""
    parser = argparse.ArgumentParser(prog="evals.judge.accidental", description=__doc__)
    parser.add_argument("--target", choices=("cpu", "cuda"), required=True)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="only errors whose name begins so")
    parser.add_argument("--judges", type=int, default=1, metavar="N", help="judge processes side by side (default: 1)")
    parser.add_argument("--tier", choices=("sweep", "search"), default="search", help="how long each is timed (default: search); a sweep leaves out what may be unproven")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no further task after so many seconds")
    parser.add_argument("--json", type=Path, required=True, metavar="FILE", help="keep the rows there, and skip those that are there")
    asked = parser.parse_args()
    rows = json.loads(asked.json.read_text()) if asked.json.exists() else {}
    _judge_all(asked, rows)
    return _print(rows)


def _tasks(asked: argparse.Namespace, rows: dict) -> "dict[str, list[tuple[str, dict]]]":
    """(key, job) of each candidate that is missing in `rows`, by task."""
    found: "dict[str, list[tuple[str, dict]]]" = {}
    for entry in json.loads((_FOLDER / "index.json").read_text()):
        runs_here = (entry["language"] != "cuda") if asked.target == "cpu" else entry["language"] != "cpp"
        if not runs_here or not _task_file(entry, asked).exists() or (asked.only and not entry["name"].startswith(tuple(asked.only))):
            continue
        for suffix in ("", "_honest"):
            if entry["name"] + suffix not in rows:
                found.setdefault(entry["task"], []).append((entry["name"] + suffix, _job(entry, suffix, asked)))
    return found


def _job(entry: dict, suffix: str, asked: argparse.Namespace) -> dict:
    text = (_FOLDER / "candidates" / f"{entry['name']}{suffix}.py").read_text()
    native = _NATIVE.search(text)
    files = [{"name": "model_new.py", "text": _NATIVE.sub("", text) if native else text}]
    if native:
        files.append({"name": "kernel.cpp", "text": native[2]})
    task = {"name": entry["task"], "source": _task_file(entry, asked).read_text()}
    job = {"protocol": PROTOCOL, "id": entry["name"] + suffix, "kind": "evaluate", "task": task, "target": asked.target, "precision": entry["precision"]}
    job |= {"library": "library-allowed", "baselines": [], "tier": asked.tier, "rareChecks": True}
    return {**job, "candidate": {"language": "cpp" if asked.target == "cpu" else "cuda", "files": files}}


def _task_file(entry: dict, asked: argparse.Namespace) -> Path:
    """The task, of its own size for a CPU if it has one."""
    name = f"{entry['task']}.py"
    smaller = _FOLDER / "tasks" / "cpu" / name
    return smaller if asked.target == "cpu" and smaller.exists() else _FOLDER / "tasks" / name


def _judge_all(asked: argparse.Namespace, rows: dict) -> None:
    todo: "queue.Queue[list[tuple[str, dict]]]" = queue.Queue()
    for jobs in _tasks(asked, rows).values():
        todo.put(jobs)
    lock, until = threading.Lock(), time.monotonic() + asked.seconds

    def work() -> None:
        with tempfile.TemporaryDirectory() as cache, JudgeChild(Path(cache)) as judge:
            while time.monotonic() < until:
                try:
                    jobs = todo.get_nowait()
                except queue.Empty:
                    return
                for key, job in jobs:
                    reply, seconds = judge.ask(job)
                    with lock:
                        rows[key] = _row(reply, seconds)
                        asked.json.write_text(json.dumps(rows, indent=1) + "\n")
                        print(f"{key:<52} {rows[key]['status']} {', '.join(rows[key]['unproven'])}"[:150], flush=True)

    workers = [threading.Thread(target=work) for _ in range(asked.judges)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def _row(reply: dict, seconds: float) -> dict:
    if reply["kind"] != "verdict":
        return {"status": reply["kind"], "problem": reply.get("reason", ""), "unproven": [], "wallS": seconds, "stages": {}}
    verdict = reply["verdict"]
    return {
        "status": verdict["status"],
        "problem": str(verdict.get("problem", ""))[:300],
        "unproven": [each if isinstance(each, str) else json.dumps(each) for each in verdict.get("unproven", [])],
        "wallS": seconds,
        "stages": verdict.get("seconds", {}),
    }


def grade(row: dict) -> str:
    """`wrong`, `unproven` or `missed`. `broken` if the judge gave an error instead of a verdict."""
    if row["status"] == "ok":
        return "unproven" if row["unproven"] else "missed"
    return "broken" if row["status"] in ("rejected", "broken") else "wrong"


def _print(rows: dict) -> int:
    entries = [entry for entry in json.loads((_FOLDER / "index.json").read_text()) if entry["name"] in rows]
    print("\n| wanted grade | errors | wrong | unproven | missed | no verdict |\n| --- | --- | --- | --- | --- | --- |")
    for wanted in ("wrong", "unproven"):
        grades = [grade(rows[entry["name"]]) for entry in entries if entry["grade"] == wanted]
        print(f"| {wanted} | {len(grades)} | " + " | ".join(str(grades.count(each)) for each in ("wrong", "unproven", "missed", "broken")) + " |")
    twins = {entry["name"]: rows[f"{entry['name']}_honest"] for entry in entries if f"{entry['name']}_honest" in rows}
    refused = {name: row for name, row in twins.items() if row["status"] != "ok"}
    unproven = sum(bool(row["unproven"]) for row in twins.values())
    print(f"\n{len(twins)} honest twins: {len(twins) - len(refused)} ok ({unproven} with something unproven), {len(refused)} refused")
    for name, row in refused.items():
        print(f"- {name}_honest: {row['status']}: {row['problem']}")
    missed = [entry for entry in entries if grade(rows[entry["name"]]) in ("missed", "broken")]
    print(f"\nmissed: {', '.join(entry['name'] for entry in missed) or 'none'}")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
