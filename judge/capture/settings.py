"""Fingerprints of modules: equal ones compute the same from the same inputs and parameters. A written kernel package holds a copy of this file."""

import hashlib

import torch

_DEPTH = 3  # of objects inside objects, such as a model's configuration
_SKIPPED = {*vars(torch.nn.Module()), "_captured_init", "_kernel_arguments"}  # PyTorch's own attributes, and ours


def fingerprint(module: torch.nn.Module) -> str:
    """A hash of classes and attributes, and of shapes and dtypes of parameters and buffers. The modules inside count too."""
    parts = []
    for path, part in module.named_modules():
        own = {name: _plainly(value, _DEPTH) for name, value in vars(part).items() if name not in _SKIPPED}
        tensors = [[name, list(each.shape), str(each.dtype)] for kind in (part._parameters, part._buffers) for name, each in kind.items() if each is not None]
        parts.append([path, type(part).__qualname__, part.extra_repr(), sorted(own.items()), tensors])
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _plainly(value: object, depth: int) -> str:
    """The value as text: numbers and texts as they are, collections by their items, objects by their class and attributes."""
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes, torch.dtype, torch.device)):
        return repr(value)
    if isinstance(value, torch.Tensor):
        return f"{list(value.shape)} {value.dtype}"
    if isinstance(value, type) or callable(value) or depth == 0:
        return getattr(value, "__qualname__", type(value).__qualname__)
    if isinstance(value, (list, tuple, set, frozenset)):
        items = [_plainly(item, depth - 1) for item in value]
        return repr(sorted(items) if isinstance(value, (set, frozenset)) else items)
    fields = value if isinstance(value, dict) else getattr(value, "__dict__", {})
    return repr([type(value).__qualname__, sorted((str(key), _plainly(item, depth - 1)) for key, item in fields.items())])
