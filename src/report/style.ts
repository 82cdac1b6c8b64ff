/** The page's one style sheet: quiet type, tabular numbers, light and dark, screen, phone and paper. */
import { Markup } from "./markup.ts";

export const style = new Markup(`
:root { color-scheme: light dark; --ink: #1c2024; --soft: #59616b; --rule: #dfe2e6; --paper: #fff; --tint: #f5f6f8; --accent: #0a58ca;
  --good: #176b31; --bad: #b3261e; --add: #e6f6ea; --del: #fdecec; --added: #a6e3b4; --removed: #f8bcbc; --note: #fff7e0; --edge: #d8a200; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e7eb; --soft: #a1aab5; --rule: #30363d; --paper: #0f1216; --tint: #181c21; --accent: #7ab8ff;
  --good: #5ccf78; --bad: #ff8a80; --add: #11271a; --del: #331a1c; --added: #1f5c34; --removed: #762c2f; --note: #262110; --edge: #b98d1b; } }
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0 auto; max-width: 84rem; padding: 2.5rem 1.5rem 4rem; background: var(--paper); color: var(--ink); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
h1 { margin: 0; font-size: 1.35rem; font-weight: 650; overflow-wrap: anywhere }
h2 { margin: 0 0 .75rem; font-size: 1.1rem; font-weight: 650 }
h3 { margin: 0 0 .4rem; font-size: .95rem; font-weight: 650 }
h4, caption { margin: .8rem 0 .2rem; font: 600 .8rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--soft); text-align: left; overflow-wrap: anywhere }
p { margin: 0 0 .75rem; max-width: 60rem } a { color: var(--accent); text-decoration: underline; text-decoration-color: color-mix(in srgb, currentColor 40%, transparent); text-underline-offset: .15em } a:hover { text-decoration-color: currentColor }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: .2rem }
header p { margin: .15rem 0 0 } section { margin-top: 2.75rem } #result { margin-top: 1.75rem }
.quiet, small { color: var(--soft) } small { display: block; font-size: .8rem; line-height: 1.35 }
.hidden, .skip:not(:focus) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.verdict { margin: 0 0 1.25rem; font-size: 1.6rem; line-height: 1.25; font-weight: 500; letter-spacing: -.01em } .verdict small { margin-top: .3rem; font-size: .9rem; letter-spacing: 0; font-weight: 400 }
.verdict strong { font-weight: 700 } .verdict.win strong { color: var(--good) } .verdict.loss strong { color: var(--bad) }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: .75rem; margin-bottom: 1.5rem }
.card { padding: .8rem 1rem; border: 1px solid var(--rule); border-radius: .5rem; background: var(--tint) }
.card h2 { margin: 0; font-size: .8rem; font-weight: 500; color: var(--soft) }
.card b { display: block; font-size: 1.7rem; line-height: 1.3; font-weight: 650; letter-spacing: -.02em }
.card span { display: block; font-size: .82rem; color: var(--soft) }
.facts { margin: 0 0 1rem; max-width: 60rem } .facts > div { display: grid; grid-template-columns: 9rem 1fr; gap: 0 1rem; padding: .3rem 0; border-top: 1px solid var(--rule) }
.facts > div:first-child { border-top: 0 } dt { color: var(--soft) } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; white-space: pre-line } dd pre { margin: 0 }
.notes { max-width: 60rem; padding: .8rem 1rem; border-left: 3px solid var(--edge); background: var(--note); border-radius: 0 .4rem .4rem 0 }
.notes h2 { font-size: .95rem; margin-bottom: .3rem } .notes ul { margin: 0; padding-left: 1.1rem } .notes li { overflow-wrap: anywhere; white-space: pre-line }
.wide { overflow-x: auto; margin-bottom: 1rem } table { width: 100%; border-collapse: collapse; font-size: .88rem }
th { text-align: left; font-weight: 500; color: var(--soft) } th.num { white-space: nowrap } th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--rule); vertical-align: top; overflow-wrap: anywhere } .wide td:not(.num) { min-width: 6.5rem }
.num { text-align: right; white-space: nowrap; padding-right: 0; padding-left: .75rem }
.status { display: inline-block; padding: 0 .45rem; border-radius: 1rem; font-size: .78rem; font-weight: 500; white-space: nowrap; color: var(--bad); border: 1px solid currentColor }
.status.ok { color: var(--good) } .status.duplicate { color: var(--soft) } .gain { color: var(--soft); font-weight: 400 }
.search { display: grid; grid-template-columns: 19rem minmax(0, 1fr); gap: 2rem; align-items: start }
.tree { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto; padding: .6rem .8rem; border: 1px solid var(--rule); border-radius: .5rem; background: var(--tint); font-size: .85rem }
.tree ul { margin: 0; padding: 0; list-style: none } .tree > ul { margin-top: .4rem } .tree ul ul { padding-left: .8rem; border-left: 1px solid var(--rule) } .tree ul ul ul ul ul ul ul ul ul { padding-left: 0 }
.node { display: block; padding: .15rem .3rem; color: inherit; text-decoration: none; border-radius: .25rem } a.node:hover { background: var(--paper) } .node b { font-weight: 500; text-decoration: underline; text-decoration-color: var(--rule) } .node.winner b { font-weight: 700 }
.node small { overflow-wrap: anywhere } .node .ok { color: var(--good) } .node .slow { color: var(--soft) } .node .failed { color: var(--bad) }
.attempt { padding: .2rem 0 .2rem 1.1rem; border-left: 2px solid var(--rule) } .attempt + .attempt { margin-top: 1.5rem } .path.attempt { border-color: var(--good) }
.attempt:not(.path) { display: none } .attempt:target { display: block; margin-top: 0 } .panels:has(> :target) > :not(:target) { display: none }
.diagnosis { margin-bottom: .75rem; max-width: 60rem } .diagnosis p { margin: 0 } .diagnosis ul { margin: .2rem 0 0; padding-left: 1.1rem }
details { margin: .35rem 0 } summary { cursor: pointer; color: var(--accent); overflow-wrap: anywhere } details[open] > summary { margin-bottom: .5rem }
pre, .diff td { font: .8rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4 }
pre { margin: 0 0 .75rem; padding: .7rem .9rem; background: var(--tint); border-radius: .4rem } code { font: .95em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace } pre code { font: inherit }
.diff { table-layout: fixed; margin-bottom: 1rem; background: var(--tint) } .diff caption { padding: .3rem 0 } .diff caption span { font-weight: 400 } .diff td { padding: 0 .4rem; border: 0; font-size: .75rem }
.diff col:nth-child(odd) { width: 2.9rem } .diff td:nth-child(odd) { padding: 0 .4rem 0 0; text-align: right; color: var(--soft); user-select: none } .diff tbody + tbody { border-top: 3px double var(--rule) }
.diff .add { background: var(--add) } .diff .del { background: var(--del) } .diff .add::before { content: "+ " } .diff .del::before { content: "- " } .diff tr.same td:nth-child(even)::before { content: "  " }
ins { background: var(--added); text-decoration: none } del { background: var(--removed); text-decoration: none }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1rem 2rem } .bars { align-self: start } .bars small { text-align: right }
.bar { display: block; height: .5rem; width: var(--length); min-width: 1px; margin: .2rem 0; border-radius: .15rem; background: var(--accent) }
figure { margin: 0; max-width: 48rem } figcaption { font-size: .85rem; color: var(--soft) }
.chart { display: block; width: 100%; min-width: 34rem; font-size: 11px; fill: var(--soft) }
.chart line, .chart path { fill: none; vector-effect: non-scaling-stroke } .grid { stroke: var(--rule) } .tick { text-anchor: end } .below { text-anchor: middle } .chart .roof { stroke: var(--ink); stroke-width: 1.5 } .reference path { stroke: var(--ink); stroke-width: 2 }
.level { stroke: var(--soft); stroke-dasharray: 4 4 } .best { stroke: var(--good); stroke-width: 1.5; opacity: .6; pointer-events: none }
.miss path { stroke: var(--bad); stroke-width: 1.3; pointer-events: bounding-box } .hit circle { fill: var(--accent) } .whisker { stroke: var(--accent) } .winner circle { fill: var(--good) } .winner .whisker { stroke: var(--good) }
.up { display: none }
@media (max-width: 52rem) { .up { display: inline; margin-left: .5rem } body { padding: 1.5rem 1rem 3rem } .facts > div { grid-template-columns: 1fr } .verdict { font-size: 1.35rem } .search { grid-template-columns: minmax(0, 1fr) } .tree { position: static; max-height: 24rem } .attempt { padding-left: .7rem }
  .diff, .diff caption, .diff tbody { display: block } .diff tr { display: grid; grid-template-columns: 2.9rem minmax(0, 1fr) } .diff tr.same td:nth-child(-n+2), .diff tr.new td:nth-child(-n+2), .diff tr.old td:nth-child(n+3) { display: none } }
@media print { :root { --paper: #fff; --ink: #000; --tint: #fff; --soft: #444; --rule: #ccc; --accent: #000 } body { font-size: 10pt; max-width: none; padding: 0 } .tree, .skip { display: none } .search { display: block }
  .attempt.path { display: block !important } pre { border: 1px solid var(--rule) } .card, .facts > div, tr { break-inside: avoid } h2, h3 { break-after: avoid }
  .path > .printed::details-content { content-visibility: visible; block-size: auto } .chart { min-width: 0 } }
`);
