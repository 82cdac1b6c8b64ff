"""Finds calls for whose inputs PyTorch defines no answer, although it accepts them: a search in values that are not sorted, different values
written to one place, integers that leave their type, or floats that become integers beyond it. Eager's answer there is an accident of its
algorithm. Another kernel may give another one.
"""

from typing import Any

import torch
from torch.utils._pytree import tree_map

from judge.oracle.task.operator_trace import OperatorTrace


class Undefined(ValueError):
    """An operator of the reference got inputs for which PyTorch defines no answer."""


class Domain(OperatorTrace):
    """While it is entered, `left` collects the names of operators that got inputs without a defined answer, and `seen` all watched ones.

    An operator in `refused` that would read outside its tensors does not run: it raises Undefined.
    """

    def __init__(self, refused: "set[str] | None" = None, spoils: bool = False) -> None:
        """`spoils`: places to which different values are written become NaN, or the least integer."""
        super().__init__()
        self._refused, self._spoils = refused or set(), spoils
        self.seen: "set[str]" = set()
        self.left: "set[str]" = set()

    def __torch_dispatch__(self, func: Any, types: Any, args: tuple = (), kwargs: "dict[str, Any] | None" = None) -> Any:
        name = func._schema.name.removeprefix("aten::").rstrip("_")
        if name in UNSAFE & self._refused and not _DEFINED[name](_given(func, args, kwargs or {})):
            raise Undefined(f"{name} would read outside its tensors")
        wide = _wide(func, args, kwargs or {}) if name in _ARITHMETIC and _is_integral(args) else None
        out = super().__torch_dispatch__(func, types, args, kwargs)
        if wide is not None and out.dtype in _INTEGERS:
            self.seen.add(name)
            if _overflows(wide, out.dtype):
                self.left.add(name)
        return out

    def ran(self, func: Any, args: tuple, kwargs: "dict[str, Any]", out: Any) -> None:
        name = func._schema.name.removeprefix("aten::").rstrip("_")
        if name not in _DEFINED and name not in _WRITES:
            return
        given = _given(func, args, kwargs)
        if name in _CASTS and not _makes_integers(given):
            return
        self.seen.add(name)
        writes = None if name in _DEFINED else _WRITES[name](given, out)
        if not (_DEFINED[name](given) if name in _DEFINED else writes is None or not bool(_lost(*writes).any())):
            self.left.add(name)
            if self._spoils and writes is not None:
                _spoil(out, _MARKS[name](given, torch.zeros_like(out, dtype=torch.float32), _lost(*writes).float()) > 0)


def _given(func: Any, args: tuple, kwargs: "dict[str, Any]") -> "dict[str, Any]":
    return {argument.name: value for argument, value in zip(func._schema.arguments, args)} | kwargs


def _is_integral(args: tuple) -> bool:
    """Whether the operator computes in integers of 32 or 64 bits."""
    tensors = [each for each in args if isinstance(each, torch.Tensor)]
    floats = any(isinstance(each, (float, complex)) for each in args) or any(each.is_floating_point() or each.is_complex() for each in tensors)
    return not floats and any(each.dtype in (torch.int32, torch.int64) for each in tensors)


def _wide(func: Any, args: tuple, kwargs: "dict[str, Any]") -> torch.Tensor:
    """The result of integer arithmetic in float64."""
    doubles = tree_map(lambda each: each.double() if isinstance(each, torch.Tensor) else each, args)
    return func(*doubles, **{name: value for name, value in kwargs.items() if name != "dtype"})


def _overflows(wide: torch.Tensor, dtype: torch.dtype) -> bool:
    """Whether a result is too large for its integer type. In C++ that has no defined answer."""
    return bool((wide.abs() >= 2.0 ** (torch.iinfo(dtype).bits - 1)).any())


def _holds_its_numbers(given: "dict[str, Any]") -> bool:
    """Whether a cast to an integer type keeps within it. In C++ the cast of another float, infinity or NaN has no defined answer."""
    values, dtype = _cast(given)
    limits, ends = torch.iinfo(dtype), [end.double().trunc() for end in values.aminmax()] if values.numel() else []
    return all(bool((end >= limits.min) & (end < 2.0 ** limits.max.bit_length())) for end in ends)


