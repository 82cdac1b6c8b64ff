"""Plans the special checks of a task: special rows and varied arguments, each with a secret draw.

A check is kept if the reference accepts its inputs, is finite, and agrees with fp64. `facts` lists the other checks with the reason. A
failure on an `unproven` check leaves the verdict `ok`. Any other failure makes it `wrong`. What is checked is decided once, over several
draws (see `decisions`).
"""

import random
from collections.abc import Iterable
from dataclasses import replace

import torch

from judge.oracle.numerics.tensors import finite, same, secret_seed
from judge.oracle.task import special_rows, upstream
from judge.oracle.task.arguments import SCALED, Argument, Variant, arguments_of, below_zero, beyond_flags, declared, in_other_orders, is_flags, joined, kinds_to_try, parts_of, value_of, variant_of, variants, varied
from judge.oracle.task.biting import Trace, biting, boundaries, jumps, solves, traced
from judge.oracle.task.chosen_places import choosers
from judge.oracle.task.decisions import TRIES
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.integer_domain import ALL, DRAWS, Domain, beyond, domain_of, held, is_rare, lengths_of
from judge.oracle.task.names import of_arguments, of_effects, of_inputs, of_parameters
from judge.oracle.task.needles import Needles
from judge.oracle.task.reference import Reference
from judge.oracle.task.row_independence import independent_rows
from judge.oracle.task.special_check import AGAIN, ARGUMENTS, ROWS, Check, measured
from judge.oracle.task.states import same_buffers
from judge.oracle.task.strays import WATCHED, is_alias, strays
from judge.oracle.task.structure import is_pattern, loose, lost
from judge.oracle.task.unread import unread

_RENEWED_BYTES = 64 << 20  # the largest state that a candidate loads again before a check of its buffers
_LOOKS = 2  # draws that must fit before a check is decided
_REFUSES = "the reference refuses it"
_DISAGREES = "the reference is not finite, or differs from fp64"
_UNCHANGED = "the reference refuses it, or its answer stays as it is"
_RARE_VALUES = "rare values"  # of an integer argument that holds 0 and 1 alone; of a Python number, those below 0; and those that mean what others do (see `strays`)
_MARKS = 2  # negative integers that a task draws as marks, such as -100 for "ignored"; with more of them, any may occur
_MOST_BLANK = 6  # inputs that are zero alone
_VECTORS = 64  # the most rows of one parameter that inputs are aligned with
HELD, HELD_BELOW = " held", " held below"  # in the name of a check whose integers stay in their domains
_Change = tuple[int, str]  # an argument, by its place in `_arguments`, and the kind of its variant


