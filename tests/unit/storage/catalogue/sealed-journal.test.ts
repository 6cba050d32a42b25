import { copyFile, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { JournalledCatalogue } from '@engine/storage/catalogue/document-catalogue'
import { cataloguePaths } from '@engine/storage/catalogue/sealed-journal'
import { readSeal, writeSeal } from '@engine/storage/catalogue/seal'
import { documentRecord, temporaryFolder } from '../store-fixture'

const writable = { readOnly: false, log: () => undefined }
const ids = Array.from({ length: 18 }, (_, at) => `d${at}`)

/** A closed list of eighteen documents. */
async function sealedList() {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'tmp'))
  const catalogue = await JournalledCatalogue.open(folder, writable)
  for (const id of ids) await catalogue.put(documentRecord(id, 'r1'))
  await catalogue.close()
  return { folder, ...cataloguePaths(folder) }
}

async function reopened(folder: string) {
  const catalogue = await JournalledCatalogue.open(folder, writable)
  const found = { ids: catalogue.list().map(({ id }) => id), damagedAt: catalogue.damagedAt }
  await catalogue.close()
  return found
}

async function flip(path: string, at: number): Promise<void> {
  const bytes = await readFile(path)
  bytes[at] = (bytes[at] ?? 0) ^ 4
  await writeFile(path, bytes)
}

/** The end of the line that holds this part of the bytes. */
async function endOfLine(path: string, share: number): Promise<number> {
  const bytes = await readFile(path)
  return bytes.indexOf(10, Math.floor(bytes.length * share)) + 1
}

describe('the list of documents and its copy', () => {
  it.each([
    ['half of it is cut off at a line', async (path: string) => truncate(path, await endOfLine(path, 0.5))],
    ['it is cut off within a line', async (path: string) => truncate(path, (await endOfLine(path, 0.5)) - 9)],
    ['it is empty', (path: string) => truncate(path, 0)],
    ['it is gone', (path: string) => rm(path)],
    ['a bit of it has flipped', (path: string) => flip(path, 40)],
    ['a bit of a line’s end has flipped', async (path: string) => flip(path, (await endOfLine(path, 0.5)) - 1)],
  ])('loses nothing where %s, whichever of the two it is', async (_, damage) => {
    for (const which of ['main', 'copy'] as const) {
      const list = await sealedList()
      const before = await readFile(list.main, 'utf8')
      await damage(list[which])
      // bug: half a list counts as the whole list, and the stored files of the others are swept away
      expect(await reopened(list.folder)).toEqual({ ids, damagedAt: null })
      for (const path of [list.main, list.copy]) expect(await readFile(path, 'utf8')).toBe(before)
    }
  })

  it('takes each line from the one that has it, where both are damaged', async () => {
    const list = await sealedList()
    await flip(list.main, 40)
    await flip(list.copy, (await endOfLine(list.copy, 0.5)) + 40)
    const found = await reopened(list.folder)
    expect(found.ids).toEqual(ids)
  })

  it('says that documents may be lost where both are cut off, until that is accepted', async () => {
    const list = await sealedList()
    for (const path of [list.main, list.copy]) await truncate(path, await endOfLine(path, 0.5))
    const first = await reopened(list.folder)
    expect(first.ids.length).toBeLessThan(18)
    expect(first.damagedAt).not.toBeNull()
    // bug: the damage is forgotten with the next start
    expect((await reopened(list.folder)).damagedAt).toBe(first.damagedAt)
    const catalogue = await JournalledCatalogue.open(list.folder, writable)
    await catalogue.put(documentRecord('new', 'r1'))
    await catalogue.acceptDamage()
    await catalogue.close()
    expect(await reopened(list.folder)).toEqual({ ids: [...first.ids, 'new'], damagedAt: null })
  })

  it('needs no seal, and a seal that is damaged is written anew', async () => {
    const list = await sealedList()
    for (const damage of [() => rm(list.seal), () => truncate(list.seal, 9), () => flip(list.seal, 30)]) {
      await damage()
      expect(await reopened(list.folder)).toEqual({ ids, damagedAt: null })
      expect(await readSeal(list.seal)).not.toBeNull()
    }
  })

  it('without a seal, the longer of two that begin alike counts', async () => {
    const list = await sealedList()
    await truncate(list.main, await endOfLine(list.main, 0.5))
    await rm(list.seal)
    expect(await reopened(list.folder)).toEqual({ ids, damagedAt: null })
  })

  it('a crash between any two steps of a removal leaves the list of before or after it', async () => {
    const list = await sealedList()
    const before = { main: await readFile(list.main), copy: await readFile(list.copy), seal: await readSeal(list.seal) }
    const catalogue = await JournalledCatalogue.open(list.folder, writable)
    await catalogue.remove(['d3'])
    await catalogue.close()
    const after = await readFile(list.main)
    const seal = await readSeal(list.seal)
    const both = { states: [...(before.seal?.states ?? []), ...(seal?.states ?? [])], damaged_at: null }
    const without = ids.filter((id) => id !== 'd3')
    const half = Buffer.concat([after.subarray(0, 3000), before.main.subarray(3000)])
    for (const [main, copy, expected] of [
      [before.main, before.copy, ids],
      // Written over in its place, on a full disk.
      [before.main, half, ids],
      [before.main, after, ids],
      [half, after, without],
      [after, after, without],
    ] as const) {
      await writeFile(list.main, main)
      await writeFile(list.copy, copy)
      await writeSeal(list.seal, both, true)
      expect(await reopened(list.folder)).toEqual({ ids: expected, damagedAt: null })
    }
  })

  it('a torn last line is dropped, and what was written after the last seal counts', async () => {
    const list = await sealedList()
    const line = JSON.stringify(documentRecord('late', null))
    await writeFile(list.main, `${await readFile(list.main, 'utf8')}${line}\n{"id":"torn`)
    expect(await reopened(list.folder)).toEqual({ ids: [...ids, 'late'], damagedAt: null })
  })

  it('is read beside a writing process without being changed', async () => {
    const list = await sealedList()
    await truncate(list.main, 100)
    const seal = join(list.folder, 'seal-of-before')
    await copyFile(list.seal, seal)
    const catalogue = await JournalledCatalogue.open(list.folder, { ...writable, readOnly: true })
    expect(catalogue.list().length).toBe(18)
    expect((await readFile(list.main)).length).toBe(100)
    expect(await readFile(list.seal)).toEqual(await readFile(seal))
  })
})
