import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { BackupReport, BackupStep } from '@shared/api/store/backup-api'
import { addressesOf, type DocumentRecord } from '@shared/documents'
import { CairnError, toCairnError } from '@shared/errors'
import { exists } from '@engine/platform/durable-files'
import { isBelow, version } from '@engine/platform/paths'
import { piecesOf } from '@engine/ports/storage/files/open-file'
import { type KeptFile, type Moment, objectName, packedName } from './archive/moment'
import { fileToWrite } from './archive/open-archive-file'
import { type Archive, readArchive } from './archive/read-archive'
import { packed } from './archive/read-moment'
import { type Entry, keepLast, largestHeld, writeMoment } from './archive/write-archive'
import type { BackedUpStore } from './backed-up-store'
import { type LinkedTables, linkTables } from './carry-tables'
import { countedAs, readSmallFile, smallFilesIn } from './small-files'

/** So many things are read beside each other: while questions are answered, every wait for the disk is long. */
const atOnce = 32

export interface BackUpRequest {
  /** Absolute path of the backup. */
  readonly path: string
  /** How many moments the file is to keep, where there is room to write it anew without the others; all by default. */
  readonly keep?: number | undefined
  /** What opens the file; absent for one that anybody can read. */
  readonly passphrase?: string | undefined
  readonly signal: AbortSignal
  readonly progress: (step: BackupStep) => void
}

/** Backs a store up while it is in use: see `BackupDesk.backUp`. */
export async function backUp(
  { path, keep, passphrase, signal, progress }: BackUpRequest,
  store: BackedUpStore,
): Promise<BackupReport> {
  if (isBelow(path, store.folder)) {
    throw new CairnError('INVALID_INPUT', 'A backup cannot lie in the store itself.', 'Choose a place outside of it.')
  }
  const file = await fileToWrite(path, passphrase)
  const known = (await exists(path)) ? await readArchive(file, { signal, mayBeTorn: true }) : undefined
  const before = known ? known.end : 0
  const old_list = await store.renewList()
  // What documents are deleted meanwhile keep their stored files until this is over.
  const release = store.hold()
  const snapshot = new Snapshot(store, known, progress)
  try {
    const written = await writeMoment(
      file,
      known,
      { entries: snapshot.entries(signal), moment: () => snapshot.moment() },
      signal,
    )
    const archive = keep === undefined ? written : await keepLast(written, keep, signal).catch(unlessFull(written))
    const { made_at, counts } = snapshot.moment()
    return {
      ...{ path, made_at, counts, damaged: snapshot.damaged, old_list },
      byte_size: (await stat(path)).size,
      new_bytes: written.end - before,
      moments: archive.moments.length,
    }
  } finally {
    release()
    file.forget()
    await snapshot.close()
  }
}

/** The store as it is when its list of documents is read; everything that this refers to never changes. */
class Snapshot {
  readonly #madeAt: number
  readonly #records: readonly DocumentRecord[]
  readonly #files: KeptFile[] = []
  readonly #counts = { documents: 0, sessions: 0, research: 0, notebooks: 0, question_sets: 0, evaluation_runs: 0 }
  readonly #has: Set<string>
  readonly damaged: string[] = []
  #documents = ''
  #linked: LinkedTables | undefined

  constructor(
    private readonly store: BackedUpStore,
    known: Archive | undefined,
    private readonly progress: (step: BackupStep) => void,
  ) {
    this.#madeAt = store.now()
    // What was never read holds nothing.
    this.#records = store.catalogue.list().filter(({ live, pending }) => live !== null || pending !== null)
    this.#counts.documents = this.#records.length
    this.#has = new Set(known?.places.keys())
  }

