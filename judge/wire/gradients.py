"""One call forward and backward, of the reference or of a candidate. Copied beside each runner.

The arguments of such a call are those of forward, then a list of upstream gradients. The list has one entry for each tensor that forward
returns. It is None for a tensor that has no gradient in the reference. The call returns a dict of the outputs, the gradients of the float
inputs, and those of the parameters by name. A gradient is None if no output depends on the input or parameter.
"""

from judge.wire.tensor_layout import pack, unpack

OUTPUTS, OF_INPUTS, OF_PARAMETERS = "outputs", "gradients of inputs", "gradients of parameters"
_DETACHED = (
    "output {at} of forward has no gradient, so the backward pass cannot run. Let forward compute its result with differentiable operators, or with a "
    "torch.autograd.Function that has forward and backward; do not use no_grad, detach or .data on the way"
)


class Differentiated:
    """A model whose calls go forward and backward. `parameters`: those that get a gradient, by name."""

    def __init__(self, model, parameters: dict):
        self._model, self._parameters = model, parameters

    def __call__(self, *arguments) -> dict:
        """Raises RuntimeError if an output has no gradient although an upstream gradient is given for it."""
        return self.told(arguments, lambda: arguments[-1])

    def told(self, arguments, upstream) -> dict:
        """As a call of `arguments`, but `upstream()` tells the upstream gradients when forward has returned. If it tells none, all gradients are None."""
        return _Forward(self._model, arguments).backward(upstream(), self._parameters)

    def without_gradients(self, *arguments) -> dict:
        """A call whose outputs come from a second forward pass, in which nothing asks for gradients."""
        import torch

        found = self(*arguments)
        with torch.no_grad():
            return {**found, OUTPUTS: self._model(*arguments[:-1])}

    def crossed(self, one, other) -> "list[dict]":
        """Makes two calls. Both go forward before one goes backward. Each gets the upstream gradients of the other."""
        halves = [_Forward(self._model, arguments) for arguments in (one, other)]
        return [half.backward(arguments[-1], self._parameters) for half, arguments in zip(halves, (other, one))]


def differentiable(model, arguments: list) -> "list[list[int] | None]":
    """The shape of each tensor that forward returns for `arguments`, whose last one is ignored. None for a tensor without gradient."""
    return [list(output.shape) if output.requires_grad else None for output in _Forward(model, arguments).outputs]


class _Forward:
    """A call that went forward. It holds what the backward pass needs."""

    def __init__(self, model, arguments):
        import torch

        tensors, self.outputs = [], []
        skeleton = pack(list(arguments[:-1]), tensors)
        given = [torch.Tensor.detach(each).requires_grad_() if each.is_floating_point() else each for each in tensors]
        self._leaves = [each for each in given if each.requires_grad]
        with torch.enable_grad():
            self._skeleton = pack(model(*unpack(skeleton, given)), self.outputs)

    def backward(self, upstream: list, parameters: dict) -> dict:
        import torch

        pairs = [(at, output, gradient) for at, (output, gradient) in enumerate(zip(self.outputs, upstream)) if gradient is not None]
        for at, output, _gradient in pairs:
            if not output.requires_grad:
                raise RuntimeError(_DETACHED.format(at=at))
        wanted, found = [*self._leaves, *parameters.values()], []
        if pairs and wanted:
            found = torch.autograd.grad([output for _at, output, _gradient in pairs], wanted, [gradient for *_rest, gradient in pairs], allow_unused=True)
        given = [gradient for *_rest, gradient in pairs]
        found = [None if each is None else _own(each, given) for each in found] or [None] * len(wanted)
        count = len(self._leaves)
        outputs = unpack(self._skeleton, [torch.Tensor.detach(each) for each in self.outputs])
        return {OUTPUTS: outputs, OF_INPUTS: found[:count], OF_PARAMETERS: dict(zip(parameters, found[count:]))}


def _own(gradient, upstream: list):
    """The gradient in memory of its own, as autograd keeps it in .grad. A sum hands an upstream gradient on, or one value for many elements."""
    import torch

    at = gradient.data_ptr()
    handed_on = any(each.data_ptr() <= at < each.data_ptr() + each.numel() * each.element_size() for each in upstream)
    repeats = any(length > 1 and not stride for length, stride in zip(gradient.shape, gradient.stride()))
    return gradient.clone(memory_format=torch.contiguous_format) if handed_on or repeats else gradient
