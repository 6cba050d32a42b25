import type { OcrSettings } from '@shared/settings'
import { toCairnError } from '@shared/errors'
import type { DocumentCatalogue, ObjectStore } from '@engine/ports/storage/document-store'
import type { RecentLooks } from '@engine/platform/order/recent-looks'
import type { Emit } from '../../jobs/job-progress'
import type { JobWork, LibraryJobs } from '../../jobs/library-jobs'
import type { PageReader } from '../process/page-reader'
import { OcrQueue } from './ocr-queue'
import type { ReadingStore } from './reading-store'

export interface BackgroundOcrParts {
  readonly catalogue: DocumentCatalogue
  readonly objects: ObjectStore
  readonly readings: ReadingStore
  readonly reader: PageReader
  readonly settings: () => OcrSettings
  readonly jobs: LibraryJobs
  readonly looks: RecentLooks
  readonly now: () => number
  readonly readAgain: (ids: readonly string[], emit: Emit, signal: AbortSignal) => Promise<void>
}

/** Reads scans and pictures as a job of the library, when nothing else is to be read. */
export class BackgroundOcr {
  readonly #queue: OcrQueue
  #last: Promise<unknown> = Promise.resolve()
  #isReading = false
  #job: string | undefined
  /** Stopped by a person, or failed: a change of the settings, or the next start, goes on. */
  #isHeld = false
  /** Who follows the reading: the job that began it, and whoever asked for it meanwhile. */
  readonly #followers = new Set<Emit>()

  constructor(private readonly parts: BackgroundOcrParts) {
    const { jobs, readAgain } = parts
    this.#queue = new OcrQueue({
      ...parts,
      mayRead: () => this.#mayRead(),
      typedTextIsRead: (signal) => jobs.othersRest('ocr', signal),
      readAgain: (ids, signal) => readAgain(ids, () => undefined, signal),
    })
  }

  /** How many pages wait. */
  waiting(): number {
    return this.#queue.waiting()
  }

  /** Begins, where pages wait and nothing forbids it. */
  start(): void {
    if (this.#isReading || this.#isHeld || !this.#mayRead() || this.waiting() === 0) return
    this.#job = this.parts.jobs.start('ocr', this.reading())
  }

  /** As `start`, also after it was stopped. */
  goOn(): void {
    this.#isHeld = false
    this.start()
  }

  /** A person has stopped this job, which may be that of OCR. */
  stopped(jobId: string): void {
    if (jobId === this.#job) this.#isHeld = true
  }

  /** The work itself, for a caller who follows until no page waits, or it is switched off or paused. */
  reading(): JobWork {
    return async (emit, signal) => {
      this.#followers.add(emit)
      try {
        const work = this.#last.then(() => this.#read(signal))
        this.#last = work.catch(() => undefined)
        await work
      } finally {
        this.#followers.delete(emit)
      }
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    this.#isReading = true
    try {
      await this.#queue.work((event) => {
        for (const emit of this.#followers) emit(event)
      }, signal)
    } catch (thrown) {
      if (toCairnError(thrown).code !== 'CANCELLED') this.#isHeld = true
      throw thrown
    } finally {
      this.#isReading = false
      this.#job = undefined
      this.parts.reader.rest()
    }
  }

  #mayRead(): boolean {
    const { enabled, paused } = this.parts.settings()
    return enabled && !paused
  }
}
