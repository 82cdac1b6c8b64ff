/** Operator families: groups of similar operators, to compare tasks. Names are those of torch's profiler. */
import type { KernelRow } from "../../domain/profile.ts";

const families: readonly [family: string, names: RegExp][] = [
  ["attention", /attention/],
  ["convolution", /conv/],
  ["recurrent", /lstm|gru|rnn/],
  ["matrix product", /(^|_)(mm|bmm|addmm|baddbmm|matmul|linear|einsum|mv|dot)($|_)|gemm/],
  ["softmax", /softmax|logsumexp/],
  ["normalization", /norm|rsqrt/],
  ["pooling", /pool/],
  ["loss", /loss|cross_entropy|kl_div/],
  ["scan", /cumsum|cumprod|scan/],
  ["reduction", /^(sum|mean|prod|max|min|amax|amin|argmax|argmin|var|std|any|all)($|_)/],
  ["indexing", /gather|scatter|index|embedding|cat$|stack|roll|where/],
];

/** Families with much arithmetic per byte. Fusion across them is hard. */
export const HEAVY: ReadonlySet<string> = new Set(["attention", "convolution", "recurrent", "matrix product"]);

/** Families with a smaller fraction of the time are ignored. */
const SMALL = 0.05;

/** The families of a task's operators, the largest share first. */
export function familiesOf(operators: readonly KernelRow[]): string[] {
  const shares = new Map<string, number>();
  for (const { name, share } of operators) shares.set(familyOf(name), (shares.get(familyOf(name)) ?? 0) + share);
  return [...shares]
    .filter(([, share]) => share >= SMALL)
    .toSorted(([, a], [, b]) => b - a)
    .map(([family]) => family);
}

/** The families of the modules and functions that a task's source calls, in their order: for a task whose operators were not traced. */
export function familiesNamedIn(source: string): string[] {
  const [model = ""] = source.split("def get_inputs");
  const names = [...model.matchAll(/\b(?:torch|nn|F|functional)\.(\w+)\(/g)].map(([, name]) => name!);
  return [...new Set(names.map(familyOf))];
}

/** The family of an operator. */
export function familyOf(operator: string): string {
  const name = operator.replace(/^aten::_?(native_|cudnn_|mkldnn_|thnn_)?/, "").toLowerCase();
  return families.find(([, names]) => names.test(name))?.[0] ?? "elementwise";
}
