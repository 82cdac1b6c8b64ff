import { secrets } from "../../config/environment.ts";
import type { Host } from "../../domain/hardware.ts";
import { isolationOf } from "../../report/html/setting.ts";
import { timeLimit } from "../../lib/abort.ts";
import { workerOf } from "../../config/services.ts";
import { createJudge } from "../../tools/judge/client.ts";
import { configured } from "../../config/config-file.ts";

interface Finding {
  what: string;
  found: string;
  /** the remedy; empty if nothing is missing */
  remedy: string;
}

/** `kernelwright doctor`: what was found, each with what to do about it. */
export async function doctor(given: { worker?: string; config?: string }): Promise<void> {
  const { flags } = configured(given);
  const judge = createJudge(workerOf(flags.worker ?? ""), `doctor ${Date.now()}`);
  try {
    const host = await judge.probe();
    for (const { what, found, remedy } of [...hostFindings(host), ...(await modelFinding())])
      console.log(`${(remedy ? "!" : "ok").padEnd(3)}${what.padEnd(20)}${found}${remedy ? `\n   ${" ".repeat(20)}-> ${remedy}` : ""}`);
  } finally {
    await judge.close(true);
  }
}

function hostFindings(host: Host): Finding[] {
  const or = (value: string | null, remedy: string): Pick<Finding, "found" | "remedy"> => ({ found: value ?? "missing", remedy: value === null ? remedy : "" });
  const { gpu, isolation } = host;
  return [
    { what: "cpu", found: `${host.cpu}, ${host.cores} cores, ${Math.round(host.memoryBytes / 2 ** 30)} GiB, ${host.simd.join(" ")}`, remedy: "" },
    { what: "python", found: host.python, remedy: "" },
    { what: "torch", ...or(host.torch, "install PyTorch for this Python, or name one that has it in KERNELWRIGHT_PYTHON") },
    {
      what: "cpu matrix library",
      found: `${host.blas ?? "unknown"}, ${host.threads} threads`,
      remedy: /reference|generic/i.test(host.blas ?? "") ? "apt-get install libopenblas0-openmp: speedups over a slow baseline mean little" : "",
    },
    { what: "g++", ...or(host.gxx, "install g++ for the cpu target") },
    {
      what: "gpu",
      ...or(
        gpu &&
          `${host.gpus > 1 ? `${host.gpus} of ` : ""}${gpu.name}, compute capability ${gpu.capability}, ${Math.round(gpu.memoryBytes / 2 ** 30)} GiB, driver ${host.driver ?? "?"}`,
        "none here: use --target cpu, or a GPU host through --worker",
      ),
    },
    { what: "nvcc", ...or(host.nvcc, "install the CUDA toolkit for --language cuda") },
    { what: "triton", ...or(host.triton, "pip install triton for --language triton") },
    {
      what: "hardware counters",
      ...counterFinding(host),
    },
    {
      what: "isolation",
      found: isolationOf(isolation),
      remedy:
        isolation.level === "L3"
          ? ""
          : "run the judge as root (in a container) so that candidates get a user of their own; until then winners are exported with --degraded only",
    },
  ];
}

/** Candidates' processes read the counters, never as root. Therefore the driver must allow every user. */
function counterFinding({ gpu, ncu }: Host): Pick<Finding, "found" | "remedy"> {
  if (!gpu) return { found: "no GPU here; the cpu target simulates them where valgrind is installed", remedy: "" };
  if (ncu === "available") return { found: "read by ncu", remedy: "" };
  const without = "profiles come from the activity trace, the compiler and the machine code";
  return ncu === "missing"
    ? { found: `none, ncu is missing: ${without}`, remedy: "install Nsight Compute and put ncu on PATH" }
    : {
        found: `none, the driver forbids them: ${without}`,
        remedy: "load the driver with NVreg_RestrictProfilingToAdminUsers=0 (a line in /etc/modprobe.d, then a reboot)",
      };
}

async function modelFinding(): Promise<Finding[]> {
  const { apiKey, baseURL } = secrets();
  if (!apiKey && !baseURL)
    return [
      {
        what: "model endpoint",
        found: "none configured",
        remedy: "set OPENAI_API_KEY (and OPENAI_BASE_URL); without it the tasks of evals/tasks run on the cpu, from recorded replies",
      },
    ];
  const url = `${baseURL ?? "https://api.openai.com/v1"}/models`;
  const { signal, clear } = timeLimit(5000);
  const status = await fetch(url, { headers: { authorization: `Bearer ${apiKey ?? "none"}` }, signal })
    .then(
      (response) => String(response.status),
      ({ message, cause }: Error) => (cause instanceof Error && cause.message) || message,
    )
    .finally(clear);
  return [
    {
      what: "model endpoint",
      found: `${baseURL ?? "OpenAI"}: ${status}`,
      remedy: status === "200" ? "" : "check that the server is there, OPENAI_API_KEY and OPENAI_BASE_URL",
    },
  ];
}
