import { CairnError } from '@shared/errors'
import type { ModelSettings } from '@shared/models/model-settings'
import type { ModelKind } from '@shared/models/models'
import type { Embedder } from '@engine/ports/models/embedder'
import type { ServerGate } from '../loopback/loopback-request'
import { isServed, serverOfModel } from '../loopback/loopback-models'
import { LoopbackLanguageModel } from '../loopback/loopback-server'
import type { ServedEmbedders } from '../loopback/served-embedders'
import type { ServerList } from '../loopback/server-list'
import type { ModelFolder } from '../models/folder/model-folder'
import type { LanguageBackend } from '../routing/language-backend'
import type { ModelRecords } from '../routing/model-records'
import type { ResidentModel, ResidentModels } from '../supervision/host-client'
import { createHostEmbedder } from './host-embedder'
import { createHostReader } from './host-reader'
import { createHostReranker } from './host-reranker'
import { LocalLanguageModel } from './local-language-model'

/** More context costs memory for every model, and Cairn's prompts stay far below it. */
const maxContext = 8192
const defaultContext = 4096

export interface ModelInstancesOptions {
  readonly models: Pick<ModelFolder, 'get' | 'filesOf'>
  readonly resident: ResidentModels
  readonly settings: () => ModelSettings
  /** The way to servers. */
  readonly gate: ServerGate
  readonly servers: Pick<ServerList, 'contextFor'>
  readonly servedEmbedders: Pick<ServedEmbedders, 'find'>
  /** Circuit breakers and figures of embedders, rerankers and readers. */
  readonly records: ModelRecords
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds, of any clock that only goes forward. */
  readonly clock: () => number
}

export type ModelInstances = ReturnType<typeof createModelInstances>

/** The models by their ids, as objects that can be called. Each is the same object as long as its files or address are. */
export function createModelInstances(options: ModelInstancesOptions) {
  const { models, resident, settings, gate, servers, servedEmbedders, records, now, clock } = options
  const residentModel = (id: string) => toResidentModel(models, id)
  const usable = (id: string, kind: ModelKind) => {
    const model = models.get(id)
    return model?.kind === kind && model.problem === null ? model : undefined
  }
  const stampOf = (id: string) => models.get(id)?.stamp
  const serverOf = (id: string) => serverOfModel(id, settings().servers)
  const vectorOptions = { records, clock }

  const local = cachedBy(stampOf, (id): LanguageBackend | undefined => {
    const model = usable(id, 'language')
    return model && new LocalLanguageModel(model.name, residentModel(id), resident)
  })
  // The settings may give its host another address.
  const served = cachedBy(
    (id) => serverOf(id)?.url,
    (id): LanguageBackend | undefined => {
      const server = serverOf(id)
      const context = servers.contextFor(id)
      return server ? new LoopbackLanguageModel({ id, name: server.model, ...server, gate, context, now }) : undefined
    },
  )
  const localEmbedder = cachedBy(stampOf, (id) => {
    const dimensions = usable(id, 'embedder')?.details.dimensions
    return dimensions == null
      ? undefined
      : createHostEmbedder({ ...residentModel(id), dimensions }, resident, vectorOptions)
  })
  const reranker = cachedBy(stampOf, (id) =>
    usable(id, 'reranker') ? createHostReranker(residentModel(id), resident, vectorOptions) : undefined,
  )
  const reader = cachedBy(stampOf, (id) =>
    usable(id, 'reader') ? createHostReader(residentModel(id), resident, vectorOptions) : undefined,
  )
  return {
    /** A model as it is loaded for work. Throws CairnError NOT_FOUND, or the fault of its files. */
    residentModel,
    /** A language model of this machine or of a server; undefined where there is none. */
    language: (id: string) => (isServed(id) ? served(id) : local(id)),
    /** An embedder of this machine or of a server; undefined where there is none, or the server has not answered yet. */
    embedder: (id: string): Embedder | undefined => (isServed(id) ? servedEmbedders.find(id) : localEmbedder(id)),
    reranker,
    reader,
    /** Begins to load what was chosen, so that the first question need not wait for it. */
    warm(chosen: Pick<ModelSettings, 'embedder' | 'reranker' | 'reader'>) {
      if (chosen.embedder !== null && isServed(chosen.embedder)) servedEmbedders.find(chosen.embedder)
      else if (chosen.embedder !== null) localEmbedder(chosen.embedder)?.warm()
      if (chosen.reranker !== null) reranker(chosen.reranker)?.warm()
      if (chosen.reader !== null) reader(chosen.reader)?.warm()
    },
  }
}

function toResidentModel(models: ModelInstancesOptions['models'], id: string): ResidentModel {
  const model = models.get(id)
  if (!model) throw new CairnError('NOT_FOUND', `The model ${id} is not installed.`, 'Choose another one.')
  if (model.problem) throw new CairnError(model.problem.code, model.problem.message, model.problem.action)
  const contextLength = Math.min(model.details.context_length ?? defaultContext, maxContext)
  const memoryBytes = model.details.memory_bytes || undefined
  return { id, files: models.filesOf(id), contextLength, memoryBytes, stamp: model.stamp || undefined }
}

/** Keeps an object for each id, and makes it anew when `versionOf` changes. */
function cachedBy<T>(versionOf: (id: string) => unknown, make: (id: string) => T | undefined) {
  const cache = new Map<string, { readonly version: unknown; readonly made: T }>()
  return (id: string): T | undefined => {
    const version = versionOf(id)
    const cached = cache.get(id)
    if (cached && cached.version === version) return cached.made
    const made = make(id)
    if (made === undefined) cache.delete(id)
    else cache.set(id, { version, made })
    return made
  }
}
