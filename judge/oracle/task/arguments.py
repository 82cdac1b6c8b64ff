"""Variants of the arguments that float distributions do not change: integers, masks, placeholders and Python numbers.

A task may declare the range of any argument: `valid = {"lengths": (1, 4096)}`. Names are those of Model.forward. `special_checks`
finds out which variants the reference accepts, and which of them change its outputs.
"""

from dataclasses import dataclass
from typing import Any, Callable

import torch

from judge.oracle.numerics.tensors import same
from judge.oracle.task import argument_values as values
from judge.oracle.task.inputs import Inputs, laid_out, own_strides
from judge.oracle.task.structure import is_pattern
from judge.protocol.errors import Rejected

_BEYOND = 1 << 33  # past what 32 bits hold
_FAR = 1 << 41  # milliseconds since 1970
_SECONDS = 1.7e9  # since 1970: fp32 rounds them to 128
_LARGE = 1 << 30
SCALED = "scaled"
_ONE_ALONE = "one alone"
ONE = "one element"
CHOSEN = "as the reference chooses"
_FAR_KINDS = ("negated", "further", SCALED, "wide", "large", "far")
_BEYOND_FLAGS = ("some -1", "some -100", "some below", "some above", "limits of the type", "all of the type")
_JOINT = " + "  # between the parts of a joint kind
_FEW = 3  # values from which a whole argument is drawn
_TRIES = 6  # draws of a value until it is another one; some values have no other one
_FURTHER = (300, 3000)  # past what 8 bits, and the mantissa of bf16, hold


@dataclass(frozen=True)
class Argument:
    """A tensor, by its index `tensor`, or a Python number, by its `path` in the skeleton. `declared`: (least, largest) value, or None.

    `chosen` gives what the reference itself chooses in place of the tensor, for given inputs (see `chosen_places`).
    """

    name: str
    tensor: "int | None"
    path: tuple
    declared: "tuple | None"
    chosen: "Callable[[Inputs], torch.Tensor] | None" = None


@dataclass(frozen=True)
class Variant:
    """One way to vary an argument. `of` maps the value to another, and `of_all` does so by all inputs. `leaves`: the new values may be out of range
    as indices.

    `silent`: it is also tried where the reference's outputs do not change, as a difference of two time stamps. `value`: what elements become.
    """

    kind: str
    of: Callable
    leaves: bool = False
    silent: bool = False
    value: "tuple[str, int] | None" = None  # ("some" or "all", the number)
    of_all: "Callable[[Inputs], torch.Tensor] | None" = None


def declared(valid: Any, names: "list[str]") -> dict:
    """The task's `valid`: argument name -> (least, largest) value. `names`: forward's parameters. Raises Rejected if it is malformed."""
    for name, bounds in valid.items() if isinstance(valid, dict) else [("valid", valid)]:
        if name not in names:
            raise Rejected(f"valid names {name!r}, which is no argument of Model.forward", f"name one of {', '.join(names)}")
        if not (isinstance(bounds, (tuple, list)) and len(bounds) == 2 and all(isinstance(each, (int, float)) for each in bounds) and bounds[0] <= bounds[1]):
            raise Rejected(f"valid[{name!r}] is {bounds!r}", f'give the least and the largest value, such as valid = {{"{name}": (1, 4096)}}')
    return valid


def arguments_of(inputs: Inputs, names: "list[str]", valid: dict) -> "list[Argument]":
    """The arguments that need variants. `names` are those of forward's parameters. `valid` is the task's declaration."""
    found = []
    for path, item in _items(inputs.skeleton, ()):
        name, tensor = _name_of(path, names), item.get("tensor")
        if tensor is None:
            value = item["value"]
            if isinstance(value, (int, float)):
                found.append(Argument(name, None, path, valid.get(name)))
        elif not inputs[tensor].is_floating_point() or inputs[tensor].dtype == torch.float64 or is_pattern(inputs[tensor]):
            found.append(Argument(name, tensor, path, valid.get(name)))
    return found


