import { CairnError } from '@shared/errors'
import type { ChunkIndex, ChunkWriter } from '@engine/ports/storage/chunk-index'
import type { Embedder } from '@engine/ports/models/embedder'
import {
  isSameEmbedder,
  type StoredEmbedder,
  type VectorSpace,
  type VectorTables,
} from '@engine/ports/models/vector-space'
import { SharedGate } from '../jobs/shared-gate'
import { embedderWith } from './embed-texts'

/** What ingestion needs of an index and its embedder. */
interface WritingSpace {
  readonly embedder: Embedder
  readonly index: ChunkWriter & Pick<ChunkIndex, 'statistics'>
}

/** Lends the index together with its embedder; nobody writes while they are exchanged. */
export interface VectorLender {
  current(): WritingSpace
  /**
   * Lends the pair for writing; no other takes its place until `work` is done. Its embedder may be one that cannot run. Throws
   * the signal's reason when aborted while waiting.
   */
  use<Result>(work: (space: WritingSpace) => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Removes documents from all tables there are. */
  remove(documentIds: readonly string[]): Promise<void>
}

export interface VectorSpacesParts {
  readonly tables: VectorTables
  /** An embedder that could be asked now. The same one each time, as long as it is the same. */
  readonly embedderOf: (id: string) => Embedder | undefined
}

/** The tables in use and the embedder that is theirs. */
export class VectorSpaces implements VectorLender {
  readonly #gate = new SharedGate()
  #last: { readonly space: VectorSpace; readonly embedder: Embedder | undefined } | undefined

  constructor(private readonly parts: VectorSpacesParts) {}

  /** For a turn: take it once at its beginning, or question and passages may be of different embedders. */
  current(): VectorSpace {
    const { tables, embedderOf } = this.parts
    const stored = tables.embedder
    const { index } = tables.current
    const found = embedderOf(stored.id)
    // Vectors of another width are of another model, whatever it calls itself.
    const embedder = found && isSameEmbedder(found, stored) ? found : undefined
    if (this.#last?.space.index === index && this.#last.embedder === embedder) return this.#last.space
    const space: VectorSpace = embedder
      ? { embedder: withUnrelated(embedder, stored.unrelated), index, usable: true }
      : { embedder: wordsOnly(stored), index, usable: false }
    this.#last = { space, embedder }
    return space
  }

  async use<Result>(work: (space: WritingSpace) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#gate.shared(() => work(this.current()), signal)
  }

  /** Runs work while nobody is lent the pair for writing; those who come meanwhile wait. */
  async exchange<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    return this.#gate.alone(work, signal)
  }

  async remove(documentIds: readonly string[]): Promise<void> {
    await this.parts.tables.remove(documentIds)
  }
}

/** The same embedder, knowing what was measured of it in this store; null leaves it as it is. */
export function withUnrelated(embedder: Embedder, unrelated: number | null): Embedder {
  return unrelated === null ? embedder : embedderWith(embedder, { unrelated })
}

/** Of an embedder that cannot run: asking it fails, and then only words are searched. */
function wordsOnly({ id, dimensions }: StoredEmbedder): Embedder {
  const refused = () => Promise.reject(unusable(id))
  return { id, dimensions, embedPassages: refused, embedQuery: refused }
}

export function unusable(id: string): CairnError {
  return new CairnError('MODEL_UNUSABLE', `The embedder ${id} cannot be used.`, 'Add it again, or choose another one.')
}
