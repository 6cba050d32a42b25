import { resolve } from 'node:path'
import { bundle } from './bundle'

/** Builds the parse worker once for all test files. */
export default async function buildOnce(): Promise<void> {
  const folder = resolve(import.meta.dirname, '../out/test')
  await bundle({ 'parse-worker': 'electron/ingest/parse-worker.ts' }, folder)
  process.env['CAIRN_PARSE_WORKER'] = resolve(folder, 'parse-worker.mjs')
}
