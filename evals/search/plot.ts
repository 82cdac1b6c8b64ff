/** Lines over attempts as an SVG that stands alone and reads on light and dark pages. */

export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

const size = { width: 720, height: 360, left: 52, right: 120, top: 34, bottom: 42 };
const colours = ["#0b6bcb", "#c4320a", "#2f7d32", "#8a3ffc", "#b8860b", "#d6266c", "#0f766e", "#6b7280"];

/** `title` says what the vertical axis is; both axes are linear and start at the least value. */
export function plot(title: string, horizontal: string, lines: readonly Line[]): string {
  const all = lines.flatMap((line) => line.points);
  const [x0, x1] = [Math.min(...all.map(([x]) => x)), Math.max(...all.map(([x]) => x))];
  const [y0, y1] = [Math.min(...all.map(([, y]) => y)), Math.max(...all.map(([, y]) => y)) * 1.02];
  const x = (value: number): number => size.left + ((value - x0) / (x1 - x0)) * (size.width - size.left - size.right);
  const y = (value: number): number => size.height - size.bottom - ((value - y0) / (y1 - y0)) * (size.height - size.top - size.bottom);
  const ticks = (low: number, high: number): number[] => {
    const step = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50].find((one) => (high - low) / one <= 7) ?? 100;
    return Array.from({ length: Math.floor(high / step) - Math.ceil(low / step) + 1 }, (_, index) => (Math.ceil(low / step) + index) * step);
  };
  const text = (at: [number, number], anchor: string, words: string, fill = "#6b7280"): string =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" text-anchor="${anchor}" fill="${fill}">${words}</text>`;
  const labels = spread(lines.map((line) => y(line.points.at(-1)![1])));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${title}">`,
    text([size.left, 18], "start", title),
    ...ticks(y0, y1).map(
      (tick) =>
        `<path d="M${size.left} ${y(tick).toFixed(1)}H${size.width - size.right}" stroke="#6b728040"/>${text([size.left - 6, y(tick) + 4], "end", Number(tick.toFixed(2)).toString())}`,
    ),
    ...ticks(x0, x1).map((tick) => text([x(tick), size.height - size.bottom + 18], "middle", Number(tick.toFixed(2)).toString())),
    text([size.left, size.height - 6], "start", horizontal),
    ...lines.map((line, index) => {
      const path = line.points.map(([a, b]) => `${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join("L");
      const colour = colours[index % colours.length]!;
      return `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="1.8"/>${text([size.width - size.right + 6, labels[index]! + 4], "start", line.name, colour)}`;
    }),
    "</svg>",
    "",
  ].join("\n");
}

/** Heights for labels that do not cover each other. */
function spread(heights: readonly number[]): number[] {
  const placed: number[] = [];
  for (const [index, height] of [...heights.entries()].toSorted(([, a], [, b]) => a - b))
    placed[index] = Math.max(height, ...placed.filter((one) => one !== undefined).map((one) => one + 14));
  return placed;
}
