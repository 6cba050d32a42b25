import { join } from 'node:path'
import { totalmem } from 'node:os'
import type { ModelSettings } from '@shared/models/model-settings'
import type { ModelSettingsPatch } from '@shared/settings'
import type { EmbeddingState, ModelsState } from '@shared/models/models'
import { ModelDetails } from '@shared/models/models'
import { timer } from '@engine/platform/deadline'
import { createNetworkGate, type NetworkGate, type NetworkGateOptions } from '@engine/platform/network-gate'
import type { ServerKeys } from '@engine/platform/server-keys'
import type { Embedder } from '@engine/ports/models/embedder'
import type { HostProcess } from '@engine/ports/models/host-process'
import type { KeptText } from '@engine/ports/models/kept-text'
import type { Reader } from '@engine/ports/models/reader'
import type { Reranker } from '@engine/ports/models/reranker'
import type { ModelFiles } from './host/protocol'
import { keyedGate } from './loopback/loopback-request'
import { isOnOtherMachine, isServed, serverOfModel } from './loopback/loopback-models'
import { ServedEmbedders } from './loopback/served-embedders'
import { ServerList } from './loopback/server-list'
import { describeMachine } from './models/machine'
import { ModelsDesk, type ModelsDeskParts } from './models/models-desk'
import { type ModelStore, openModelStore } from './models/open-model-store'
import { StarterDesk } from './models/starter/starter-desk'
import { createModelInstances, type ModelInstances } from './resident/model-instances'
import { ResidentModelSet } from './resident/resident-models'
import { systemClock } from './routing/first-token-probe'
import type { KeptBack } from './routing/without-kept'
import { parametersInName } from './routing/fit-to-judge'
import { ModelRecords } from './routing/model-records'
import { createModelRouter, type ModelRouter } from './routing/model-router'
import type { ResidentModels } from './supervision/host-client'
import { SupervisedHost } from './supervision/supervised-host'

export interface InferenceOptions {
  /** Absolute path of the models folder, which is made when the first model is added. */
  readonly folder: string
  /** Where it is kept what a person asked of the starter set, absolute. */
  readonly starterFile: string
  /** The catalogue, absolute. */
  readonly manifest: string
  readonly builtIn: Embedder
  /** Starts the process that runs models. */
  readonly fork: (role: 'language' | 'vectors') => HostProcess
  readonly settings: { readonly get: () => ModelSettings; change(patch: ModelSettingsPatch): Promise<unknown> }
  readonly keys: Pick<ServerKeys, 'has' | 'set' | 'headersFor' | 'mask'>
  /** Of the gate: the switch to be offline, and who keeps what it saw. */
  readonly network?: Pick<NetworkGateOptions, 'isOffline' | 'record'>
  readonly embedding: { state(): EmbeddingState; pause(paused: boolean): Promise<void> }
  readonly publish: (state: ModelsState) => void
  /** Sees to it that one Cairn changes the folder at a time. Throws STORE_LOCKED. */
  readonly lockModels: (folder: string) => Promise<{ release(): Promise<void> }>
  /** What models of other machines are not sent. */
  readonly kept: KeptText
  readonly newId: () => string
  readonly log: (line: string) => void
}

export interface Inference {
  readonly language: ModelRouter
  readonly desk: ModelsDesk
  readonly gate: NetworkGate
  /** To be called for changes that only the caller knows of, such as the progress of embedding. */
  readonly changed: () => void
  /** To be called when the settings have changed: publishes, and loads the chosen embedder, reranker and reader. */
  readonly warm: () => void
  /** An embedder that could be used now; the same object as long as its files stay the same. */
  readonly embedderOf: (id: string) => Embedder | undefined
  /** The chosen reranking model; null where there is none. */
  reranker(): Reranker | null
  /** The chosen reader; null where there is none. */
  reader(): Reader | null
  /** To be called once `settings` and `embedding` can be used; changes are published from then on. */
  start(): void
  close(): Promise<void>
}

