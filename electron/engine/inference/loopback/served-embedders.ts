import { CairnError } from '@shared/errors'
import type { ModelSettings } from '@shared/models/model-settings'
import type { Embedder } from '@engine/ports/models/embedder'
import { systemClock } from '../routing/first-token-probe'
import type { KeptBack } from '../routing/without-kept'
import type { ModelRecords } from '../routing/model-records'
import { SharedCalls } from '../routing/shared-calls'
import type { ServerGate } from './loopback-request'
import { serverOfModel } from './loopback-models'
import { embedderWithoutKept } from './embedder-without-kept'
import { openServedEmbedder } from './served-embedder'

export interface ServedEmbeddersOptions {
  readonly gate: ServerGate
  readonly settings: () => Pick<ModelSettings, 'servers'>
  readonly records: Pick<ModelRecords, 'admits' | 'begin' | 'reset'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds, of any clock that only goes forward. */
  readonly clock: () => number
  /** Ends every call, also one that nobody waits for. */
  readonly closing: AbortSignal
  /** What those of other machines are not sent. */
  readonly kept: KeptBack
  /** Told when an embedder can be used that could not be before, or the other way round. */
  readonly changed: () => void
}

/** Milliseconds a server has for a call, loading the model included. */
const callMs = 60_000

/** Embedders of servers. One is there once its server has said how many dimensions it has. */
export class ServedEmbedders {
  readonly #opened = new Map<string, { readonly url: string; readonly embedder: Embedder }>()
  readonly #opening = new SharedCalls<Embedder>()

  constructor(private readonly options: ServedEmbeddersOptions) {}

  /** The embedder, where it was opened; else begins to open it, unless it failed just before. */
  find(id: string): Embedder | undefined {
    const { settings, records, closing } = this.options
    const url = serverOfModel(id, settings().servers)?.url
    const known = this.#opened.get(id)
    if (known && known.url === url) return known.embedder
    // Its failure is in the records, for everybody to see.
    if (url !== undefined && !closing.aborted && records.admits(id)) this.open(id).catch(() => undefined)
    return undefined
  }

  /** Throws CairnError as `openServedEmbedder`; MODEL_UNUSABLE also for an id that names no server. */
  async open(id: string): Promise<Embedder> {
    return this.#opening.call(id, async () => {
      const { settings, gate, now, changed, closing, kept, ...options } = this.options
      const server = serverOfModel(id, settings().servers)
      if (!server) throw noServer(id)
      const access = { url: server.url, gate, now, clock: systemClock, firstByteMs: callMs }
      const unlike = () => {
        this.#opened.delete(id)
        changed()
      }
      const served = await openServedEmbedder({ ...options, id, model: server.model, access, closing, unlike })
      const embedder = embedderWithoutKept(served, kept)
      this.#opened.set(id, { url: server.url, embedder })
      changed()
      return embedder
    })
  }
}

function noServer(id: string): CairnError {
  return new CairnError('MODEL_UNUSABLE', `${id} names no server.`, 'Look for servers, and choose one of their models.')
}
