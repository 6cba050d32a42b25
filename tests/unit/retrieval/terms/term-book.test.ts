import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TermBook } from '@engine/retrieval/terms/term-book'

let folder: string
const options = (write = (path: string, text: string) => writeFile(path, text)) => ({
  shipped: join(folder, 'shipped'),
  own: join(folder, 'terms.json'),
  write,
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-terms-'))
  await mkdir(join(folder, 'shipped'))
  const rows = (terms: string[][]) => JSON.stringify({ version: 1, terms })
  await writeFile(join(folder, 'shipped', 'a.json'), rows([['pump', '水泵']]))
  await writeFile(join(folder, 'shipped', 'b.json'), rows([['valve', '阀门']]))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the term book', () => {
  test('a change is in force at once, is another version, and is read at the next start', async () => {
    const book = await TermBook.open(options())
    const { table } = book
    const before = table.version
    expect(table.match('weir')).toEqual([])
    expect(await book.set([{ english: 'weir', chinese: ['堰'] }])).toEqual({
      own: [{ english: 'weir', chinese: ['堰'] }],
      shipped: 2,
    })
    expect(table.match('weirs')[0]?.translations).toEqual(['堰'])
    expect(table.version).not.toBe(before)
    expect(JSON.parse(await readFile(join(folder, 'terms.json'), 'utf8'))).toEqual({
      version: 1,
      terms: [['weir', '堰']],
    })
    expect((await TermBook.open(options())).list().own).toHaveLength(1)
  })

  test.each([
    [[{ english: '', chinese: ['泵'] }]],
    [[{ english: '水', chinese: ['泵'] }]],
    [[{ english: 'pump', chinese: [] }]],
    [[{ english: 'pump', chinese: ['pump'] }]],
    [
      [
        { english: 'Pump', chinese: ['泵'] },
        { english: 'pump', chinese: ['水泵'] },
      ],
    ],
  ])('refuses rows that make no sense and keeps what there was: %j', async (rows) => {
    const book = await TermBook.open(options())
    await expect(book.set(rows)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(book.list().own).toEqual([])
  })

  test('rows that could not be written are not in force', async () => {
    const book = await TermBook.open(options(() => Promise.reject(new Error('disk full'))))
    await expect(book.set([{ english: 'weir', chinese: ['堰'] }])).rejects.toThrow('disk full')
    expect(book.table.match('weir')).toEqual([])
    expect(book.list().own).toEqual([])
  })

  test('a lookup says what is searched and whose row it is', async () => {
    const book = await TermBook.open(options())
    await book.set([{ english: 'weir', chinese: ['堰'] }])
    expect(book.lookup('the pump at the weir')).toEqual([
      { term: 'pump', translations: ['水泵'], own: false },
      { term: 'weir', translations: ['堰'], own: true },
    ])
    expect(book.lookup('nothing here')).toEqual([])
  })

  // Would catch one damaged file that keeps the whole of Cairn from starting, and terms that are written over.
  test('a damaged file of one’s own is named, costs its terms alone, and is kept', async () => {
    const damaged = '{"version": 1, "terms": [["pump"]]}'
    await writeFile(join(folder, 'terms.json'), damaged)
    const lines: string[] = []
    const book = await TermBook.open({ ...options(), log: (line) => lines.push(line) })
    expect(book.list()).toEqual({ own: [], shipped: 2 })
    expect(lines).toEqual([expect.stringContaining(join(folder, 'terms.json'))])
    await book.set([{ english: 'weir', chinese: ['堰'] }])
    expect(await readFile(join(folder, 'terms.damaged.json'), 'utf8')).toBe(damaged)
  })
})
