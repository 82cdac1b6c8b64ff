"""The declared shapes of an open task: what is examined, checked and timed of each.

The first shape is the heaviest one. It is the task's own reference, which gets every check. The others are views of it. They get draws of
the task's own inputs and of the hidden distributions, under three states of the parameters, and a secret share of the special checks.
"""

import contextlib
import random
from collections.abc import Callable

import torch

from judge.oracle import checks
from judge.oracle.chain_effects import ChainEffects
from judge.oracle.effects import check_effects
from judge.oracle.bounds.traffic_floor import facts
from judge.oracle.hidden_groups import DISTRIBUTION, PARAMETERS
from judge.oracle.hidden_shapes import HiddenShapes
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.runner_link.shared_buffers import input_bytes
from judge.oracle.special_failures import check_special
from judge.oracle.task.admission import Admission, Draw
from judge.oracle.task.distributions import HIDDEN, SHIPPED
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_check import ARGUMENTS, ROWS, Check
from judge.oracle.task.special_checks import SpecialChecks, sharing
from judge.oracle.task.task_code import asking
from judge.oracle.task.workloads import asking_of
from judge.oracle.timing import weighted
from judge.oracle.timing.compared import pairs_of, ratio_of
from judge.oracle.timing.intervals import ratio_over
from judge.oracle.timing.samples import Samples
from judge.protocol.errors import Failure, Gone, Rejected
from judge.protocol.messages import HiddenGroup, Pair, Ratio, ShapeTime, Time, Workload
from judge.wire.tensor_layout import places


_ROWS_SHARE = 2  # checks of special rows that a further shape gets
_secret = random.SystemRandom()


class Shape:
    """One shape. `bounds`: its floors, see `traffic_floor`. `first`, `trained`: draws under the first and the third state, if there are such states."""

    def __init__(self, name: str, weight: float, reference: Reference, admission: Admission, special: SpecialChecks):
        self.name, self.weight, self.reference, self.admission, self.special = name, weight, reference, admission, special
        self._share: "list[Check] | None" = None
        self.bounds: dict = {}
        self.first: "Draw | None" = None
        self.trained: "Draw | None" = None
        self._effects: "ChainEffects | None" = None

    def prepare_effects(self, number: int) -> None:
        """Finds out what chains of this shape leave behind. `number`: the place of the shape."""
        self._effects = ChainEffects(self.reference, number)

    @property
    def effects(self) -> ChainEffects:
        """The checks of what chains of calls leave behind. They need `prepare_effects`."""
        assert self._effects
        return self._effects

    def draw(self, seed: "int | None" = None) -> Inputs:
        """Inputs of a timed call."""
        return self.reference.draw(seed, self.admission.timed)

    @property
    def decoys(self) -> "Callable[[], list[torch.Tensor]] | None":
        """Draws other upstream gradients for a timed call. None where calls go forward alone."""
        return None if self.reference.upstream is None else lambda: self.reference.decoys(self.admission.timed)

    @property
    def bytes_per_call(self) -> int:
        """Bytes of the inputs and outputs of one call. Outputs exist twice: in the runner and in the shared buffer."""
        own = self.reference
        return input_bytes(own) + 2 * places(own.output_specs)[1]

    def prepare(self) -> None:
        """Makes the draws of a view under the first and the third state, and the exact outputs of its other draws while there is room for them."""
        own, timed = self.reference, self.admission.timed
        for draw in [each for draws in self.admission.draws.values() for each in draws]:
            exact = own.exact(own.kept.inputs(draw.seed, draw.distribution))
            draw.exact = own.kept.held(exact)
        self.first = checks.draw_under(own, timed, 0) if own.states[0] else None
        self.trained = checks.draw_under(own, timed, checks.TRAINED[0]) if own.states[checks.TRAINED[0]] else None

    @property
    def public(self) -> "list[Draw]":
        """Two draws whose errors may be told."""
        return self.admission.draws[self.admission.timed]

    def special_names(self) -> "list[str]":
        """The names to examine of the special checks of a further shape: a secret share of the special rows, and all variants of arguments."""
        names, rows = self.special.names(), self.special.proven_rows()
        share = _secret.sample(rows, min(_ROWS_SHARE, len(rows)))
        return [*share, *(name for name in names if self.special.is_of_arguments(name))]

    def special_checks(self, every: bool) -> "list[Check]":
        """The special checks of a further shape: all that are examined, or a secret share that varies each argument."""
        if self._share is None:
            self._share = sharing([each for each in self.special.checks if each.group == ARGUMENTS and not each.unproven])
        share = [*(each for each in self.special.checks if each.group == ROWS), *self._share]
        return [each for each in (self.special.checks if every else share) if not each.unproven]

    @property
    def hidden(self) -> "list[list[Draw]]":
        """The draws of each hidden distribution."""
        return [draws for name, draws in self.admission.draws.items() if name != self.admission.timed]


