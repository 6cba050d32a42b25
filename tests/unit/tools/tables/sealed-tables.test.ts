import { createSecretKey, randomBytes } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SealedLines } from '@engine/platform/sealing/line-seal'
import { SealedFiles } from '@engine/platform/sealing/sealed-files'
import { builtFile } from '@engine/platform/paths'
import { resealInto } from '@engine/storage/files/reseal'
import { createTables } from '@engine/tools/tables/create-tables'
import { buildTables } from '@engine/tools/tables/keeping/build-tables'
import { TableBuilder } from '@engine/tools/tables/keeping/table-builder'
import { noSignal, planFor, refTo, tableIn, tableLibrary, type TableLibrary } from './table-library'

const stock = 'Item,Weight\nAnvil,12 kg\nFeather,1 kg\n'
const prices = 'Item,Price\nAnvil,300\nFeather,2\n'
/** Of cells and headers. */
const words = ['Anvil', 'Feather', 'Weight']

function seals() {
  const [files, lines] = [new SealedFiles(), new SealedLines()]
  const turn = (key: ReturnType<typeof newKey>, on: boolean) => {
    files.use(key, on)
    lines.use(key, on)
  }
  return { files, lines, turn }
}

const newKey = () => createSecretKey(randomBytes(32))

/** What lies in the folder of tables: names of files, and whether any of them holds one of these words. */
async function kept({ folder }: Pick<TableLibrary, 'folder'>) {
  const path = join(folder, 'tables')
  const names = (await readdir(path)).filter((name) => name.endsWith('.duckdb'))
  const bytes = await Promise.all((await readdir(path)).map((name) => readFile(join(path, name))))
  return { path, names, isInClear: bytes.some((one) => words.some((word) => one.includes(word))) }
}

/** One pass of the vault. Resolves with whether anything was otherwise before. */
async function pass(library: TableLibrary, lines: SealedLines): Promise<boolean> {
  let changed = false
  const reseal = resealInto(lines, join(library.folder, 'tmp'))
  for (const piece of await library.files.resealing(reseal)) if (await piece()) changed = true
  return changed
}

async function weights(library: Pick<TableLibrary, 'engine' | 'catalogue'>) {
  const table = tableIn(library as TableLibrary, 'stock.csv')
  const measures = [{ operation: 'sum', column: refTo(table, 'Weight') }] as const
  return (await library.engine.run(planFor(table, { measures }), noSignal)).values
}

test('tables of a sealed store are asked as others are, also after a start, and none of their words is in clear', async () => {
  const own = seals()
  own.turn(newKey(), true)
  const library = await tableLibrary({ 'stock.csv': stock, 'prices.csv': prices }, { seals: own })
  expect(await weights(library)).toEqual([[13]])
  const [left, right] = [tableIn(library, 'stock.csv'), tableIn(library, 'prices.csv')]
  const join = { table: right.id, left: refTo(left, 'Item').column, right: refTo(right, 'Item').column }
  const select = [refTo(left, 'Weight'), refTo(right, 'Price', 'joined')]
  const both = await library.engine.run(planFor(left, { join, select }), noSignal)
  expect(both.values).toEqual([
    [12, 300],
    [1, 2],
  ])
  expect(await kept(library)).toMatchObject({ isInClear: false, names: [expect.any(String), expect.any(String)] })
  const again = createTables({ ...library.parts, build: () => Promise.reject(new Error('read again')) })
  await again.catalogue.ready(noSignal)
  expect(await weights(again)).toEqual([[13]])
  await again.close()
  expect(library.logged).toEqual([])
})

// Would catch a file in clear that stays behind, a query that finds no file, and work that never ends.
test('turned on and off they are brought over, one by one, while they are asked', async () => {
  const own = seals()
  const library = await tableLibrary({ 'stock.csv': stock, 'prices.csv': prices }, { seals: own })
  expect((await kept(library)).isInClear).toBe(true)
  const key = newKey()
  for (const on of [true, false]) {
    own.turn(key, on)
    expect(await weights(library)).toEqual([[13]])
    const asking = Promise.all(Array.from({ length: 8 }, () => weights(library)))
    expect(await pass(library, own.lines)).toBe(true)
    expect(new Set((await asking).flat(2))).toEqual(new Set([13]))
    expect(await kept(library)).toMatchObject({ isInClear: !on, names: { length: 2 } })
    expect(await pass(library, own.lines)).toBe(false)
    expect(await weights(library)).toEqual([[13]])
  }
  expect(library.logged).toEqual([])
})

