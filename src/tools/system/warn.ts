/** Prints a message to the user on standard error, with the program's name. */
export const warn = (line: string): void => console.error(`kernelwright: ${line}`);
