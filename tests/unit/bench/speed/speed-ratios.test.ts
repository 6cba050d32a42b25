import { expect, test } from 'vitest'
import { medianRatios, ratiosOf, whatGotWorse } from '../../../../bench/speed/speed-ratios'

const measured = {
  megabytes: 2,
  ingest: {
    processor_seconds: 10,
    searchable_processor_seconds: 4,
    event_loop_delay: { searchable: { p99_ms: 30 } },
    asked_meanwhile: { whole_turn: { p50_ms: 90, p95_ms: 180 } },
  },
  cold_start_ms: 120,
  first_turn_processor_ms: 800,
  turn_processor_ms: 160,
  whole_turn: { p50_ms: 60, p95_ms: 96 },
  bare_queries: { p50_ms: 12, p95_ms: 20 },
  bare_processor_ms: 10,
  bare_ingest: { processor_ratio: 9 },
  retrieval_ratio: 2.4,
  retrieval_one_query_ratio: 1.5,
  rss_mb: 700,
  rested: { rss_mb: 400 },
}

// Would catch a slower mapping that a faster way to searchable hides.
test('processor time is told in that of a bare query, times in its time, and ratios of times as they are', () => {
  expect(ratiosOf(measured)).toEqual({
    searchable_of_a_megabyte: 200,
    mapping_of_a_megabyte: 300,
    event_loop_p99: 2.5,
    turn_meanwhile_p95: 15,
    searchable_to_bare: 9,
    cold_start: 10,
    turn_p95: 8,
    first_turn: 80,
    turn: 16,
    retrieval: 2.4,
    retrieval_one_query: 1.5,
    memory_mb: 700,
    memory_at_rest_mb: 400,
  })
})

// Would catch a slower machine that is taken for a slower Cairn.
test('a machine that takes twice as long for everything changes nothing', () => {
  const { ratio, ...rest } = { ratio: measured.bare_ingest, ...twice(measured) }
  const { megabytes, retrieval_ratio, retrieval_one_query_ratio, rss_mb, rested } = measured
  const kept = { megabytes, bare_ingest: ratio, retrieval_ratio, retrieval_one_query_ratio, rss_mb, rested }
  expect(ratiosOf({ ...rest, ...kept })).toEqual(ratiosOf(measured))
})

/** With every number doubled. */
function twice<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, one: unknown) => (typeof one === 'number' ? 2 * one : one)) as T
}

test('what was not built in this run has no ratios of reading files', () => {
  expect(Object.keys(ratiosOf({ ...measured, ingest: null, bare_ingest: { processor_ratio: null } }))).toEqual([
    'cold_start',
    'turn_p95',
    'first_turn',
    'turn',
    'retrieval',
    'retrieval_one_query',
    'memory_mb',
    'memory_at_rest_mb',
  ])
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
