/** The function that renders a template of prompts/. The caller passes it in, because this folder reads no files. */
export type Render = (name: string, values: Readonly<Record<string, string>>) => string;

/** The non-empty texts, one per line. */
export const linesOf = (texts: readonly string[]): string => texts.filter((text) => text !== "").join("\n");
