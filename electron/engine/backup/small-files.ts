import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '@shared/errors'
import { exists, renameDurably, writeJsonDurably } from '@engine/platform/durable-files'

/** Files of the store that go into a backup as they are. Keys, tokens and what programs were allowed are not among them. */
const names: ReadonlySet<string> = new Set([
  'settings.json',
  'terms.json',
  'folders.json',
  'graph-decisions.json',
  'graph-communities.json',
  'graph-layout.json',
  'exchange-rates.dat',
])
/** Folders whose files do, too: what OCR has read, and the user's own jobs of research. */
const folders: Readonly<Record<string, RegExp>> = {
  ocr: /^[0-9a-f]{64}\.jsonl$/u,
  'research-jobs': /^[\w .-]{1,100}\.json$/u,
}
/** What may be put in place while the store is in use: it is read anew each time. */
const readEachTime = new Set(Object.keys(folders))
const waitingFolder = 'restored'

/** The names of such files that a store has, with `/`. */
export async function smallFilesIn(store: string): Promise<string[]> {
  const found: string[] = []
  for (const name of names) if (await exists(join(store, name))) found.push(name)
  for (const folder of Object.keys(folders)) {
    for (const name of await namesIn(join(store, folder)))
      if (isSmallFile(`${folder}/${name}`)) found.push(`${folder}/${name}`)
  }
  return found
}

/** Whether a backup may bring this file: nothing else of one is ever written by its name. */
export function isSmallFile(name: string): boolean {
  const [folder = '', inner] = name.split('/')
  return inner === undefined ? names.has(name) : name === `${folder}/${inner}` && folders[folder]?.test(inner) === true
}

/** What became of a file of a backup: `same` is here already, `kept` is here with another content and stays. */
export type Placed = 'added' | 'at_next_start' | 'same' | 'kept'

/** Puts a file where the store has none, or has it wait for the next start where it is read only then. */
export async function placeSmallFile(
  store: string,
  name: string,
  bytes: Buffer,
  write: (path: string, bytes: Buffer) => Promise<void>,
): Promise<Placed> {
  const target = join(store, ...name.split('/'))
  if (await exists(target)) return (await readFile(target)).equals(bytes) ? 'same' : 'kept'
  const isReadEachTime = readEachTime.has(name.split('/')[0] ?? '')
  const path = isReadEachTime ? target : join(store, waitingFolder, name)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await write(path, bytes)
  return isReadEachTime ? 'added' : 'at_next_start'
}

/** Puts the files in place that wait for this start; those that the store has by now are given up. */
export async function takeWaitingFiles(store: string): Promise<void> {
  const waiting = join(store, waitingFolder)
  const found = (await namesIn(waiting)).filter((name) => names.has(name))
  for (const name of found) {
    if (await exists(join(store, name))) continue
    await renameDurably(join(waiting, name), join(store, name))
    if (name === 'folders.json') await leaveOutUnseen(join(store, name))
  }
  await rm(waiting, { recursive: true, force: true })
}

/** Folders that this machine does not have are not followed: their documents would count as deleted. */
async function leaveOutUnseen(path: string): Promise<void> {
  const rows: unknown = JSON.parse(await readFile(path, 'utf8'))
  if (!Array.isArray(rows)) return
  const seen: unknown[] = []
  for (const row of rows) {
    const folder: unknown = typeof row === 'object' && row !== null && 'path' in row ? row.path : undefined
    if (typeof folder === 'string' && (await exists(folder))) seen.push(row)
  }
  await writeJsonDurably(path, seen)
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted()
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return []
    throw thrown
  }
}
