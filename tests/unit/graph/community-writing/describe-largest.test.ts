import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import type { CommunityHead } from '@shared/graph'
import type { Outcome } from '@engine/graph/community-writing/community-writer'
import { describeLargest } from '@engine/graph/community-writing/describe-largest'
import { cardOf } from './written-community'

const headOf = (id: string, size: number, level = 0): CommunityHead => ({ id, level, parent: null, title: id, size })

/** Describes heads; what becomes of each is told by its id, and takes ten seconds. */
async function described(heads: readonly CommunityHead[], outcomeOf: (id: string) => Outcome | CairnError | 'settled') {
  const seen: string[] = []
  const waits: number[] = []
  const told: number[] = []
  let now = 0
  await describeLargest(
    {
      heads: () => Promise.resolve(heads),
      cardOf: (id) =>
        id === 'gone' ? Promise.reject(new CairnError('NOT_FOUND', '')) : Promise.resolve(cardOf([], [], { id })),
      writer: {
        isSettled: ({ id }) => outcomeOf(id) === 'settled',
        write({ id }) {
          seen.push(id)
          now += 10_000
          const outcome = outcomeOf(id)
          if (outcome instanceof CairnError) return Promise.reject(outcome)
          return Promise.resolve(outcome === 'settled' ? 'unasked' : outcome)
        },
      },
      wait: (ms) => Promise.resolve(void waits.push(ms)),
      clock: () => now,
      titlesChanged: () => void told.push(seen.length),
      log: () => undefined,
    },
    () => Promise.resolve(undefined),
    new AbortController().signal,
  )
  return { seen, waits, told }
}

const many = Array.from({ length: 40 }, (_, at) => headOf(`c${at}`, 3 + at))

describe('the largest communities', () => {
  test('are the 24 largest of the coarsest level with three members or more', async () => {
    const { seen } = await described([...many, headOf('fine', 900, 1), headOf('gone', 800)], () => 'written')
    expect(seen).toEqual(Array.from({ length: 23 }, (_, at) => `c${39 - at}`))
    expect((await described([headOf('pair', 2)], () => 'written')).seen).toEqual([])
  })

  // Would catch windows that draw a large graph anew for each title.
  test('are told of seldom, and at the end if anything is new', async () => {
    expect((await described(many.slice(0, 7), () => 'written')).told).toEqual([3, 6, 7])
    expect((await described(many.slice(0, 6), () => 'written')).told).toEqual([3, 6])
    expect((await described(many.slice(0, 7), () => 'refused')).told).toEqual([])
  })

  test('are left where the budget ends; those that are settled cost nothing', async () => {
    const { seen, told } = await described(many.slice(0, 5), (id) => {
      return id === 'c4' ? 'settled' : id === 'c2' ? 'unasked' : 'written'
    })
    expect(seen).toEqual(['c3', 'c2'])
    expect(told).toEqual([2])
  })

  test('are given up after three failures that follow each other', async () => {
    const failure = new CairnError('MODEL_FAILED', 'No.')
    const { seen, waits } = await described(many, (id) => (id === 'c38' ? 'written' : failure))
    expect(seen).toEqual(['c39', 'c38', 'c37', 'c36', 'c35'])
    expect(waits).toEqual([1000, 1000, 5000])
  })
})
