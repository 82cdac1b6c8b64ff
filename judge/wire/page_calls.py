"""Both ends of the control page on a GPU, in machine code. Copied beside each runner with the built library.

Beside its work, a call has three steps. It sees its name, copies its late inputs, and launches the kernel that puts them in place. In Python
they would take the host 7 to 11 us.
"""

import ctypes
from pathlib import Path

from judge.wire import control_page

LIBRARY = "libpage.so"  # a library with the name of this module would be imported instead of it
SOURCE = Path(__file__).with_name("page_calls.cpp")
_WORDS = ("NAMED", "RETURNED", "FORWARDED", "PLACED", "SLOT_BITS", "PLACE_BITS", "PAUSE")
_FAILED = (1 << 64) - 1


class Late(ctypes.Structure):
    """The launch that puts the late inputs of one slot in place: the driver's kernel, its size, and the addresses of its parameters."""

    _fields_ = [("kernel", ctypes.c_void_p), ("blocks", ctypes.c_uint64), ("threads", ctypes.c_uint64), ("parameters", ctypes.c_void_p)]


class Calls(ctypes.Structure):
    """`Calls` of `page_calls.cpp`."""

    _fields_ = [(name, ctypes.c_void_p) for name in ("page", "slots", "told", "shared", "truth")]
    _fields_ += [(name, ctypes.c_uint64) for name in ("values_at", "slot_bytes", "number", "count", "made", "step")]


def build_command(output: str) -> "list[str]":
    """The command that builds the library to the file `output`."""
    macros = [f"-D{name}={getattr(control_page, name)}" for name in _WORDS]
    return ["g++", "-O2", "-std=c++17", "-shared", "-fPIC", *macros, f"-DFAILED={_FAILED}ull", str(SOURCE), "-o", output]


class Names:
    """Names calls, in the oracle, through the library in the file `library`.

    `page`: the words of the control page. `late`: (shared, truth, values_at, slot_bytes), the late inputs; see `Calls` of `page_calls.cpp`.
    """

    def __init__(self, library: Path, page: memoryview, late: "tuple[memoryview, memoryview, int, int] | None"):
        self._name = ctypes.CDLL(str(library)).name_calls
        shared, truth, values_at, size = late or (None, None, 0, 0)
        self._kept = [ctypes.c_char.from_buffer(view) if view is not None else None for view in (page, shared, truth)]
        self._page, self._shared, self._truth = [ctypes.addressof(one) if one is not None else None for one in self._kept]
        self._values_at, self._size = values_at, size

    def name(self, number: int, slots: "list[int]", told: "list[int] | None", released: bool) -> Calls:
        """The calls from `number` on, on the inputs in `slots`; `go_on` names them. `told`: what each slot's call is told when forward has
        returned. With `released` each call gets its late inputs."""
        numbers = (ctypes.c_uint32 * len(slots))(*slots)
        places = (ctypes.c_uint8 * len(told))(*told) if told is not None else None
        calls = Calls(self._page, ctypes.addressof(numbers), ctypes.addressof(places) if places else None, self._shared, self._truth)
        calls.values_at, calls.slot_bytes, calls.number, calls.count = self._values_at, self._size if released else 0, number, len(slots)
        calls.kept = numbers, places
        return calls

    def go_on(self, calls: Calls, polls: int) -> bool:
        """Names calls until all have returned, or until `polls` reads found nothing new. Returns whether all have returned."""
        return self._name(ctypes.byref(calls), ctypes.c_uint64(polls)) == 1


class Named:
    """Waits for the names of calls, in a runner. No thread of Python runs meanwhile.

    `page`: the words of the control page. `launch`: the driver's launch function. `late`: an array of `Late`, by slot.
    """

    def __init__(self, page: memoryview, launch=None, late=None, library: Path = Path(__file__).with_name(LIBRARY)):
        self._next = ctypes.PyDLL(str(library)).next_call
        self._next.restype = ctypes.c_uint64
        self._kept = ctypes.c_char.from_buffer(page), late
        self._page = ctypes.c_void_p(ctypes.addressof(self._kept[0]))
        self._launch = ctypes.cast(launch, ctypes.c_void_p) if launch else None
        self._late = ctypes.c_void_p(ctypes.addressof(late)) if late is not None else None

    def slot(self, number: int, placed: bool) -> int:
        """Waits until call `number` is named. With `placed`, puts its late inputs in place. Returns its slot, PAUSE or END."""
        found = self._next(self._page, ctypes.c_uint64(number), self._launch, self._late if placed else None)
        if found == _FAILED:
            raise RuntimeError("the late inputs could not be put in place")
        return found
