import { describe, expect, it } from 'vitest'
import { daysBetween, relativeText } from '@renderer/ui/text/relative-text'

const at = (day: number, hour: number, minute = 0) => new Date(2024, 4, day, hour, minute).getTime()

describe('relativeText', () => {
  const now = at(20, 9)

  it('says the recent in minutes, hours and days, in both languages', () => {
    expect(relativeText(at(20, 8, 55), now, 'en')).toBe('5 min. ago')
    expect(relativeText(at(20, 2), now, 'en')).toBe('7 hr. ago')
    expect(relativeText(at(18, 9), now, 'en')).toBe('2 days ago')
    expect(relativeText(at(20, 8, 55), now, 'zh')).toBe('5分钟前')
  })

  it('goes by the calendar: late last night is yesterday, however few hours ago', () => {
    expect(relativeText(at(19, 23), now, 'en')).toBe('yesterday')
    expect(relativeText(at(19, 23), now, 'zh')).toBe('昨天')
  })

  it('gives a date after a week, with its year once that is another', () => {
    expect(relativeText(at(1, 9), now, 'en')).toBe('May 1')
    expect(relativeText(new Date(2022, 4, 1).getTime(), now, 'en')).toBe('May 1, 2022')
  })

  it('never speaks of the future after the clock was set back', () => {
    expect(relativeText(now + 500_000, now, 'en')).toBe('now')
  })
})

describe('daysBetween', () => {
  it('counts midnights', () => {
    expect(daysBetween(at(19, 23, 59), at(20, 0, 1))).toBe(1)
    expect(daysBetween(at(20, 0, 1), at(20, 23, 59))).toBe(0)
  })
})
