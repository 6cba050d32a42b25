/** A piece of SQL with values that are bound to it: what a person wrote is never part of the text. */
export interface Sql {
  readonly text: string
  readonly values: readonly SqlValue[]
}

export type SqlValue = string | number | boolean | bigint

/** Stands for a parameter: no text that anybody wrote holds it. */
const slot = '\u0000'

/**
 * Joins pieces: `sql\`${column} = ${bound(5)}\``. Whatever is put in must be Sql itself, so that a bare text cannot get in by mistake.
 */
export function sql(strings: TemplateStringsArray, ...pieces: readonly Sql[]): Sql {
  const text = strings.map((part, at) => part + (pieces[at]?.text ?? '')).join('')
  return { text, values: pieces.flatMap(({ values }) => values) }
}

/** A value as a parameter. */
export function bound(value: SqlValue): Sql {
  return { text: slot, values: [value] }
}

/** Text of Cairn's own, such as a generated name. */
export function raw(text: string): Sql {
  return { text, values: [] }
}

export function joined(pieces: readonly Sql[], separator: string): Sql {
  return { text: pieces.map(({ text }) => text).join(separator), values: pieces.flatMap(({ values }) => values) }
}

export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? raw('TRUE') : joined(conditions, ' AND ')
}

/** The statement as it is prepared, with a question mark for each value. */
export function prepared({ text }: Sql): string {
  return text.replaceAll(slot, '?')
}

/** The statement with its values written in, for reading only: it is never run. */
export function readable({ text, values }: Sql): string {
  return text
    .split(slot)
    .map((part, at) => {
      const value = values[at - 1]
      if (at === 0) return part
      return (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)) + part
    })
    .join('')
}
