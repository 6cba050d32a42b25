import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EvidenceItem } from '@shared/events'
import { placeAt } from '@shared/session/evidence-place'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { samples } from '../unit/ingest/parsers/samples'
import { column, smallPdf } from '../unit/ingest/small-pdf'
import { shape, slide, smallPptx } from '../unit/ingest/small-pptx'
import { checkCitations } from './check-citations'

const resources = resolve(import.meta.dirname, '../../resources')

const filler = (about: string) =>
  Array.from({ length: 6 }, (_, at) => `Remark ${at + 1} of the ${about} is of no interest to anybody at all.`)

function workbook(): Uint8Array {
  const book = utils.book_new()
  const rows = (first: string, value: number) => [
    ['Bird', 'Weight', 'Seen'],
    [first, value, 2019],
    ['Sparrow', 30, 2020],
  ]
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows('Ostrich', 90_000)), 'Large birds')
  const second = utils.sheet_add_aoa(utils.aoa_to_sheet([]), rows('Zebrafinch', 12), { origin: 'C7' })
  utils.book_append_sheet(book, second, 'Small birds')
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}

function book(): Uint8Array {
  const chapters = ['The crossing', 'The night', 'The return']
  const said = ['The sledge broke at noon.', 'The lantern was made of birch bark.', 'The dog came home alone.']
  const page = (heading: string, text: string) =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><h1>${heading}</h1><p>${text}</p>${filler(
      'chapter',
    )
      .map((line) => `<p>${line}</p>`)
      .join('')}</body></html>`
  const files = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
    'b.opf': `<package><metadata><dc:title>The lake</dc:title></metadata><manifest>${chapters.map((_, at) => `<item id="i${at}" href="${at}.xhtml" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine>${chapters.map((_, at) => `<itemref idref="i${at}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(chapters.map((heading, at) => [`${at}.xhtml`, page(heading, said[at] ?? '')])),
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}

const message = (subject: string, text: string) =>
  `From ann@example.org Mon Jan 03 10:00:00 2022\nMessage-ID: <${subject}@x>\nFrom: ann@example.org\nTo: ben@example.org\nSubject: ${subject}\nDate: Mon, 3 Jan 2022 10:00:00 +0000\n\n${text}\n\n`

const attached = [
  'From: ann@example.org',
  'To: ben@example.org',
  'Subject: Spring order',
  'Date: Mon, 3 Jan 2022 10:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  '',
  'The order is attached.',
  '--b',
  'Content-Type: text/plain; name=order.txt',
  'Content-Disposition: attachment; filename=order.txt',
  '',
  'The tarpaulin costs eleven crowns.',
  '--b--',
  '',
].join('\n')

/** Facts that stand in one place of a file each: what is asked, and the place that the words which answer must have. */
const facts = [
  {
    question: 'How heavy is the Zebrafinch?',
    said: 'Zebrafinch',
    name: 'birds.xlsx',
    page: null,
    path: ['Small birds', 'C8:E9'],
  },
  {
    question: 'Who repaired the barometer?',
    said: 'The barometer was repaired by Osvald',
    name: 'report.pdf',
    page: 2,
    path: null,
  },
  {
    question: 'What colour is the windsock?',
    said: 'The windsock is turquoise',
    name: 'talk.pptx',
    page: 3,
    path: ['Slide 3: The runway'],
  },
  {
    question: 'What was the lantern made of?',
    said: 'The lantern was made of birch bark',
    name: 'lake.epub',
    page: null,
    path: ['The night'],
  },
  {
    question: 'When does the ferry to Holm leave?',
    said: 'The ferry to Holm leaves at dawn',
    name: 'post.mbox › 2022-01-03 Ferry.eml',
    page: null,
    path: null,
  },
  {
    question: 'How much does the tarpaulin cost?',
    said: 'The tarpaulin costs eleven crowns',
    name: 'order.eml › order.txt',
    page: null,
    path: null,
  },
  {
    question: 'Where is the gasket kept?',
    said: 'The gasket is kept in the blue crate',
    name: 'old.zip › cellar/list.md',
    page: null,
    path: ['Cellar', 'Crates'],
  },
] as const

const files: Readonly<Record<string, Uint8Array | string>> = {
  'birds.xlsx': workbook(),
  'report.pdf': smallPdf(
    ['The hygrometer was sold.', 'The barometer was repaired by Osvald.', 'The thermometer is lost.'].map((text) => ({
      texts: column([text, ...filler('station')], 72, 700),
    })),
  ),
  'talk.pptx': smallPptx(
    [
      ['The tower', 'The beacon is amber.'],
      ['The hangar', 'The doors are grey.'],
      ['The runway', 'The windsock is turquoise.'],
    ].map(([title = '', text = '']) => slide(shape([title], 'title') + shape([text, ...filler('airfield')], 'body'))),
  ),
  'lake.epub': book(),
  'post.mbox':
    message('Bus', 'The bus to Holm leaves at noon.') + message('Ferry', 'The ferry to Holm leaves at dawn.'),
  'order.eml': attached,
  'old.zip': zipSync({
    'cellar/list.md': strToU8(
      '# Cellar\n\n## Shelves\n\nThe hose is on the shelf.\n\n## Crates\n\nThe gasket is kept in the blue crate.\n',
    ),
    'attic/list.md': strToU8('# Attic\n\nThe kite is in the attic.\n'),
  }),
}

describe('citations of every format', () => {
  let folder = ''
  let engine: Engine

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-citations-'))
    const added = join(folder, 'files')
    await mkdir(added)
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(added, name), bytes)
    // One name a sample; each stands in the same words, so that no other document answers in its place.
    for (const [format, { name, bytes }] of Object.entries(samples))
      await writeFile(join(added, `${format}-${name}`), bytes)
    engine = await createEngine({ folder: join(folder, 'store'), resources })
    for await (const event of engine.ingest({ paths: [added] })) expect(event.type).not.toBe('error')
  })

  afterAll(async () => {
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('a sample of each is read', () => {
    const read = new Set(engine.listDocuments({}).map(({ format, live }) => live && format))
    expect(Object.keys(samples).filter((format) => !read.has(format))).toEqual([])
  })

  // Catches offsets of one format that drift between parser, chunker, window and citation.
  test('every cited range, read back from the stored text, is what the answer says', () => checkCitations(engine))

  // Catches a right quotation under the wrong page, sheet, slide, chapter, message or member.
  test.each(facts)('$name: "$question" is cited where it stands', async ({ question, said, name, page, path }) => {
    const items: EvidenceItem[] = []
    for await (const event of engine.ask({ question, search_anyway: true })) {
      if (event.type === 'evidence') items.push(...event.items)
    }
    const item = items.find((one) => one.kind !== 'tool' && one.text.includes(said))
    if (!item) throw new Error(`“${said}” is in none of: ${items.map((one) => one.document_name).join(', ')}`)
    expect(item.document_name).toBe(name)
    const { text } = await engine.readDocument(item.document_id)
    expect(text.slice(item.start, item.end)).toBe(item.text)
    const place = placeAt(item, item.start + item.text.indexOf(said))
    expect(place.page).toBe(page)
    if (path) expect(place.heading_path).toEqual(path)
  })
})
