/** Polls until the condition holds. Throws after four minutes, or another limit. Jest ends a test after five (jest.config.js). */
export async function until(reached: () => boolean | Promise<boolean>, limitMs = 240_000): Promise<void> {
  for (const begun = Date.now(); !(await reached()); await new Promise((resolve) => setTimeout(resolve, 20)))
    if (Date.now() - begun > limitMs) throw new Error("the moment never came");
}
