"""Makes six states of the reference's parameters. In all of them scales differ from 1, and biases and means differ from 0.

1. The candidate is built with the first state.
2. The second is loaded in place before timing. It exposes values that the candidate kept from construction or from an earlier call.
3. The third looks like a trained model: signs are flipped, magnitudes go from 0.1 to 10, and placeholders are filled. A placeholder is a
   tensor that the task fills with one value: floats, a mask, or integers such as a table of indices. Parameters that begin with many zeros or
   with few values, such as an identity, get random ones.
4. The fourth varies structured buffers, such as a causal mask: it permutes them, and flips signs of floats. Sorted tables that the reference
   refuses then get other steps, or are scaled.
5. In the fifth, random parameters are larger than at the start of training, as far as the reference accepts.
6. In the sixth, every float tensor that the task fills with zeros, such as a bias, holds one negative value.
"""

import contextlib
import math
from collections.abc import Callable, Iterator

import torch

from judge.oracle.task import structure
from judge.oracle.task.disturbance import doubles

LOOKS = 2  # fresh states that must work before a kind of state is decided
GROWN = (10.0, 4.0)  # factors of the fifth state, in order of preference
LOWERED = (3.0, 10.0)  # how far below 0 the values of the sixth state are: most results of normal inputs then have one sign
MOST_GROWN_BYTES = 256 << 20  # of all parameters, for a fifth state
_MOST_TRIALS = 16  # the largest number of tensors, or groups of them, that are tried one by one
_RUNNING = ("running_mean", "running_var")
_COUNTER = "num_batches_tracked"  # torch's own norms count their calls with it, and never use it as an index
_FILLS = ((100, 1 / 2), (8, 1 / 2), (2, 1 / 8))  # of a placeholder: integers grow by less than the first number; the share that changes
_AT_END = len(_FILLS)  # the place of one more way: a single integer may be a position in another tensor, and gets one near its end
_FROM_END = 64
_LOOKED_AT, _FEW, _SPARSE = 4096, 1 / 4, 1 / 16  # elements of a parameter; the share of different ones, and of zeros, at which it counts as special
_STEPS = 4.0  # by how much the steps of a sorted line grow or shrink
_Works = Callable[[dict], bool]


def first_state(model: torch.nn.Module) -> "dict[str, torch.Tensor]":
    """The model's own state with its constant tensors varied. Uses torch's global generator."""
    return _varied(model, {name: tensor.clone() for name, tensor in model.state_dict().items()}, _around)


def second_state(model: torch.nn.Module, first: "dict[str, torch.Tensor]") -> "dict[str, torch.Tensor]":
    """Like `first`, with other values: random parameters are permuted. Some constant ones double or halve, so that exact ties stay exact."""
    own = _parameters(model)
    rolled = {name: _rolled(tensor) if name in own else tensor.clone() for name, tensor in first.items()}
    return _varied(model, rolled, _doubled)


def trained_plan(model: torch.nn.Module, shipped: dict, second: dict, works_with: _Works) -> dict:
    """How `third_state` varies, as widely as the reference accepts: {"most", "signed", "dense", "filled"}.

    `most` is the largest magnitude of floats; None leaves them as they are. `signed` names the tensors with random signs, and `dense` those with
    random values in every place. `filled` maps masks and integers of one value to their place in `_FILLS`. `works_with(state)` tells whether the reference is finite and well
    conditioned with a state. A plan must work in several draws.
    """

    def works(plan: dict) -> bool:
        return all(works_with(third_state(model, shipped, second, plan)) for _look in range(LOOKS))

    plan = _plan_of_floats(model, shipped, works)
    dense = _chosen({name: [True] for name in _special(model, shipped)}, lambda chosen: works({**plan, "dense": [*chosen]}))
    plan = {**plan, "dense": [*dense]}
    names = [name for name, tensor in shipped.items() if not tensor.is_floating_point() and tensor.numel() and _is_constant(tensor)]
    lengths = _lengths(shipped)
    choices = {name: [*[_AT_END] * (bool(lengths) and _is_position(shipped[name])), *range(len(_FILLS))] for name in names}
    filled = _chosen(choices, lambda filled: works({**plan, "filled": filled}))
    return {**plan, "filled": filled}


def _plan_of_floats(model: torch.nn.Module, shipped: dict, works: _Works) -> dict:
    own, every = _parameters(model), _signable(model, shipped)

    def plan(most: "float | None", signed: "list[str]") -> dict:
        return {"most": most, "signed": signed, "dense": [], "filled": {}}

    for most in (10.0, 2.0):
        if works(plan(most, every)):
            return plan(most, every)
        if works(plan(most, [])):
            found: "list[str]" = []
            for group in [[name for name in every if name in own], *([name] for name in every if name not in own)][:_MOST_TRIALS]:
                found = [*found, *group] if group and works(plan(most, [*found, *group])) else found
            return plan(most, found)
    return plan(None, [])


