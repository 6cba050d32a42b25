import type { Range } from '../marks'

/** One named value of a document's head, such as who sent a mail. */
export interface Field {
  readonly name: string
  readonly value: Range
  /** The value with its name before it. */
  readonly whole: Range
}

/** What the parsers call the values of a head, by format; none of them is read out of a body. */
const mailFields = ['From', 'To', 'Cc', 'Bcc', 'Date', 'Subject', 'Start', 'End', 'Location', 'Signature']
const namesByFormat: Readonly<Record<string, readonly string[]>> = {
  eml: mailFields,
  msg: mailFields,
  mbox: mailFields,
  epub: ['Title', 'Author'],
}

/** The names that a document of this format has in its head; empty for one without a head. */
export function fieldNames(format: string): readonly string[] {
  return namesByFormat[format] ?? []
}

/**
 * Reads a stretch that is written `Name: value; Name: value`. A value may hold semicolons: only a name that is known ends it. Null
 * where the stretch does not begin with one of the names.
 */
export function fieldsIn(text: string, { start, end }: Range, names: readonly string[]): Field[] | null {
  const fields: Field[] = []
  const stretch = text.slice(start, end)
  let from = 0
  while (from <= stretch.length) {
    const found = stretch.indexOf('; ', from)
    const to = found === -1 ? stretch.length : found
    const name = names.find((one) => stretch.startsWith(`${one}: `, from))
    const last = fields.at(-1)
    if (name !== undefined) {
      const whole = { start: start + from, end: start + to }
      fields.push({ name, value: { start: whole.start + name.length + 2, end: whole.end }, whole })
    } else if (last) {
      const ended = { start: last.whole.start, end: start + to }
      fields[fields.length - 1] = { ...last, value: { ...last.value, end: start + to }, whole: ended }
    } else return null
    if (found === -1) break
    from = to + 2
  }
  return fields
}
