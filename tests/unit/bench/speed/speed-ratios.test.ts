import { expect, test } from 'vitest'
import { medianRatios, ratiosOf, whatGotWorse } from '../../../../bench/speed/speed-ratios'

const measured = {
  megabytes: 2,
  ingest: { processor_seconds: 10 },
  first_turn_processor_ms: 800,
  turn_processor_ms: 160,
  bare_processor_ms: 10,
  retrieval_ratio: 2.4,
  retrieval_one_query_ratio: 1.5,
  rss_mb: 700,
}

test('processor time is told in that of a bare query, and ratios of times as they are', () => {
  expect(ratiosOf(measured)).toEqual({
    ingest_of_a_megabyte: 500,
    first_turn: 80,
    turn: 16,
    retrieval: 2.4,
    retrieval_one_query: 1.5,
    memory_mb: 700,
  })
})

// Would catch a slower machine that is taken for a slower Cairn.
test('a machine that takes twice as long for everything changes nothing', () => {
  const { first_turn_processor_ms: first, turn_processor_ms: turn, bare_processor_ms: bare } = measured
  const ingest = { processor_seconds: 20 }
  const times = { first_turn_processor_ms: 2 * first, turn_processor_ms: 2 * turn, bare_processor_ms: 2 * bare }
  expect(ratiosOf({ ...measured, ...times, ingest })).toEqual(ratiosOf(measured))
})

test('the middle run counts; what only one run measured stays', () => {
  const runs = [{ turn: 16, ingest: 400 }, { turn: 40 }, { turn: 17 }]
  expect(medianRatios(runs)).toEqual({ turn: 17, ingest: 400 })
})

test('names what grew by more than a quarter, the worst first', () => {
  const before = { turn: 16, retrieval: 2, memory_mb: 700 }
  expect(whatGotWorse(before, { turn: 20, retrieval: 2.4, memory_mb: 600, unknown: 9 })).toEqual([])
  expect(whatGotWorse(before, { turn: 24, retrieval: 6, memory_mb: 700 })).toEqual([
    { name: 'retrieval', before: 2, now: 6, times: 3 },
    { name: 'turn', before: 16, now: 24, times: 1.5 },
  ])
})
