import { describe, expect, it } from 'vitest'
import { elapsedText, jobMessage, pageRanges, typedPath } from '@renderer/features/library/library-texts'
import { nameFor } from '@renderer/features/library/adding/name-for'
import { sizeText } from '@renderer/ui/text/figure-text'
import { carried, tagChange } from '@renderer/features/library/dialogs/tags-dialog'
import { documentNamed } from '../../../../fakes/fake-engine'

describe('elapsedText', () => {
  it('is a clock that never runs backwards', () => {
    expect([0, 7_900, 60_000, 3_725_000].map(elapsedText)).toEqual(['0:00', '0:07', '1:00', '1:02:05'])
    expect([-5000, Number.NaN].map(elapsedText)).toEqual(['0:00', '0:00'])
  })
})

describe('sizeText', () => {
  it('rounds to what a reader compares', () => {
    expect([4_240, 123_456_789, 1e16].map((size) => sizeText(size, 'en'))).toEqual(['4.2 kB', '123 MB', '10,000 TB'])
  })
})

describe('pageRanges', () => {
  it('joins neighbours, whatever order they come in', () => {
    expect(pageRanges([7, 2, 1, 3, 3], 'en')).toBe('1\u20133, 7')
    expect(pageRanges([7, 2, 1], 'zh')).toBe('1\u20132、7')
    expect(pageRanges([])).toBe('')
  })
})

describe('nameFor', () => {
  it('takes the first line with words, without what a file name cannot hold', () => {
    expect(nameFor('\n---\n## A/B: notes?\nmore')).toBe('A B notes')
    expect(nameFor('***')).toBe('')
  })

  it('cuts long lines at a word and never through a character', () => {
    expect(nameFor('word '.repeat(40)).length).toBeLessThanOrEqual(60)
    expect(nameFor(`${'字'.repeat(59)}😀尾`)).toBe('字'.repeat(59))
  })
})

describe('jobMessage', () => {
  it('translates the state and keeps colons of the name', () => {
    expect(jobMessage('a: b.md: parsing', () => '解析中')).toBe('a: b.md · 解析中')
    expect(jobMessage('3 of 3 files', () => '')).toBe('')
  })
})

describe('tagChange', () => {
  it('says only what was changed', () => {
    expect(
      tagChange(
        new Map([
          ['new', true],
          ['old', false],
        ]),
      ),
    ).toEqual({ add_tags: ['new'], remove_tags: ['old'] })
    expect(tagChange(new Map())).toEqual({})
  })

  it('knows tags that some documents carry', () => {
    const documents = [documentNamed('a', { tags: ['x', 'y'] }), documentNamed('b', { tags: ['x'] })]
    expect(['x', 'y', 'z'].map((tag) => carried(documents, tag))).toEqual([true, 'some', false])
  })
})

describe('typedPath', () => {
  it('takes off the quotes of a file manager, and only a pair', () => {
    expect(['"/a b/c"', " '/x' ", '/it"s', '"'].map(typedPath)).toEqual(['/a b/c', '/x', '/it"s', '"'])
  })
})
