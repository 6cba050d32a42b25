import type { IndexedChunk } from '@engine/ports/storage/chunk-index'
import type { Embedder } from '@engine/ports/models/embedder'
import type { ChunkTableSet } from '@engine/ports/models/vector-space'
import { type KnownVectors, type MayRead, type Row, vectorsOf, withVectors } from './row-vectors'

/** Chunks that are read, embedded and written together; what a crash may cost. */
const chunksPerWrite = 256
/** A document is written whole; of one much longer than this, what is done is written in between. */
const chunksPerCheckpoint = 2048
/** Chunks between two maintenances of the tables that are being filled. */
const maintainEvery = 8000

/** A document whose chunks are not, or not all, in the other tables. */
export interface Due {
  readonly documentId: string
  readonly revision: string
  readonly chunks: number
}

export interface VectorCopyParts {
  readonly from: ChunkTableSet
  readonly to: ChunkTableSet
  readonly embedder: Embedder
  readonly signal: AbortSignal
  /** Awaited between calls of the embedder: lets others have their turn, waits while halted, throws when aborted. */
  readonly rest: () => Promise<void>
  /** Told of every few chunks that are done. */
  readonly advanced: (chunks: number) => void
  readonly mayRead: MayRead
}

/** Fills tables with what other tables hold, under new vectors, or without any where the embedder may not read it. What is there already stays. */
export class VectorCopy {
  #sinceMaintenance = 0

  constructor(private readonly parts: VectorCopyParts) {}

  due(): Due[] {
    return findDue(this.parts.from, this.parts.to)
  }

  /** Documents that are in the other tables only. */
  surplus(): string[] {
    const { from, to } = this.parts
    return [...to.documents.keys()].filter((id) => !from.documents.has(id))
  }

  /** Copies these documents but those that change meanwhile. Returns how many chunks were written. */
  async copy(due: readonly Due[]): Promise<number> {
    let written = 0
    for (let at = 0; at < due.length;) {
      const group: Due[] = []
      for (let chunks = 0; at < due.length && chunks < chunksPerWrite; at += 1) {
        const next = due[at]
        if (!next || (group.length > 0 && chunks + next.chunks > 2 * chunksPerWrite)) break
        group.push(next)
        chunks += next.chunks
      }
      written += await this.#copyGroup(group)
      await this.parts.rest()
    }
    return written
  }

  async #copyGroup(group: readonly Due[]): Promise<number> {
    const { from } = this.parts
    const rows = await from.textsOf(group.map(({ documentId }) => documentId))
    const whole = group.flatMap((due) => {
      const own = rows.filter(({ chunk }) => chunk.doc_id === due.documentId && chunk.revision === due.revision)
      return own.length === due.chunks ? [{ ...due, rows: own }] : []
    })
    const [only] = whole
    if (!only) return 0
    const known = await this.#knownVectors(whole)
    if (whole.length === 1 && only.chunks > chunksPerCheckpoint) return this.#copyLong(only, only.rows, known)
    const all = whole.flatMap((document) => document.rows)
    const vectors = await vectorsOf(all, known, this.parts)
    return this.#write(whole.map((document) => ({ ...document, rows: withVectors(document.rows, vectors) })))
  }

  /** A long document stretch by stretch: after a crash the vectors of what was written are taken from there. */
  async #copyLong(document: Due, rows: readonly Row[], known: KnownVectors): Promise<number> {
    const { to } = this.parts
    const done: IndexedChunk[] = []
    let written = 0
    for (let at = 0; at < rows.length; at += chunksPerCheckpoint) {
      const stretch = rows.slice(at, at + chunksPerCheckpoint)
      done.push(...withVectors(stretch, await vectorsOf(stretch, known, this.parts)))
      const stored = to.documents.get(document.documentId)?.revisions.get(document.revision) ?? 0
      if (stored < done.length || done.length === rows.length) {
        written = await this.#write([{ ...document, rows: [...done] }])
      }
    }
    return written
  }

  /** What an earlier run, or an earlier revision, has left of these documents. */
  async #knownVectors(documents: readonly Due[]): Promise<KnownVectors> {
    const { to } = this.parts
    const known = new Map<string, ReadonlyMap<string, Float32Array>>()
    for (const { documentId } of documents) {
      if (to.documents.has(documentId)) known.set(documentId, await to.index.storedVectors(documentId))
    }
    return known
  }

  /** Looked up once more in the same step in which the write is queued: what was deleted meanwhile must not come back. */
  async #write(documents: readonly (Due & { readonly rows: readonly IndexedChunk[] })[]): Promise<number> {
    const { from, to } = this.parts
    const still = documents.filter(
      ({ documentId, revision, chunks }) => from.documents.get(documentId)?.revisions.get(revision) === chunks,
    )
    const written = still.reduce((sum, { rows }) => sum + rows.length, 0)
    await to.index.replace(still.map(({ documentId, revision, rows }) => ({ documentId, revision, chunks: rows })))
    this.#sinceMaintenance += written
    if (this.#sinceMaintenance >= maintainEvery) {
      this.#sinceMaintenance = 0
      await to.index.maintain()
    }
    return written
  }
}

/** What is in the one and not wholly in the other. */
export function findDue(from: ChunkTableSet, to: ChunkTableSet): Due[] {
  return [...from.documents].flatMap(([documentId, { revisions }]) =>
    [...revisions].flatMap(([revision, chunks]) => {
      const done = to.documents.get(documentId)?.revisions.get(revision)
      return done === chunks ? [] : [{ documentId, revision, chunks }]
    }),
  )
}

export function chunksOf(due: readonly Due[]): number {
  return due.reduce((sum, { chunks }) => sum + chunks, 0)
}
