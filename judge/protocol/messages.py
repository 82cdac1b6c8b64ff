"""Jobs, replies and verdicts as Python types. Written by `npm run docs:protocol` from src/domain; change it there.

The body of a variant leaves out the keys that all variants of its union share.
"""

from __future__ import annotations

from typing import Literal, TypedDict, Union

Target = Literal["cuda", "cpu"]
Language = Literal["cuda", "triton", "cpp"]
Precision = Literal["fp32", "tf32", "bf16", "fp16"]
Tier = Literal["sweep", "search", "promotion"]
Stage = Literal["build", "start", "open", "baselines", "correctness", "timing", "profile", "kernelbench"]
Library = Literal["library-allowed", "custom-only"]
Requirable = Literal["nan", "inf", "overflow", "tiny", "train", "eval", "buffers", "strides", "offset", "race", "argument", "values"]
HiddenGroup = Literal["distribution", "special rows", "other arguments", "parameters", "training mode", "other shapes", "required"]
AlternativeName = Literal["compile", "max-autotune", "tf32"]


class JobShared(TypedDict):
    protocol: Literal[3]
    id: str


class ProbeJobBody(TypedDict):
    kind: Literal["probe"]


class ProbeJob(ProbeJobBody, JobShared):
    pass


class _PrepareJobBody(TypedDict):
    kind: Literal["prepare"]
    task: Task
    target: Target
    precision: Precision
    baselines: list[AlternativeName]


class PrepareJobBody(_PrepareJobBody, total=False):
    libraryCalls: bool


class PrepareJob(PrepareJobBody, JobShared):
    pass


class _EvaluateJobBody(TypedDict):
    kind: Literal["evaluate"]
    task: Task
    target: Target
    precision: Precision
    candidate: Candidate
    tier: Tier
    baselines: list[AlternativeName]
    library: Library


class EvaluateJobBody(_EvaluateJobBody, total=False):
    require: list[Requirable]
    explain: bool
    counters: bool
    rareChecks: bool


class EvaluateJob(EvaluateJobBody, JobShared):
    pass


class _SeriesJobBody(TypedDict):
    kind: Literal["series"]
    task: Task
    target: Target
    precision: Precision
    candidates: list[Candidate]
    tier: Tier
    baselines: list[AlternativeName]
    library: Library


class SeriesJobBody(_SeriesJobBody, total=False):
    require: list[Requirable]
    counters: bool
    seconds: float
    again: SecondLook


class SeriesJob(SeriesJobBody, JobShared):
    pass


class GatesJobBody(TypedDict):
    kind: Literal["gates"]
    task: Task
    target: Target
    precision: Precision
    package: str
    files: list[SourceFile]


class GatesJob(GatesJobBody, JobShared):
    pass


class ReplyShared(TypedDict):
    id: str


class HostReplyBody(TypedDict):
    kind: Literal["host"]
    host: Host


class HostReply(HostReplyBody, ReplyShared):
    pass


class PreparedReplyBody(TypedDict):
    kind: Literal["prepared"]
    baselines: Baselines


class PreparedReply(PreparedReplyBody, ReplyShared):
    pass


class VerdictReplyBody(TypedDict):
    kind: Literal["verdict"]
    verdict: Verdict


class VerdictReply(VerdictReplyBody, ReplyShared):
    pass


class Again(TypedDict):
    candidate: int
    verdict: Verdict


class SeriesReplyBody(TypedDict):
    kind: Literal["series"]
    verdicts: list[Verdict | None]
    again: list[Again]


class SeriesReply(SeriesReplyBody, ReplyShared):
    pass


class Gate(TypedDict):
    name: str
    what: str
    outcome: Literal["passed", "failed", "skipped"]
    detail: str


class GatesReplyBody(TypedDict):
    kind: Literal["gates"]
    gates: list[Gate]
    problem: str


class GatesReply(GatesReplyBody, ReplyShared):
    pass


class _RejectedReplyBody(TypedDict):
    kind: Literal["rejected"]
    reason: str
    remedy: str


class RejectedReplyBody(_RejectedReplyBody, total=False):
    degenerate: bool


class RejectedReply(RejectedReplyBody, ReplyShared):
    pass


