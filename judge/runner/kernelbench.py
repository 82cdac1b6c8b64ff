"""Builds and times the model as KernelBench does. Copied beside each runner. The times are the process's own claims, as in KernelBench."""

import time

from judge.runner.model_setup import differentiated, made


def build(runner, seed: int) -> None:
    """Replaces the runner's model by one made under `seed`, with torch's default flags and without the reference's state."""
    torch = runner.torch
    runner.kept = runner.model, torch.backends.cudnn.allow_tf32
    torch.backends.cudnn.allow_tf32 = True
    model = made(runner, seed)
    runner.model = differentiated(model, model, runner.gradients)


def restore(runner) -> None:
    """Restores the runner's own model and flags."""
    runner.model, runner.torch.backends.cudnn.allow_tf32 = runner.kept
    runner.kept, runner.outputs, runner.shown = None, [], []
    if runner.cuda:
        runner.torch.cuda.empty_cache()  # of that model and of the flushes


def clock(runner, message: dict) -> "list[float]":
    """Milliseconds of each call on the same inputs, with flushed caches. Makes `trials` calls, or fewer when `seconds` are over."""
    inputs, times = runner.sets[runner.first], []
    runner.call({"sets": 1, "keep": False, "late": True})
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
