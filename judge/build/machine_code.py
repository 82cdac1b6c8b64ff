"""Counts the memory instructions of a built CUDA library, from cuobjdump's disassembly.

It counts instructions in the code. The number of executions is unknown.
"""

import re
from typing import Literal

from judge.protocol.messages import Code

_INSTRUCTION = re.compile(r"^\s*/\*([0-9a-f]{4,})\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_.]*)([^;]*)")
_WIDTHS = {"128": 16, "64": 8, "U16": 2, "S16": 2, "U8": 1, "S8": 1}
_MATRIX = re.compile(r"^[A-Z]{1,2}MMA$")
_COUNTED: "dict[str, Literal['localLoads', 'localStores', 'atomics']]" = {"LDL": "localLoads", "STL": "localStores", "RED": "atomics", "REDG": "atomics", "ATOM": "atomics", "ATOMG": "atomics"}
_DOUBLE = ("DADD", "DMUL", "DFMA")


def code_of(disassembly: str) -> "dict[str, Code]":
    """Counts by mangled function name: global loads and stores by bytes per thread; matrix, local, atomic and double-precision instructions;
    bulk copies (TMA, cp.async); what orders threads beside barriers (mbarrier, fences within a block); loops (backward jumps)."""
    found: "dict[str, Code]" = {}
    code: "Code | None" = None
    for line in disassembly.splitlines():
        named = re.match(r"\s*Function : (\S+)", line)
        if named:
            code = found.setdefault(named[1], _blank())
        instruction = _INSTRUCTION.match(line)
        if instruction and code is not None:
            _count(code, instruction[2].split("."))
            target = re.search(r"\b0x([0-9a-f]+)\s*$", instruction[3].rstrip()) if instruction[2].startswith("BRA") else None
            code["loops"] += target is not None and int(target[1], 16) < int(instruction[1], 16)
    return found


def _blank() -> Code:
    return {"loads": {}, "stores": {}, "bulkCopies": 0, "orders": 0, "matrix": 0, "localLoads": 0, "localStores": 0, "atomics": 0, "double": 0, "loops": 0}


def _count(code: Code, parts: "list[str]") -> None:
    name = parts[0]
    if name in ("LDG", "LD", "STG", "ST"):
        width = str(next((_WIDTHS[part] for part in parts if part in _WIDTHS), 4))
        kind = code["loads" if name.startswith("L") else "stores"]
        kind[width] = kind.get(width, 0) + 1
    elif name in _COUNTED:
        code[_COUNTED[name]] += 1
    elif name in _DOUBLE:
        code["double"] += 1
    elif _MATRIX.match(name):
        code["matrix"] += 1
    elif name in ("LDGSTS", "UBLKCP", "UTMALDG", "UTMASTG"):
        code["bulkCopies"] += 1
    elif name == "SYNCS" or (name == "MEMBAR" and "CTA" in parts):
        code["orders"] = code.get("orders", 0) + 1
