import { type AnswerWriter, cellWords, type Quote } from '@engine/answer/citations/cite'
import type { ColumnName } from './mail-columns'
import { alignedHeads, type Cell, cellsOf, labelledCellsOf } from '@engine/answer/short-answer/cells/row-cells'

/** What is said of a passage: a sentence, an item of a list, a row of a table or the first row, which names the columns. */
export type Said = Quote & { readonly listItem: boolean; readonly short?: boolean; readonly heads?: boolean }

/** The words of the question that the name of a column, or what stands in it, has. */
export type AskedWords = (text: string) => readonly string[]

/** Neighbouring rows of one table, by the columns that are shown. */
export interface Rows {
  /** How many of what is said they are, the first row among them. */
  readonly count: number
  readonly labels: readonly string[]
  readonly rows: readonly { readonly said: Said; readonly cells: readonly (Cell | undefined)[] }[]
  /** What the cell that is the short answer is: its column's name, or its row's where rows alone have one; undefined for none. */
  readonly answers: string | undefined
}

/** A line of labelled cells reads better than a table of more columns. */
const mostLabelled = 6
const mostPiped = 12

/** The rows that begin what is said, with the columns that were asked; null where it begins with no table. */
export function rowsIn(said: readonly Said[], askedWords: AskedWords, short?: Said): Rows | null {
  const [first] = said
  if (!first) return null
  const heads = first.heads ? cellsOf(first) : null
  const own: { said: Said; row: ReadonlyMap<string, Cell> }[] = []
  for (const one of heads ? said.slice(1) : said) {
    const row = one.listItem && one.passage === first.passage ? rowOf(one, heads) : null
    if (!row) break
    own.push({ said: one, row })
  }
  if (own.length === 0) return null
  const labels = [...new Set(own.flatMap(({ row }) => [...row.keys()]))]
  const holds = (label: string) =>
    own.some(({ said: { passage }, row }) => passage === short?.passage && row.get(label)?.start === short.start)
  const column = short && labels.find(holds)
  const shown = columnsAsked(labels, own, { askedWords, answers: column })
  if (shown.length < 2 || shown.length > (heads ? mostPiped : mostLabelled)) return null
  const rows = own.map(({ said: one, row }) => ({ said: one, cells: shown.map((label) => row.get(label)) }))
  const ofRow = own.find(({ row }) => row.get(column ?? '')?.start === short?.start)?.row.get('')?.text
  return { count: own.length + (heads ? 1 : 0), labels: shown, rows, answers: column && (ofRow ?? column) }
}

/** A row's cells by the name of their column; null where names and cells are not as many. */
function rowOf(row: Said, heads: readonly Cell[] | null): Map<string, Cell> | null {
  const cells = heads ? cellsOf(row) : []
  const names = heads && alignedHeads(heads, cells.length)
  const named = names
    ? new Map(cells.map((cell, at) => [names[at]?.text ?? '', cell]))
    : labelledCellsOf({ ...row, item: true })
  return named.size > 1 && (!names || (named.size === names.length && named.size === cells.length)) ? named : null
}

/** Where columns are asked for by name, those and the first others that hold what else is asked, or else the first one. */
function columnsAsked(
  labels: readonly string[],
  rows: readonly { readonly row: ReadonlyMap<string, Cell> }[],
  { askedWords, answers }: { readonly askedWords: AskedWords; readonly answers: string | undefined },
): readonly string[] {
  const named = labels.filter((label) => label !== '' && (label === answers || askedWords(label).length > 0))
  if (named.length === 0) return labels
  const told = new Set<string>()
  const of = labels.filter((label) => {
    if (named.includes(label)) return false
    const words = rows.flatMap(({ row }) => askedWords(row.get(label)?.text ?? '')).filter((word) => !told.has(word))
    for (const word of words) told.add(word)
    return words.length > 0
  })
  return labels.filter((label, at) => named.includes(label) || (of.length > 0 ? of.includes(label) : at === 0))
}

/** Rows as a table of the engine's own whose cells are quoted; each row bears its marks at its end. */
export function writeRows({ labels, rows }: Rows, writer: AnswerWriter, nameOf: ColumnName): void {
  const passage = rows[0]?.said.passage ?? 0
  writer.say(
    `| ${labels.map((label) => cellWords(nameOf(label, passage))).join(' | ')} |\n|${'---|'.repeat(labels.length)}`,
  )
  for (const { said, cells } of rows) {
    writer.say('\n|')
    const last = cells.findLastIndex((cell) => cell !== undefined && cell.text !== '')
    for (const [at, cell] of cells.entries()) {
      writer.say(' ')
      const quote = cell && { ...cell, passage: said.passage, also: at === last ? said.also : undefined }
      if (quote && cell.text !== '') writer.quote(quote, at === last ? 'cell' : 'unmarked')
      writer.say(' |')
    }
  }
}
