"""The declared shapes of an open task: what is examined, checked and timed of each.

The first shape is the heaviest one. It is the task's own reference, which gets every check. The others are views of it. They get draws of
the task's own inputs and of the hidden distributions, under three states of the parameters.
"""

import contextlib
from collections.abc import Callable

import torch

from judge.oracle import checks
from judge.oracle.effects import check_effects
from judge.oracle.bounds.traffic_floor import facts
from judge.oracle.hidden_groups import DISTRIBUTION, OTHER_SHAPES, PARAMETERS
from judge.oracle.numerics import tolerance
from judge.oracle.numerics.tensors import finite, secret_seed
from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.runner_link.shared_buffers import input_bytes
from judge.oracle.task import unseen
from judge.oracle.task.admission import Admission, Draw
from judge.oracle.task.budgets import own_errors
from judge.oracle.task.distributions import HIDDEN, SHIPPED
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.operator_domain import Undefined
from judge.oracle.task.reference import Reference
from judge.oracle.task.states import ILL_CONDITIONED
from judge.oracle.task.task_code import asking
from judge.oracle.task.workloads import asking_of
from judge.oracle.timing import weighted
from judge.oracle.timing.compared import pairs_of, ratio_of
from judge.oracle.timing.intervals import ratio_over
from judge.oracle.timing.samples import Samples
from judge.protocol.errors import Failure, Gone, Rejected
from judge.protocol.messages import HiddenGroup, Pair, Ratio, ShapeTime, Time, Workload
from judge.wire.tensor_layout import places


class Shape:
    """One shape. `bounds`: its floors, see `traffic_floor`. `first`, `trained`: draws under the first and the third state, if there are such states."""

    def __init__(self, name: str, weight: float, reference: Reference, admission: Admission):
        self.name, self.weight, self.reference, self.admission = name, weight, reference, admission
        self.bounds: dict = {}
        self.first: "Draw | None" = None
        self.trained: "Draw | None" = None

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

    @property
    def hidden(self) -> "list[list[Draw]]":
        """The draws of each hidden distribution."""
        return [draws for name, draws in self.admission.draws.items() if name != self.admission.timed]


class Shapes:
    """All shapes of a task, the task's own first. Only `all[0]` is there if the task declares none."""

    def __init__(self, name: str, reference: Reference, admission: Admission, precision: str):
        self._name, self._reference = name, reference
        self.declared = bool(reference.rows)
        own, *others = reference.rows or [None]
        self.all = [Shape(own.name if own else "", own.weight if own else 1.0, reference, admission)]
        for row in others:
            with asking_of(name, row.name, reference.device):
                view = reference.view(f"shape {row.name}", row.inputs)
            self.all.append(Shape(row.name, row.weight, view, Admission(view, precision, keeps=False)))
        self._expect_get_inputs()
        self._to_examine = {f"shape {shape.name}, {each}": (shape, each) for shape in self.all[1:] for each in _distributions(shape.reference)}
        self._unseen: "tuple[list[tuple[Reference, Draw]], list[str]] | None" = None

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
        """The names to `examine`, beside those of the first shape."""
        return list(self._to_examine)

    def examine(self, name: str) -> None:
        """Finds out whether a shape can be judged on a distribution. Raises Rejected, which names the shape."""
        shape, distribution = self._to_examine[name]
        with asking_of(self._name, shape.name, self._reference.device):
            shape.admission.examine(distribution)

    def skip(self, name: str, note: str) -> None:
        """Skips a distribution of a shape. `note` is the reason."""
        shape, distribution = self._to_examine[name]
        shape.admission.skip(distribution, note)

    def prepare(self, precision: str, draws: checks.Draws, bounds: dict) -> None:
        """Makes the draws and the bounds of all shapes; the arguments are those of the first one. Raises Rejected if a shape cannot be judged."""
        self.all[0].first, self.all[0].bounds = draws.first, bounds
        for shape in self.all[1:]:
            with asking_of(self._name, shape.name, self._reference.device):
                shape.prepare()
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

    def check_hidden(self, client: RunnerClient, draws: int) -> float:
        """Calls of each other shape on `draws` hidden draws of each distribution, and under trained parameters. As `check_public`."""
        share = 0.0
        for shape in self._others(client):
            for own in shape.hidden:
                share = max([share, *(_judged_hidden(shape, client, draw) for draw in own[:draws])])
        trained = checks.TRAINED[0]
        if len(self.all) == 1 or not self._reference.states[trained]:
            return share
        client.reload(trained)
        share = max([share, *(_judged_hidden(shape, client, shape.trained, PARAMETERS) for shape in self._others(client))])
        client.reload(1)
        return share

    def check_unseen(self, client: RunnerClient) -> "tuple[int, list[str]]":
        """One call of each hidden shape. Returns how many there are, and the names of those that the reference refuses. Raises Failure, and Gone."""
        if self._unseen is None:
            self._unseen = self._made_unseen()
        found, refused = self._unseen
        for view, draw in found:
            client.turn(view)
            checks.judged_hidden(view, client, draw, OTHER_SHAPES)
        client.turn(self._reference)
        return len(found), refused

    def calls(self, draws: int) -> int:
        """The number of calls that `check_first`, `check_public` and `check_hidden` make."""
        return sum(2 + bool(one.first) + sum(len(each[:draws]) for each in one.hidden) + bool(one.trained) for one in self.all[1:])

    def _others(self, client: RunnerClient, backwards: bool = False):
        """The other shapes, each while the runner is turned to it."""
        for shape in reversed(self.all[1:]) if backwards else self.all[1:]:
            with _on(shape):
                client.turn(shape.reference)
            yield shape
        client.turn(self._reference)

    def _made_unseen(self) -> "tuple[list[tuple[Reference, Draw]], list[str]]":
        """The hidden shapes with a draw each, and the names of those that the reference refuses."""
        found, refused = [], []
        for hidden in unseen.hidden_shapes(self._reference.rows):
            try:
                found.append(self._unseen_draw(hidden))
            except (Rejected, Undefined):
                refused.append(hidden.name)
            except Exception as error:
                self._reference.take_refusal(error)
                refused.append(hidden.name)
        return found, refused

    def _unseen_draw(self, hidden: unseen.Hidden) -> "tuple[Reference, Draw]":
        """A hidden shape with a draw. Raises Undefined if the reference has no finite answer, and the reference's error if it refuses it."""
        no_gradients = [] if self._reference.upstream is None else [[]]  # the last argument, of a call that goes forward alone
        if unseen.is_indexed(self._reference.rows) and not self._reference.accepts_on_cpu(unseen.as_inputs([*hidden.inputs(), *no_gradients])):
            raise Undefined("an index is out of range")
        view = self._reference.view(f"hidden shape {hidden.name}", hidden.inputs)
        seed = secret_seed()
        inputs = view.draw(seed)
        self._reference.expect_defined(inputs)
        eager, exact = view.eager(inputs), view.exact(inputs)
        budgets = own_errors(view, inputs, eager, exact)
        if not (finite(eager) and finite(exact)) or tolerance.conditioning(budgets, view.forward_outputs) > ILL_CONDITIONED:
            raise Undefined("the reference is not finite, or ill-conditioned")
        return view, Draw(SHIPPED, seed, budgets, view.kept.held(exact))


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
