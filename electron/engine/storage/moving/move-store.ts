import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, readlink, rm, stat, statfs, symlink, utimes } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { CairnError, toCairnError } from '@shared/errors'
import { exists, readJson, syncFolder, syncPath, writeJsonDurably } from '@engine/platform/durable-files'
import {
  askedMove,
  checkPlace,
  namesIn,
  noteFailedMove,
  noteMoved,
  notEmpty,
  wasMoved,
} from '@engine/platform/place/store-place'
import type { MoveOptions, MoveReport } from '@engine/ports/store-mover'
import { readStoreDescription, writeStoreDescription } from '../files/store-file'
import { prepareFolder } from '../opening/store-folder'
import { takeLock } from '../opening/store-lock'

/** Of the process that has the store open, or of no use once it is closed. */
const leftBehind: ReadonlySet<string> = new Set(['lock', 'tmp', 'running.json', 'server.json'])
/** In a place whose copy is not done: that may be thrown away. */
const marker = 'moving.json'
const Marker = z.object({ from: z.string() })
const pieceBytes = 1024 * 1024

/** See `StoreMover.move`. */
export async function moveStore(from: string, to: string, options: MoveOptions): Promise<MoveReport> {
  checkPlace(from, to)
  if (!(await exists(join(from, 'store.json')))) {
    throw new CairnError('NOT_FOUND', `There is no store in ${from}.`, 'Name the folder of a store with --store.')
  }
  await mkdir(join(from, 'tmp'), { recursive: true, mode: 0o700 })
  const lock = await takeLock(from, join(from, 'tmp'), options.now)
  try {
    const files = await filesOf(from)
    // Throws where it cannot be read, before anything is copied.
    await readStoreDescription(from)
    await prepareTarget(from, to, files)
    await copyAll({ from, to, files }, options)
    await notePlace(from, to)
    options.signal.throwIfAborted()
    await noteMoved(from, to)
    await rm(join(to, marker), { force: true })
    return { files: files.length, bytes: sumOf(files) }
  } catch (thrown) {
    throw toCairnError(thrown)
  } finally {
    await lock.release()
  }
}

/** See `StoreMover.moveIfAsked`; to be called before the store is opened again. */
export async function moveIfAsked(folder: string, options: MoveOptions): Promise<void> {
  const asked = await askedMove(folder)
  if (!asked || asked.failed) return
  try {
    const { files } = await moveStore(folder, asked.to, options)
    options.log(`The data folder was moved to ${asked.to} (${files} files). The old one is still there: ${folder}`)
  } catch (thrown) {
    const error = toCairnError(thrown)
    options.log(`The data folder was not moved: ${error.code} ${error.message}`)
    // Another Cairn has it open: the next start tries again.
    if (error.code !== 'STORE_LOCKED' && error.code !== 'CANCELLED')
      await noteFailedMove(folder, asked.to, error.report()).catch(() => undefined)
  }
}

interface FoundFile {
  /** In the store. */
  readonly path: string
  readonly size: number
}

async function filesOf(folder: string): Promise<FoundFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: FoundFile[] = []
  for (const entry of entries) {
    const path = relative(folder, join(entry.parentPath, entry.name))
    const [top = ''] = path.split(sep)
    if (leftBehind.has(top) || top.startsWith('lock.') || !(entry.isFile() || entry.isSymbolicLink())) continue
    found.push({ path, size: (await lstat(join(folder, path))).size })
  }
  return found
}

function sumOf(files: readonly FoundFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

/** Throws where the place is not empty, or has no room. */
async function prepareTarget(from: string, to: string, files: readonly FoundFile[]): Promise<void> {
  const isOurs = !wasMoved(from) && Marker.safeParse(await readJson(join(to, marker))).data?.from === from
  // A copy that was cut off.
  if (isOurs) for (const name of await readdir(to)) if (name !== marker) await rm(join(to, name), { recursive: true })
  if (!isOurs && (await namesIn(to)).length > 0) throw notEmpty(to)
  await mkdir(to, { recursive: true, mode: 0o700 })
  await writeJsonDurably(join(to, marker), { from })
  const { bavail, bsize } = await statfs(to)
  if (bavail * bsize < sumOf(files)) {
    throw new CairnError(
      'DISK_FULL',
      `There is not enough room in ${to} for the data folder.`,
      'Free some space there, or choose another folder.',
    )
  }
  await prepareFolder(to)
}

async function copyAll(
  { from, to, files }: { from: string; to: string; files: readonly FoundFile[] },
  { signal, progress }: MoveOptions,
): Promise<void> {
  const folders = new Set<string>()
  const total = sumOf(files)
  let done = 0
  for (const { path, size } of files) {
    signal.throwIfAborted()
    const [source, target] = [join(from, path), join(to, path)]
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    for (let folder = dirname(target); folder.length >= to.length; folder = dirname(folder)) folders.add(folder)
    await copyOne(source, target, signal)
    done += size
    progress?.(done, total)
  }
  for (const folder of folders) await syncFolder(folder)
}

async function copyOne(source: string, target: string, signal: AbortSignal): Promise<void> {
  if ((await lstat(source)).isSymbolicLink()) {
    await symlink(await readlink(source), target)
    return
  }
  const { mode, atime, mtime } = await stat(source)
  const read = createHash('sha256')
  const hashed = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      read.update(piece)
      yield piece
    }
  }
  const stream = createReadStream(source, { highWaterMark: pieceBytes })
  await pipeline(stream, hashed, createWriteStream(target, { flags: 'w', mode: mode & 0o777 }), { signal })
  await utimes(target, atime, mtime)
  await syncPath(target)
  const copied = createHash('sha256')
  await pipeline(createReadStream(target, { highWaterMark: pieceBytes }), copied, { signal })
  if (copied.digest('hex') === read.digest('hex')) return
  throw new CairnError(
    'CHECKSUM_MISMATCH',
    `${target} could not be read back as it was written.`,
    'Choose a folder on another disk. The data folder is where it was.',
  )
}

/** What lay in the old folder lies in the new one; the list of documents may be encrypted, so that is settled when it is opened. */
async function notePlace(from: string, to: string): Promise<void> {
  const description = await readStoreDescription(to)
  if (!description) throw new Error(`${to} has no store.json`)
  await writeStoreDescription(to, { ...description, moved_from: description.moved_from ?? from })
}
