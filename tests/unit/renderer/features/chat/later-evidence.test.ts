import { describe, expect, it } from 'vitest'
import { evidenceItem } from './answer-fixture'
import { marksOf, renderAnswer, textOf } from './render-answer'

describe('an answer whose evidence comes in parts', () => {
  // Would catch a model's citation of a later passage that stays plain text for good.
  it('shows a mark as text until its passage is known, and as a citation from then on', () => {
    const first = evidenceItem(1, 'text')
    const before = renderAnswer('It is deep [1]. It is cold [7].', [], [first], false)
    expect(marksOf(before)).toEqual([1])
    expect(textOf(before)).toContain('[7]')
    const after = renderAnswer('It is deep [1]. It is cold [7].', [], [first, evidenceItem(7, 'text')], false)
    expect(marksOf(after)).toEqual([1, 7])
  })
})