/** The share of the machine's memory for each process that runs models, where the user set no limit. */
const shareOfMemory = 0.9
/** The share of a process's memory for the models' weights. The rest is for their computations. */
const shareOfLimit = 0.6

/** Wires everything of models together: processes, the folder, downloads, servers, routing. Never fails for a model's sake. */
export async function openInference(options: InferenceOptions): Promise<Inference> {
  const { folder, manifest: manifestPath, builtIn, lockModels: lock, newId, log } = options
  const settings = options.settings.get
  const now = Date.now
  const opened: Opened = {}
  const changed = () => {
    opened.desk?.changed()
    opened.starter?.look()
  }
  const { resident, inspect } = createHosts(options)
  const gate = createNetworkGate({ allowedHosts: () => settings().allowed_hosts, now, log, ...options.network })
  const fileOptions = { folder, manifestPath, gate, settings, inspect, lock, newId, now, changed, log }
  const store = await openModelStore(fileOptions)
  const { models } = store
  const records = new ModelRecords({ now, coolDownMs: () => settings().cool_down_ms, log, changed })
  const closing = new AbortController()
  const { servers, servedEmbedders, gate: toServers } = createServers(options, { gate, records, closing, changed })
  const instances = createModelInstances({
    ...{ models, resident, settings, gate: toServers, servers, servedEmbedders, records, now, clock },
  })
  const backend = (id: string) => instances.language(id)
  const parametersOf = (id: string) =>
    models.get(id)?.details.parameters ?? parametersInName(serverOfModel(id, settings().servers)?.model ?? '')
  const routing = { settings, backend, parametersOf, now, clock: systemClock, kept: keptBackOf(options) }
  const language = createModelRouter({ ...routing, log, changed })
  const desk = await openDesk({ options, store, resident, instances, language, records, servers, gate, opened })
  const chosen = <T>(id: string | null, find: (id: string) => T | undefined) => (id === null ? null : find(id)) ?? null
  const warm = () => instances.warm(settings())
  return {
    language,
    desk,
    gate,
    changed,
    warm: () => {
      changed()
      warm()
    },
    embedderOf: (id) => (id === builtIn.id ? builtIn : instances.embedder(id)),
    reranker: () => chosen(settings().reranker, instances.reranker),
    reader: () => chosen(settings().reader, instances.reader),
    start() {
      desk.start()
      warm()
      models.start()
      opened.starter?.start()
      if (!usesServers(settings())) return
      void servers.find().then(changed, (thrown: unknown) => log(`Servers were not found: ${String(thrown)}`))
    },
    async close() {
      await opened.starter?.close()
      desk.close()
      closing.abort()
      await store.downloads.close()
      await models.close()
      await resident.close()
    },
  }
}

/** What is kept from models of other machines, and which those are by the settings of now. */
function keptBackOf({ kept, settings }: InferenceOptions): KeptBack {
  return {
    keepsAny: () => kept.keepsAny(),
    without: (texts) => kept.without(texts),
    isElsewhere: (id) => isOnOtherMachine(id, settings.get().servers),
  }
}

/** The two processes that run models, the models loaded in them, and the inspection of a model's files. */
function createHosts({ fork, settings, log }: InferenceOptions) {
  const memoryLimitBytes = () => settings.get().memory_limit_bytes ?? totalmem() * shareOfMemory
  // Somebody waits for what a process does after it, so the timer keeps ours alive; `close` calls it off.
  const hostOf = (role: 'language' | 'vectors') =>
    new SupervisedHost({ role, fork: () => fork(role), memoryLimitBytes, now: Date.now, after: timer, log })
  const hosts = { language: hostOf('language'), vectors: hostOf('vectors') }
  const memoryBytes = () => memoryLimitBytes() * shareOfLimit
  const after = backgroundTimer
  const resident = new ResidentModelSet({ ...hosts, options: settings.get, memoryBytes, now: Date.now, after, log })
  return {
    resident,
    inspect: async (files: ModelFiles, signal?: AbortSignal) => {
      // In a process of its own: what a hostile file does to it must not end an answer that is being written.
      const host = hostOf('vectors')
      try {
        return ModelDetails.parse(await host.call({ type: 'inspect', files }, { signal }))
      } finally {
        await host.close()
      }
    },
  }
}

