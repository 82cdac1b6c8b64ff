"""Puts the late inputs in place, in a runner on a GPU: rows that lie in host memory until a call is released. Copied beside each runner.

A small kernel of the judge reads places and values over the bus. If the driver cannot load the kernel, torch's `index_copy_` does the
same, but it takes the host twice as long. Nothing here uses the copy engines: after them a GPU switches processes in the middle of a call.
"""

import ctypes

from judge.wire.cuda_driver import MappedHost, driver

_THREADS = 256
_PTX = b"""
.version 6.0
.target sm_50
.address_size 64
.visible .entry late(.param .u64 units, .param .u64 places, .param .u64 values, .param .u32 count)
{
 .reg .pred %p<2>;
 .reg .b32 %r<6>;
 .reg .b64 %rd<12>;
 ld.param.u64 %rd1, [units];
 ld.param.u64 %rd2, [places];
 ld.param.u64 %rd3, [values];
 ld.param.u32 %r1, [count];
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
}
"""


class LateInputs:
    """The late inputs of `slots` slots in `inputs`, a byte tensor on the GPU: `per_slot` units of eight bytes each.

    `fd` is the oracle's host memory of `size` bytes. It holds all offsets (in units) at byte 0 and their values at byte `values`. `staged` is
    host memory with all inputs if CUDA IPC is refused, otherwise None. Raises OSError if the driver refuses.
    """

    def __init__(self, torch, inputs, slots: int, per_slot: int, fd: int, size: int, values: int, staged=None):
        self._torch, self._inputs, self._staged = torch, inputs, staged
        self._stride, self._per_slot, self._count = inputs.numel() // slots, per_slot, slots * per_slot
        self._mapped = MappedHost(fd, size)
        late = self._mapped.bytes.view(torch.int64)
        self._places, self._values = late[: self._count], late[values // 8 : values // 8 + self._count]
        self._units = inputs[: inputs.numel() // 8 * 8].view(torch.int64)
        self._launch = self._kernel()
        self._of_slot = [self._arguments(slot * per_slot, per_slot) for slot in range(slots)]
        self._of_all = self._arguments(0, self._count)

    def place_all(self) -> None:
        """Copies the late inputs of all slots."""
        if self._staged is not None:
            self._inputs.copy_(self._staged)
        self._put(self._of_all)

    def place(self, slot: int) -> None:
        """Copies the late inputs of one slot."""
        if self._staged is not None:
            part = slice(slot * self._stride, (slot + 1) * self._stride)
            self._inputs[part].copy_(self._staged[part])
        self._put(self._of_slot[slot])

    def close(self) -> None:
        self._inputs = self._units = self._places = self._values = self._staged = None
        self._mapped.close()

    def _put(self, arguments) -> None:
        if self._launch is None:
            first, last = arguments
            self._units.index_copy_(0, self._places[first:last], self._values[first:last])
        elif self._per_slot and self._launch(*arguments[0]) != 0:
            raise RuntimeError("the late inputs could not be put in place")

    def _kernel(self):
        """The driver's launch function with the bound kernel. None if the driver cannot load it."""
        module, kernel = ctypes.c_void_p(), ctypes.c_void_p()
        if driver().cuModuleLoadData(ctypes.byref(module), ctypes.c_char_p(_PTX)) != 0:
            return None
        if driver().cuModuleGetFunction(ctypes.byref(kernel), module, b"late") != 0:
            return None
        self._function = kernel
        return driver().cuLaunchKernel

    def _arguments(self, first: int, count: int) -> tuple:
        """The arguments of a launch for `count` units from `first` on. They hold the numbers that the launch points to."""
        if self._launch is None:
            return first, first + count
        addresses = (self._units.data_ptr(), self._places.data_ptr() + 8 * first, self._values.data_ptr() + 8 * first)
        numbers = [*map(ctypes.c_uint64, addresses), ctypes.c_uint32(count)]
        pointers = (ctypes.c_void_p * len(numbers))(*map(ctypes.addressof, numbers))
        one, blocks, threads = ctypes.c_uint(1), ctypes.c_uint(max(1, -(-count // _THREADS))), ctypes.c_uint(_THREADS)
        return (self._function, blocks, one, one, threads, one, one, ctypes.c_uint(0), ctypes.c_void_p(0), pointers, ctypes.c_void_p(0)), numbers


class NoLateInputs:
    """The CPU target's version. It does nothing, because the oracle writes the late inputs itself."""

    def place_all(self) -> None: ...

    def place(self, slot: int) -> None: ...

    def close(self) -> None: ...
