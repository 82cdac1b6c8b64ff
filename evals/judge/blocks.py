"""`python3 -m evals.judge.blocks --target cpu|cuda`: judges the building blocks of `prompts/blocks` and keeps their verdicts beside them.

Each block is a whole candidate of a small task. The baseline is eager PyTorch, so the speedup is against torch's own operator (cuBLAS, cuDNN, oneDNN
or ATen). The search shows only blocks with an `ok` for its target (docs/search.md). A verdict holds the hash of its block's files: a block that
changed is judged again. The command prints the table of docs/results/blocks.md, and `--write` puts it there.
"""

import argparse
import hashlib
import json
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from judge.protocol.jobs import PROTOCOL

from .report import table
from .wire import JudgeChild, said

_ROOT = Path(__file__).resolve().parents[2]
FOLDER = _ROOT / "prompts" / "blocks"
PAGE = _ROOT / "docs" / "results" / "blocks.md"
_NATIVE = {"cuda": "cu", "cpp": "cpp"}
_TARGET = {"cuda": "cuda", "triton": "cuda", "cpp": "cpu"}
_MARK = "<!-- blocks -->\n", "<!-- end -->"


@dataclass(frozen=True)
class Block:
    """A row of index.json with its files: model_new.py and, for native code, kernel.cu or kernel.cpp."""

    name: str
    language: str
    task: str
    precision: str
    files: "dict[str, str]"
    source: str

    @property
    def id(self) -> str:
        return f"{self.name}-{self.language}"

    @property
    def target(self) -> str:
        return _TARGET[self.language]

    @property
    def hash(self) -> str:
        """The first 16 digits of the SHA-256 of task and files."""
        texts = [self.source, *(self.files[name] for name in sorted(self.files))]
        return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]

    def job(self, tier: str) -> dict:
        """The evaluate job of the judge's protocol."""
        files = [{"name": name, "text": text} for name, text in self.files.items()]
        task = {"name": self.task, "source": self.source}
        job = {"protocol": PROTOCOL, "id": self.id, "kind": "evaluate", "task": task, "target": self.target, "precision": self.precision}
        return {**job, "library": "library-allowed", "baselines": [], "tier": tier, "rareChecks": True, "candidate": {"language": self.language, "files": files}}


def blocks(target: "str | None" = None) -> "list[Block]":
    """All blocks, or those of one target, in the order of index.json."""
    found = [_read(row) for row in json.loads((FOLDER / "index.json").read_text())]
    return [block for block in found if target in (None, block.target)]


def _read(row: dict) -> Block:
    files = {"model_new.py": (FOLDER / f"{row['name']}.py").read_text()}
    suffix = _NATIVE.get(row["language"])
    if suffix:
        files[f"kernel.{suffix}"] = (FOLDER / f"{row['name']}.{suffix}").read_text()
    source = (FOLDER / "tasks" / f"{row['task']}.py").read_text()
    return Block(row["name"], row["language"], row["task"], row["precision"], files, source)


def main() -> int:
    """Judges the blocks without a present verdict on this machine. Returns 1 where one is not `ok`."""
    asked = _options()
    rows = json.loads(asked.json.read_text()) if asked.json.exists() else []
    failed = 0
    if not asked.print:
        with tempfile.TemporaryDirectory() as cache, JudgeChild(Path(cache)) as judge:
            hardware = _hardware(judge, asked.target)
            for block, reply in _judged(judge, _chosen(asked, rows, hardware), asked):
                row = _row(block, reply, hardware)
                failed += row["status"] != "ok"
                print(f"{row['block']:<34} {row['status']:<10} {row['problem'] if row['status'] != 'ok' else _figures(row)}"[:240], flush=True)
                rows = _placed(rows, row) if reply["kind"] == "verdict" else rows
                asked.json.write_text(json.dumps(rows, indent=1) + "\n")
    text = _tables(rows)
    print(text)
    if asked.write:
        _write(text)
    return 1 if failed else 0


def _hardware(judge: JudgeChild, target: str) -> str:
    """The name of the GPU, or of the CPU on the cpu target. Exits where the target's machine is not there."""
    reply, _ = judge.ask({"protocol": PROTOCOL, "id": "probe", "kind": "probe"})
    host = reply["host"]
    if target == "cuda" and not host["gpu"]:
        sys.exit("--target cuda needs a GPU, and torch sees none here: run the command on a machine with one, or take --target cpu")
    return host["gpu"]["name"] if target == "cuda" else host["cpu"]


