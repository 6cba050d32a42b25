import { createHash } from 'node:crypto'

/** One line of text on a page of a test PDF. Points from the lower left corner. */
export interface PdfText {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size?: number
  /** Degrees counter-clockwise. */
  readonly angle?: number
}

export interface PdfPageSpec {
  readonly texts: readonly PdfText[]
  readonly rotate?: number
}

/** Writes a PDF by hand: Helvetica, one content stream a page, 612 × 792 points. */
export function smallPdf(pages: readonly PdfPageSpec[], title?: string): Uint8Array {
  const objects: string[] = []
  const pageRefs = pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')
  objects.push('<< /Type /Catalog /Pages 2 0 R >>')
  objects.push(`<< /Type /Pages /Kids [${pageRefs}] /Count ${pages.length} >>`)
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  for (const [at, page] of pages.entries()) {
    const content = page.texts.map(textOperators).join('\n')
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Rotate ${page.rotate ?? 0} ` +
        `/Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
    )
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  if (title !== undefined) objects.push(`<< /Title (${title}) >>`)
  return serialise(objects, title !== undefined)
}

/** A page of 612 × 792 points with these operators; `F1` is Helvetica. */
export function drawnPdf(content: string): Uint8Array {
  return serialise(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ],
    false,
  )
}

/** A page that shows bytes in a font that only names its encoding, as Chinese programs of the 2000s wrote them. */
export function chinesePdf(encoding: string, bytes: Buffer): Uint8Array {
  const content = `BT /F1 12 Tf 72 700 Td <${bytes.toString('hex')}> Tj ET`
  return serialise(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
      `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /${encoding} /DescendantFonts [6 0 R] >>`,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo ' +
        '<< /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 7 0 R >>',
      '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 ' +
        '/Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
    ],
    false,
  )
}

/**
 * A page whose font tells no letters: what is written are the numbers of its glyphs, 29 below ASCII as in most TrueType fonts.
 * With the bytes of such a font its letters can be seen.
 */
export function codedPdf(lines: readonly string[], font?: Buffer): Uint8Array {
  const coded = (line: string) =>
    Array.from(line, (sign) => (sign.charCodeAt(0) - 29).toString(16).padStart(4, '0')).join('')
  const content = lines.map((line, at) => `BT /F1 12 Tf 72 ${700 - at * 14} Td <${coded(line)}> Tj ET`).join('\n')
  const embedded = font?.toString('latin1')
  return serialise(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
      '<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Own /Encoding /Identity-H /DescendantFonts [6 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Own /CIDToGIDMap /Identity /CIDSystemInfo ' +
        '<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R ' +
        `${font ? `/W [0 [${advancesOf(font).join(' ')}]]` : '/DW 600'} >>`,
      '<< /Type /FontDescriptor /FontName /ABCDEF+Own /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 ' +
        `/Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 ${font ? '/FontFile2 8 0 R' : ''} >>`,
      ...(embedded === undefined
        ? []
        : [`<< /Length ${embedded.length} /Length1 ${embedded.length} >>\nstream\n${embedded}\nendstream`]),
    ],
    false,
  )
}

/** How far each glyph of a TrueType font reaches, in thousandths of its size. */
function advancesOf(font: Buffer): number[] {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + at * 16)
  const table = (tag: string): number =>
    font.readUInt32BE((tables.find((at) => font.toString('latin1', at, at + 4) === tag) ?? 0) + 8)
  const perEm = font.readUInt16BE(table('head') + 18)
  return Array.from({ length: font.readUInt16BE(table('hhea') + 34) }, (_, glyph) =>
    Math.round((font.readUInt16BE(table('hmtx') + glyph * 4) * 1000) / perEm),
  )
}

