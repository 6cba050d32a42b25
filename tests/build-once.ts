import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bundle } from './bundle'

/** Builds the threads' entries once for all test files, and gives stores that files share a folder. */
export default async function buildOnce(): Promise<() => Promise<void>> {
  const folder = resolve(import.meta.dirname, '../out/test')
  const entries = {
    'parse-worker': 'electron/engine/ingest/parsing/parse-worker.ts',
    'ocr-process': 'electron/engine/ingest/ocr/process/ocr-process.ts',
    'graph-thread': 'electron/engine/threads/graph-thread.ts',
    'table-thread': 'electron/engine/threads/table-thread.ts',
    'report-worker': 'electron/engine/research/export/report-worker.ts',
  }
  await bundle(entries, folder)
  process.env['CAIRN_GRAPH_THREAD'] = resolve(folder, 'graph-thread.mjs')
  process.env['CAIRN_TABLE_THREAD'] = resolve(folder, 'table-thread.mjs')
  process.env['CAIRN_REPORT_WORKER'] = resolve(folder, 'report-worker.mjs')
  process.env['CAIRN_OCR_PROCESS'] = resolve(folder, 'ocr-process.mjs')
  process.env['CAIRN_PARSE_WORKER'] = resolve(folder, 'parse-worker.mjs')
  const stores = await mkdtemp(join(tmpdir(), 'cairn-stores-'))
  process.env['CAIRN_TEST_STORES'] = stores
  return () => rm(stores, { recursive: true, force: true })
}