def _chosen(asked: argparse.Namespace, rows: "list[dict]", hardware: str) -> "list[Block]":
    known = {(row["block"], row["hash"]) for row in rows if row["hardware"] == hardware and not asked.again}
    wanted = [block for block in blocks(asked.target) if not asked.only or block.name.startswith(tuple(asked.only))]
    return [block for block in wanted if (block.id, block.hash) not in known]


def _judged(judge: JudgeChild, chosen: "list[Block]", asked: argparse.Namespace):
    """Yields (block, reply). The judge spreads the jobs under way over its devices."""
    until, named, waiting, under_way = time.monotonic() + asked.seconds, {block.id: block for block in chosen}, list(chosen), 0
    while waiting or under_way:
        while waiting and under_way < asked.at_once and time.monotonic() < until:
            judge.send(waiting.pop(0).job(asked.tier))
            under_way += 1
        if under_way == 0:
            return
        reply = judge.reply()
        under_way -= 1
        yield named[reply["id"]], reply


def _row(block: Block, reply: dict, hardware: str) -> dict:
    verdict = reply.get("verdict", {})
    row = {"block": block.id, "hash": block.hash, "hardware": hardware, "judged": date.today().isoformat(), "status": said(reply)}
    said_of_it = [verdict.get("inputs"), verdict.get("group"), *verdict.get("names", []), verdict.get("problem") or verdict.get("diagnostics")]
    row["problem"] = ": ".join(str(one) for one in said_of_it if one)[:400]
    if row["status"] != "ok":
        return row
    speedup = {name: round(verdict["speedup"][name], 4) for name in ("median", "low", "high")}
    times = {"us": round(verdict["candidate"]["medianUs"], 2), "torchUs": round(verdict["baseline"]["medianUs"], 2)}
    return {**row, **times, "speedup": speedup, "errorShare": round(verdict["errorShare"], 4), "unproven": verdict.get("unproven", [])}


def _placed(rows: "list[dict]", row: dict) -> "list[dict]":
    """The rows with this one in place of the older verdict on the same block and hardware."""
    others = [one for one in rows if (one["block"], one["hardware"]) != (row["block"], row["hardware"])]
    return sorted([*others, row], key=lambda one: (one["hardware"], one["block"]))


def _figures(row: dict) -> str:
    return f"{row['us']:.1f} us, torch {row['torchUs']:.1f} us, {row['speedup']['median']:.2f}x, error {row['errorShare']:.2f} of its budget"


def _tables(rows: "list[dict]") -> str:
    known, parts = {block.id: block for block in blocks()}, []
    for hardware in sorted({row["hardware"] for row in rows}):
        lines = [_line(row, known[row["block"]]) for row in rows if row["hardware"] == hardware and row["block"] in known]
        heads = ["block", "precision", "verdict", "its time, us", "torch, us", "speedup", "error / budget", "not right on"]
        parts.append(f"## {hardware}\n\n{table(heads, lines)}")
    return "\n\n".join(parts) + "\n"


def _line(row: dict, block: Block) -> "list":
    status = row["status"] if row["hash"] == block.hash else "changed since"
    if row["status"] != "ok":
        return [row["block"], block.precision, status, None, None, None, None, None]
    speedup = "{median:.2f}x [{low:.2f}, {high:.2f}]".format(**row["speedup"])
    return [row["block"], block.precision, status, row["us"], row["torchUs"], speedup, row["errorShare"], ", ".join(row["unproven"]) or "–"]


def _write(text: str) -> None:
    before, rest = PAGE.read_text().split(_MARK[0])
    PAGE.write_text(f"{before}{_MARK[0]}{text}{_MARK[1]}{rest.split(_MARK[1])[1]}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m evals.judge.blocks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", choices=("cpu", "cuda"), default="cuda")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="only blocks whose name begins so")
    parser.add_argument("--again", action="store_true", help="also those with a verdict on this machine")
    parser.add_argument("--tier", choices=("sweep", "search", "promotion"), default="search", help="how long each is timed (default: search)")
    parser.add_argument("--at-once", type=int, default=4, metavar="N", help="blocks under way in the judge; it spreads them over its devices (default: 4)")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no further block after so many seconds")
    parser.add_argument("--json", type=Path, default=FOLDER / "verdicts.json", metavar="FILE", help="the verdicts (default: those of prompts/blocks)")
    parser.add_argument("--print", action="store_true", help="judge nothing, print the table")
    parser.add_argument("--write", action="store_true", help="write the table into docs/results/blocks.md")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
