import type { TermMatch } from '@engine/retrieval/terms/cross-language'
import type { AskedToken } from '../words/asked-tokens'
import { nameKeys } from '../words/asked-tokens'
import type { AskedMeaning, Mention } from '../words/asked-mention'
import { withoutLabelHead } from './header-facts'
import type { IndexedTable, JoinLink, ViewColumn } from './asked-tables'

/** A table, or two that are joined, with the columns that can be asked. */
export interface TableView {
  readonly main: IndexedTable
  readonly joined: { readonly table: IndexedTable; readonly link: JoinLink } | null
  readonly columns: readonly ViewColumn[]
}

/** A column that a stretch may mean, and how well it fits, 0 to 1. */
export interface ColumnFit {
  readonly column: ViewColumn
  readonly strength: number
}

/** Something of the table: columns, or what its rows are. */
export interface ThingMeaning {
  readonly is: 'thing'
  readonly columns: readonly ColumnFit[]
  /** How well it names the table or its rows, 0 to 1. */
  readonly table: number
  /** Only a word beside the matter (bought, spend). */
  readonly isVerb: boolean
}

export interface ValueMeaning {
  readonly is: 'value'
  /** The columns that hold it, with the value as the cells have it. */
  readonly columns: readonly (ColumnFit & { readonly value: string })[]
}

export type ViewMeaning = AskedMeaning | ThingMeaning | ValueMeaning

/** A question's words, whatever table they are held against. */
export interface AskedWords {
  readonly text: string
  readonly tokens: readonly AskedToken[]
  readonly mentions: readonly Mention[]
  readonly terms: readonly TermMatch[]
}

const strengths = {
  translation: 0.85,
  head: 0.85,
  modifier: 0.9,
  part: 0.6,
  table: 0.95,
  concept: 0.9,
  verb: 0.8,
  ending: 0.8,
}
/** What a Chinese header may end with beside what it names: 经手人, 数量. */
const endings = new Set('人者员量额数率地期日')

/** What stretches of a question mean in a table: its headers, its names, its sample values. */
export function viewMentions(view: TableView, asked: AskedWords): Mention<ThingMeaning | ValueMeaning>[] {
  const things = new Map<string, Mention<ThingMeaning>>()
  const add = (from: number, to: number, fit: Partial<Omit<ThingMeaning, 'is'>>) => {
    const key = `${from} ${to}`
    const known = things.get(key)?.meaning
    const columns = merged(known?.columns ?? [], fit.columns ?? [])
    const table = Math.max(known?.table ?? 0, fit.table ?? 0)
    const isVerb = (known?.isVerb ?? true) && (fit.isVerb ?? false)
    things.set(key, { from, to, meaning: { is: 'thing', columns, table, isVerb } })
  }
  for (const column of view.columns) {
    for (const { from, to, strength } of headerFits(column, asked.tokens))
      add(from, to, { columns: [{ column, strength }] })
  }
  addTableNames(view, asked, add)
  addConcepts(view, asked, add)
  addTranslations(view, asked, add)
  return [...things.values(), ...sampleMentions(view, asked).filter((one) => !isOperation(one, asked))]
}

type Add = (from: number, to: number, fit: Partial<Omit<ThingMeaning, 'is'>>) => void

function merged(a: readonly ColumnFit[], b: readonly ColumnFit[]): ColumnFit[] {
  const best = new Map<ViewColumn, number>()
  for (const { column, strength } of [...a, ...b]) best.set(column, Math.max(strength, best.get(column) ?? 0))
  return [...best].map(([column, strength]) => ({ column, strength })).toSorted((x, y) => y.strength - x.strength)
}

/** Where words of a header stand side by side. */
function headerFits(
  { facts }: ViewColumn,
  tokens: readonly AskedToken[],
): { from: number; to: number; strength: number }[] {
  const { keys } = facts
  const core = withoutLabelHead(keys)
  const found: { from: number; to: number; strength: number }[] = []
  for (let from = 0; from < tokens.length; from += 1) {
    const used = new Set<number>()
    let to = from
    for (let at = from; at < tokens.length; at += 1) {
      const token = tokens[at]
      const place = keys.findIndex((key, index) => !used.has(index) && token?.keys.includes(key))
      if (place >= 0) {
        used.add(place)
        to = at + 1
      } else if (used.size === 0 || !token?.isFree || token.isHan) break
    }
    const strength = used.size === 0 ? 0 : strengthOf(used, keys, core.length)
    if (strength > 0) found.push({ from, to, strength })
  }
  return found
}

