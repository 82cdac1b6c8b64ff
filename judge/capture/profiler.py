"""Times the modules of a running script: each module's calls, and the part of each call that no module inside it takes."""

import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import torch

from judge.capture.places import Members, Room, members_of
from judge.capture.settings import fingerprint
from judge.capture.whole_call import WholeCall, needs_gradients, signature

_REPEATS = 3  # of the only call of a model, after its first one, which warms up


class Timed:
    """The times of one module below one root, in seconds. The root's first call warms up, and is kept apart from the later ones."""

    def __init__(self, module: torch.nn.Module):
        self.module = module
        self.calls, self.total, self.own = [0, 0], [0.0, 0.0], [0.0, 0.0]


class Root:
    """A module that the script itself calls. `order`: its number among them. `kinds`: of each call, the number of the first call like it."""

    def __init__(self, module: torch.nn.Module, order: int, room: Room):
        self.module, self.order = module, order
        self.modules: "dict[int, Timed]" = {}
        self.members = members_of(module, room)
        self.kinds: "list[int]" = []
        self.repeats = 0
        self._gradients: "list[bool]" = []
        self._firsts: "dict[Any, int]" = {}

    def begin(self, args: tuple, kwargs: dict) -> None:
        """Notes a call."""
        self._gradients.append(needs_gradients(self.module))
        self.kinds.append(self._firsts.setdefault(signature(self.module, args, kwargs), len(self.kinds)))

    def timed(self, module: torch.nn.Module) -> Timed:
        """The times of a module below this root."""
        found = self.modules.get(id(module))
        if found is None:
            found = self.modules[id(module)] = Timed(module)
        return found

    @property
    def warm(self) -> int:
        """1 where calls after the first were timed, else 0."""
        return int(len(self.kinds) > 1)

    @property
    def seconds(self) -> float:
        """The time of all calls that count."""
        return self.timed(self.module).total[self.warm]

    @property
    def usual_call(self) -> int:
        """The number of the first call of the most frequent kind."""
        return Counter(self.kinds).most_common(1)[0][0]

    @property
    def gradients(self) -> bool:
        """Whether autograd records calls of the most frequent kind."""
        return self._gradients[self.usual_call]


class _Span:
    """A call in progress: its module's times, those of the module around it, and the stamps of its start and end."""

    def __init__(self, timed: Timed, around: "Timed | None", start: Any):
        self.timed, self.around, self.start, self.end = timed, around, start, start


class _Pause:
    """The recording of a call: the modules around it, whose times leave it out, and the stamps of its start and end."""

    def __init__(self, around: "list[Timed]", start: Any, end: Any):
        self.around, self.start, self.end = around, start, end