class BrokenReplyBody(TypedDict):
    kind: Literal["broken"]
    reason: str


class BrokenReply(BrokenReplyBody, ReplyShared):
    pass


class Explanation(TypedDict):
    check: str
    element: list[int] | None
    expected: str
    got: str
    problem: str


class _VerdictShared(TypedDict):
    isolation: Isolation
    seconds: dict[Stage, float]


class VerdictShared(_VerdictShared, total=False):
    explanation: list[Explanation]
    place: Place


class _BuildFailedVerdictBody(TypedDict):
    status: Literal["build_failed"]
    compiler: str
    diagnostics: str


class BuildFailedVerdictBody(_BuildFailedVerdictBody, total=False):
    shape: str


class BuildFailedVerdict(BuildFailedVerdictBody, VerdictShared):
    pass


class _ContractFailedVerdictBody(TypedDict):
    status: Literal["contract_failed"]
    problem: str


class ContractFailedVerdictBody(_ContractFailedVerdictBody, total=False):
    shape: str


class ContractFailedVerdict(ContractFailedVerdictBody, VerdictShared):
    pass


class _WrongVerdictBody(TypedDict):
    status: Literal["wrong"]
    inputs: Literal["public", "hidden"]
    problem: str


class WrongVerdictBody(_WrongVerdictBody, total=False):
    shape: str
    group: HiddenGroup
    names: list[str]


class WrongVerdict(WrongVerdictBody, VerdictShared):
    pass


class _PrecisionViolationVerdictBody(TypedDict):
    status: Literal["precision_violation"]
    inputs: Literal["public", "hidden"]
    problem: str


class PrecisionViolationVerdictBody(_PrecisionViolationVerdictBody, total=False):
    shape: str
    group: HiddenGroup
    names: list[str]


class PrecisionViolationVerdict(PrecisionViolationVerdictBody, VerdictShared):
    pass


class _UnstableVerdictBody(TypedDict):
    status: Literal["unstable"]
    problem: str


class UnstableVerdictBody(_UnstableVerdictBody, total=False):
    shape: str


class UnstableVerdict(UnstableVerdictBody, VerdictShared):
    pass


class _TimingDisagreesVerdictBody(TypedDict):
    status: Literal["timing_disagrees"]
    problem: str


class TimingDisagreesVerdictBody(_TimingDisagreesVerdictBody, total=False):
    shape: str


class TimingDisagreesVerdict(TimingDisagreesVerdictBody, VerdictShared):
    pass


class _BelowFloorVerdictBody(TypedDict):
    status: Literal["below_floor"]
    problem: str


class BelowFloorVerdictBody(_BelowFloorVerdictBody, total=False):
    shape: str


class BelowFloorVerdict(BelowFloorVerdictBody, VerdictShared):
    pass


class _PolicyViolationVerdictBody(TypedDict):
    status: Literal["policy_violation"]
    problem: str


class PolicyViolationVerdictBody(_PolicyViolationVerdictBody, total=False):
    shape: str


class PolicyViolationVerdict(PolicyViolationVerdictBody, VerdictShared):
    pass


class _CrashedVerdictBody(TypedDict):
    status: Literal["crashed"]
    stage: Stage
    problem: str


class CrashedVerdictBody(_CrashedVerdictBody, total=False):
    shape: str


class CrashedVerdict(CrashedVerdictBody, VerdictShared):
    pass


class _TimeoutVerdictBody(TypedDict):
    status: Literal["timeout"]
    stage: Stage
    limitSeconds: float


class TimeoutVerdictBody(_TimeoutVerdictBody, total=False):
    shape: str


class TimeoutVerdict(TimeoutVerdictBody, VerdictShared):
    pass


class Clocks(TypedDict):
    smMhz: float
    memoryMhz: float
    held: list[str]


class CallTimes(TypedDict):
    candidate: list[float]
    baseline: list[float]


class _OkVerdictBody(TypedDict):
    status: Literal["ok"]
    tier: Tier
    candidate: Time
    baseline: Time
    speedup: Ratio
    comparison: Literal["faster", "same", "slower", "ambiguous"]
    noiseBand: float
    rivals: list[Alternative]
    checkedCalls: int
    errorShare: float
    deterministic: bool
    precisionBlind: bool
    parameters: Literal["loaded", "none"]
    profile: Profile | None


