import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { localTime } from '@shared/dates/local-time'
import { CairnError, toCairnError } from '@shared/errors'
import { extract } from 'tar-stream'
import { type ArchiveFile, endBytes } from './archive-file'
import { checksumIn, Moment, momentPattern } from './moment'

const blockBytes = 512

/** Where the content of an entry lies in the file. */
export interface Place {
  readonly at: number
  readonly size: number
}

/** A backup whose every byte was read and compared with its checksum. */
export interface Archive {
  readonly file: ArchiveFile
  /** Entries by their name. */
  readonly places: ReadonlyMap<string, Place>
  /** Oldest first. */
  readonly moments: readonly { readonly name: string; readonly moment: Moment }[]
  /** Where the last moment ends: the next one is written from here. */
  readonly end: number
  /** What follows that is cut off: a backup that did not come to its end. */
  readonly isTorn: boolean
}

/**
 * Reads a whole backup and compares everything with its checksums. Throws FILE_CORRUPT for what is no backup or was altered, and for one that is
 * cut off unless `mayBeTorn`; FILE_VANISHED where there is no such file.
 */
export async function readArchive(
  file: ArchiveFile,
  { signal, mayBeTorn = false }: { signal: AbortSignal; mayBeTorn?: boolean },
): Promise<Archive> {
  const { path } = file
  const { size, isWhole } = await file.measure()
  const places = new Map<string, Place>()
  const moments: { name: string; moment: Moment }[] = []
  let [at, end] = [0, 0]
  const entries = entriesOf(file)
  let cut: unknown
  try {
    for await (const entry of entries) {
      signal.throwIfAborted()
      const { name, size: length } = entry.header
      const place = { at: at + blockBytes, size: length }
      const found = await readEntry(entry, name, path)
      at = place.at + Math.ceil(length / blockBytes) * blockBytes
      places.set(name, place)
      if (!found) continue
      moments.push({ name, moment: found })
      end = at
    }
  } catch (thrown) {
    signal.throwIfAborted()
    if (thrown instanceof CairnError || toCairnError(thrown).code !== 'INTERNAL') throw thrown
    // What tar-stream throws has no code: a header that is none, or an end in the middle of an entry.
    cut = thrown
  }
  if (moments.length === 0) throw places.size > 0 ? withoutMoment(path, cut) : notABackup(path, cut)
  const isTorn = !isWhole || cut !== undefined || at !== end || size !== end + endBytes
  if (isTorn && !mayBeTorn) throw torn(path, moments.at(-1)?.moment.made_at ?? 0, cut)
  return { file, places, moments, end, isTorn }
}

/** Reads the content of an entry again. Throws NOT_FOUND where there is none of this name. */
export async function readPlace({ file, places }: Archive, name: string): Promise<Buffer> {
  const place = places.get(name)
  if (!place) throw missing(name)
  const bytes = await file.read(place.at, place.size)
  // It may have been changed since it was verified.
  if (checksumIn(name) !== createHash('sha256').update(bytes).digest('hex')) throw altered(file.path, name)
  return bytes
}

/** Copies the content of an entry into a new file, piece by piece. Throws as `readPlace`. */
export async function copyPlace({ file, places }: Archive, name: string, target: string): Promise<void> {
  const place = places.get(name)
  if (!place) throw missing(name)
  const hash = createHash('sha256')
  const compared = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece)
      yield piece
    }
  }
  const { at, size } = place
  await pipeline(file.stream(at, at + size), compared, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
  if (hash.digest('hex') !== checksumIn(name)) throw altered(file.path, name)
}

/** The moment, where the entry is one; null for any other that is as its name says. */
async function readEntry(entry: AsyncIterable<unknown>, name: string, path: string): Promise<Moment | null> {
  const expected = checksumIn(name)
  if (expected === undefined) throw notABackup(path)
  if (!momentPattern.test(name)) {
    const hash = createHash('sha256')
    for await (const piece of bytesOf(entry)) hash.update(piece)
    if (hash.digest('hex') !== expected) throw altered(path, name)
    return null
  }
  const bytes = await buffer(bytesOf(entry))
  if (createHash('sha256').update(bytes).digest('hex') !== expected) throw altered(path, name)
  const parsed = Moment.safeParse(JSON.parse(bytes.toString('utf8')))
  if (parsed.success) return parsed.data
  throw new CairnError(
    'FORMAT_UNSUPPORTED',
    `“${basename(path)}” is a backup that this Cairn cannot read.`,
    'Update Cairn and try again.',
    { cause: parsed.error },
  )
}

async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const piece of entry) if (piece instanceof Uint8Array) yield piece
}

/** The entries of a file's tar. A file that cannot be read ends them with why. */
function entriesOf(file: ArchiveFile): ReturnType<typeof extract> {
  const entries = extract()
  const content = file.stream()
  content.on('error', (thrown) => entries.destroy(thrown))
  entries.on('close', () => content.destroy())
  return content.pipe(entries)
}

export function notABackup(path: string, cause?: unknown): CairnError {
  return new CairnError(
    'FILE_CORRUPT',
    `“${basename(path)}” is not a backup of Cairn.`,
    'Choose a file that Cairn has written as a backup, or a name that is not taken yet.',
    { cause },
  )
}

/** What a moment holds stands behind its objects: of one that is cut off nobody knows what they were. */
function withoutMoment(path: string, cause: unknown): CairnError {
  return new CairnError(
    'FILE_CORRUPT',
    `The backup “${basename(path)}” is cut off before its first moment is complete, so nothing of it can be restored.`,
    'Use another copy of it.',
    { cause },
  )
}

function missing(name: string): CairnError {
  return new CairnError('NOT_FOUND', `The backup lacks ${name}.`, 'Choose another backup.')
}

function altered(path: string, name: string): CairnError {
  return new CairnError(
    'FILE_CORRUPT',
    `The backup “${basename(path)}” was altered or damaged: ${name} no longer matches its checksum.`,
    'Use another copy of it. Nothing was changed here.',
  )
}

function torn(path: string, lastWhole: number, cause: unknown): CairnError {
  return new CairnError(
    'FILE_CORRUPT',
    `The backup “${basename(path)}” does not come to its end; it is whole up to ${localTime(lastWhole)}.`,
    'Back up to it once more, or restore what is whole of it with --whole-part. Nothing was changed here.',
    { cause },
  )
}
