"""One task, open in an oracle of its own on one device, with the runners of its baselines. Jobs on the same task share it.

Call every method while holding `device.measuring`.
"""

import contextlib
import functools
import json
import os
import shutil
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from judge.device.access import Device
from judge.protocol import limits
from judge.protocol.errors import AlternativeLost, Broken, Failure, Gone, Rejected, says_memory_is_short, short_of_memory
from judge.protocol.messages import Alternative, AlternativeName, Host, KernelBench, KernelRow, LibraryCall, Precision, Stage, Task, Tier
from judge.protocol.oracle_messages import Attached, BaselineTimes, Checked, Doubted, Examined, Explained, LibraryCalls, Loading, Noise, Opened, Operators, Profiled, Proven, Timed, TimedOnce
from judge.protocol.trust import CONFIDENTIAL, EAGER, FRESH
from judge.sandbox.paths import trusted_folder
from judge.sandbox.runner_process import RunnerProcess, prepare_baselines
from judge.server.baseline_start import CHANGES, REFERENCE, imports_of
from judge.server.compiled_files import CompiledBaseline
from judge.server.kept_decisions import Decided, KeptDecisions
from judge.server.oracle_process import Killed, OracleProcess

_PULSE_SECONDS = 30.0
_NOTE = "it ends the process of the reference, or breaks its device"


class _Died(Exception):
    """The oracle ended while it met the hidden distribution or check `on`. `killed`: by somebody else."""

    def __init__(self, on: str, killed: bool):
        super().__init__(on)
        self.on, self.killed = on, killed


@contextlib.contextmanager
def _meeting(name: str) -> "Generator[None, None, None]":
    """Hold this while the oracle meets a hidden distribution or check. Raises _Died if it ends."""
    try:
        yield
    except Broken as broken:
        raise _Died(name, isinstance(broken, Killed)) from broken


