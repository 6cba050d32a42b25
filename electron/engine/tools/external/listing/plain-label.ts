/** Codes that colour a terminal or move its cursor (ECMA-48), and titles of its window. */
const terminalCodes = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\^_])/gu
/**
 * What is there and cannot be seen: controls, marks that turn the direction of text around, spaces of no width, and the tag
 * characters in which instructions can be hidden. The joiners of Persian, Indic scripts and emoji stay.
 */
const unseen =
  /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu

/** Text of another program as it may be shown: nothing unseen in it, line ends and tabs kept. */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replace(terminalCodes, '')
    .replace(/\r\n?/gu, '\n')
    .replace(unseen, (character) => (character === '\n' || character === '\t' ? character : ''))
}

/** The same on one line, of at most `max` characters. */
export function plainLabel(text: string, max: number): string {
  const line = visibleText(text.slice(0, max * 4))
    .replace(/\s+/gu, ' ')
    .trim()
  return shortened(line, max)
}

/** A text of at most `max` UTF-16 units, with an ellipsis where something is missing; no character is cut in two. */
export function shortened(text: string, max: number): string {
  return text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\uFFFD$/u, '')}…`
}
