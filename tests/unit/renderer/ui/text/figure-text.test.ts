import { describe, expect, it } from 'vitest'
import { durationText } from '@renderer/ui/text/figure-text'

describe('durationText', () => {
  it.each([
    [0, '<1 ms'],
    [7.6, '8 ms'],
    [999.6, '1.00 s'],
    [12_345, '12.3 s'],
    [59_960, '1 min 0 s'],
  ])('reads %d ms as %s', (ms, text) => {
    expect(durationText(ms)).toBe(text)
  })
})
