import { cancelled } from '@engine/platform/deadline'

interface Running<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  callers: number
}

/** Answers equal questions that are asked at the same time with one call, which is cancelled when all have given up. */
export class SharedCalls<T> {
  readonly #running = new Map<string, Running<T>>()

  /** Rejects with CANCELLED when `signal` aborts; the others' call goes on. `make` is told why the last one gave up. */
  async call(key: string, make: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) throw cancelled()
    const running = this.#running.get(key) ?? this.#start(key, make)
    running.callers += 1
    try {
      return await abandonOnAbort(running.result, signal)
    } finally {
      running.callers -= 1
      if (running.callers === 0) this.#end(key, running, signal)
    }
  }

  #start(key: string, make: (signal: AbortSignal) => Promise<T>): Running<T> {
    const controller = new AbortController()
    const running: Running<T> = { result: make(controller.signal), controller, callers: 0 }
    // Whoever still waits is told; when nobody does, nobody needs to know.
    running.result.catch(() => undefined)
    this.#running.set(key, running)
    return running
  }

  #end(key: string, running: Running<T>, last: AbortSignal | undefined): void {
    if (this.#running.get(key) === running) this.#running.delete(key)
    running.controller.abort(last?.reason)
  }
}

/** Resolves as `result` does, or rejects with CANCELLED as soon as `signal` aborts. The work itself goes on. */
export async function abandonOnAbort<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return result
  if (signal.aborted) throw cancelled()
  // One of its own: any number may wait on one signal, which warns of more than ten listeners.
  const own = AbortSignal.any([signal])
  let giveUp: () => void = () => undefined
  const givenUp = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(cancelled())
    own.addEventListener('abort', giveUp, { once: true })
  })
  try {
    return await Promise.race([result, givenUp])
  } finally {
    own.removeEventListener('abort', giveUp)
  }
}
