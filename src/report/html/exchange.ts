/**
 * The model's part of an attempt: each prompt as sent and each reply as received. The instructions that open every prompt
 * of a role are shown once for the whole page.
 */
import { count } from "../format.ts";
import type { Exchange } from "../run/exchange.ts";
import { fold, markup, type Markup } from "./markup.ts";

/** The instructions so far, each with the role of its first use. */
export type Instructions = Map<string, string>;

/** The exchanges of one attempt, folded. Adds their instructions to `met`. */
export function renderExchanges(exchanges: readonly Exchange[], met: Instructions): Markup {
  return markup`${exchanges.map(({ call, prompt, reply }) => {
    const [, instructions = "", rest = prompt] = /^## system\n\n([\s\S]*?)\n\n(## user\n[\s\S]*)$/.exec(prompt) ?? [];
    if (instructions !== "" && !met.has(instructions)) met.set(instructions, call.replace(/\.\d+$/, ""));
    return fold(
      `${call}: prompt of ${count(prompt.length)} characters, reply of ${count(reply.length)}`,
      markup`${instructions && markup`<p>It begins with the <a href="#${anchorOf(instructions, met)}">${met.get(instructions)}'s instructions</a>, which are the same in every such prompt.</p>`}
        <pre><code>${rest}</code></pre>
        <h4>reply</h4>
        <pre><code>${reply}</code></pre>`,
    );
  })}`;
}

/** All distinct instructions. */
export function renderInstructions(met: Instructions): Markup {
  if (met.size === 0) return markup``;
  return markup`<section id="instructions">
    <h2>Instructions to the model</h2>
    <p class="quiet">What every prompt of a role begins with.</p>
    ${[...met].map(([text, role]) => markup`<div id="${anchorOf(text, met)}">${fold(`To the ${role}`, markup`<pre><code>${text}</code></pre>`)}</div>`)}
  </section>`;
}

const anchorOf = (text: string, met: Instructions): string => `instructions-${[...met.keys()].indexOf(text) + 1}`;
