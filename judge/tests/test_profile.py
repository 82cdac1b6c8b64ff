"""Parses real output of compilers, profilers and the device into the protocol's terms."""

import json
import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

import torch

from judge.build.demangle import demangled
from judge.build.machine_code import code_of
from judge.oracle.bounds import ceilings
from judge.oracle.bounds.flops import fastest_way, work_of
from judge.oracle.bounds.operators import operator_rows
from judge.oracle.bounds.traffic_floor import facts, needed_us
from judge.oracle.runner_link import claims
from judge.oracle.task.reference import Reference
from judge.profile.ncu_report import counters_by_kernel

from .support import SOFTMAX, SOFTMAX_CPP, ask_shared_patiently, evaluation, on_task, with_native

_TABLE = (Path(__file__).parent / "ncu.csv").read_text()  # of an H200, ncu 2025.3.1, most columns left out
_SASS = """
	code for sm_90a
		Function : _Z4turnPKfPf
	.headerflags	@"EF_CUDA_SM90"
        /*0090*/                   LDG.E.128.CONSTANT R4, desc[UR4][R2.64] ;                /* 0x0000000402047981 */
                                                                                            /* 0x000ea8000c1e9d00 */
        /*00a0*/              @!P0 LDG.E.LTC128B R9, desc[UR4][R2.64+0x80] ;                /* 0x0000800402097981 */
        /*00b0*/                   STL.64 [R1+0x8], R4 ;                                    /* 0x0000080401007387 */
        /*00c0*/                   LDL R7, [R1+0x8] ;                                       /* 0x0000080001077983 */
        /*00d0*/              @UP1 UBLKCP.S.G [UR8], [UR6], UR10 ;                          /* 0x00000006080073ba */
        /*00d8*/                   SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR8], R3 ;           /* 0x00000003ff0075a7 */
        /*00dc*/                   MEMBAR.ALL.CTA ;                                         /* 0x0000000000007992 */
        /*00de*/                   MEMBAR.SC.GPU ;                                          /* 0x0000000000007992 */
        /*00e0*/                   HGMMA.64x64x16.F32.BF16 R24, gdesc[UR4], RZ, !UPT ;      /* 0x00e00000041879f0 */
        /*00f0*/                   STG.E.U16 desc[UR4][R2.64], R7 ;                         /* 0x0000000702007986 */
        /*00f8*/              @!P0 BRA 0x90 ;                                               /* 0xfffffffc00b88947 */
        /*0100*/                   RED.E.ADD.F32.FTZ.RN.STRONG.GPU desc[UR4][R2.64], R7 ;   /* 0x000000070200798e */
        /*0110*/                   BRA 0x110;                                               /* 0xfffffffc00fc7947 */
		Function : _Z5emptyv
        /*0000*/                   EXIT ;                                                   /* 0x000000000000794d */
"""
_MATMUL = """
import torch, torch.nn as nn
class Model(nn.Module):
    def forward(self, a, b):
        return torch.relu(a @ b) * 2
def get_inputs():
    return [torch.rand(64, 32), torch.rand(32, 16)]
def get_init_inputs():
    return []
"""


_PART = """
import torch, torch.nn as nn
class Model(nn.Module):
    def forward(self, x):
        return FORWARD
def get_inputs():
    return [torch.rand(4096, 64) + 1]
def get_init_inputs():
    return []
"""


def _parts(operand: torch.Tensor, dtype: torch.dtype, count: int) -> "list[torch.Tensor]":
    """`operand` as a sum of `count` numbers of a lower precision, in double."""
    parts, rest = [], operand.double()
    for _ in range(count):
        parts.append(rest.to(dtype).double())
        rest = rest - parts[-1]
    return parts


class Reading(unittest.TestCase):
    def test_memory_instructions_are_counted_by_width(self):
        code = code_of(_SASS)
        self.assertEqual(list(code), ["_Z4turnPKfPf", "_Z5emptyv"])
        touched = {"loads": {"16": 1, "4": 1}, "stores": {"2": 1}, "bulkCopies": 1, "orders": 2, "matrix": 1, "localLoads": 1, "localStores": 1, "atomics": 1, "double": 0, "loops": 1}
        self.assertEqual(code["_Z4turnPKfPf"], touched)
        self.assertEqual(code["_Z5emptyv"]["loads"], {})

    def test_counters_are_read_from_ncus_table(self):
        found = {name.split("(")[0]: counters for name, counters in counters_by_kernel(_TABLE).items()}
        self.assertEqual(set(found), {"copy16", "conflict", "atomics"})
        self.assertAlmostEqual(found["copy16"]["dramShare"], 0.863, 3)
        self.assertEqual(found["copy16"]["sectorsPerLoad"], 16)
        self.assertEqual(found["copy16"]["stalls"][0]["reason"], "long_scoreboard")
        self.assertGreater(found["conflict"]["bankConflicts"], 0.9)
        self.assertGreater(found["atomics"]["atomicSectors"], 1e4)

    def test_a_missing_counter_is_absent_instead_of_zero(self):
        without = _TABLE.replace("l1tex__t_sector_hit_rate.pct", "something__else.pct")
        self.assertNotIn("l1Hit", counters_by_kernel(without)[next(iter(counters_by_kernel(without)))])
        self.assertEqual(counters_by_kernel("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission"), {})

    def test_the_longest_launch_of_a_kernel_counts(self):
        lines = _TABLE.splitlines()
        copy = next(line for line in lines if "copy16" in line)
        shorter = copy.replace('"123,456"', '"1,000"').replace('"86.31"', '"1.00"')
        self.assertNotEqual(copy, shorter)
        for table in ([*lines, shorter], [*lines[:4], shorter, *lines[4:]]):
            counted = next(counters for name, counters in counters_by_kernel("\n".join(table)).items() if "copy16" in name)
            self.assertAlmostEqual(counted["dramShare"], 0.863, 3)


