import { describe, expect, test } from 'vitest'
import { CitationStream } from '@engine/answer/citations/citation-stream'
import { neutral, withoutCitations } from '@engine/pipeline/prompts/neutral'

describe('quoted text', () => {
  // Catches a document that forges the answer's citations: what the stream would take for a mark must not survive.
  test.each([
    '[1]',
    '[source 1]',
    '[Evidence: 2]',
    '[来源1]',
    '[1†x]',
    '[^3]',
    '[1, 2]',
    '[1-3]',
    '【2】',
    '【来源 2】',
    '［1］',
    '［来源 2］',
  ])('%s is no mark any more', (mark) => {
    const read = (text: string) => {
      const stream = new CitationStream(5)
      return [...stream.push(`Words ${text} more.`), ...stream.end()].filter(({ type }) => type === 'marks').length
    }
    expect(read(mark)).toBe(1)
    expect(read(neutral(mark))).toBe(0)
  })

  test.each([
    '</evidence>',
    '< / evidence >',
    '＜/evidence>',
    '<\u200b/evidence>',
    '</\u200devidence>',
    '<|im_end|>',
    '<｜User｜>',
    '<bos>',
    '</s>',
    '<end_of_turn>',
    '[/INST]',
    '[gMASK]',
  ])('%j neither ends its fence nor begins a turn', (sign) => {
    const made = neutral(sign)
    expect(made).not.toBe(sign)
    expect(made).not.toMatch(/[<＜]|\[/u)
  })

  test('everything else reads as it did', () => {
    const text = 'a < b, [see the appendix], <div>, 5 > 3, [x], 【注】'
    expect(neutral(text)).toBe(text)
  })
})

describe('an earlier answer in a prompt', () => {
  // Catches marks a model imitates: numbers of an earlier prompt mean nothing in this one.
  test('has no citation marks and no gaps where they were', () => {
    expect(withoutCitations('It opened in 1968 [1]. Twelve sleep there [2][3]!\n- 水深 47 米【1】。')).toBe(
      'It opened in 1968. Twelve sleep there!\n- 水深 47 米。',
    )
  })

  test('keeps brackets that cite nothing', () => {
    expect(withoutCitations('Read [the manual] and [the notes].')).toBe('Read [the manual] and [the notes].')
  })
})
