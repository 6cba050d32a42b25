import { describe, expect, it } from 'vitest'
import { typedDays } from '@shared/dates/typed-days'

describe('days as somebody writes them', () => {
  it.each([
    ['2024', '2024-01-01/2024-12-31'],
    ['2024-2', '2024-02-01/2024-02-29'],
    ['2023-02', '2023-02-01/2023-02-28'],
    ['2024-03-15', '2024-03-15/2024-03-15'],
    ['2023..2024-06', '2023-01-01/2024-06-30'],
    ['2024-03..', '2024-03-01/..'],
    ['..2023', '../2023-12-31'],
  ])('%s is %s', (text, range) => expect(typedDays(text)).toBe(range))

  // Would catch a filter that silently means something else than was written.
  it.each(['', '..', '24', '2024-13', '2024-02-31', '2024..2023', '2023..2024..2025', 'march', '2024/03', '2024 ..x'])(
    '%s is none',
    (text) => expect(typedDays(text)).toBeNull(),
  )
})
