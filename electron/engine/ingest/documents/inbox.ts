import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CairnError, toCairnError } from '@shared/errors'
import { syncPath } from '@engine/platform/durable-files'
import type { DurableFiles } from '@engine/ports/storage/document-store'
import { shelfOf, type SourceFiles } from '@engine/ports/storage/files/source-files'
import { limits } from '../files/read-regular-file'
import { safeFileName } from '../files/safe-file-name'

export interface InboxParts {
  /** The inbox itself, absolute; made when first used. */
  readonly folder: string
  readonly files: DurableFiles
  readonly sources: SourceFiles
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

const orphanMs = 24 * 3_600_000

/**
 * Files without a place of their own: uploads and pasted texts, each in `<first 16 hex digits of its SHA-256>/<name>`; a page of the web
 * in that of its address, so that what is fetched later takes its place.
 */
export class Inbox {
  /** Files received in this run that no document stands for yet: deleting an earlier document must not delete them. */
  readonly #fresh = new Set<string>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(private readonly parts: InboxParts) {}

  /**
   * Streams bytes to disk and returns their path; same bytes and name, same path; with a `key`, same key and name. Throws CairnError FILE_TOO_LARGE,
   * DISK_FULL, CANCELLED, or what `bytes` throws, and leaves nothing behind then.
   */
  async receive(name: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal, key?: string): Promise<string> {
    const { files, sources } = this.parts
    const temporary = files.temporaryPath()
    try {
      const incoming = sources.receive()
      const hash = await writeHashing(temporary, incoming.through, bytes, signal)
      signal?.throwIfAborted()
      const named = key === undefined ? hash : createHash('sha256').update(key).digest('hex')
      const path = join(this.parts.folder, shelfOf(named), safeFileName(name))
      await this.#inTurn(() => this.#shelve(path, () => incoming.put(temporary, path)))
      return path
    } catch (thrown) {
      throw signal?.aborted
        ? new CairnError('CANCELLED', 'The upload was cancelled.', 'Add it again.')
        : toCairnError(thrown)
    } finally {
      await rm(temporary, { force: true })
    }
  }

  async #shelve(path: string, put: () => Promise<void>): Promise<void> {
    this.#fresh.add(path)
    try {
      await put()
    } catch (thrown) {
      this.#fresh.delete(path)
      throw thrown
    }
  }

  /** Whether this file lies in the inbox. */
  holds(path: string): boolean {
    return path.startsWith(`${this.parts.folder}${sep}`)
  }

  /** A document now stands for this file. */
  claim(path: string): void {
    this.#fresh.delete(path)
  }

  /** Deletes those of these files that lie in the inbox and that no document stands for. Files elsewhere are never touched. */
  async discard(paths: readonly string[], isKnown: (path: string) => boolean): Promise<void> {
    for (const path of paths) if (this.holds(path)) await this.#delete(path, isKnown)
  }

  /** Deletes files older than a day that no document came from. */
  async sweep(isKnown: (path: string) => boolean): Promise<void> {
    for (const { path, at } of await this.parts.sources.list(this.parts.folder)) {
      if (isKnown(path) || this.#fresh.has(path)) continue
      // It may have been deleted meanwhile, or have come under another name.
      const facts = await stat(at).catch(() => undefined)
      if (facts && facts.mtimeMs < this.parts.now() - orphanMs) await this.#delete(path, isKnown)
    }
  }

  /** Asks right before it deletes: the same file may have come again meanwhile. */
  async #delete(path: string, isKnown: (path: string) => boolean): Promise<void> {
    await this.#inTurn(async () => {
      if (isKnown(path) || this.#fresh.has(path)) return
      await this.parts.sources.remove(path)
    })
  }

  /** A file must not arrive between the question whether it may go and its deletion. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(work)
    this.#last = run.catch(() => undefined)
    return run
  }
}

/** Writes and syncs a new file; returns the SHA-256 of the bytes that came, hex. */
async function writeHashing(
  path: string,
  through: Transform,
  bytes: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256')
  let size = 0
  const counted = async function* () {
    for await (const piece of bytes) {
      signal?.throwIfAborted()
      size += piece.length
      if (size > limits.fileBytes) throw tooLarge()
      hash.update(piece)
      yield piece
    }
  }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  // Also one of which nothing comes any more ends by its signal.
  await pipeline(counted, through, file, signal ? { signal } : {})
  await syncPath(path)
  return hash.digest('hex')
}

function tooLarge(): CairnError {
  const most = Math.floor(limits.fileBytes / 1024 / 1024)
  return new CairnError(
    'FILE_TOO_LARGE',
    `The file is too large; Cairn reads files up to ${most} MB.`,
    'Split it into smaller files and add those.',
  )
}
