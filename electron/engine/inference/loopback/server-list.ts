import type { ModelSettings } from '@shared/models/model-settings'
import type { LoopbackServer, ServedModel } from '@shared/models/models'
import { chosenModels } from '../models/folder/gone-models'
import { systemClock } from '../routing/first-token-probe'
import { abandonOnAbort } from '../routing/shared-calls'
import type { ServerGate } from './loopback-request'
import { findServers, serverOfModel, type WellKnownServer } from './loopback-models'
import type { ServedContext } from './loopback-server'
import { listModels, loadInOllama, readServedModels, type ServerQuery } from './served-models'

export interface ServerListOptions {
  readonly gate: ServerGate
  readonly settings: () => ModelSettings
  readonly hasKey: (url: string) => boolean
  readonly now: () => number
  /** Ends what nobody waits for. */
  readonly closing: AbortSignal
  /** Told when `list` would say something else. */
  readonly changed: () => void
  readonly limitMs?: number | undefined
  /** See `findServers`. */
  readonly wellKnown?: readonly WellKnownServer[] | undefined
}

/** So long a context that was read counts, in milliseconds: servers unload a model that was idle for minutes. */
const freshMs = 60_000

/** Model servers as they were when they were last looked for, and the contexts of their models as they were last read. */
export class ServerList {
  #found: LoopbackServer[] = []
  readonly #contexts = new Map<string, number | null>()
  readonly #lookedAt = new Map<string, number>()
  readonly #looks = new Map<string, Promise<void>>()
  /** Models whose context was asked for once they had answered. */
  readonly #askedLoaded = new Set<string>()

  constructor(private readonly options: ServerListOptions) {}

  list(): LoopbackServer[] {
    return this.#found
  }

  /** Looks for servers, also at one address more. Throws CairnError CANCELLED. */
  async find(signal?: AbortSignal, also?: string): Promise<LoopbackServer[]> {
    const { settings, gate, hasKey, limitMs, wellKnown } = this.options
    const servers = [...settings().servers, ...(also === undefined ? [] : [also])]
    this.#found = await findServers({
      ...{ gate, servers, hasKey, signal, chosen: chosenModels(settings()) },
      ...(limitMs !== undefined && { limitMs }),
      ...(wellKnown && { wellKnown }),
    })
    this.#askedLoaded.clear()
    for (const { models } of this.#found) for (const model of models) this.#contexts.set(model.id, model.context_length)
    return this.#found
  }

  /** Undefined for a model of no server that was found. */
  kindOf(id: string): ServedModel['kind'] | undefined {
    return this.#found.flatMap(({ models }) => models).find((model) => model.id === id)?.kind
  }

  contextFor(id: string): ServedContext {
    const length = () => this.#contexts.get(id) ?? null
    return {
      length,
      look: (signal) => this.#look(id, signal),
      answered: () => {
        if (length() !== null || this.#askedLoaded.has(id)) return
        this.#askedLoaded.add(id)
        this.#lookedAt.delete(id)
        void this.#look(id, this.options.closing)
      },
    }
  }

  async #look(id: string, signal: AbortSignal): Promise<void> {
    const { now, settings } = this.options
    const server = serverOfModel(id, settings().servers)
    const at = this.#lookedAt.get(id)
    if (!server || (at !== undefined && now() - at < freshMs)) return
    // Loading belongs to no caller: a server breaks it off where the one that asked for it leaves.
    const look = this.#looks.get(id) ?? this.#read(id, server).finally(() => this.#looks.delete(id))
    this.#looks.set(id, look)
    // Whoever gives up is told so by its own signal.
    await abandonOnAbort(look, signal).catch(() => undefined)
  }

  async #read(id: string, { url, model }: { url: string; model: string }): Promise<void> {
    const { gate, limitMs = 800, now, changed, closing: signal } = this.options
    const query: ServerQuery = { url, gate, clock: systemClock, limitMs, signal }
    await loadInOllama(model, query)
    const listed = await listModels(query)
    const named = listed === null || listed === 'needs key' ? [] : listed.filter((one) => one.id === model)
    const [read] = await readServedModels(named, query)
    this.#lookedAt.set(id, now())
    if (!read || this.#contexts.get(id) === read.context_length) return
    this.#contexts.set(id, read.context_length)
    const renewed = (one: ServedModel) => (one.id === id ? { ...one, context_length: read.context_length } : one)
    this.#found = this.#found.map((one) => ({ ...one, models: one.models.map(renewed) }))
    changed()
  }
}
