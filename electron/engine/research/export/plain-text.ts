import { withoutOrderMarks } from '@engine/session/export/pages/html-text'

/** What XML does not allow in a document, and lone halves of characters. */
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]|\p{Surrogate}/gu

/**
 * Text for formats that know no isolation: without what they cannot hold, and without marks that would turn round what stands
 * around it.
 */
export function plainText(text: string): string {
  return withoutOrderMarks(text.replace(forbidden, '\uFFFD'))
}

/** As `plainText`, on one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/gu, ' ').trim()
}
