import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '@shared/errors'
import { jsonIfValid } from '@engine/platform/stored-text'

/** What a person has set up or decided, and the newest part of the network's log, of which there is one file, by the kind that the list of kept things knows it by. */
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
    const before = await stat(path)
    if (before.size > looksInto)
      return { sum: `${before.size} bytes`, at: Math.round(before.mtimeMs), isReadable: true }
    const bytes = await readFile(path)
    // It may have been written to meanwhile: then it is of that time.
    const { mtimeMs } = await stat(path)
    const sum = createHash('sha256').update(bytes).digest('hex')
    return { sum, at: Math.round(mtimeMs), isReadable: canBeRead(path, bytes) }
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return undefined
    throw thrown
  }
}

function canBeRead(path: string, bytes: Buffer): boolean {
  if (path.endsWith('.json')) return jsonIfValid(bytes.toString('utf8')) !== undefined
  if (path.endsWith('.jsonl'))
    return bytes
      .toString('utf8')
      .split('\n')
      .some((line) => jsonIfValid(line) !== undefined)
  return bytes.length > 0 && !bytes.includes(0)
}
