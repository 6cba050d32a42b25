import { type BookType, utils, write } from '@e965/xlsx'
import { burn } from '@kenjiuno/msgreader/lib/Burner'
import { strToU8, zipSync } from 'fflate'
import { paragraph, smallDocx } from '../small-docx'
import { smallOpenDocument } from '../small-open-document'
import { column, smallPdf } from '../small-pdf'
import { smallDoc } from '../small-ole'
import { shape, slide, smallPptx } from '../small-pptx'

export interface Sample {
  readonly name: string
  readonly bytes: Uint8Array
}

const lines = [
  'The spare key hangs behind the stove in the upper hut.',
  'It was put there in 1998, when the door was made anew.',
  'Whoever takes it writes the day and a name into the book.',
]
const prose = lines.join('\n\n')

const sample = (name: string, content: string | Uint8Array): Sample => ({
  name,
  bytes: typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : content,
})

function workbook(bookType: BookType): Uint8Array {
  const book = utils.book_new()
  const rows = [['Key', 'Place', 'Made'], ...lines.map((line, at) => [`key ${at}`, line, 1998 + at])]
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Keys')
  return new Uint8Array(write(book, { type: 'array', bookType, compression: true }) as ArrayBuffer)
}

function outlookMessage(): Uint8Array {
  const streams = { '0037': 'The spare key', '1000': prose, '0C1A': 'Ada', '001A': 'IPM.Note' }
  const contents = [
    ...Object.entries(streams).map(([tag, text]) => {
      return { name: `__substg1.0_${tag}001F`, data: Uint8Array.from(Buffer.from(text, 'utf16le')) }
    }),
    { name: '__properties_version1.0', data: new Uint8Array(32) },
  ]
  return burn([
    { name: 'Root Entry', type: 5, length: 0, children: contents.map((_, at) => at + 1) },
    ...contents.map(({ name, data }) => ({ name, type: 2, length: data.length, binaryProvider: () => data })),
  ])
}

function book(): Uint8Array {
  const chapter = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><h1>Keys</h1>${lines.map((line) => `<p>${line}</p>`).join('')}</body></html>`
  const parts = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
    'b.opf':
      '<package><metadata><dc:title>Keys</dc:title></metadata><manifest><item id="a" href="a.xhtml" ' +
      'media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
    'a.xhtml': `<?xml version="1.0"?>${chapter}`,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
}

const mail = `From: Ada <ada@example.org>\nTo: Grace <grace@example.org>\nSubject: The spare key\nDate: Mon, 1 Jan 2024 10:00:00 +0000\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n${prose}\n`
const savedPage = [
  'From: <Saved by a browser>',
  'Subject: Keys',
  'MIME-Version: 1.0',
  'Content-Type: multipart/related; type="text/html"; boundary="x"',
  '',
  '--x',
  'Content-Type: text/html; charset=utf-8',
  'Content-Location: https://example.org/keys',
  '',
  `<!doctype html><title>Keys</title><body>${lines.map((line) => `<p>${line}</p>`).join('')}`,
  '--x--',
  '',
].join('\r\n')
const openText = lines.map((line) => `<text:p>${line}</text:p>`).join('')
const openSlide = `<draw:page draw:name="one"><draw:frame><draw:text-box>${openText}</draw:text-box></draw:frame></draw:page>`

/** A small sound file of every format of the registry: whoever adds a format adds one here. */
export const samples: Readonly<Record<string, Sample>> = {
  pdf: sample('a.pdf', smallPdf([{ texts: column(lines, 72, 700) }])),
  docx: sample('a.docx', smallDocx(lines.map((line) => paragraph(line)).join(''))),
  epub: sample('a.epub', book()),
  msg: sample('a.msg', outlookMessage()),
  eml: sample('a.eml', mail),
  ipynb: sample(
    'a.ipynb',
    JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: {},
      cells: [{ cell_type: 'markdown', metadata: {}, source: [prose] }],
    }),
  ),
  pptx: sample('a.pptx', smallPptx([slide(shape(lines))])),
  odt: sample('a.odt', smallOpenDocument('text', openText)),
  odp: sample('a.odp', smallOpenDocument('presentation', openSlide)),
  rtf: sample('a.rtf', `{\\rtf1\\ansi ${lines.join('\\par ')}}`),
  xlsx: sample('a.xlsx', workbook('xlsx')),
  xls: sample('a.xls', workbook('biff8')),
  ods: sample('a.ods', workbook('ods')),
  html: sample('a.html', `<!doctype html><title>Keys</title><body>${lines.map((line) => `<p>${line}</p>`).join('')}`),
  csv: sample('a.csv', `key,place\n${lines.map((line, at) => `${at},"${line}"`).join('\n')}\n`),
  markdown: sample('a.md', `# Keys\n\n${prose}\n`),
  notes: sample('a.cairn-notes', `# Keys\n\n${prose}\n`),
  doc: sample('a.doc', smallDoc(`${lines.join('\r')}\r`)),
  mhtml: sample('a.mhtml', savedPage),
  icalendar: sample(
    'a.ics',
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20240105T100000Z\r\nSUMMARY:The spare key\r\nDESCRIPTION:It hangs behind the stove\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
  ),
  vcard: sample(
    'a.vcf',
    'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nN:Lovelace;Ada;;;\r\nNOTE:Her key hangs behind the stove\r\nEND:VCARD\r\n',
  ),
  bibtex: sample(
    'a.bib',
    '@book{key,\n  author = {Lovelace, Ada},\n  title = {The key behind the stove},\n  year = {1998}\n}\n',
  ),
  ris: sample('a.ris', 'TY  - BOOK\nAU  - Lovelace, Ada\nTI  - The key behind the stove\nPY  - 1998\nER  - \n'),
  'csl-json': sample(
    'a.json',
    JSON.stringify([
      {
        id: '1',
        type: 'book',
        title: 'The key behind the stove',
        author: [{ family: 'Lovelace', given: 'Ada' }],
        issued: { 'date-parts': [[1998]] },
      },
    ]),
  ),
  latex: sample('a.tex', `\\documentclass{article}\n\\begin{document}\n\\section{Keys}\n${prose}\n\\end{document}\n`),
  subtitles: sample(
    'a.srt',
    lines.map((line, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at + 1},000\n${line}\n`).join('\n'),
  ),
  org: sample('a.org', `* Keys\n${prose}\n`),
  rst: sample('a.rst', `Keys\n====\n\n${prose}\n`),
  asciidoc: sample('a.adoc', `= Keys\n\n${prose}\n`),
  code: sample('a.py', `def key():\n    return "behind the stove"\n\n\ndef book():\n    return "on the shelf"\n`),
  text: sample('a.txt', prose),
}