  moment(): Moment {
    return {
      ...{ format: 'cairn-backup', version: 1, made_at: this.#madeAt, cairn: version, store: this.store.folder },
      ...{ documents: this.#documents, counts: { ...this.#counts }, files: [...this.#files] },
      tables: this.#linked?.tables,
    }
  }

  async close(): Promise<void> {
    await this.#linked?.delete()
  }

  /** The changing files first, then the objects and tables. What the backup has already is left out. */
  async *entries(signal: AbortSignal): AsyncGenerator<Entry> {
    // As soon as may be after the list of documents was read, which they are to fit.
    this.#linked = await linkTables(this.store, signal)
    const lines = this.#records.map((record) => `${JSON.stringify(record)}\n`).join('')
    const documents = await this.#pack(Buffer.from(lines, 'utf8'))
    this.#documents = documents.address
    yield* documents.entries
    for await (const [name, bytes] of this.#changing()) {
      const file = await this.#pack(bytes)
      this.#files.push({ name, packed: file.address })
      const counted = countedAs(name)
      if (counted) this.#counts[counted] += 1
      yield* file.entries
    }
    yield* this.#objects()
    for (const entry of this.#linked?.entries ?? []) if (!this.#has.has(entry.name)) yield this.#noted(entry)
  }

  async *#changing(): AsyncGenerator<readonly [name: string, bytes: Buffer]> {
    const { folder, sessions, research, notebooks } = this.store
    const small = (name: string) => readSmallFile(name, this.store).catch(damaged)
    for await (const [name, bytes] of inOrder(await smallFilesIn(folder), small)) if (bytes) yield [name, bytes]
    const kinds = [['sessions', sessions] as const, ['research', research] as const, ['notebooks', notebooks] as const]
    for (const [kind, kept] of kinds) {
      const whole = ({ id }: { readonly id: string }): Promise<object | undefined> => kept.get(id).catch(goneOrDamaged)
      for await (const [{ id }, found] of inOrder(await kept.list(), whole)) {
        if (found === undefined) continue
        this.#counts[kind] += 1
        yield [`${kind}/${id}.json`, Buffer.from(JSON.stringify(found), 'utf8')]
      }
    }
  }

  async *#objects(): AsyncGenerator<Entry> {
    const damaged = new Set<string>()
    const wanted = new Map<string, string>()
    for (const record of this.#records) {
      const fresh = addressesOf(record).filter((address) => address !== '' && !this.#has.has(objectName(address)))
      for (const address of fresh) wanted.set(address, record.name)
    }
    let done = 0
    for await (const [[, name], entry] of inOrder([...wanted], ([address]) => this.#object(address))) {
      this.progress({ type: 'progress', done, total: wanted.size })
      done += 1
      if (entry) yield this.#noted(entry)
      else damaged.add(name)
    }
    this.damaged.push(...damaged)
  }

  /** Undefined where it is missing or damaged. */
  async #object(address: string): Promise<Entry | undefined> {
    const { objects } = this.store
    try {
      const name = objectName(address)
      const file = await objects.open(address)
      const { size } = file
      await file.close()
      if (size <= largestHeld) return { name, bytes: await objects.read(address) }
      const pieces = () => piecesOf(() => objects.open(address))
      const hash = createHash('sha256')
      for await (const piece of pieces()) hash.update(piece)
      return hash.digest('hex') === address ? { name, part: () => Readable.from(pieces()), size } : undefined
    } catch (thrown) {
      const { code } = toCairnError(thrown)
      if (code === 'STORE_DAMAGED' || code === 'FILE_VANISHED' || code === 'INVALID_INPUT') return undefined
      throw thrown
    }
  }

  async #pack(bytes: Buffer): Promise<{ address: string; entries: Entry[] }> {
    const small = await packed(bytes)
    const address = createHash('sha256').update(small).digest('hex')
    const name = packedName(address)
    return { address, entries: this.#has.has(name) ? [] : [this.#noted({ name, bytes: small })] }
  }

  #noted(entry: Entry): Entry {
    this.#has.add(entry.name)
    return entry
  }
}

/** The backup is there; only there is no room to write it again without the moments before. */
function unlessFull(written: Archive): (thrown: unknown) => Archive {
  return (thrown) => {
    if (toCairnError(thrown).code !== 'DISK_FULL') throw thrown
    return written
  }
}

/** What was deleted meanwhile is no part of the backup, nor is what cannot be read. */
function goneOrDamaged(thrown: unknown): undefined {
  const { code } = toCairnError(thrown)
  if (code === 'NOT_FOUND' || code === 'STORE_DAMAGED') return undefined
  throw thrown
}

/** A sealed file that does not open was derived, and is made anew in the store. */
function damaged(thrown: unknown): undefined {
  if (toCairnError(thrown).code !== 'STORE_DAMAGED') throw thrown
}

/** What `work` makes of each item, in their order, some of it made ahead. */
async function* inOrder<Item, Made>(
  items: readonly Item[],
  work: (item: Item) => Promise<Made>,
): AsyncGenerator<readonly [item: Item, made: Made]> {
  for (let from = 0; from < items.length; from += atOnce) {
    const some = items.slice(from, from + atOnce)
    const made = await Promise.all(some.map(async (item) => [item, await work(item)] as const))
    yield* made
  }
}
