/**
 * HTML that is always escaped: a value in a `markup` template is text unless it is Markup.
 * Characters that are invisible or reorder the line (control, bidirectional) are shown by their code.
 */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Markup | string | number | false | null | undefined | readonly Value[];

/** Markup from a template; lists are joined, and false, null and undefined leave nothing. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.map((part, i) => (i === 0 ? part : render(values[i - 1]) + part)).join(""));
}

function render(value: Value): string {
  if (value === false || value === null || value === undefined) return "";
  if (value instanceof Markup) return value.text;
  return typeof value === "object" ? value.map(render).join("") : escape(String(value));
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escape(text: string): string {
  const visible = text
    .replaceAll("\r\n", "\n")
    .replace(/[^\P{C}\n\t]/gu, (char) => `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
  return visible.replace(/[&<>"']/g, (char) => entities[char] ?? char);
}

/** Rows of a two-column list of facts; rows without a value are left out. */
export function facts(rows: readonly (readonly [string, Value])[]): Markup {
  const present = rows.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== "");
  return markup`<dl class="facts">
    ${present.map(
      ([term, value]) =>
        markup`<div>
          <dt>${term}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** A heading of more characters is not repeated beside each cell on a narrow screen. */
const LABEL = 24;

/** A table. On a narrow screen its rows become lists, each cell under its heading. Columns after the first `left` are numbers. */
export function table(head: readonly string[], rows: readonly (readonly Value[])[], left = 1): Markup {
  const side = (i: number) => (i < left ? "" : "num");
  return markup`<div class="${head.length > 8 ? "wide many" : "wide"}">
    <table>
      <thead>
        <tr>
          ${head.map((cell, i) => markup`<th scope="col" class="${side(i)}">${cell}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            markup`<tr>
              ${row.map((cell, i) => markup`<td${side(i) && new Markup(' class="num"')}${(head[i] ?? "").length <= LABEL && markup` data-head="${head[i]}"`}>${cell}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}

/** A part that is closed until asked for; one that is `printed` is open on paper. */
export function fold(summary: Value, body: Value, printed = false): Markup {
  return markup`<details${printed && new Markup(' class="printed"')}>
    <summary>${summary}</summary>
    ${body}
  </details>`;
}
