"""Times one installed operator: `python timed.py PACKAGE`, with the Python where it is installed. check.py runs it.

Three forms: the module alone, within a block that torch.compile fuses, and in a CUDA graph. In each form the operator, eager PyTorch and torch.compile
run in turns on random inputs. Each line of the output is a JSON object: a variant with its time and its deviation from eager, or the reason for its
absence. Not the judge's measurement: this shows the forms, the judge proves the kernel.
"""

import importlib
import json
import math
import statistics
import sys
import time

import torch

_ROUNDS, _LEAST_MS = 15, 10.0
_LOW, _HIGH = 3, 11  # of 15 sorted values: a 96 % interval of the median


class Block(torch.nn.Module):
    """A module between operators that a compiler fuses."""

    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, first, *others):
        found = self.inner(first * 1.25, *others)
        return [torch.tanh(leaf) * 0.5 for leaf in found] if isinstance(found, (list, tuple)) else torch.tanh(found) * 0.5


class Graph:
    """A CUDA graph of a call. Each call of it replays on given inputs, which it copies first; `replay` leaves out the copy."""

    def __init__(self, call, inputs):
        self._static = [each.clone() if isinstance(each, torch.Tensor) else each for each in inputs]
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                call(*self._static)
        torch.cuda.current_stream().wait_stream(stream)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._output = call(*self._static)

    def __call__(self, *inputs):
        for place, value in zip(self._static, inputs):
            if isinstance(place, torch.Tensor):
                place.copy_(value)
        self.replay()
        return self._output

    def replay(self, *_inputs):
        self._graph.replay()


def forms(original, ours, inputs):
    """Yields (form, the right call, {variant: the call to check, the call to time}), one form at a time: their tensors are large."""
    compiled = torch.compile(original)
    yield "alone", original, {"eager": (original, original), "torch.compile": (compiled, compiled), "operator": (ours, ours)}
    blocks = Block(original), torch.compile(Block(original)), torch.compile(Block(ours), fullgraph=True)
    yield "compiled block", blocks[0], dict(zip(("eager", "torch.compile", "operator"), [(each, each) for each in blocks]))
    if torch.cuda.is_available():
        made = {}
        for name, call in {"eager": original, "torch.compile": compiled, "operator": ours}.items():
            try:
                graph = Graph(call, inputs)
                made[name] = (graph, graph.replay)
            except Exception as error:
                print(json.dumps({"form": "CUDA graph", "variant": name, "problem": f"{type(error).__name__}: {error}"[:300]}), flush=True)
        yield "CUDA graph", original, made


def deviation(found, right):
    """The largest deviation, as a part of the RMS."""
    wide, other = found.double(), right.double()
    return float((wide - other).abs().max() / other.square().mean().sqrt().clamp_min(1e-12))


def clock(call, inputs, count):
    """Milliseconds per call of a chain of `count`, by the device's events."""
    if not torch.cuda.is_available():
        started = time.perf_counter()
        for at in range(count):
            call(*inputs[at % len(inputs)])
        return (time.perf_counter() - started) * 1e3 / count
    first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    first.record()
    for at in range(count):
        call(*inputs[at % len(inputs)])
    last.record()
    last.synchronize()
    return first.elapsed_time(last) / count


def measured(variants, inputs):
    """Milliseconds per call of each variant in each round. Variants run in turns."""
    counts = {name: max(1, math.ceil(_LEAST_MS / max(clock(call, inputs, 2), 1e-3))) for name, (_, call) in variants.items()}
    times = {name: [] for name in variants}
    for turn in range(_ROUNDS):
        for name in list(variants)[:: 1 if turn % 2 else -1]:
            times[name].append(clock(variants[name][1], inputs, counts[name]))
    return times


def checked(form, right, variants, inputs):
    """{variant: its largest deviation from the right outputs}. A variant that fails is printed and taken out of `variants`."""
    apart, expected = {}, right(*inputs)
    for name, (call, _) in list(variants.items()):
        try:
            pairs = zip(leaves(call(*inputs)), leaves(expected))
            apart[name] = max(deviation(one, other) for one, other in pairs)
        except Exception as error:
            print(json.dumps({"form": form, "variant": name, "problem": f"{type(error).__name__}: {error}"[:300]}), flush=True)
            del variants[name]
    return apart


def leaves(output):
    return [output] if isinstance(output, torch.Tensor) else list(output)


def main():
    package = sys.argv[1]
    tests = importlib.import_module(f"{package}.tests")
    operator = importlib.import_module(f"{package}.kernel_operator")
    original, ours = tests.models()
    inputs = [tests.drawn(seed) for seed in (0, 1)]
    with torch.no_grad():
        for form, right, variants in forms(original, ours, inputs[0]):
            before = operator.answered["kernel"]
            apart = checked(form, right, variants, inputs[1])
            answered = form == "CUDA graph" or operator.answered["kernel"] > before  # a replay runs no Python
            times = measured(variants, inputs)
            for name, own in times.items():
                ratios = sorted(base / mine for base, mine in zip(times.get("eager", []), own))
                over = {"median": statistics.median(ratios), "low": ratios[_LOW], "high": ratios[_HIGH]} if ratios else None
                row = {"form": form, "variant": name, "us": 1e3 * statistics.median(own), "overEager": over, "apart": apart[name]}
                print(json.dumps({**row, "kernelAnswered": answered if name == "operator" else None}), flush=True)


if __name__ == "__main__":
    main()
