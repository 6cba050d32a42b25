import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root, sampleFolder, sampleStore } from './cairn'

/** Reads the sample collection once; tests that are not about reading it start from a copy of this store. */
export default async function makeSampleStore(): Promise<void> {
  await rm(sampleStore, { recursive: true, force: true })
  const cli = join(root, 'out/main/cli.js')
  const args = [cli, 'ingest', sampleFolder, '--collection', 'sample', '--store', sampleStore]
  await promisify(execFile)(process.execPath, args)
}