def _chosen(choices: "dict[str, list]", works: _Works) -> dict:
    """By name the first of its choices: all together if that works, else each that works beside those chosen before."""
    first = {name: each[0] for name, each in choices.items()}
    if not first or works(first):
        return first
    found: dict = {}
    for name in [*choices][:_MOST_TRIALS]:
        found |= next(({name: each} for each in choices[name] if works({**found, name: each})), {})
    return found


def third_state(model: torch.nn.Module, shipped: dict, second: dict, plan: dict) -> "dict[str, torch.Tensor]":
    """A state as after training, by the `plan` of `trained_plan`. Uses torch's global generator."""
    values = _trained(model, shipped, second, plan["most"]) if plan["most"] else {name: tensor.clone() for name, tensor in second.items()}
    state = model.state_dict()
    dense: "dict[int, torch.Tensor]" = {}
    for name in plan.get("dense", []):  # a plan of an earlier release has none
        size = values[name].float().square().mean().sqrt()
        own = (torch.randn_like(values[name].float()) * size).to(values[name].dtype)
        values[name] = dense.setdefault(state[name].data_ptr(), own).reshape(values[name].shape)
    signs: "dict[int, torch.Tensor]" = {}
    for name in plan["signed"]:
        tensor = values[name]
        sign = signs.setdefault(state[name].data_ptr(), (torch.rand_like(tensor.float()) < 0.5).to(tensor.dtype) * 2 - 1)
        values[name] = tensor * sign.reshape(tensor.shape)
    filled: "dict[int, torch.Tensor]" = {}
    for name, at in plan["filled"].items():
        own = _near_an_end(values[name], _lengths(shipped)) if at == _AT_END else _filled(values[name], *_FILLS[at])
        values[name] = filled.setdefault(state[name].data_ptr(), own).reshape(values[name].shape)
    return values


def structured(model: torch.nn.Module, shipped: dict) -> "list[str]":
    """The names of structured buffers, such as a mask or a table."""
    own = _parameters(model)
    return [name for name, tensor in shipped.items() if name not in own and tensor.numel() > 1 and not _is_constant(tensor)]


def restructured_plan(second: dict, names: "list[str]", works_with: _Works) -> "dict[str, str]":
    """How `restructured_state` varies each of the named buffers that the reference accepts with other contents."""
    ways = {name: _ways_of(second[name]) for name in names}

    def works(plan: "dict[str, str]") -> bool:
        return all(works_with(restructured_state(second, plan)) for _look in range(LOOKS))

    def in_one_way(way: str) -> "dict[str, str]":
        return {name: way if way in ways[name] else ways[name][-1] for name in names}

    found = next((in_one_way(way) for way in _VARIED if names and works(in_one_way(way))), {})
    for name in names[:_MOST_TRIALS]:  # single buffers may take what all together do not
        better = ways[name][: ways[name].index(found[name])] if name in found else ways[name]
        found |= next(({name: way} for way in better if works({**found, name: way})), {})
    return found


def restructured_state(second: dict, plan: "dict[str, str]") -> "dict[str, torch.Tensor]":
    """The second state with buffers varied by the `plan` of `restructured_plan`. Uses torch's global generator."""
    return {**second, **{name: _VARIED[way](second[name]) for name, way in plan.items()}}


def _ways_of(tensor: torch.Tensor) -> "list[str]":
    """The ways to vary a structured buffer, the preferred one first."""
    found = ["flipped", "permuted", "spaced", "scaled"] if tensor.is_floating_point() else ["permuted", "spaced"]
    return [way for way in found if way != "spaced" or _is_sorted(tensor)]


def may_index(state: dict, since: dict) -> bool:
    """Whether integers that differ from those of another state may be used as indices."""
    integral = [name for name, tensor in since.items() if not tensor.is_floating_point() and tensor.dtype != torch.bool and not name.endswith(_COUNTER)]
    return any(not torch.equal(state[name], since[name]) for name in integral)


def buffers(model: torch.nn.Module) -> "list[str]":
    """The names of the buffers that a state holds, without empty ones."""
    own = _parameters(model)
    return [name for name, tensor in model.state_dict().items() if name not in own and tensor.numel()]


def grown_names(model: torch.nn.Module, state: dict) -> "list[str]":
    """The float parameters."""
    own = _parameters(model)
    return [name for name, tensor in state.items() if name in own and tensor.is_floating_point() and tensor.numel()]


def grown_state(second: dict, names: "list[str]", factor: float) -> "dict[str, torch.Tensor]":
    """The second state with the named parameters `factor` times as large."""
    return {**second, **{name: second[name] * factor for name in names}}


