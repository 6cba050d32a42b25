import { describe, expect, test } from 'vitest'
import { AfterTurn } from '@engine/pipeline/upkeep/after-turn'

function held() {
  let release: () => void = () => undefined
  const promise = new Promise<void>((resolve) => (release = resolve))
  return { promise, release }
}

function fixture() {
  const closing = new AbortController()
  const lines: string[] = []
  const after = new AfterTurn({ closing: closing.signal, log: (line) => lines.push(line) })
  const done: string[] = []
  /** Work that ends when its signal does, or at once. */
  const work = (name: string, until?: Promise<void>) => async (signal: AbortSignal) => {
    done.push(`${name} begins`)
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    if (until) await Promise.race([until, stopped])
    signal.throwIfAborted()
    done.push(`${name} ends`)
  }
  return { closing, lines, after, done, work }
}

describe('work behind the turns', () => {
  test('is done when no turn runs, one after another', async () => {
    const { after, done, work } = fixture()
    after.begin('a')
    after.begin('b')
    after.ended('a', work('a'))
    await after.idle()
    expect(done).toEqual([])
    after.ended('b', work('b'))
    await after.idle()
    expect(done).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  // Would catch a question that waits for a title, and a title that is lost to a question elsewhere.
  test('is cut off by a turn: that of its own session ends it, that of another only puts it off', async () => {
    const { after, done, work } = fixture()
    after.begin('a')
    after.ended('a', work('a', held().promise))
    after.begin('b')
    await after.idle()
    expect(done).toEqual(['a begins'])
    after.ended('b', null)
    expect(done).toEqual(['a begins', 'a begins'])
    after.begin('a')
    await after.idle()
    after.ended('a', null)
    await after.idle()
    expect(done).toEqual(['a begins', 'a begins'])
  })

  test('ends with the engine', async () => {
    const { after, done, work, closing } = fixture()
    after.begin('a')
    after.begin('b')
    after.ended('a', work('a', held().promise))
    after.ended('b', work('b'))
    closing.abort()
    await after.idle()
    expect(done).toEqual(['a begins'])
  })

  test('that fails is told in the log, and the next is done', async () => {
    const { after, done, work, lines } = fixture()
    after.begin('a')
    after.begin('b')
    after.ended('a', () => Promise.reject(new Error('bug')))
    after.ended('b', work('b'))
    await after.idle()
    expect(lines).toEqual(['After a turn of session a: Error: bug'])
    expect(done).toEqual(['b begins', 'b ends'])
  })
})
