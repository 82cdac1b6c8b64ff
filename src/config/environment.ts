/** Settings from the environment: keys, databases, trace destinations, and the environment of workers. Only this file reads it. resolve-settings.ts applies the flags. */
import { UserError } from "../domain/errors.ts";
import { isPostgres } from "../domain/worker-spec.ts";
import { type TracingSettings, tracingOf } from "../domain/span.ts";

export interface Secrets {
  apiKey: string | undefined;
  baseURL: string | undefined;
}

export function secrets(): Secrets {
  return { apiKey: process.env["OPENAI_API_KEY"] || undefined, baseURL: process.env["OPENAI_BASE_URL"] || undefined };
}

/** The default model. */
export const modelName = (): string | undefined => process.env["KERNELWRIGHT_MODEL"];

let traces: TracingSettings | undefined;

/**
 * The trace destinations, from LangSmith's and OpenTelemetry's variables. It switches off LangChain's own tracer in this process,
 * which would send whole states and paths. Therefore it reads the variables once.
 */
export function tracingSettings(): TracingSettings {
  traces ??= tracingOf(process.env);
  for (const name of ["LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING", "LANGCHAIN_TRACING_V2"]) delete process.env[name];
  return traces;
}

/** The configured database of checkpoints, if any: a URL, which may contain a password, or a file. */
export function databaseOf(): string | undefined {
  return process.env["KERNELWRIGHT_DATABASE"] || undefined;
}

/** The Postgres of the queue: `given`, or KERNELWRIGHT_DATABASE. Throws UserError where there is none. */
export function queueAddress(given = databaseOf()): string {
  if (given !== undefined && isPostgres(given)) return given;
  throw new UserError(
    given === undefined ? "the queue has no database" : "the queue needs Postgres, and the given database is a file",
    "set KERNELWRIGHT_DATABASE to postgres://user:password@host/name (docs/workers.md#a-queue)",
  );
}

/** Values of the environment that must not appear anywhere. */
export function secretValues(): string[] {
  return Object.entries(process.env).flatMap(([name, value]) => (/KEY|TOKEN|SECRET|PASSW|CREDENTIAL|HEADERS|DATABASE/i.test(name) && value ? [value] : []));
}

/** The environment of a worker: the variables that it needs, without keys. */
export function workerEnv(): Record<string, string> {
  const names =
    /^(PATH|HOME|USER|LANG|LC_\w+|TMPDIR|LD_LIBRARY_PATH|CUDA_\w+|NVIDIA_\w+|KERNELWRIGHT_(?!DATABASE$)\w+|SSH_AUTH_SOCK|SLURM_\w+|DOCKER_HOST|KUBECONFIG)$/;
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => names.test(entry[0]) && entry[1] !== undefined));
}
