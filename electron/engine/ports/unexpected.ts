import { channel } from 'node:diagnostics_channel'
import { toCairnError } from '@shared/errors'

const failures = channel('cairn:unexpected')
const told = new WeakSet<object>()

/** Tells of a failure on its way to a person, once, if it is none that Cairn has words for: then somebody has to find out what it was. */
export function tellUnexpected(thrown: unknown): void {
  if (toCairnError(thrown).code !== 'INTERNAL') return
  if (typeof thrown === 'object' && thrown !== null) {
    if (told.has(thrown)) return
    told.add(thrown)
  }
  failures.publish(thrown)
}

/** Hears of such failures, with where each came from, until what this returns is called. */
export function hearUnexpected(heard: (line: string) => void): () => void {
  const hear = (thrown: unknown) => {
    try {
      heard(described(thrown))
    } catch {
      // Who only listens must not end the process, which is what a throw would do here.
    }
  }
  failures.subscribe(hear)
  return () => {
    failures.unsubscribe(hear)
  }
}

/** With the errors behind it, `depth` of them on each way: the outermost often says only that something failed. */
export function described(thrown: unknown, depth = 4): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const { stack = thrown.message, cause } = thrown
  const several: readonly unknown[] = thrown instanceof AggregateError ? thrown.errors : []
  const behind = [...several, cause].filter((one) => one instanceof Error)
  if (depth === 0) return stack
  return [stack, ...behind.map((one) => `Caused by: ${described(one, depth - 1)}`)].join('\n')
}
