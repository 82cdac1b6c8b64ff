"""Reads fixtures: candidates as files. The docstring of a fixture describes it and states its required verdict.

A fixture NAME consists of `NAME.py` (its model_new.py) and, for native code, `NAME.cu` or `NAME.cpp`. `NAME.h` holds code that both share.
The docstring ends with lines `key: value`.

| key | value |
| --- | --- |
| hack | H1 to H54 |
| task | a file of tasks/ |
| task-cpu | the task on the cpu target, if it is another |
| targets | cuda, cpu |
| language | triton; default: the target's own |
| precision, library | as in the job |
| expect | the allowed statuses, separated by \\|. `timing` stands for all that the clock finds: which of them it finds first depends on the host. |
| base | a control; its native source precedes the fixture's own, and an `ok` must not be faster than it |
| native | the fixture of the same folder that supplies the native source |
| neutralized | the reason why a cheat may be `ok` |
| needs | L3, or a part of the isolation such as freezer: the fixture is skipped without it |
| hides | words that the verdict must not contain |
| canary | a file to which the suite writes these words for its duration. The fixture is skipped if the suite cannot write it. |
| unproven | a name that the verdict's `unproven` must contain |
| require | a name that the job requires |
| tier | search (the default) or promotion |
"""

import ast
import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from judge.protocol.jobs import PROTOCOL

HERE = Path(__file__).parent
TARGETS = ("cuda", "cpu")
TIMING = ("unstable", "timing_disagrees", "below_floor")  # the statuses that the clock finds
_NATIVE = {"cuda": ("cuda", "kernel.cu"), "cpu": ("cpp", "kernel.cpp")}
_KEYS = ("hack", "task", "task-cpu", "targets", "language", "precision", "library", "expect", "base", "native", "neutralized", "needs", "hides", "canary", "unproven", "require", "tier")
_LINE = re.compile(rf"^({'|'.join(_KEYS)}): (.+)$", re.M)


@dataclass(frozen=True)
class Fixture:
    """One candidate on one target. `files`: the bundle's texts by name. `base`: the name of the control to compare with."""

    kind: str
    name: str
    about: str
    target: str
    language: str
    task: str
    files: "dict[str, str]"
    expect: "tuple[str, ...]" = ("ok",)
    hack: str = ""
    precision: str = "fp32"
    library: str = "library-allowed"
    base: str = ""
    neutralized: str = ""
    needs: str = ""
    hides: str = ""
    canary: str = ""
    unproven: str = ""
    require: str = ""
    tier: str = "search"
    source: str = field(default="", repr=False)  # the task's source, if it is outside tasks/

    def job(self) -> dict:
        """The protocol's evaluate job for this fixture."""
        source = self.source or (HERE / "tasks" / f"{self.task}.py").read_text()
        files = [{"name": name, "text": text} for name, text in self.files.items()]
        job = {"protocol": PROTOCOL, "id": self.id, "kind": "evaluate", "task": {"name": self.task.replace("/", "."), "source": source}, "target": self.target}
        job |= {"precision": self.precision, "library": self.library, "baselines": [], "tier": self.tier, "rareChecks": True, "require": [self.require] if self.require else []}
        return {**job, "candidate": {"language": self.language, "files": files}}

    @property
    def id(self) -> str:
        return f"{self.kind}-{self.name}"

    def mutated(self, name: str, about: str, file: str, text: str, expect: "tuple[str, ...]") -> "Fixture":
        """The same candidate with one file changed, as a mutant."""
        return replace(self, kind="mutants", name=name, about=about, files={**self.files, file: text}, expect=expect)


def load(kind: str, target: str) -> "list[Fixture]":
    """The fixtures of the folder `kind` for one target, by name. Raises ValueError for a malformed fixture."""
    found = (_read(path, kind, target) for path in sorted((HERE / kind).glob("*.py")))
    return [fixture for fixture in found if fixture is not None]


def _read(path: Path, kind: str, target: str) -> "Fixture | None":
    text = path.read_text()
    docstring = ast.get_docstring(ast.parse(text)) or ""
    said = dict(_LINE.findall(docstring))
    targets = said.get("targets", "").split(", ")
    if "task" not in said or not set(targets) <= set(TARGETS):
        raise ValueError(f"{path.name}: its docstring must end with a task and targets ({', '.join(TARGETS)}), as fixtures.py says")
    if target not in targets:
        return None
    language, native = _NATIVE[target]
    return Fixture(
        kind=kind,
        name=path.stem,
        about=docstring.splitlines()[0],
        target=target,
        language=said["language"] if "language" in said and target == "cuda" else language,
        task=said.get("task-cpu", said["task"]) if target == "cpu" else said["task"],
        files={"model_new.py": text, **_native(path.with_name(f"{said.get('native', path.stem)}.py"), native, said.get("base", ""))},
        expect=allowed(said.get("expect", "ok")),
        **{key: said[key] for key in ("hack", "precision", "library", "base", "neutralized", "needs", "hides", "canary", "unproven", "require", "tier") if key in said},
    )


def allowed(words: str) -> "tuple[str, ...]":
    """The statuses that the line `expect` allows. Raises ValueError for a word that cannot be one."""
    if not re.fullmatch(r"[a-z_]+(\|[a-z_]+)*", words):
        raise ValueError(f"statuses are separated by |: {words}")
    return tuple(status for word in words.split("|") for status in (TIMING if word == "timing" else (word,)))


def _native(path: Path, name: str, base: str) -> "dict[str, str]":
    """The native source of a fixture: its base's source, the shared header, and its own source."""
    suffix = Path(name).suffix
    parts = [HERE / "controls" / f"{base}{suffix}", path.with_suffix(".h"), path.with_suffix(suffix)]
    found = [part.read_text() for part in parts if part.exists()]
    return {name: "\n".join(found)} if found else {}
