import { describe, expect, it } from 'vitest'
import { shownWords } from '@shared/research/shown-words'

describe('what a report quotes, as people read it', () => {
  it.each([
    ['The hut\nwas **opened** in\n  *1968*.', 'The hut was opened in 1968.'],
    ['```yaml\nlimit: 3\n```', 'limit: 3'],
    [
      'Set `limit` to `3`, see [the guide](guide.md#limits) and [[Huts|the huts]].',
      'Set limit to 3, see the guide and the huts.',
    ],
    ['**封冻期**是指湖面\n完全封冻的时期。', '封冻期是指湖面完全封冻的时期。'],
    ['水位达到**红色**等级时', '水位达到红色等级时'],
    ['It costs ~~40~~ 45 euros.\n> A note.', 'It costs 40 45 euros. A note.'],
    ['**Note:** ***both*** hold', 'Note: both hold'],
  ])('%j of Markdown: %s', (text, shown) => {
    expect(shownWords(text, 'markdown')).toBe(shown)
  })

  // Catches signs that mean something, and are no marks.
  it.each([
    '2 * 3 * 4 = 24',
    '__init__ calls snake_case_name',
    'a ** b ** c',
    'x > y, and [1] is no link',
    'f(*args, **kwargs) and g(*args, **kwargs)',
    '2**10 is 1024 and 3**2 is 9',
    'A footnote* and another*',
  ])('%s stays', (text) => {
    expect(shownWords(text, 'markdown')).toBe(text)
  })

  it('of other formats is in one line, and has its signs', () => {
    expect(shownWords('Rule **3**\nholds.', 'pdf')).toBe('Rule **3** holds.')
  })
})