class Claims(unittest.TestCase):
    def test_a_valid_profile_is_converted_to_the_protocols_rows(self):
        said = {"kernels": [["_Z4turnPKfPf", 2, 30.0, [64, 256, 32, 4096]], ["aten::add", 1, 10, None]]}
        rows = claims.profile_of(said, False)["kernels"]
        launch = {"blocks": 64, "threads": 256, "registers": 32, "sharedBytes": 4096}
        self.assertEqual(rows[0], {"name": "_Z4turnPKfPf", "calls": 2.0, "us": 30.0, "share": 0.75, "launch": launch})
        self.assertEqual(rows[1], {"name": "aten::add", "calls": 1.0, "us": 10.0, "share": 0.25})

    def test_a_malformed_profile_raises(self):
        processor = {"threads": 2, "busyThreads": 1, "scaling": 1, "faults": 0}
        for said in (
            {"kernels": [["a", float("nan"), 1, None]]},
            {"kernels": [["a", 1, -1, None]]},
            {"kernels": [["a", 1, 1, [1, 2]]]},
            {"kernels": [], "processor": {**processor, "scaling": float("inf")}, "native": []},
            {"kernels": [["a", 1, 1, [1 << 60, 1, 1, 1]]]},
            {"kernels": [["a", 1, 1e308, None], ["b", 1, 1e308, None]], "processor": {}},
            {"kernels": [], "processor": {}, "native": []},
            {},
        ):
            with self.assertRaises((LookupError, TypeError, ValueError)):
                claims.profile_of(said, "processor" in said)

    def test_a_malformed_native_call_drops_only_the_native_calls(self):
        processor = {"threads": 2, "busyThreads": 1, "scaling": 1, "faults": 0}
        for call in (["system(); int x", []], ["run", [["int", 1 << 70]]], ["run", [["float", float("-inf")]]]):
            found = claims.profile_of({"kernels": [["a", 1, 1, None]], "processor": processor, "native": [["run", []], call]}, True)
            self.assertEqual((found["native"], len(found["kernels"])), ([], 1))

    def test_a_name_with_exponential_demangling_stays_mangled(self):
        digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        places = ["S_", *(f"S{digits[at]}_" for at in range(36)), *(f"S1{digit}_" for digit in digits)]
        bomb = "_Z1f" + "1AI" * 36 + "1B" + "".join(f"{place}E" for place in places[36:72])
        self.assertEqual(demangled([bomb, "_Z4turnPKfPf"]), [bomb, "_Z4turnPKfPf"])

    def test_names_are_demangled(self):
        self.assertEqual(demangled(["_Z4turnPKfPf", "aten::add"]), ["turn(float const*, float*)", "aten::add"])


