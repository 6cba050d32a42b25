import type { SentenceVerdict } from '@shared/events'
import { describe, expect, it } from 'vitest'
import { answerParts } from '@renderer/answer/text/answer-sentences'
import { type Cited, compose, evidenceItem } from './answer-fixture'
import { elementsOf, renderAnswer, textOf } from './render-answer'

const sentences: Cited[] = [
  { text: 'The pump moves 40 litres.', number: 1, item: false },
  { text: 'It was replaced in 2021.', number: 2, item: false },
]
const { response, refs } = compose(sentences)

function verdictAt(text: string, verdict: SentenceVerdict['verdict']): SentenceVerdict {
  const start = response.indexOf(text)
  return { start, end: start + text.length, verdict, refs: [], issues: [] }
}

const verdicts = [verdictAt('The pump moves 40 litres.', 'supported'), verdictAt('It was replaced in 2021.', 'partly')]

describe.each(['text', 'markdown'])('verdicts on sentences of %s', (format) => {
  const evidence = [evidenceItem(1, format), evidenceItem(2, format)]

  it('mark the faulty sentence and nothing else, with one mark behind it', () => {
    const tree = renderAnswer(response, refs, evidence, true, verdicts)
    const elements = elementsOf(tree)
    const faulty = elements.filter(({ properties }) => properties['dataVerdict'] !== undefined)
    expect(faulty.map((element) => textOf(element)).join('')).toBe('It was replaced in 2021.')
    expect(faulty.every(({ properties }) => properties['dataVerdict'] === '1')).toBe(true)
    const marks = elements.filter(({ properties }) => properties['dataFault'] !== undefined)
    expect(marks.map(({ properties }) => properties['dataFault'])).toEqual(['1'])
    expect(marks.map((element) => textOf(element))).toEqual([''])
  })

  it('change no letter of the answer', () => {
    expect(textOf(renderAnswer(response, refs, evidence, true, verdicts))).toBe(
      textOf(renderAnswer(response, refs, evidence, true)),
    )
  })
})

describe('a wrong figure', () => {
  const stated = '75 °C'
  const written = (text: string) => {
    const start = text.indexOf(stated)
    const correction = { start, end: start + stated.length, stated, found: '65 °C', number: 1, evidence_id: 'e1' }
    const wrong = { start: 0, end: text.length, verdict: 'unsupported' as const, refs: [1], issues: [], correction }
    return renderAnswer(text, [], [evidenceItem(1, 'text')], true, [wrong], true)
  }

  // Catches a mark that swallows letters, or that stands around something else than the figure.
  it.each(['Stop at 75 °C [1].', 'Stop at **75 °C** [1].', '| Stop | At |\n|---|---|\n| Milk | 75 °C [1] |'])(
    'in %j is marked, and nothing else',
    (text) => {
      const tree = written(text)
      const marked = elementsOf(tree).filter(({ properties }) => properties['dataWrong'] !== undefined)
      expect(marked.map((element) => [textOf(element), element.properties['dataWrong']])).toEqual([[stated, '0']])
      const bare = (shown: typeof tree) => textOf(shown).replace(/\s+/gu, ' ').trim()
      expect(bare(tree)).toBe(bare(renderAnswer(text, [], [evidenceItem(1, 'text')], true, [], true)))
    },
  )
})

describe('a sentence only the critic knows', () => {
  const free = 'Nobody cites this one. The pump moves 40 litres [1].'
  const uncited = [{ start: 0, end: 22, verdict: 'uncited' as const, refs: [], issues: [] }]

  it('becomes a sentence without a number', () => {
    const ref = { number: 1, evidence_id: 'e1', selector: 'chars:0-3', response_start: 23, response_end: 48 }
    const parts = answerParts({ response: free, refs: [ref], evidence: [evidenceItem(1, 'text')], verdicts: uncited })
    expect(parts.sentences).toEqual([
      { start: 0, end: 22, numbers: [], verdict: 0 },
      { start: 23, end: 48, numbers: [1] },
    ])
  })

  it('never reaches beyond the answer', () => {
    const beyond = [{ start: 0, end: 400, verdict: 'uncited' as const, refs: [], issues: [] }]
    expect(answerParts({ response: free, refs: [], evidence: [], verdicts: beyond }).sentences).toEqual([])
  })
})
