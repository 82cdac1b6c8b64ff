"""Puts the late inputs in place, in a runner on a GPU: rows that lie in host memory until a call is released. Copied beside each runner.

Two small kernels of the judge do it. The late inputs of one call are parameters of a launch: the driver reads them from the shared memory
when it queues the launch, so the device waits for nothing. Those of all calls are read by the device over the bus. If the driver cannot load
the kernels, torch's `index_copy_` does the same, but it takes the host longer. Nothing here uses the copy engines: after them a GPU switches
processes in the middle of a call. A third kernel holds the device until the oracle opens a gate.
"""

import ctypes

from judge.runner.call_loop import polled
from judge.wire.control_page import HELD_SECONDS
from judge.wire.cuda_driver import MappedHost, driver
from judge.wire.page_calls import Late, Named

_THREADS = 256
_MOST_GIVEN = 240  # units of one call that fit into the 4 kB of a launch's parameters
_HELD_NANOSECONDS = int(HELD_SECONDS * 1e9)
_PTX = """
.version 6.0
.target sm_50
.address_size 64
.visible .entry late(.param .u64 units, .param .u32 count, .param .u64 places, .param .u64 values)
{{
 .reg .pred %p<2>;
 .reg .b32 %r<6>;
 .reg .b64 %rd<12>;
 ld.param.u64 %rd1, [units];
 ld.param.u32 %r1, [count];
 ld.param.u64 %rd2, [places];
 ld.param.u64 %rd3, [values];
 cvta.to.global.u64 %rd1, %rd1;
 cvta.to.global.u64 %rd2, %rd2;
 cvta.to.global.u64 %rd3, %rd3;
 mov.u32 %r2, %ctaid.x;
 mov.u32 %r3, %ntid.x;
 mov.u32 %r4, %tid.x;
 mad.lo.s32 %r5, %r2, %r3, %r4;
 setp.ge.u32 %p1, %r5, %r1;
 @%p1 ret;
 mul.wide.u32 %rd4, %r5, 8;
 add.s64 %rd5, %rd2, %rd4;
 add.s64 %rd6, %rd3, %rd4;
 ld.volatile.global.u64 %rd7, [%rd5];
 ld.volatile.global.u64 %rd8, [%rd6];
 shl.b64 %rd9, %rd7, 3;
 add.s64 %rd10, %rd1, %rd9;
 st.global.u64 [%rd10], %rd8;
 ret;
}}
.visible .entry given(.param .u64 units, .param .u32 count, .param .align 8 .b8 places[{bytes}], .param .align 8 .b8 values[{bytes}])
{{
 .reg .pred %p<2>;
 .reg .b32 %r<3>;
 .reg .b64 %rd<12>;
 ld.param.u64 %rd1, [units];
 ld.param.u32 %r1, [count];
 cvta.to.global.u64 %rd1, %rd1;
 mov.u32 %r2, %tid.x;
 setp.ge.u32 %p1, %r2, %r1;
 @%p1 ret;
 mul.wide.u32 %rd4, %r2, 8;
 mov.b64 %rd2, places;
 mov.b64 %rd3, values;
 add.s64 %rd5, %rd2, %rd4;
 add.s64 %rd6, %rd3, %rd4;
 ld.param.u64 %rd7, [%rd5];
 ld.param.u64 %rd8, [%rd6];
 shl.b64 %rd9, %rd7, 3;
 add.s64 %rd10, %rd1, %rd9;
 st.global.u64 [%rd10], %rd8;
 ret;
}}
.visible .entry held(.param .u64 gate, .param .u64 opened)
{{
 .reg .pred %p<3>;
 .reg .b64 %rd<7>;
 ld.param.u64 %rd1, [gate];
 ld.param.u64 %rd2, [opened];
 cvta.to.global.u64 %rd1, %rd1;
 mov.u64 %rd3, %globaltimer;
again:
 ld.volatile.global.u64 %rd4, [%rd1];
 setp.ge.u64 %p1, %rd4, %rd2;
 @%p1 ret;
 mov.u64 %rd5, %globaltimer;
 sub.u64 %rd6, %rd5, %rd3;
 setp.lt.u64 %p2, %rd6, {held};
 @%p2 bra again;
 ret;
}}
"""


