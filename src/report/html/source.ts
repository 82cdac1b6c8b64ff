/** Sources in the report: a candidate's files, and an attempt's changes against its parent. */
import type { Attempt } from "../../run/attempt.ts";
import { Candidate, type SourceFile } from "../../domain/candidate.ts";
import { jsonOf } from "../../lib/json.ts";
import { renderDiff } from "./diff.ts";
import { fold, markup, type Markup } from "./markup.ts";
import type { Artifacts, Outcome } from "../run/outcome.ts";

/** The files of an attempt. The reference's file has the name of its replacement. Empty without a source. */
export function filesOf(attempt: Attempt | null, artifacts: Artifacts): readonly SourceFile[] {
  const text = attempt?.source ? artifacts(attempt.source) : undefined;
  if (text === undefined) return [];
  const candidate = Candidate.safeParse(jsonOf(text));
  if (attempt?.role === "reference") return [{ name: "model_new.py", text: candidate.data?.files[0]?.text ?? text }];
  return candidate.data?.files ?? [];
}

/** The changes from the parent's files to the attempt's, file by file. A new file is shown whole. */
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

/** The reference's source beside the winner's, the kernel first. Empty if either is missing. */
export function renderCode({ best }: Outcome, attempts: readonly Attempt[], artifacts: Artifacts): Markup {
  const [before] = filesOf(attempts.find((one) => one.role === "reference") ?? null, artifacts);
  const after = filesOf(best, artifacts).toSorted((a, b) => Number(a.name.endsWith(".py")) - Number(b.name.endsWith(".py")));
  if (!best || !before || after.length === 0) return markup``;
  const side = (name: string, files: readonly SourceFile[]): Markup =>
    markup`<div><h3>${name}</h3>${files.map((file) => markup`<h4>${file.name}</h4><pre class="code" tabindex="0" role="region" aria-label="${name}: ${file.name}"><code>${file.text}</code></pre>`)}</div>`;
  return markup`<section id="code">
    <h2>Code before and after</h2>
    <div class="two">${side("Before: the reference", [{ ...before, name: "reference" }])} ${side(`After: ${best.id}`, after)}</div>
  </section>`;
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
