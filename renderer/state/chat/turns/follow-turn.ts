import { toCairnError } from '@shared/errors'
import type { CairnEvent } from '@shared/events'
import { call, reachable } from '../../connection'
import { foldEvents, type Turn } from './turn-reducer'

/** How long to wait before each new try after a failure of the engine, in milliseconds. */
const waitsMs = [500, 2000, 8000]

/**
 * Follows a running turn to its end, across lost connections, and shows it at most once a frame however fast its tokens
 * come. Throws CairnError NOT_FOUND where the engine does not (or no longer) run it, and any other failure once the last
 * of a few tries has met it, too.
 */
export async function followEvents(
  turnId: string,
  read: () => Turn | undefined,
  write: (turn: Turn) => void,
): Promise<void> {
  const pending = new PendingEvents((events) => {
    const turn = read()
    if (turn) write(foldEvents(turn, events))
  })
  let failures = 0
  for (;;) {
    await reachable()
    const seenBefore = read()?.lastSeq
    try {
      await call(async (client) => {
        const { lastSeq = -1 } = read() ?? {}
        const after_seq = Number.isFinite(lastSeq) ? lastSeq : -1
        const batches = await client.chat.follow({ turn_id: turnId, after_seq })
        for await (const events of batches) pending.push(events)
      })
      pending.flush()
      return
    } catch (thrown) {
      pending.flush()
      const { code } = toCairnError(thrown)
      if (code === 'UNREACHABLE') continue
      // A try that brought the answer on is no failure in a row.
      if (read()?.lastSeq !== seenBefore) failures = 0
      const waitMs = waitsMs[failures++]
      if (code === 'NOT_FOUND' || waitMs === undefined) throw thrown
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}

/** Gathers events until the next frame. A hidden tab has no frames, so a timer stands in. */
class PendingEvents {
  #events: CairnEvent[] = []
  #frame: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly deliver: (events: readonly CairnEvent[]) => void) {}

  push(events: readonly CairnEvent[]): void {
    this.#events.push(...events)
    this.#frame ??= requestAnimationFrame(() => this.flush())
    this.#timer ??= setTimeout(() => this.flush(), 120)
  }

  flush(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    clearTimeout(this.#timer)
    this.#frame = undefined
    this.#timer = undefined
    const events = this.#events
    this.#events = []
    if (events.length > 0) this.deliver(events)
  }
}
