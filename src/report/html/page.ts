/**
 * The frame of a page: one self-contained file without scripts. It follows the reader's light or dark setting. The caller supplies the content
 * and its headings.
 */
import { markup, Markup } from "./markup.ts";
import { style } from "./style.ts";

/** A page loads nothing and runs nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The text of a whole page. `more` is additional style for this page. */
export function page(title: string, body: Markup, more?: Markup): string {
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – kernelwright</title>
        <style>
          ${style} ${more}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html> `.text;
}

/** The page with the script of the live view; it may ask its own server for news. `stamp` names the state that the page shows. */
export function livePage(text: string, stamp: string): string {
  const policy = `${POLICY}; script-src 'self'; connect-src 'self'`;
  return text.replace(POLICY, policy).replace("</head>", markup`<script src="/live.js" data-stamp="${stamp}" defer></script></head>`.text);
}
