import { createHash } from "node:crypto";

/** The content address of a text: 24 hexadecimal digits of its SHA-256. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}
