"""Follows the operators that one call of the reference runs."""

from typing import Any

from torch.utils._python_dispatch import TorchDispatchMode


class OperatorTrace(TorchDispatchMode):
    """While it is entered, each operator goes through `ran`, after it has run. It sees what composite operators consist of."""

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        """torch would import its compiler for a mode that skips it. That takes up to three seconds in each oracle."""
        return False

    def __torch_dispatch__(self, func: Any, types: Any, args: tuple = (), kwargs: "dict[str, Any] | None" = None) -> Any:
        given = kwargs or {}
        out = func(*args, **given)
        self.ran(func, args, given, out)
        return out

    def ran(self, func: Any, args: tuple, kwargs: "dict[str, Any]", out: Any) -> None:
        """Takes one operator, its arguments and its result."""
        raise NotImplementedError
