import { join } from 'node:path'
import { totalmem } from 'node:os'
import { CairnError } from '@shared/errors'
import type { EmbeddingState, LoopbackServer, ModelSettings, ModelSettingsPatch, ModelsState } from '@shared/models'
import { ModelDetails } from '@shared/models'
import { createNetworkGate, type NetworkGate } from '@engine/platform/network-gate'
import type { Embedder } from '@engine/ports/models/embedder'
import type { Reranker } from '@engine/ports/models/reranker'
import { systemClock } from './routing/first-token-probe'
import type { ResidentModel } from './supervision/host-client'
import { createHostEmbedder, type HostEmbedder } from './resident/host-embedder'
import type { HostProcess } from '@engine/ports/models/host-process'
import { createHostReranker, type HostReranker } from './resident/host-reranker'
import type { LanguageBackend } from './routing/language-backend'
import { LocalLanguageModel } from './resident/local-language-model'
import { findServers, serverOfModel } from './loopback/loopback-models'
import { LoopbackLanguageModel } from './loopback/loopback-server'
import { ModelRecords } from './routing/model-records'
import { createModelRouter, type ModelRouter } from './routing/model-router'
import { Downloads } from './models/downloads/downloads'
import { describeMachine } from './models/machine'
import { ModelFolder } from './models/folder/model-folder'
import { readManifest } from './models/model-manifest'
import { ModelUploads } from './models/import/model-uploads'
import { ModelsDesk } from './models/models-desk'
import { createResidentModels } from './resident/resident-models'
import { createSupervisedHost } from './supervision/supervised-host'

export interface InferenceOptions {
  /** Where models lie, absolute; made when the first one is added. */
  readonly folder: string
  /** The catalogue, absolute. */
  readonly manifest: string
  readonly builtIn: Embedder
  /** Starts the process that runs models. */
  readonly fork: (role: 'language' | 'vectors') => HostProcess
  readonly settings: { readonly get: () => ModelSettings; change(patch: ModelSettingsPatch): Promise<unknown> }
  readonly embedding: { state(): EmbeddingState; pause(paused: boolean): Promise<void> }
  readonly publish: (state: ModelsState) => void
  /** Sees to it that one Cairn changes the folder at a time. Throws STORE_LOCKED. */
  readonly lockModels: (folder: string) => Promise<{ release(): Promise<void> }>
  readonly newId: () => string
  readonly log: (line: string) => void
}

export interface Inference {
  readonly language: ModelRouter
  readonly desk: ModelsDesk
  readonly gate: NetworkGate
  /** To be called for whatever the state of the models says but does not know of, such as the making of vectors. */
  readonly changed: () => void
  /** Tells of the change and loads the chosen embedder and reranker; to be called when the settings have changed. */
  readonly warm: () => void
  /** An embedder that could be asked now; the same one each time, as long as it is the same. */
  readonly embedderOf: (id: string) => Embedder | undefined
  /** The chosen reranking model; null where there is none. */
  reranker(): Reranker | null
  /** From here on settings and embedding can be asked, and changes are told. */
  start(): void
  close(): Promise<void>
}

/** More context costs memory for every model, and Cairn's prompts stay far below it. */
const longestContext = 8192
const defaultContext = 4096
/** Without a limit of the user's. */
const shareOfMemory = 0.9
/** Of what the process may take, for models that stay beside each other: the rest is for what they compute. */
const shareOfLimit = 0.6

