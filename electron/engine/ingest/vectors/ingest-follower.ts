import { setImmediate as macrotask } from 'node:timers/promises'
import type { DocumentRecord } from '@shared/documents'
import { CairnError } from '@shared/errors'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import type { ChunkTableSet, VectorTables } from '@engine/ports/models/vector-space'
import { isUnfinished } from '../jobs/job-claims'
import { chunksOf, VectorCopy, type VectorCopyParts } from './vector-copy'

export interface FollowerParts extends Omit<VectorCopyParts, 'from' | 'to'> {
  readonly tables: Pick<VectorTables, 'current'>
  readonly next: ChunkTableSet
  readonly catalogue: Pick<DocumentCatalogue, 'get' | 'update'>
  /** Resolves after so many milliseconds, rejects when aborted. */
  readonly wait: (ms: number) => Promise<void>
  /** Called whenever the documents that are due have been looked up again. */
  readonly began: () => void
}

/** With so few chunks left, ingestion may be held up until they are done too. */
const fewChunks = 256
/** While documents change faster than they are copied, and how often that is waited for without one success. */
const settleMs = 500
const mostSettling = 40

/** Brings the next tables to where those in use are, while those go on changing. */
export class Follower {
  readonly #copy: VectorCopy
  /** Not to be halted, because ingestion waits for it. */
  readonly #lastCopy: VectorCopy

  constructor(private readonly parts: FollowerParts) {
    const { tables, next, signal } = parts
    const copied = { ...parts, from: tables.current, to: next }
    this.#copy = new VectorCopy(copied)
    this.#lastCopy = new VectorCopy({ ...copied, rest: () => macrotask(undefined, { signal }) })
  }

  /** Copies until little is left. Throws STORE_DAMAGED where rows cannot be read for long, and what the embedder throws. */
  async follow(): Promise<void> {
    const { began, wait } = this.parts
    for (let fruitless = 0; ;) {
      began()
      const written = await this.#copy.copy(this.#copy.due())
      const awaited = this.#comingBack()
      if (awaited.length === 0 && chunksOf(this.#copy.due()) <= fewChunks) return
      fruitless = written > 0 || awaited.some(isUnfinished) ? 0 : fruitless + 1
      if (fruitless > mostSettling) throw incomplete()
      if (written === 0) await wait(settleMs)
    }
  }

  /** With nobody writing: copies the rest. False where too much has come meanwhile. */
  async finish(): Promise<boolean> {
    const due = this.#lastCopy.due()
    if (chunksOf(due) > fewChunks || this.#comingBack().length > 0) return false
    await this.#lastCopy.copy(due)
    if (this.#lastCopy.due().length > 0) throw incomplete()
    await this.parts.next.index.remove(this.#lastCopy.surplus())
    await this.#markLacking()
    return true
  }

  /** Before the switch, so that a crash between the two costs a look at documents that have their vectors. */
  async #markLacking(): Promise<void> {
    const { next, catalogue } = this.parts
    const lacking = await next.documentsWithoutVectors()
    for (const [at, id] of lacking.entries()) {
      const marked = (record: DocumentRecord): DocumentRecord =>
        record.live ? { ...record, live: { ...record.live, vectors: 'waiting' } } : record
      // One file: once the last one is on the disk, all are.
      await catalogue.update(id, marked, { isDurable: at === lacking.length - 1 })
    }
  }

  /** Documents that are about to return to the tables in use, as during a rebuild: the new tables must wait for them. */
  #comingBack(): DocumentRecord[] {
    const records = this.#copy.surplus().flatMap((id) => this.parts.catalogue.get(id) ?? [])
    return records.filter(({ status, live }) => live !== null && status !== 'failed')
  }
}

function incomplete(): CairnError {
  return new CairnError(
    'STORE_DAMAGED',
    'Some documents cannot be read from the search tables as they are listed there.',
    'Rebuild the index, then go on.',
  )
}
