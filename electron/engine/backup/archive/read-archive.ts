import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { CairnError, toCairnError } from '@shared/errors'
import { extract } from 'tar-stream'
import { Moment, momentPattern, objectPattern, packedPattern } from './moment'

export const blockBytes = 512
const pieceBytes = 1024 * 1024
/** A tar ends in two empty blocks. */
export const endBytes = 2 * blockBytes

/** Where the content of an entry lies in the file. */
export interface Place {
  readonly at: number
  readonly size: number
}

/** A backup whose every byte was read and compared with its checksum. */
export interface Archive {
  readonly path: string
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
 * Reads a whole backup and compares everything with its checksums. Throws INVALID_INPUT for what is no backup or was altered, and for one that is
 * cut off unless `mayBeTorn`; FILE_VANISHED where there is no such file.
 */
export async function readArchive(
  path: string,
  { signal, mayBeTorn = false }: { signal: AbortSignal; mayBeTorn?: boolean },
): Promise<Archive> {
  const size = await sizeOf(path)
  const places = new Map<string, Place>()
  const moments: { name: string; moment: Moment }[] = []
  let [at, end] = [0, 0]
  const entries = createReadStream(path, { highWaterMark: pieceBytes }).pipe(extract())
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
  if (moments.length === 0) throw notABackup(path, cut)
  const isTorn = cut !== undefined || at !== end || size !== end + endBytes
  if (isTorn && !mayBeTorn) throw torn(path, moments.at(-1)?.moment.made_at ?? 0, cut)
  return { path, places, moments, end, isTorn }
}

/** Reads the content of an entry again. Throws NOT_FOUND where there is none of this name. */
export async function readPlace({ path, places }: Archive, name: string): Promise<Buffer> {
  const place = places.get(name)
  if (!place) throw missing(name)
  const file = await open(path, 'r')
  try {
    const bytes = Buffer.alloc(place.size)
    for (let read = 0; read < place.size;) {
      const { bytesRead } = await file.read(bytes, read, place.size - read, place.at + read)
      if (bytesRead === 0) throw altered(path, name)
      read += bytesRead
    }
    // It may have been changed since it was verified.
    if (sha256InName(name) !== createHash('sha256').update(bytes).digest('hex')) throw altered(path, name)
    return bytes
  } finally {
    await file.close()
  }
}

/** Copies the content of an entry into a new file, piece by piece. Throws as `readPlace`. */
export async function copyPlace({ path, places }: Archive, name: string, target: string): Promise<void> {
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
  const range = { start: at, end: at + size - 1, highWaterMark: pieceBytes }
  const content = size === 0 ? Readable.from([]) : createReadStream(path, range)
  await pipeline(content, compared, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
  if (hash.digest('hex') !== sha256InName(name)) throw altered(path, name)
}

/** The moment, where the entry is one; null for any other that is as its name says. */
async function readEntry(entry: AsyncIterable<unknown>, name: string, path: string): Promise<Moment | null> {
  const expected = sha256InName(name)
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
    'INVALID_INPUT',
    `“${basename(path)}” is a backup that this Cairn cannot read.`,
    'Update Cairn and try again.',
    { cause: parsed.error },
  )
}

async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const piece of entry) if (piece instanceof Uint8Array) yield piece
}

function sha256InName(name: string): string | undefined {
  return (objectPattern.exec(name) ?? packedPattern.exec(name) ?? momentPattern.exec(name))?.[1]
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (thrown) {
    throw toCairnError(thrown)
  }
}

function notABackup(path: string, cause?: unknown): CairnError {
  return new CairnError(
    'INVALID_INPUT',
    `“${basename(path)}” is not a backup of Cairn.`,
    'Choose a file that Cairn has written as a backup, or a name that is not taken yet.',
    { cause },
  )
}

function missing(name: string): CairnError {
  return new CairnError('NOT_FOUND', `The backup lacks ${name}.`, 'Choose another backup.')
}

function altered(path: string, name: string): CairnError {
  return new CairnError(
    'INVALID_INPUT',
    `The backup “${basename(path)}” was altered or damaged: ${name} no longer matches its checksum.`,
    'Use another copy of it. Nothing was changed here.',
  )
}

function torn(path: string, lastWhole: number, cause: unknown): CairnError {
  const when = new Date(lastWhole).toISOString().slice(0, 16).replace('T', ' ')
  return new CairnError(
    'INVALID_INPUT',
    `The backup “${basename(path)}” does not come to its end; it is whole up to ${when} (UTC).`,
    'Back up to it once more, or restore what is whole of it with --whole-part. Nothing was changed here.',
    { cause },
  )
}
