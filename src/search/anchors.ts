/**
 * Grounded instruction (arXiv 2510.16996, section 4.2): the plan marks the lines to change, and the marks stand as
 * comments in the source that the coder gets. The planner names line ranges and this file inserts the tags, so an
 * anchored source always equals its parent outside them; only the coder's work needs checking.
 */
import type { Anchor } from "../domain/attempt.ts";
import type { SourceFile } from "../domain/candidate.ts";

const BEGIN = "<<<IMPROVE BEGIN>>>";
const END = "<<<IMPROVE END>>>";
const comment = (file: string): string => (file.endsWith(".py") ? "##" : "//");

/** What is wrong with the anchors for these files, in words for the planner; null when they fit. */
export function anchorProblem(anchors: readonly Anchor[], files: readonly SourceFile[]): string | null {
  if (anchors.length === 0) return "anchors is empty: mark at least one range of lines";
  for (const anchor of anchors) {
    const file = files.find((one) => one.name === anchor.file);
    if (!file) return `anchors name ${anchor.file}; the files are ${files.map((one) => one.name).join(", ")}`;
    const lines = file.text.split("\n").length;
    if (![anchor.from, anchor.to].every((line) => Number.isInteger(line) && line >= 1))
      return `lines ${anchor.from} to ${anchor.to} of ${anchor.file} are no line numbers: they start at 1`;
    if (anchor.from > anchor.to || anchor.to > lines) return `lines ${anchor.from} to ${anchor.to} do not fit ${anchor.file}, which has lines 1 to ${lines}`;
  }
  const overlap = anchors.find((one, index) => anchors.slice(index + 1).some((two) => one.file === two.file && one.from <= two.to && two.from <= one.to));
  return overlap ? `the range ${overlap.from} to ${overlap.to} of ${overlap.file} overlaps another one: merge them` : null;
}

/** The files with each anchored range between tags, the advice as comments inside the first one. */
export function anchored(files: readonly SourceFile[], anchors: readonly Anchor[], advice: string): SourceFile[] {
  const first = anchors[0];
  return files.map((file) => {
    const mark = comment(file.name);
    const lines = file.text.split("\n");
    for (const anchor of anchors.filter((one) => one.file === file.name).toSorted((a, b) => b.from - a.from)) {
      const note = anchor === first ? advice.split("\n").map((line) => `${mark} ${line}`.trimEnd()) : [];
      lines.splice(anchor.to, 0, `${mark} ${END}`);
      lines.splice(anchor.from - 1, 0, `${mark} ${BEGIN}`, ...note);
    }
    return { ...file, text: lines.join("\n") };
  });
}

/** The files without tag lines, should a coder leave them in. */
export function untagged(files: readonly SourceFile[]): SourceFile[] {
  const isTag = /^\s*(\/\/|#+)\s*<<<IMPROVE (BEGINS?|ENDS?)>>>\s*$/;
  return files.map((file) => ({
    ...file,
    text: file.text
      .split("\n")
      .filter((line) => !isTag.test(line))
      .join("\n"),
  }));
}

/**
 * Lines of the parent outside the anchors that the child lacks or has in another order, as `file:line text`.
 * Lines may be added anywhere (includes, helpers); blank lines and indentation do not count.
 */
export function strayed(parent: readonly SourceFile[], child: readonly SourceFile[], anchors: readonly Anchor[]): string[] {
  return parent.flatMap((file) => {
    const inside = anchors.filter((one) => one.file === file.name);
    const kept =
      child
        .find((one) => one.name === file.name)
        ?.text.split("\n")
        .map((line) => line.trim()) ?? [];
    let from = 0;
    return file.text.split("\n").flatMap((line, index) => {
      if (line.trim() === "" || inside.some((one) => index + 1 >= one.from && index + 1 <= one.to)) return [];
      const at = kept.indexOf(line.trim(), from);
      if (at < 0) return [`${file.name}:${index + 1} ${line.trim()}`];
      from = at + 1;
      return [];
    });
  });
}
