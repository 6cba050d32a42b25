import { expect, test } from 'vitest'
import { MakingWay } from '@engine/platform/changes/making-way'

const { signal } = new AbortController()

/** Answers one after another, without an end: who waits is let on after each. */
function endlessAnswers() {
  let waits = 0
  const turns = {
    isBusy: () => true,
    whenIdleWithin: () => {
      waits += 1
      return Promise.resolve()
    },
  }
  return { turns, waits: () => waits }
}

async function waitsFor(sizes: readonly number[]): Promise<number> {
  const { turns, waits } = endlessAnswers()
  const way = new MakingWay(turns, 1000)
  for (const bytes of sizes) await way.wait(bytes, signal)
  return waits()
}

// Catches a folder of notes that comes in four notes an answer for as long as somebody asks (bug: 229 short files took nine seconds).
test('short documents wait for an answer together', async () => {
  expect(await waitsFor(Array.from({ length: 200 }, () => 100))).toBeLessThan(20)
})

// Catches answers that are held up by a library of books.
test('a long document waits by itself', async () => {
  expect(await waitsFor([400_000, 400_000, 400_000])).toBe(3)
})

// Catches a library of books that goes on after a restart, when their sizes are not known: sixteen of them at once.
test('a document of unknown length waits by itself', async () => {
  expect(await waitsFor([0, 0, 0])).toBe(3)
})

test('several that wait at once are let on together, and the next short ones with them', async () => {
  const { turns, waits } = endlessAnswers()
  const way = new MakingWay(turns, 1000)
  await Promise.all([1, 2, 3, 4].map(() => way.wait(400_000, signal)))
  for (let n = 0; n < 16; n += 1) await way.wait(100, signal)
  expect(waits()).toBe(4)
  await way.wait(100, signal)
  expect(waits()).toBe(5)
})

// Catches a wait where nobody asks.
test('nothing waits while nobody asks', async () => {
  const { turns, waits } = endlessAnswers()
  const way = new MakingWay({ ...turns, isBusy: () => false }, 1000)
  for (let n = 0; n < 50; n += 1) await way.wait(400_000, signal)
  expect(waits()).toBe(0)
})