def float_ranges(inputs: Inputs, names: "list[str]", valid: dict) -> "dict[int, tuple[float, float]]":
    """The declared range of each float tensor, by its index. Raises Rejected if the task's own values leave it."""
    found = {}
    for path, item in _items(inputs.skeleton, ()):
        name, at = _name_of(path, names), item.get("tensor")
        if at is None or name not in valid or not inputs[at].is_floating_point() or not inputs[at].numel():
            continue
        least, largest = float(inputs[at].amin()), float(inputs[at].amax())
        low, high = found[at] = valid[name]
        lowest, highest = (float(torch.tensor(bound, dtype=inputs[at].dtype)) for bound in (low, high))  # as the values were rounded
        if not min(low, lowest) <= least <= largest <= max(high, highest):
            raise Rejected(f"valid[{name!r}] is {valid[name]!r}, but get_inputs draws values from {least:.6g} to {largest:.6g}", "declare a range that holds them")
    return found


def within(ranges: "dict[int, tuple[float, float]]", inputs: Inputs) -> Inputs:
    """The inputs, with the tensors of `ranges` held in them. NaN stays."""
    found = list(inputs)
    for at, (low, high) in ranges.items():
        found[at] = laid_out(inputs[at].clamp(low, high), own_strides(inputs[at]))
    return inputs.with_tensors(found)


def value_of(inputs: Inputs, argument: Argument):
    """The argument's tensor or number."""
    return inputs[argument.tensor] if argument.tensor is not None else _at(inputs.skeleton, argument.path)["value"]


def varied(inputs: Inputs, argument: Argument, variant: Variant) -> Inputs:
    """The inputs with one argument varied. A draw that leaves it as it was is made again. Uses torch's global generator."""
    if argument.tensor is None:
        return Inputs(list(inputs), _replaced(inputs.skeleton, argument.path, variant.of(value_of(inputs, argument))))
    tensors, before = list(inputs), inputs[argument.tensor]
    for _try in range(_TRIES if before.numel() else 0):
        tensors[argument.tensor] = (variant.of_all(inputs) if variant.of_all else variant.of(before)).to(before.dtype)
        if not same(tensors[argument.tensor], before):
            break
    return inputs.with_tensors(tensors)


def variants(argument: Argument, value) -> "list[Variant]":
    """The variants to try for an argument, in order."""
    if isinstance(value, bool):
        return [Variant("the other", lambda flag: not flag)]
    if isinstance(value, (int, float)):
        return _numbers(argument, value)
    if value.dtype == torch.bool:
        kinds = {"all true": torch.ones_like, "all false": torch.zeros_like, "one empty row": values.empty_row, "other pattern": values.pattern}
        alone = Variant(_ONE_ALONE, lambda one: values.one_alone(one, False, True))
        return [*(Variant(kind, of) for kind, of in kinds.items()), alone, Variant(ONE, lambda one: values.one_changed(one, torch.logical_not))]
    if value.is_floating_point():
        far = [Variant("far", lambda one: one + _SECONDS, silent=True)] if value.dtype == torch.float64 else []
        return [*far, *(_patterns(value) if is_pattern(value) else [])]
    if argument.declared:
        return _declared(argument.declared)
    chosen = [Variant(CHOSEN, lambda one: one, leaves=True, of_all=argument.chosen)] if argument.chosen and not is_flags(value) and not _is_offsets(value) else []
    return [*chosen, *_integers(value)]


def kinds_to_try(argument: Argument, value, flags: bool, multiplied: bool) -> "list[str]":
    """The kinds of `variants`, without those that put a value twice. `flags`: the argument holds 0 and 1 alone; it then gets no far values.

    `multiplied`: the reference multiplies integers.
    """
    found: dict = {}
    for variant in variants(argument, value):
        found.setdefault(variant.value or variant.kind, variant.kind)
    return [kind for kind in found.values() if not (flags and kind in _FAR_KINDS) and (multiplied or kind != SCALED)]


def joined(kinds: "list[str]", value) -> "list[str]":
    """The kinds, those that put one value into some elements as one joint kind: one draw then holds all of these values.

    They stay apart in a tensor that is too small to hold each of them twice.
    """
    some = [kind for kind in kinds if kind.startswith("some ")]
    if len(some) < 2 or value.numel() < 2 * (len(some) + 1):
        return kinds
    return [*(kind for kind in kinds if kind not in some), _JOINT.join(some)]


