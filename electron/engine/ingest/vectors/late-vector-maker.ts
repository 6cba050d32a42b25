import { setImmediate as macrotask } from 'node:timers/promises'
import type { DocumentRecord } from '@shared/documents'
import type { DocumentCatalogue } from '@engine/ports/storage/document-store'
import type { ChunkWriter, IndexedChunk } from '@engine/ports/storage/chunk-index'
import type { VectorSpace, VectorTables } from '@engine/ports/models/vector-space'
import { inTime, nodeLimits } from '../nodes/in-time'
import type { EmbedAgain } from './embed-again'
import { embedderWith } from './embed-texts'
import { type KnownVectors, knownVector, type MayRead, type Row, vectorsOf, withVectors } from './row-vectors'
import type { VectorSpaces } from './vector-spaces'

export interface LateVectorMakerParts {
  readonly catalogue: Pick<DocumentCatalogue, 'get' | 'update'>
  readonly tables: Pick<VectorTables, 'current'>
  readonly spaces: Pick<VectorSpaces, 'current' | 'use'>
  readonly again: EmbedAgain
  readonly mayRead: MayRead
  /** Awaited between calls of the embedder. */
  readonly rest: () => Promise<void>
  /** Aborted when the engine closes. */
  readonly closing: AbortSignal
}

/** Of a document much longer than this, what is done is written in between. */
const chunksPerCheckpoint = 2048

interface Waiting {
  readonly documentId: string
  readonly revision: string
  readonly rows: readonly Row[]
}

type Whole = Waiting & { readonly chunks: readonly IndexedChunk[] }

/** Makes the vectors that documents lack, and takes the mark off their records. */
export class LateVectorMaker {
  constructor(private readonly parts: LateVectorMakerParts) {}

  /**
   * Returns how many chunks were written. A document that was changed, deleted or marked as confidential meanwhile is left as it is.
   * Throws as `embedTexts`.
   */
  async make(ids: readonly string[], signal: AbortSignal): Promise<number> {
    const { tables, spaces } = this.parts
    const space = spaces.current()
    const documents = await this.#waitingOf(ids)
    const known = new Map<string, ReadonlyMap<string, Float32Array>>()
    for (const { documentId } of documents) known.set(documentId, await space.index.storedVectors(documentId))
    // Texts and vectors of two sets of tables are not mixed.
    if (tables.current.index !== space.index) return 0
    const lacking = documents.filter(({ rows }) => rows.some((row) => !knownVector(row, known)))
    for (const { documentId, revision } of documents.filter((document) => !lacking.includes(document))) {
      await this.mark(documentId, undefined, revision)
    }
    const [only] = lacking
    if (only && lacking.length === 1 && only.rows.length > chunksPerCheckpoint)
      return this.#makeLong(only, known, space, signal)
    return this.#makeTogether(lacking, known, space, signal)
  }

  /** Says in a document's record how its vectors are; `undefined` for made. */
  async mark(id: string, vectors: 'failed' | undefined, revision?: string): Promise<void> {
    const marked = (record: DocumentRecord): DocumentRecord => {
      const { live } = record
      if (!live?.vectors || (revision !== undefined && live.revision !== revision)) return record
      return { ...record, live: { ...live, vectors } }
    }
    // A loss of power brings the mark back, and the next start takes it off again.
    await this.parts.catalogue.update(id, marked, { isDurable: false })
  }

  /** Those that are in the index as their records say, whole. */
  async #waitingOf(ids: readonly string[]): Promise<Waiting[]> {
    const { catalogue, tables } = this.parts
    const rows = await tables.current.textsOf(ids)
    return ids.flatMap((documentId) => {
      const { live, chunk_count } = catalogue.get(documentId) ?? {}
      if (!live?.vectors) return []
      const own = rows.filter(({ chunk }) => chunk.doc_id === documentId && chunk.revision === live.revision)
      return own.length === chunk_count ? [{ documentId, revision: live.revision, rows: own }] : []
    })
  }

  async #makeTogether(
    documents: readonly Waiting[],
    known: KnownVectors,
    space: VectorSpace,
    signal: AbortSignal,
  ): Promise<number> {
    const rows = documents.flatMap((document) => document.rows)
    const vectors = await this.#vectorsOf(rows, known, space, signal)
    const made = documents.filter((document) => document.rows.every((row) => vectors.has(row)))
    const whole = made.map((document) => ({ ...document, chunks: withVectors(document.rows, vectors) }))
    const written = await this.#write(whole, space)
    // The mark goes last: whatever ends this process in between, the vectors are looked for once more.
    for (const { documentId, revision } of written) await this.mark(documentId, undefined, revision)
    return written.reduce((sum, { chunks }) => sum + chunks.length, 0)
  }

  /** Stretch by stretch: after a crash the vectors of what was written are taken from there. */
  async #makeLong(document: Waiting, known: KnownVectors, space: VectorSpace, signal: AbortSignal): Promise<number> {
    const { documentId, revision, rows } = document
    const done: IndexedChunk[] = []
    while (done.length < rows.length) {
      const stretch = rows.slice(done.length, done.length + chunksPerCheckpoint)
      const vectors = await this.#vectorsOf(stretch, known, space, signal)
      if (vectors.size < stretch.length) return 0
      done.push(...withVectors(stretch, vectors))
      const rest = rows.slice(done.length).map((row) => ({ ...row, vector: knownVector(row, known) ?? null }))
      const written = await this.#write([{ ...document, chunks: [...done, ...rest] }], space)
      if (written.length === 0) return 0
    }
    await this.mark(documentId, undefined, revision)
    return rows.length
  }

  async #vectorsOf(
    rows: readonly Row[],
    known: KnownVectors,
    space: VectorSpace,
    signal: AbortSignal,
  ): Promise<Map<Row, Float32Array>> {
    const { again, rest, mayRead } = this.parts
    const patient = again.over(space.embedder)
    const embedder = embedderWith(patient, {
      embedPassages: (texts) => inTime('embed', nodeLimits, signal, (inner) => patient.embedPassages(texts, inner)),
    })
    const restful = async () => {
      await macrotask()
      await rest()
    }
    return vectorsOf(rows, known, { embedder, signal, rest: restful, advanced: () => undefined, mayRead })
  }

  /** In the tables that the vectors were made for, or nowhere. Returns those documents that still are there. */
  async #write(documents: readonly Whole[], space: VectorSpace): Promise<Whole[]> {
    const { spaces, closing } = this.parts
    const write = async ({ index }: { readonly index: ChunkWriter }) =>
      index === space.index ? index.addVectors(documents) : []
    const written = documents.length > 0 ? await spaces.use(write, closing) : []
    return documents.filter(({ documentId }) => written.includes(documentId))
  }
}
