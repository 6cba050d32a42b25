import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { strToU8 } from 'fflate'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { ParsedText } from '@engine/ingest/parsers/parser'
import { parse } from '../../../../../ingest/parse-text'
import { relations, shape, slide, smallPptx } from '../../../../../ingest/small-pptx'
import { FakeBrowser } from '../../../../state/browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { startTranslations } = await import('@renderer/locales/i18n')
const { noMarks } = await import('@renderer/features/viewer/text/marks')
const { TextRowView } = await import('@renderer/features/viewer/text/text-row')
const { textRows } = await import('@renderer/features/viewer/text/text-rows')

beforeAll(() => startTranslations('en'))

/** The document as it is shown, with the stretch from where `quote` stands marked. */
function shown({ text, structure }: ParsedText, quote: string): string {
  const start = text.indexOf(quote)
  expect(start, `“${quote}” stands in the text`).toBeGreaterThanOrEqual(0)
  const marks = { ...noMarks, passage: { start, end: start + quote.length } }
  const rows = textRows(text, structure)
  return rows.map((row) => renderToStaticMarkup(createElement(TextRowView, { row, text, marks }))).join('\n')
}

function marked(html: string): string {
  return [...html.matchAll(/<mark data-mark="passage">([^<]*)<\/mark>/gu)].map(([, words]) => words).join('')
}

const words = (html: string): string => html.replace(/<[^>]*>/gu, ' ').replace(/\s+/gu, ' ')

describe('a presentation', () => {
  const notes = {
    'ppt/slides/_rels/slide2.xml.rels': relations({ r1: ['notesSlide', '../notesSlides/notesSlide1.xml'] }),
    'ppt/notesSlides/notesSlide1.xml': `<p:notes><p:cSld><p:spTree>${shape(['Say thanks.'], 'body')}</p:spTree></p:cSld></p:notes>`,
  }
  const deck = () =>
    parse(
      smallPptx(
        [
          slide(shape(['Aims'], 'title') + shape(['Fewer forms', 'Shorter queues'], 'body')),
          slide(shape(['预算'], 'title') + shape(['明年的预算是 250 万元。']), 'show="0"'),
          slide(shape(['Only words'])),
        ],
        notes,
      ),
      'deck.pptx',
    )

  // Would catch cards that lose what stands on a slide, and "Slide 2" said twice.
  it('is a card a slide, with its number, title and notes', async () => {
    const parsed = await deck()
    const cards = textRows(parsed.text, parsed.structure)
    expect(cards.map(({ kind }) => kind)).toEqual(['slide', 'slide', 'slide'])
    const all = words(shown(parsed, 'Shorter queues'))
    expect(all).toContain('Slide 1 Aims')
    expect(all).toContain('Slide 2 预算 Hidden')
    expect(all).toContain('Notes Say thanks.')
    expect(all).toContain('Slide 3 Only words')
    expect(all.match(/Slide/gu)).toHaveLength(3)
  })

  it('marks what is cited of a slide, its title and its number', async () => {
    const parsed = await deck()
    for (const quote of ['Shorter queues', '明年的预算是 250 万元。', 'Aims', 'Say thanks.'])
      expect(marked(shown(parsed, quote))).toBe(quote)
    // The number is cited with nothing else: there must be something to scroll to, in the reader's language.
    expect(marked(shown(parsed, '幻灯片 3'))).toBe('Slide 3')
  })

  // Would catch a slide with a pasted book that is laid out whole.
  it('cuts a slide that holds very much into parts', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => `Line ${at}`)
    const parsed = await parse(smallPptx([slide(shape(lines, 'body'))]), 'deck.pptx')
    const rows = textRows(parsed.text, parsed.structure)
    expect(rows.length).toBeGreaterThan(3)
    expect(words(shown(parsed, 'Line 299')).match(/Slide/gu)).toHaveLength(1)
    expect(marked(shown(parsed, 'Line 299'))).toBe('Line 299')
  })
})

describe('a mail', () => {
  const mail = () =>
    parse(
      strToU8(
        [
          'From: Ann Lee <ann@example.org>',
          'To: Bo <bo@example.org>, Cy <cy@example.org>',
          'Date: Mon, 3 Jan 2022 10:00:00 +0000',
          'Subject: Boats; and oars',
          '',
          'Thursday suits me.',
          '',
          'On Sun, 2 Jan 2022, Bo <bo@example.org> wrote:',
          '> Does Thursday suit you?',
          '> ',
          '> On Sat, 1 Jan 2022, Ann Lee <ann@example.org> wrote:',
          '>> We need oars.',
          '',
          'Bring the oars then.',
        ].join('\r\n'),
      ),
      'boats.eml',
    )

  it('begins with its head, a line a value', async () => {
    const html = shown(await mail(), 'Boats; and oars')
    expect(html).toContain('<th scope="row">Subject</th>')
    expect(html.match(/<tr/gu)).toHaveLength(4)
    expect(marked(html)).toBe('Boats; and oars')
  })

  // Would catch an answer that looks like a part of the mail that it answers, or the other way round.
  it('tells quoted words from those of the sender', async () => {
    const parsed = await mail()
    const depthOf = (quote: string) => {
      const start = parsed.text.indexOf(quote)
      const row = textRows(parsed.text, parsed.structure).find((one) => one.start <= start && start < one.end)
      return row?.kind === 'quoted' ? row.depth : 0
    }
    expect(depthOf('Thursday suits me.')).toBe(0)
    expect(depthOf('Does Thursday suit you?')).toBe(1)
    expect(depthOf('We need oars.')).toBe(2)
    expect(depthOf('Bring the oars then.')).toBe(0)
    expect(marked(shown(parsed, 'We need oars.'))).toBe('We need oars.')
  })

  // Would catch a table of the body that is taken for a head, and a head that is too long for one row.
  it('keeps its head when it is long', async () => {
    const many = Array.from({ length: 60 }, (_, at) => `person${at}@example.org`).join(', ')
    const parsed = await parse(
      strToU8(`From: a@example.org\r\nTo: ${many}\r\nSubject: Long\r\n\r\nLocation: the shed.`),
      'long.eml',
    )
    const rows = textRows(parsed.text, parsed.structure)
    expect(rows.flatMap((row) => (row.kind === 'fields' ? row.fields.map(({ name }) => name) : []))).toContain(
      'Subject',
    )
    expect(rows.filter(({ kind }) => kind === 'fields')).toHaveLength(1)
    expect(marked(shown(parsed, 'person59@example.org'))).toBe('person59@example.org')
  })
})

describe('a notebook', () => {
  it('tells code from what it put out', async () => {
    const parsed = await parse(
      strToU8(
        JSON.stringify({
          nbformat: 4,
          metadata: { language_info: { name: 'python' } },
          cells: [
            { cell_type: 'markdown', source: '# Depth\n\nHow deep is it?' },
            { cell_type: 'code', source: 'print(47)', outputs: [{ output_type: 'stream', text: '47 metres' }] },
          ],
        }),
      ),
      'depth.ipynb',
    )
    const all = words(shown(parsed, '47 metres'))
    expect(all).toContain('python print(47)')
    expect(all).toContain('Output 47 metres')
    expect(marked(shown(parsed, '47 metres'))).toBe('47 metres')
  })
})
