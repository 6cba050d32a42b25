import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readZipEntries } from '@engine/ingest/parsers/docx/zip-entries'
import { checkArchive } from '@engine/ingest/parsers/docx/zip-limits'
import { blockLines, parse } from '../../parse-text'
import { paragraph, smallDocx, table } from '../../small-docx'

describe('docxParser', () => {
  it('reads headings by style and by outline level, paragraphs and tables', async () => {
    const rows = [
      ['Item', 'Price', 'Note'],
      ['Pen', '2', 'blue'],
    ]
    const body = paragraph('Terms', '1') + paragraph('Payment', 'Own') + paragraph('Within 30 days.') + table(rows)
    const parsed = await parse(smallDocx(body), 'terms.docx')
    expect(blockLines(parsed)).toEqual([
      'heading: Terms',
      'heading: Payment',
      'paragraph: Within 30 days.',
      'table_row: Item: Pen; Price: 2; Note: blue',
    ])
    expect(parsed.structure.blocks.at(-1)?.heading_path).toEqual(['Terms', 'Payment'])
    expect(parsed.structure.title).toBe('Terms')
  })

  it('adds text boxes that the converter drops', async () => {
    const box = `<w:p><w:r><wps:txbx><w:txbxContent>${paragraph('In a box &amp; seen')}</w:txbxContent></wps:txbx></w:r></w:p>`
    expect(blockLines(await parse(smallDocx(paragraph('Body.') + box), 'a.docx'))).toContain(
      'paragraph: In a box & seen',
    )
  })

  it('says that headers were not read, but not for a page number', async () => {
    const header = (text: string): Record<string, string> => ({
      'word/header1.xml': `<w:hdr xmlns:w="x">${paragraph(text)}</w:hdr>`,
    })
    expect((await parse(smallDocx(paragraph('x'), header('Confidential')), 'a.docx')).structure.gaps).toHaveLength(1)
    expect((await parse(smallDocx(paragraph('x'), header('7')), 'a.docx')).structure.gaps).toHaveLength(0)
  })

  it('reports a cut-off file as damaged', async () => {
    const whole = smallDocx(paragraph('text '.repeat(500)))
    await expect(parse(whole.subarray(0, whole.length - 300), 'a.docx')).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
    const broken = Uint8Array.from(whole)
    broken.fill(7, 60, 400)
    await expect(parse(broken, 'a.docx')).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
  })

  it('reports an archive without a document as damaged', async () => {
    await expect(parse(zipSync({ 'word/other.xml': strToU8('<a/>') }), 'a.docx')).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
    })
  })
})

describe('checkArchive', () => {
  const limits = { archiveBytes: 4_000_000, archiveRatio: 200, archiveRatioFrom: 1_000_000, archiveEntries: 50 }
  const check = (files: Record<string, Uint8Array>): void => {
    const bytes = zipSync(files, { level: 9 })
    checkArchive(readZipEntries(bytes), bytes.length, limits)
  }

  it('stops at the size really unpacked, whatever the archive claims', () => {
    expect(() => check({ a: new Uint8Array(5_000_000) })).toThrow(expect.objectContaining({ code: 'ARCHIVE_BOMB' }))
    expect(() => check({ a: new Uint8Array(1_500_000) })).toThrow(expect.objectContaining({ code: 'ARCHIVE_BOMB' }))
    expect(() => check({ a: new Uint8Array(500_000) })).not.toThrow()
  })

  it('stops at too many files', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, strToU8('x')]))
    expect(() => check(many)).toThrow(expect.objectContaining({ code: 'ARCHIVE_BOMB' }))
  })

  it('counts entries that share the same bytes as often as they are listed', () => {
    const bytes = Buffer.from(zipSync({ a: new Uint8Array(900_000), b: strToU8('x') }, { level: 9 }))
    const end = bytes.length - 22
    const directory = bytes.readUInt32LE(end + 16)
    const entry = bytes.subarray(directory, directory + 46 + bytes.readUInt16LE(directory + 28))
    const copies = Buffer.concat([
      bytes.subarray(0, directory),
      ...Array.from({ length: 5 }, () => entry),
      bytes.subarray(end),
    ])
    copies.writeUInt16LE(5, copies.length - 22 + 10)
    expect(() => checkArchive(readZipEntries(copies), copies.length, limits)).toThrow(
      expect.objectContaining({ code: 'ARCHIVE_BOMB' }),
    )
  })
})