class Shapes:
    """All shapes of a task, the task's own first. Only `all[0]` is there if the task declares none."""

    def __init__(self, name: str, reference: Reference, admission: Admission, precision: str, special: SpecialChecks, broken: "list[str]"):
        """`admission` and `special` are those of the first shape. `broken`: names on which an earlier oracle died."""
        self._name, self._reference = name, reference
        self.declared = bool(reference.rows)
        own, *others = reference.rows or [None]
        self.all = [Shape(own.name if own else "", own.weight if own else 1.0, reference, admission, special)]
        for row in others:
            with asking_of(name, row.name, reference.device):
                view = reference.view(f"shape {row.name}", row.inputs)
            self.all.append(Shape(row.name, row.weight, view, Admission(view, precision, keeps=False), SpecialChecks(view, broken)))
        self._expect_get_inputs()
        self._to_examine = {f"shape {shape.name}, {each}": (shape, shape.admission, each) for shape in self.all[1:] for each in _distributions(shape.reference)}
        self._unseen: "HiddenShapes | None" = None

    def _expect_get_inputs(self) -> None:
        """Raises Rejected unless get_inputs draws one of the declared shapes: other tools read it alone."""
        if not self.declared:
            return
        with asking(f"{self._name}: the reference failed on get_inputs", self._reference.device):
            found = self._reference.view("get_inputs", self._reference.module.get_inputs).input_specs
        if all(found != shape.reference.input_specs for shape in self.all):
            told = ", ".join(str(shape) for shape, _dtype in found)
            raise Rejected(f"get_inputs draws a shape that get_workloads does not declare: {told}", "let get_inputs return the inputs of one of its rows")

    def names(self) -> "list[str]":
        """The names to `examine`, beside those of the first shape. They must be asked for once, before the others are used."""
        for shape in self.all[1:]:
            with asking_of(self._name, shape.name, self._reference.device):
                self._to_examine |= {f"shape {shape.name}, {each}": (shape, shape.special, each) for each in shape.special_names()}
        return list(self._to_examine)

    def has(self, name: str) -> bool:
        """Whether `examine` knows this name."""
        return name in self._to_examine

    def shape_of(self, name: str) -> "tuple[Shape, str]":
        """The shape that a name of `names` belongs to, and the name without the shape. All other names are of the first shape."""
        if name not in self._to_examine:
            return self.all[0], name
        shape, _own, what = self._to_examine[name]
        return shape, what

    def timed_checks(self, shape: Shape) -> "list[Check]":
        """The special checks whose draws a shape's timed chains may hold: all of the first shape, and a share of a further one."""
        return self.all[0].special.checks if shape is self.all[0] else shape.special_checks(False)

    def examine(self, name: str) -> None:
        """Finds out whether a shape can be judged on a distribution, or takes a special check. Raises Rejected, which names the shape."""
        shape, own, what = self._to_examine[name]
        with asking_of(self._name, shape.name, self._reference.device):
            own.examine(what)

    def skip(self, name: str, note: str) -> None:
        """Skips a distribution or a special check of a shape. `note` is the reason."""
        _shape, own, what = self._to_examine[name]
        own.skip(what, note)

    def unvaried(self) -> "list[str]":
        """The arguments that have the same value in every draw of a further shape, but not in the first one."""
        own = self.all[0].special.same
        return [f"argument {name} (shape {shape.name})" for shape in self.all[1:] for name in shape.special.same if name not in own]

    def prepare(self, precision: str, draws: checks.Draws, bounds: dict) -> None:
        """Makes the draws and the bounds of all shapes; the arguments are those of the first one. Raises Rejected if a shape cannot be judged."""
        self.all[0].first, self.all[0].bounds = draws.first, bounds
        with asking(f"{self._name}: the reference failed on calls in a row", self._reference.device):
            self.all[0].prepare_effects(0)
        for at, shape in enumerate(self.all[1:], 1):
            with asking_of(self._name, shape.name, self._reference.device):
                shape.prepare()
                shape.prepare_effects(at)
                shape.bounds = facts(shape.reference, precision)

    # The results. Those of a task without get_workloads are those of its only shape.

    def floors(self) -> dict:
        """The bounds of the first shape; the bytes, the FLOPs and the times that they take are weighted means over all shapes."""
        own = self.all[0].bounds
        if len(self.all) == 1:
            return own
        found = {**own, **{key: self._mean([shape.bounds[key] for shape in self.all]) for key in ("floorBytes", "floorUs", "neededUs")}}
        if all("work" in shape.bounds for shape in self.all):
            found["work"] = {**own["work"], **{key: self._mean([shape.bounds["work"][key] for shape in self.all]) for key in ("flops", "computeUs")}}
        return found

    def time(self, times: "list[Time]") -> Time:
        """The weighted time of a call. `times`: by shape."""
        return times[0] if len(times) == 1 else weighted.time(self._weights, times)

    def ratio(self, found: "list[list[Samples]]", under: int) -> Ratio:
        """The weighted time of runner 0 divided by that of runner `under`. `found`: by shape, the measurements of one pair of processes or of several."""
        if len(found) == 1:
            return ratio_of(found[0], under)
        pairs = list(zip(*found))
        if len(pairs) > 1:
            return ratio_over([self._middle(pair, under) for pair in pairs])
        return weighted.ratio(self._weights, [each.time(0) for each in pairs[0]], [each.ratio(0, under) for each in pairs[0]])

    def _middle(self, pair: "tuple[Samples, ...]", under: int) -> float:
        return weighted.speedup(self._weights, [each.time(0) for each in pair], [each.middle(0, under) for each in pair])

    def pairs(self, found: "list[list[Samples]]") -> "list[Pair]":
        """What each pair of processes showed, in order. `found`: by shape, then by pair."""
        if len(found) == 1:
            return pairs_of(found[0])
        return [
            {
                "speedup": self._middle(pair, 1),
                "candidateUs": self.time([each.time(1) for each in pair])["medianUs"],
                "baselineUs": self.time([each.time(0) for each in pair])["medianUs"],
            }
            for pair in zip(*found)
        ]

    def times(self, candidate: "list[Time]", baseline: "list[Time]", found: "list[list[Samples]]") -> "list[ShapeTime]":
        """The times of each declared shape. `found`: by shape, then by pair."""
        rows = zip(self.all, candidate, baseline, found)
        return [{"name": one.name, "weight": one.weight, "candidate": own, "baseline": base, "speedup": ratio_of(pairs)} for one, own, base, pairs in rows]

    def workloads(self, eager: "list[Time]") -> "list[Workload]":
        """The facts of each declared shape, from the time of eager on it."""
        parts = weighted.shares(self._weights, [each["medianUs"] for each in eager])
        rows = zip(self.all, eager, parts)
        return [{"name": one.name, "weight": one.weight, "share": part, "eager": time, "floorUs": _floor_us(one.bounds, time), "inputs": one.bounds["inputs"]} for one, time, part in rows]

    @property
    def _weights(self) -> "list[float]":
        return [shape.weight for shape in self.all]

    def _mean(self, values: "list[float]") -> float:
        return sum(weight * value for weight, value in zip(self._weights, values)) / sum(self._weights)

    # The checks. Each leaves the runner with the first shape.

    def check_first(self, client: RunnerClient) -> float:
        """One call of each other shape under the first state, then one of the first shape. Returns the largest errorShare. Raises Failure, and Gone."""
        share = max((_judged_public(shape, client, shape.first) for shape in self._others(client)), default=0.0)
        return max(share, _judged_on_return(self.all[0], client, self.all[0].first)) if len(self.all) > 1 else share

    def check_public(self, client: RunnerClient) -> float:
        """Two calls of each other shape: from the first one to the last one, then back again. Some mistake shows only on the way back: a kernel
        that keeps what it made for another shape. Returns the largest errorShare. Raises Failure, and Gone."""
        share = 0.0
        for shape in self._others(client):
            if shape.reference.updated:  # the effects are those of one call
                client.reload(1)
            share = max(share, _judged_after_reload(shape, client) if shape.first else _judged_public(shape, client, shape.public[0]))
            with _on(shape):
                check_effects(shape.reference, client, shape.public[0], 1)
        for shape in self._others(client, backwards=True):
            share = max(share, _judged_on_return(shape, client, shape.public[1]))
        return max(share, _judged_on_return(self.all[0], client, self.all[0].public[1])) if len(self.all) > 1 else share

    def check_hidden(self, client: RunnerClient, draws: int, every: bool) -> float:
        """Calls of each other shape on `draws` hidden draws of each distribution, on special checks, and under trained parameters. As `check_public`.

        `every`: all special checks that are there, else a share.
        """
        share = 0.0
        for shape in self._others(client):
            for own in shape.hidden:
                share = max([share, *(_judged_hidden(shape, client, draw) for draw in own[:draws])])
            with _on(shape):
                for each in shape.special_checks(every):
                    check_special(shape.reference, client, each)
        trained = checks.TRAINED[0]
        if len(self.all) == 1 or not self._reference.states[trained]:
            return share
        client.reload(trained)
        share = max([share, *(_judged_hidden(shape, client, shape.trained, PARAMETERS) for shape in self._others(client))])
        client.reload(1)
        return share

    def check_unseen(self, client: RunnerClient) -> HiddenShapes:
        """Checks the hidden shapes, and returns them. Raises Failure, and Gone."""
        if self._unseen is None:
            self._unseen = HiddenShapes(self._reference, self.all[0].admission, self.all[0].special)
        self._unseen.check(client)
        return self._unseen

    def calls(self, draws: int, every: bool) -> int:
        """The number of calls that `check_first`, `check_public` and `check_hidden` make."""
        return sum(2 + bool(one.first) + sum(len(each[:draws]) for each in one.hidden) + len(one.special_checks(every)) + bool(one.trained) for one in self.all[1:])

    def _others(self, client: RunnerClient, backwards: bool = False):
        """The other shapes, each while the runner is turned to it."""
        for shape in reversed(self.all[1:]) if backwards else self.all[1:]:
            with _on(shape):
                client.turn(shape.reference)
            yield shape
        client.turn(self._reference)


