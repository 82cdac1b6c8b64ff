/** Formats numbers and times for every report: three significant digits, and a space before the unit. */
import type { Ratio, Time } from "../domain/measure.ts";

/** Three significant digits, never in exponent form for anything a kernel takes: 0.0123, 1.60, 254, 12300. */
export function digits(value: number): string {
  const rounded = Number(value.toPrecision(3));
  return Math.abs(rounded) >= 100 || rounded === 0 ? String(rounded) : rounded.toPrecision(3);
}

/** Formats microseconds. The unit is chosen after rounding: 999.9 becomes 1.00 ms. */
export function duration(us: number): string {
  const rounded = Number(us.toPrecision(3));
  if (rounded >= 1e6) return `${digits(rounded / 1e6)} s`;
  return rounded >= 1e3 ? `${digits(rounded / 1e3)} ms` : `${digits(rounded)} µs`;
}

/** Wall-clock seconds: "4.20 s" below two minutes, then minutes, then hours. */
export function seconds(value: number): string {
  if (value < 120) return `${digits(value)} s`;
  const minutes = Math.round(value / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** "254 µs [251, 258]": the median and its 95 % interval, all in the unit of the median. */
export function time(value: Time): string {
  const [number, unit] = duration(value.medianUs).split(" ");
  const scale = unit === "s" ? 1e6 : unit === "ms" ? 1e3 : 1;
  return `${number} ${unit} [${digits(value.lowUs / scale)}, ${digits(value.highUs / scale)}]`;
}

/** "1.62x" */
export function times(value: number): string {
  return `${digits(value)}x`;
}

/** "[1.58, 1.66]" */
export function interval(value: Pick<Ratio, "low" | "high">): string {
  return `[${digits(value.low)}, ${digits(value.high)}]`;
}

/** "1.62x [1.58, 1.66]" */
export function ratio(value: Ratio): string {
  return `${times(value.median)} ${interval(value)}`;
}

/** `share` is 0 to 1. */
export function percent(share: number): string {
  return `${digits(share * 100)} %`;
}

export function bytes(value: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(value) / 10));
  return `${digits(value / 1024 ** power)} ${units[power]}`;
}

/** "12,345" */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** "1 attempt", "3 attempts" */
export function plural(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** The text with a capital letter, as a sentence begins. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** "$0.03", "$1.20", "$120.00" */
export function dollars(value: number): string {
  return `$${value.toFixed(value > 0 && value < 0.1 ? 3 : 2)}`;
}

/** "2026-11-21 09:30 UTC", of a moment as ISO 8601 has it. */
export function utc(at: string): string {
  return `${at.slice(0, 16).replace("T", " ")} UTC`;
}
