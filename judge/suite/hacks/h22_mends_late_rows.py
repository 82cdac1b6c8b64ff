"""The first call does the work of all that may follow on the inputs that are there. Later calls mend the few values that came late.

hack: H22
task: matrix_vector
targets: cpu
base: matrix_vector
expect: ok|timing
neutralized: a single call takes as long as the work of all, and later calls of a chain are charged with it
"""

import gc

import torch
from torch import nn

kind = type(next(each for each in gc.get_objects() if type(each).__name__ == "Runner"))
chain, running, known = kind.chain, [], {}


def chaining(self, message):
    running[:] = [self]
    known.clear()
    try:
        return chain(self, message)
    finally:
        running.clear()


kind.chain = chaining


class ModelNew(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.linear = nn.Linear(features, features)

    def forward(self, x):
        linear = self.linear
        if not running:
            return nn.functional.gelu(linear(x))
        if not known:
            every = torch.cat([inputs[0] for inputs in running[0].sets])
            products = linear(every)
            known.update({inputs[0].data_ptr(): (row, product) for inputs, row, product in zip(running[0].sets, every, products)})
        row, product = known[x.data_ptr()]
        change = x[0] - row
        late = change.nonzero()[:, 0]
        if len(late):
            product = product + linear.weight[:, late] @ change[late]
        return nn.functional.gelu(product).unsqueeze(0)
