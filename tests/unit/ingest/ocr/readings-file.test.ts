import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { begunLine, readingLine, readReadings } from '@engine/ingest/ocr/queue/readings-file'
import type { PageReading } from '@engine/ingest/ocr/page-reading'

const reading = (page: number, text: string): PageReading => ({
  ...{ page, state: 'read', width: 600, height: 800, turned: 0, languages: ['eng'], confidence: 0.9 },
  paragraphs: [[[{ text, confidence: 0.9, box: [10, 10, 40, 12] }]]],
})
const of = 'a'.repeat(64)

describe('the file of what OCR has read', () => {
  let folder = ''
  let path = ''

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-readings-'))
    path = join(folder, `${of}.jsonl`)
    const pages = [reading(1, 'heron'), reading(2, 'kestrel')]
    await writeFile(path, pages.flatMap((page) => [begunLine(of, page.page), readingLine(of, page)]).join(''))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const words = async (from = path) =>
    [...(await readReadings(from)).values()].flatMap(({ paragraphs }) => paragraphs.flat(2).map(({ text }) => text))

  test('gives each page as it was kept', async () => {
    expect(await words()).toEqual(['heron', 'kestrel'])
  })

  // Would catch a letter that is told as read because a bit on the disk has flipped.
  test.each([
    ['a letter of a word is another', (text: string) => text.replace('kestrel', 'kestral'), ['heron']],
    ['a page is another', (text: string) => text.replace('"page":2', '"page":3'), ['heron']],
    ['it is cut off', (text: string) => text.slice(0, -40), ['heron']],
    ['it is empty', () => '', []],
    ['it is full of zeros', (text: string) => '\0'.repeat(text.length), []],
  ])('where %s, that page is to be read again, and no other', async (_what, harm, left) => {
    await writeFile(path, harm(await readFile(path, 'utf8')))
    expect(await words()).toEqual(left)
  })

  test('is not taken for that of another content', async () => {
    const other = join(folder, `${'b'.repeat(64)}.jsonl`)
    await copyFile(path, other)
    expect(await words(other)).toEqual([])
  })

  test('of an older Cairn, which wrote neither sums nor whose it is, counts as it is', async () => {
    const older = (await readFile(path, 'utf8')).replaceAll(/,"sum":"\w+"|"of":"\w+",/gu, '')
    expect(older).not.toContain(of)
    await writeFile(path, older)
    expect(await words()).toEqual(['heron', 'kestrel'])
  })
})