/** Wires everything of models together: processes, the folder, downloads, servers, routing. Never fails for a model's sake. */
export async function openInference(options: InferenceOptions): Promise<Inference> {
  const { folder, builtIn, fork, settings, log, newId } = options
  const now = Date.now
  const clock = () => performance.now()
  /** Somebody waits for what a process does after it, so it keeps ours alive; `close` calls it off. */
  const after = (ms: number, call: () => void) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  }
  const later = (ms: number, call: () => void) => {
    const timer = setTimeout(call, ms)
    timer.unref()
    return () => clearTimeout(timer)
  }
  let started = false
  /** So that the first question need not wait for the embedder and the reranker. */
  const warm = () => {
    const { embedder: chosen, reranker } = settings.get()
    if (chosen !== null) embedder(chosen)?.warm()
    if (reranker !== null) reranking(reranker)?.warm()
  }
  const changed = () => {
    if (started) opened.desk?.changed()
  }
  const memoryLimitBytes = () => settings.get().memory_limit_bytes ?? totalmem() * shareOfMemory
  const hostOf = (role: 'language' | 'vectors') =>
    createSupervisedHost({ role, fork: () => fork(role), memoryLimitBytes, now: clock, after, log })
  const hosts = { language: hostOf('language'), vectors: hostOf('vectors') }
  const resident = createResidentModels({
    ...hosts,
    options: settings.get,
    memoryBytes: () => memoryLimitBytes() * shareOfLimit,
    now: clock,
    after: later,
    log,
  })
  const gate = createNetworkGate({ allowedHosts: () => settings.get().allowed_hosts, now, log })
  const models = await ModelFolder.open({
    folder,
    inspect: async (files, signal) => {
      // In a process of its own: what a hostile file does to it must not end an answer that is being written.
      const host = hostOf('vectors')
      try {
        return ModelDetails.parse(await host.call({ type: 'inspect', files }, { signal }))
      } finally {
        await host.close()
      }
    },
    newId,
    now,
    changed,
    log,
    lock: options.lockModels,
  })

  const residentModel = (id: string): ResidentModel => {
    const model = models.get(id)
    if (!model) throw new CairnError('NOT_FOUND', `The model ${id} is not installed.`, 'Choose another one.')
    if (model.problem) throw new CairnError(model.problem.code, model.problem.message, model.problem.action)
    const contextLength = Math.min(model.details.context_length ?? defaultContext, longestContext)
    const memoryBytes = model.details.memory_bytes || undefined
    return { id, files: models.filesOf(id), contextLength, memoryBytes, stamp: model.stamp || undefined }
  }
  /** One object a model, made anew when the model is another one under the same id. */
  const remembered = <T>(
    make: (id: string) => T | undefined,
    origin: (id: string) => unknown = (id) => models.get(id)?.stamp,
  ) => {
    const known = new Map<string, { readonly of: unknown; readonly made: T }>()
    return (id: string): T | undefined => {
      const of = origin(id)
      const held = known.get(id)
      if (held && held.of === of) return held.made
      const made = make(id)
      if (made === undefined) known.delete(id)
      else known.set(id, { of, made })
      return made
    }
  }
  const usable = (id: string, kind: 'language' | 'embedder' | 'reranker') => {
    const model = models.get(id)
    return model?.kind === kind && model.problem === null ? model : undefined
  }
  const local = remembered((id): LanguageBackend | undefined => {
    const model = usable(id, 'language')
    return model && new LocalLanguageModel({ name: model.name, model: residentModel(id), resident })
  })
  const serverOf = (id: string) => serverOfModel(id, settings.get().servers)
  const served = remembered(
    (id): LanguageBackend | undefined => {
      const server = serverOf(id)
      return server ? new LoopbackLanguageModel({ id, name: server.model, ...server, gate, now }) : undefined
    },
    // The settings may give its host another address.
    (id) => serverOf(id)?.url,
  )
  const coolDownMs = () => settings.get().cool_down_ms
  const records = new ModelRecords({ now, coolDownMs, log, changed })
  const vectorOptions = { records, clock }
  const embedder = remembered((id): HostEmbedder | undefined => {
    const dimensions = usable(id, 'embedder')?.details.dimensions
    return dimensions == null
      ? undefined
      : createHostEmbedder({ ...residentModel(id), dimensions }, resident, vectorOptions)
  })
  const reranking = remembered((id): HostReranker | undefined =>
    usable(id, 'reranker') ? createHostReranker(residentModel(id), resident, vectorOptions) : undefined,
  )

  const language = createModelRouter({
    settings: settings.get,
    backend: (id) => (id.startsWith('server:') ? served(id) : local(id)),
    now,
    clock: systemClock,
    log,
    changed,
  })
  const manifest = await readManifest(options.manifest).catch((thrown: unknown) => {
    log(`The catalogue of models cannot be read: ${String(thrown)}`)
    return { version: 1 as const, checked_on: '', entries: [] }
  })
  const downloads = await Downloads.open({
    folder,
    manifest,
    gate,
    mirror: () => settings.get().mirror,
    isInstalled: (entryId) => models.list().some((model) => model.entry_id === entryId),
    access: models,
    add: (path, entry, signal) => models.add([path], { entry, move: true }, signal),
    newId,
    now,
    changed,
    log,
  })
  let found: LoopbackServer[] = []
  const uploads = new ModelUploads({ folder, now, access: models })
  void uploads.sweep().catch((thrown: unknown) => log(`Old uploads were not removed: ${String(thrown)}`))
  const servers = {
    list: () => found,
    find: async (signal?: AbortSignal) => {
      found = await findServers({ gate, servers: settings.get().servers, signal })
      return found
    },
  }
  const opened: { desk?: ModelsDesk } = {}
  const desk = new ModelsDesk({
    path: folder,
    folder: models,
    uploads,
    downloads,
    manifest,
    resident: { ...resident, onChange: (listener) => resident.onChange(() => (started ? listener() : undefined)) },
    residentModel,
    router: {
      performanceOf: (id) =>
        (models.get(id)?.kind ?? 'language') === 'language' ? language.runtimeOf(id) : records.runtimeOf(id),
      reset: (id) => {
        language.reset(id)
        records.reset(id)
      },
    },
    servers,
    embedding: options.embedding,
    settings,
    gate,
    describeMachine: (gpus) => describeMachine(folder, gpus),
    machine: await describeMachine(folder),
    publish: options.publish,
    clock,
    later,
    log,
  })
  opened.desk = desk
  return {
    language,
    desk,
    gate,
    changed,
    warm: () => {
      changed()
      warm()
    },
    embedderOf: (id) => (id === builtIn.id ? builtIn : embedder(id)),
    reranker: () => {
      const { reranker } = settings.get()
      return (reranker === null ? undefined : reranking(reranker)) ?? null
    },
    start() {
      started = true
      warm()
      models.start()
      // Only where the user has chosen one: nothing else on this machine is asked anything by itself.
      const { language: chosen, fallback, servers: named } = settings.get()
      if (named.length === 0 && ![chosen, fallback].some((id) => id?.startsWith('server:'))) return
      void servers.find().then(changed, (thrown: unknown) => log(`Servers were not found: ${String(thrown)}`))
    },
    async close() {
      desk.close()
      await downloads.close()
      await models.close()
      await resident.close()
      await Promise.all([hosts.language.close(), hosts.vectors.close()])
    },
  }
}

/** Where a store keeps its models unless the user says otherwise. */
export function modelsFolderOf(store: string): string {
  return process.env['CAIRN_MODELS'] || join(store, 'models')
}
