"""The groups of hidden checks, and what a failure tells about them."""

from typing import Literal

from judge.oracle.task.special_check import ARGUMENTS, ROWS
from judge.protocol.errors import Failure
from judge.protocol.messages import HiddenGroup

DISTRIBUTION: HiddenGroup = "distribution"
PARAMETERS: HiddenGroup = "parameters"  # groups of hidden checks, beside those of `special_checks`
TRAINING_MODE: HiddenGroup = "training mode"
OTHER_SHAPES: HiddenGroup = "other shapes"
_GROUPS: "dict[HiddenGroup, str]" = {
    DISTRIBUTION: "wrong for hidden inputs drawn from another distribution",
    ROWS: "wrong for hidden special rows, such as zeros, one repeated value, values around 100 and -100, a large mean with a small spread, or a few such values among usual ones",
    ARGUMENTS: "wrong for other hidden values of these arguments: {names}",
    TRAINING_MODE: "wrong in training mode, in calls on hidden inputs that follow each other: each call changes the buffers, on which the next one depends",
    OTHER_SHAPES: "wrong for hidden shapes, whose lengths lie between those of the workloads",
    PARAMETERS: "wrong for other hidden parameters and buffers: of both signs, of magnitudes from 0.1 to 10, masks and integers with other values, and loads of some of them alone",
}


def hidden_failure(group: HiddenGroup, names: "list[str]", status: Literal["wrong", "precision_violation"] = "wrong") -> Failure:
    """The Failure for hidden inputs. It names the group of checks and the varied arguments, and nothing else."""
    problem = _GROUPS[group].format(names=", ".join(names))
    return Failure(status=status, inputs="hidden", group=group, names=names, problem=problem if status == "wrong" else problem.replace("wrong", "too imprecise", 1))


def as_hidden(failure: Failure, group: HiddenGroup) -> Failure:
    """The Failure for hidden inputs in the place of one that tells of them."""
    return hidden_failure(group, [], "precision_violation" if failure.fields["status"] == "precision_violation" else "wrong")
