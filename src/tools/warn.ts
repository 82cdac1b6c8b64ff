/** Tells a person something beside the results: a line on standard error that names the program. */
export const warn = (line: string): void => console.error(`kernelwright: ${line}`);
