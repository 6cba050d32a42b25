import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs'
import { open, rm, truncate } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { pack } from 'tar-stream'
import { toCairnError } from '@shared/errors'
import { renameDurably, syncPath } from '@engine/platform/durable-files'
import { type Moment, momentName } from './moment'
import { namesIn } from './read-moment'
import { type Archive, endBytes, type Place, readArchive } from './read-archive'

/** Something to be written into a backup: bytes, or a file that is read while it is written. */
export type Entry =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly file: string; readonly size: number; readonly from?: number }

/** Something larger is read twice rather than held in memory. */
export const largestHeld = 16 * 1024 * 1024

const pieceBytes = 1024 * 1024
/** Bytes that may wait to be written. */
const mostAhead = 16 * pieceBytes

/** The entries of moments, known once everything before them is written. */
type Moments = () => readonly (readonly [name: string, bytes: Buffer])[]

/** Writes `entries` and then the moment that holds them, from `at` on; returns once all of it has reached the disk. */
async function writeFrom(
  { path, at }: { readonly path: string; readonly at: number },
  entries: AsyncIterable<Entry>,
  moments: Moments,
  signal: AbortSignal,
): Promise<void> {
  const archive = pack()
  const flags = at === 0 ? 'w' : 'r+'
  const target = createWriteStream(path, { flags, start: at, mode: 0o600, highWaterMark: pieceBytes })
  const written = pipeline(archive, target, { signal })
  // Told by whoever awaits it below.
  written.catch(() => undefined)
  let handedOver = 0
  const add = async (entry: Entry) => {
    signal.throwIfAborted()
    const size = 'bytes' in entry ? entry.bytes.length : entry.size
    const header = { name: entry.name, size, mode: 0o600, mtime: new Date(0) }
    handedOver += size
    if ('bytes' in entry) archive.entry(header, Buffer.from(entry.bytes))
    else await Promise.race([pipeline(contentOf(entry), archive.entry(header), { signal }), written])
    // The archive itself would take in everything.
    while (handedOver - target.bytesWritten > mostAhead && !target.destroyed) await setImmediate()
    if (target.destroyed) await written
  }
  try {
    for await (const entry of entries) await add(entry)
    for (const [name, bytes] of moments()) await add({ name, bytes })
    archive.finalize()
    await written
    await syncPath(path)
  } catch (thrown) {
    archive.destroy()
    await written.catch(() => undefined)
    throw toCairnError(thrown)
  }
}

function contentOf({ file, size, from = 0 }: Extract<Entry, { readonly file: string }>): ReadStream | Readable {
  // The end of a range is a part of it, so there is none without a byte.
  return size === 0 ? Readable.from([]) : createReadStream(file, { start: from, end: from + size - 1 })
}

function momentEntry(number: number, moment: Moment): readonly [string, Buffer] {
  const bytes = Buffer.from(JSON.stringify(moment), 'utf8')
  return [momentName(number, createHash('sha256').update(bytes).digest('hex')), bytes]
}

export interface NextMoment {
  readonly entries: AsyncIterable<Entry>
  /** What the entries came to; asked for when all of them are written. */
  readonly moment: () => Moment
}

/**
 * Writes a backup: a new file, or one more moment at the end of a known one, whose older moments stay readable whatever happens
 * meanwhile. Everything is read back and compared with its checksum.
 */
export async function writeMoment(
  path: string,
  known: Archive | undefined,
  { entries, moment }: NextMoment,
  signal: AbortSignal,
): Promise<Archive> {
  const number = (known?.moments.length ?? 0) + 1
  const moments = () => [momentEntry(number, moment())]
  if (known) {
    if (known.isTorn) await truncate(path, known.end)
    await writeFrom({ path, at: known.end }, entries, moments, signal).catch(async (thrown: unknown) => {
      await closeAt(path, known.end)
      throw thrown
    })
    return readArchive(path, { signal })
  }
  return writeBeside(path, entries, moments, signal)
}

/** Keeps the last `keep` moments of a backup and what they hold; the file is replaced in one step. */
export async function keepLast(archive: Archive, keep: number, signal: AbortSignal): Promise<Archive> {
  if (archive.moments.length <= keep) return archive
  const { path, places } = archive
  const kept = archive.moments.slice(-keep)
  const names = new Set<string>()
  for (const { moment } of kept) for (const name of await namesIn(archive, moment)) names.add(name)
  const entries = entriesOf(
    path,
    [...places].filter(([name]) => names.has(name)),
  )
  return writeBeside(path, entries, () => kept.map(({ moment }, at) => momentEntry(at + 1, moment)), signal)
}

/** Writes a whole backup; the file at the path is there only once that was read back. */
async function writeBeside(
  path: string,
  entries: AsyncIterable<Entry>,
  moments: Moments,
  signal: AbortSignal,
): Promise<Archive> {
  const beside = `${path}.part`
  try {
    await writeFrom({ path: beside, at: 0 }, entries, moments, signal)
    const archive = await readArchive(beside, { signal })
    await renameDurably(beside, path)
    return { ...archive, path }
  } catch (thrown) {
    await rm(beside, { force: true })
    throw thrown
  }
}

async function* entriesOf(path: string, places: readonly (readonly [string, Place])[]): AsyncGenerator<Entry> {
  const file = await open(path, 'r')
  try {
    for (const [name, { at, size }] of places) {
      if (size > largestHeld) {
        yield { name, file: path, size, from: at }
        continue
      }
      const bytes = Buffer.alloc(size)
      await file.read(bytes, 0, size, at)
      yield { name, bytes }
    }
  } finally {
    await file.close()
  }
}

/** Takes back what was begun after this place. Without success the next backup does. */
async function closeAt(path: string, end: number): Promise<void> {
  await truncate(path, end)
    .then(() => truncate(path, end + endBytes))
    .catch(() => undefined)
}
