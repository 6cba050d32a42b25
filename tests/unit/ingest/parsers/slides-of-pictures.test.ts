import { describe, expect, it } from 'vitest'
import { failedReading, type PageReading } from '@engine/ingest/ocr/page-reading'
import { odpParser } from '@engine/ingest/parsers/opendocument/opendocument'
import { pptxParser } from '@engine/ingest/parsers/pptx/pptx'
import { smallOpenDocument } from '../small-open-document'
import { picture, pngHead, relations, shape, slide, smallPptx } from '../small-pptx'

/** A slide of a picture, one with a picture below a title, one with a logo, one with text, one with a drawing of lines. */
const pptx = (): Uint8Array => {
  const media = relations({ p: ['image', '../media/photo.png'], l: ['image', '../media/logo.png'] })
  const slides = [
    slide(picture('p', 'A slide of a scanner')),
    slide(shape(['Results'], 'title') + picture('p') + shape(['12'], 'sldNum')),
    slide(shape(['Thanks'], 'title') + picture('l')),
    slide(picture('p') + shape(['What is written stands here.'])),
    slide(picture('missing')),
  ]
  return smallPptx(slides, {
    ...Object.fromEntries(slides.map((_, at) => [`ppt/slides/_rels/slide${at + 1}.xml.rels`, media])),
    'ppt/media/photo.png': pngHead(800, 600),
    'ppt/media/logo.png': pngHead(120, 60),
  })
}

const odp = (): Uint8Array => {
  const frame = (content: string, kind = '') => `<draw:frame presentation:class="${kind}">${content}</draw:frame>`
  const title = frame('<draw:text-box><text:p>Results</text:p></draw:text-box>', 'title')
  const image = (name: string) => frame(`<draw:image xlink:href="Pictures/${name}.png"><text:p/></draw:image>`)
  const pages = [
    image('photo'),
    title + image('photo'),
    title + image('logo'),
    image('photo') + frame('<text:p>Words</text:p>'),
  ]
  return smallOpenDocument('presentation', pages.map((page) => `<draw:page>${page}</draw:page>`).join(''), {
    'Pictures/photo.png': pngHead(800, 600),
    'Pictures/logo.png': pngHead(120, 60),
  })
}

const read = (page: number, text: string): PageReading => ({
  ...{ ...failedReading(page, ''), state: 'read', confidence: 0.9, languages: ['eng'] },
  paragraphs: [[text.split(' ').map((word) => ({ text: word, confidence: 0.9, box: [0, 0, 9, 9] }))]],
})
const blank = (page: number): PageReading => ({ ...failedReading(page, ''), state: 'blank' })

describe.each([
  ['PPTX', pptxParser, pptx],
  ['ODP', odpParser, odp],
] as const)('slides of pictures: %s', (_, parser, presentation) => {
  const parse = (...readings: PageReading[]) =>
    parser.parse({
      ...{ bytes: presentation(), name: 'a' },
      readings: new Map(readings.map((reading) => [reading.page, reading])),
    })

  it('wait where a slide holds nothing else, small pictures beside a title aside', async () => {
    const { structure } = await parse()
    expect(structure.gaps.find(({ kind }) => kind === 'pages_waiting')?.pages).toEqual([1, 2])
  })

  it('give their text to the slide they lie on, without places', async () => {
    const { text, structure } = await parse(read(1, 'Written on the picture'), blank(2))
    const block = structure.blocks.find(({ start }) => text.startsWith('Written on the picture', start))
    expect(block).toMatchObject({ kind: 'paragraph', page: 1 })
    expect(structure.pages).toMatchObject([{ number: 1, items: [], ocr: { confidence: 0.9 } }])
    expect(structure.gaps.filter(({ kind }) => kind === 'pages_waiting')).toEqual([])
  })
})

describe('a presentation of pictures only', () => {
  const bytes = smallPptx([slide(picture('p'))], {
    'ppt/slides/_rels/slide1.xml.rels': relations({ p: ['image', '../media/photo.png'] }),
    'ppt/media/photo.png': pngHead(140, 56),
  })

  it('waits, and says afterwards that nothing was found', () => {
    expect(pptxParser.parse({ bytes, name: 'a' })).toMatchObject({ structure: { gaps: [{ kind: 'pages_waiting' }] } })
    expect(() => pptxParser.parse({ bytes, name: 'a', readings: new Map([[1, blank(1)]]) })).toThrow(/OCR found none/u)
  })
})
