import { describe, expect, it } from 'vitest'
import { blockLines, parse } from '../../parse-text'
import type { PageReading } from '@engine/ingest/ocr/page-reading'
import { pdfParser } from '@engine/ingest/parsers/pdf/pdf'
import { parseBytes } from '@engine/ingest/parsing/parse-file'
import { findCharacterMaps } from '@engine/ingest/parsers/pdf/pdf-document'
import { chinesePdf, codedPdf, column, formPdf, lockedPdf, type PdfPageSpec, smallPdf } from '../../small-pdf'

if (!findCharacterMaps()) console.warn('Skipped: standard CJK encodings in PDFs, as pdfjs-dist is not installed.')

const prose = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${name} line ${at} holds words that fill it well`)

describe('pdfParser', () => {
  it('joins wrapped lines, mends divided words, and keeps paragraphs apart', async () => {
    const lines = ['The committee con-', 'sidered the proposal in detail and asked', 'for changes to it.']
    const texts = [...column(lines, 72, 700), ...column(['A second paragraph stands below it here.'], 72, 640)]
    const parsed = await parse(smallPdf([{ texts }]), 'a.pdf')
    expect(blockLines(parsed)).toEqual([
      'paragraph: The committee considered the proposal in detail and asked for changes to it.',
      'paragraph: A second paragraph stands below it here.',
    ])
    expect(parsed.structure.blocks[0]?.page).toBe(1)
  })

  it('keeps the hyphen of a word that is written with one elsewhere', async () => {
    const lines = ['An open-domain question needs an open-', 'domain system with a large store of facts']
    expect((await parse(smallPdf([{ texts: column(lines, 72, 700) }]), 'a.pdf')).text).toContain(
      'an open-domain system',
    )
  })

  it('reads two columns one after the other, below a title across both', async () => {
    const texts = [
      { text: 'A Title Across Both Columns Of The Page', x: 150, y: 740, size: 18 },
      ...column(prose('Left', 12), 60, 700),
      ...column(prose('Right', 12), 330, 700),
    ]
    const { text, structure } = await parse(smallPdf([{ texts }]), 'a.pdf')
    expect(text.indexOf('Left line 11')).toBeLessThan(text.indexOf('Right line 0'))
    expect(structure.blocks[0]).toMatchObject({ kind: 'heading', level: 1 })
    expect(structure.title).toBe('A Title Across Both Columns Of The Page')
  })

  it('reads a table row by row', async () => {
    const rows = [
      ['Item', 'Count', 'Price'],
      ['Pen', '12', '1.50'],
      ['Ink', '7', '3.20'],
      ['Pad', '5', '2.10'],
      ['Box', '1', '9.00'],
    ]
    const texts = rows.flatMap((row, at) => row.map((text, cell) => ({ text, x: 72 + cell * 150, y: 700 - at * 14 })))
    const parsed = await parse(smallPdf([{ texts }]), 'a.pdf')
    expect(blockLines(parsed)).toContain('table_row: Pen | 12 | 1.50')
    const contexts = parsed.structure.blocks.map(({ context }) => context)
    expect(contexts).toEqual([undefined, ...Array.from({ length: 4 }, () => 'Item | Count | Price')])
  })

  it('puts the lines of a header together by column, and names no column where one would have no name', async () => {
    const cells = (row: readonly string[], y: number) => row.map((text, cell) => ({ text, x: 72 + cell * 150, y }))
    const rows = [1, 2, 3, 4].map((at) => cells([`Pen ${at}a`, `${at}2`, `${at}.50`], 660 - at * 14))
    const twoLines = [...cells(['Item', 'Count', 'Price'], 674), ...cells(['', 'pieces', 'euros'], 660).slice(1)]
    const named = await parse(smallPdf([{ texts: [...twoLines, ...rows.flat()] }]), 'a.pdf')
    expect(named.structure.blocks.at(-1)?.context).toBe('Item | Count pieces | Price euros')
    const lacking = [...cells(['Item', '', 'Price'], 674).filter(({ text }) => text), ...rows.flat()]
    expect((await parse(smallPdf([{ texts: lacking }]), 'a.pdf')).structure.blocks.at(-1)?.context).toBeUndefined()
  })

  it('joins words divided by soft hyphens, and leaves the hyphen of compounds and before names', async () => {
    const lines = [
      'It was con\u00ad',
      'sidered in a timeless way that the well-',
      'known and still much used method of Lucene-',
      'BM25 has highdimensional pre-',
      'and post-processing in the house of Red-',
      'field near the river',
    ]
    const { text } = await parse(smallPdf([{ texts: column(lines, 72, 700) }]), 'a.pdf')
    expect(text).toBe(
      'It was considered in a timeless way that the well-known and still much used method of Lucene-BM25 has highdimensional pre- and ' +
        'post-processing in the house of Redfield near the river',
    )
  })

  it('keeps pages that are like each other, and readings that differ in their number', async () => {
    const certificate = ['Certificate of attendance', 'The course was held in May', 'Signed for the house']
    const same = Array.from({ length: 6 }, () => ({ texts: column(certificate, 72, 700, 40) }))
    const { text } = await parse(smallPdf(same), 'a.pdf')
    expect(text.split('Certificate of attendance')).toHaveLength(7)
    const readings = [17, 3, 25, 8, 11].map((value) => ({
      texts: [
        { text: `Reading ${value} degrees`, x: 72, y: 740 },
        ...column(prose(`Note${'abcdefghi'.charAt(value % 9)}`, 6), 72, 600),
      ],
    }))
    expect((await parse(smallPdf(readings), 'a.pdf')).text).toContain('Reading 25 degrees')
  })

  it('has pages whose text is no writing read by their looks, and says so where that fails too', async () => {
    const english =
      'The committee considered the proposal in detail and asked for several changes before the next meeting.'
    const bytes = codedPdf([english, english])
    const { text, structure } = await parse(bytes, 'a.pdf')
    expect({ text, gaps: structure.gaps }).toMatchObject({ text: '', gaps: [{ kind: 'pages_waiting', pages: [1] }] })
    const blank = { page: 1, state: 'blank', width: 612, height: 792, turned: 0, confidence: 0 } as const
    const readings = new Map([[1, { ...blank, languages: [], paragraphs: [] }]])
    await expect(pdfParser.parse({ bytes, name: 'a.pdf', readings })).rejects.toMatchObject({
      code: 'NO_TEXT',
      message: expect.stringContaining('cannot be read as letters') as string,
    })
  })

  it('reads filled fields of a form and notes, each once', async () => {
    const parsed = await parse(formPdf(), 'form.pdf')
    expect(blockLines(parsed)).toEqual([
      'paragraph: Application for a key',
      'paragraph: Full name: Ada Lovelace',
      'paragraph: member: ✓',
      'paragraph: Colour: Dark green',
      'paragraph: Grace: Please call back',
    ])
    const [page] = parsed.structure.pages
    expect(page?.items).toHaveLength(5)
  })

  it('places every run of text on the page, from its lower left corner', async () => {
    const { text, structure } = await parse(
      smallPdf([{ texts: [{ text: 'Hello there', x: 100, y: 500, size: 20 }] }]),
      'a.pdf',
    )
    const [page] = structure.pages
    expect(page).toMatchObject({ number: 1, width: 612, height: 792, start: 0, end: text.length })
    const [start, end, x, y, width, height] = page?.items[0] ?? []
    expect(text.slice(start, end)).toBe('Hello there')
    expect(x).toBeCloseTo(100, 0)
    expect(y).toBeCloseTo(495.6, 0)
    expect(width).toBeGreaterThan(80)
    expect(height).toBeCloseTo(20, 0)
  })

  it('reads a page that was turned', async () => {
    const texts = prose('Turned', 5).map((text, at) => ({ text, x: 100 + at * 14, y: 100, angle: 90 }))
    const { text } = await parse(smallPdf([{ texts, rotate: 90 }]), 'a.pdf')
    expect(text.indexOf('Turned line 0')).toBeLessThan(text.indexOf('Turned line 4'))
  })

  it('drops running titles and page numbers, and nothing of the text', async () => {
    const pages = Array.from({ length: 5 }, (_, at): PdfPageSpec => ({
      texts: [
        { text: 'Annual Report of the Firm', x: 72, y: 770, size: 8 },
        ...column(prose(`Page${'abcde'.charAt(at)}`, 8), 72, 700),
        { text: `Page ${at + 1} of 5`, x: 300, y: 30, size: 8 },
      ],
    }))
    const { text, structure } = await parse(smallPdf(pages), 'a.pdf')
    expect(text).not.toMatch(/Annual Report|of 5/u)
    expect(text).toContain('Pagee line 7')
    expect(new Set(structure.blocks.map((block) => block.page)).size).toBe(5)
  })

  const scanned = (page: number, texts: string[], confidence = 0.9): PageReading => ({
    ...{ page, state: texts.length > 0 ? 'read' : 'blank', width: 612, height: 792, turned: 0, languages: ['eng'] },
    confidence,
    paragraphs: texts.map((text) => [[{ text, confidence, box: [72, 700, 60, 12] }]]),
  })
  const withReadings = (pages: PdfPageSpec[], ...readings: PageReading[]) => {
    const known = new Map(readings.map((reading) => [reading.page, reading]))
    return pdfParser.parse({ bytes: smallPdf(pages), name: 'a.pdf', readings: known })
  }
  const typed = { texts: column(['Words'], 72, 700) }

  it('has pages without text wait for OCR, the others being there at once', async () => {
    const { text, structure } = await withReadings([typed, { texts: [] }, { texts: [] }])
    expect(text).toBe('Words')
    expect(structure.gaps).toMatchObject([{ kind: 'pages_waiting', pages: [2, 3] }])
  })

  it('puts what OCR read between the typed pages, with its places, and notes what it found hard or empty', async () => {
    const pages = [typed, { texts: [] }, { texts: column(['Last'], 72, 700) }, { texts: [] }]
    const { text, structure } = await withReadings(pages, scanned(2, ['Scanned'], 0.6), scanned(4, []))
    expect(text).toBe('Words\n\nScanned\n\nLast')
    expect(structure.pages[1]).toMatchObject({ number: 2, ocr: { confidence: 0.6 }, items: [[7, 14, 72, 700, 60, 12]] })
    expect(structure.gaps).toMatchObject([
      { kind: 'pages_hard_to_read', pages: [2] },
      { kind: 'pages_without_text', pages: [4] },
    ])
  })

  it('says that a scan has no text once OCR has looked', async () => {
    await expect(withReadings([{ texts: [] }], scanned(1, []))).rejects.toMatchObject({ code: 'NO_TEXT' })
  })

  it('opens by itself what an empty password opens, and by its password what needs one', async () => {
    expect((await parse(lockedPdf('Open to all', ''), 'a.pdf')).text).toBe('Open to all')
    const bytes = lockedPdf('The key is under the mat', 'sesame')
    await expect(parse(bytes, 'a.pdf')).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' })
    await expect(parseBytes(bytes, 'a.pdf', { password: 'wrong' })).rejects.toMatchObject({
      code: 'PASSWORD_WRONG',
      message: 'The password does not open this PDF.',
    })
    expect((await parseBytes(bytes, 'a.pdf', { password: 'sesame' })).text).toBe('The key is under the mat')
  })

  it('reports a damaged file', async () => {
    const rubbish = new Uint8Array(Buffer.from('%PDF-1.4\nnothing of use'))
    await expect(parse(rubbish, 'a.pdf')).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
  })

  it.skipIf(!findCharacterMaps())('reads Chinese in a standard encoding, without a table of its own', async () => {
    const gbk = Buffer.from('d6d0cec4b2e2cad4', 'hex')
    expect((await parse(chinesePdf('GBK-EUC-H', gbk), 'a.pdf')).text).toBe('中文测试')
  })

  it('prefers the title in the file, unless a program left its own name there', async () => {
    const texts = column(['Words of no great size'], 72, 700)
    expect((await parse(smallPdf([{ texts }], 'Real Title'), 'a.pdf')).structure.title).toBe('Real Title')
    expect((await parse(smallPdf([{ texts }], 'Microsoft Word - x.doc'), 'name.pdf')).structure.title).toBe('name')
  })
})