class OkVerdictBody(_OkVerdictBody, total=False):
    clocks: Clocks | None
    timedTwice: bool
    forward: Forward
    callTimes: CallTimes
    pairs: list[Pair]
    shapes: list[ShapeTime]
    unseen: Unseen
    publicErrorShare: float
    unproven: list[str]
    sanitizers: Sanitizers
    kernelbench: KernelBench | None


class OkVerdict(OkVerdictBody, VerdictShared):
    pass


class _Checks(TypedDict):
    rows: Literal["independent", "mixed"]
    specialRows: dict[str, str]
    rareRows: dict[str, str]
    arguments: dict[str, list[str]]
    sameInEveryDraw: list[str]
    parameters: list[str]
    effects: list[str]


class Checks(_Checks, total=False):
    extremes: str


class _Ceilings(TypedDict):
    copyGBps: float
    tflops: dict[Precision, float]


class Ceilings(_Ceilings, total=False):
    readGBps: float


class LibraryCall(TypedDict):
    name: str
    source: str


class _Baselines(TypedDict):
    host: Host
    inputs: list[TensorSpec]
    outputs: list[TensorSpec]
    parameters: list[TensorSpec]
    eager: Time
    rivals: list[Alternative]
    admission: list[Distribution]
    timedOn: str
    precisionBlind: bool
    floorBytes: float
    floorUs: float
    copyGBps: float
    operators: list[KernelRow]
    seconds: float


class Baselines(_Baselines, total=False):
    gradients: list[TensorSpec]
    workloads: list[Workload]
    noiseBand: float
    promotionPairs: int
    checks: Checks
    neededUs: float
    work: Work
    ceilings: Ceilings
    libraryCalls: list[LibraryCall]


class Counting(TypedDict):
    by: Literal["ncu", "callgrind", "processor", "none"]
    seconds: float
    note: str
    raw: str


class _Profile(TypedDict):
    floorBytes: float
    floorUs: float
    copyGBps: float
    kernels: list[KernelRow]
    peakBytes: float | None
    deviceUs: float | None
    compiled: list[CompiledKernel]
    remarks: list[str]


class Profile(_Profile, total=False):
    neededUs: float
    work: Work
    processor: Processor
    countable: bool
    counting: Counting


class _CompiledKernel(TypedDict):
    name: str
    registers: float | None
    spillBytes: float | None
    sharedBytes: float | None


class CompiledKernel(_CompiledKernel, total=False):
    code: Code


class Cache(TypedDict):
    level: int
    bytes: float
    cores: int


class _Host(TypedDict):
    cpu: str
    cores: int
    memoryBytes: float
    python: str
    torch: str | None
    cuda: str | None
    driver: str | None
    nvcc: str | None
    gxx: str | None
    triton: str | None
    gpu: Gpu | None
    blas: str | None
    threads: int
    simd: list[str]
    ncu: Literal["available", "forbidden", "missing"]
    isolation: Isolation


class Host(_Host, total=False):
    name: str
    gpus: int
    caches: list[Cache]


class Place(TypedDict):
    host: str
    device: str
    driver: str | None


class Candidate(TypedDict):
    language: Language
    files: list[SourceFile]


class Task(TypedDict):
    name: str
    source: str


class _Alternative(TypedDict):
    name: AlternativeName
    time: Time | None
    speedup: Ratio | None


class Alternative(_Alternative, total=False):
    note: str


class Ratio(TypedDict):
    median: float
    low: float
    high: float
    samples: int


class _Time(TypedDict):
    medianUs: float
    lowUs: float
    highUs: float
    samples: int


class Time(_Time, total=False):
    launchUs: float
    deviceUs: float


class SecondLook(TypedDict):
    tier: Tier
    oneIn: int
    most: int


class SourceFile(TypedDict):
    name: str
    text: str


class TensorSpec(TypedDict):
    name: str
    shape: list[int]
    dtype: str