def in_other_orders(kinds: "list[list[str]]", values: list) -> "list[list[str]]":
    """The kinds of each argument, in another order for each of several Python numbers. Else their ratios would stay the same in every check."""
    found = []
    for at, (own, value) in enumerate(zip(kinds, values)):
        before = sum(not isinstance(value, torch.Tensor) and not isinstance(other, torch.Tensor) for other in values[:at])
        first = before % max(1, len(own))
        found.append([*own[first:], *own[:first]])
    return found


def parts_of(kind: str) -> "list[str]":
    """The kinds that a joint kind consists of. Else the kind alone."""
    return kind.split(_JOINT)


def variant_of(argument: Argument, value, kind: str) -> Variant:
    """The variant of a kind, which may be joint. Raises StopIteration if the value has no such variant."""
    parts = parts_of(kind)
    found = [next(each for each in variants(argument, value) if each.kind == part) for part in parts]
    numbers = [each.value[1] for each in found if each.value]
    return found[0] if len(parts) == 1 else Variant(kind, lambda one: values.shared_out(one, numbers), leaves=True)


def beyond_flags(kinds: "list[str]") -> "list[str]":
    """Those of the kinds of an integer argument that put in values other than 0 and 1, if it holds these alone."""
    return [kind for kind in kinds if kind in _BEYOND_FLAGS]


def below_zero(argument: Argument, value, kinds: "list[str]") -> "list[str]":
    """Those of the kinds that make a Python number negative. A count, a radius or a temperature is not so in ordinary use. None for a declared one."""
    if argument.declared or isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0:
        return []
    return [each.kind for each in _numbers(argument, value) if each.kind in kinds and each.of(value) < 0]