class LateInputs:
    """The late inputs of `slots` slots in `inputs`, a byte tensor on the GPU: `per_slot` units of eight bytes each.

    `fd` is the oracle's host memory of `size` bytes. It holds all offsets (in units) at byte 0, their values at byte `values`, and the gate in
    its last unit. `page` is the control page, on which calls are named. `staged` is host memory with all inputs if the driver refuses to share
    device memory, otherwise None.
    Raises OSError if the driver refuses.
    """

    def __init__(self, torch, inputs, slots: int, per_slot: int, fd: int, size: int, values: int, page: memoryview, staged=None):
        self._torch, self._inputs, self._staged = torch, inputs, staged
        self._stride, self._per_slot, self._count = inputs.numel() // slots, per_slot, slots * per_slot
        self._mapped = MappedHost(fd, size)
        late = self._mapped.bytes.view(torch.int64)
        self._gate = late[-1:].data_ptr()
        self._places, self._values = late[: self._count], late[values // 8 : values // 8 + self._count]
        self._units = inputs[: inputs.numel() // 8 * 8].view(torch.int64)
        self._launch = self._loaded()
        self._of_slot = [self._arguments(slot * per_slot, per_slot, per_slot <= _MOST_GIVEN, values) for slot in range(slots)]
        self._of_all = self._arguments(0, self._count, False, values)
        self._is_quick = self._launch is not None and staged is None
        late = (Late * slots)(*(each for each, _numbers in self._of_slot)) if self._is_quick and per_slot else None
        self._named = Named(page, self._launch, late)

    def place_all(self) -> None:
        """Copies the late inputs of all slots."""
        if self._staged is not None:
            self._inputs.copy_(self._staged)
        self._put(self._of_all)

    def named(self, number: int, placed: bool) -> int:
        """Waits until call `number` is named. With `placed`, copies its late inputs. Returns its slot, PAUSE or END."""
        slot = self._named.slot(number, placed and self._is_quick)
        if placed and not self._is_quick and slot < len(self._of_slot):
            if self._staged is not None:
                part = slice(slot * self._stride, (slot + 1) * self._stride)
                self._inputs[part].copy_(self._staged[part])
            self._put(self._of_slot[slot])
        return slot

    def hold(self, opened: int) -> None:
        """Keeps the device busy until the oracle has opened the gate for the time `opened`, for `HELD_SECONDS` at most. Raises RuntimeError if the
        driver cannot load the kernels: a device that is not held would look too fast."""
        numbers = ctypes.c_uint64(self._gate), ctypes.c_uint64(opened)
        pointers = (ctypes.c_void_p * 2)(*map(ctypes.addressof, numbers))
        self._start(Late(self._held.value, 1, 1, ctypes.addressof(pointers)))

    def close(self) -> None:
        self._inputs = self._units = self._places = self._values = self._staged = self._named = None
        self._mapped.close()

    def _put(self, arguments) -> None:
        if self._launch is None:
            first, last = arguments
            self._units.index_copy_(0, self._places[first:last], self._values[first:last])
        elif self._per_slot:
            self._start(arguments[0])

    def _start(self, of: Late) -> None:
        if self._launch is None:
            raise RuntimeError("the driver could not load the judge's kernels")
        one, none, blocks, threads = ctypes.c_uint(1), ctypes.c_void_p(0), ctypes.c_uint(of.blocks), ctypes.c_uint(of.threads)
        if self._launch(ctypes.c_void_p(of.kernel), blocks, one, one, threads, one, one, ctypes.c_uint(0), none, ctypes.c_void_p(of.parameters), none) != 0:
            raise RuntimeError("a kernel of the judge could not be launched")

    def _loaded(self):
        """The driver's launch function. None if the driver cannot load the kernels."""
        module, self._late, self._given, self._held = [ctypes.c_void_p() for _ in range(4)]
        text = _PTX.format(bytes=8 * max(1, min(self._per_slot, _MOST_GIVEN)), held=_HELD_NANOSECONDS).encode()
        if driver().cuModuleLoadData(ctypes.byref(module), ctypes.c_char_p(text)) != 0:
            return None
        for kernel, name in ((self._late, b"late"), (self._given, b"given"), (self._held, b"held")):
            if driver().cuModuleGetFunction(ctypes.byref(kernel), module, name) != 0:
                return None
        return driver().cuLaunchKernel

    def _arguments(self, first: int, count: int, given: bool, values: int) -> tuple:
        """A launch for `count` units from `first` on, and the numbers to which it points.

        `given`: places and values are parameters, which the driver reads from the shared memory at each launch. Values begin at byte `values`.
        """
        if self._launch is None:
            return first, first + count
        numbers: list = [ctypes.c_uint64(self._units.data_ptr()), ctypes.c_uint32(count)]
        if not given:
            numbers += [ctypes.c_uint64(tensor.data_ptr() + 8 * first) for tensor in (self._places, self._values)]
        addresses = [ctypes.addressof(number) for number in numbers] + [self._mapped.place + at + 8 * first for at in (0, values) if given]
        pointers = (ctypes.c_void_p * len(addresses))(*addresses)
        kernel = self._given if given else self._late
        return Late(kernel.value, max(1, -(-count // _THREADS)), _THREADS, ctypes.addressof(pointers)), (numbers, pointers)


class NoLateInputs:
    """The CPU target's version. It copies nothing, because the oracle writes the late inputs itself."""

    def __init__(self, page: memoryview):
        self._page = page

    def place_all(self) -> None: ...

    def hold(self, _opened: int) -> None: ...

    def named(self, number: int, _placed: bool) -> int:
        return polled(self._page, number)

    def close(self) -> None: ...
