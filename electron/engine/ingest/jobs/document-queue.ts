import PQueue from 'p-queue'
import { placeOf } from '@engine/platform/order/reading-order'
import type { RecentLooks } from '@engine/platform/order/recent-looks'

/** What is known of a document's file before it is read. */
export interface FileFacts {
  /** Bytes. */
  readonly size: number
  /** Milliseconds since the epoch; null where nobody knows. */
  readonly modifiedAt: number | null
}

const filesAtOnce = 4
/** Far more than are read at once: among so many the next one is chosen. */
const mostQueued = 2000
const kilobyte = 1024
/** Above what any file has by itself. */
const lookedAt = 1

/** A job's documents in the order in which they are read: the newest and smallest first, what somebody looks at before all others. */
export class DocumentQueue {
  readonly #queue = new PQueue({ concurrency: filesAtOnce })
  readonly #waiting = new Set<string>()

  constructor(
    private readonly now: () => number,
    private readonly looks: Pick<RecentLooks, 'has'>,
  ) {}

  /** Has a document wait for its turn, which lasts until `work` is done. `work` must not reject. */
  add(id: string, { size, modifiedAt }: FileFacts, work: () => Promise<void>): void {
    this.#waiting.add(id)
    const turn = () => {
      this.#waiting.delete(id)
      return work()
    }
    const place = placeOf({ work: size / kilobyte, modifiedAt }, this.now())
    void this.#queue.add(turn, { id, priority: this.looks.has(id) ? lookedAt : -place })
  }

  /** Puts a document that waits before all others; any other is left alone. */
  first(id: string): void {
    if (this.#waiting.has(id)) this.#queue.setPriority(id, lookedAt)
  }

  /** Resolves when there is room for one more. */
  async hasRoom(): Promise<void> {
    await this.#queue.onSizeLessThan(mostQueued)
  }

  async idle(): Promise<void> {
    await this.#queue.onIdle()
  }
}
