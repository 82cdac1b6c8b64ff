"""Hidden checks in the disguise of timed calls.

A candidate can know that it is timed, as from its caller or from the number of its calls. All timed inputs are drawn alike: a mask may be the
same in each of them, and no value is unusual. Therefore some chains hold fresh draws of the hidden checks in the place of some inputs. Their
time does not count. Whatever tells these chains from the timed ones, a candidate must find it in the inputs.
"""

from judge.oracle import checks, second_look
from judge.oracle.task.admission import Admission, Draw
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.reference import Reference
from judge.oracle.task.special_check import Check, expected
from judge.oracle.timing.measure import Disguised
from judge.protocol.errors import Failure

_PROBLEM = (
    "right on hidden inputs in single calls, but wrong on such inputs in a timed chain: do in every call the same work, and assume nothing of the "
    "inputs that earlier calls had"
)


def disguised(reference: Reference, admission: Admission, checked: "list[Check]") -> "list[Disguised]":
    """New secret draws of the hidden distributions and of the special checks `checked`. No candidate has met them in a check.

    Checks with other Python numbers are left out: the calls of a chain have the same ones.
    """
    hidden = [draw for name in admission.draws if name != admission.timed for draw in admission.fresh(name)]
    fresh = [again for again in (_again(reference, each) for each in checked if not each.unproven) if again]
    usual = reference.draw().skeleton
    return [_of_draw(reference, each) for each in hidden] + [_of_check(reference, each) for each in fresh if reference.draw(each.seed, each.name).skeleton == usual]


def _again(reference: Reference, check: Check) -> "Check | None":
    try:
        return check.again()
    except Exception as error:  # in this draw, not in those that decided
        reference.take_refusal(error)
        return None


def _of_draw(reference: Reference, draw: Draw) -> Disguised:
    def judge(inputs: Inputs, outputs: list) -> None:
        if second_look.judge(reference, inputs, outputs, draw.exact or reference.exact(inputs), draw.budgets).problem:
            raise Failure(status="unstable", problem=_PROBLEM)

    return Disguised(lambda: reference.draw(draw.seed, draw.distribution), judge)


def _of_check(reference: Reference, check: Check) -> Disguised:
    def judge(inputs: Inputs, outputs: list) -> None:
        eager, exact = expected(reference, check, inputs)
        failing = checks.failing_rows(reference, check, inputs, outputs + eager[len(outputs) :], (eager, exact))
        if bool(failing.any()):
            raise Failure(status="unstable", problem=_PROBLEM)

    return Disguised(lambda: reference.draw(check.seed, check.name), judge)
