import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { outlineOf, placesWithin } from '@engine/ingest/documents/document-outline'
import { failedReading, type PageReading } from '@engine/ingest/ocr/page-reading'
import { officePictures } from '@engine/ingest/ocr/pictures/office-pictures'
import { parseBytes } from '@engine/ingest/parsing/parse-file'
import { paragraph, smallDocx } from '../small-docx'
import { smallOpenDocument } from '../small-open-document'
import { pngHead, relations } from '../small-pptx'

const first = pngHead(800, 600)
const second = pngHead(900, 700)
const logo = pngHead(90, 70)

function docx(more = ''): Uint8Array {
  const drawing = (id: string) => `<w:p><w:r><w:drawing><a:blip r:embed="${id}"/></w:drawing></w:r></w:p>`
  const old = '<w:p><w:r><w:pict><v:shape><v:imagedata r:id="b"/></v:shape></w:pict></w:r></w:p>'
  return smallDocx(old + drawing('a') + drawing('l') + more, {
    'word/_rels/document.xml.rels': relations({
      a: ['image', 'media/1.png'],
      b: ['image', 'media/2.png'],
      l: ['image', 'media/logo.png'],
    }),
    'word/media/1.png': first,
    'word/media/2.png': second,
    'word/media/logo.png': logo,
  })
}

function odt(more = ''): Uint8Array {
  const image = (name: string) =>
    `<text:p><draw:frame><draw:image xlink:href="Pictures/${name}"/></draw:frame></text:p>`
  return smallOpenDocument('text', image('1.png') + image('2.png') + image('logo.png') + more, {
    'Pictures/1.png': first,
    'Pictures/2.png': second,
    'Pictures/logo.png': logo,
  })
}

function epub(more = ''): Uint8Array {
  const page = (body: string) => `<html><head><title/></head><body>${body}</body></html>`
  const parts: Record<string, string | Uint8Array> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="O/b.opf"/></rootfiles></container>',
    'O/b.opf':
      '<package><metadata/><manifest><item id="x" href="x.xhtml"/><item id="y" href="y.xhtml"/></manifest>' +
      '<spine><itemref idref="x"/><itemref idref="y"/></spine></package>',
    'O/x.xhtml': page(`<img src="i/1.png"/><img src="i/logo.png"/><img src="https://example.org/3.png"/>${more}`),
    'O/y.xhtml': page('<svg><image xlink:href="i/2.png"/></svg>'),
    'O/i/1.png': first,
    'O/i/2.png': second,
    'O/i/logo.png': logo,
  }
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
    ),
  )
}

const read = (page: number, text: string): PageReading => ({
  ...{ ...failedReading(page, ''), state: 'read', confidence: 0.9, languages: ['eng'] },
  paragraphs: [[text.split(' ').map((word) => ({ text: word, confidence: 0.9, box: [0, 0, 9, 9] }))]],
})

describe.each([
  ['docx', docx, paragraph('Words of its own.')],
  ['odt', odt, '<text:p>Words of its own.</text:p>'],
  ['epub', epub, '<p>Words of its own.</p>'],
])('a document of pictures: %s', (format, document, words) => {
  it('waits picture by picture, and OCR is given the same ones in the same order', async () => {
    const { structure } = await parseBytes(document(), `a.${format}`)
    expect(structure).toMatchObject({ format, gaps: [{ kind: 'pages_waiting', pages: [1, 2] }] })
    const given = [1, 2, 3].map((page) => officePictures(document(), format, page)?.map((bytes) => bytes[19]))
    expect(given).toEqual([[first[19]], [second[19]], []])
  })

  it('gives what was read, on no page that it would have to guess', async () => {
    const readings = new Map(
      [read(1, 'Written on the first'), read(2, 'and on the second')].map((one) => [one.page, one]),
    )
    const { text, structure } = await parseBytes(document(), `a.${format}`, { readings })
    expect(text).toContain('Written on the first\n\nand on the second')
    const places = placesWithin(outlineOf(structure), text.indexOf('and on'), text.length)
    expect(places).toMatchObject([{ page: null, ocr: 0.9 }])
  })

  it('does not wait where it has words', async () => {
    expect((await parseBytes(document(words), `a.${format}`)).structure.gaps).toEqual([])
  })
})