// Would catch a file that is left in clear because it was begun before, and turned on while it was read.
test('tables that are being read when it is turned on are sealed', async () => {
  const own = seals()
  let turning = () => own.turn(newKey(), true)
  const build: typeof buildTables = async (request) => {
    const tables = await buildTables(request)
    turning()
    turning = () => undefined
    return tables
  }
  const library = await tableLibrary({ 'stock.csv': stock }, { seals: own, build })
  expect(await kept(library)).toMatchObject({ isInClear: false, names: { length: 1 } })
  expect(await weights(library)).toEqual([[13]])
  expect(await readdir(join(library.folder, 'tmp'))).toEqual([])
})

test('what was cut short is brought to its end, and tables that cannot be read anew do not stay in clear', async () => {
  const own = seals()
  let failing = false
  const build: typeof buildTables = (request) => (failing ? Promise.reject(new Error('no text')) : buildTables(request))
  const library = await tableLibrary({ 'stock.csv': stock, 'prices.csv': prices }, { seals: own, build })
  own.turn(newKey(), true)
  const reseal = resealInto(own.lines, join(library.folder, 'tmp'))
  const [first] = await library.files.resealing(reseal)
  await first?.()
  // As after a kill: what was in clear is there beside the new file, and the index names that one.
  expect(await kept(library)).toMatchObject({ isInClear: true, names: { length: 3 } })
  failing = true
  expect(await pass(library, own.lines)).toBe(true)
  expect(await kept(library)).toMatchObject({ isInClear: false, names: { length: 1 } })
  failing = false
  await library.catalogue.ready(noSignal)
  expect(await weights(library)).toEqual([[13]])
  expect(await kept(library)).toMatchObject({ isInClear: false, names: { length: 2 } })
})

test('a sealed file that is lost, damaged in any place, or of another document is made anew', async () => {
  const own = seals()
  own.turn(newKey(), true)
  const library = await tableLibrary({ 'stock.csv': stock, 'prices.csv': prices }, { seals: own })
  const { path } = await kept(library)
  const of = () => {
    const { live } = library.records.get('stock.csv') ?? {}
    return kept(library).then(({ names }) =>
      names.filter((name) => name.includes(live?.text_object.slice(0, 24) ?? '?')),
    )
  }
  let found = 0
  for (let part = 0.5; part < 16; part += 1) {
    const [name = ''] = await of()
    const bytes = await readFile(join(path, name))
    const at = Math.floor((bytes.length * part) / 16)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8))
    await writeFile(join(path, name), bytes)
    library.logged.length = 0
    expect({ at, sum: await weights(library) }).toEqual({ at, sum: [[13]] })
    found += library.logged.length
    expect(await of()).toHaveLength(1)
  }
  expect(found).toBeGreaterThan(4)
  for (const change of [(file: string) => rm(file), (file: string) => writeFile(file, 'no database')]) {
    await change(join(path, (await of())[0] ?? ''))
    expect(await weights(library)).toEqual([[13]])
  }
  const [ours = ''] = await of()
  const other = (await kept(library)).names.find((name) => name !== ours) ?? ''
  await writeFile(join(path, ours), await readFile(join(path, other)))
  expect(await weights(library)).toEqual([[13]])
})

test('the thread that reads tables is given what it needs, and takes objects that are sealed', async () => {
  const own = seals()
  const key = newKey()
  own.turn(key, true)
  const builder = new TableBuilder(builtFile('table-thread', process.env['CAIRN_TABLE_THREAD']))
  onTestFinished(() => builder.close())
  const build: typeof builder.build = async (request) => {
    const { text, structure } = request
    for (const { path } of [text, structure]) await writeFile(path, own.files.close(await readFile(path)))
    return builder.build({ ...request, text: { ...text, key }, structure: { ...structure, key } })
  }
  const library = await tableLibrary({ 'stock.csv': stock }, { seals: own, build })
  expect(await weights(library)).toEqual([[13]])
  expect(await kept(library)).toMatchObject({ isInClear: false, names: { length: 1 } })
  expect(library.logged).toEqual([])
})
