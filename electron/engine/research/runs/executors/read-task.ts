import { z } from 'zod'
import type { Chunk } from '@shared/documents'
import { note } from '@shared/note'
import { evidenceOfChunk, type LibraryDocument, type LibrarySources } from './library-sources'
import { endRound, roundsOf } from './task-rounds'
import type { Executor, TaskHooks } from './task-work'

export interface ReadLimits {
  /** Chunks of all documents together. */
  readonly chunks: number
  /** Chunks of one round. */
  readonly perRound: number
}

const limits: ReadLimits = { chunks: 240, perRound: 40 }
/** Of each document at least so much is read, so that more documents mean that some are not begun. */
const leastOfEach = 8

/** Where reading goes on: at a chunk of a document, by their numbers. */
const Place = z.object({ document: z.number().int(), chunk: z.number().int(), round: z.number().int() })

/** Reads documents from beginning to end, as far as the limits go; what is not read is told. */
export function readTask(
  library: Pick<LibrarySources, 'documents' | 'chunks' | 'text'>,
  clock: () => number,
  { chunks: all, perRound }: ReadLimits = limits,
): Executor {
  return async (work, hooks) => {
    const documents = library.documents(work.scope)
    if (documents.length === 0) return { endedBy: 'nothing_new', missing: [work.task.description] }
    const { context, own } = roundsOf(work, (state) => Place.safeParse(state).data)
    const begun = documents.slice(0, Math.max(1, Math.floor(all / leastOfEach)))
    const ofEach = Math.max(leastOfEach, Math.floor(all / begun.length))
    let place = own ?? { document: 0, chunk: 0, round: 0 }
    while (place.document < begun.length) {
      const document = begun[place.document]
      if (!document) break
      const start = clock()
      const to = Math.min(place.chunk + perRound, ofEach)
      await hooks.reading([document.name])
      const from = place.chunk
      const chunks = await hooks.turn(() => library.chunks(document.id, from, to))
      const isOver = chunks.length < to - from || to >= ofEach
      if (isOver) await tellRest(document, chunks.at(-1), library, hooks)
      const round = place.round + 1
      place = isOver
        ? { document: place.document + 1, chunk: 0, round }
        : { document: place.document, chunk: to, round }
      const log = { document: document.name, from, chunks: chunks.length }
      const state = endRound(context, round, { own: place, ms: clock() - start, steps: 1, log })
      await hooks.round({ number: round, state, evidence: chunks.map(evidenceOfChunk), searches: 0 })
    }
    const unread = documents.slice(begun.length)
    await hooks.notice(unread.map(({ name }) => note('research_not_read', { name })))
    return { endedBy: unread.length > 0 ? 'budget' : 'read' }
  }
}

/** Says how much of a document was read, where that is not all of it. */
async function tellRest(
  { id, name }: LibraryDocument,
  last: Chunk | undefined,
  library: Pick<LibrarySources, 'text'>,
  hooks: TaskHooks,
): Promise<void> {
  const text = (await library.text(id)) ?? ''
  const rest = text.slice(last?.end ?? text.length).trim()
  if (!last || rest === '') return
  const percent = Math.max(1, Math.min(99, Math.round((100 * last.end) / text.length)))
  await hooks.notice([note('research_read_in_part', { name, percent })])
}
