"""Kernels with one wrong gradient each: text edits of the honest kernels in `training/`. Each old text occurs once in both targets' kernels."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """Edits of one task's honest kernel, and the verdicts that reject it for its gradient."""

    task: str
    name: str
    edits: "tuple[tuple[str, str], ...]"
    statuses: "tuple[str, ...]" = ("wrong",)

    def files(self, honest: "list[dict]") -> "list[dict]":
        """The honest kernel's files with the edits. Raises ValueError where an old text does not occur once."""
        found = [dict(file) for file in honest]
        for old, new in self.edits:
            places = [file for file in found for _ in range(file["text"].count(old))]
            if len(places) != 1:
                raise ValueError(f"{self.task}, {self.name}: {old!r} occurs {len(places)} times")
            places[0]["text"] = places[0]["text"].replace(old, new)
        return found


def _one(task: str, name: str, old: str, new: str, *statuses: str) -> Mutant:
    return Mutant(task, name, ((old, new),), statuses or ("wrong",))


_UP = "up = up.contiguous()"
_NORM, _GATE, _LOSS = "x, weight, scales = ctx.saved_tensors", "gate, linear = ctx.saved_tensors", "logits, labels, maxima, sums, count = ctx.saved_tensors"
_IMPRECISE = ("precision_violation", "wrong")
_WRITES = ("contract_failed", "wrong")


def _kept(names: str, owner: str) -> "tuple[tuple[str, str], ...]":
    """Forward leaves in a class attribute what backward needs."""
    saved = f"ctx.save_for_backward({names})"
    return (saved, f"{saved}\n        {owner}.kept = {names}"), (f"{names} = ctx.saved_tensors", f"{names} = {owner}.kept")


MUTANTS = [
    _one("rms_norm", "a dropped term", " - unit * mean", ""),
    _one("rms_norm", "a stale saved tensor", _NORM, f"{_NORM}\n        RmsNorm.kept, x = x.clone(), getattr(RmsNorm, 'kept', x)", "wrong", "unstable"),
    Mutant("rms_norm", "saved in a global", _kept("x, weight, scales", "RmsNorm"), ("unstable",)),
    _one("rms_norm", "the gradient of a bias for that of the weight", "+= unit * ", "+= "),
    _one("rms_norm", "no sum over the rows", "parts.sum(0)", "parts[0].clone()"),
    _one("rms_norm", "the mean over the rows for the sum", "parts.sum(0)", "parts.mean(0)"),
    _one("rms_norm", "the sum in bf16", "parts.sum(0)", "parts.bfloat16().sum(0).float()", *_IMPRECISE),
    _one("rms_norm", "scaled by two", "return dx,", "return 2 * dx,"),
    _one("rms_norm", "for an upstream gradient of ones alone", _UP, "up = torch.ones_like(up).contiguous()"),
    _one("rms_norm", "one buffer for all calls", "return dx,", "RmsNorm.kept = getattr(RmsNorm, 'kept', torch.empty_like(dx)).copy_(dx)\n        return RmsNorm.kept,", "contract_failed"),
    _one("rms_norm", "writes the upstream gradient", "return dx,", "return up.copy_(dx),", *_WRITES),
    _one("swiglu", "swapped inputs", "return dgate, dlinear", "return dlinear, dgate"),
    _one("swiglu", "a dropped term", " * (1 + g * (1 - s))", ""),
    _one("swiglu", "zeros", "return dgate, dlinear", "return dgate, torch.zeros_like(dlinear)"),
    _one("swiglu", "the sign of the upstream gradient ignored", _UP, "up = up.abs().contiguous()"),
    _one("swiglu", "a stale saved tensor", _GATE, f"{_GATE}\n        Swiglu.kept, gate = gate.clone(), getattr(Swiglu, 'kept', gate)", "wrong", "unstable"),
    _one("swiglu", "rounded to fp16", "return dgate, dlinear", "return dgate.half().float(), dlinear", *_IMPRECISE),
    _one("swiglu", "writes a saved input", "return dgate, dlinear", "return gate.copy_(dgate), dlinear", *_WRITES),
    _one("swiglu", "no gradient of an input", "return dgate, dlinear", "return dgate, None", "contract_failed"),
    _one("cross_entropy", "labels ignored", "(share - hit)", "share"),
    _one("cross_entropy", "the labels of the call before", _LOSS, f"{_LOSS}\n        CrossEntropy.kept, labels = labels.clone(), getattr(CrossEntropy, 'kept', labels)", "wrong", "unstable"),
    _one("cross_entropy", "the sum over the rows for the mean", _UP, "up = up * len(labels)"),
    _one("cross_entropy", "for an upstream gradient of one alone", _UP, "up = torch.ones_like(up).contiguous()"),
    _one("cross_entropy", "zeros", "return dlogits,", "return torch.zeros_like(dlogits),"),
    Mutant("cross_entropy", "saved in a global", _kept("logits, labels, maxima, sums, count", "CrossEntropy"), ("unstable",)),
]
