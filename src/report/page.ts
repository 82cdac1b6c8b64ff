/**
 * What stands around a page's content: one file that needs nothing else, runs nothing, and follows the reader's light or dark.
 * The content, and what its headings say, is the caller's.
 */
import { markup, type Markup } from "./markup.ts";
import { style } from "./style.ts";

/** The text of a whole page; `more` is style that this one wants beside what all pages share. */
export function page(title: string, body: Markup, more?: Markup): string {
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
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
