"""The model as KernelBench builds and times it, in a runner: copied beside each. Its times are the process's own claims, as they are there."""

import time

from building import made


def build(runner, seed: int) -> None:
    """Puts a model in the place of the runner's, made under that seed, not loaded with the reference's state, under torch's default flags."""
    torch = runner.torch
    runner.kept = runner.model, torch.backends.cudnn.allow_tf32
    torch.backends.cudnn.allow_tf32 = True
    runner.model = made(runner, seed)


def restore(runner) -> None:
    """Takes up the runner's own model and flags again."""
    runner.model, runner.torch.backends.cudnn.allow_tf32 = runner.kept
    runner.kept, runner.outputs, runner.shown = None, [], []
    if runner.cuda:
        runner.torch.cuda.empty_cache()  # of that model and of the flushes


def clock(runner, message: dict) -> "list[float]":
    """Milliseconds of each call on the same inputs, caches flushed: `trials` of them, or fewer once `seconds` are over."""
    inputs, times = runner.sets[runner.first], []
    runner.call({"sets": 1, "keep": False, "mail": message["mail"]})
    runner.outputs = []
    until = time.monotonic() + message["seconds"]
    with runner.torch.no_grad():
        for _ in range(message["warmUps"]):
            runner.model(*inputs)
            runner.sync()
        flush = runner.torch.empty(message["flushBytes"], dtype=runner.torch.uint8, device="cuda" if runner.cuda else "cpu")
        while len(times) < message["discarded"] + message["trials"] and (len(times) < message["least"] or time.monotonic() < until):
            flush.fill_(42)
            times.append(_by_events(runner, inputs) if runner.cuda else _by_clock(runner, inputs))
    return times[message["discarded"] :]


def _by_events(runner, inputs: list) -> float:
    first, last = [runner.torch.cuda.Event(enable_timing=True) for _ in range(2)]
    first.record()
    runner.model(*inputs)
    last.record()
    runner.sync()
    return first.elapsed_time(last)


def _by_clock(runner, inputs: list) -> float:
    started = time.perf_counter()
    runner.model(*inputs)
    return (time.perf_counter() - started) * 1e3
