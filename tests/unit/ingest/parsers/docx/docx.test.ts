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

  it.each([
    [
      'ruby',
      '<w:r><w:t>会议在</w:t></w:r><w:r><w:ruby><w:rt><w:r><w:t>běi jīng</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>北京</w:t></w:r></w:rubyBase></w:ruby></w:r><w:r><w:t>召开</w:t></w:r>',
      '会议在北京召开',
    ],
    [
      'a simple field',
      '<w:fldSimple w:instr="DOCPROPERTY Client"><w:r><w:t>Acme Ltd</w:t></w:r></w:fldSimple><w:r><w:t> pays</w:t></w:r>',
      'Acme Ltd pays',
    ],
    [
      'text of the other direction',
      '<w:bdo w:val="rtl"><w:r><w:t>one</w:t></w:r></w:bdo><w:dir w:val="rtl"><w:r><w:t> two</w:t></w:r></w:dir>',
      'one two',
    ],
    [
      'a tab and a hard hyphen',
      '<w:r><w:t>PURPOSE</w:t><w:tab/><w:t>1</w:t><w:noBreakHyphen/><w:t>1</w:t></w:r>',
      'PURPOSE 1\u20111',
    ],
    [
      'changes as accepted',
      '<w:r><w:t>within </w:t></w:r><w:del><w:r><w:delText>30</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>gone</w:t></w:r></w:moveFrom><w:ins><w:r><w:t>14 days</w:t></w:r></w:ins>',
      'within 14 days',
    ],
    [
      'the result of a field, not its instruction',
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:t>IF secret</w:t><w:instrText>IF</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>due in May</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
      'due in May',
    ],
    [
      'a sign of a font of signs',
      '<w:r><w:sym w:font="Symbol" w:char="F061"/><w:t> is an angle</w:t></w:r>',
      'α is an angle',
    ],
    [
      'a link and a filled-in control',
      '<w:hyperlink><w:r><w:t>here </w:t></w:r></w:hyperlink><w:sdt><w:sdtContent><w:r><w:t>Ann</w:t></w:r></w:sdtContent></w:sdt><w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent><w:r><w:t>Click to enter</w:t></w:r></w:sdtContent></w:sdt>',
      'here Ann',
    ],
  ])('loses no word of %s', async (_, runs, text) => {
    const parsed = await parse(smallDocx(`<w:p>${runs}</w:p>`), 'a.docx')
    expect(blockLines(parsed)).toEqual([`paragraph: ${text}`])
    expect(parsed.structure.gaps).toEqual([])
  })

  it('writes formulas so that they can be read', async () => {
    const t = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
    const formula =
      `<m:oMath>${t('x=')}<m:f><m:num>${t('-b±')}<m:rad><m:radPr><m:degHide/></m:radPr><m:deg/><m:e><m:sSup><m:e>${t('b')}</m:e><m:sup>${t('2')}</m:sup></m:sSup>${t('-4ac')}</m:e></m:rad></m:num><m:den>${t('2a')}</m:den></m:f></m:oMath>` +
      `<w:r><w:t>, </w:t></w:r><m:oMath><m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${t('i=1')}</m:sub><m:sup>${t('n')}</m:sup><m:e>${t('i')}</m:e></m:nary></m:oMath>`
    expect(blockLines(await parse(smallDocx(`<w:p>${formula}</w:p>`), 'a.docx'))).toEqual([
      'paragraph: x=(-b±√(b^2-4ac))/2a, ∑_(i=1)^n i',
    ])
  })

  it('leaves hidden text out and says so', async () => {
    const hidden = '<w:r><w:rPr><w:vanish/></w:rPr><w:t>a secret</w:t></w:r>'
    const shown = '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>in the open</w:t></w:r>'
    const parsed = await parse(smallDocx(`<w:p>${hidden}${shown}</w:p>`), 'a.docx')
    expect(parsed.text).toBe('in the open')
    expect(parsed.structure.gaps).toEqual([{ kind: 'skipped_part', detail: 'Hidden text was not read.' }])
  })

  it('reads notes and comments after the paragraph they belong to, also those of a table', async () => {
    const parts = {
      'word/footnotes.xml': `<w:footnotes><w:footnote w:id="1">${paragraph('See the deed.')}</w:footnote></w:footnotes>`,
      'word/endnotes.xml': `<w:endnotes><w:endnote w:id="1">${paragraph('As of May.')}</w:endnote></w:endnotes>`,
      'word/comments.xml': `<w:comments><w:comment w:id="0" w:author="Ann Lee">${paragraph('Too long?')}</w:comment></w:comments>`,
    }
    const noted =
      '<w:p><w:r><w:t>The lease ends</w:t><w:footnoteReference w:id="1"/><w:t>.</w:t><w:commentReference w:id="0"/></w:r></w:p>'
    const cells =
      '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Rent</w:t><w:endnoteReference w:id="1"/></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>'
    expect(blockLines(await parse(smallDocx(noted + cells + paragraph('End.'), parts), 'a.docx'))).toEqual([
      'paragraph: The lease ends[1].',
      'paragraph: [1] See the deed.',
      'paragraph: Comment by Ann Lee: Too long?',
      'paragraph: Rent[2]',
      'paragraph: [2] As of May.',
      'paragraph: End.',
    ])
  })

  it('names its own additions in the language of the document', async () => {
    const parts = {
      'word/comments.xml': `<w:comments><w:comment w:id="0" w:author="李明">${paragraph('太长')}</w:comment></w:comments>`,
      'word/footer1.xml': `<w:ftr>${paragraph('内部资料')}</w:ftr>`,
    }
    const body = '<w:p><w:r><w:t>租约于五月到期。</w:t><w:commentReference w:id="0"/></w:r></w:p>'
    expect(blockLines(await parse(smallDocx(body, parts), 'a.docx'))).toEqual([
      'paragraph: 租约于五月到期。',
      'paragraph: 批注（李明）：太长',
      'heading: 页眉和页脚',
      'paragraph: 内部资料',
    ])
  })

  it('reads text boxes once, although Word stores a copy for older readers', async () => {
    const box = `<w:txbxContent>${paragraph('In a box &amp; seen')}</w:txbxContent>`
    const both = `<w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx>${box}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`
    expect(blockLines(await parse(smallDocx(paragraph('Body.') + both), 'a.docx'))).toEqual([
      'paragraph: Body.',
      'paragraph: In a box & seen',
    ])
  })

  it('reads each header and footer once, but not a page number', async () => {
    const frame = (text: string) => `<w:hdr xmlns:w="x">${paragraph(text)}</w:hdr>`
    const more = {
      'word/header1.xml': frame('Confidential'),
      'word/header2.xml': frame('Confidential'),
      'word/footer1.xml': frame('Page 7 of 9'),
    }
    expect(blockLines(await parse(smallDocx(paragraph('x'), more), 'a.docx'))).toEqual([
      'paragraph: x',
      'heading: Page headers and footers',
      'paragraph: Confidential',
    ])
    expect(
      (await parse(smallDocx(paragraph('x'), { 'word/footer1.xml': frame('第 7 页 共 9 页') }), 'a.docx')).text,
    ).toBe('x')
  })

  it('counts lists and numbered headings as Word shows them', async () => {
    const level = (at: number, form: string, pattern: string) =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${form}"/><w:lvlText w:val="${pattern}"/></w:lvl>`
    const numbering = `<w:numbering><w:abstractNum w:abstractNumId="0">${level(0, 'chineseCounting', '第%1章')}${level(1, 'decimal', '%1.%2')}${level(2, 'bullet', '')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
    const item = (text: string, at: number, style = '') =>
      `<w:p><w:pPr>${style}<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
    const heading = '<w:pStyle w:val="1"/>'
    const body =
      item('总则', 0, heading) +
      item('One', 1) +
      item('Two', 1) +
      item('dot', 2) +
      item('附则', 0, heading) +
      item('Three', 1)
    expect(blockLines(await parse(smallDocx(body, { 'word/numbering.xml': numbering }), 'a.docx'))).toEqual([
      'heading: 第一章 总则',
      'list_item: 一.1 One',
      'list_item: 一.2 Two',
      'list_item: - dot',
      'heading: 第二章 附则',
      'list_item: 二.1 Three',
    ])
  })

  it('takes a short bold paragraph for a heading, but not many in a row and not where most is bold', async () => {
    const bold = (text: string) => `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r></w:p>`
    const one = bold('Payment') + paragraph('Within 30 days.') + paragraph('No cash.')
    const parsed = await parse(smallDocx(one), 'terms.docx')
    expect(blockLines(parsed)[0]).toBe('heading: Payment')
    expect(parsed.structure.title).toBe('terms')
    const address = ['Acme Ltd', 'High Street', 'Norwich', 'Norfolk', 'England'].map(bold).join('')
    const letter = address + Array.from({ length: 9 }, () => paragraph('We write to you.')).join('')
    expect(blockLines(await parse(smallDocx(letter), 'a.docx')).some((line) => line.startsWith('heading'))).toBe(false)
    const book =
      bold('Chapter 1') +
      bold('Aims') +
      paragraph('Words.') +
      paragraph('Sub', '1') +
      paragraph('More.') +
      bold('Chapter 2') +
      paragraph('End.')
    expect((await parse(smallDocx(book), 'a.docx')).structure.blocks.map(({ level }) => level)).toEqual([
      1,
      2,
      undefined,
      1,
      undefined,
      1,
      undefined,
    ])
    const loud = bold('All of it') + bold('is bold here') + paragraph('but this')
    expect(blockLines(await parse(smallDocx(loud), 'a.docx')).some((line) => line.startsWith('heading'))).toBe(false)
  })

  it('fills merged cells, and reads tables that only lay out as what stands in them', async () => {
    const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`
    const merged = `<w:tbl><w:tr>${cell('Item')}${cell('Price')}${cell('Note')}</w:tr><w:tr>${cell('Pen', '<w:vMerge w:val="restart"/>')}${cell('2')}${cell('blue')}</w:tr><w:tr>${cell('', '<w:vMerge/>')}${cell('3')}${cell('red')}</w:tr></w:tbl>`
    const layout = `<w:tbl><w:tr><w:tc>${paragraph('Left')}${table([['a', 'b']])}</w:tc>${cell('Right')}</w:tr></w:tbl>`
    expect(blockLines(await parse(smallDocx(merged + layout), 'a.docx'))).toEqual([
      'table_row: Item: Pen; Price: 2; Note: blue',
      'table_row: Item: Pen; Price: 3; Note: red',
      'paragraph: Left',
      'table_row: a | b',
      'paragraph: Right',
    ])
  })

  it('loses no word of a row over all columns, which names the table', async () => {
    const cell = (text: string, span = 1) =>
      `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr>${paragraph(text)}</w:tc>`
    const rows = `<w:tr><w:trPr><w:tblHeader w:val="0"/></w:trPr>${cell('Provisions', 3)}</w:tr><w:tr>${cell('')}${cell('§ 343')}${cell('Debtor')}</w:tr>`
    expect(blockLines(await parse(smallDocx(`<w:tbl>${rows}</w:tbl>`), 'a.docx'))).toEqual([
      'paragraph: Provisions',
      'table_row: | § 343 | Debtor',
    ])
  })

  it('survives styles, notes and numbers that refer to themselves or to nothing', async () => {
    const styles =
      '<w:styles><w:style w:type="paragraph" w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:type="paragraph" w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>'
    const footnotes =
      '<w:footnotes><w:footnote w:id="1"><w:p><w:r><w:t>Again</w:t><w:footnoteReference w:id="1"/></w:r></w:p></w:footnote></w:footnotes>'
    const body = `${paragraph('Words', 'A')}<w:p><w:pPr><w:numPr><w:numId w:val="77"/></w:numPr></w:pPr><w:r><w:t>lost list</w:t><w:footnoteReference w:id="1"/><w:footnoteReference w:id="9"/></w:r></w:p>`
    const parsed = await parse(
      smallDocx(body, { 'word/styles.xml': styles, 'word/footnotes.xml': footnotes }),
      'a.docx',
    )
    expect(blockLines(parsed).slice(0, 3)).toEqual([
      'paragraph: Words',
      'paragraph: lost list[1][2]',
      'paragraph: [1] Again[3]',
    ])
    expect(parsed.text.length).toBeLessThan(200)
  })

  it('reports a document nested without end as damaged', async () => {
    const deep = '<w:sdt><w:sdtContent>'.repeat(5000) + '</w:sdtContent></w:sdt>'.repeat(5000)
    await expect(parse(smallDocx(deep), 'a.docx')).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
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
