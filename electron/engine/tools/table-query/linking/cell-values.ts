import { nameKeys } from '../words/asked-tokens'
import type { AskedToken } from '../words/asked-tokens'
import type { Mention } from '../words/asked-mention'
import type { TableCatalogue } from '../../tables/data-table'
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
  for (const column of columns) {
    const values = await catalogue.valuesLike(
      column.table.id,
      column.column.id,
      words.map(({ word }) => word),
      mostWords,
    )
    for (const value of values) {
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
  }
  return [...found.values()].filter((one) => !isOperation(one, asked))
}

interface Candidate {
  readonly word: string
  readonly key: string
  readonly from: number
  readonly to: number
}

/** Stretches that hold an unexplained token, longest first, in the forms that cells may have. */
function candidates(
  { text, tokens }: { text: string; tokens: readonly AskedToken[] },
  left: readonly number[],
): Candidate[] {
  const open = new Set(left)
  const found: Candidate[] = []
  for (let from = 0; from < tokens.length; from += 1) {
    const most = tokens[from]?.isHan ? longest.han : longest.spaced
    for (let to = Math.min(tokens.length, from + most); to > from; to -= 1) {
      const stretch = tokens.slice(from, to)
      const [first, end] = [stretch[0], stretch.at(-1)]
      if (!first || !end || !stretch.some((_, at) => open.has(from + at))) continue
      if ((first.isFree && !first.isHan) || (end.isFree && !end.isHan) || (stretch.length === 1 && first.isHan))
        continue
      const written = text.slice(first.start, end.end)
      const key = nameKeys(written).join(' ')
      for (const word of new Set([written, singular(written)])) found.push({ word, key, from, to })
    }
  }
  return found.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, mostWords)
}

function singular(word: string): string {
  if (/ies$/u.test(word)) return word.replace(/ies$/u, 'y')
  return word.replace(/(?<=[sxh])es$|(?<=[^s])s$/u, '')
}
