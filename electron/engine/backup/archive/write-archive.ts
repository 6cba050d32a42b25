import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { pack } from 'tar-stream'
import { toCairnError } from '@shared/errors'
import { renameDurably, syncPath } from '@engine/platform/durable-files'
import { type ArchiveFile, pieceBytes } from './archive-file'
import { type Moment, momentName } from './moment'
import { namesIn } from './read-moment'
import { type Archive, type Place, readArchive } from './read-archive'

/** Something to be written into a backup: bytes, or a file or a part of a backup that is read while it is written. */
export type Entry =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly file: string; readonly size: number }
  | { readonly name: string; readonly part: () => Readable; readonly size: number }

/** Something larger is read twice rather than held in memory. */
export const largestHeld = 16 * 1024 * 1024

/** Bytes that may wait to be written. */
const mostAhead = 16 * pieceBytes

/** The entries of moments, known once everything before them is written. */
type Moments = () => readonly (readonly [name: string, bytes: Buffer])[]

/** Writes `entries` and then the moment that holds them, from `at` on; returns once all of it has reached the disk. */
async function writeFrom(
  { file, at }: { readonly file: ArchiveFile; readonly at: number },
  entries: AsyncIterable<Entry>,
  moments: Moments,
  signal: AbortSignal,
): Promise<void> {
  const archive = pack()
  const { through, target } = await file.writer(at)
  const written = through ? pipeline(archive, through, target, { signal }) : pipeline(archive, target, { signal })
  // Told by whoever awaits it below.
  written.catch(() => undefined)
  let handedOver = 0
  const add = async (entry: Entry) => {
    signal.throwIfAborted()
    const size = 'bytes' in entry ? entry.bytes.length : entry.size
    const header = { name: entry.name, size, mode: 0o600, mtime: new Date(0) }
    handedOver += size
    const content = 'bytes' in entry ? archive.entry(header, Buffer.from(entry.bytes)) : archive.entry(header)
    // Each entry tells why the file could not be written, too, and would end the process where nobody listens.
    content.on('error', () => undefined)
    if (!('bytes' in entry)) await Promise.race([pipeline(contentOf(entry), content, { signal }), written])
    // The archive itself would take in everything.
    while (handedOver - target.bytesWritten > mostAhead && !target.destroyed) await setImmediate()
    if (target.destroyed) await written
  }
  try {
    for await (const entry of entries) await add(entry)
    for (const [name, bytes] of moments()) await add({ name, bytes })
    archive.finalize()
    await written
    await syncPath(file.path)
  } catch (thrown) {
    // Where the file could not be written, what was being read into it ended too, and may be told first.
    const why: unknown = target.errored ?? thrown
    archive.destroy()
    await written.catch(() => undefined)
    throw toCairnError(why)
  }
}

function contentOf(entry: Exclude<Entry, { readonly bytes: Uint8Array }>): Readable {
  if ('part' in entry) return entry.part()
  // The end of a range is a part of it, so there is none without a byte.
  return entry.size === 0 ? Readable.from([]) : createReadStream(entry.file, { end: entry.size - 1 })
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
  file: ArchiveFile,
  known: Archive | undefined,
  { entries, moment }: NextMoment,
  signal: AbortSignal,
): Promise<Archive> {
  const number = (known?.moments.length ?? 0) + 1
  const moments = () => [momentEntry(number, moment())]
  if (known) {
    // One that was killed while it left moments out had got no further than this.
    await rm(besideOf(file).path, { force: true })
    // The end goes first: what is left of it behind new bytes would make the file look damaged, and its moments lost.
    await file.cutAt(known.end)
    await writeFrom({ file, at: known.end }, entries, moments, signal).catch(async (thrown: unknown) => {
      // Without success the next backup does it.
      await file.closeAt(known.end).catch(() => undefined)
      throw thrown
    })
    return readArchive(file, { signal })
  }
  return writeBeside(file, entries, moments, signal)
}

/** Keeps the last `keep` moments of a backup and what they hold; the file is replaced in one step. */
export async function keepLast(archive: Archive, keep: number, signal: AbortSignal): Promise<Archive> {
  if (archive.moments.length <= keep) return archive
  const { file, places } = archive
  const kept = archive.moments.slice(-keep)
  const names = new Set<string>()
  for (const { moment } of kept) for (const name of await namesIn(archive, moment)) names.add(name)
  const entries = entriesOf(
    file,
    [...places].filter(([name]) => names.has(name)),
  )
  return writeBeside(file, entries, () => kept.map(({ moment }, at) => momentEntry(at + 1, moment)), signal)
}

/** Writes a whole backup; the file at the path is there only once that was read back. */
async function writeBeside(
  file: ArchiveFile,
  entries: AsyncIterable<Entry>,
  moments: Moments,
  signal: AbortSignal,
): Promise<Archive> {
  const { path } = file
  const beside = besideOf(file)
  try {
    await writeFrom({ file: beside, at: 0 }, entries, moments, signal)
    const archive = await readArchive(beside, { signal })
    await renameDurably(beside.path, path)
    return { ...archive, file: file.beside(path) }
  } catch (thrown) {
    await rm(beside.path, { force: true })
    throw thrown
  }
}

function besideOf(file: ArchiveFile): ArchiveFile {
  return file.beside(`${file.path}.part`)
}

async function* entriesOf(file: ArchiveFile, places: readonly (readonly [string, Place])[]): AsyncGenerator<Entry> {
  for (const [name, { at, size }] of places) {
    if (size > largestHeld) yield { name, size, part: () => file.stream(at, at + size) }
    else yield { name, bytes: await file.read(at, size) }
  }
}
