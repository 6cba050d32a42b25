import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '@shared/errors'
import { jsonIfValid } from '@engine/platform/stored-text'

/** What a person has set up or decided, or may want to prove, and of which there is one file, by the kind that the list of kept things knows it by. */
export const singleFiles = {
  settings: 'settings.json',
  terms: 'terms.json',
  folders: 'folders.json',
  decisions: 'graph-decisions.json',
  servers: 'tool-servers.json',
  consents: 'tool-consents.json',
  keys: 'server-keys.json',
  doors: 'doors.json',
  rates: 'exchange-rates.dat',
  attempts: 'network/beyond-this-machine.jsonl',
} as const
export type SingleKind = keyof typeof singleFiles
export const singleKinds = Object.keys(singleFiles) as SingleKind[]

/** Of a longer file, in bytes, only the length is compared: it is looked at whenever a store is opened. */
const looksInto = 2 ** 20

/** A file as it lies on the disk. */
export interface SeenFile {
  readonly sum: string
  /** When it was last written, in milliseconds. */
  readonly at: number
  readonly isReadable: boolean
}

/** Undefined where there is no such file. */
export async function lookAtSingle(folder: string, kind: SingleKind): Promise<SeenFile | undefined> {
  const path = join(folder, singleFiles[kind])
  try {
    const { mtimeMs, size } = await stat(path)
    const at = Math.round(mtimeMs)
    if (size > looksInto) return { sum: `${size} bytes`, at, isReadable: true }
    const bytes = await readFile(path)
    const isReadable = path.endsWith('.json') ? jsonIfValid(bytes.toString('utf8')) !== undefined : bytes.length > 0
    return { sum: createHash('sha256').update(bytes).digest('hex'), at, isReadable }
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return undefined
    throw thrown
  }
}
