import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Journal, readJournal } from '@engine/storage/files/journal'
import { temporaryFolder } from '../store-fixture'

describe('a journal', () => {
  it('cuts off a torn last line and goes on after it (bug: two records glued into one unreadable line)', async () => {
    const path = join(await temporaryFolder(), 'a.jsonl')
    await writeFile(path, '{"a":1}\n{"b":"检')
    const { journal, lines, torn } = await Journal.open(path)
    expect([lines, torn]).toEqual([['{"a":1}'], true])
    await journal.append(['{"c":3}'], true)
    expect(await readFile(path, 'utf8')).toBe('{"a":1}\n{"c":3}\n')
  })

  it('is cut at a byte, not at a character (bug: half a Chinese character shifts the cut)', async () => {
    const path = join(await temporaryFolder(), 'a.jsonl')
    await writeFile(path, Buffer.concat([Buffer.from('检索\n'), Buffer.from('检').subarray(0, 2)]))
    await Journal.open(path)
    expect(await readFile(path, 'utf8')).toBe('检索\n')
  })

  it('reading alone changes nothing, and a missing file is an empty journal', async () => {
    const path = join(await temporaryFolder(), 'a.jsonl')
    expect(await readJournal(path)).toMatchObject({ lines: [], wholeBytes: 0, torn: false })
    await appendFile(path, 'whole\nto')
    expect((await readJournal(path)).lines).toEqual(['whole'])
    expect(await readFile(path, 'utf8')).toBe('whole\nto')
  })

  it('can be cleared and used again', async () => {
    const { journal } = await Journal.open(join(await temporaryFolder(), 'a.jsonl'))
    await journal.append(['one'], false)
    await journal.clear()
    await journal.append(['two'], true)
    expect((await readJournal(journal.path)).lines).toEqual(['two'])
  })
})
