import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CitedStream } from '@engine/answer/citations/cited-stream'
import { evidenceItem } from '@engine/answer/citations/cite'
import { createMender } from '@engine/answer/citations/mend-citations'
import { toPassage } from '@engine/retrieval/passage'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { readShippedTerms } from '@engine/retrieval/terms/load-term-table'
import { fakeChunkIndex } from '../../../fakes/chunk-index'

const texts = [
  'The main pump was replaced in March 2021. It moves 40 litres per second.',
  'The water level is measured every 15 minutes by a radar gauge.',
  '备用水泵存放在地下室。它的流量是每秒 20 升。',
]
const { chunks } = await fakeChunkIndex(texts.map((text, at) => ({ name: `d${at}.md`, text })))
const passages = chunks.map((chunk) => toPassage({ chunk, vector: new Float32Array(), search: '' }, []))
const ids = passages.map((_, at) => `e${at}`)

const terms = createTermTable(await readShippedTerms(resolve('resources/terms')))

function write(chunksOfText: readonly string[], { mends = true, whole = true } = {}) {
  const items = passages.map((passage, at) => evidenceItem(passage, at + 1, ids[at] ?? ''))
  const stream = new CitedStream(passages, ids, mends ? createMender(items, terms) : () => null)
  const said = [...chunksOfText.flatMap((chunk) => stream.push(chunk)), ...stream.end(whole)]
  return { ...stream.answer, said, mended: stream.mended }
}

describe('a written answer', () => {
  test('numbers its passages in order of first use, and points at sentences and at what bears them out', () => {
    const written = write(['The level is measured every 15 minutes [2]. ', 'The pump was replaced in 2021 [1], [2].'])
    expect(written.response).toBe('The level is measured every 15 minutes [1]. The pump was replaced in 2021 [2], [1].')
    expect(written.evidence.map(({ number, evidence_id }) => [number, evidence_id])).toEqual([
      [1, 'e1'],
      [2, 'e0'],
    ])
    const shown = written.refs.map(({ response_start: from, response_end: to, evidence_id: id, selector }) => {
      const [, start = '', end = ''] = /^chars:(\d+)-(\d+)$/u.exec(selector) ?? []
      return [written.response.slice(from, to), texts[Number(id.slice(1))]?.slice(Number(start), Number(end))]
    })
    expect(shown).toEqual([
      ['The level is measured every 15 minutes [1].', texts[1]],
      ['The pump was replaced in 2021 [2], [1].', 'The main pump was replaced in March 2021.'],
      ['The pump was replaced in 2021 [2], [1].', texts[1]],
    ])
  })

  test('a mark behind the full stop belongs to the sentence before it; at the beginning of a line to the one after', () => {
    const after = write(['It moves 40 litres per second. [1] Next comes [2] nothing.'])
    expect(after.refs.map((ref) => after.response.slice(ref.response_start, ref.response_end))).toEqual([
      'It moves 40 litres per second.',
      'Next comes [2] nothing.',
    ])
    const before = write(['First words here.\n[1] It moves 40 litres.'])
    expect(before.refs.map((ref) => before.response.slice(ref.response_start, ref.response_end))).toEqual([
      'It moves 40 litres.',
    ])
  })

  test('gets the mark of the passage that says it, as a token of its own, before it goes on', () => {
    const written = write(['The main pump was replaced in March 2021.', ' The pump is blue.', ' It', ' ends.'])
    expect(written.response).toBe('The main pump was replaced in March 2021 [1]. The pump is blue. It ends.')
    expect(written.said.map(({ content }) => content)).toContain(' [1]')
    expect(written.mended).toBe(1)
    // Would catch a mark that is added although the model's own comes right behind the full stop.
    expect(write(['The main pump was replaced in March 2021. [1] More.']).mended).toBe(0)
  })

  test.each([
    [
      'Chinese, between sentences without a space',
      '备用水泵存放在地下室。它很新。',
      '备用水泵存放在地下室 [1]。它很新。',
    ],
    ['a list', '- It moves 40 litres per second\n- Other', '- It moves 40 litres per second [1]\n- Other'],
    ['the end without a full stop', 'It moves 40 litres per second', 'It moves 40 litres per second [1]'],
    // Catches a signature or a line that heads a letter with a citation.
    ['a short line without a stop', '备用水泵存放在地下室\n\n它很新。', '备用水泵存放在地下室\n\n它很新。'],
    // Catches answers in another language than their passages that have hardly a mark.
    [
      'what a passage in the other language says',
      '雷达每 15 分钟测量一次水位。它很新。',
      '雷达每 15 分钟测量一次水位 [1]。它很新。',
    ],
    ['what no passage in the other language says', '雷达每 20 分钟测量一次水位。', '雷达每 20 分钟测量一次水位。'],
    ['headings', '# The main pump was replaced in March 2021\n', '# The main pump was replaced in March 2021'],
    [
      'tables',
      '| main pump | replaced in March 2021 |\n|---|---|',
      '| main pump | replaced in March 2021 |\n|---|---|',
    ],
    [
      'code',
      '```\nThe main pump was replaced in March 2021.\nIt moves 40 litres per second.\n```\n',
      '```\nThe main pump was replaced in March 2021.\nIt moves 40 litres per second.\n```',
    ],
    [
      'what only says that something is missing',
      'The documents do not say who did it.',
      'The documents do not say who did it.',
    ],
    ['what no passage says', 'The main pump was replaced in May 1999.', 'The main pump was replaced in May 1999.'],
  ])('mends or leaves alone: %s', (_name, text, expected) => {
    expect(write([text]).response.trim()).toBe(expected)
  })

  test('that broke off is not mended where it broke', () => {
    expect(write(['It moves 40 litres per second'], { whole: false }).response).toBe('It moves 40 litres per second')
  })

  test('does not begin with white space, and what is only that is nothing', () => {
    expect(write(['\n\n', ' Yes.']).response).toBe('Yes.')
    expect(write(['\n', ' \n']).said).toEqual([])
  })

  // Would catch offsets that depend on how the model cut its words, or that point outside of the text.
  test('is the same however it was cut, what was said is the response, and references stay inside', () => {
    const parts = [
      'The main pump was replaced in March 2021',
      'The water level is measured every 15 minutes',
      '备用水泵存放在地下室',
      '. ',
      '。',
      '[1]',
      ' [2, 3]',
      '[9]',
      '\n',
      '\n\n- ',
      '```\n',
      ' ',
      'e.g. ',
      '**',
    ]
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...parts), { maxLength: 14 }),
        fc.integer({ min: 1, max: 9 }),
        (list, size) => {
          const text = list.join('')
          const cut = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'gu')) ?? []
          const written = write(cut)
          const whole = write([text])
          expect({ ...written, said: null }).toEqual({ ...whole, said: null })
          expect(written.said.map(({ content }) => content).join('')).toBe(written.response)
          for (const { response_start: from, response_end: to, number, selector, evidence_id: id } of written.refs) {
            expect(from).toBeLessThanOrEqual(to)
            expect(to).toBeLessThanOrEqual(written.response.length)
            expect(written.response).toContain(`[${number}]`)
            const [, start = '', end = ''] = /^chars:(\d+)-(\d+)$/u.exec(selector) ?? []
            expect(Number(start)).toBeLessThanOrEqual(Number(end))
            expect(Number(end)).toBeLessThanOrEqual(texts[Number(id.slice(1))]?.length ?? 0)
          }
        },
      ),
      { numRuns: 150 },
    )
  })
})