def _cast(given: "dict[str, Any]") -> "tuple[torch.Tensor, torch.dtype]":
    """The tensor that is cast or copied, and its new type."""
    return given.get("src", given["self"]), given.get("dtype") or given["self"].dtype


def _makes_integers(given: "dict[str, Any]") -> bool:
    """Whether floats become integers. Floats of one byte are too small to leave most types, and torch finds no ends of them."""
    values, dtype = _cast(given)
    return dtype in _INTEGERS and values.is_floating_point() and values.element_size() > 1


def _is_sorted_search(given: "dict[str, Any]") -> bool:
    values, order = given["sorted_sequence"], given.get("sorter")
    return _rises(values if order is None else values.gather(-1, order))


def _rises(values: torch.Tensor) -> bool:
    return not bool((values[..., 1:] < values[..., :-1]).any())


def _writes_of_scatter(given: "dict[str, Any]", out: torch.Tensor) -> "_Writes | None":
    index, source = given["index"], given.get("src")
    if given.get("reduce") is not None or source is None:
        return None
    return source[tuple(slice(length) for length in index.shape)], out.gather(given["dim"], index)


def _writes_of_index_put(given: "dict[str, Any]", out: torch.Tensor) -> "_Writes | None":
    return None if given.get("accumulate") else (given["values"], out[tuple(slice(None) if index is None else index for index in given["indices"])])


def _lost(written: torch.Tensor, found: torch.Tensor) -> torch.Tensor:
    """The writes whose value another one to the same place replaced: bool, shape of `found`. Their order decides."""
    return ((written != found) & ~((written != written) & (found != found))).expand_as(found)


def _spoil(out: torch.Tensor, contested: torch.Tensor) -> None:
    out.masked_fill_(contested, float("nan") if out.is_floating_point() else False if out.dtype == torch.bool else torch.iinfo(out.dtype).min)


def _aligns_inside(given: "dict[str, Any]") -> bool:
    """Whether the labels are classes other than the blank, and no length is negative. torch does not look. Labels that pad a target may be blank."""
    lengths = [torch.as_tensor(given[name]) for name in ("input_lengths", "target_lengths")]
    labels = given["targets"]
    counts = torch.ones_like(labels, dtype=torch.bool) if labels.dim() == 1 else torch.arange(labels.shape[1]) < lengths[1].cpu()[:, None]
    inside = (labels >= 0) & (labels < given["log_probs"].shape[-1])
    is_blank = (labels == given.get("blank", 0)) & counts.to(labels.device)
    return bool((inside & ~is_blank).all()) and not any(bool((each < 0).any()) for each in lengths)


_INTEGERS = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
_ARITHMETIC = ("mul", "add", "sub", "rsub", "pow", "sum", "cumsum", "prod", "dot", "mm", "bmm")
_CASTS = {"_to_copy", "copy"}  # into a new tensor, and into another one
_DEFINED = {
    "searchsorted": _is_sorted_search,
    "bucketize": lambda given: _rises(given["boundaries"]),
    "_ctc_loss": _aligns_inside,
    **dict.fromkeys(_CASTS, _holds_its_numbers),
}
_Writes = tuple[torch.Tensor, torch.Tensor]  # the values that an operator wrote, and what their places hold after it
_WRITES = {
    "scatter": _writes_of_scatter,
    "index_copy": lambda given, out: (given["source"], out.index_select(given["dim"], given["index"])),
    "index_put": _writes_of_index_put,
    "put": lambda given, out: None if given.get("accumulate") else (given["source"].reshape(given["index"].shape), out.take(given["index"])),
}
UNSAFE = {"_ctc_loss"}  # a wrong index may end the process
WRITES = set(_WRITES)
_MARKS = {  # adds a value per write to the places of a tensor
    "scatter": lambda given, zeros, lost: zeros.scatter_add(given["dim"], given["index"], lost),
    "index_copy": lambda given, zeros, lost: zeros.index_add(given["dim"], given["index"], lost),
    "index_put": lambda given, zeros, lost: zeros.index_put([index for index in given["indices"]], lost, accumulate=True),
    "put": lambda given, zeros, lost: zeros.put(given["index"], lost, accumulate=True),
}
