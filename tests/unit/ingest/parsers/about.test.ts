import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { parseBytes } from '@engine/ingest/parsing/parse-file'
import { aboutDocument, isoDate, pdfDate } from '@engine/ingest/parsers/structure/about'
import { aboutOfficeFile } from '@engine/ingest/parsers/structure/office-about'

const office = (inner: string) =>
  zipSync({ 'docProps/core.xml': strToU8(`<cp:coreProperties xmlns:cp="c" xmlns:dc="d">${inner}</cp:coreProperties>`) })

describe('what a document says of itself', () => {
  it('is read from office files', () => {
    const core = office(
      '<dc:creator>Ada Lovelace; 王芳 &amp; Co</dc:creator><dcterms:created xsi:type="x">2024-05-06T08:00:00Z</dcterms:created>',
    )
    expect(aboutOfficeFile('docx', core)).toEqual({
      authors: ['Ada Lovelace', '王芳 & Co'],
      written_at: '2024-05-06T08:00:00.000Z',
    })
    const meta = zipSync({
      'meta.xml': strToU8(
        '<m><dc:creator>Later</dc:creator><meta:initial-creator>First</meta:initial-creator><meta:creation-date>2019-01-02T03:04:05Z</meta:creation-date></m>',
      ),
    })
    expect(aboutOfficeFile('odt', meta)).toEqual({ authors: ['First'], written_at: '2019-01-02T03:04:05.000Z' })
    expect(aboutOfficeFile('text', core)).toEqual({})
    expect(aboutOfficeFile('docx', strToU8('PK no archive'))).toEqual({})
  })

  it('is left out where a program has written it', () => {
    for (const name of ['python-docx', 'Unknown', 'Microsoft Office User', ' ']) {
      expect(aboutDocument([name], undefined)).toEqual({})
    }
    expect(
      aboutOfficeFile(
        'docx',
        office('<dc:creator>python-docx</dc:creator><dcterms:created>2013-12-23T23:15:00Z</dcterms:created>'),
      ),
    ).toEqual({})
    expect(aboutDocument(['A', 'a ', 'A'], '1601-01-01T00:00:00Z')).toEqual({ authors: ['A', 'a'] })
  })

  it('has a date no more exact than it was written', () => {
    expect(isoDate('2019')).toBe('2019')
    expect(isoDate('2019-05')).toBe('2019-05')
    expect(isoDate('2019-05-06')).toBe('2019-05-06')
    expect(isoDate('2019-05-06T07:08:09+02:00')).toBe('2019-05-06T05:08:09.000Z')
    for (const text of ['', 'soon', '0000-00-00', '9999-12-31', '2019-13-40']) expect(isoDate(text)).toBeUndefined()
    expect(pdfDate("D:20240506101500+02'00'")).toBe('2024-05-06T08:15:00.000Z')
    expect(pdfDate('D:20240506101500Z')).toBe('2024-05-06T10:15:00.000Z')
    expect(pdfDate('D:20240506101500')).toBe('2024-05-06')
    expect(pdfDate('D:2024')).toBe('2024')
    expect(pdfDate('yesterday')).toBeUndefined()
  })

  it('is who sent a mail, and when', async () => {
    const mail =
      'From: Alice <a@x.org>\nDate: Mon, 3 Jan 2022 10:00:00 +0100\nSubject: Roof\nMessage-ID: <1@x>\n\nIt leaks.\n'
    const { structure } = await parseBytes(strToU8(mail), 'a.eml')
    expect(structure).toMatchObject({ authors: ['Alice <a@x.org>'], written_at: '2022-01-03T09:00:00.000Z' })
    const { structure: none } = await parseBytes(strToU8('Just text.'), 'a.txt')
    expect(none).not.toHaveProperty('authors')
  })
})
