import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { localTime, withLocalTimes } from '@shared/dates/local-time'

beforeEach(() => void vi.stubEnv('TZ', 'Asia/Kolkata'))
afterEach(() => void vi.unstubAllEnvs())

// Would catch a time of another zone, and one that is shown as programs write it.
test('a time is that of the clock here, whoever wrote it', () => {
  expect(localTime(Date.UTC(2026, 11, 1, 20, 3, 4))).toBe('2026-12-02 01:33:04')
  expect(localTime('2026-12-01T20:03:04.256Z')).toBe('2026-12-02 01:33:04')
  expect(localTime('')).toBe('')
})

test('times in a sentence are, too; everything else stays', () => {
  expect(withLocalTimes('Open since 2026-12-01T12:43:24.256Z. See a-2026-12-01.')).toBe(
    'Open since 2026-12-01 18:13:24. See a-2026-12-01.',
  )
})
