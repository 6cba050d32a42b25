import type { DatePart } from '../query-plan'
import type { PlanColumn } from './plan-columns'
import { raw, sql, type Sql } from './sql-text'

/** How columns are called in a statement: by generated names where it runs, by their headers where people read it. */
export interface Naming {
  typed(column: PlanColumn): string
  shown(column: PlanColumn): string
  unit(column: PlanColumn): string
  /** A cell as it is shown, without differences of letter case and width. */
  folded(column: PlanColumn): Sql
  /** Of a column of the result. */
  result(at: number, title: string): string
  /** What of a row's place is asked for, and what sorts rows as they stand in the document. */
  readonly places: string
  readonly rowOrder: string
}

const alias = { main: 'm', joined: 'j' } as const

/** Names of the database file: `m.c3`, `m.x3`, `m.u3`. */
export const fileNames: Naming = {
  typed: ({ side, stored }) => `${alias[side]}.${stored.id}`,
  shown,
  unit: ({ side, stored }) => `${alias[side]}.u${stored.id.slice(1)}`,
  folded: (column) => {
    const text = raw(shown(column))
    if (!column.stored.isWide) return sql`lower(${text})`
    return sql`lower(translate(trim(${text}), ${raw(`'${wide}'`)}, ${raw(`'${narrow.replaceAll("'", "''")}'`)}))`
  },
  result: (at) => `o${at + 1}`,
  places: ', m.r, m.s, m.e, m.p',
  rowOrder: 'm.r',
}

function shown({ side, stored }: PlanColumn): string {
  return `${alias[side]}.${stored.kind === 'text' ? stored.id : `x${stored.id.slice(1)}`}`
}

/** Names as people know them, for a statement that is only read. */
export function headerNames(tables: Readonly<Record<'main' | 'joined', string>>): Naming {
  const named = ({ side, stored }: PlanColumn) =>
    tables.joined === '' ? identifier(stored.header) : `${identifier(tables[side])}.${identifier(stored.header)}`
  return {
    typed: named,
    shown: named,
    unit: (column) => `unit(${named(column)})`,
    folded: (column) => sql`lower(${raw(named(column))})`,
    result: (_, title) => identifier(title),
    places: '',
    rowOrder: '"row"',
  }
}

/** A name as SQL quotes it. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Full-width letters, digits and signs, and the same as ASCII has them. */
const wide = `${Array.from({ length: 94 }, (_, at) => String.fromCharCode(0xff01 + at)).join('')}\u3000`
const narrow = `${Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at)).join('')} `

/** A value as `Naming.folded` makes it of a cell. */
export function fold(text: string): string {
  return Array.from(text.trim(), (letter) => {
    const at = wide.indexOf(letter)
    return at < 0 ? letter : narrow.charAt(at)
  })
    .join('')
    .toLowerCase()
}

const parts: Readonly<Record<DatePart, string>> = {
  year: 'year',
  quarter: 'quarter',
  month: 'month',
  week: 'week',
  day: 'day',
  weekday: 'isodow',
}

/** A part of a date as a number: quarters from 1, weeks as ISO 8601 counts them, weekdays from Monday as 1. */
export function datePart(part: DatePart, date: Sql): Sql {
  return sql`date_part('${raw(parts[part])}', ${date})`
}
