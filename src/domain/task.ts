import { z } from "zod";

export const Target = z.enum(["cuda", "cpu"]).describe("what the kernel runs on");
export type Target = z.infer<typeof Target>;

export const Language = z.enum(["cuda", "triton", "cpp"]).describe("what a candidate is written in");
export type Language = z.infer<typeof Language>;

export const Precision = z.enum(["fp32", "tf32", "bf16", "fp16"]).describe("the precision track: what arithmetic the baseline may use");
export type Precision = z.infer<typeof Precision>;

/** A PyTorch reference following KernelBench's contract: `Model`, `get_inputs`, `get_init_inputs`. */
export const Task = z.object({
  name: z.string().regex(/^[\w.-]+$/),
  source: z.string().describe("the whole Python file"),
});
export type Task = z.infer<typeof Task>;

/** Whether a task asks for gradients: its calls then go forward and backward. */
export const asksForGradients = ({ source }: Pick<Task, "source">): boolean => /^backward\s*(?::\s*bool\s*)?=\s*True\b/m.test(source);

/** The languages of a target, the default first. */
export const languagesOf: Record<Target, readonly [Language, ...Language[]]> = {
  cuda: ["cuda", "triton"],
  cpu: ["cpp"],
};

export const TensorSpec = z.object({ name: z.string(), shape: z.array(z.number().int()), dtype: z.string() });
export type TensorSpec = z.infer<typeof TensorSpec>;
