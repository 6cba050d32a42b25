import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { blockLines, parse } from '../../parse-text'

const page = (body: string) =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`
const container = '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
const dublinCore =
  '<dc:title>冬天 &amp; snow</dc:title><dc:creator>E. F. Benson</dc:creator><dc:creator>Li Wei</dc:creator>'

/** A package file that lists these files and reads them in this order. */
const opf = (files: readonly string[], more = '') =>
  `<package><metadata>${dublinCore}</metadata><manifest><!-- <item id="x" href="x"/> -->${more}` +
  `${files.map((file, at) => `<item id="i${at}" href="${file}" media-type="application/xhtml+xml"/>`).join('')}</manifest>` +
  `<spine>${files.map((_, at) => `<itemref idref="i${at}"/>`).join('')}</spine></package>`

function book(parts: Readonly<Record<string, string>>, order = ['one.xhtml', 'two.xhtml']): Uint8Array {
  const all = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container,
    'OEBPS/book.opf': opf(order),
    ...parts,
  }
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])))
}

const chapters = {
  'OEBPS/two.xhtml': page('<h1>Two</h1><p>Second.</p>'),
  'OEBPS/one.xhtml': page('<h1>One</h1><p>First.</p>'),
}
const record = 'table_row: Title: 冬天 & snow; Author: E. F. Benson, Li Wei'
const navItem = '<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'

describe('epubParser', () => {
  // Would catch chapters in the order of the archive, and a whole chapter lost in `<title/>`.
  it('reads title, authors and the chapters in reading order', async () => {
    const parsed = await parse(book(chapters), 'b.epub')
    expect(parsed.structure).toMatchObject({ format: 'epub', title: '冬天 & snow', gaps: [] })
    expect(blockLines(parsed)).toEqual([
      ...[record, 'heading: One', 'paragraph: First.', 'heading: Two', 'paragraph: Second.'],
    ])
    expect(parsed.structure.blocks.at(-1)?.heading_path).toEqual(['Two'])
    await expect(parse(book(chapters), 'b.zip')).resolves.toEqual(parsed)
  })

  it('takes headings from the page of contents where a chapter has none, and does not read that page', async () => {
    const nav =
      '<nav epub:type="toc"><ol><li><a href="one.xhtml">Beginning</a><ol><li><a href="one.xhtml#p2">Later</a></li></ol></li><li><a href="two.xhtml">Else</a></li></ol></nav>'
    const parts = {
      ...chapters,
      'OEBPS/book.opf': opf(['nav.xhtml', 'one.xhtml', 'two.xhtml'], navItem),
      'OEBPS/nav.xhtml': page(nav),
      'OEBPS/one.xhtml': page('<div><p class="t">BEGINNING</p><p>First.</p><p id="p2">Next.</p></div>'),
    }
    const parsed = await parse(book(parts), 'b.epub')
    expect(blockLines(parsed)).toEqual([
      ...[record, 'heading: BEGINNING', 'paragraph: First.', 'heading: Later', 'paragraph: Next.'],
      ...['heading: Two', 'paragraph: Second.'],
    ])
    expect(parsed.structure.blocks[4]?.heading_path).toEqual(['BEGINNING', 'Later'])
  })

  it('takes them from the list of contents of older books', async () => {
    const ncx =
      '<ncx><docTitle><text>Book</text></docTitle><navMap><navPoint><navLabel><text>Erste &amp; letzte</text></navLabel><content src="one%20a.xhtml"/></navPoint></navMap></ncx>'
    const parts = {
      'OEBPS/book.opf': opf(['one%20a.xhtml'], '<item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'),
      'OEBPS/toc.ncx': ncx,
      'OEBPS/one a.xhtml': page('<p>Es schneit.</p>'),
    }
    expect(blockLines(await parse(book(parts), 'b.epub')).slice(1)).toEqual([
      ...['heading: Erste & letzte', 'paragraph: Es schneit.'],
    ])
  })

  it('says which chapter is missing, and refuses a book without any text', async () => {
    const parsed = await parse(book({ 'OEBPS/one.xhtml': chapters['OEBPS/one.xhtml'] }), 'b.epub')
    expect(parsed.structure.gaps.map(({ detail }) => detail)).toEqual([
      'The part OEBPS/two.xhtml is missing from the file.',
    ])
    const images = { 'OEBPS/one.xhtml': page('<img src="1.jpg"/>'), 'OEBPS/two.xhtml': page('<svg><path/></svg>') }
    await expect(parse(book(images), 'b.epub')).rejects.toMatchObject({ code: 'NO_TEXT' })
  })
})

describe('hostile books', () => {
  const encryption = (algorithm: string) =>
    `<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/></enc:EncryptedData></encryption>`

  it('refuses a book that its seller has encrypted, but not one with scrambled fonts', async () => {
    const locked = book({
      ...chapters,
      'META-INF/encryption.xml': encryption('http://www.w3.org/2001/04/xmlenc#aes256-cbc'),
    })
    await expect(parse(locked, 'b.epub')).rejects.toMatchObject({ code: 'FILE_ENCRYPTED' })
    const fonts = book({ ...chapters, 'META-INF/encryption.xml': encryption('http://www.idpf.org/2008/embedding') })
    expect((await parse(fonts, 'b.epub')).text).toContain('First.')
  })

  it('reports what is cut off, has no package or no reading order as damaged', async () => {
    const whole = book({ ...chapters, 'OEBPS/one.xhtml': page('word '.repeat(5000)) })
    for (const share of [0.3, 0.6, 0.95]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share))
      await expect(parse(cut, 'b.epub')).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
    }
    for (const part of [{ 'META-INF/container.xml': '<container/>' }, { 'OEBPS/book.opf': '<package/>' }]) {
      await expect(parse(book({ ...chapters, ...part }), 'b.epub')).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
    }
  })

  it('resolves no entity and reads no file outside the archive', async () => {
    const attack = '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    const parts = { ...chapters, 'OEBPS/one.xhtml': attack + page('<p>a &x; b</p>') }
    expect((await parse(book(parts), 'b.epub')).text).toContain('a &x; b')
    const outside = book({ 'OEBPS/one.xhtml': page('<p>x</p>') }, ['one.xhtml', '../../../../etc/passwd'])
    expect((await parse(outside, 'b.epub')).text).not.toContain('root')
  })

  it('stops at an archive that unpacks to far more than it is, and reads a chapter once', async () => {
    const bomb = book({ ...chapters, 'OEBPS/two.xhtml': page(' '.repeat(80_000_000)) })
    await expect(parse(bomb, 'b.epub')).rejects.toMatchObject({ code: 'ARCHIVE_BOMB' })
    const again = book(
      chapters,
      Array.from({ length: 1000 }, () => 'one.xhtml'),
    )
    expect(blockLines(await parse(again, 'b.epub'))).toHaveLength(3)
  })

  it('reads a chapter nested 20,000 deep', async () => {
    const deep = book({ ...chapters, 'OEBPS/one.xhtml': page(`${'<div>'.repeat(20_000)}deep`) })
    expect((await parse(deep, 'b.epub')).text).toContain('deep')
  })
})
