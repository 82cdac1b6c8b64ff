"""Finds the library calls that give a task's answer. Their programs come from `catalogue`, so the oracle runs them itself.

A call counts if it runs fewer operators than the reference: of a reference that is the library's own operator, eager is the call. The code that
judges candidates must find it right on public and hidden draws, in each declared shape and under other parameters. The search then has each
call judged as a candidate, with all checks.
"""

import contextlib
import time
from collections.abc import Iterator
from itertools import islice, takewhile

import torch

from judge.oracle import second_look
from judge.oracle.checks import Draws
from judge.oracle.library.catalogue import CATALOGUE, Entry
from judge.oracle.library.form import Form, form_of, loaded, program, traced
from judge.oracle.numerics import tolerance
from judge.oracle.shapes import Shapes
from judge.oracle.task import parameters
from judge.oracle.task.admission import Draw
from judge.oracle.task.reference import Reference
from judge.oracle.task.task_code import lacks_memory
from judge.protocol.messages import LibraryCall
from judge.wire.tensor_layout import specs

_OTHER_MAGNITUDES = ("small", "heavy")  # hidden distributions with other magnitudes, on which another epsilon or scale shows
_MOST_CALLS = 32  # of an entry; in `test_library_calls` an entry has at most 20, and a right one is among the first 7
_SECONDS = 10.0  # of a task's search, after which it tries no further call; each of those tasks takes less than 0.1 s on a CPU
_SAMPLE = 4096  # elements of the output that a first comparison looks at


def library_calls(shapes: Shapes, draws: Draws) -> "list[LibraryCall]":
    """The calls that agree with the task, at most one of each entry. What fails adds none, but a dead device ends this process."""
    reference = shapes.all[0].reference
    found: "list[LibraryCall]" = []
    with _going_on(reference):
        public = shapes.all[0].public[0]
        inputs = reference.draw(public.seed, public.distribution)
        form = form_of(reference, inputs)
        if form is not None:
            trial = _Trial(form, inputs, shapes, draws)
            for entry in CATALOGUE:
                with _going_on(reference):
                    found += trial.found(entry)
    return found


@contextlib.contextmanager
def _going_on(reference: Reference) -> "Iterator[None]":
    """Ends the block where it fails, and goes on behind it. Ends this process if the device is dead."""
    try:
        yield
    except Exception as error:
        if not lacks_memory(error):
            reference.take_refusal(error)
        if reference.device == "cuda":
            torch.cuda.empty_cache()


class _Trial:
    """Tries programs on a task of this form. `inputs`: of its first public draw."""

    def __init__(self, form: Form, inputs: "list[torch.Tensor]", shapes: Shapes, draws: Draws):
        self._form, self._inputs, self._reference = form, inputs, shapes.all[0].reference
        self._public = shapes.all[0].public[0]
        self._exact = _sample((self._public.exact or self._reference.exact(inputs))[0])
        self._draws = list(_draws(shapes, draws))
        self._ends = time.monotonic() + _SECONDS

    def found(self, entry: Entry) -> "list[LibraryCall]":
        """The first call of an entry that agrees, if there is one among the likeliest, and in time."""
        form, reference = self._form, self._reference
        if not form.operators & set(entry.needs.split()) or (entry.tunes and reference.device != "cuda"):
            return []
        calls = takewhile(lambda _call: time.monotonic() < self._ends, islice(entry.calls(form), _MOST_CALLS))
        sources = (program(reference, form, call, entry.setup) for call in calls)
        return [{"name": entry.name, "source": source} for source in islice((each for each in sources if self._agrees(each, entry)), 1)]

    def _agrees(self, source: str, entry: Entry) -> bool:
        """Whether a program gives the answers of the task. It does not where PyTorch refuses the call, or memory is short."""
        reference = self._reference
        with _going_on(reference), _own_flags():
            model = loaded(reference, source)
            parameters.load(model, reference.model.state_dict())
            return self._is_near(model) and self._saves(model, entry) and all(_is_right(own, model, draw) for own, draw in self._draws)
        return False

    def _is_near(self, model: torch.nn.Module) -> bool:
        """Whether a sample of the output is right on a public draw. Most calls that fit a form are something else."""
        outputs = _outputs(self._reference, model, self._inputs)
        if specs(outputs) != self._reference.output_specs or not outputs[0].is_floating_point():
            return False
        return not bool(tolerance.wrong_elements(_sample(outputs[0]), self._exact, self._public.budgets[0]).any())

    def _saves(self, model: torch.nn.Module, entry: Entry) -> bool:
        """Whether the program runs fewer operators than the reference, or tunes the same."""
        return entry.tunes or len(traced(self._reference, model, self._inputs).found) < len(self._form.ran)


def _sample(output: torch.Tensor) -> torch.Tensor:
    """Elements at equal distances. An odd distance takes them from many columns."""
    return output.flatten()[:: output.numel() // _SAMPLE | 1]


@contextlib.contextmanager
def _own_flags() -> "Iterator[None]":
    """Restores the flag that a program may set."""
    before = torch.backends.cudnn.benchmark
    try:
        yield
    finally:
        torch.backends.cudnn.benchmark = before


def _draws(shapes: Shapes, draws: Draws) -> "Iterator[tuple[Reference, Draw]]":
    """A public draw and two hidden ones of each shape, then those under other parameters, if there are any."""
    for shape in shapes.all:
        yield shape.reference, shape.public[0]
        yield from ((shape.reference, shape.admission.draws[name][0]) for name in _OTHER_MAGNITUDES if name in shape.admission.draws)
    reference = shapes.all[0].reference
    if reference.states[0]:
        yield from ((reference, draw) for draw in [draws.first, *(draw for _which, draw in draws.trained)])


def _outputs(reference: Reference, model: torch.nn.Module, inputs: "list[torch.Tensor]") -> "list[torch.Tensor]":
    """The outputs of the program. Raises ValueError if an integer input names no class: on a GPU such a call would end this process."""
    for each in inputs:
        if not each.is_floating_point() and each.dtype != torch.bool and not (0 <= int(each.min()) and int(each.max()) < inputs[0].shape[1]):
            raise ValueError("a class index is out of range")
    return reference.outputs_of(model, inputs)


def _is_right(reference: Reference, model: torch.nn.Module, draw: Draw) -> bool:
    """Whether the program is right on a draw, as a candidate must be."""
    parameters.load(model, draw.state or reference.states[1])
    inputs = reference.kept.inputs(draw.seed, draw.distribution)
    return not second_look.judge_draw(reference, draw, inputs, _outputs(reference, model, inputs)).problem
