import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'

const resources = resolve(import.meta.dirname, '../../resources')
const towns = Array.from({ length: 120 }, (_, at) => `Town${at},${1000 + ((at * 7919) % 5000)},${1300 + at}`)
const files = {
  'towns.csv': ['Town,Population,Founded', ...towns, 'Greatmoor,98000,1420'].join('\n'),
  'accounts.csv': ',2021,2022,2023\nRevenue,120,140,155\nCosts,80,85,99\nHeadcount,12,15,19',
  'supplies.md':
    '# Office supplies\n\n| Item | Room |\n|---|---|\n| Stapler | 12 |\n| Paper | 14 |\n| Printer | 15 |\n',
}

let folder = ''
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-tables-'))
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  const paths = Object.keys(files).map((name) => join(folder, name))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  for await (const event of engine.ingest({ paths })) expect(event.type).toBe('progress')
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function answerTo(question: string): Promise<string> {
  let last: CairnEvent | undefined
  for await (const event of engine.ask({ question, search_anyway: true })) last = event
  if (last?.type !== 'final') throw new Error(`The turn ended in ${last?.type ?? 'nothing'}.`)
  return last.response
}

test('reading a document says whether it has rows of tables', async () => {
  await writeFile(join(folder, 'prose.md'), '# Gauge\n\nIt read 40 cm.\n')
  for await (const event of engine.ingest({ paths: [join(folder, 'prose.md')] })) expect(event.type).toBe('progress')
  const said = engine.listDocuments({}).map(({ name, live }) => [name, live?.has_rows])
  expect(Object.fromEntries(said)).toEqual({
    ...{ 'towns.csv': true, 'accounts.csv': true, 'supplies.md': true, 'prose.md': false },
  })
})

// Would catch some row near the question that is given as the one at the end of a column: all 121 are compared.
test('the highest of a column is that of all rows', async () => {
  expect(await answerTo('Which town has the largest population?')).toMatch(/Greatmoor, 98,000 \(121 rows/u)
})

test('a row is called by its first cell where that column has no name', async () => {
  expect(await answerTo('What was the revenue in 2022?')).toMatch(/^Revenue – 2022: 140 /u)
  expect(await answerTo('What were the costs in 2021?')).toMatch(/^Costs – 2021: 80 /u)
})

test('the head of a table stands above what it lists', async () => {
  expect(await answerTo('List all office supplies.')).toMatch(
    /\| Item \| Room \|\n\|---\|---\|\n\| Stapler \| 12 \[2\] \|\n\| Paper \| 14 \[3\] \|\n\| Printer \| 15 \[4\] \|/u,
  )
})
