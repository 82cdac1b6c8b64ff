"""ncu's table in the protocol's terms: per kernel, what its hardware counters say. Text in, plain data out.

Fifteen values for each kernel, of its longest launch; one that the device does not have is left out.
"""

import csv

from .compiler_report import KERNEL_NAME_CHARS, demangled

_LARGEST, _NAME_CHARS = 1e18, 1000  # of what a candidate could have written
_DURATION, _NAME = "gpu__time_duration.sum", "Kernel Name"
_STALL = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
_STALLS = (
    "long_scoreboard short_scoreboard barrier math_pipe_throttle lg_throttle mio_throttle tex_throttle wait not_selected dispatch_stall "
    "drain membar branch_resolving no_instruction imc_miss gmma"
).split()
_CONFLICTS, _WAVEFRONTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"

# by value of the protocol: the ncu metrics that it is the sum of, and what that is divided by
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


def counters_by_kernel(table: str) -> "dict[str, dict]":
    """The Counters of the protocol by demangled kernel name, from `ncu --csv --page raw`; empty where there is no table."""
    lines = [line for line in table.splitlines() if line.startswith('"')]
    rows = [row for row in csv.DictReader(lines) if row.get("ID") and row.get(_NAME)]  # the row of units has none
    longest: "dict[str, dict]" = {}
    for row in rows:
        kept = longest.get(row[_NAME])
        if kept is None or (_number(row.get(_DURATION)) or 0) > (_number(kept.get(_DURATION)) or 0):
            longest[row[_NAME]] = row
    return {name[:KERNEL_NAME_CHARS]: _counters(row) for name, row in zip(demangled([name[:_NAME_CHARS] for name in longest]), longest.values())}


def _counters(row: dict) -> dict:
    values = {value: _sum(row, names) for value, (names, _) in _VALUES.items()}
    found = {value: number / _VALUES[value][1] for value, number in values.items() if number is not None}
    conflicts, wavefronts = _number(row.get(_CONFLICTS)), _number(row.get(_WAVEFRONTS))
    if conflicts is not None and wavefronts:
        found["bankConflicts"] = min(1.0, conflicts / wavefronts)
    stalls = [{"reason": reason, "warps": warps} for reason in _STALLS if (warps := _number(row.get(_STALL.format(reason))))]
    return {**found, **({"stalls": sorted(stalls, key=lambda one: -one["warps"])[:3]} if stalls else {})}


def _sum(row: dict, names: "list[str]") -> "float | None":
    parts = [_number(row.get(name)) for name in names]
    return None if None in parts else sum(parts)


def _number(text: "str | None") -> "float | None":
    try:
        value = float((text or "").replace(",", ""))
    except ValueError:
        return None
    return value if abs(value) <= _LARGEST else None
