import type { AnswerRef, SentenceVerdict } from '@shared/events'
import { describe, expect, it } from 'vitest'
import { answerText } from '@renderer/features/chat/turn/copy-text'
import { citedSpans } from '@renderer/state/chat/turns/turn-passages'
import { evidenceItem } from './answer-fixture'
import { elementsOf, literalsOf, marksOf, renderAnswer, tagsOf, textOf } from './render-answer'

/** As the engine tells a model's sentences: marks and stops are inside. */
function refTo(response: string, sentence: string, number: number): AnswerRef {
  const start = response.indexOf(sentence)
  const end = start + sentence.length
  return { number, evidence_id: `e${number}`, selector: 'chars:0-3', response_start: start, response_end: end }
}

const evidence = [evidenceItem(1, 'text'), evidenceItem(2, 'text')]

function render(response: string, refs: readonly AnswerRef[], verdicts: readonly SentenceVerdict[] = []) {
  return renderAnswer(response, refs, evidence, true, verdicts, true)
}

describe('an answer that a model wrote', () => {
  const response = 'It takes **19 minutes** [1]. Six people [1] or 450 kg [2] fit in.'
  const refs = [
    refTo(response, 'It takes **19 minutes** [1].', 1),
    refTo(response, 'Six people [1] or 450 kg [2] fit in.', 1),
    refTo(response, 'Six people [1] or 450 kg [2] fit in.', 2),
  ]

  // Would catch citations that cannot be pressed because they stand inside their sentence.
  it('has every mark as one, wherever in its sentence it stands', () => {
    const tree = render(response, refs)
    expect(marksOf(tree)).toEqual([1, 1, 2])
    expect(textOf(tree).replace(/\u00A0/gu, ' ')).toBe(response.replaceAll('**', ''))
    const cited = elementsOf(tree).flatMap(({ properties }) => properties['dataCited'] ?? [])
    expect(cited).toEqual(['0-3', '0-3', '0-3'])
  })

  // Would catch asterisks in sight, because the source is no Markdown.
  it('is Markdown whatever it rests on', () => {
    const tree = render(response, refs)
    expect(tagsOf(tree)).toContain('strong')
    expect(literalsOf(tree)).toEqual([])
  })

  // Would catch an answer that turns from asterisks into Markdown only when it is whole.
  it.each([
    '- **Pumps** need oil [1].',
    '## Pumps\n\n1. They need **oil** [1].',
    '| a | b |\n|---|---|\n| 1 | **2** [1] |',
  ])('is that also while it is being written: %j', (growing) => {
    const tree = renderAnswer(growing, [], evidence, false, [], true)
    expect(marksOf(tree)).toEqual([1])
    expect(tagsOf(tree)).toContain('strong')
    expect(textOf(tree)).not.toMatch(/[#|*]|^[-1]/u)
  })

  it('has one sign of a fault behind the whole sentence', () => {
    const [, second] = refs
    const { response_start: start = 0, response_end: end = 0 } = second ?? {}
    const tree = render(response, refs, [{ start, end, verdict: 'unsupported', refs: [1], issues: [] }])
    const elements = elementsOf(tree)
    expect(elements.filter(({ properties }) => properties['dataFault'] !== undefined)).toHaveLength(1)
    const faulty = elements.filter(({ properties }) => properties['dataVerdict'] !== undefined).map(textOf)
    expect(faulty.join('')).toBe('Six people or 450 kg fit in.')
  })

  it('leaves code, tables and headings what they are', () => {
    const text = '# Sizes [1]\n\n| a | b |\n|---|---|\n| 1 | 2 [2] |\n\nUse `x[1]` twice [1].\n\n```py\ny[2]\n```'
    const tree = render(text, [
      refTo(text, '# Sizes [1]', 1),
      refTo(text, '| 1 | 2 [2] |', 2),
      refTo(text, 'Use `x[1]` twice [1].', 1),
    ])
    expect(tagsOf(tree)).toEqual(expect.arrayContaining(['h1', 'table', 'code', 'pre']))
    expect(elementsOf(tree).filter(({ tagName }) => tagName === 'td')).toHaveLength(2)
    expect(marksOf(tree)).toEqual([1, 2, 1])
    const codes = elementsOf(tree).filter(({ tagName }) => tagName === 'code')
    expect(codes.map((code) => textOf(code).trim())).toEqual(['x[1]', 'y[2]'])
  })

  // Would catch a whole page in yellow because of one sentence that is nowhere in it.
  it('lights what its other sentences rest on, not all of a passage', () => {
    const item = evidenceItem(1, 'text', 'One thing. Another thing.')
    const part = { ...refTo(response, 'It takes **19 minutes** [1].', 1), selector: 'chars:11-25' }
    const whole = { ...part, selector: 'chars:0-25' }
    expect(citedSpans(item, [whole, part])).toEqual([{ start: 11, end: 25 }])
    expect(citedSpans(item, [whole])).toEqual([{ start: 0, end: 25 }])
  })

  it('is copied without its marks', () => {
    expect(answerText({ response, refs, evidence, model: 'Tiny' })).toBe(
      'It takes **19 minutes**. Six people or 450 kg fit in.',
    )
  })
})
