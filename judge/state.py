"""The reference's parameters, made so that no work on them can be left out: scales are not 1, biases and means not 0.

Two states are made. A candidate is built with the first; the second is loaded in place before anything is timed, so
that nothing baked in at construction or kept from an earlier call stays right.
"""

import torch

_RUNNING = ("running_mean", "running_var")


def first_state(model: torch.nn.Module) -> "dict[str, torch.Tensor]":
    """The model's own state, its constant tensors varied. Uses torch's global generator."""
    return _varied(model, {name: tensor.clone() for name, tensor in model.state_dict().items()})


def second_state(model: torch.nn.Module, first: "dict[str, torch.Tensor]") -> "dict[str, torch.Tensor]":
    """As `first`, with other values: those of random parameters in another order, those of constant ones drawn anew."""
    own = _parameters(model)
    rolled = {name: _rolled(tensor) if name in own else tensor.clone() for name, tensor in first.items()}
    return _varied(model, rolled)


def load(model: torch.nn.Module, state: "dict[str, torch.Tensor]") -> None:
    """Copies a state into a model of any dtype, in place."""
    model.load_state_dict(state, strict=False)


def _varied(model: torch.nn.Module, state: "dict[str, torch.Tensor]") -> "dict[str, torch.Tensor]":
    own = _parameters(model)
    shipped = model.state_dict()
    for name, tensor in state.items():
        if tensor.is_floating_point() and tensor.numel() and (name in own or name.endswith(_RUNNING)) and _is_constant(shipped[name]):
            state[name] = _around(shipped[name])
    return state


def _parameters(model: torch.nn.Module) -> "set[str]":
    """The names of parameters in the state, shared ones under each of their names."""
    places = {parameter.data_ptr() for parameter in model.parameters()}
    return {name for name, tensor in model.state_dict().items() if tensor.data_ptr() in places}


def _around(tensor: torch.Tensor) -> torch.Tensor:
    """Half to one and a half times the constant, so that variances stay positive; around zero, a small normal."""
    value = float(tensor.flatten()[0])
    if value == 0:
        return torch.randn_like(tensor) * 0.25
    return (torch.rand_like(tensor) + 0.5) * value


def _is_constant(tensor: torch.Tensor) -> bool:
    return bool((tensor == tensor.flatten()[0]).all())


def _rolled(tensor: torch.Tensor) -> torch.Tensor:
    if tensor.numel() < 2:
        return tensor * 0.75 if tensor.is_floating_point() else tensor.clone()
    return tensor.flatten().roll(tensor.numel() // 3 + 1).view_as(tensor).contiguous()
