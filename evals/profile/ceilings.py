"""Compares the judge's ceilings with a larger copy, a larger sum and larger matrix products: `python3 -m evals.profile.ceilings`.

The ceilings come from wall-clock times of single operations, these figures from CUDA events. The exit code is 1 if one differs by more than
3 %. The comparison needs a GPU.
"""

import sys
import time

import torch

from judge.oracle.bounds.ceilings import ceilings

_SHARE, _REST = 0.03, 0.1
_DTYPES = {"fp32": torch.float32, "tf32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}


def main() -> int:
    if not torch.cuda.is_available():
        print("no CUDA device")
        return 1
    started = time.perf_counter()
    found = ceilings("cuda")
    seconds = time.perf_counter() - started
    rows = [("copy", "GB/s", found["copyGBps"], _copy() / 1e9)]
    rows += [("read", "GB/s", found["readGBps"], _read() / 1e9)]
    rows += [(track, "TFLOP/s", rate, _product(track) / 1e12) for track, rate in found["tflops"].items()]
    print(f"{torch.cuda.get_device_name()}, ceilings found in {seconds:.2f} s\n\n| ceiling | the judge's | here | judge's / here |\n| --- | --- | --- | --- |")
    for name, unit, judged, here in rows:
        print(f"| {name} | {judged:.4g} {unit} | {here:.4g} {unit} | {judged / here:.3f} |")
    return int(any(abs(judged / here - 1) > _SHARE for _name, _unit, judged, here in rows))


def _copy() -> float:
    """Bytes read plus bytes written per second of copies of 8 GB."""
    source = torch.randint(0, 255, (8 << 30,), dtype=torch.uint8, device="cuda")
    target = torch.empty_like(source)
    return 2 * source.numel() / _seconds(lambda: target.copy_(source))


def _read() -> float:
    """Bytes read per second of sums of 8 GB."""
    source = torch.randn(2 << 30, device="cuda")
    return 4 * source.numel() / _seconds(source.sum)


def _product(track: str) -> float:
    """FLOPs per second of products of 12288 x 12288 matrices."""
    size = 12288
    torch.backends.cuda.matmul.allow_tf32 = track == "tf32"
    left, right = [torch.randn(size, size, device="cuda").to(_DTYPES[track]) for _ in range(2)]
    return 2 * size**3 / _seconds(lambda: torch.matmul(left, right))


def _seconds(act, times: int = 8) -> float:
    """The shortest of several times by CUDA events. It rests before each one, because a hot or power-limited GPU is slower."""
    found = []
    for _ in range(times):
        time.sleep(_REST)
        act()
        first, last = [torch.cuda.Event(enable_timing=True) for _ in range(2)]
        first.record()
        act()
        last.record()
        torch.cuda.synchronize()
        found.append(first.elapsed_time(last) / 1e3)
    return min(found)


if __name__ == "__main__":
    sys.exit(main())