/** The desks, which what they are opened with calls back. */
interface Opened {
  desk?: ModelsDesk
  starter?: StarterDesk
}

interface DeskParts {
  readonly options: InferenceOptions
  readonly store: ModelStore
  readonly resident: ResidentModels
  readonly instances: ModelInstances
  readonly language: ModelRouter
  readonly records: ModelRecords
  readonly servers: ModelsDeskParts['servers']
  readonly gate: NetworkGate
  readonly opened: Opened
}

async function openDesk({ options, store, resident, instances, language, records, servers, gate, opened }: DeskParts) {
  const { folder, embedding, settings, publish, log } = options
  const { models, uploads, downloads, manifest } = store
  const machine = await describeMachine(folder)
  const starter = await StarterDesk.open({
    ...{ manifest, folder: models, downloads, settings, log },
    file: options.starterFile,
    machine: () => opened.desk?.machine ?? machine,
    remove: async (id) => opened.desk?.delete(id),
    changed: () => opened.desk?.changed(),
  })
  const desk = new ModelsDesk({
    servers,
    gate,
    starter,
    machine,
    path: folder,
    folder: models,
    uploads,
    downloads,
    manifest,
    resident,
    residentModel: (id) => instances.residentModel(id),
    router: {
      performanceOf: (id) =>
        (models.get(id)?.kind ?? servers.kindOf(id) ?? 'language') === 'language'
          ? language.runtimeOf(id)
          : records.runtimeOf(id),
      reset: (id) => {
        language.reset(id)
        records.reset(id)
      },
    },
    embedding,
    settings,
    describeMachine: (gpus) => describeMachine(folder, gpus),
    publish,
    clock,
    later: backgroundTimer,
    log,
  })
  Object.assign(opened, { desk, starter })
  return desk
}

/** Model servers, and what is kept of them. A server that is found again is tried again. */
function createServers(
  options: InferenceOptions,
  parts: { gate: NetworkGate; records: ModelRecords; closing: AbortController; changed: () => void },
) {
  const { keys, embedding } = options
  const settings = options.settings.get
  const { records, changed } = parts
  const now = Date.now
  const kept = keptBackOf(options)
  const closing = parts.closing.signal
  const gate = keyedGate(parts.gate, keys)
  const list = new ServerList({ gate, settings, hasKey: (url) => keys.has(url), now, closing, changed })
  const servedEmbedders = new ServedEmbedders({ gate, settings, records, now, clock, closing, kept, changed })
  const find: ServerList['find'] = async (signal, also) => {
    const found = await list.find(signal, also)
    for (const id of new Set([settings().embedder ?? '', embedding.state().current])) {
      if (list.kindOf(id) !== 'embedder') continue
      records.reset(id)
      servedEmbedders.find(id)
    }
    return found
  }
  const servers = {
    list: () => list.list(),
    kindOf: (id: string) => list.kindOf(id),
    contextFor: (id: string) => list.contextFor(id),
    find,
    setKey: (url: string, key: string | null) => keys.set(url, key),
    openEmbedder: (id: string) => servedEmbedders.open(id),
  }
  return { servers, servedEmbedders, gate }
}

/** Only where the user has chosen a server: nothing else on this machine is asked anything by itself. */
function usesServers({ language, fallback, embedder, servers }: ModelSettings): boolean {
  return servers.length > 0 || [language, fallback, embedder].some((id) => id !== null && isServed(id))
}

function clock(): number {
  return performance.now()
}

/** A timer that does not keep the process alive. */
function backgroundTimer(ms: number, then: () => void): () => void {
  const timeout = setTimeout(then, ms)
  timeout.unref()
  return () => clearTimeout(timeout)
}

/** The folder of a store's models, unless the user names another. */
export function modelsFolderOf(store: string): string {
  return process.env['CAIRN_MODELS'] || join(store, 'models')
}
