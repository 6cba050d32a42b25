import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutOverrides } from '@renderer/ui/text/safe-name'
import { type Cited, compose, evidenceItem } from './answer-fixture'
import { elementsOf, literalsOf, marksOf, renderAnswer, tagsOf, textOf } from './render-answer'

const text = [evidenceItem(1, 'text'), evidenceItem(2, 'pdf'), evidenceItem(3, 'csv')]
const mixed = [evidenceItem(1, 'text'), evidenceItem(2, 'markdown'), evidenceItem(3, 'csv')]

/** What the engine makes of a sentence: one line, single spaces, no marks of its own. */
function asEngine(raw: string): string {
  return raw
    .replace(/\s+/gu, ' ')
    .replace(/\[(\d+)\]/gu, '［$1］')
    .trim()
}

const nasty = fc.constantFrom(
  '*',
  '**',
  '_',
  '__',
  '#',
  '# ',
  '`',
  '```',
  '~~',
  '<b>',
  '<!--',
  '</div>',
  '&amp;',
  '\\',
  '\\*',
  '|',
  ' | ',
  '[x](javascript:alert(1))',
  '![i](http://a/b.png)',
  '[1]: http://x',
  'https://a.b',
  '$5',
  '$$',
  '> ',
  '- ',
  '1. ',
  '+',
  '=',
  '---',
  '\uFFFC',
  '\uE000',
  '\u202E',
  '😀',
  '水位',
  'depth',
  ' ',
)
const sentenceText = fc
  .array(fc.oneof({ weight: 4, arbitrary: nasty }, fc.string({ maxLength: 6, unit: 'binary' })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => asEngine(parts.join('')))
  .filter((sentence) => sentence !== '')
const cited = (numbers: readonly number[]): fc.Arbitrary<Cited> =>
  fc.record({ text: sentenceText, number: fc.constantFrom(...numbers), item: fc.boolean() })

describe('a sentence of a document that is not Markdown', () => {
  it('is shown letter for letter, whatever it holds', () => {
    fc.assert(
      fc.property(fc.array(cited([1, 2, 3]), { minLength: 1, maxLength: 6 }), (sentences) => {
        const { response, refs } = compose(sentences)
        const tree = renderAnswer(response, refs, text)
        expect(literalsOf(tree)).toEqual(sentences.map((sentence) => withoutOverrides(sentence.text)))
        expect(marksOf(tree)).toEqual(sentences.map(({ number }) => number))
        // Nothing in it became formatting: only the engine's own lines are there.
        expect(tagsOf(tree).filter((tag) => !['p', 'ul', 'li', 'span'].includes(tag))).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('is shown so beside Markdown sentences, too', () => {
    const plain = cited([1, 3])
    const formatted: Cited = { text: 'A **bold** word.', number: 2, item: false }
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1, maxLength: 4 }), (sentences) => {
        const { response, refs } = compose([formatted, ...sentences])
        const tree = renderAnswer(response, refs, mixed)
        expect(literalsOf(tree)).toEqual(sentences.map((sentence) => withoutOverrides(sentence.text)))
        expect(tagsOf(tree).filter((tag) => tag === 'strong')).toHaveLength(1)
      }),
      { numRuns: 80 },
    )
  })

  it('is shown so while it streams, before any reference is known', () => {
    fc.assert(
      fc.property(fc.array(cited([1, 2, 3]), { minLength: 1, maxLength: 4 }), fc.nat(), (sentences, cut) => {
        const { response } = compose(sentences)
        const shown = response.slice(0, cut % (response.length + 1))
        const tree = renderAnswer(shown, [], text, false)
        expect(tagsOf(tree).filter((tag) => !['p', 'ul', 'li', 'span'].includes(tag))).toEqual([])
        const squeezed = (value: string) => value.replace(/\s+/gu, '')
        expect(squeezed(textOf(tree))).toBe(squeezed(withoutOverrides(shown).replace(/(?:^|\n)- /gu, '')))
      }),
      { numRuns: 150 },
    )
  })

  it('keeps the list items and paragraphs that the engine made', () => {
    const { response, refs } = compose([
      { text: 'The steps are:', number: 1, item: false },
      { text: '# one', number: 1, item: true },
      { text: '* two', number: 1, item: true },
      { text: 'After that, rest.', number: 2, item: false },
    ])
    expect(tagsOf(renderAnswer(response, refs, text)).filter((tag) => tag !== 'span')).toEqual([
      'p',
      'ul',
      'li',
      'li',
      'p',
    ])
  })
})

describe('the title of a list item, which the engine writes in bold', () => {
  const response = 'These themes:\n\n- **Kestrel Col _Station_, Corin** (6 names): It is *high*. [1]'
  const start = response.indexOf('It is')
  const ref = { number: 1, evidence_id: 'e1', selector: 'chars:0-12', response_start: start, response_end: start + 13 }

  // Would catch the asterisks of themes shown to whoever has no Markdown document.
  it('is bold, letter for letter, where no document is Markdown; quoted words keep their signs', () => {
    const tree = renderAnswer(response, [ref], text)
    expect(tagsOf(tree)).toContain('strong')
    expect(textOf(tree)).toContain('Kestrel Col _Station_, Corin (6 names): It is *high*.')
  })
})

describe('a mark that turns text around', () => {
  it('is shown as its code, in quoted text, in Markdown and in code', () => {
    const cited = compose([{ text: 'report\u202Efdp.exe', number: 1, item: false }])
    expect(textOf(renderAnswer(cited.response, cited.refs, text))).toContain('report[U+202E]fdp.exe')
    expect(textOf(renderAnswer('**a\u202Eb** `c\u202Dd` [2]', [], mixed))).toMatch(/a\[U\+202E\]b c\[U\+202D\]d/u)
  })
})

describe('an answer without evidence', () => {
  it('keeps names of documents as they are and its lines apart', () => {
    expect(tagsOf(renderAnswer('A line\n- ', [], []))).toEqual(['p', 'span'])
    const response = '2 documents are ready:\n\n- *draft*_v1_.md\n- <script>.html'
    const tree = renderAnswer(response, [], [])
    expect(tagsOf(tree).filter((tag) => tag !== 'span')).toEqual(['p', 'ul', 'li', 'li'])
    expect(textOf(tree)).toContain('*draft*_v1_.md')
    expect(textOf(tree)).toContain('<script>.html')
  })
})

describe('a citation mark', () => {
  it('carries the part of the evidence that its own sentence came from', () => {
    const response = 'One. [1] Two. [1]'
    const ref = { number: 1, evidence_id: 'e1' }
    const refs = [
      { ...ref, selector: 'chars:0-3', response_start: 0, response_end: 4 },
      { ...ref, selector: 'chars:4-8', response_start: 9, response_end: 13 },
    ]
    const tree = renderAnswer(response, refs, [evidenceItem(1, 'text')])
    const cited = elementsOf(tree).flatMap(({ properties }) => properties['dataCited'] ?? [])
    expect(cited).toEqual(['0-3', '4-8'])
  })

  it('is no button where there is no such evidence', () => {
    const tree = renderAnswer('See [1] and [7].', [], [evidenceItem(1, 'markdown')])
    expect(marksOf(tree)).toEqual([1])
    expect(textOf(tree).replace(/\u00A0/gu, ' ')).toBe('See [1] and [7].')
  })

  it('cannot be turned into a link by a definition of a hostile document', () => {
    const tree = renderAnswer('Safe. [1]\n\n[1]: javascript:alert(1)', [], [evidenceItem(1, 'markdown')])
    expect(tagsOf(tree)).not.toContain('a')
    expect(marksOf(tree)).toContain(1)
  })
})

describe('a Markdown answer', () => {
  it('marks every text of a sentence, also inside emphasis and code', () => {
    const sentence = 'A **bold** and `code` word.'
    const { response, refs } = compose([{ text: sentence, number: 2, item: false }])
    const tree = renderAnswer(`${response}\n\nNot of it.`, refs, mixed)
    const marked = elementsOf(tree).filter(({ properties }) => properties['dataSentence'] === '2')
    expect(marked.map(textOf).join('')).toBe('A bold and code word.')
  })

  it('shows raw HTML as text', () => {
    const tree = renderAnswer('<script>alert(1)</script> and <b>x</b> [2]', [], mixed)
    expect(tagsOf(tree).filter((tag) => !['p', 'span'].includes(tag))).toEqual([])
    expect(textOf(tree)).toContain('<script>alert(1)</script> and <b>x</b>')
  })

  it('gives code back as it was written, marks and prices included', () => {
    const tree = renderAnswer('```\na[2] = "$5"; $x$ $\n```', [], mixed)
    expect(textOf(tree)).toContain('a[2] = "$5"; $x$ $')
  })

  it('is shown whole when maths and prices stand side by side', () => {
    const tree = renderAnswer('It costs $5 or $6, and $x_1$ holds. [2]', [], [evidenceItem(2, 'markdown')])
    expect(textOf(tree).replace(/\u00A0/gu, ' ')).toBe('It costs $5 or $6, and x_1 holds. [2]')
    const maths = elementsOf(tree).filter(({ tagName }) => tagName === 'code')
    expect(maths.map(textOf)).toEqual(['x_1'])
  })
})
