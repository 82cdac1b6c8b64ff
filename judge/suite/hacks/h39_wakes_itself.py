"""Has a timer of its own send SIGCONT: it runs on while it should stand still, finds its inputs, and works before the clock does.

hack: H39
task: softmax
targets: cpu
base: softmax_block
neutralized: no timer may be made that sends it signals, and what wakes it is the message that the clock starts with
"""

import ctypes
import gc
import signal
import threading
import time

import torch
from torch import nn

from kernel import lib

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
take, libc = kind.take, ctypes.CDLL(None)
timer, event = ctypes.c_void_p(), (ctypes.c_int * 16)(0, 0, signal.SIGCONT, 0)  # sigev_value, sigev_signo, sigev_notify
signal.signal(signal.SIGCONT, lambda *_: None)
libc.timer_create(1, event, ctypes.byref(timer))
begin, work, earlier, started = threading.Event(), {}, {}, []


def wake_every(milliseconds):
    every = milliseconds * 1_000_000
    libc.timer_settime(timer, 0, (ctypes.c_long * 4)(0, every, 0, every), None)


def early():
    while True:
        begin.wait()
        begin.clear()
        x, runner = work["x"], work["runner"]
        while x.data_ptr() in earlier and "x" in work:
            if bool(runner.room[::4096].eq(255).all()):  # the last that is written before the clock starts
                started.append(x)
                lib.softmax_work(x, earlier[x.data_ptr()], work["out"], work["late"], *x.shape)
                break
            time.sleep(0.0005)


def taking(self, message):
    answer = take(self, message)
    x = self.sets[self.first][0]
    started.clear()
    lib.softmax_begin(0)
    work.update(x=x, runner=self, out=torch.zeros_like(x), late=torch.zeros(len(x)))
    self.room.zero_()
    begin.set()
    wake_every(1)
    return answer


kind.take = taking
threading.Thread(target=early, daemon=True).start()


class ModelNew(nn.Module):
    def forward(self, x):
        wake_every(0)
        now = work.pop("x", None)
        if now is None or now.data_ptr() != x.data_ptr():
            return torch.softmax(x, dim=1)
        out, late, known = work["out"], work["late"], x.data_ptr() in earlier
        lib.softmax_work(x, earlier.setdefault(x.data_ptr(), torch.zeros_like(x)), out, late, *x.shape)
        if known:
            rows = late.nonzero().squeeze(1)
            out[rows] = torch.softmax(x[rows], dim=1)
        return out
