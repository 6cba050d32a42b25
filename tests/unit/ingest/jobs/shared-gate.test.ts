import { setImmediate as macrotask } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { SharedGate } from '@engine/ingest/jobs/shared-gate'

/** Works that note when they begin and end when told to. */
function works(gate: SharedGate) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  return {
    begun,
    shared: (name: string, signal?: AbortSignal) => gate.shared(work(name), signal),
    alone: (name: string, signal?: AbortSignal) => gate.alone(work(name), signal),
    end: async (name: string) => {
      ends.get(name)?.()
      await macrotask()
    },
  }
}

describe('SharedGate', () => {
  // Catches a switch of the tables while a document's vectors are on their way into the old ones.
  test('whoever needs to be alone waits for those inside, and those who come after wait for it', async () => {
    const { begun, shared, alone, end } = works(new SharedGate())
    const all = [shared('a'), shared('b'), alone('x'), shared('c'), shared('d')]
    expect(begun).toEqual(['a', 'b'])
    await end('a')
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'x'])
    await end('x')
    expect(begun).toEqual(['a', 'b', 'x', 'c', 'd'])
    await end('c')
    await end('d')
    expect(await Promise.all(all)).toEqual(['a', 'b', 'x', 'c', 'd'])
  })

  // Catches a gate that stays shut behind a work that failed.
  test('opens again after work that throws', async () => {
    const gate = new SharedGate()
    await expect(gate.alone(() => Promise.reject(new Error('disk')))).rejects.toThrow('disk')
    expect(await gate.shared(() => Promise.resolve(1))).toBe(1)
  })

  // Catches ingestion that hangs for ever behind a re-embedding that was given up while it waited.
  test('one who is aborted while waiting leaves, and lets those behind it in', async () => {
    const { begun, shared, alone, end } = works(new SharedGate())
    const stop = new AbortController()
    const first = shared('a')
    const waiting = alone('x', stop.signal)
    const behind = shared('b')
    stop.abort(new Error('given up'))
    await expect(waiting).rejects.toThrow('given up')
    expect(begun).toEqual(['a', 'b'])
    await end('a')
    await end('b')
    await Promise.all([first, behind])
    await expect(alone('y', stop.signal)).rejects.toThrow('given up')
    expect(begun).toEqual(['a', 'b'])
  })
})
