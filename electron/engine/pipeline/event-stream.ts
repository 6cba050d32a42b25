import { linkedSignal } from '@engine/platform/linked-signal'

/** An async generator of what a run pushes. Leaving its loop aborts the run and waits for the end of it. */
export async function* streamOf<T>(
  run: (push: (value: T) => void, signal: AbortSignal) => Promise<void>,
  ...outer: readonly (AbortSignal | undefined)[]
): AsyncGenerator<T> {
  const controller = new AbortController()
  const { signal, unlink } = linkedSignal(...outer, controller.signal)
  const values: T[] = []
  let wake: (() => void) | undefined
  let ended = false
  let failure: { reason: unknown } | undefined
  const outcome = () => failure

  // A call, because the compiler cannot see that the run changes it.
  const isOver = () => ended
  const notify = () => {
    wake?.()
    wake = undefined
  }
  const running = run((value) => {
    values.push(value)
    notify()
  }, signal)
    .catch((thrown: unknown) => {
      failure = { reason: thrown }
    })
    .finally(() => {
      ended = true
      notify()
    })

  try {
    for (;;) {
      const ready = values.splice(0)
      for (const value of ready) yield value
      if (ready.length > 0) continue
      if (isOver()) break
      await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    controller.abort()
    await running
    unlink()
  }
  const thrown = outcome()
  if (thrown) throw thrown.reason
}
