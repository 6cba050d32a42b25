import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { codedPdf } from '../unit/ingest/small-pdf'
import { picture as picturesOf, relations, shape, slide, smallPptx } from '../unit/ingest/small-pptx'

const resources = resolve(import.meta.dirname, '../../resources')
const picture = resolve(import.meta.dirname, '../fixtures/ocr/heron-hut.png')

let folder = ''
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-ocr-'))
  await copyFile(picture, join(folder, 'note.png'))
  engine = await createEngine({ folder: join(folder, 'store'), resources })
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function follow(events: AsyncIterable<{ readonly type: string; readonly response?: string }>): Promise<string> {
  let last = ''
  for await (const event of events) if (event.type === 'final') last = event.response ?? ''
  return last
}

/** A bitmap of 24 bits a pixel, all white; `width` in fours of pixels. */
function whiteBitmap(width: number, height: number): Buffer {
  const head = Buffer.alloc(54)
  head.write('BM')
  head.writeUInt32LE(54 + width * height * 3, 2)
  head.writeUInt32LE(54, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(24, 28)
  return Buffer.concat([head, Buffer.alloc(width * height * 3, 255)])
}

describe('a picture with text', () => {
  // Would catch a process that does not start, readings that reach no index, and places that lie elsewhere.
  test('is there at once, waits, is read by Tesseract in both languages, and answers', async () => {
    await engine.changeSettings({ ocr: { paused: true } })
    await follow(engine.ingest({ paths: [join(folder, 'note.png')] }))
    const [waiting] = engine.listDocuments({})
    expect(waiting).toMatchObject({ status: 'partial', format: 'image', gaps: [{ kind: 'pages_waiting', pages: [1] }] })
    await follow(engine.readScans())
    expect(engine.listDocuments({})).toMatchObject([{ gaps: [{ kind: 'pages_waiting' }] }])

    await engine.changeSettings({ ocr: { paused: false } })
    // The reading has begun by that; whoever asks for it now hears of it all the same.
    const progress: string[] = []
    for await (const event of engine.readScans())
      if (event.type === 'progress') progress.push(`${event.done}/${event.total} ${event.message}`)
    expect(progress).toContain('1/1 note.png')
    const [record] = engine.listDocuments({})
    expect(record).toMatchObject({ status: 'ready', gaps: [] })
    const { text, structure } = await engine.readDocument(record?.id ?? '')
    expect(text).toContain('heron hut was opened in May 1987')
    expect(text).toContain('早上八点')
    const [page] = structure.pages
    const word = page?.items.find(([start, end]) => text.slice(start, end) === 'heron')
    // "heron" stands a tenth across, in the upper third.
    expect(word?.[2]).toBeGreaterThan(60)
    expect(word?.[2]).toBeLessThan(100)
    expect(word?.[3]).toBeGreaterThan(90)
    expect(await follow(engine.ask({ question: 'When was the heron hut opened?' }))).toContain('1987')
  })

  test('without a letter it fails with a reason, and waits for nothing', async () => {
    await writeFile(join(folder, 'blank.bmp'), whiteBitmap(120, 80))
    await follow(engine.ingest({ paths: [join(folder, 'blank.bmp')] }))
    await follow(engine.readScans())
    expect(engine.listDocuments({}).find(({ name }) => name === 'blank.bmp')).toMatchObject({
      status: 'failed',
      gaps: [],
      live: null,
      error: { code: 'NO_TEXT' },
    })
  })

  // Would catch letters that are drawn in the wrong place or not at all.
  test('as the looks of a PDF whose letters have no meaning, is read and answers', async () => {
    const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts')
    const lines = [
      'The ferry to Gull Island leaves at seven in the morning.',
      'It carries eleven cars and ninety people.',
    ]
    const path = join(folder, 'ferry.pdf')
    await writeFile(path, codedPdf(lines, await readFile(join(fonts, 'LiberationSans-Regular.ttf'))))
    await follow(engine.ingest({ paths: [path] }))
    await follow(engine.readScans())
    const record = engine.listDocuments({}).find(({ name }) => name === 'ferry.pdf')
    expect(record).toMatchObject({ status: 'ready', gaps: [] })
    const { text, structure } = await engine.readDocument(record?.id ?? '')
    expect(text).toContain('The ferry to Gull Island leaves at seven in the morning.')
    const [left = 0, bottom = 0] = structure.pages[0]?.items.find(([from]) => from === 0)?.slice(2) ?? []
    expect(Math.hypot(left - 72, bottom - 700)).toBeLessThan(4)
    expect(await follow(engine.ask({ question: 'How many cars does the ferry carry?' }))).toContain('eleven')
  })

  // Would catch pictures that are looked for under another name than the parser's, and text on the wrong slide.
  test('on a slide is read, and cited by the slide', async () => {
    const path = join(folder, 'talk.pptx')
    const slides = [slide(shape(['Birds of the marsh'], 'title') + shape(['Words.'])), slide(picturesOf('p'))]
    const media = relations({ p: ['image', '../media/note.png'] })
    const parts = { 'ppt/slides/_rels/slide1.xml.rels': media, 'ppt/media/note.png': await readFile(picture) }
    await writeFile(path, smallPptx(slides, parts))
    await follow(engine.ingest({ paths: [path] }))
    await follow(engine.readScans())
    const record = engine.listDocuments({}).find(({ name }) => name === 'talk.pptx')
    expect(record).toMatchObject({ status: 'ready', gaps: [] })
    const { text, structure } = await engine.readDocument(record?.id ?? '')
    expect(structure.blocks.find(({ start }) => text.startsWith('The heron hut', start))).toMatchObject({ page: 2 })
    expect(structure.pages).toMatchObject([{ number: 2, items: [] }])
  })

  test('leaves no trace when it is deleted', async () => {
    expect(await readdir(join(folder, 'store', 'ocr'))).not.toEqual([])
    await engine.deleteDocuments(engine.listDocuments({}).map(({ id }) => id))
    expect(await readdir(join(folder, 'store', 'ocr'))).toEqual([])
  })
})
