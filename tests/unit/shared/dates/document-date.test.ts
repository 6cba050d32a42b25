import { describe, expect, it } from 'vitest'
import { dayRange, DayRange, daysOf, endsOf, isDatedWithin } from '@shared/dates/document-date'

const dated = (written_at: string | null, modified_at: number | null = null) => ({ written_at, modified_at })

describe('the days of a document', () => {
  // Catches a year taken for its first of January, and a moment moved to another day by a time zone.
  it.each([
    [dated('2024'), ['2024-01-01', '2024-12-31']],
    [dated('2024-02'), ['2024-02-01', '2024-02-31']],
    [dated('2024-02-03'), ['2024-02-03', '2024-02-03']],
    [dated('2024-02-03T23:59:00-11:00'), ['2024-02-03', '2024-02-03']],
    [dated('spring', new Date(2023, 0, 2, 23, 59).getTime()), ['2023-01-02', '2023-01-02']],
    [dated(null), null],
    [dated(null, Number.NaN), null],
  ])('%j', (record, days) => {
    const found = daysOf(record)
    expect(found && [found.first, found.last]).toEqual(days)
  })

  it('may be in a range when any of them is; unknown ones are in none', () => {
    expect(isDatedWithin(dated('2024'), '2024-03-01/2024-03-31')).toBe(true)
    expect(isDatedWithin(dated('2024'), '2025-01-01/..')).toBe(false)
    expect(isDatedWithin(dated('2024-05-01'), '../2024-05-01')).toBe(true)
    expect(isDatedWithin(dated(null), '../2999-01-01')).toBe(false)
  })
})

describe('a range of days', () => {
  it('is written with .. for an open end, and read back', () => {
    expect(dayRange('2024-03-01', '')).toBe('2024-03-01/..')
    expect(endsOf('../2024-03-01')).toEqual({ from: null, to: '2024-03-01' })
    expect(dayRange(null, null)).toBeNull()
    expect(dayRange('2024-03-02', '2024-03-01')).toBeNull()
  })

  it.each(['', '2024/2025', '../..', '2024-13-01/..', '2024-01-01', '2024-01-01/2024-01-02/2024-01-03', 'x/..'])(
    '%j is none',
    (text) => expect(DayRange.safeParse(text).success).toBe(false),
  )
})
