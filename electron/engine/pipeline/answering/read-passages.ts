import { type Note, note, whyOf } from '@shared/note'
import { wantsFact } from '@engine/answer/short-answer/lead-with-short-answer'
import { withDeadline } from '@engine/platform/deadline'
import type { Reader } from '@engine/ports/models/reader'
import type { AskedPart } from '@engine/question/asked-question'
import type { Passage } from '@engine/retrieval/passage'
import { chatFormat } from '../forms/recall/recall-chats'
import type { StageOutcome } from '../stage'
import type { PipelineRooms, Retrieved, RewrittenQuestion } from '../turn'
import { mayBeWritten } from '../writing/writer'

/** Milliseconds that a reader has beside what stage 6 has for searching; then the rules find short answers. */
export const readingMs = 1500
/** Passages it reads; those behind lead an answer too rarely to wait for. */
const depth = 8
/** Passages for a model whose speed nobody knows yet, and at least. */
const firstDepth = 3
const minDepth = 1
/** Share of the time that is planned for, because passages are not all of one length. */
const planned = 0.7

/**
 * What was found, with where the chosen reader sees an answer in its best passages, for each part of the question that wants
 * a fact. As it was where no reader is chosen, a language model writes, or the reader fails or is late; then a note says so.
 */
export async function withReading(
  { request, rewrite }: RewrittenQuestion,
  searched: StageOutcome<Retrieved>,
  rooms: Pick<PipelineRooms, 'reader' | 'models'>,
  signal: AbortSignal,
): Promise<StageOutcome<Retrieved>> {
  const { value } = searched
  const reader = rooms.reader?.()
  const parts = rewrite.asked.parts.filter(wantsFact)
  if (!reader || parts.length === 0 || value.survey || value.overview || mayBeWritten(request, rooms)) return searched
  // Where nothing reaches the relevance floor, what comes near it is answered from.
  const quotable = value.near > 0 ? value.passages.slice(0, value.near) : value.passages
  const read = quotable
    .filter(({ chunk }) => chunk.format !== chatFormat)
    .slice(0, Math.max(minDepth, Math.floor(depthFor(reader) / parts.length)))
  if (read.length === 0) return searched
  try {
    const spans = await withDeadline((inner) => readAll(reader, parts, read, inner), readingMs, signal)
    const passages = value.passages.map((passage) => {
      const own = spans.get(passage)
      return own ? { ...passage, spans: own } : passage
    })
    const said = note('read_by', { count: read.length, model: reader.id })
    return {
      ...searched,
      value: { ...value, passages, reader: reader.id },
      summary: [...(searched.summary ?? []), said],
    }
  } catch (thrown) {
    signal.throwIfAborted()
    const reason: Note[] = [...(searched.reason ?? []), note('reader_failed', whyOf(thrown))]
    return { ...searched, status: 'degraded', reason }
  }
}

/** The spans of each passage, one a part at most. */
async function readAll(
  reader: Reader,
  parts: readonly AskedPart[],
  passages: readonly Passage[],
  signal: AbortSignal,
): Promise<ReadonlyMap<Passage, NonNullable<Passage['spans']>>> {
  const texts = passages.map(({ text }) => text)
  const all = new Map(passages.map((passage) => [passage, [] as NonNullable<Passage['spans']>[number][]]))
  for (const { text: question } of parts) {
    const found = await reader.read(question, texts, signal)
    passages.forEach((passage, at) => {
      const span = found[at]
      if (span) all.get(passage)?.push({ ...span, question })
    })
  }
  return all
}

/** As many as it can read in its time. */
function depthFor({ perSecond }: Reader): number {
  if (perSecond === undefined) return depth
  if (perSecond === null) return firstDepth
  return Math.min(depth, Math.max(minDepth, Math.floor((perSecond * readingMs * planned) / 1000)))
}
