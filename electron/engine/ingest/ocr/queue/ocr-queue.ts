import type { DocumentRecord } from '@shared/documents'
import { toCairnError } from '@shared/errors'
import { traced } from '@engine/platform/tracing/traced'
import type { BroughtObject, DocumentCatalogue, ObjectStore } from '@engine/ports/storage/document-store'
import { ReadingOrder } from '@engine/platform/order/reading-order'
import type { RecentLooks } from '@engine/platform/order/recent-looks'
import type { Emit } from '../../jobs/job-progress'
import type { PageReader } from '../process/page-reader'
import type { PageTask } from '../process/page-task'
import type { OcrLanguage, PageReading } from '../page-reading'
import type { ReadingStore } from './reading-store'

export interface OcrQueueParts {
  readonly catalogue: Pick<DocumentCatalogue, 'list' | 'get'>
  readonly objects: Pick<ObjectStore, 'bring'>
  readonly readings: ReadingStore
  readonly reader: PageReader
  /** Which documents people looked at last. */
  readonly looks: Pick<RecentLooks, 'newestFirst'>
  readonly now: () => number
  /** Whether pages may be read: OCR is switched on and not paused. Asked before every page. */
  readonly mayRead: () => boolean
  /** Resolves when no typed text is being read. */
  readonly typedTextIsRead: (signal: AbortSignal) => Promise<void>
  /** Makes these documents anew of their kept files, with what has been read by now. */
  readonly readAgain: (ids: readonly string[], signal: AbortSignal) => Promise<void>
}

/** The pages of a document that wait. */
export function waitingPages({ gaps }: Pick<DocumentRecord, 'gaps'>): readonly number[] {
  return gaps.filter(({ kind }) => kind === 'pages_waiting').flatMap(({ pages }) => pages ?? [])
}

/** How a document was left. */
type Left = 'whole' | 'for another' | 'stopped'

/**
 * Reads the pages that wait, one after another: the documents that people look at first, then the newest with the fewest pages. Every page is
 * kept when it is read, so that nothing is read twice, and a document may be left for another. Typed text goes first.
 */
export class OcrQueue {
  constructor(private readonly parts: OcrQueueParts) {}

  /** How many pages wait in all documents. */
  waiting(): number {
    return this.#documents().reduce((sum, record) => sum + waitingPages(record).length, 0)
  }

  /** Reads until no page waits, OCR is paused, or the signal aborts; documents become searchable one by one. */
  async work(emit: Emit, signal: AbortSignal): Promise<void> {
    if (this.waiting() === 0) return
    /** Pages of documents that are through, and read ones of those that were left for others. */
    let done = 0
    const left = new Map<string, number>()
    const tried = new Set<string>()
    const told = (message: string, read: number) => {
      const total = done + this.waiting()
      const sum = [...left.values()].reduce((pages, one) => pages + one, done + read)
      emit({ type: 'progress', job: 'ocr', done: Math.min(sum, total), total, unit: 'pages', message })
    }
    for (;;) {
      const record = this.#next(tried)
      if (!record || !this.parts.mayRead()) break
      tried.add(record.id)
      let read = left.get(record.id) ?? 0
      left.delete(record.id)
      const tell = (pages: number) => {
        read = pages
        told(record.name, read)
      }
      const begin = { kind: 'document', name: record.format ?? 'image', facts: { document_id: record.id } } as const
      const isFirst = () => this.#next(tried, record.id)?.id === record.id
      const how = await traced(signal, begin, (inner) => this.#readDocument(record, inner, tell, isFirst))
      if (how === 'whole') {
        await this.parts.readAgain([record.id], signal)
        done += read
        continue
      }
      left.set(record.id, read)
      if (how === 'stopped') break
      tried.delete(record.id)
    }
    told('', 0)
  }

  /** Reads what waits of one document, for as long as it is the first. */
  async #readDocument(
    record: DocumentRecord,
    signal: AbortSignal,
    tell: (read: number) => void,
    isFirst: () => boolean,
  ): Promise<Left> {
    const { readings, objects, mayRead, typedTextIsRead } = this.parts
    const hash = record.live?.content_hash ?? record.content_hash
    const known = await readings.readings(hash)
    let language: OcrLanguage | undefined = [...known.values()].at(-1)?.languages[0]
    let read = 0
    let brought: BroughtObject | undefined
    tell(read)
    try {
      for (const page of waitingPages(record)) {
        if (!known.has(page)) {
          await typedTextIsRead(signal)
          signal.throwIfAborted()
          if (!mayRead()) return 'stopped'
          // Deleted, or another file by now.
          if (this.parts.catalogue.get(record.id)?.live?.content_hash !== hash) return 'whole'
          if (!isFirst()) return 'for another'
          brought ??= await objects.bring(hash)
          const task = { path: brought.path, format: record.format ?? 'image', page, language }
          const reading = await traced(signal, { kind: 'node', name: 'ocr', facts: { page } }, (inner) =>
            this.#readPage(hash, task, inner),
          )
          language = reading.languages[0] ?? language
        }
        read += 1
        tell(read)
      }
      return 'whole'
    } finally {
      await brought?.release()
    }
  }

  /** Reads and keeps a page; tries again where the process ended, until it is given up. */
  async #readPage(hash: string, task: PageTask, signal: AbortSignal): Promise<PageReading> {
    const { readings, reader } = this.parts
    for (;;) {
      await reader.ready(signal)
      await readings.begin(hash, task.page)
      try {
        const reading = await reader.read(task, signal)
        await readings.keep(hash, reading)
        return reading
      } catch (thrown) {
        if (toCairnError(thrown).code !== 'MODEL_FAILED') throw thrown
        const givenUp = (await readings.readings(hash)).get(task.page)
        if (givenUp) return givenUp
      }
    }
  }

  /** The first of those that were not tried, and of the one that is being read. */
  #next(tried: ReadonlySet<string>, beingRead?: string): DocumentRecord | undefined {
    const { looks, now, catalogue } = this.parts
    const order = new ReadingOrder(looks, now)
    for (const record of this.#documents().toSorted((one, other) => one.created_at - other.created_at)) {
      if (tried.has(record.id) && record.id !== beingRead) continue
      order.add(record.id, { work: waitingPages(record).length, modifiedAt: record.modified_at })
    }
    const [first] = order
    return first === undefined ? undefined : catalogue.get(first)
  }

  #documents(): DocumentRecord[] {
    return this.parts.catalogue
      .list()
      .filter((record) => record.trashed_at === null && record.live !== null && record.pending === null)
      .filter((record) => (record.status === 'partial' || record.status === 'ready') && waitingPages(record).length > 0)
  }
}
