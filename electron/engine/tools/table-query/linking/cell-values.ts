import { nameKeys } from '../words/asked-tokens'
import type { Mention } from '../words/asked-mention'
import type { TableCatalogue } from '../../tables/data-table'
import type { JoinLink, ViewColumn } from './asked-tables'
import { type AskedWords, isOperation, type TableView, type ValueMeaning } from './view-mentions'

const mostColumns = 8
const mostWords = 120
const longest = { spaced: 5, han: 8 }

/** Looks up in the cells of a view what words nothing else explains may be: names of customers, products, places. */
export async function cellValues(
  catalogue: TableCatalogue,
  view: TableView,
  asked: AskedWords,
  left: readonly number[],
): Promise<Mention<ValueMeaning>[]> {
  const words = candidates(asked, left)
  if (words.length === 0) return []
  const columns = view.columns
    .filter(({ column }) => column.kind === 'text' && column.distinct > column.samples.length)
    .slice(0, mostColumns)
  const found = new Map<string, Mention<ValueMeaning>>()
  for (const { column, value } of await valuesOf(catalogue, columns, words)) {
    const key = nameKeys(value).join(' ')
    for (const { from, to } of words.filter((one) => one.key === key)) {
      const known = found.get(`${from} ${to}`)?.meaning.columns ?? []
      found.set(`${from} ${to}`, {
        from,
        to,
        meaning: { is: 'value', columns: [...known, { column, value, strength: 1 }] },
      })
    }
  }
  return [...found.values()].filter((one) => !isOperation(one, asked))
}

async function valuesOf(
  catalogue: TableCatalogue,
  columns: readonly ViewColumn[],
  words: readonly Candidate[],
): Promise<{ readonly column: ViewColumn; readonly value: string }[]> {
  const found = []
  for (const table of new Set(columns.map((one) => one.table.id))) {
    const own = columns.filter((one) => one.table.id === table)
    const ids = own.map(({ column }) => column.id)
    const written = words.map(({ word }) => word)
    const values = await catalogue.valuesLike(table, ids, written, mostWords)
    found.push(...own.flatMap((column, at) => (values[at] ?? []).map((value) => ({ column, value }))))
  }
  return found
}

/** Whether two columns hold some of the same: two that are only called alike, “Item” and “item_id”, join no row. */
export async function holdsSame(catalogue: TableCatalogue, { left, right }: JoinLink): Promise<boolean> {
  // Of numbers the catalogue looks up none.
  if (right.column.kind !== 'text') return true
  const [shared = []] = await catalogue.valuesLike(right.table.id, [right.column.id], left.column.samples, 1)
  return shared.length > 0
}

interface Candidate {
  readonly word: string
  readonly key: string
  readonly from: number
  readonly to: number
}

/** Stretches that hold an unexplained token, longest first, in the forms that cells may have. */
function candidates(asked: AskedWords, left: readonly number[]): Candidate[] {
  const open = new Set(left)
  const all = known.get(asked) ?? allCandidates(asked)
  known.set(asked, all)
  return all.filter(({ from, to }) => left.length > 0 && isAnyWithin(open, from, to)).slice(0, mostWords)
}

/** A question is held against several tables. */
const known = new WeakMap<AskedWords, readonly Candidate[]>()

function isAnyWithin(open: ReadonlySet<number>, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (open.has(at)) return true
  return false
}

function allCandidates({ text, tokens }: Pick<AskedWords, 'text' | 'tokens'>): Candidate[] {
  const found: Candidate[] = []
  for (let from = 0; from < tokens.length; from += 1) {
    const most = tokens[from]?.isHan ? longest.han : longest.spaced
    for (let to = Math.min(tokens.length, from + most); to > from; to -= 1) {
      const [first, end] = [tokens[from], tokens[to - 1]]
      if (!first || !end) continue
      if ((first.isFree && !first.isHan) || (end.isFree && !end.isHan) || (to - from === 1 && first.isHan)) continue
      const written = text.slice(first.start, end.end)
      const key = nameKeys(written).join(' ')
      for (const word of new Set([written, singular(written)])) found.push({ word, key, from, to })
    }
  }
  return found.toSorted((a, b) => b.to - b.from - (a.to - a.from))
}

function singular(word: string): string {
  if (/ies$/u.test(word)) return word.replace(/ies$/u, 'y')
  return word.replace(/(?<=[sxh])es$|(?<=[^s])s$/u, '')
}
