import type { GenerationEvent } from '@engine/ports/models/language-model'
import { inTime, type Limit } from './first-token-probe'
import type { LanguageBackend } from './language-backend'

const heartbeatMs = 800

/** Makes a model ready, saying how far it is where that takes a while. */
export async function* load(backend: LanguageBackend, limit: Limit): AsyncGenerator<GenerationEvent> {
  const progress = new LatestProgress()
  let last = 0
  const tell = (share: number) => progress.tell((last = share))
  // A process that starts, or makes room, has no progress to tell; but who waits must hear that it is not dead.
  const beat = () => {
    progress.tell(last)
    callOff = limit.clock.after(heartbeatMs, beat)
  }
  let callOff = limit.clock.after(heartbeatMs, beat)
  const ready = inTime(backend.ready(tell, limit.signal), limit).finally(() => {
    callOff()
    progress.end()
  })
  // Heard of below, once what was told before has been passed on.
  ready.catch(() => undefined)
  for (let share = await progress.next(); share !== null; share = await progress.next()) {
    yield { type: 'loading', model: { id: backend.id, name: backend.name }, progress: share }
  }
  await ready
}

/** Only the latest is kept for a reader that is slower. */
class LatestProgress {
  #share: number | null = null
  #ended = false
  #wake: () => void = () => undefined

  tell(share: number): void {
    this.#share = share
    this.#wake()
  }

  end(): void {
    this.#ended = true
    this.#wake()
  }

  /** Resolves with the latest share; null once loading has ended and no share is left. */
  async next(): Promise<number | null> {
    while (this.#share === null && !this.#ended) await new Promise<void>((resolve) => (this.#wake = resolve))
    const share = this.#share
    this.#share = null
    return share
  }
}