def _numbers(argument: Argument, value) -> "list[Variant]":
    if argument.declared:
        low, high = argument.declared
        kinds = {"least": low, "largest": high, "middle": type(value)((low + high) / 2)}
    elif isinstance(value, int):
        kinds = {"half": value // 2, "one less": value - 1, "one more": value + 1, "zero": 0, "negated": -value, "double": value * 2, "beyond": value * 10 + 7}
    else:
        kinds = {"half": value / 2, "double": value * 2, "negated": -value, "zero": 0.0, "tenth": value / 10, "tenfold": value * 10, "hundredth": value / 100, "hundredfold": value * 100}
    return [Variant(kind, lambda _value, other=other: other, leaves=True) for kind, other in kinds.items() if other != value]


def _patterns(value: torch.Tensor) -> "list[Variant]":
    low, high = value.amin(), value.amax()
    if bool(low == high):  # a placeholder, such as a first hidden state of zeros
        return [Variant("random", torch.randn_like), Variant("positive", lambda one: torch.rand_like(one) + 0.5), Variant("half", lambda one: one * 0.5 + 0.25), Variant(ONE, lambda one: values.one_changed(one, torch.randn_like))]
    return [
        Variant("other pattern", lambda one: torch.where(torch.rand_like(one) < 0.5, low, high)),
        Variant("one empty row", lambda one: values.empty_row(one, low)),
        Variant("all of the larger value", lambda one: torch.zeros_like(one) + high),
        Variant("all of the smaller value", lambda one: torch.zeros_like(one) + low),
        Variant(_ONE_ALONE, lambda one: values.one_alone(one, low, high)),
        Variant(ONE, lambda one: values.one_changed(one, lambda value: torch.where(value == low, high, low))),
    ]


def _declared(bounds: tuple) -> "list[Variant]":
    low, high = int(bounds[0]), int(bounds[1])
    return [
        Variant("declared", lambda one: torch.randint(low, high + 1, one.shape, device=one.device), leaves=True),
        Variant("declared bounds", lambda one: torch.where(values.pattern(one), low, high), leaves=True),
        Variant("declared few", lambda one: torch.randint(low, high + 1, (_FEW,), device=one.device)[torch.randint(0, _FEW, one.shape, device=one.device)], leaves=True),
        Variant("permuted", values.permuted),
        Variant("two swapped", values.two_swapped),
        # all differences stay, as those of time stamps
        Variant("moved to the largest", lambda one: one + (high - one.amax()), leaves=True, silent=True),
        Variant("moved to the least", lambda one: one + (low - one.amin()), leaves=True, silent=True),
    ]


def _integers(value: torch.Tensor) -> "list[Variant]":
    if _is_offsets(value):
        return [Variant("other offsets", values.other_offsets), Variant("empty segments", values.empty_segments), Variant("one other offset", values.one_other_offset)]
    low, high = int(value.amin()), int(value.amax())
    found = [
        Variant("permuted", values.permuted),
        Variant("two swapped", values.two_swapped),
        Variant("repeated", lambda one: one.flatten()[torch.randint(0, min(_FEW, one.numel()), one.shape, device=one.device)]),
        Variant("bounds", lambda one: torch.where(values.pattern(one), low, high)),
        Variant("sorted", lambda one: one.flatten().sort()[0].view_as(one)),
    ]
    limits = torch.iinfo(value.dtype)
    if limits.bits == 8:
        whole = Variant("all of the type", lambda one: torch.randint(limits.min, limits.max + 1, one.shape, device=one.device), leaves=True)
        return [*found, Variant("limits of the type", lambda one: torch.where(values.pattern(one), limits.min, limits.max), leaves=True), whole]
    return [*found, *_replacements(low, high), *_moves(limits.bits)]


def _replacements(low: int, high: int) -> "list[Variant]":
    """Variants in which a share of the elements, or all, hold one value: special by custom, or next to the drawn range. Each value is tried by itself."""
    special = {"some 0": 0, "some -1": -1, "some -100": -100, "some below": low - 1, "some above": high + 1, "some lowest": low, "some highest": high}
    some = [Variant(kind, lambda one, value=value: one.masked_fill(values.some(one), value), leaves=True, value=("some", value)) for kind, value in special.items()]
    whole = {"all 0": 0, "all lowest": low, "all highest": high}
    return [*some, *(Variant(kind, lambda one, value=value: torch.full_like(one, value), leaves=True, value=("all", value)) for kind, value in whole.items())]


def _moves(bits: int) -> "list[Variant]":
    """Variants with values far from the drawn ones."""
    return [
        Variant("negated", lambda one: torch.where(values.pattern(one), -one, one), leaves=True),
        Variant("further", lambda one: one + int(torch.randint(*_FURTHER, ())), leaves=True),
        Variant(SCALED, values.scaled, leaves=True),
        *([Variant("wide", values.wide, leaves=True)] if bits >= 32 else []),
        Variant("large", lambda one: one + _LARGE if bits == 32 else one + values.pattern(one) * _BEYOND, leaves=True),
        Variant("far", lambda one: one + (_LARGE if bits == 32 else _FAR), leaves=True, silent=True),
    ]


def _is_offsets(value: torch.Tensor) -> bool:
    """Whether a vector holds segment offsets: it starts at 0, never falls, and its mean step is larger than 1. Sorted labels rise more slowly."""
    if value.dim() != 1 or value.numel() < 2 or int(value[0]) != 0:
        return False
    return bool((value[1:] >= value[:-1]).all()) and int(value[-1]) >= value.numel()


def is_flags(value: object) -> bool:
    """Whether an integer tensor holds 0 and 1, and nothing else: most likely a mask."""
    if not isinstance(value, torch.Tensor) or value.is_floating_point() or value.dtype == torch.bool or not value.numel():
        return False
    return (int(value.amin()), int(value.amax())) == (0, 1)


def _name_of(path: tuple, names: "list[str]") -> str:
    """The parameter that a place in the skeleton belongs to."""
    at = path[1] if len(path) > 1 and isinstance(path[1], int) else 0
    return names[at] if at < len(names) else f"argument {at}"


def _items(skeleton: dict, path: tuple):
    """(path, item) of every tensor and plain value."""
    [(kind, content)] = skeleton.items()
    if kind in ("tensor", "value"):
        yield path, skeleton
        return
    for key, item in content.items() if kind == "dict" else enumerate(content):
        yield from _items(item, (*path, kind, key))


def _at(skeleton: dict, path: tuple) -> dict:
    for key in path:
        skeleton = skeleton[key]
    return skeleton


def _replaced(skeleton: dict, path: tuple, value) -> dict:
    """The skeleton with another plain value at a path."""
    if not path:
        return {"value": value}
    kind, key, *rest = path
    content = skeleton[kind]
    if kind == "dict":
        return {kind: {**content, key: _replaced(content[key], tuple(rest), value)}}
    return {kind: [_replaced(item, tuple(rest), value) if at == key else item for at, item in enumerate(content)]}
