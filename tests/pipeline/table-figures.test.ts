import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine } from '@engine/engine'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { builtFile } from '@engine/platform/paths'
import { openStore } from '@engine/storage/opening/open-store'
import type { Store } from '@engine/storage/store'
import { createTables, type Tables } from '@engine/tools/tables/create-tables'
import { TableBuilder } from '@engine/tools/tables/keeping/table-builder'
import { smallDocx } from '../unit/ingest/small-docx'
import { noSignal, planFor, refTo } from '../unit/tools/tables/table-library'

const resources = resolve(import.meta.dirname, '../../resources')
/** 130 rows, so that a sheet is written in three parts; whole cents, so that sums are exact. */
const sold = Array.from({ length: 130 }, (_, at) => ({
  item: `Item ${at}`,
  place: ['Ulm', 'Bonn', '上海'][at % 3] ?? '',
  cents: (at * 7919) % 100_000,
  day: new Date(Date.UTC(2022, at % 24, 1 + (at % 28))).toISOString().slice(0, 10),
}))
const header = ['Item', 'Place', 'Price (EUR)', 'Day']
const price = (cents: number) => (cents / 100).toFixed(2)
const grid = sold.map(({ item, place, cents, day }) => [item, place, price(cents), day])
const cellXml = (text: string) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`
const rowXml = (cells: readonly string[]) => `<w:tr>${cells.map(cellXml).join('')}</w:tr>`
const tag = (name: string, cells: readonly string[]) =>
  `<tr>${cells.map((cell) => `<${name}>${cell}</${name}>`).join('')}</tr>`

function workbook(): Uint8Array {
  const book = utils.book_new()
  const numbers = sold.map(({ item, place, cents, day }) => [item, place, cents / 100, day])
  const sheet = utils.aoa_to_sheet([
    ['Sales of two years'],
    [],
    header,
    ...numbers,
    ['Total', '', sold.reduce((sum, { cents }) => sum + cents, 0) / 100, ''],
  ])
  utils.book_append_sheet(book, sheet, 'Sales')
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}

const files: Readonly<Record<string, string | Uint8Array>> = {
  'sold.csv': [header, ...grid].map((row) => row.join(',')).join('\n'),
  'sold.xlsx': workbook(),
  'sold.html': `<html><body><h1>Sold</h1><table>${tag('th', header)}${grid.map((row) => tag('td', row)).join('')}</table></body></html>`,
  'sold.docx': smallDocx(`<w:tbl>${[header, ...grid].map(rowXml).join('')}</w:tbl>`),
  'sold.md': `# Sold\n\n| ${header.join(' | ')} |\n|---|---|---|---|\n${grid.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`,
}

let folder = ''
let store: Store
let tables: Tables
const builder = new TableBuilder(builtFile('table-thread', process.env['CAIRN_TABLE_THREAD']))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-table-figures-'))
  const engine = await createEngine({ folder: join(folder, 'store'), resources })
  const paths = Object.keys(files).map((name) => join(folder, name))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  for await (const event of engine.ingest({ paths })) expect(event.type).toBe('progress')
  await engine.close()
  const { dimensions, id } = createHashedNgramEmbedder()
  store = await openStore(join(folder, 'store'), { dimensions, embedderId: id })
  const { catalogue, objects, files: durable } = store
  tables = createTables({
    ...{ catalogue, objects, files: durable, folder: join(folder, 'store', 'tables') },
    ...{ build: builder.build, log: (line) => expect(line).toBe('') },
  })
  await tables.catalogue.ready(noSignal)
})

afterAll(async () => {
  await tables.close()
  await builder.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

function tableOf(name: string) {
  const found = tables.catalogue.tables().filter((one) => one.documentName === name)
  const [table] = found
  if (found.length !== 1 || !table) throw new Error(`${name} has ${found.length} tables.`)
  return table
}

test.each(Object.keys(files))('%s gives the sums of what was written into it', async (name) => {
  const table = tableOf(name)
  expect(table.columns.map(({ kind, unit }) => [kind, unit])).toEqual([
    ['text', null],
    ['text', null],
    ['number', 'EUR'],
    ['date', null],
  ])
  expect(table.rowCount).toBe(sold.length)
  const { values } = await tables.engine.run(
    planFor(table, {
      measures: [{ operation: 'sum', column: refTo(table, 'Price (EUR)') }],
      where: [{ column: refTo(table, 'Day'), operator: '=', values: ['2023'] }],
      groupBy: [{ column: refTo(table, 'Place') }],
    }),
    noSignal,
  )
  const expected = ['Bonn', 'Ulm', '上海'].map((place) => [
    place,
    sold.filter((one) => one.place === place && one.day.startsWith('2023')).reduce((sum, { cents }) => sum + cents, 0) /
      100,
  ])
  expect(values).toEqual(expected)
})

test.each(Object.keys(files))('a row of %s cites exactly the text that it stands in', async (name) => {
  const table = tableOf(name)
  const plan = planFor(table, { select: header.map((one) => refTo(table, one)) })
  const { rows } = await tables.engine.run(plan, noSignal)
  const record = store.catalogue.list().find((one) => one.name === name)
  const text = new TextDecoder().decode(await store.objects.read(record?.live?.text_object ?? ''))
  expect(rows).toHaveLength(sold.length)
  for (const [at, row] of rows.entries()) {
    const cited = text.slice(row.source?.start, row.source?.end)
    expect(cited).not.toContain('\n')
    expect(cited).toMatch(new RegExp(`Item ${at}(?!\\d)`, 'u'))
    expect(cited).toContain(sold[at]?.day)
    expect(row.cells[0]).toBe(`Item ${at}`)
  }
})

test('a row of a sheet is named as formulas call it, and its total is not counted', async () => {
  const table = tableOf('sold.xlsx')
  expect(table).toMatchObject({ totalRows: 1, name: 'Sales', source: { place: 'Sales!A4:D134' } })
  const { rows } = await tables.engine.run(
    planFor(table, {
      select: [refTo(table, 'Item')],
      where: [{ column: refTo(table, 'Item'), operator: '=', values: ['item 100'] }],
    }),
    noSignal,
  )
  expect(rows).toMatchObject([{ cells: ['Item 100'], source: { place: 'Sales!A104:D104' } }])
})
