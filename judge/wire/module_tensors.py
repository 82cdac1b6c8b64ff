"""The parameters and buffers of a module, found without code of the module's own. Oracle and runner both use it."""


def tensors_of(module) -> dict:
    """All parameters and buffers by name, as `state_dict` names them. No hook, property or overridden method of the module runs."""
    found, own = {}, object.__getattribute__(module, "__dict__")
    for kind in ("_parameters", "_buffers"):
        found |= {name: tensor for name, tensor in dict.items(own.get(kind) or {}) if tensor is not None}
    for name, child in dict.items(own.get("_modules") or {}):
        if child is not None:
            found |= {f"{name}.{inner}": tensor for inner, tensor in tensors_of(child).items()}
    return found


def copy_into(tensors: dict, values: dict, torch) -> None:
    """Changes the tensors in place, as an optimizer does: no module is told, and only `_version` shows it."""
    with torch.no_grad():
        for name, value in values.items():
            tensors[name].copy_(value)