function strengthOf(used: ReadonlySet<number>, keys: readonly string[], coreLength: number): number {
  if (used.size === keys.length) return 1
  const isHan = /\p{Script=Han}/u.test(keys.at(-1) ?? '')
  const isCore =
    coreLength > (isHan ? 1 : 0) &&
    coreLength < keys.length &&
    [...Array(coreLength).keys()].every((at) => used.has(at))
  if (isCore) return strengths.modifier
  if (!used.has(keys.length - 1))
    return isHan && used.size >= 2 && used.size === keys.length - 1 && endings.has(keys.at(-1) ?? '')
      ? strengths.ending
      : 0
  // The last character of a Chinese header alone says little.
  if (isHan && used.size < 2) return 0
  return strengths.part + (strengths.head - strengths.part) * (used.size / keys.length)
}

function addTableNames({ main, joined }: TableView, { tokens }: AskedWords, add: Add): void {
  const names = [main.names, ...(joined ? [joined.table.names] : [])]
  for (const [at, token] of tokens.entries()) {
    if (token.isFree) continue
    if (!token.isHan && names.some((one) => token.keys.some((key) => one.has(key))))
      add(at, at + 1, { table: strengths.table })
    if (!token.isHan) continue
    let to = at
    while (tokens[to]?.isHan && names.some((one) => one.has(tokens[to]?.keys[0] ?? ''))) to += 1
    for (let end = at + 2; end <= to; end += 1) add(at, end, { table: strengths.table })
  }
}

function addConcepts({ main, joined, columns }: TableView, { mentions }: AskedWords, add: Add): void {
  for (const { from, to, meaning } of mentions) {
    if (meaning.is !== 'concept') continue
    const { concept, isName } = meaning
    const by = isName ? strengths.concept : strengths.verb
    const fits = columns.flatMap((column): ColumnFit[] => {
      const strength = column.facts.concepts.get(concept)
      return strength === undefined ? [] : [{ column, strength: strength * by }]
    })
    const isOfTable = main.concepts.has(concept) || joined?.table.concepts.has(concept) === true
    if (fits.length > 0 || isOfTable)
      add(from, to, { columns: fits, table: isOfTable ? strengths.table * by : 0, isVerb: !isName })
  }
}

/** Terms of the question in the other language, held against headers and names. */
function addTranslations(view: TableView, { tokens, terms }: AskedWords, add: Add): void {
  for (const { start, end, translations } of terms) {
    const from = tokens.findIndex((token) => token.start >= start)
    const to = tokens.findLastIndex((token) => token.end <= end) + 1
    if (from < 0 || to <= from || tokens.slice(from, to).every(({ isFree }) => isFree)) continue
    const other = new Set(translations.slice(0, 4).map((one) => nameKeys(one).join(' ')))
    for (const column of view.columns) {
      const { keys } = column.facts
      const isNamed = other.has(keys.join(' ')) || other.has(withoutLabelHead(keys).join(' '))
      if (isNamed) add(from, to, { columns: [{ column, strength: strengths.translation }] })
    }
    const names = [view.main.names, ...(view.joined ? [view.joined.table.names] : [])]
    const isTable = [...other].some((one) => names.some((set) => one.split(' ').every((key) => set.has(key))))
    if (isTable) add(from, to, { table: strengths.translation })
  }
}

/** A cell “Total” is no value to choose rows by. */
export function isOperation({ from, to }: Mention<unknown>, { mentions }: Pick<AskedWords, 'mentions'>): boolean {
  return mentions.some(
    (one) => (one.meaning.is === 'operation' || one.meaning.is === 'superlative') && one.from <= from && one.to >= to,
  )
}

function sampleMentions({ columns }: TableView, { tokens }: AskedWords): Mention<ValueMeaning>[] {
  const found = new Map<string, Mention<ValueMeaning>>()
  const longest = 6
  for (let from = 0; from < tokens.length; from += 1) {
    for (let to = from + 1; to <= Math.min(tokens.length, from + (tokens[from]?.isHan ? 12 : longest)); to += 1) {
      const keys = tokens
        .slice(from, to)
        .map((token) => token.keys[0] ?? '')
        .join(' ')
      const fits = columns.flatMap((column) => {
        const value = column.samples.get(keys)
        return value === undefined ? [] : [{ column, value, strength: 1 }]
      })
      if (fits.length > 0) found.set(`${from} ${to}`, { from, to, meaning: { is: 'value', columns: fits } })
    }
  }
  return [...found.values()]
}
