import type { Context } from '../command'

// File names and document text come from strangers: an escape sequence in them could move the cursor or fake output.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
const reordering = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const lineBreaks = /[\t\n\u2028\u2029]+/g

/** Text of several lines, without the characters a terminal obeys. */
export function printable(text: string): string {
  return text.replace(controls, '')
}

/** A name or a message on one line, also without the marks that turn reading direction around. */
export function printableLine(text: string): string {
  return printable(text.replace(lineBreaks, ' ')).replace(reordering, '').trim()
}

/** JSON on one line whose every control character is escaped: JSON itself leaves DEL and the C1 controls bare. */
export function printableJson(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, null, indent))
}

/** The same for text that is JSON already; it means the same afterwards. */
export function escapeJson(json: string): string {
  const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return json.replace(/[\u007f-\u009f\u2028\u2029]/g, escape)
}

/** Prints a result as JSON where `--json` asks for that; false where the command is to print it in words. */
export function printedAsJson({ args, out }: Pick<Context, 'args' | 'out'>, result: unknown): boolean {
  if (args.has('json')) out.line(printableJson(result, 2))
  return args.has('json')
}
