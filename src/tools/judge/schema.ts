import { z } from "zod";
import { Candidate, SourceFile } from "../../domain/candidate.ts";
import { Code, Counters, Launch, Processor } from "../../domain/counters.ts";
import { Gpu, Host, Isolation, Place } from "../../domain/hardware.ts";
import { Alternative, AlternativeName, Ratio, Time } from "../../domain/measure.ts";
import { CompiledKernel, KernelRow, Profile, Work } from "../../domain/profile.ts";
import { Baselines, Distribution, Job, Library, Reply, Requirable, SecondLook } from "../../domain/protocol.ts";
import { Language, Precision, Target, Task, TensorSpec } from "../../domain/task.ts";
import { Forward, HiddenGroup, KernelBench, Pair, Sanitizers, Stage, Tier, Verdict } from "../../domain/verdict.ts";
import { ShapeTime, Unseen, Workload } from "../../domain/workload.ts";

const named = {
  Job,
  Reply,
  Verdict,
  Baselines,
  Profile,
  CompiledKernel,
  Host,
  Place,
  Candidate,
  Task,
  Alternative,
  Ratio,
  Time,
  Target,
  Language,
  Precision,
  Tier,
  Stage,
  Library,
  Requirable,
  SecondLook,
  HiddenGroup,
  AlternativeName,
  SourceFile,
  TensorSpec,
  Isolation,
  Gpu,
  Distribution,
  KernelRow,
  Launch,
  Counters,
  Code,
  Work,
  Processor,
  KernelBench,
  Forward,
  Pair,
  Sanitizers,
  Workload,
  ShapeTime,
  Unseen,
};
const defined = (id: string): string => `#/$defs/${id}`;

/** The wire between search and judge as one JSON Schema, for the judge's Python. `npm run docs:protocol` writes it to judge/protocol/schema.json. */
export function protocolSchema(): { $defs: Record<string, unknown> } {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: "input", uri: defined });
  const $defs = Object.entries(schemas).map(([id, { $schema: _schema, $id: _id, ...schema }]) => [id, schema]);
  return { $defs: Object.fromEntries($defs) };
}
