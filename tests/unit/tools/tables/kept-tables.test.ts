import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { builtFile } from '@engine/platform/paths'
import { buildTables } from '@engine/tools/tables/keeping/build-tables'
import type { TablesParts } from '@engine/tools/tables/create-tables'
import { createDurableFiles } from '@engine/storage/files/durable-file'
import { TableBuilder } from '@engine/tools/tables/keeping/table-builder'
import { TableIndex } from '@engine/tools/tables/keeping/table-index'
import { columnIn, noSignal, planFor, refTo, tableIn, tableLibrary } from './table-library'

const stock = 'Item,Weight\nAnvil,12 kg\nFeather,1 kg\n'

async function keptIn(folder: string): Promise<string> {
  const names = await readdir(join(folder, 'tables'))
  return `${names.join(' ')} ${await readFile(join(folder, 'tables', 'index.jsonl'), 'utf8')}`
}

test('tables of a document in the trash cannot be asked, and come back with it', async () => {
  const library = await tableLibrary({ 'stock.csv': stock })
  const record = library.records.get('stock.csv')
  const table = tableIn(library, 'stock.csv')
  if (!record) throw new Error('No record.')
  library.put({ ...record, trashed_at: 5 })
  expect(library.catalogue.tables()).toEqual([])
  const plan = planFor(table, { select: [refTo(table, 'Item')] })
  await expect(library.engine.run(plan, noSignal)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  library.put(record)
  expect((await library.engine.run(plan, noSignal)).values).toEqual([['Anvil'], ['Feather']])
})

test('nothing of a deleted document stays', async () => {
  const library = await tableLibrary({ 'stock.csv': stock, 'other.csv': 'A,B\nx,1\ny,2\n' })
  expect(await keptIn(library.folder)).toContain('Anvil')
  library.remove('stock.csv')
  await library.close()
  const kept = await keptIn(library.folder)
  expect(kept).not.toContain('Anvil')
  expect(kept.match(/\.duckdb/gu)).toHaveLength(1)
})

test('a document that was changed is read again', async () => {
  const library = await tableLibrary({ 'stock.csv': stock })
  await library.add('stock.csv', `${stock}Stone,7 kg\n`)
  expect(library.catalogue.tables()).toEqual([])
  await library.catalogue.ready(noSignal)
  expect(tableIn(library, 'stock.csv').rowCount).toBe(3)
})

// Each question asks for the tables several times: a tenth of a second with five thousand documents.
test('documents are looked through again only where something has changed', async () => {
  const library = await tableLibrary({ 'stock.csv': stock })
  library.catalogue.tables()
  const before = library.listed()
  library.catalogue.tables()
  expect(library.listed()).toBe(before)
  await library.add('other.csv', 'A,B\nx,1\ny,2\n')
  await library.catalogue.ready(noSignal)
  expect(library.catalogue.tables().map(({ documentId }) => documentId)).toEqual(['stock.csv', 'other.csv'])
})

test('the tables are one list while nothing changes, and nothing is read again', async () => {
  let read = 0
  const build: TablesParts['build'] = (request) => {
    read += 1
    return buildTables(request)
  }
  const library = await tableLibrary({ 'stock.csv': stock }, { build })
  const before = library.catalogue.tables()
  await library.catalogue.ready(noSignal)
  expect(library.catalogue.tables()).toBe(before)
  const record = library.records.get('stock.csv')
  if (!record) throw new Error('No record.')
  library.put({ ...record, name: 'store.csv' })
  await library.add('other.csv', 'A,B\nx,1\ny,2\n')
  await library.catalogue.ready(noSignal)
  expect(library.catalogue.tables().map(({ documentName }) => documentName)).toEqual(['store.csv', 'other.csv'])
  expect(read).toBe(2)
})

// Would catch a first question that waits for ten thousand notes to be read for tables (bug: six seconds, its limit).
test('documents without rows are not read for tables, those of which nobody has said it are', async () => {
  const read: string[] = []
  const build: TablesParts['build'] = (request) => {
    read.push(request.text.address)
    return buildTables(request)
  }
  const library = await tableLibrary({ 'stock.csv': stock, 'prose.md': '# Gauge\n\nIt read 40 cm.\n' }, { build })
  const prose = library.records.get('prose.md')
  if (!prose?.live) throw new Error('No record.')
  expect(read).not.toContain(prose.live.text_object)
  expect(library.catalogue.tables().map(({ documentId }) => documentId)).toEqual(['stock.csv'])
  const { has_rows: _, ...unsaid } = prose.live
  library.put({ ...prose, live: unsaid })
  await library.catalogue.ready(noSignal)
  expect(read).toEqual([expect.any(String), prose.live.text_object])
})

test('a thread reads the tables, and one document that cannot be read disturbs no other', async () => {
  const builder = new TableBuilder(builtFile('table-thread', process.env['CAIRN_TABLE_THREAD']))
  onTestFinished(() => builder.close())
  const library = await tableLibrary({ 'stock.csv': stock }, { build: builder.build })
  const record = library.records.get('stock.csv')
  if (!record?.live) throw new Error('No record.')
  expect(columnIn(tableIn(library, 'stock.csv'), 'Weight')).toMatchObject({ kind: 'number', unit: 'kg' })
  library.put({ ...record, id: 'lost.csv', name: 'lost.csv', live: { ...record.live, text_object: 'e'.repeat(64) } })
  await library.add('other.csv', 'A,B\nx,1\ny,2\n')
  await library.catalogue.ready(noSignal)
  expect(tableIn(library, 'other.csv').rowCount).toBe(2)
  expect(library.logged).toEqual([expect.stringContaining('lost.csv')])
})

// Would catch figures that are told in another unit because a bit of what is known of a column has flipped.
test('a line of the index that is not as it was written is not gone by: its tables are read again', async () => {
  const { folder } = await tableLibrary({ 'stock.csv': stock, 'other.csv': 'A,B\nx,1\ny,2\n' })
  const path = join(folder, 'tables', 'index.jsonl')
  const open = () => TableIndex.open(join(folder, 'tables'), createDurableFiles(join(folder, 'tmp')))
  const whole = await readFile(path, 'utf8')
  expect((await open()).keys()).toHaveLength(2)
  await writeFile(path, whole.replace('"unit":"kg"', '"unit":"kc"'))
  const known = (await open()).keys()
  expect(known).toHaveLength(1)
  expect(whole.split('\n').find((line) => line.includes('kg'))).not.toContain(known[0])
})
