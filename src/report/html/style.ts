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
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(12rem, 46%), 1fr)); gap: .75rem; margin-bottom: 1.5rem }
.card { padding: .8rem 1rem; border: 1px solid var(--rule); border-radius: .5rem; background: var(--tint) }
.card h2 { margin: 0; font-size: .8rem; font-weight: 500; color: var(--soft) }
.card b { display: block; font-size: 1.7rem; line-height: 1.3; font-weight: 650; letter-spacing: -.02em }
.card span { display: block; font-size: .82rem; color: var(--soft) }
.facts { margin: 0 0 1rem } .facts > div { display: grid; grid-template-columns: 9rem 1fr; gap: 0 1rem; padding: .3rem 0; border-top: 1px solid var(--rule) }
.facts > div:first-child { border-top: 0 } dt { color: var(--soft) } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; white-space: pre-line } dd pre { margin: 0 }
.notes { margin-bottom: 1.5rem; padding: .8rem 1rem; border-left: 3px solid var(--edge); background: var(--note); border-radius: 0 .4rem .4rem 0 }
.notes h2 { font-size: .95rem; margin-bottom: .3rem } .notes ul { margin: 0; padding-left: 1.1rem } .notes li { overflow-wrap: anywhere; white-space: pre-line }
.wide { margin-bottom: 1rem } table { width: 100%; border-collapse: collapse; font-size: .88rem }
th { text-align: left; font-weight: 500; color: var(--soft) } th.num { white-space: nowrap } th { overflow-wrap: normal } td { overflow-wrap: anywhere } th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--rule); vertical-align: top }
.num { text-align: right; white-space: nowrap; padding-right: 0; padding-left: .75rem }
.many :is(th, td).num { white-space: normal } .status { display: inline-block; padding: 0 .45rem; border-radius: 1rem; font-size: .78rem; font-weight: 500; white-space: nowrap; color: var(--bad); border: 1px solid currentColor }
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
figure { margin: 0 } figcaption { font-size: .85rem; color: var(--soft); max-width: 60rem }
.axis { margin: 0; font-size: .75rem; color: var(--soft) } .plot .area { position: relative; height: 16rem; margin: .4rem 8.5rem 1.4rem 3rem } .area svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible }
.area path { fill: none; vector-effect: non-scaling-stroke; stroke: var(--soft) } path.best { stroke: var(--good); stroke-width: 1.5; opacity: .6 } path.roof { stroke: var(--ink); stroke-width: 1.5 } path.level { stroke-dasharray: 4 4 } path.grid { stroke: var(--rule) }
.area i, .lane i { position: absolute } .grid { left: 0; right: 0; bottom: calc(var(--y) * 1%); border-top: 1px solid var(--rule) } i.level { left: 0; right: 0; bottom: calc(var(--y) * 1%); border-top: 1px dashed var(--soft) }
.tick, .label, .below { position: absolute; font-size: .72rem; line-height: 1; color: var(--soft); white-space: nowrap } .tick { right: calc(100% + .5rem); bottom: calc(var(--y) * 1% - .36rem) } .label { left: calc(100% + .5rem); bottom: calc(var(--y) * 1% - .36rem) } .below { top: calc(100% + .45rem); left: calc(var(--x) * 1%); transform: translateX(-50%) }
.mark { position: absolute; left: calc(var(--x) * 1%); bottom: calc(var(--y) * 1%); width: 1rem; height: 1rem; margin: 0 0 -.5rem -.5rem; border-radius: 50%; text-decoration: none; color: inherit }
.mark::before { content: ""; position: absolute; inset: .28rem; border-radius: 50%; background: var(--accent) } .mark.winner::before { inset: .18rem; background: var(--good) } .mark.reference::before { inset: .4rem .1rem; border-radius: 0; background: var(--ink) }
.mark.again::before { inset: .1rem; background: none; border: 1.5px solid var(--ink) } .mark.miss::before { content: "×"; inset: 0; background: none; color: var(--bad); font-size: .95rem; line-height: 1rem; text-align: center }
.mark:is(:hover, :focus-visible) { z-index: 2 } .mark:is(:hover, :focus-visible)::after { content: attr(aria-label); position: absolute; left: .3rem; bottom: 1.2rem; width: max-content; max-width: min(20rem, 44vw); padding: .3rem .55rem; border-radius: .35rem; background: var(--ink); color: var(--paper); font-size: .78rem; line-height: 1.35 } .mark.left:is(:hover, :focus-visible)::after { left: auto; right: .3rem }
.whisker { left: calc(var(--x) * 1%); bottom: calc(var(--y) * 1%); height: calc(var(--h) * 1%); border-left: 1px solid var(--accent) } .whisker.winner { border-color: var(--good) }
.strips { margin-bottom: .75rem } .strip { display: grid; grid-template-columns: minmax(8rem, 14rem) minmax(0, 1fr) 7rem; gap: 0 1rem; align-items: center } .strip .name { overflow-wrap: anywhere; font-size: .88rem } .strip .figure { font-size: .88rem; text-align: right }
.lane { position: relative; height: 1.9rem; border-bottom: 1px solid var(--rule) } .lane .mark { bottom: 50% } .lane .range { left: calc(var(--x) * 1%); width: calc(var(--w) * 1%); min-width: 1px; top: calc(50% - .12rem); height: .24rem; border-radius: .12rem; background: var(--accent); opacity: .55 } .lane .range.winner { background: var(--good) }
.lane .call { left: calc(var(--x) * 1%); top: .3rem; bottom: .3rem; border-left: 1px solid var(--soft); opacity: .45 } .lane .even { left: calc(var(--x) * 1%); top: 0; bottom: 0; border-left: 1px dashed var(--soft) } .scale .lane { height: 1.2rem; border: 0 } .scale .below { top: .2rem }
.ship { margin: 0 0 1.5rem; padding: 1rem 1.2rem; border: 1px solid var(--rule); border-left: 3px solid var(--good); border-radius: .5rem; background: var(--tint) } #advice { border-left-color: var(--edge) } .ship .facts { margin: .6rem 0 0 } .ship ul { margin: 0 0 .75rem; padding-left: 1.1rem } .ship b { font-weight: inherit; white-space: nowrap }
.command { max-width: none } .command span { display: block; font-size: .82rem; color: var(--soft) } .command code { display: block; padding: .35rem .6rem; border: 1px solid var(--rule); border-radius: .35rem; background: var(--paper); user-select: all; overflow-wrap: anywhere }
pre.code { max-height: 26.5rem; overflow: auto }
.node.work { margin: 0 }
.live { position: sticky; top: .5rem; z-index: 3; width: max-content; margin: 0 0 .5rem auto; padding: .15rem .6rem; border: 1px solid var(--rule); border-radius: 1rem; background: var(--tint); font-size: .78rem }
.up { display: none }
@media (max-width: 52rem) { .up { display: inline; margin-left: .5rem } body { padding: 1.5rem 1rem 3rem } .facts > div { grid-template-columns: 1fr } .verdict { font-size: 1.35rem } .search { grid-template-columns: minmax(0, 1fr) } .tree { position: static; max-height: 70vh } .attempt { padding-left: .7rem }
  .plot .area { margin: .4rem .2rem 1.4rem 2.4rem } .label { left: auto; right: .2rem; margin-bottom: .5rem; padding: .1rem .2rem; background: color-mix(in srgb, var(--paper) 80%, transparent) }
  .strip { grid-template-columns: minmax(0, 1fr) auto } .strip .lane { grid-row: 2; grid-column: 1 / -1; margin-bottom: .4rem } .strip.scale .name, .strip.scale .figure { display: none }
  .wide thead { display: none } .wide table, .wide tbody, .wide tr, .wide td { display: block } .wide tr { padding: .4rem 0; border-bottom: 1px solid var(--rule) } .wide td, .wide td.num { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: .75rem; padding: .1rem 0; border: 0; text-align: left; white-space: normal } .wide td::before { content: attr(data-head); color: var(--soft) } .wide td > * { justify-self: start }
  .diff, .diff caption, .diff tbody { display: block } .diff tr { display: grid; grid-template-columns: 2.9rem minmax(0, 1fr) } .diff tr.same td:nth-child(-n+2), .diff tr.new td:nth-child(-n+2), .diff tr.old td:nth-child(n+3) { display: none } }
@media print { :root { --paper: #fff; --ink: #000; --tint: #fff; --soft: #444; --rule: #ccc; --accent: #000 } body { font-size: 10pt; max-width: none; padding: 0 } .tree, .skip { display: none } .search { display: block }
  .attempt.path { display: block !important } pre { border: 1px solid var(--rule) } .card, .facts > div, tr { break-inside: avoid } h2, h3 { break-after: avoid }
  .path > .printed::details-content { content-visibility: visible; block-size: auto } }
`);
