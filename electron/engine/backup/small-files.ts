import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { hasCode } from '@shared/errors'
import type { BackedUpStore, RestoringStore } from './backed-up-store'
import { exists, makeStoreFolder, readJson, renameDurably, writeJsonDurably } from '@engine/platform/durable-files'

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
/**
 * Folders whose files do, too: what OCR has read, what of the graph was read from each document, the user's own jobs of research, sets of questions
 * and runs of them. The first two could be made again, but in a long time.
 */
const folders: Readonly<Record<string, RegExp>> = {
  graph: /^[\w.%-]{1,100}\.(?:share|model)$/u,
  ocr: /^[0-9a-f]{64}\.jsonl$/u,
  'research-jobs': /^[\w .-]{1,100}\.json$/u,
  'evaluation/sets': /^e_[\w-]{1,100}\.json$/u,
  'evaluation/runs': /^v_[\w-]{1,100}\.jsonl?$/u,
}
/** What may be put in place while the store is in use: it is read anew each time. */
const readEachTime = new Set(Object.keys(folders))
const waitingFolder = 'restored'

/** How a file is sealed where the store is encrypted; undefined for one that never is. */
function sealingOf(name: string): 'by_lines' | 'whole' | undefined {
  if (/^(?:evaluation|ocr)\/|^graph\/.+\.model$/u.test(name) || name === 'graph-decisions.json') return 'by_lines'
  return /^graph\/|^graph-(?:communities|layout)\.json$/u.test(name) ? 'whole' : undefined
}

/** A small file as it is in a backup, which has a passphrase of its own or none: what is sealed in the store is as it was before. */
export async function readSmallFile(
  name: string,
  { folder, seal, fileSeal }: Pick<BackedUpStore, 'folder' | 'seal' | 'fileSeal'>,
): Promise<Buffer> {
  const bytes = await readFile(join(folder, ...name.split('/')))
  const how = sealingOf(name)
  if (how === 'whole') return fileSeal.open(bytes)
  return how === 'by_lines' ? seal.open(bytes).bytes : bytes
}

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
  const folder = folderOf(name)
  if (folder === '') return names.has(name)
  return Object.hasOwn(folders, folder) && folders[folder]?.test(name.slice(folder.length + 1)) === true
}

function folderOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('/')))
}

/** What people count a file as. A run is one file, beside which that of its head lies. */
export function countedAs(name: string): 'question_sets' | 'evaluation_runs' | undefined {
  if (name.startsWith('evaluation/sets/')) return 'question_sets'
  return name.startsWith('evaluation/runs/') && name.endsWith('.jsonl') ? 'evaluation_runs' : undefined
}

/** Whether a file is what Cairn made of documents: another one here is as good. */
export function isDerived(name: string): boolean {
  return name.startsWith('ocr/') || name.startsWith('graph/')
}

/** What became of a file of a backup: `same` is here already, `kept` is here with another content and stays. */
export type Placed = 'added' | 'at_next_start' | 'same' | 'kept'

/** Puts a file where the store has none, or has it wait for the next start where it is read only then. */
export async function placeSmallFile(
  name: string,
  bytes: Buffer,
  into: Pick<RestoringStore, 'folder' | 'files' | 'seal' | 'fileSeal'>,
): Promise<Placed> {
  const { folder: store, files } = into
  const target = join(store, ...name.split('/'))
  if (await exists(target)) return (await isSame(name, bytes, into)) ? 'same' : 'kept'
  const isReadEachTime = readEachTime.has(folderOf(name))
  const path = isReadEachTime ? target : join(store, waitingFolder, name)
  await makeStoreFolder(dirname(path), 2)
  await files.write(path, closed(name, bytes, into))
  return isReadEachTime ? 'added' : 'at_next_start'
}

/** A sealed file that does not open is another one. */
async function isSame(name: string, bytes: Buffer, store: Parameters<typeof readSmallFile>[1]): Promise<boolean> {
  const here = await readSmallFile(name, store).catch((thrown: unknown) => {
    if (hasCode(thrown, 'STORE_DAMAGED')) return undefined
    throw thrown
  })
  return here?.equals(bytes) === true
}

function closed(name: string, bytes: Buffer, { seal, fileSeal }: Pick<RestoringStore, 'seal' | 'fileSeal'>) {
  const how = sealingOf(name)
  if (how === 'whole') return fileSeal.close(bytes)
  return how === 'by_lines' ? seal.close(bytes.toString('utf8')) : bytes
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
  const rows = z.array(z.looseObject({ path: z.string() })).safeParse(await readJson(path)).data ?? []
  const seen: object[] = []
  for (const row of rows) if (await exists(row.path)) seen.push(row)
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
