import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDollars, hidePrices } from '@renderer/ui/text/markdown/dollars'
import { settledText, splitBlocks } from '@renderer/answer/text/split-blocks'
import { answerText, answerWithSources } from '@renderer/features/chat/turn/copy-text'
import { evidenceItem } from './answer-fixture'

const maths = (text: string) => findDollars(text).filter(({ isMaths }) => isMaths).length

describe('findDollars', () => {
  it.each([
    ['It costs $5 and $6.', 0],
    ['$5, $6 and $7', 0],
    ['$ 5$ is none', 0],
    ['价格是$5，还是$6？', 0],
    ['\\$x$ is none', 0],
    ['$x$', 2],
    ['so $x_1 + y$, and', 2],
    ['$$\nx\n$$', 2],
    ['$$ never closed', 0],
    ['$x\n\ny$', 0],
    ['$x$5', 0],
  ])('tells maths from prices in %j', (text, dollars) => {
    expect(maths(text)).toBe(dollars)
  })

  it('keeps up with a text of nothing but dollars', () => {
    const text = '$a '.repeat(20_000)
    expect(maths(text)).toBe(0)
    expect(hidePrices(text, '!').text).toBe(text)
  })
})

describe('splitBlocks', () => {
  it('keeps fences, lists and displayed maths whole', () => {
    const blocks = ['Text.', '```js\na\n\nb\n```', '- one\n\n- two\n\n  more', '$$\nx\n\ny\n$$', 'End.']
    expect(splitBlocks(blocks.join('\n\n'))).toEqual(blocks)
  })

  it('loses no line, and never changes a block once the next one has begun', () => {
    const line = fc.constantFrom(
      '',
      '',
      'text',
      '- item',
      '  more',
      '```',
      '$$',
      '# head',
      '| a | b |',
      '1. one',
      '    code',
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n')
        const words = (blocks: readonly string[]) =>
          blocks
            .join('\n')
            .split('\n')
            .map((one) => one.trim())
            .filter(Boolean)
        expect(words(splitBlocks(text))).toEqual(words([text]))
        const shorter = splitBlocks(lines.slice(0, -1).join('\n')).slice(0, -1)
        expect(splitBlocks(text).slice(0, shorter.length)).toEqual(shorter)
      }),
    )
  })
})

describe('settledText', () => {
  it.each([
    ['Deep. [', 'Deep.'],
    ['Deep. [1', 'Deep.'],
    ['Deep. [1]', 'Deep. [1]'],
    ['Deep. [1]\n', 'Deep. [1]'],
    ['Deep. [1]\n-', 'Deep. [1]'],
    ['Deep. [1]\n- ', 'Deep. [1]'],
    ['Deep. [1]\n- A', 'Deep. [1]\n- A'],
    ['Deep. [1]\n\n| Name | De', 'Deep. [1]'],
    ['| Name | Depth |\n|--', ''],
    ['| Name | Depth |\n|---|', ''],
    ['| Name | Depth |\n|---|---|', '| Name | Depth |\n|---|---|'],
    ['A.\n\n| Name | Depth |\n|---|---|\n| Oriel', 'A.\n\n| Name | Depth |\n|---|---|\n| Oriel'],
    ['| Name | Depth |\n|---|---|\n| Oriel | 47 |\n| Co', '| Name | Depth |\n|---|---|\n| Oriel | 47 |\n| Co'],
    ['|x| is never negative.\nAnd', '|x| is never negative.\nAnd'],
  ])('holds back what is half-written in %j', (text, shown) => {
    expect(settledText(text)).toBe(shown)
  })
})

describe('copying an answer', () => {
  const evidence = [{ ...evidenceItem(1, 'pdf'), document_name: 'a_b*.pdf', heading_path: ['One', 'Two'], page: 3 }]
  const turn = { response: 'Deep. [1] Also [2].\n- Wide. [1]', refs: [], evidence }

  it('leaves the marks out of the plain text, and only the marks', () => {
    expect(answerText(turn)).toBe('Deep. Also [2].\n- Wide.')
  })

  it('lists the sources with what is special in their names escaped', () => {
    const words = { sources: 'Sources', gone: 'gone', place: (unit: string, page: number) => `${unit} ${page}` }
    expect(answerWithSources(turn, words)).toBe(
      `${turn.response}\n\n**Sources**\n\n- \\[1\\] a\\_b\\*.pdf — One › Two, page 3\n`,
    )
  })
})
