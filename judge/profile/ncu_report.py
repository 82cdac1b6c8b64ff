"""Parses ncu's table into the protocol's counters per kernel.

Each kernel has fifteen values, those of its longest launch. Values that the device lacks are absent.
"""

import csv
import io
from typing import Any, cast

from judge.build.demangle import demangled
from judge.protocol.limits import KERNEL_NAME_CHARS
from judge.protocol.messages import Counters

_LARGEST, _NAME_CHARS = 1e18, 1000  # the largest length, because a candidate can write the file
_DURATION, _NAME = "gpu__time_duration.sum", "Kernel Name"
_STALL = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
_STALLS = (
    "long_scoreboard short_scoreboard barrier math_pipe_throttle lg_throttle mio_throttle tex_throttle wait not_selected dispatch_stall "
    "drain membar branch_resolving no_instruction imc_miss gmma"
).split()
_CONFLICTS, _WAVEFRONTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"

# protocol value -> (ncu metrics to add, divisor)
_VALUES = {
    "memoryShare": (["gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"], 100),
    "dramShare": (["dram__throughput.avg.pct_of_peak_sustained_elapsed"], 100),
    "smShare": (["sm__throughput.avg.pct_of_peak_sustained_elapsed"], 100),
    "occupancy": (["sm__warps_active.avg.pct_of_peak_sustained_active"], 100),
    "l1Hit": (["l1tex__t_sector_hit_rate.pct"], 100),
    "l2Hit": (["lts__t_sector_hit_rate.pct"], 100),
    "sectorsPerLoad": (["l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"], 1),
    "sectorsPerStore": (["l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio"], 1),
    "loadBytes": (["l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum"], 1),
    "localBytes": (["l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum"], 1),
    "tensorShare": (["sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active"], 100),
    "activeThreads": (["smsp__thread_inst_executed_per_inst_executed.ratio"], 1),
    "atomicSectors": (["lts__t_sectors_op_atom.sum", "lts__t_sectors_op_red.sum"], 1),
}
METRICS = list(dict.fromkeys([_DURATION, *(name for names, _ in _VALUES.values() for name in names), _CONFLICTS, _WAVEFRONTS, *map(_STALL.format, _STALLS)]))


def counters_by_kernel(table: str) -> "dict[str, Counters]":
    """The protocol's Counters by demangled kernel name, from `ncu --csv --page raw`. Empty without a table."""
    return {name: _counters(row) for name, row in _longest(table).items()}


def numbers_of(table: str, names: "set[str]") -> str:
    """The table once more, as CSV: the metrics that the judge asks for, of the kernels `names`. A candidate can write the table's other words."""
    rows = {name: row for name, row in _longest(table).items() if name in names}
    found = io.StringIO()
    writer = csv.writer(found, lineterminator="\n")
    writer.writerow([_NAME, *METRICS])
    writer.writerows([name, *("" if (number := _number(row.get(metric))) is None else f"{number:.12g}" for metric in METRICS)] for name, row in rows.items())
    return found.getvalue()


def _longest(table: str) -> "dict[str, dict[str, str]]":
    """The row of the longest launch of each kernel, by demangled name."""
    lines = [line for line in table.splitlines() if line.startswith('"')]
    rows = [row for row in csv.DictReader(lines) if row.get("ID") and row.get(_NAME)]  # the row of units has none
    longest: "dict[str, dict[str, str]]" = {}
    for row in rows:
        kept = longest.get(row[_NAME])
        if kept is None or (_number(row.get(_DURATION)) or 0) > (_number(kept.get(_DURATION)) or 0):
            longest[row[_NAME]] = row
    return {name[:KERNEL_NAME_CHARS]: row for name, row in zip(demangled([name[:_NAME_CHARS] for name in longest]), longest.values())}


def _counters(row: "dict[str, str]") -> Counters:
    values = {value: _sum(row, names) for value, (names, _) in _VALUES.items()}
    found = {value: number / _VALUES[value][1] for value, number in values.items() if number is not None}
    conflicts, wavefronts = _number(row.get(_CONFLICTS)), _number(row.get(_WAVEFRONTS))
    if conflicts is not None and wavefronts:
        found["bankConflicts"] = min(1.0, conflicts / wavefronts)
    stalls: "list[dict[str, Any]]" = [{"reason": reason, "warps": warps} for reason in _STALLS if (warps := _number(row.get(_STALL.format(reason))))]
    return cast(Counters, {**found, **({"stalls": sorted(stalls, key=lambda one: -one["warps"])[:3]} if stalls else {})})


def _sum(row: "dict[str, str]", names: "list[str]") -> "float | None":
    parts = [_number(row.get(name)) for name in names]
    known = [part for part in parts if part is not None]
    return sum(known) if len(known) == len(parts) else None


def _number(text: "str | None") -> "float | None":
    try:
        value = float((text or "").replace(",", ""))
    except ValueError:
        return None
    return value if abs(value) <= _LARGEST else None
