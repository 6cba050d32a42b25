/** Marks that change the reading order of everything behind them. */
const orderMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u
// What XML and HTML do not allow in a document, and a lone half of a character.
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]|\p{Surrogate}/gu

/** Text for the inside of an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replace(forbidden, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** Escaped text that cannot turn its surroundings around: isolated where it has marks that reorder. */
export function isolated(text: string): string {
  return orderMarks.test(text) ? `<bdi>${escapeHtml(text)}</bdi>` : escapeHtml(text)
}

/** Text without marks that reorder, for places where no element can stand. */
export function withoutOrderMarks(text: string): string {
  return text.replace(new RegExp(orderMarks, 'gu'), '')
}

export interface PageParts {
  /** A BCP 47 tag. */
  readonly language: string
  readonly title: string
  readonly style: string
  /** HTML, already safe. */
  readonly body: string
}

/** A page that stands alone: no script runs in it, and nothing is loaded from anywhere. */
export function htmlPage({ language, title, style, body }: PageParts): string {
  return [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(withoutOrderMarks(title))}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    body,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}