def _floor_us(bounds: dict, eager: Time) -> float:
    """The larger one of the least times by bytes and by FLOPs. The one by FLOPs counts only if eager takes longer: an algorithm may need fewer."""
    compute = bounds.get("work", {}).get("computeUs", 0.0)
    return max(bounds["floorUs"], compute if compute <= eager["medianUs"] else 0.0)


def _distributions(reference: Reference) -> "list[str]":
    floats = any(dtype.startswith(("float", "bfloat")) for _shape, dtype in reference.input_specs)
    return [SHIPPED, *(HIDDEN if floats else ())]


@contextlib.contextmanager
def _on(shape: Shape):
    """Names the shape in a Failure, and in a Gone, that leaves the block."""
    try:
        yield
    except (Failure, Gone) as error:
        error.shape = shape.name
        raise


def _judged_public(shape: Shape, client: RunnerClient, draw: "Draw | None") -> float:
    with _on(shape):
        return checks.judged(shape.reference, client, draw) if draw else 0.0


def _judged_after_reload(shape: Shape, client: RunnerClient) -> float:
    try:
        return _judged_public(shape, client, shape.public[0])
    except Failure as failure:
        with _on(shape):
            raise checks.after_reload(failure) from failure


def _judged_on_return(shape: Shape, client: RunnerClient, draw: "Draw | None") -> float:
    try:
        return _judged_public(shape, client, draw)
    except Failure as failure:
        if failure.fields["status"] not in ("wrong", "precision_violation"):
            raise
        problem = "right in the first calls of this shape, wrong after calls of other shapes: do not keep for one shape what was made for another"
        with _on(shape):
            raise Failure(status="unstable", problem=f"{problem}. {failure.problem}") from failure


def _judged_hidden(shape: Shape, client: RunnerClient, draw: "Draw | None", group: HiddenGroup = DISTRIBUTION) -> float:
    with _on(shape):
        return checks.judged_hidden(shape.reference, client, draw, group) if draw else 0.0
