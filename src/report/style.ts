/** The page's one style sheet: quiet type, tabular numbers, light and dark, screen, phone and paper. */
import { Markup } from "./markup.ts";

export const style = new Markup(`
:root { --ink: #1c2024; --soft: #656d76; --rule: #dfe2e6; --paper: #fff; --tint: #f5f6f8; --accent: #1f6feb;
  --good: #1a7f37; --bad: #b3261e; --add: #e4f6e8; --del: #fdeaea; --note: #fff7e0; --edge: #d8a200; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e7eb; --soft: #98a1ac; --rule: #30363d; --paper: #0f1216; --tint: #181c21; --accent: #6cb0ff;
  --good: #5ccf78; --bad: #ff8a80; --add: #12301d; --del: #3a1a1c; --note: #262110; --edge: #b98d1b; } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 58rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem }
h1 { margin: 0; font-size: 1.35rem; font-weight: 650; overflow-wrap: anywhere }
h2 { margin: 0 0 .75rem; font-size: 1.1rem; font-weight: 650 }
h3 { margin: 0 0 .4rem; font-size: .95rem; font-weight: 650 }
h4 { margin: .8rem 0 .2rem; font: 600 .8rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--soft) }
p { margin: 0 0 .75rem } a { color: var(--accent); text-decoration: none } a:hover { text-decoration: underline }
header p { margin: .15rem 0 0 } section { margin-top: 2.75rem } header + section { margin-top: 1.75rem }
.quiet, small { color: var(--soft) } small { display: block; font-size: .8rem; line-height: 1.35 }
.verdict { margin: 0 0 1.25rem; font-size: 1.6rem; line-height: 1.25; font-weight: 500; letter-spacing: -.01em }
.verdict strong { font-weight: 700 } .verdict.win strong { color: var(--good) } .verdict.loss strong { color: var(--bad) }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: .75rem; margin-bottom: 1.5rem }
.card { padding: .8rem 1rem; border: 1px solid var(--rule); border-radius: .5rem; background: var(--tint) }
.card h3 { margin: 0; font-size: .8rem; font-weight: 500; color: var(--soft) }
.card b { display: block; font-size: 1.7rem; line-height: 1.3; font-weight: 650; letter-spacing: -.02em }
.card span { display: block; font-size: .82rem; color: var(--soft) }
.facts { margin: 0 0 1rem } .facts > div { display: grid; grid-template-columns: 9rem 1fr; gap: 0 1rem; padding: .3rem 0; border-top: 1px solid var(--rule) }
.facts > div:first-child { border-top: 0 } dt { color: var(--soft) } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; white-space: pre-line } dd pre { white-space: pre-wrap }
.notes { padding: .8rem 1rem; border-left: 3px solid var(--edge); background: var(--note); border-radius: 0 .4rem .4rem 0 }
.notes ul { margin: 0; padding-left: 1.1rem } .notes li { overflow-wrap: anywhere; white-space: pre-line }
.wide { overflow-x: auto; margin-bottom: 1rem } table { width: 100%; border-collapse: collapse; font-size: .88rem }
th { text-align: left; font-weight: 500; color: var(--soft); white-space: nowrap } th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--rule); vertical-align: top; overflow-wrap: anywhere } td:not(.num) { min-width: 6.5rem }
.num { text-align: right; white-space: nowrap; padding-right: 0; padding-left: .75rem }
.node { display: inline-block; padding-left: calc(min(var(--depth), 8) * 1rem); white-space: nowrap } .node.winner { font-weight: 650 }
.status { display: inline-block; padding: 0 .45rem; border-radius: 1rem; font-size: .78rem; font-weight: 500; white-space: nowrap; color: var(--bad); border: 1px solid currentColor }
.status.ok { color: var(--good) } .status.reference, .status.duplicate { color: var(--soft) }
.gain { color: var(--soft); font-weight: 400 }
.steps { margin: 0; padding: 0; list-style: none } .steps > li { margin-bottom: 1rem; padding: .1rem 0 .1rem 1rem; border-left: 2px solid var(--rule) } .steps > li:last-child { border-color: var(--good) }
.diagnosis { margin-bottom: .75rem } .diagnosis p { margin: 0 } .diagnosis ul { margin: .2rem 0 0; padding-left: 1.1rem }
details { margin: .35rem 0 } summary { cursor: pointer; color: var(--accent) } details[open] > summary { margin-bottom: .5rem }
pre { margin: 0 0 .75rem; padding: .7rem .9rem; overflow-x: auto; background: var(--tint); border-radius: .4rem; font: .8rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; tab-size: 4 }
code { font: inherit } #cost pre, #failures pre { white-space: pre-wrap; overflow-wrap: anywhere }
.diff { padding: .5rem 0 } .diff code { display: inline-block; min-width: 100% } .diff span { display: inline-block; min-width: 100%; padding: 0 .9rem }
.add { background: var(--add) } .del { background: var(--del) } .hunk { color: var(--accent) } .file { color: var(--soft) }
.chart { display: block; width: 100%; min-width: 34rem; font-size: 11px; fill: var(--soft) }
.chart line, .chart path { fill: none; vector-effect: non-scaling-stroke } .grid { stroke: var(--rule) } .tick { text-anchor: end }
.level { stroke: var(--soft); stroke-dasharray: 4 4 } .best { stroke: var(--good); stroke-width: 1.5; opacity: .6 }
.miss path { stroke: var(--bad); stroke-width: 1.3 } .hit circle { fill: var(--accent) } .whisker { stroke: var(--accent) } .winner circle { fill: var(--good) } .winner .whisker { stroke: var(--good) }
@media (max-width: 36rem) { .facts > div { grid-template-columns: 1fr } .verdict { font-size: 1.35rem } .steps > li { padding-left: .7rem } }
@media print { :root { --paper: #fff; --ink: #000; --tint: #fff; --soft: #555; --rule: #ccc } body { font-size: 10pt } main { max-width: none; padding: 0 }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--rule) } .card, .facts > div, tr { break-inside: avoid } h2, h3 { break-after: avoid }
  details::details-content { content-visibility: visible; block-size: auto } .chart { min-width: 0 } }
`);
