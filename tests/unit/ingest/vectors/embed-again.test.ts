import { describe, expect, test } from 'vitest'
import { CairnError, type ErrorCode } from '@shared/errors'
import { EmbedAgain } from '@engine/ingest/vectors/embed-again'
import { wordEmbedder } from '../word-embedder'

const failed = (code: ErrorCode) => new CairnError(code, 'No.', 'Again.')
const { signal } = new AbortController()

/** Waits that end at once, and are remembered. */
function waiting() {
  const waits: number[] = []
  const again = new EmbedAgain((ms) => {
    waits.push(ms)
    return Promise.resolve()
  })
  return { waits, again }
}

describe('embedding again', () => {
  // Catches a document that fails for good because the process died once while it was in it.
  test('what may pass is tried three times more, with waits that grow', async () => {
    const { waits, again } = waiting()
    const embedder = wordEmbedder('x', 4)
    let failures = 3
    embedder.before = () => {
      failures -= 1
      if (failures >= 0) throw failed('MODEL_FAILED')
    }
    expect(await again.over(embedder).embedPassages(['a'], signal)).toHaveLength(1)
    expect(waits).toEqual([1000, 5000, 20_000])
    failures = 4
    await expect(again.over(embedder).embedPassages(['a'], signal)).rejects.toMatchObject({ code: 'MODEL_FAILED' })
  })

  test.each([
    ['MODEL_OUT_OF_MEMORY', 1],
    ['MODEL_UNUSABLE', 0],
    ['INTERNAL', 0],
  ] as const)('%s is tried again %i times', async (code, times) => {
    const { waits, again } = waiting()
    const embedder = wordEmbedder('x', 4)
    embedder.before = () => {
      throw failed(code)
    }
    await expect(again.over(embedder).embedPassages(['a'], signal)).rejects.toMatchObject({ code })
    expect(waits).toHaveLength(times)
  })

  test('cancelling ends the waiting', async () => {
    const stop = new AbortController()
    const again = new EmbedAgain(() => {
      stop.abort()
      return Promise.reject(new Error('aborted'))
    })
    const embedder = wordEmbedder('x', 4)
    embedder.before = () => {
      throw failed('MODEL_FAILED')
    }
    await expect(again.over(embedder).embedPassages(['a'], stop.signal)).rejects.toThrow('aborted')
    expect(embedder.made).toBe(0)
  })

  // Catches one text that ends the process taking every document beside it along, each time they are all tried again.
  test('a text that ends the process each time fails alone', async () => {
    const { again } = waiting()
    const embedder = wordEmbedder('x', 4)
    let process = { died: false }
    embedder.before = async (texts) => {
      const mine = process
      await new Promise((resolve) => setImmediate(resolve))
      if (texts.includes('poison')) {
        mine.died = true
        process = { died: false }
      }
      await new Promise((resolve) => setImmediate(resolve))
      if (mine.died) throw failed('MODEL_FAILED')
    }
    const patient = again.over(embedder)
    const outcomes = await Promise.allSettled(
      ['a', 'poison', 'b', 'c'].map((text) => patient.embedPassages([text], signal)),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  })
})
