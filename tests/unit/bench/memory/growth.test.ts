import { expect, test } from 'vitest'
import { growthPerThousand, type Progressed } from '../../../../bench/memory/growth'

function sample(step: number, rss: number, handles: number | null = 10): Progressed {
  return {
    step,
    rss_mb: rss,
    anonymous_mb: 1,
    heap_used_mb: 1,
    external_mb: 1,
    array_buffers_mb: 1,
    handles,
    threads: 1,
  }
}

test('the growth of a thousand steps is that of the second half: caches that fill at first are none', () => {
  const samples = [
    sample(50, 100),
    sample(100, 400),
    sample(150, 500),
    sample(200, 510),
    sample(250, 520),
    sample(300, 530),
  ]
  expect(growthPerThousand(samples)).toMatchObject({ rss_mb: 200, heap_used_mb: 0, handles: 0 })
})

test('what the system does not tell has no growth, and neither have too few samples', () => {
  expect(growthPerThousand([sample(50, 1, null), sample(100, 2, null)])).toMatchObject({ rss_mb: 20, handles: null })
  expect(growthPerThousand([sample(50, 1)])).toMatchObject({ rss_mb: 0 })
  expect(growthPerThousand([])).toMatchObject({ rss_mb: 0 })
})
