"""The candidates of the measurements: honest kernels for tasks of KernelBench's representative subset, as bundles."""

from dataclasses import dataclass
from pathlib import Path

from judge.protocol.jobs import PROTOCOL

_FOLDER = Path(__file__).parent / "kernels"


@dataclass(frozen=True)
class Bundle:
    """A candidate: its name, its task's level and number, its language, and its files by name."""

    name: str
    level: int
    number: int
    language: str
    files: "dict[str, str]"

    def edited(self, name: str, edits: "tuple[tuple[str, str, str], ...]") -> "Bundle":
        """Another candidate by (file, old, new) replacements. Raises ValueError where `old` is not there exactly once."""
        files = dict(self.files)
        for file, old, new in edits:
            if files[file].count(old) != 1:
                raise ValueError(f"{self.name}: {file} holds {old!r} {files[file].count(old)} times; an edit needs a text that is there once")
            files[file] = files[file].replace(old, new)
        return Bundle(name, self.level, self.number, self.language, files)

    def job(self, job_id: str, source: str, tier: str, target: str = "cuda") -> dict:
        """The evaluate job of the judge's protocol for this candidate on a task's source."""
        files = [{"name": name, "text": text} for name, text in self.files.items()]
        task = {"name": f"level{self.level}_{self.number}", "source": source}
        measured = {"task": task, "target": target, "precision": "fp32", "baselines": [], "library": "library-allowed"}
        return {"protocol": PROTOCOL, "id": job_id, "kind": "evaluate", **measured, "candidate": {"language": self.language, "files": files}, "tier": tier}


def _bundle(level: int, number: int, native: "str | None") -> Bundle:
    name = f"level{level}_{number}"
    files = {"model_new.py": (_FOLDER / f"{name}.py").read_text()}
    if native:
        files["kernel.cu"] = (_FOLDER / native).read_text()
    return Bundle(name, level, number, "cuda" if native else "triton", files)


HONEST = {
    bundle.name: bundle
    for bundle in (
        _bundle(1, 1, "matmul.cu"),
        _bundle(1, 3, "matmul.cu"),
        _bundle(1, 26, "gelu.cu"),
        _bundle(1, 40, "layer_norm.cu"),
        _bundle(1, 42, "max_pool.cu"),
        _bundle(1, 82, "depthwise.cu"),
        _bundle(2, 1, "relu_bias.cu"),
        _bundle(2, 2, "bias_clamp_scale.cu"),
        _bundle(2, 18, "linear_sum.cu"),
        _bundle(2, 33, None),
        _bundle(3, 1, "bias_relu_rows.cu"),
    )
}
