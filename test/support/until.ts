/** Polls until the condition holds. Throws after a minute, or another limit. */
export async function until(reached: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
  for (const begun = Date.now(); !(await reached()); await new Promise((resolve) => setTimeout(resolve, 20)))
    if (Date.now() - begun > limitMs) throw new Error("the moment never came");
}
