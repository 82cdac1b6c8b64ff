/** The value that a JSON text holds; undefined for a text that is missing or is not JSON. */
export function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