class SpecialChecks:
    """The special checks of one task. First `examine` each of `names`, then use `checks`. `broken`: names on which an earlier oracle died."""

    def __init__(self, reference: Reference, broken: "list[str]"):
        self._reference, self._broken, self._once = reference, broken, reference.decisions.once
        self.checks: "list[Check]" = []
        self.kinds: "dict[str, str]" = {}  # kind of special row -> the reason why it is skipped, "" if it is checked
        self.arguments: "dict[str, list[str]]" = {}  # argument -> the variants that are checked
        self.same: "list[str]" = []  # arguments with the same value in every draw
        self.same_elsewhere: "list[str]" = []  # those of further shapes, as the verdict names them
        self.same_buffers = same_buffers(reference)
        self._rows, self._effects = 1, False
        self._flags: "list[bool]" = []  # by argument: whether it holds 0 and 1 alone
        self._domains: "list[Domain]" = []  # by argument
        self._jumps = False  # whether the answer may jump at an exact tie
        self._may_stray = False  # whether the reference takes places or slices of tensors
        self._sources = special_rows.Sources([], [])
        self._planned: "dict[str, tuple[list[str], bool]]" = {}
        self._loose = {f"values of {name} {lost(own)}": at for at, (name, own) in enumerate(zip(of_inputs(reference), reference.structures)) if own}
        self._blank: "dict[str, int]" = {}  # kinds of special row with zeros in one input alone, and its place
        self._needles: "Needles | None" = None
        self._variants: "dict[str, _Change]" = {}  # by name
        self._leaving: "set[_Change]" = set()  # those whose values may be out of range as indices

    def names(self) -> "list[str]":
        """The names to `examine`, in order."""
        reference = self._reference
        ignored = self._once("unread", lambda: unread(reference))
        inputs = reference.draw()
        self._effects = bool(reference.written) or (bool(reference.updated) and _bytes(reference.states[1].values()) <= _RENEWED_BYTES)
        found, chosen = arguments_of(inputs, of_arguments(reference), declared(getattr(reference.module, "valid", {}), of_parameters(reference))), choosers(reference, inputs)
        self._arguments = [replace(argument, chosen=None if argument.tensor is None else chosen.get(argument.tensor)) for argument in found if argument.tensor not in ignored]
        special = [tuple(tensor.shape) for tensor in inputs if tensor.is_floating_point() and not is_pattern(tensor)]
        usual = [value_of(inputs, argument) for argument in self._arguments]
        del inputs  # the next steps need its memory
        trace = traced(reference) if special or self._arguments else Trace()
        if special:
            self._rows = self._once("rows", lambda: independent_rows(reference))
            self._plan(special, trace)
            self._needles = Needles(reference, self._sources, self._rows, self._effects and self._rows == 1)
        self._may_stray = any(name.rstrip("_") in WATCHED for name in trace.names)
        self._flags = self._once("flags", lambda: [self._holds_flags(argument) for argument in self._arguments])
        tried = self._once("variants", lambda: [kinds_to_try(argument, value, flags, trace.multiplied) for argument, value, flags in zip(self._arguments, usual, self._flags)])
        self._variants = {f"argument {self._arguments[at].name}: {kind}": (at, kind) for at, kinds in enumerate(tried) for kind in kinds}
        self._leaving = {(at, each.kind) for at, own in enumerate(self._arguments) for each in variants(own, usual[at]) if each.leaves}
        return [*self._planned, *self._needle_kinds, *self._variants, *([ARGUMENTS] if self._arguments else ())]

    @property
    def _needle_kinds(self) -> "dict[str, str]":
        """The kind of needles in each check that has them, by the name of the check."""
        return self._needles.kinds if self._needles else {}

    def proven_rows(self) -> "list[str]":
        """Those of `names` that are special rows, without the rare ones."""
        return [name for name, (_kinds, unproven) in self._planned.items() if not unproven]

    def is_of_arguments(self, name: str) -> bool:
        """Whether one of `names` varies arguments."""
        return name == ARGUMENTS or name in self._variants

    def follow(self, first: "SpecialChecks") -> None:
        """Takes, without an examination of their own, checks that vary each argument as the checks of the task's first shape do, in a secret share."""
        self.names()
        self._domains = [domain_of(self._reference, argument) for argument in self._arguments]
        for check in sharing([each for each in first.checks if each.changes and not each.unproven]):
            if all(at < len(self._arguments) and self._arguments[at].name == first._arguments[at].name for at, _kind in check.changes):
                found = self._add_arguments(check.name, check.changes, _LOOKS)
                for at, kind in () if found or len(check.changes) == 1 else check.changes:
                    self._add_arguments(f"{check.name}: {self._arguments[at].name}", [(at, kind)], _LOOKS)

    def _plan(self, shapes: "list[tuple[int, ...]]", trace: Trace) -> None:
        """Plans the special rows. `shapes`: of the inputs that take them."""
        again = [special_rows.TWICE] if len(set(shapes)) < len(shapes) else []
        self._sources = special_rows.Sources(boundaries(self._reference, trace), _vectors(self._reference, {shape[-1] for shape in shapes if shape}))
        self._jumps = jumps(trace)
        bounds = [special_rows.BOUNDARIES] if self._sources.bounds or len(shapes) > 1 else []
        inside = [*special_rows.INSIDE, *again, *bounds]
        outside = [*special_rows.OUTSIDE, *[special_rows.TOGETHER, special_rows.OPPOSED] * (len(shapes) > 1), *[special_rows.ALIGNED] * bool(self._sources.vectors)]
        pivots = [special_rows.PIVOT] if solves(trace) else []
        if self._rows > 1:
            is_inside = f"{ROWS} 0" in self._broken  # the kinds that leave the range of the task's values ended an oracle
            kinds = inside if is_inside else [*inside, *outside]
            count = min(self._rows, len(kinds))
            for at in range(0, len(kinds), count):
                self._planned[f"{ROWS} {at // count}" + (" inside" if is_inside else "")] = (kinds[at : at + count], False)
            unproven = list(special_rows.UNPROVEN)
            for at in range(0, len(unproven), self._rows):
                self._planned[f"rare rows {at // self._rows}"] = (unproven[at : at + self._rows], True)
            self._planned |= {f"rare rows: {kind}": ([kind], True) for kind in (*pivots, *self._loose)}
            if self._effects:  # these may mix the rows
                self._planned[f"{ROWS}: {special_rows.COPIES}"] = ([special_rows.COPIES], False)
            return
        self._blank = self._single()
        for kind in self._once("kinds", lambda: [*biting(trace, [*inside, *outside]), special_rows.COPIES, *self._blank]):
            self._planned[f"{ROWS}: {kind}"] = ([kind], False)
        for kind in (*special_rows.UNPROVEN, *pivots, *self._loose):
            self._planned[f"rare rows: {kind}"] = ([kind], True)

    def _single(self) -> "dict[str, int]":
        """Kinds of special rows with zeros in one of several float inputs alone, and the place of the input."""
        inputs = self._reference.draw()
        own = len(inputs) - upstream.count(self._reference.upstream)
        found = {f"zeros of {name} alone": at for at, name in enumerate(of_inputs(self._reference)[:own]) if special_rows.varies(inputs[at])}
        return dict([*found.items()][:_MOST_BLANK]) if len(found) > 1 else {}

    def skip(self, name: str, note: str) -> None:
        """Skips a check that breaks the reference's device. `note` is the reason."""
        if name in self._variants:
            self._once(name, lambda: False)
            return
        if name == ARGUMENTS:
            self.same = [argument.name for argument in self._arguments]  # no check varies them
            return
        kinds = [self._needle_kinds[name]] if name in self._needle_kinds else self._planned[name][0]
        self.kinds |= dict.fromkeys(kinds, note)

    def examine(self, name: str) -> None:
        """Adds the checks of that name that the reference accepts."""
        if name == ARGUMENTS:
            return self._examine_arguments()
        if name in self._variants:
            self._once(name, lambda: all(self._fits(*self._variants[name]) for _look in range(_LOOKS)))
            return
        if self._needles and name in self._needles.kinds:
            check = self._needles.examined(name)
            self.kinds[self._needles.kinds[name]] = "" if check else _UNCHANGED
            return self._take(check) if check else None
        kinds, unproven = self._planned[name]
        notes = self._once(name, lambda: self._decided(name, kinds, unproven))
        self.kinds |= notes
        accepted = [kind for kind in kinds if not notes[kind]]
        if accepted:
            self._add(name, accepted, unproven)

    def _decided(self, name: str, kinds: "list[str]", unproven: bool) -> "dict[str, str]":
        """The reason why each kind is skipped; empty if it is checked. The reference must agree with fp64 in several draws."""
        accepted = kinds if self._accepts(kinds) else [kind for kind in kinds if self._accepts([kind])]
        notes = {kind: "" if kind in accepted else _REFUSES for kind in kinds}
        for _look in range(_LOOKS):
            accepted = [kind for kind in accepted if not notes[kind]]
            try:
                missing = self._planted(name, accepted, unproven)[1] if accepted else []
            except Exception as error:  # in this draw, not in the one before
                self._reference.take_refusal(error)
                notes |= {kind: "" if self._accepts([kind]) else _REFUSES for kind in accepted}
                continue
            notes |= dict.fromkeys(missing, _DISAGREES)
        return notes

    def _accepts(self, kinds: "list[str]") -> bool:
        try:
            inputs = self._special(self._reference.draw(), kinds)[0]
            self._reference.eager(inputs)
            self._reference.expect_defined(inputs)
            self._reference.expect_inside(inputs)
            return True
        except Exception as error:
            self._reference.take_refusal(error)
            return False

    def _special(self, inputs: Inputs, kinds: "list[str]") -> "tuple[Inputs, list[list[int]]]":
        reference = self._reference
        if kinds[0] in self._loose:
            at = self._loose[kinds[0]]
            return inputs.with_tensors([*inputs[:at], loose(inputs[at]), *inputs[at + 1 :]]), [list(range(self._rows))]
        if kinds[0] in self._blank:
            at = self._blank[kinds[0]]
            return inputs.with_tensors([*inputs[:at], torch.zeros_like(inputs[at]), *inputs[at + 1 :]]), [[0]]
        if self._rows_of(kinds) == 1:
            own = len(inputs) - upstream.count(reference.upstream)
            found = special_rows.filled(kinds[0], inputs[:own], reference.structures, self._sources)
            return inputs.with_tensors([*found, *inputs[own:]]), [[0]]  # upstream gradients stay ordinary: with zeros every gradient is zero
        tensors, places = special_rows.planted(kinds, inputs, reference.structures, self._rows, self._sources)
        return inputs.with_tensors(tensors), places

    def _rows_of(self, kinds: "list[str]") -> int:
        """The rows that a draw of these kinds is judged by. Copies are for what mixes the rows."""
        return 1 if kinds == [special_rows.COPIES] else self._rows

    def _add(self, name: str, kinds: "list[str]", unproven: bool) -> None:
        check, missing = None, kinds
        for _try in range(TRIES):
            try:
                check, missing = self._planted(name, kinds, unproven)
            except Exception as error:
                self._reference.take_refusal(error)
                continue
            if not missing:
                break
        self.kinds |= dict.fromkeys(missing, _DISAGREES)
        if check and len(missing) < len(kinds):
            self._take(check)

    def _planted(self, name: str, kinds: "list[str]", unproven: bool) -> "tuple[Check, list[str]]":
        """A check with a new draw, and the kinds that it cannot judge. Raises Undefined."""
        rows = self._rows_of(kinds)
        effects = self._effects and rows == 1
        places: "list[list[int]]" = []  # the draw knows them alone: it outlives the check and its answers
        tied = [kind for kind in kinds if special_rows.exact_ties(kind, self._jumps)]
        check = Check(name, ROWS, kinds, tied, places, rows, unproven, effects, secret_seed(), again=lambda: self._planted(f"{name}{AGAIN}", kinds, unproven)[0])

        def special(inputs: Inputs) -> Inputs:
            found, places[:] = self._special(inputs, kinds)
            return found

        self._reference.variations[name] = special
        judged = measured(self._reference, check, finite_only=not unproven)
        return check, [kind for kind, own in zip(kinds, check.places) if not bool(judged[own].any())]

    def _examine_arguments(self) -> None:
        accepted: "list[list[str]]" = [[] for _argument in self._arguments]
        for name, (at, kind) in self._variants.items():
            if self._once(name, lambda: False):
                accepted[at].append(kind)
        self.arguments = {argument.name: kinds for argument, kinds in zip(self._arguments, accepted)}
        self.same = self._once("same", lambda: [argument.name for argument, kinds in zip(self._arguments, accepted) if not kinds and self._is_same(argument)])
        domains = self._once("domains", lambda: [domain_of(self._reference, argument) for argument in self._arguments])
        self._domains = [Domain(*each) for each in domains]  # kept ones are lists
        for name, changes in self._once("argument checks", lambda: self._decided_arguments(accepted)):
            self._add_arguments(name, changes)

    def _decided_arguments(self, accepted: "list[list[str]]") -> "list[tuple[str, list[_Change]]]":
        """The checks of arguments: (name, changes). Changes that do not fit together are checked apart."""
        drawn = self._reference.draw()
        unusual = [(at, kind) for at, kinds in enumerate(accepted) if self._flags[at] for kind in beyond_flags(kinds)]
        unusual += [(at, kind) for at, kinds in enumerate(accepted) if not self._draws_negatives(self._arguments[at]) for kind in below_zero(self._arguments[at], value_of(drawn, self._arguments[at]), kinds)]
        unusual += [(at, kind) for at, kinds in enumerate(accepted) for kind in kinds if (at, kind) not in unusual and self._means_another(at, kind)]
        found = [(f"{_RARE_VALUES}: {self._arguments[at].name}: {kind}", [(at, kind)]) for at, kind in unusual]
        found = [each for each in found if self._always_fits(*each)]
        apart = [*unusual, *((at, SCALED) for at, _kinds in enumerate(accepted))]
        usual = [joined([kind for kind in kinds if (at, kind) not in apart], value_of(drawn, self._arguments[at])) for at, kinds in enumerate(accepted)]
        usual = in_other_orders(usual, [value_of(drawn, argument) for argument in self._arguments])
        turns = [[(at, kinds[turn]) for at, kinds in enumerate(usual) if turn < len(kinds)] for turn in range(max(map(len, usual)))]
        if len(self._arguments) > 1:  # another argument that varies as well can hide what single elements of this one do
            turns += [[(at, kind)] for at, kinds in enumerate(usual) for kind in kinds if len(parts_of(kind)) > 1]
        for turn, changes in enumerate([*turns, [(at, SCALED) for at, kinds in enumerate(accepted) if SCALED in kinds and (at, SCALED) not in unusual]]):
            found += self._fitting(f"{ARGUMENTS} {turn}", changes) if changes else []
        return found

    def _fitting(self, name: str, changes: "list[_Change]") -> "list[tuple[str, list[_Change]]]":
        """The checks that fit: one with all changes, else one per argument, else one per kind."""
        if self._always_fits(name, changes):
            return [(name, changes)]
        single = [[change] for change in changes] if len(changes) > 1 else [[(at, part)] for at, kind in changes for part in parts_of(kind)]
        if len(single) < 2:
            return []
        return [each for [(at, kind)] in single for each in self._fitting(f"{name}: {self._arguments[at].name}: {kind}", [(at, kind)])]

    def _always_fits(self, name: str, changes: "list[_Change]") -> bool:
        return all(self._changed(name, changes) is not None for _look in range(_LOOKS))

    def _holds_flags(self, argument: Argument) -> bool:
        """Whether an argument without a declared range holds 0 and 1 alone, in several draws."""
        return not argument.declared and all(is_flags(value_of(self._reference.draw(), argument)) for _look in range(_LOOKS))

    def _draws_negatives(self, argument: Argument) -> bool:
        """Whether the task draws a Python number below 0 itself."""
        return argument.tensor is None and any(value_of(self._reference.draw(), argument) < 0 for _look in range(DRAWS))

    def _means_another(self, at: int, kind: str) -> bool:
        """Whether such integers mean what others do, which the task's own never do: the reference leaves a tensor with them, or takes them for 0."""
        argument = self._arguments[at]
        if argument.tensor is None or argument.declared or (at, kind) not in self._leaving:
            return False
        plain = self._reference.draw()
        try:
            changed = varied(plain, argument, variant_of(argument, value_of(plain, argument), kind))
            if not self._reference.accepts_on_cpu(changed):
                return False
            if self._may_stray and strays(self._called, changed, plain):
                return True
            drawn = torch.cat([value_of(self._reference.draw(), argument).unique() for _look in range(DRAWS)])
            if len(drawn[drawn < 0].unique()) > _MARKS:
                return False
            return is_alias(self._called, self._reference.accepts_on_cpu, changed, argument.tensor, lengths_of(self._reference), drawn)
        except Exception as error:
            self._reference.take_refusal(error)
            return False

    def _is_same(self, argument: Argument) -> bool:
        one, other = (value_of(self._reference.draw(), argument) for _ in range(2))
        return same(one, other) if isinstance(one, torch.Tensor) else one == other

    def _fits(self, at: int, kind: str) -> bool:
        """Whether the reference accepts a variant in a new draw, and whether it changes its outputs or effects."""
        reference, argument = self._reference, self._arguments[at]
        plain = reference.draw()
        variant = next((each for each in variants(argument, value_of(plain, argument)) if each.kind == kind), None)
        if variant is None:
            return False
        usual = self._called(plain)
        try:
            changed = varied(plain, argument, variant)
            if variant.leaves and not reference.accepts_on_cpu(changed):
                return False
            reference.expect_defined(changed)
            eager = self._called(changed)
        except Exception as error:
            reference.take_refusal(error)
            return False
        alike = len(eager) == len(usual) and all(one.shape == other.shape and one.dtype == other.dtype for one, other in zip(eager, usual))
        return alike and finite(eager) and (variant.silent or not all(map(same, eager, usual)))

    @property
    def _errors_end(self) -> bool:
        """Whether an error in a call may end a candidate, as an index out of range does on a GPU."""
        return self._reference.device == "cuda"

    def _called(self, inputs: Inputs) -> "list[torch.Tensor]":
        return self._reference.world(inputs) if self._effects else self._reference.eager(inputs)

    def _add_arguments(self, name: str, changes: "list[_Change]", tries: int = TRIES) -> bool:
        """Takes a check with these changes. Returns whether one of the tries gave one."""
        for _try in range(tries):
            check = self._changed(name, changes)
            if check:
                if check.rare or (check.beyond and self._errors_end and not check.unproven):
                    check.inside = self._inside(check, changes)
                self._take(check)
                if check.inside and check.rare and self._errors_end and not check.unproven:
                    self._take_above(check, changes)
                return True
        return False

    def _take_above(self, check: Check, changes: "list[_Change]") -> None:
        """Takes the check without its rare values alone, if values above a domain are left: a wrong answer for those is wrong."""
        found = self._held(check, changes, False)
        if found and found.beyond:
            found.kinds, found.places, found.inside = check.kinds, check.places, check.inside
            self._take(found)

    def _inside(self, check: Check, changes: "list[_Change]") -> "Check | None":
        """The check without rare values, which holds them in their domains, else without the arguments that have them.

        It has no values above the domains either if an error may end the candidate.
        """
        leaving = {*check.rare, *(check.beyond if self._errors_end else [])}
        for _try in range(TRIES):
            found = self._held(check, changes, self._errors_end)
            if found:
                found.kinds, found.places = check.kinds, check.places
                return self._kept(found)
        others = [(at, kind) for at, kind in changes if f"values of {self._arguments[at].name}" not in leaving]
        found = self._changed(f"{check.name}{HELD_BELOW}", others) if others else None
        return self._kept(found) if found else None

    def _take(self, check: Check) -> None:
        self.checks.append(self._kept(check))

    def _kept(self, check: Check) -> Check:
        """The check. It keeps its answers if there is room."""
        eager, exact = check.answers or ([], [])
        if not self._reference.kept.has_room([*eager, *exact]):
            check.answers = None
        return check

    def _changed(self, name: str, changes: "list[_Change]", within: "dict[int, Domain] | None" = None) -> "Check | None":
        """A check with a new draw. None if the reference refuses it, or differs from fp64. `within`: the domains that hold arguments."""
        names, unproven = [self._arguments[at].name for at, _kind in changes], name.startswith(_RARE_VALUES)
        kinds = [f"values of {each}" for each in names] if unproven else names
        check = Check(name, ARGUMENTS, kinds, [], [[0]] * len(changes), 1, unproven, self._effects, secret_seed(), again=lambda: self._changed(f"{name}{AGAIN}", changes))
        check.held, check.changes = lambda above: self._held(check, changes, above), changes

        def changed(inputs: Inputs) -> Inputs:
            for at, kind in changes:
                argument = self._arguments[at]
                inputs = varied(inputs, argument, variant_of(argument, value_of(inputs, argument), kind))
            for at, domain in (within or {}).items():
                inputs = held(inputs, self._arguments[at], domain)
            own = [(self._arguments[at], self._domains[at]) for at, _kind in changes]
            check.beyond = [f"values of {argument.name}" for argument, domain in own if beyond(inputs, argument, domain)]
            check.rare = [f"values of {argument.name}" for argument, domain in own if is_rare(inputs, argument, domain)]
            return inputs

        self._reference.variations[name] = changed
        try:
            leaves = any((at, part) in self._leaving for at, kind in changes for part in parts_of(kind))
            judged = measured(self._reference, check, finite_only=True, leaves=leaves)
            if leaves and self._may_stray and not unproven and strays(self._called, self._reference.draw(check.seed, name), self._reference.draw()):
                return None  # in this draw, not in those that decided
        except Exception as error:
            self._reference.take_refusal(error)
            return None
        return check if bool(judged.all()) else None

    def _held(self, check: Check, changes: "list[_Change]", above: bool) -> "Check | None":
        """A check like `check`, with integers held in their domains. Its kinds name them. None if none leaves its domain.

        Without `above`, only rare values are held.
        """
        inputs = self._reference.draw(check.seed, check.name)
        domains = {at: self._domains[at] if above else self._domains[at]._replace(largest=None) for at, _kind in changes}
        leaving = [at for at, domain in domains.items() if beyond(inputs, self._arguments[at], domain)]
        found = self._changed(f"{check.name}{HELD if above else HELD_BELOW}", changes, domains) if leaving else None
        if found:
            found.kinds = [f"values of {self._arguments[at].name}" for at in leaving]
            found.places = [[0]] * len(leaving)
        return found

    def extreme_numbers(self) -> "list[tuple[Argument, Variant]]":
        """The variants of each float number that give it its least and its largest size with its own sign."""
        found, inputs = [], self._reference.draw()
        for argument in self._arguments:
            value = value_of(inputs, argument)
            if isinstance(value, float) and value:
                accepted = [each for each in variants(argument, value) if each.kind in self.arguments.get(argument.name, ()) and each.of(value) / value > 0]
                accepted.sort(key=lambda each: abs(each.of(value)))
                found += [(argument, each) for each in dict.fromkeys([*accepted[:1], *accepted[-1:]])]
        return found

    def bounded(self) -> "list[str]":
        """The names in a verdict for integers beyond their domain, and for values that are checked as rare ones."""
        found = [f"values of {argument.name}" for argument, domain in zip(self._arguments, self._domains) if domain != ALL]
        return list(dict.fromkeys([*found, *(kind for check in self.checks if check.group == ARGUMENTS and check.unproven for kind in check.kinds)]))

    def unvaried(self) -> "list[str]":
        """Names of the arguments and buffers that have the same value in every draw and state."""
        return [f"argument {name}" for name in self.same] + self.same_elsewhere + [f"buffer {name}" for name in self.same_buffers]

    def facts(self) -> dict:
        """The checks beside the distributions, by name. A skipped kind has its reason."""
        reference, rare = self._reference, (*special_rows.RARE, *self._loose)
        return {
            "rows": "independent" if self._rows > 1 else "mixed",
            "specialRows": {kind: note for kind, note in self.kinds.items() if kind not in rare},
            "rareRows": {kind: note for kind, note in self.kinds.items() if kind in rare} | dict.fromkeys(self.bounded(), ""),
            "arguments": self.arguments,
            "sameInEveryDraw": self.unvaried(),
            "parameters": sorted(name for name, tensor in reference.states[2].items() if not same(tensor, reference.states[1][name])),
            "effects": of_effects(reference),
        }


def sharing(checks: "list[Check]") -> "list[Check]":
    """A secret share of checks of arguments, such that each argument that one of them varies still varies."""
    found, varying = list[Check](), set[str]()
    for check in random.SystemRandom().sample(checks, len(checks)):
        if not varying.issuperset(check.kinds):
            found.append(check)
            varying.update(check.kinds)
    return found


def _bytes(tensors: "Iterable[torch.Tensor]") -> int:
    return sum(tensor.numel() * tensor.element_size() for tensor in tensors)


def _vectors(reference: Reference, lengths: "set[int]") -> "list[torch.Tensor]":
    """Rows of the second state's matrices that are as long as rows of the inputs."""
    own = dict(reference.model.named_parameters())
    state = [tensor for name, tensor in reference.states[1].items() if name in own and tensor.is_floating_point()]
    return [tensor[:_VECTORS].clone() for tensor in state if tensor.dim() == 2 and tensor.numel() and tensor.shape[1] in lengths]