class Ceilings(unittest.TestCase):
    def test_the_peak_rate_of_a_track_is_that_of_the_fastest_product_that_passes_on_it(self):
        rates = {"fp32": 50.0, "tf32": 360.0, "bf16": 720.0, "fp16": 600.0}
        found = {track: tuple(fastest_way(rates, track).values()) for track in ("fp32", "tf32", "bf16", "fp16")}
        self.assertEqual(found, {"fp32": (200.0, "fp16", 3), "tf32": (600.0, "fp16", 1), "bf16": (720.0, "bf16", 1), "fp16": (600.0, "fp16", 1)})
        self.assertEqual(fastest_way({"fp32": 50.0, "tf32": 120.0}, "fp32"), {"tflops": 50.0, "by": "fp32", "products": 1})
        self.assertEqual(fastest_way({"fp32": 0.5}, "bf16"), {})

    def test_the_permitted_splits_keep_the_budget_of_fp32_and_those_with_fewer_products_do_not(self):
        """The number of products per split, checked by arithmetic: parts of the operands, and the products of parts that are summed."""
        torch.manual_seed(0)
        left, right = torch.randn(64, 256), torch.randn(256, 64)
        exact = left.double() @ right.double()

        def error(dtype: torch.dtype, parts: int) -> float:
            ours = sum(a @ b for i, a in enumerate(_parts(left, dtype, parts)) for j, b in enumerate(_parts(right, dtype, parts)) if i + j < parts)
            return float(((ours - exact).pow(2).mean() / exact.pow(2).mean()).sqrt())

        budget = 32 * 2**-24  # prompts/phrases.md: 32 units of fp32's roundoff
        self.assertLess(error(torch.float16, 2), budget)  # three products
        self.assertLess(error(torch.bfloat16, 3), budget)  # six
        self.assertGreater(error(torch.bfloat16, 2), budget)  # three

    def test_the_judges_own_copies_are_not_listed_as_operators(self):
        names = {row["name"] for row in operator_rows(Reference("softmax", SOFTMAX, "cpu", "fp32"))}
        self.assertIn("aten::_softmax", names)
        self.assertEqual(names & {"aten::clone", "aten::copy_", "aten::contiguous"}, set())

    def test_the_flops_of_a_task_are_those_of_its_matrix_products(self):
        found = work_of(Reference("matmul", _MATMUL, "cpu", "fp32"), {"fp32": 0.5}, "fp32")["work"]
        self.assertEqual(found["flops"], 2 * 64 * 32 * 16)
        self.assertAlmostEqual(found["computeUs"], found["flops"] / 0.5e12 * 1e6)
        self.assertEqual(work_of(Reference("softmax", SOFTMAX, "cpu", "fp32"), {"fp32": 0.5}, "fp32"), {})

    def test_a_reference_that_torch_cannot_count_has_no_flops(self):
        reference = Reference("softmax", SOFTMAX, "cpu", "fp32")
        reference.model.forward = lambda x: x.no_such_method()
        self.assertEqual(work_of(reference, {"fp32": 0.5}, "fp32"), {})

    def test_the_time_that_every_call_needs_leaves_out_bytes_that_a_cache_keeps_and_inputs_that_are_not_read(self):
        most = {"copyGBps": 80.0, "readGBps": 100.0, "tflops": {}}
        known = {"readBytes": 1 << 30, "copyGBps": 80.0, "ceilings": most}
        self.assertAlmostEqual(needed_us(known, "cpu", 1), 0.75 * (1 << 30) / 100e3)
        self.assertAlmostEqual(needed_us(known, "cpu", 4), (1 - 1 / 16) * (1 << 30) / 100e3)
        self.assertEqual(needed_us({**known, "readBytes": 1 << 20}, "cpu", 1), 0)

        def unread(forward: str) -> int:
            with patch("judge.oracle.bounds.traffic_floor.ceilings", lambda _device: most):
                known = facts(Reference("part", _PART.replace("FORWARD", forward), "cpu", "fp32"), "fp32")
            return known["floorBytes"] - known["readBytes"]

        for forward in ("x * 2", "x[:, ::2] * 2", "x.max(1).values", "x.min(1).values", "x.sum()", "x.clamp(1.2, 1.8)"):
            self.assertEqual(unread(forward), 0, forward)  # every sector is read
        for forward in ("x[:1024] * 2", "x[:, :32] * 2", "x[:, ::16] * 2", "x[:, 8:24].sum()"):
            self.assertEqual(unread(forward), 4096 * 64 * 4, forward)  # the input does not count

    def test_the_cache_keeps_the_highest_rate_ever_measured(self):
        with tempfile.TemporaryDirectory() as kept, patch.dict("os.environ", {"KERNELWRIGHT_CACHE": kept}), patch.dict(ceilings._SIZES, {"cpu": 128}):
            ceilings.ceilings("cpu")
            [place] = Path(kept, "ceilings").glob("*.json")
            place.write_text(json.dumps({"copyGBps": 1e6, "readGBps": 2e6, "tflops": {"fp32": 123.0}}))
            self.assertEqual(ceilings.ceilings("cpu"), {"copyGBps": 1e6, "readGBps": 2e6, "tflops": {"fp32": 123.0}})
            place.write_text(json.dumps({"copyGBps": 1e-6, "tflops": {"fp32": 1e-6}}))
            again = ceilings.ceilings("cpu")
            self.assertGreater(again["copyGBps"], 1e-6)
            self.assertGreater(again["readGBps"], 1.0)
            self.assertGreater(again["tflops"]["fp32"], 1e-6)
            self.assertEqual(json.loads(place.read_text()), again)

    def test_a_verdict_has_the_floors_by_bytes_and_by_flops(self):
        replies = ask_shared_patiently([on_task("prepare", "reference", _MATMUL), evaluation("softmax", with_native("kernel.cpp", SOFTMAX_CPP))])
        baselines, profile = replies["reference"]["baselines"], replies["softmax"]["verdict"]["profile"]
        self.assertEqual(baselines["work"]["flops"], 2 * 64 * 32 * 16)
        self.assertEqual(baselines["work"]["tflops"], baselines["ceilings"]["tflops"]["fp32"])
        self.assertEqual((baselines["work"]["by"], baselines["work"]["products"]), ("fp32", 1))
        self.assertNotIn("work", profile)
        self.assertAlmostEqual(profile["floorUs"], profile["floorBytes"] / profile["copyGBps"] / 1e3)
        self.assertEqual((baselines["neededUs"], profile["neededUs"]), (0, 0))  # 2 MiB fit into the processor's cache


if __name__ == "__main__":
    unittest.main()