def lowered_names(shipped: dict) -> "list[str]":
    """The float tensors that the task fills with zeros."""
    return [name for name, tensor in shipped.items() if tensor.is_floating_point() and tensor.numel() and not bool(tensor.any())]


def lowered_state(second: dict, names: "list[str]") -> "dict[str, torch.Tensor]":
    """The second state with one negative value in each of the named tensors. Uses torch's global generator."""
    low, high = LOWERED
    return {**second, **{name: torch.full_like(second[name], -low - (high - low) * float(torch.rand(()))) for name in names}}


def load(model: torch.nn.Module, state: "dict[str, torch.Tensor]") -> None:
    """Copies a state into a model of any dtype, in place."""
    model.load_state_dict(state, strict=False)


@contextlib.contextmanager
def keeping_buffers(model: torch.nn.Module) -> "Iterator[None]":
    """Within it, calls may change the buffers. Afterwards they hold their values again."""
    before = {name: buffer.clone() for name, buffer in model.named_buffers()}
    try:
        yield
    finally:
        load(model, before)


def _varied(model: torch.nn.Module, state: "dict[str, torch.Tensor]", other: "Callable[[torch.Tensor], torch.Tensor]") -> "dict[str, torch.Tensor]":
    """`other` gives values for a constant tensor."""
    own = _parameters(model)
    shipped = model.state_dict()
    for name, tensor in state.items():
        if tensor.is_floating_point() and tensor.numel() and (name in own or name.endswith(_RUNNING)) and _is_constant(shipped[name]):
            state[name] = other(shipped[name])
    return state


def _parameters(model: torch.nn.Module) -> "set[str]":
    """The names of parameters in the state. A shared parameter appears under each of its names."""
    places = {parameter.data_ptr() for parameter in model.parameters()}
    return {name for name, tensor in model.state_dict().items() if tensor.data_ptr() in places}


def nearby(model: torch.nn.Module, state: "dict[str, torch.Tensor]") -> "dict[str, torch.Tensor]":
    """The state with each parameter off by about one rounding to fp32. Buffers stay: a mask or a table of places would jump."""
    own = _parameters(model)
    return {name: doubles([tensor], "both ways")[0].to(tensor.dtype) if name in own else tensor for name, tensor in state.items()}


def _around(tensor: torch.Tensor) -> torch.Tensor:
    """0.5 to 1.5 times the constant, which keeps variances positive. For zero: normal values with a standard deviation of 0.25."""
    value = float(tensor.flatten()[0])
    if value == 0:
        return torch.randn_like(tensor) * 0.25
    return (torch.rand_like(tensor) + 0.5) * value


def _doubled(tensor: torch.Tensor) -> torch.Tensor:
    """As `_around`. But half of the elements, or a single one, are twice or half the constant. A quotient by a step of 1/8 is then exact again."""
    twice = tensor * torch.exp2((torch.rand_like(tensor) < 0.5).to(tensor.dtype) * 2 - 1)
    chosen = (torch.rand_like(tensor) < 0.5) | (tensor.numel() == 1)
    return torch.where(chosen & (tensor != 0), twice, _around(tensor))


def _is_constant(tensor: torch.Tensor) -> bool:
    return bool((tensor == tensor.flatten()[0]).all())


