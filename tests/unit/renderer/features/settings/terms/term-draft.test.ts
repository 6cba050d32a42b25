import { describe, expect, test } from 'vitest'
import { draftOf, readDraft } from '@renderer/features/settings/terms/term-draft'

describe('a typed term', () => {
  test.each(['水泵,泵', '水泵，泵', ' 水泵 、 泵 ；水泵'])('parts Chinese terms by any comma: %s', (chinese) => {
    expect(readDraft({ english: ' pump ', chinese }, [])).toEqual({ english: 'pump', chinese: ['水泵', '泵'] })
  })

  test.each([
    [{ english: 'p', chinese: '泵' }, 'english'],
    [{ english: '水泵', chinese: '泵' }, 'english'],
    [{ english: 'pump', chinese: ' ，' }, 'chinese'],
    [{ english: 'pump', chinese: 'pump' }, 'chinese'],
    [{ english: 'VALVE', chinese: '阀' }, 'duplicate'],
  ])('names what is wrong: %j', (draft, problem) => {
    expect(readDraft(draft, [{ english: 'valve', chinese: ['阀门'] }])).toBe(problem)
  })

  test('a row is typed back as it was', () => {
    const row = { english: 'pump', chinese: ['水泵', '泵'] }
    expect(readDraft(draftOf(row), [])).toEqual(row)
  })
})
