"""What a runner says about its own calls: memory, the device's events, kernels. Claims, copied beside each runner with it."""

from statistics import median

SLEEP_CYCLES = 2_000_000  # of the device, about a millisecond


def usage(runner, mail: int) -> dict:
    """Peak memory of one call beyond what was held before it, and its time by the device's events."""
    if not runner.cuda:
        return {}
    torch = runner.torch
    runner.outputs = []
    runner.sync()
    held = torch.cuda.memory_allocated()
    torch.cuda.reset_peak_memory_stats()
    runner.call({"sets": 1, "keep": False, "mail": mail})
    peak = torch.cuda.max_memory_allocated() - held
    return {"peakBytes": peak, "deviceUs": median(_by_events(runner) for _ in range(5))}


def _by_events(runner) -> float:
    torch = runner.torch
    first, last = [torch.cuda.Event(enable_timing=True) for _ in range(2)]
    runner.sync()
    torch.cuda._sleep(SLEEP_CYCLES)  # so that the launches are over before the device starts
    first.record()
    with torch.no_grad():
        runner.outputs = [runner.model(*runner.sets[runner.first])]
    last.record()
    runner.sync()
    return first.elapsed_time(last) * 1e3


def profile(runner, mail: int) -> dict:
    """What one call spends its time in, by torch's profiler: [name, calls, microseconds]. Kernels, or operators on the CPU."""
    from torch.profiler import ProfilerActivity, profile

    one = {"sets": 1, "keep": False, "mail": 0}
    runner.call({**one, "mail": mail})
    with profile(activities=[ProfilerActivity.CUDA if runner.cuda else ProfilerActivity.CPU]) as trace:
        runner.call(one)
    if runner.cuda:
        rows = [(row.key, row.count, row.self_device_time_total) for row in trace.key_averages() if "CUDA" in str(row.device_type)]
    else:
        rows = [(row.key, row.count, row.self_cpu_time_total) for row in trace.key_averages()]
    return {"kernels": sorted(rows, key=lambda row: -row[2])[:20]}
