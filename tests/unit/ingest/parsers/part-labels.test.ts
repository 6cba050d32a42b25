import { describe, expect, it } from 'vitest'
import { partLabels } from '@engine/ingest/parsers/structure/part-labels'

describe('partLabels', () => {
  it('speaks the language of the document', () => {
    const english = partLabels('The budget of next year')
    expect([english.slide(3, 'Aims', true), english.notes, english.comment('Ann', 'why?')]).toEqual([
      'Slide 3 (hidden): Aims',
      'Notes',
      'Comment by Ann: why?',
    ])
    const chinese = partLabels('明年的预算是 250 万元')
    expect([chinese.slide(3, '', true), chinese.notes, chinese.comment('', '为何')]).toEqual([
      '幻灯片 3（隐藏）',
      '备注',
      '批注：为何',
    ])
  })
})