def _rolled(tensor: torch.Tensor) -> torch.Tensor:
    if tensor.numel() < 2:
        return tensor * 0.75 if tensor.is_floating_point() else tensor.clone()
    return tensor.flatten().roll(tensor.numel() // 3 + 1).view_as(tensor).contiguous()


def _trained(model: torch.nn.Module, shipped: dict, second: dict, most: float) -> "dict[str, torch.Tensor]":
    """Gives placeholders magnitudes up to `most`, and random parameters other magnitudes of the same RMS. Keeps all signs."""
    own, state = _parameters(model), model.state_dict()
    made: "dict[int, torch.Tensor]" = {}  # by address: tensors that are shared under two names stay equal
    for name, tensor in second.items():
        made.setdefault(state[name].data_ptr(), _trained_tensor(tensor, shipped[name], name in own, most))
    return {name: made[state[name].data_ptr()].reshape(tensor.shape) if tensor.numel() else tensor for name, tensor in second.items()}


def _trained_tensor(tensor: torch.Tensor, shipped: torch.Tensor, is_parameter: bool, most: float) -> torch.Tensor:
    if not tensor.numel() or not tensor.is_floating_point() or not (is_parameter or _is_constant(shipped)):
        return tensor.clone()
    factors = torch.exp((torch.rand_like(tensor) * 2 - 1) * math.log(most))
    if _is_constant(shipped):
        return factors
    found = tensor * factors
    return found * (tensor.float().square().mean() / found.float().square().mean().clamp(min=1e-30)).sqrt().to(tensor.dtype)


def _signable(model: torch.nn.Module, shipped: dict) -> "list[str]":
    """The float parameters and placeholder buffers."""
    own = _parameters(model)
    return [name for name, tensor in shipped.items() if tensor.is_floating_point() and tensor.numel() and (name in own or _is_constant(tensor))]


def _special(model: torch.nn.Module, shipped: dict) -> "list[str]":
    """The float parameters with many zeros or few different values, such as an identity. Those of one value are placeholders."""
    own = _parameters(model)
    return [name for name, tensor in shipped.items() if name in own and tensor.is_floating_point() and tensor.numel() > 1 and not _is_constant(tensor) and _is_special(tensor)]


def _is_special(tensor: torch.Tensor) -> bool:
    looked = tensor.flatten()[:: max(1, tensor.numel() // _LOOKED_AT)]
    return bool((looked == 0).float().mean() > _SPARSE) or len(looked.unique()) <= _FEW * len(looked)


def _is_position(tensor: torch.Tensor) -> bool:
    return tensor.numel() == 1 and tensor.dtype in (torch.int32, torch.int64)


def _lengths(state: dict) -> "list[int]":
    """The lengths of the tensors along their first dimension."""
    return sorted({len(tensor) for tensor in state.values() if tensor.dim() and len(tensor) > 1})


def _near_an_end(tensor: torch.Tensor, lengths: "list[int]") -> torch.Tensor:
    """A position near the end of one of the lengths, in place of the integer. It is never the first place: an unused queue stands there."""
    length = lengths[int(torch.randint(0, len(lengths), ()))]
    return torch.full_like(tensor, length - int(torch.randint(1, max(2, min(length, _FROM_END + 1)), ())))


def _filled(tensor: torch.Tensor, width: int, share: float) -> torch.Tensor:
    """A mask with a share of its elements flipped, or integers of which a share is larger by less than `width`. At least one changes."""
    chosen = torch.rand(tensor.shape, device=tensor.device) < share
    chosen.view(-1)[int(torch.randint(0, tensor.numel(), ()))] = True
    return tensor ^ chosen if tensor.dtype == torch.bool else tensor + torch.randint(1, width, tensor.shape, device=tensor.device).to(tensor.dtype) * chosen


def _permuted(tensor: torch.Tensor) -> torch.Tensor:
    """The elements in another order. The tensor holds at least two values."""
    flat = tensor.flatten()
    found = flat[torch.randperm(tensor.numel(), device=tensor.device)]
    return (flat.roll(1) if torch.equal(found, flat) else found).view_as(tensor)


def _with_signs(tensor: torch.Tensor) -> torch.Tensor:
    """The elements with random signs."""
    return torch.where(torch.rand(tensor.shape, device=tensor.device) < 0.5, -tensor, tensor)


def _is_sorted(tensor: torch.Tensor) -> bool:
    """Whether each line along the last dimension rises or each falls, and its steps can be others."""
    if tensor.is_complex():
        return False
    values = tensor.double()
    is_one_way = structure.rises(values, -1) or structure.rises(-values, -1)
    steps = values.diff(dim=-1)
    return is_one_way and tensor.dtype != torch.bool and (tensor.is_floating_point() or not bool((steps == steps[..., :1]).all()))


def _spaced(tensor: torch.Tensor) -> torch.Tensor:
    """Sorted lines between the same ends with other steps. Integers get their own steps in another order: they stay apart."""
    steps = tensor.double().diff(dim=-1)
    if tensor.is_floating_point():
        steps = steps * torch.exp((torch.rand_like(steps) * 2 - 1) * math.log(_STEPS))
    else:
        steps = steps[..., torch.randperm(steps.shape[-1], device=steps.device)]
    ends = tensor.double()[..., [0, -1]]
    along = torch.cumsum(steps, -1) / steps.sum(-1, keepdim=True) * (ends[..., 1:] - ends[..., :1]) + ends[..., :1]
    found = torch.cat([ends[..., :1], along[..., :-1], ends[..., 1:]], -1)
    return (found if tensor.is_floating_point() else found.round()).to(tensor.dtype)


def _scaled(tensor: torch.Tensor) -> torch.Tensor:
    """All elements times one number from 0.5 to 0.9: it keeps their order, their signs, and their range."""
    return tensor * (0.5 + 0.4 * float(torch.rand(())))


_VARIED: "dict[str, Callable[[torch.Tensor], torch.Tensor]]" = {  # in order of preference
    "flipped": lambda tensor: _with_signs(_permuted(tensor)),
    "permuted": _permuted,
    "spaced": _spaced,
    "scaled": _scaled,
}
