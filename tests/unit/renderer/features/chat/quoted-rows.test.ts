import { describe, expect, it } from 'vitest'
import { compose, evidenceItem } from './answer-fixture'
import { marksOf, renderAnswer, tagsOf, textOf } from './render-answer'

const passage = `Prices:

| Room | Beds | A night |
|------|-----:|---------|
| **Larch** | 4 |  [46 EUR](https://x.example) |
| Pine |  | 38 EUR |

| 房间 | 价格 |
|---|---|
| \`松树\` | 38 欧元 |
`
const rows = (...texts: string[]) => compose(texts.map((text) => ({ text, number: 1, item: true })))
const shown = (format: string, refsKnown: boolean, ...texts: string[]) => {
  const { response, refs } = rows(...texts)
  return renderAnswer(response, refsKnown ? refs : [], [evidenceItem(1, format, passage)], refsKnown)
}

describe('a quoted row of a Markdown table', () => {
  it.each([true, false])('names its columns (references known: %s)', (refsKnown) => {
    const tree = shown('markdown', refsKnown, '**Larch** | 4 | [46 EUR](https://x.example)')
    expect(textOf(tree).trim()).toBe('Room: Larch · Beds: 4 · A night: 46 EUR\u00A0[1]')
    expect(tagsOf(tree)).toEqual(expect.arrayContaining(['strong', 'a']))
    expect(marksOf(tree)).toEqual([1])
  })

  it('names its columns where its header was not quoted, and leaves empty cells out', () => {
    expect(textOf(shown('markdown', true, 'Pine | | 38 EUR', '`松树` | 38 欧元')).trim()).toMatch(
      /^Room: Pine · A night: 38 EUR\s*\[1\]\s*房间：松树 · 价格：38 欧元\s*\[1\]$/u,
    )
  })

  it('keeps a header that no row of its table follows', () => {
    const tree = shown('markdown', true, 'Room | Beds | A night', '`松树` | 38 欧元')
    expect(textOf(tree)).toContain('Room · Beds · A night')
    expect(marksOf(tree)).toEqual([1, 1])
  })

  it('is shown letter for letter where its document is not Markdown, or the line is no row', () => {
    expect(textOf(shown('text', true, 'Pine | | 38 EUR'))).toContain('Pine | | 38 EUR')
    expect(textOf(shown('markdown', true, 'Choose a | b | c.'))).toContain('Choose a | b | c.')
  })
})

describe('a sentence that documents of several formats say', () => {
  it('is read as Markdown where it is the words of one', () => {
    const { response, refs } = compose([{ text: 'It is **closed**.', number: 1, item: false }])
    const both = [...refs, ...refs.map((ref) => ({ ...ref, number: 2, evidence_id: 'e2' }))]
    const evidence = [evidenceItem(1, 'markdown'), evidenceItem(2, 'text')]
    expect(textOf(renderAnswer(`${response}[2]`, both, evidence))).toContain('It is closed.')
  })
})
