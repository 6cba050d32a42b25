import { withDeadline } from '@engine/platform/deadline'

interface Job<T> {
  readonly done: Promise<T>
  readonly stop: AbortController
  waiting: number
}

/** Work that several may wait for is done once; it is aborted when nobody waits for it any more. */
export class SharedWork<T> {
  readonly #jobs = new Map<string, Job<T>>()
  /** What has begun and not come to its end, be it that nobody waits for it any more. */
  readonly #running = new Set<Promise<T>>()

  /** Resolves with what the work gives, begun by whoever came first; rejects CANCELLED when aborted, and as the work does. */
  async join(key: string, work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    const job = this.#jobs.get(key) ?? this.#begin(key, work)
    job.waiting += 1
    try {
      return await withDeadline(() => job.done, Infinity, signal)
    } finally {
      job.waiting -= 1
      if (job.waiting === 0) {
        // Who comes now begins anew.
        this.#forget(key, job)
        job.stop.abort()
      }
    }
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#running)
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<T>): Job<T> {
    const stop = new AbortController()
    const done = work(stop.signal)
    const job: Job<T> = { done, stop, waiting: 0 }
    this.#jobs.set(key, job)
    this.#running.add(done)
    const ended = () => {
      this.#running.delete(done)
      this.#forget(key, job)
    }
    done.then(ended, ended)
    return job
  }

  #forget(key: string, job: Job<T>): void {
    if (this.#jobs.get(key) === job) this.#jobs.delete(key)
  }
}
