import { cp, mkdtemp, mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { builtFile } from '@engine/platform/paths'
import { toCairnError } from '@shared/errors'
import type { TermTable } from '@engine/retrieval/terms/cross-language'
import { createTableQuery } from '@engine/tools/table-query/table-query'
import { TableBuilder } from '@engine/tools/tables/keeping/table-builder'
import { createToolChannel } from '@engine/tools/tool-channel'
import { failureWords } from '@engine/tools/tool-failure'
import { noSignal, tableLibrary } from './table-library'

/** The thread as it is where everything was installed but a build of DuckDB for the machine. */
async function threadWithoutDuckDB(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-no-duckdb-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const built = builtFile('table-thread', process.env['CAIRN_TABLE_THREAD'])
  await cp(dirname(built), join(folder, 'built'), { recursive: true })
  const installed = resolve('node_modules')
  await mkdir(join(folder, 'node_modules'))
  for (const name of await readdir(installed)) {
    if (name !== '@duckdb') await symlink(join(installed, name), join(folder, 'node_modules', name))
  }
  return join(folder, 'built', 'table-thread.mjs')
}

// Would catch a machine without DuckDB on which a question to a table fails with words nobody understands, or every question fails.
test('without DuckDB tables are unavailable, in words that say what to do, and nothing else is', async () => {
  const builder = new TableBuilder(await threadWithoutDuckDB())
  onTestFinished(() => builder.close())
  const broken = await tableLibrary({}, { build: builder.build })
  await broken.add('stock.csv', 'Item,Weight\nAnvil,12 kg\nFeather,1 kg\n')
  await expect(broken.catalogue.ready(noSignal)).rejects.toMatchObject({ code: 'TOOL_UNAVAILABLE' })

  const terms: TermTable = { match: () => [] }
  const tool = createTableQuery({ catalogue: broken.catalogue, engine: broken.engine, terms })
  const asked = { language: 'en', now: 0, timeZone: 'UTC', signal: noSignal } as const
  const error: unknown = await tool.run(tool.args.parse({ table: 'stock' }), asked).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'TOOL_UNAVAILABLE' })
  const { words, nextStep } = failureWords(toCairnError(error))
  expect(words.zh).toMatch(/\p{Script=Han}/u)
  expect(nextStep.zh).toMatch(/\p{Script=Han}/u)

  const logged: string[] = []
  const channel = createToolChannel({
    tools: () => [tool],
    call: () => Promise.reject(new Error('called')),
    log: (line) => logged.push(line),
  })
  const question = { text: 'What is the total weight in stock.csv?', ...asked }
  await channel.prepare(question, noSignal)
  expect(logged).toEqual([expect.stringContaining('Tables cannot be asked on this machine')])
  expect(await channel.read(question, 1000, noSignal)).toBeNull()
})
