import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SealedLines } from '@engine/platform/sealing/line-seal'
import { JournalledCatalogue } from '@engine/storage/catalogue/document-catalogue'
import { cataloguePaths } from '@engine/storage/catalogue/sealed-journal'
import { documentRecord, temporaryFolder } from '../store-fixture'

const key = createSecretKey(randomBytes(32))
async function storeFolder(): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'tmp'))
  return folder
}

const quiet = { readOnly: false, log: () => undefined }

async function opened(folder: string, encryption: SealedLines, readOnly = false): Promise<JournalledCatalogue> {
  const catalogue = await JournalledCatalogue.open(folder, { ...quiet, readOnly, encryption })
  onTestFinished(() => catalogue.close())
  return catalogue
}

const filesOf = async (folder: string) => {
  const { main, copy } = cataloguePaths(folder)
  return [await readFile(main, 'utf8'), await readFile(copy, 'utf8')] as const
}
const namesOf = (catalogue: JournalledCatalogue) => catalogue.list().map(({ name }) => name)

async function renew(catalogue: JournalledCatalogue): Promise<boolean> {
  const [piece] = await catalogue.resealing()
  return (await piece?.()) ?? false
}

test('a list is encrypted and opened again while it is written to, and no name is left in clear', async () => {
  const folder = await storeFolder()
  const lines = new SealedLines()
  const catalogue = await opened(folder, lines)
  await catalogue.put(documentRecord('a', 'r-a', { name: 'Akte Müller.pdf' }))
  lines.use(key, true)
  const [changed] = await Promise.all([
    renew(catalogue),
    catalogue.put(documentRecord('b', 'r-b', { name: '档案.md' })),
    catalogue.update('a', (record) => ({ ...record, title: 'Akte' })),
  ])
  expect(changed).toBe(true)
  expect(await renew(catalogue)).toBe(false)
  await catalogue.close()
  const [main, copy] = await filesOf(folder)
  expect(main).toBe(copy)
  expect(main).not.toMatch(/Akte|档案/u)
  const again = await opened(folder, lines)
  expect(namesOf(again)).toEqual(['Akte Müller.pdf', '档案.md'])
  expect(again.get('a')?.title).toBe('Akte')
  await again.remove(['a'])
  expect(namesOf(await opened(folder, lines, true))).toEqual(['档案.md'])
  lines.use(key, false)
  expect(await renew(again)).toBe(true)
  expect((await filesOf(folder))[0]).toContain('档案.md')
})

// Would catch a document that is lost because one of the two copies has a wrong byte in a sealed line.
test('a damaged line is taken from the copy, also where both copies have one', async () => {
  const folder = await storeFolder()
  const lines = new SealedLines()
  lines.use(key, true)
  const catalogue = await opened(folder, lines)
  for (const id of ['a', 'b', 'c', 'd']) await catalogue.put(documentRecord(id, `r-${id}`, { name: `${id}.md` }))
  await catalogue.close()
  const { main, copy } = cataloguePaths(folder)
  for (const [path, line] of [
    [main, 1],
    [copy, 3],
  ] as const) {
    const rows = (await readFile(path, 'utf8')).split('\n')
    // Still valid JSON, and too much for the sum to put right.
    rows[line] = (rows[line] ?? '').replace(/"sealed":"..../u, '"sealed":"AAAA')
    await writeFile(path, rows.join('\n'))
  }
  const again = await opened(folder, lines)
  expect(namesOf(again)).toEqual(['a.md', 'b.md', 'c.md', 'd.md'])
  expect([again.damagedLines, again.damagedAt]).toEqual([0, null])
})

// Would catch a copy that is written over by what has rotted in the list.
test('what has rotted in one copy is not what is encrypted', async () => {
  const folder = await storeFolder()
  const lines = new SealedLines()
  const catalogue = await opened(folder, lines)
  for (const id of ['a', 'b']) await catalogue.put(documentRecord(id, `r-${id}`, { name: `${id}.md` }))
  const { main, copy } = cataloguePaths(folder)
  const rotten = (await readFile(main, 'utf8')).replace('a.md', 'x.md')
  await writeFile(main, rotten)
  lines.use(key, true)
  expect(await renew(catalogue)).toBe(true)
  await catalogue.close()
  expect(namesOf(await opened(folder, lines))).toEqual(['a.md', 'b.md'])
  await writeFile(main, rotten)
  await writeFile(copy, rotten)
  lines.use(key, false)
  await expect(renew(catalogue)).rejects.toThrow('not as it was written')
})