class Profiler:
    """Watches all module calls. Only forward passes are timed: autograd calls no modules."""

    def __init__(self) -> None:
        self.roots: "dict[int, Root]" = {}
        self.trains = False
        self._inside, self._room = threading.local(), Room()
        self._only: "tuple[float, WholeCall] | None" = None  # the slowest call of a root that was called once
        self._watched = (torch.nn.Module.__call__, torch.autograd.backward, torch.autograd.grad)

    def install(self) -> None:
        """Starts to watch. It lasts until `finish`."""
        call, backward, grad = self._watched

        def watched(module: torch.nn.Module, *args: Any, **kwargs: Any) -> Any:
            stack = self._inside.__dict__.setdefault("stack", [])
            if stack:
                members = self._inside.root.members.get(id(module))
                if members is not None and members.records(module):
                    self._record(stack, members, module, args, kwargs)
                return self._timed(stack, module, lambda: call(module, *args, **kwargs))
            root = self._root(module)
            root.begin(args, kwargs)
            kept = WholeCall(module, args, kwargs) if len(root.kinds) == 1 else None
            self._inside.root, self._inside.spans, self._inside.pauses = root, [], []
            self._inside.on_gpu = _on_gpu(module, args, kwargs)
            try:
                return self._timed(stack, module, lambda: call(module, *args, **kwargs))
            finally:
                self._fold(root, kept)

        def noted(compute: "Callable[..., Any]") -> "Callable[..., Any]":
            def gradients(*args: Any, **kwargs: Any) -> Any:
                self.trains = True
                return compute(*args, **kwargs)

            return gradients

        torch.nn.Module.__call__ = watched  # type: ignore[method-assign]
        torch.autograd.backward, torch.autograd.grad = noted(backward), noted(grad)

    def _root(self, module: torch.nn.Module) -> Root:
        found = self.roots.get(id(module))
        if found is None:
            found = self.roots[id(module)] = Root(module, len(self.roots), self._room)
        return found

    def _timed(self, stack: "list[Timed]", module: torch.nn.Module, run: Any) -> Any:
        inside = self._inside
        timed = inside.root.timed(module)
        span = _Span(timed, stack[-1] if stack else None, _stamp(inside.on_gpu))
        stack.append(timed)
        try:
            return run()
        finally:
            stack.pop()
            span.end = _stamp(inside.on_gpu)
            inside.spans.append(span)

    def _record(self, stack: "list[Timed]", members: Members, module: torch.nn.Module, args: tuple, kwargs: dict) -> None:
        start = _stamp(self._inside.on_gpu)
        members.record(module, args, kwargs)
        self._inside.pauses.append(_Pause(list(stack), start, _stamp(self._inside.on_gpu)))

    def _fold(self, root: Root, kept: "WholeCall | None") -> None:
        """Adds the spans of a root's call to the modules' times."""
        if self._inside.on_gpu:
            torch.cuda.synchronize()
        at = root.warm
        for span in self._inside.spans:
            seconds = _between(span.start, span.end)
            span.timed.calls[at] += 1
            span.timed.total[at] += seconds
            span.timed.own[at] += seconds
            if span.around is not None:
                span.around.own[at] -= seconds
        for pause in self._inside.pauses:
            seconds = _between(pause.start, pause.end)
            pause.around[-1].own[at] -= seconds
            for timed in pause.around:
                timed.total[at] -= seconds
        took = root.seconds
        if kept is not None and (self._only is None or took > self._only[0]):
            self._only = (took, kept)
        elif self._only is not None and self._only[1].module is root.module:
            self._only = None

    def finish(self) -> None:
        """Repeats the script's slowest call if its model was called once: the first call warms up. Then it stops to watch."""
        if self._only is not None:
            self._repeat(self._only[1])
        torch.nn.Module.__call__, torch.autograd.backward, torch.autograd.grad = self._watched  # type: ignore[method-assign]

    def _repeat(self, once: WholeCall) -> None:
        """A call that cannot be repeated counts itself."""
        root = self.roots[id(once.module)]
        if max(self.roots.values(), key=lambda each: each.seconds) is not root:
            return
        once.module.train(once.training)
        try:
            for _ in range(_REPEATS):
                once()
                root.repeats += 1
        except Exception:  # it changed an argument that is no tensor: what the script measured stays
            pass


def _stamp(on_gpu: bool) -> Any:
    """The time in seconds, or an event on the GPU's current stream."""
    if not on_gpu:
        return time.perf_counter()
    event = torch.cuda.Event(enable_timing=True)
    event.record()
    return event


def _between(start: Any, end: Any) -> float:
    """The seconds from one stamp to another."""
    return end - start if isinstance(start, float) else start.elapsed_time(end) / 1e3


def _on_gpu(module: torch.nn.Module, args: tuple, kwargs: dict) -> bool:
    tensors = [*args, *kwargs.values(), next(module.parameters(), None)]
    return any(isinstance(each, torch.Tensor) and each.is_cuda for each in tensors)


def described(root: Root) -> dict:
    """The root's modules for the ranking. A row tells what a module is, how long it took, and how deep modules lie inside."""
    paths = {id(module): path for path, module in root.module.named_modules()}
    name = next((name for name, value in vars(sys.modules["__main__"]).items() if value is root.module), None)
    at = root.warm
    own = {key: fingerprint(timed.module) for key, timed in root.modules.items()}
    firsts = {id(module): members.first for members in {*root.members.values()} for module in members.alike()}
    rows = []
    for key, timed in root.modules.items():
        path = paths.get(key)
        if path is None or timed.calls[at] == 0:
            continue
        rows.append(
            {
                "path": path,
                "name": ".".join(filter(None, [name, path])) or class_name(timed.module),
                "class": class_name(timed.module),
                "settings": own[id(firsts.get(key, timed.module))],
                "fingerprint": own[key],
                "height": _height(timed.module),
                "calls": timed.calls[at],
                "seconds": timed.total[at],
                "ownSeconds": max(0.0, timed.own[at]),
            }
        )
    return {
        "order": root.order,
        "call": root.usual_call,
        "class": class_name(root.module),
        "calls": len(root.kinds) - root.repeats,
        "seconds": root.seconds,
        "gradients": root.gradients,
        "modules": rows,
    }


def class_name(module: torch.nn.Module) -> str:
    """The dotted name of a module's class."""
    return f"{type(module).__module__}.{type(module).__qualname__}"


def _height(module: torch.nn.Module) -> int:
    """0 for a module without submodules, else one more than the largest height inside. A list or dict of modules, which is never called, adds none."""
    own = 0 if isinstance(module, (torch.nn.ModuleList, torch.nn.ModuleDict)) else 1
    return max((own + _height(each) for each in module.children()), default=0)