class TaskSession:
    """Construction opens the task and raises Rejected where nobody can judge it. Close the session in any case.

    A method that asks the oracle raises the candidate's Failure, Rejected, AlternativeLost, or Broken. Broken means that the session is lost:
    it has closed itself, and `alive` is false.
    """

    def __init__(self, task: Task, precision: Precision, device: Device, host: Host):
        self._task, self._device, self._host = task, device, host
        self._precision: Precision = precision
        self._oracle: "OracleProcess | None" = None
        self._folder: "Path | None" = None  # readable by the judge alone; holds the task and what the oracle writes
        self._baselines: "dict[str, RunnerProcess]" = {}
        self._noise: "Noise | None" = None
        self.lost_rivals: "dict[AlternativeName, Alternative]" = {}  # alternative baselines that failed here, with the reason
        try:
            examined = self._opened()
        except BaseException:
            self.close()
            raise
        self.facts = examined["facts"]
        self.rare = examined["rare"]  # every name that `prove` may return
        self.shapes = examined["shapes"]  # 1 for a task that declares none

    @property
    def alive(self) -> bool:
        return self._oracle is not None and self._oracle.alive

    def close(self) -> None:
        """Ends the oracle and the baselines."""
        for name in list(self._baselines):
            self._baselines.pop(name).close()
        if self._oracle is not None:
            self._oracle.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    # Opening

    def _opened(self) -> Examined:
        """Opens the task by what was decided about it earlier, or decides and keeps it. A hidden draw that ends two oracles is left out.

        One death is no reason: a busy host may kill an oracle. If it killed one of the two, the draw is left out this time alone, because the host
        may have room later. Nothing is kept then. Raises Rejected and Broken.
        """
        kept = KeptDecisions(self._task, self._device.target, self._precision, self._host)
        deaths: "list[str]" = []
        killed: "set[str]" = set()
        self._made: "dict[str, Any]" = {}  # by oracles that ended
        while True:
            found = kept.read()
            twice = {name for name in deaths if deaths.count(name) > 1}
            decided: Decided = {"broken": sorted({*(found["broken"] if found else ()), *twice}), "decisions": found["decisions"] if found else self._made}
            try:
                examined = self._examined(decided)
                decisions: "dict[str, Any]" = self._ask("decisions")
                made: Decided = {"broken": decided["broken"], "decisions": decisions}
            except _Died as died:
                if deaths.count(died.on) > 1:
                    raise Broken(f"the oracle ended three times on {died.on}") from died
                deaths.append(died.on)
                killed |= {died.on} if died.killed else set()
                continue
            except Failure as failure:
                raise Rejected(f"the reference took longer than {limits.OPEN:g} s", "make the task's inputs smaller") from failure
            lasts = killed.isdisjoint(made["broken"])
            if lasts and found is None and kept.keep(made) != made:
                continue  # another judge was earlier: open by its decisions
            if lasts and found is not None and made["broken"] != found["broken"]:
                kept.leave_out_more(made)
            if isinstance(examined, Rejected):
                raise examined
            return examined

    def _examined(self, decided: Decided) -> "Examined | Rejected":
        """Starts an oracle, and lets it examine all draws and checks, one at a time. Raises _Died if it ended on a hidden one.

        Returns the facts, or the finding that the task cannot be judged. Raises Rejected for other reasons, and Broken.
        """
        source = self._restart()
        host = {"target": self._device.target, "threads": self._host["threads"]}
        earlier = {"broken": decided["broken"], "decided": decided["decisions"]}
        opened: Opened = self._ask("open", "start", limits.OPEN, None, None, name=self._task["name"], source=source, precision=self._precision, **host, **earlier)
        for name in EAGER:  # they find done what the oracle has imported meanwhile
            self._start_baseline(name)
        for at, name in enumerate(opened["distributions"]):
            if name in decided["broken"]:
                self._ask("skip", distribution=name, note=_NOTE)
                continue
            with _meeting(name) if at else contextlib.nullcontext():  # the first one is the task's own
                made: "dict[str, Any]" = self._ask("examine", "start", limits.OPEN, distribution=name)
            self._made = made
        self._essential(self._await_eager)  # a starting process would disturb the rates that the oracle measures next
        try:
            examined: Examined = self._ask("facts", "start", limits.OPEN)
        except Rejected as rejected:
            if rejected.degenerate:
                return rejected
            raise
        for name in opened["distributions"][1:]:
            if name not in decided["broken"]:
                with _meeting(name):
                    self._ask("disguise", "start", limits.OPEN, distribution=name)
        return examined

    def _restart(self) -> str:
        """Ends the old oracle, and starts a fresh one. Returns the file that holds the task."""
        self.close()
        self._folder = trusted_folder()
        source = self._folder / "task.py"
        source.write_text(self._task["source"])
        source.chmod(0o600)
        prepare_baselines(self._imports, self._device, self._host)
        self._oracle = OracleProcess(self._device)
        return str(source)

    def _await_eager(self) -> None:
        """Waits until both eager runners have opened the device. They are silent from then on."""
        for name in EAGER:
            self._baselines[name].ready(limits.START)

    # Baselines

    def noise(self) -> Noise:
        """The time of eager, and how much two processes of it differ. Measured once, before the session has a candidate."""
        if self._noise is None:
            self._essential(self._run_aa)
        assert self._noise is not None
        return self._noise

    def _run_aa(self) -> None:
        for name in EAGER:
            self.attach(self._baselines[name], limits.START)
        with self._device.timing():
            noise: Noise = self._ask("noise", "timing", limits.OPEN)
        self._noise = noise
        self.drop("eager-aa")

    @contextlib.contextmanager
    def fresh_eager(self) -> "Generator[RunnerProcess, None, None]":
        """Another process of eager, which starts while the block begins. `attach_eager` and `settle_eager` ready it."""
        self._start_baseline(FRESH)
        try:
            yield self._baselines[FRESH]
        finally:
            self.drop(FRESH)

    def attach_eager(self, runner: RunnerProcess) -> None:
        """Lets a process of `fresh_eager` build its model. `settle_eager` waits for it, and something else may be done meanwhile."""
        self._essential(lambda: (runner.ready(limits.START), self.attach(runner, limits.START, later=True)))

    def settle_eager(self, runner: RunnerProcess) -> None:
        """Waits until the process has built its model."""
        self._essential(lambda: self._ask("settle", "start", limits.START, runner, name=runner.name))

    def time_rivals(self, names: "list[AlternativeName]") -> BaselineTimes:
        """Interleaved times of eager and of alternative baselines, whose processes end with this. Raises AlternativeLost where one fails."""
        try:
            for name in names:
                self._start_baseline(name, name)
            for name in names:
                self._attach_rival(name)
            with self._device.timing():
                return self._ask("time_baselines", "timing", limits.OPEN, others=names)
        finally:
            for name in names:
                self.drop(name)

    def _attach_rival(self, name: AlternativeName) -> None:
        compiles = CHANGES[name].get("compile", False)
        try:
            self._baselines[name].ready(limits.START)
            self.attach(self._baselines[name], limits.START_COMPILING if compiles else limits.START, warm=compiles)
        except (Failure, Rejected) as error:
            raise AlternativeLost(name, f"it failed: {error.problem if isinstance(error, Failure) else error.reason}") from error
        if compiles:
            self._compiled(name).keep(self._baselines[name].folder)

    def _start_baseline(self, name: str, alternative: "AlternativeName | None" = None) -> None:
        """Starts the process of an alternative baseline, or of eager."""
        files, changes = {"reference.py": self._task["source"]}, CHANGES[alternative] if alternative else {}
        before = self._compiled(alternative).lend if alternative and changes.get("compile") else None
        self._baselines[name] = RunnerProcess(name, files, REFERENCE, self._precision, self._device, self._host, changes, before, imports=self._imports)

    @functools.cached_property
    def _imports(self) -> str:
        """The import statements that all baselines of the task share."""
        return imports_of(self._task["source"])

    def _compiled(self, name: AlternativeName) -> CompiledBaseline:
        """The kept files of torch.compile for a baseline."""
        return CompiledBaseline(name, self._task, self._device.target, self._precision, self._host)

    # Requests to the oracle. `runner` is the candidate's unless it says otherwise.

    def attach(self, runner: RunnerProcess, limit: float, stage: Stage = "start", warm: bool = False, later: bool = False) -> Attached:
        """Hands a ready runner, also a baseline's, to the oracle, which lets it build its model. `warm`: and make one call. `later`: without waiting for it."""
        place = {"folder": str(runner.folder.path), "pid": runner.pid, **runner.place()}
        answer: Attached = self._ask("attach", stage, limit, runner, runner.hand_over(), name=runner.name, at=stage, later=later, warm=warm, **place)
        runner.handed_over()
        return answer

    def check(self, runner: RunnerProcess, tier: Tier, compiles: bool) -> Checked:
        """Whether outputs are right, on public and hidden inputs. A candidate that `compiles` itself has a longer limit."""
        noise = self.noise()
        calls = [row["eager"] for row in noise.get("workloads", [])] or [noise["eager"]]
        limit = limits.CORRECTNESS * self.shapes if compiles else limits.correctness([call["medianUs"] / 1e6 for call in calls])
        return self._ask("check", "correctness", limit, runner, name=runner.name, tier=tier)

    def check_again(self, runner: RunnerProcess) -> None:
        """Whether a further process of a candidate that passed `check` is right at first, too."""
        self._ask("check_again", "timing", limits.CORRECTNESS, runner, name=runner.name)

    def time(self, runner: RunnerProcess, eager: str, tier: Tier, first: bool, again: bool, shape: int = 0) -> "TimedOnce | Doubted":
        """Interleaved times of the candidate and of the process `eager`, on the shape with this number. Call it inside `device.timing()`."""
        return self._ask("time", "timing", limits.TIMING, runner, name=runner.name, base=eager, tier=tier, first=first, again=again, shape=shape)

    def compare(self, tier: Tier) -> Timed:
        """The result of all calls of `time` since the first one."""
        return self._ask("compare", "timing", limits.TIMING, tier=tier)

    def profile(self, runner: RunnerProcess) -> Profiled:
        """The parts of one call, as the runner claims them."""
        return self._ask("profile", "profile", limits.PROFILE, runner, name=runner.name)

    def kernelbench(self, runner: RunnerProcess) -> KernelBench:
        """The view of KernelBench's own evaluator. It changes the runner's model: ask it late."""
        return self._ask("kernelbench", "profile", limits.KERNELBENCH, runner, name=runner.name)

    def prove(self, runner: RunnerProcess, rare: bool) -> "tuple[list[str], str | None]":
        """Names of rare cases on which the candidate is wrong, and why it ended if it died of one. Ask it last. Not `rare`: only what can reject it."""
        proven: Proven = self._ask("prove", "profile", limits.PROFILE, runner, name=runner.name, rare=rare)
        return proven["unproven"], proven["ended"]

    def explain(self, runner: RunnerProcess, at: int, limit: float) -> Explained:
        """What is wrong on check number `at`, for a person: see `explaining`. At the limit in seconds the candidate is killed, and it may die of a check."""
        return self._ask("explain", "profile", limit, runner, name=runner.name, at=at)

    def operators(self) -> "list[KernelRow]":
        """The reference by operator, slowest first."""
        found: Operators = self._ask("operators", "profile", limits.OPEN)
        return found["operators"]

    def library_calls(self) -> "list[LibraryCall]":
        """The library calls that give the reference's answer."""
        found: LibraryCalls = self._ask("library_calls", "profile", limits.OPEN)
        return found["calls"]

    def pulse(self) -> None:
        """Raises Broken if the device no longer computes."""
        self._ask("pulse", limit=_PULSE_SECONDS)

    def drop(self, name: str) -> None:
        """Lets the oracle forget a runner. A baseline's process ends."""
        if self.alive:
            self._ask("drop", name=name)
        if name in self._baselines:
            self._baselines.pop(name).close()

    def exported_inputs(self) -> "Path | None":
        """A folder with parameters and inputs, for a process that runs a candidate for its profile. It outlives the session; the caller removes it.

        None if it cannot be had, which is not the candidate's fault.
        """
        if not self.alive:
            return None
        try:
            return Path(shutil.copytree(self._exported(), trusted_folder(), copy_function=os.link, dirs_exist_ok=True))
        except (Failure, Rejected, Broken, OSError):
            return None

    def _exported(self) -> Path:
        assert self._folder is not None
        folder = self._folder / "exported"
        if not (folder / "load.json").exists():  # written last
            folder.mkdir(mode=0o700, exist_ok=True)
            loading: Loading = self._ask("lay_out", "profile", limits.OPEN, folder=str(folder))
            (folder / "load.json").write_text(json.dumps(loading))
        return folder

    # Asking, and what an error means for the session

    def _ask(
        self,
        request: str,
        stage: Stage = "correctness",
        limit: float = limits.CORRECTNESS,
        runner: "RunnerProcess | None" = None,
        fd: "int | None" = None,
        **arguments: Any,
    ) -> Any:
        """The oracle's answer. At the limit in seconds `runner` is killed."""
        assert self._oracle is not None
        try:
            return self._oracle.ask(request, stage, limit, None if runner is None else runner.kill, fd, **arguments)
        except Gone as gone:
            raise self._loss(gone, stage, runner) from gone
        finally:
            if not self._oracle.alive:
                self.close()

    def _loss(self, gone: Gone, stage: Stage, runner: "RunnerProcess | None") -> Exception:
        """The error that the end of a runner is: the candidate's, or a baseline's."""
        if runner is not None and gone.name == runner.name:
            crash = runner.crash(stage, gone.why, told=not gone.hidden and stage not in CONFIDENTIAL)
            crash.shape = gone.shape
            return crash
        if gone.name in CHANGES:
            return AlternativeLost(gone.name, f"its runner was lost: {gone.why}")
        baseline = self._baselines.get(gone.name)
        why = gone.why or (baseline.crash(stage).problem if baseline else "")
        self.close()
        short = says_memory_is_short(why)
        return short_of_memory(self._task["name"], self._device.target, f"the {gone.name} baseline: {why}") if short else Broken(f"the {gone.name} baseline's runner was lost: {why}")

    def _essential(self, act: "Callable[[], object]") -> None:
        """Runs a step that every session needs; closes the session if it fails. Raises Rejected and Broken."""
        try:
            act()
        except Rejected:
            self.close()
            raise
        except Failure as failure:
            self.close()
            raise Broken(f"the baseline failed: {failure}") from failure
