/** What the environment says: keys, databases, where traces go, what a worker gets. Its only reader for settings; what flags say over it is config.ts's. */
import { type TracingSettings, tracingOf } from "./domain/span.ts";

export interface Secrets {
  apiKey: string | undefined;
  baseURL: string | undefined;
}

export function secrets(): Secrets {
  return { apiKey: process.env["OPENAI_API_KEY"] || undefined, baseURL: process.env["OPENAI_BASE_URL"] || undefined };
}

/** The model that is asked where no flag names one. */
export const modelName = (): string | undefined => process.env["KERNELWRIGHT_MODEL"];

let traces: TracingSettings | undefined;

/**
 * Where traces go, by LangSmith's and OpenTelemetry's own variables. LangChain's tracer, which would send states and paths as they
 * are, is switched off in this process: hence read once.
 */
export function tracingSettings(): TracingSettings {
  traces ??= tracingOf(process.env);
  for (const name of ["LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING", "LANGCHAIN_TRACING_V2"]) delete process.env[name];
  return traces;
}

/** The database of checkpoints where one is set: an address, which may hold a password, or a file. */
export function databaseOf(): string | undefined {
  return process.env["KERNELWRIGHT_DATABASE"] || undefined;
}

/** Values of the environment that must not appear anywhere. */
export function secretValues(): string[] {
  return Object.entries(process.env).flatMap(([name, value]) => (/KEY|TOKEN|SECRET|PASSW|CREDENTIAL|HEADERS|DATABASE/i.test(name) && value ? [value] : []));
}

/** The environment that a worker gets: what it needs to run, and no keys. */
export function workerEnv(): Record<string, string> {
  const names =
    /^(PATH|HOME|USER|LANG|LC_\w+|TMPDIR|LD_LIBRARY_PATH|CUDA_\w+|NVIDIA_\w+|KERNELWRIGHT_(?!DATABASE$)\w+|SSH_AUTH_SOCK|SLURM_\w+|DOCKER_HOST|KUBECONFIG)$/;
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => names.test(entry[0]) && entry[1] !== undefined));
}
