import { createHash } from "node:crypto";

/** The whole SHA-256 of a text, in base64. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

/** The content address of a text: 24 hexadecimal digits of its SHA-256. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}
