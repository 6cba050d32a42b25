import { AnswerWriter, type CitedAnswer, type Quote } from '@engine/answer/citations/cite'
import { type ExtremeRows, extremeRowsIn } from './extreme-rows'
import { formOf } from '@engine/question/asked-question'
import { rowsOfChunks } from './table-rows'
import type { ChunkFilter } from '@engine/ports/storage/chunk-index'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { type Passage, toPassage } from '@engine/retrieval/passage'
import type { Span } from '@engine/text/sentences/sentences'
import { isTableRow } from '@engine/text/tables/table-row'
import {
  answerLanguage,
  type Basis,
  type PipelineRooms,
  type Rewrite,
  type SearchScope,
  type TurnRequest,
} from '../../turn'
import type { TableExtreme } from '../form-evidence'
import { writeSentences } from '../rows/write-sentences'
import { inTime } from '../../stage'
import { extremeWords } from './extreme-words'

/** Less than the stage's budget: without it the rows found are still there. */
const readingMs = 1000
/** Tables that are longer are not compared: part of the rows would say nothing of the rest. */
const maxChunks = 2000
const maxDocuments = 3

/** The rows at one end of a column, and the passages that hold them. */
export interface FoundExtreme {
  readonly extreme: TableExtreme
  readonly passages: readonly Passage[]
}

/** The rows at the end of a column that a question asks for; null where it asks for none, or no table is certain. */
export async function findExtremeRow(
  { asked }: Rewrite,
  { found, filter, excluded }: SearchScope & { readonly found: readonly Passage[] },
  rooms: Pick<PipelineRooms, 'index' | 'terms'>,
  signal: AbortSignal,
): Promise<FoundExtreme | null> {
  const question = formOf(asked, 'extreme')
  if (!question || question.readings.length === 0) return null
  const keyTerms = keyTermsOf(question.rest, rooms.terms, rooms.index.statistics)
  const inTables = found.filter(({ chunk, text }) => isTableRow(chunk.context) || text.split('\n').some(isTableRow))
  const documents = [...new Set(inTables.map(({ chunk }) => chunk.doc_id))].slice(0, maxDocuments)
  const work = async (inner: AbortSignal) => {
    let best: TableOfExtreme | null = null
    for (const document of documents) {
      const chunks = await rooms.index.chunksOf(document, 0, maxChunks)
      inner.throwIfAborted()
      const title = chunks[0]?.title || chunks[0]?.doc_name
      if (chunks.length > maxChunks || !title) continue
      const rows = extremeRowsIn(rowsOfChunks(chunks), { question, keyTerms }, title)
      if (rows && rows.fit > (best?.rows.fit ?? 0)) best = { rows, document, title }
    }
    const isLeftOut = ({ start, end }: Span) =>
      excluded.some((range) => range.documentId === best?.document && start < range.end && range.start < end)
    if (!best || best.rows.rows.some(({ row }) => isLeftOut(row))) return null
    return withPassages(best, filter, found, rooms)
  }
  return inTime(work, readingMs, null, signal)
}

/** The rows at one end of a column of a document's table. */
interface TableOfExtreme {
  readonly rows: ExtremeRows
  readonly document: string
  readonly title: string
}

async function withPassages(
  best: TableOfExtreme,
  filter: ChunkFilter | undefined,
  found: readonly Passage[],
  { index }: Pick<PipelineRooms, 'index'>,
): Promise<FoundExtreme | null> {
  const { column, end, ofTime, compared, total, ofAll, rows } = best.rows
  const missing = rows.filter(
    ({ row }) => !found.some((one) => one.chunk.doc_id === best.document && isWithin(row, one)),
  )
  const chunks = await index.chunksById([...new Set(missing.map(({ row }) => row.chunkId))], filter)
  const score = Math.max(...found.map((passage) => passage.score), 1e-3)
  const read = chunks.map((chunk) => ({ ...toPassage(chunk, []), score }))
  const own = found.filter((one) => one.chunk.doc_id === best.document && rows.some(({ row }) => isWithin(row, one)))
  const passages = [...own, ...read]
  const places = rows.map(({ row, says }) => ({
    ...spanOf(row),
    ...(row.head ? { head: spanOf(row.head) } : {}),
    ...(says ? { says: spanOf(says) } : {}),
  }))
  const extreme = {
    document: best.document,
    title: best.title,
    column,
    end,
    of_time: ofTime,
    compared,
    total,
    of_all: ofAll,
    rows: places,
  }
  return places.every((place) => passages.some((passage) => isWithin(place, passage))) ? { extreme, passages } : null
}

function spanOf({ start, end }: Span): Span {
  return { start, end }
}

function isWithin({ start, end }: Span, passage: Span): boolean {
  return passage.start <= start && end <= passage.end
}

/** What the row is called by, the rows at the end asked for, and how many were compared. Null where one of them is not among the passages. */
export function writeExtreme(request: TurnRequest, { retrieved, ids }: Basis): CitedAnswer | null {
  const { extreme, passages } = retrieved
  if (!extreme) return null
  const quoteOf = (span: Span): Quote | null => {
    const at = passages.findIndex((one) => one.chunk.doc_id === extreme.document && isWithin(span, one))
    const passage = passages[at]
    if (!passage) return null
    const [start, end] = [span.start - passage.start, span.end - passage.start]
    return { passage: at, start, end, text: passage.text.slice(start, end) }
  }
  const [first] = extreme.rows
  if (!first) return null
  const spans = [...(first.head ? [first.head] : []), ...extreme.rows]
  const quotes = spans.map(quoteOf)
  const rows = quotes.flatMap((quote, at) => {
    const heads = first.head !== undefined && at === 0
    return quote ? [{ ...quote, heads, listItem: !heads }] : []
  })
  if (rows.length < spans.length) return null
  const says = extreme.rows.length === 1 && first.says ? quoteOf(first.says) : null
  const writer = new AnswerWriter(passages, ids.passages)
  const short = says ? [{ ...says, listItem: false, short: true }] : []
  const asked = [extreme.column, says?.text]
  writeSentences([...short, ...rows], writer, (text) => (asked.includes(text) ? [text] : []))
  const words = extremeWords[answerLanguage(request)]
  writer.say(`\n\n${words(extreme)}`)
  return writer.done()
}