class _Isolation(TypedDict):
    level: Literal["L3", "L2"]
    ownUser: bool
    noNetwork: bool
    noNewPrivileges: bool
    limits: bool


class Isolation(_Isolation, total=False):
    systemCallFilter: bool
    controlGroup: bool
    freezer: bool
    fileFilter: bool


class Gpu(TypedDict):
    name: str
    capability: str
    multiprocessors: int
    memoryBytes: float
    l2Bytes: float
    sharedBytesPerBlock: float


class Distribution(TypedDict):
    distribution: str
    usable: bool
    vacuous: list[str]
    precisionBlind: bool
    note: str


class _KernelRow(TypedDict):
    name: str
    calls: float
    us: float
    share: float


class KernelRow(_KernelRow, total=False):
    launch: Launch
    counters: Counters


class Launch(TypedDict):
    blocks: int
    threads: int
    registers: int
    sharedBytes: int


class Stall(TypedDict):
    reason: str
    warps: float


class Counters(TypedDict, total=False):
    memoryShare: float
    dramShare: float
    smShare: float
    occupancy: float
    l1Hit: float
    l2Hit: float
    sectorsPerLoad: float
    sectorsPerStore: float
    loadBytes: float
    bankConflicts: float
    localBytes: float
    tensorShare: float
    activeThreads: float
    atomicSectors: float
    stalls: list[Stall]


class _Code(TypedDict):
    loads: dict[str, int]
    stores: dict[str, int]
    bulkCopies: int
    matrix: int
    localLoads: int
    localStores: int
    atomics: int
    double: int
    loops: int


class Code(_Code, total=False):
    orders: int


class _Work(TypedDict):
    flops: float
    track: Precision
    tflops: float
    computeUs: float


class Work(_Work, total=False):
    by: Precision
    products: float


class _Processor(TypedDict):
    threads: float
    busyThreads: float
    scaling: float
    faults: float


class Processor(_Processor, total=False):
    instructions: float
    accesses: float
    firstMisses: float
    lastMisses: float


class KernelBench(TypedDict):
    correct: bool
    passed: int
    trials: int
    maxDifference: float | None
    meanMs: float | None
    eagerMeanMs: float | None
    speedup: float | None
    flagged: bool
    note: str


class Forward(TypedDict):
    candidate: Time
    baseline: Time
    speedup: Ratio


class Pair(TypedDict):
    speedup: float
    candidateUs: float
    baselineUs: float


class Sanitizers(TypedDict):
    ran: list[Literal["address", "undefined", "memcheck", "racecheck", "initcheck", "synccheck"]]
    notes: list[str]
    why: str


class Workload(TypedDict):
    name: str
    weight: float
    share: float
    eager: Time
    floorUs: float
    inputs: list[TensorSpec]


class ShapeTime(TypedDict):
    name: str
    weight: float
    candidate: Time
    baseline: Time
    speedup: Ratio


class Unseen(TypedDict):
    checked: int
    refused: list[str]


JobBody = Union[ProbeJobBody, PrepareJobBody, EvaluateJobBody, SeriesJobBody, GatesJobBody]
Job = Union[ProbeJob, PrepareJob, EvaluateJob, SeriesJob, GatesJob]
ReplyBody = Union[HostReplyBody, PreparedReplyBody, VerdictReplyBody, SeriesReplyBody, GatesReplyBody, RejectedReplyBody, BrokenReplyBody]
Reply = Union[HostReply, PreparedReply, VerdictReply, SeriesReply, GatesReply, RejectedReply, BrokenReply]
VerdictBody = Union[BuildFailedVerdictBody, ContractFailedVerdictBody, WrongVerdictBody, PrecisionViolationVerdictBody, UnstableVerdictBody, TimingDisagreesVerdictBody, BelowFloorVerdictBody, PolicyViolationVerdictBody, CrashedVerdictBody, TimeoutVerdictBody, OkVerdictBody]
Verdict = Union[BuildFailedVerdict, ContractFailedVerdict, WrongVerdict, PrecisionViolationVerdict, UnstableVerdict, TimingDisagreesVerdict, BelowFloorVerdict, PolicyViolationVerdict, CrashedVerdict, TimeoutVerdict, OkVerdict]
