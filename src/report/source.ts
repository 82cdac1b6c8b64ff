/** Sources as the report shows them: a candidate's files, and what an attempt changed against its parent. */
import { createTwoFilesPatch } from "diff";
import type { Attempt } from "../domain/attempt.ts";
import { Candidate, type SourceFile } from "../domain/candidate.ts";
import { markup, type Markup } from "./markup.ts";
import { jsonOf } from "../domain/json.ts";
import { type Artifacts } from "./outcome.ts";

/** Beyond this many changed lines a diff explains nothing, and finding it may take long. */
const MAX_CHANGED_LINES = 3000;

/** The files of an attempt, the reference's one file under the name of what replaces it; empty where there is no source. */
export function filesOf(attempt: Attempt | null, artifacts: Artifacts): readonly SourceFile[] {
  const text = attempt?.source ? artifacts(attempt.source) : undefined;
  if (text === undefined) return [];
  const candidate = Candidate.safeParse(jsonOf(text));
  if (attempt?.role === "reference") return [{ name: "model_new.py", text: candidate.data?.files[0]?.text ?? text }];
  return candidate.data?.files ?? [];
}

/** The unified diffs that turn the parent's files into the attempt's. */
export function renderChange(attempt: Attempt, parent: Attempt | null, artifacts: Artifacts): Markup {
  const before = filesOf(parent, artifacts);
  const after = filesOf(attempt, artifacts);
  if (after.length === 0) return markup`<p class="quiet">The source is not in the artifact store.</p>`;
  const names = [...new Set([...before, ...after].map((file) => file.name))];
  const textOf = (files: readonly SourceFile[], name: string) => files.find((file) => file.name === name)?.text ?? "";
  const changed = names.filter((name) => textOf(before, name) !== textOf(after, name));
  return markup`${changed.map((name) => renderDiff(`${parent?.id ?? ""}/${name}`, `${attempt.id}/${name}`, textOf(before, name), textOf(after, name)))}`;
}

function renderDiff(oldName: string, newName: string, before: string, after: string): Markup {
  const patch = createTwoFilesPatch(oldName, newName, before, after, "", "", { context: 3, maxEditLength: MAX_CHANGED_LINES });
  if (patch === undefined) return markup`<p class="quiet">${newName} differs too much from its parent for a diff to be readable.</p>`;
  const lines = patch
    .trimEnd()
    .split("\n")
    .filter((line) => !/^=+$/.test(line));
  return markup`<pre class="diff"><code>${lines.map((line, i) => markup`<span class="${kindOf(line, i)}">${line}</span>\n`)}</code></pre>`;
}

function kindOf(line: string, index: number): string {
  if (index < 2 || line.startsWith("\\")) return "file";
  return line.startsWith("@@") ? "hunk" : line.startsWith("+") ? "add" : line.startsWith("-") ? "del" : "same";
}

/** The whole source of an attempt, file by file. */
export function renderFiles(attempt: Attempt, artifacts: Artifacts): Markup {
  return markup`${filesOf(attempt, artifacts).map(
    ({ name, text }) =>
      markup`<h4>${name}</h4>
        <pre><code>${text}</code></pre>`,
  )}`;
}