/** A form: two fields and two boxes, one field empty, a choice, a secret, and notes of which the page shows one itself. */
export function formPdf(): Uint8Array {
  const content = textOperators({ text: 'Application for a key', x: 72, y: 740 })
  const widgets = [
    '/FT /Tx /T (person.name) /TU (Full name) /V (Ada Lovelace) /Rect [72 700 300 716]',
    '/FT /Tx /T (phone) /Rect [72 680 300 696]',
    '/FT /Btn /T (member) /V /Yes /AS /Yes /AP << /N << /Yes 5 0 R /Off 5 0 R >> >> /Rect [72 660 84 672]',
    '/FT /Btn /T (pays) /V /Off /AS /Off /AP << /N << /Yes 5 0 R /Off 5 0 R >> >> /Rect [72 650 84 658]',
    '/FT /Ch /Ff 131072 /T (Colour) /Opt [[(g) (Dark green)] [(b) (Blue)]] /V (g) /Rect [72 640 300 648]',
    '/FT /Tx /Ff 8192 /T (pin) /V (1234) /Rect [72 620 300 636]',
  ].map((entries) => `<< /Type /Annot /Subtype /Widget ${entries} >>`)
  const notes = [
    '<< /Type /Annot /Subtype /Text /T (Grace) /Contents (Please call back) /Rect [400 500 420 520] >>',
    '<< /Type /Annot /Subtype /FreeText /Contents (Application for a key) /Rect [72 740 300 756] >>',
    '<< /Type /Annot /Subtype /Link /Contents (a link) /Rect [72 400 300 420] >>',
  ]
  const first = 6
  const refs = (from: number, count: number): string =>
    Array.from({ length: count }, (_, at) => `${from + at} 0 R`).join(' ')
  return serialise(
    [
      `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${refs(first, widgets.length)}] /DA (/F1 10 Tf) >> >>`,
      '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> ' +
        `/Contents 5 0 R /Annots [${refs(first, widgets.length + notes.length)}] >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ...widgets,
      ...notes,
    ],
    false,
  )
}

/** A page of one line, encrypted as PDF 1.3 has it (RC4, 40 bits); an empty password is one that opens it for everybody. */
export function lockedPdf(line: string, password: string): Uint8Array {
  const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
  const padded = (secret: string): Buffer => Buffer.concat([Buffer.from(secret, 'latin1'), padding]).subarray(0, 32)
  const md5 = (...parts: readonly Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest()
  const id = Buffer.from('0123456789abcdef')
  const rights = Buffer.from([0xfc, 0xff, 0xff, 0xff])
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(password))
  const key = md5(padded(password), owner, rights, id).subarray(0, 5)
  const content = textOperators({ text: line, x: 72, y: 700 })
  const ofStream = md5(key, Buffer.from([5, 0, 0, 0, 0])).subarray(0, 10)
  const stream = rc4(ofStream, Buffer.from(content, 'latin1')).toString('latin1')
  const security =
    `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${owner.toString('hex')}> ` +
    `/U <${rc4(key, padding).toString('hex')}> >>`
  return serialise(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ],
    false,
    ` /Encrypt ${security} /ID [<${id.toString('hex')}> <${id.toString('hex')}>]`,
  )
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at)
  const swap = (one: number, other: number): void => {
    const kept = state[one] ?? 0
    state[one] = state[other] ?? 0
    state[other] = kept
  }
  for (let at = 0, to = 0; at < 256; at += 1) {
    to = (to + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 255
    swap(at, to)
  }
  let at = 0
  let to = 0
  const coded = data.map((byte) => {
    at = (at + 1) & 255
    to = (to + (state[at] ?? 0)) & 255
    swap(at, to)
    return byte ^ (state[((state[at] ?? 0) + (state[to] ?? 0)) & 255] ?? 0)
  })
  return Buffer.from(coded)
}

function textOperators({ text, x, y, size = 10, angle = 0 }: PdfText): string {
  const radians = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians).toFixed(4), Math.sin(radians).toFixed(4)]
  const escaped = text.replace(/[\\()]/gu, '\\$&')
  return `BT /F1 ${size} Tf ${cos} ${sin} ${-Number(sin)} ${cos} ${x} ${y} Tm (${escaped}) Tj ET`
}

function serialise(objects: readonly string[], hasInfo: boolean, trailer = ''): Uint8Array {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = file.length
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const info = hasInfo ? ` /Info ${objects.length} 0 R` : ''
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${info}${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return new Uint8Array(Buffer.from(file, 'latin1'))
}

/** Lines of prose under one another. */
export function column(lines: readonly string[], x: number, top: number, leading = 12, size = 10): PdfText[] {
  return lines.map((text, at) => ({ text, x, y: top - at * leading, size }))
}
