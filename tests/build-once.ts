import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundle } from './bundle'
import { builtEntries, builtEntry } from './built-entry'

/** What any test may start. */
const threads = {
  'parse-worker': 'electron/engine/ingest/parsing/parse-worker.ts',
  'ocr-process': 'electron/engine/ingest/ocr/process/ocr-process.ts',
  'upkeep-process': 'electron/engine/storage/chunks/upkeep/upkeep-process.ts',
  'sealed-table-thread': 'electron/engine/storage/chunks/sealed/sealed-table-thread.ts',
  'graph-thread': 'electron/engine/threads/graph-thread.ts',
  'table-thread': 'electron/engine/threads/table-thread.ts',
  'report-worker': 'electron/engine/research/export/report-worker.ts',
}
/** What tests of these projects start as well. */
const host = { 'inference-host': 'electron/engine/inference/host/host.ts' }
const more: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pipeline: host,
  'faults-shared': host,
  faults: {
    ...host,
    'fault-child': 'tests/faults/child.ts',
    'fault-cli': 'electron/shells/terminal/cli.ts',
    'engine-process': 'electron/shells/web/engine-process.ts',
    'download-child': 'tests/faults/download-child.ts',
    'shared-writer-child': 'tests/faults/shared-writer-child.ts',
  },
}

const run = globalThis as { cairnTestsBuilt?: Promise<() => Promise<void>> }

/** Builds the entries of threads and processes once for all test files, and gives stores that files share a folder. */
export default async function buildOnce({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Every project asks for it, one after another.
  if (run.cairnTestsBuilt) return undefined
  run.cairnTestsBuilt = prepare(vitest.projects.map(({ name }) => name))
  return run.cairnTestsBuilt
}

async function prepare(projects: readonly string[]): Promise<() => Promise<void>> {
  const entries = Object.assign({}, threads, ...projects.map((name) => more[name])) as Record<string, string>
  await bundle(entries, builtEntries)
  process.env['CAIRN_GRAPH_THREAD'] = builtEntry('graph-thread')
  process.env['CAIRN_TABLE_THREAD'] = builtEntry('table-thread')
  process.env['CAIRN_REPORT_WORKER'] = builtEntry('report-worker')
  process.env['CAIRN_OCR_PROCESS'] = builtEntry('ocr-process')
  process.env['CAIRN_UPKEEP_PROCESS'] = builtEntry('upkeep-process')
  process.env['CAIRN_SEALED_TABLES'] = builtEntry('sealed-table-thread')
  process.env['CAIRN_PARSE_WORKER'] = builtEntry('parse-worker')
  const stores = await mkdtemp(join(tmpdir(), 'cairn-stores-'))
  process.env['CAIRN_TEST_STORES'] = stores
  return () => rm(stores, { recursive: true, force: true })
}
