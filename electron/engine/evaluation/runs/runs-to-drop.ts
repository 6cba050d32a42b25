import type { StoredRun } from '@engine/ports/storage/evaluation-store'

interface Limits {
  readonly runs: number
  /** Of the journals together. */
  readonly bytes: number
}

/** What is kept of runs. */
const most: Limits = { runs: 200, bytes: 200_000_000 }

/** Ids of the runs that go before another begins: the oldest, as many as make room for it. Those whose age nobody knows go first. */
export function runsToDrop(runs: readonly StoredRun[], limits: Limits = most): readonly string[] {
  const newestFirst = runs.toSorted((a, b) => begunAt(b) - begunAt(a))
  let bytes = 0
  return newestFirst.flatMap((run, at) => {
    bytes += run.bytes
    return at + 1 < limits.runs && bytes <= limits.bytes ? [] : run.id
  })
}

function begunAt({ header }: StoredRun): number {
  return header ? Date.parse(header.started_at) : 0
}
