/** Sources as the report shows them: a candidate's files, and what an attempt changed against its parent. */
import type { Attempt } from "../domain/attempt.ts";
import { Candidate, type SourceFile } from "../domain/candidate.ts";
import { jsonOf } from "../domain/json.ts";
import { renderDiff } from "./diff.ts";
import { fold, markup, type Markup } from "./markup.ts";
import { type Artifacts } from "./outcome.ts";

/** The files of an attempt, the reference's one file under the name of what replaces it; empty where there is no source. */
export function filesOf(attempt: Attempt | null, artifacts: Artifacts): readonly SourceFile[] {
  const text = attempt?.source ? artifacts(attempt.source) : undefined;
  if (text === undefined) return [];
  const candidate = Candidate.safeParse(jsonOf(text));
  if (attempt?.role === "reference") return [{ name: "model_new.py", text: candidate.data?.files[0]?.text ?? text }];
  return candidate.data?.files ?? [];
}

/** What turns the parent's files into the attempt's, file by file; a file that is new is shown whole. */
export function renderChange(attempt: Attempt, parent: Attempt | null, artifacts: Artifacts): Markup {
  const before = filesOf(parent, artifacts);
  const after = filesOf(attempt, artifacts);
  if (after.length === 0) return markup`<p class="quiet">The source is not in the artifact store.</p>`;
  const names = [...new Set([...before, ...after].map((file) => file.name))];
  const textOf = (files: readonly SourceFile[], name: string) => files.find((file) => file.name === name)?.text;
  const changed = names.filter((name) => textOf(before, name) !== textOf(after, name));
  if (changed.length === 0) return markup`<p class="quiet">Nothing.</p>`;
  return markup`${changed.map((name) => {
    const [old, text] = [textOf(before, name), textOf(after, name) ?? ""];
    if (old === undefined) return renderFile({ name: `${attempt.id}/${name}, new`, text });
    return (
      renderDiff([`${parent?.id ?? ""}/${name}`, `${attempt.id}/${name}`], old, text) ??
      markup`<p class="quiet">${attempt.id}/${name} differs too much from its parent for a diff to be readable.</p>`
    );
  })}`;
}

/** The whole source of an attempt, file by file. */
export function renderFiles(attempt: Attempt, artifacts: Artifacts): Markup {
  const files = filesOf(attempt, artifacts);
  return files.length > 0 ? fold("The whole source", files.map(renderFile)) : markup``;
}

function renderFile({ name, text }: SourceFile): Markup {
  return markup`<h4>${name}</h4>
    <pre><code>${text}</code></pre>`;
}
