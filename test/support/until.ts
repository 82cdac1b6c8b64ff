/** Polls until the condition holds. Throws after a minute. */
export async function until(reached: () => boolean | Promise<boolean>): Promise<void> {
  for (const begun = Date.now(); !(await reached()); await new Promise((resolve) => setTimeout(resolve, 20)))
    if (Date.now() - begun > 60_000) throw new Error("the moment never came");
}
