import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'

const resources = resolve(import.meta.dirname, '../../resources')
const pump = '# Zebrafinch pump\n\nThe Zebrafinch pump moves 40 litres a minute.\n'

let folder = ''
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-counting-'))
  engine = await createEngine({ folder: join(folder, 'store'), resources })
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function add(files: Readonly<Record<string, string | Uint8Array>>, collection: string): Promise<void> {
  const place = join(folder, collection)
  await mkdir(place)
  for (const [name, content] of Object.entries(files)) await writeFile(join(place, name), content)
  for await (const event of engine.ingest({ paths: [place], collection })) {
    if (event.type === 'error') throw new Error(event.error.message)
  }
}

async function answerTo(question: string, collections?: string[]): Promise<string> {
  for await (const event of engine.ask({ question, ...(collections && { filter: { collections } }) })) {
    if (event.type === 'final') return event.response
  }
  throw new Error('no answer')
}

/** Chat's count in both languages and of one collection, and that of the library's list, which the window shows. */
async function counts() {
  const first = (answer: string) => Number(/\d+/u.exec(answer)?.[0])
  return {
    listed: engine.listDocuments({}).length,
    inEnglish: first(await answerTo('How many documents are there?')),
    inChinese: first(await answerTo('有多少份文档？')),
    ofBooks: first(await answerTo('How many documents are there?', ['Books'])),
  }
}

// Would catch a count of texts for one of documents, and one that has what the list hides or lacks what it shows.
test('chat counts the documents that the library lists', async () => {
  const boxed = zipSync({ 'inner.md': strToU8('# Snow\n\nThe snow is deep.\n'), 'pump.md': strToU8(pump) })
  await add({ 'pump.md': pump, 'copy of pump.md': pump, 'box.zip': boxed, 'empty.txt': '' }, 'Papers')
  await add({ 'dogs.md': '# Dogs\n\nDogs stay on the lead.\n', 'pump again.md': pump }, 'Books')
  const names = engine.listDocuments({}).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['copy of pump.md', 'box.zip', 'box.zip › inner.md', 'empty.txt']))
  expect(await counts()).toEqual({ listed: 8, inEnglish: 8, inChinese: 8, ofBooks: 2 })
  const failed = engine.listDocuments({ statuses: ['failed'] })
  expect(failed.map(({ name }) => name)).toEqual(['empty.txt'])
  expect(await answerTo('哪些文件导入失败了？为什么？')).toContain('empty.txt：文件是空的（0 字节）')

  const gone = engine.listDocuments({}).filter(({ name }) => name === 'dogs.md' || name === 'box.zip')
  await engine.trashDocuments(gone.map(({ id }) => id))
  const left = engine.listDocuments({}).length
  expect(left).toBeLessThan(8)
  expect(await counts()).toEqual({ listed: left, inEnglish: left, inChinese: left, ofBooks: 1 })
})
