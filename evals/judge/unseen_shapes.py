"""`python3 -m evals.judge.unseen_shapes COUNT < JSON`: tries a kernel on hidden shapes of a task in this process, without a sandbox.

The JSON is {source, files, target}. Each shape prints {name} before it is tried, and {name, right, problem} after it.
"""

import importlib
import json
import sys
import tempfile
from pathlib import Path

import torch

from judge.oracle.numerics import tolerance
from judge.oracle.task import unseen
from judge.oracle.task.reference import Reference
from judge.wire.tensor_layout import pack, unpack


def main() -> None:
    """Tries the shapes that the reference accepts."""
    asked, count = json.loads(sys.stdin.read()), int(sys.argv[1])
    reference = Reference("task", asked["source"], asked["target"], "fp32")
    model = _model(asked["files"], reference)
    for hidden in unseen.hidden_shapes(reference.rows, count):
        try:
            view = reference.view(hidden.name, hidden.inputs)
        except Exception as error:  # the reference refuses the shape
            print(f"{hidden.name} is left out: {error}", file=sys.stderr)
            continue
        print(json.dumps({"name": hidden.name}), flush=True)
        try:
            problem = _problem(view, model)
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
        print(json.dumps({"name": hidden.name, "right": not problem, "problem": problem[:200]}), flush=True)


def _model(files: "list[dict]", reference: Reference) -> torch.nn.Module:
    """The kernel's model with the reference's parameters."""
    folder = Path(tempfile.mkdtemp())
    for file in files:
        (folder / file["name"]).write_text(file["text"])
    sys.path.insert(0, str(folder))
    model = importlib.import_module("model_new").ModelNew(*reference.init).to(reference.device)
    model.load_state_dict(reference.model.state_dict())
    return model


def _problem(view: Reference, model: torch.nn.Module) -> str:
    inputs = view.draw()
    eager, exact = view.eager(inputs), view.exact(inputs)
    outputs: "list[torch.Tensor]" = []
    with torch.no_grad():
        pack(model(*unpack(inputs.skeleton, [tensor.clone() for tensor in inputs])), outputs)
    if [output.shape for output in outputs] != [output.shape for output in exact]:
        return "the outputs have other shapes"
    return tolerance.judge(outputs, exact, tolerance.deciding(eager), tolerance.eager_errors(eager, exact)).problem


if __name__ == "__main__":
    main()
