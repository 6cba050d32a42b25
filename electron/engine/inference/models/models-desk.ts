import { CairnError } from '@shared/errors'
import { hostsOf } from '@shared/models/model-hosts'
import type { ModelSettings } from '@shared/models/model-settings'
import type { ModelSettingsPatch } from '@shared/settings'
import type {
  CatalogueItem,
  EmbeddingState,
  InstalledModel,
  LoopbackServer,
  Machine,
  Manifest,
  ModelKind,
  ModelRuntime,
  ModelsState,
  NetworkAttempt,
} from '@shared/models/models'
import type { Models } from '@engine/ports/models/model-management'
import type { NetworkGate } from '@engine/platform/network-gate'
import { addressForKey, isServed } from '../loopback/loopback-models'
import type { CallRecord } from '../routing/model-records'
import type { ResidentModel, ResidentModels } from '../supervision/host-client'
import type { Downloads } from './downloads/downloads'
import { fitOf } from './machine'
import { chosenModels, goneModels, withoutModel } from './folder/gone-models'
import type { ModelFolder } from './folder/model-folder'
import type { ModelUploads } from './import/model-uploads'
import type { StarterDesk } from './starter/starter-desk'

export interface ModelsDeskParts {
  /** Path of the models folder, for people. */
  readonly path: string
  readonly folder: Pick<ModelFolder, 'list' | 'get' | 'add' | 'delete' | 'problem' | 'requireWritable'>
  readonly uploads: Pick<ModelUploads, 'receive' | 'batchOf' | 'discard'>
  readonly downloads: Pick<Downloads, 'list' | 'start' | 'pause' | 'cancel'>
  readonly manifest: Manifest
  readonly starter: Pick<StarterDesk, 'fetch' | 'lookIn' | 'take' | 'undo' | 'state'>
  readonly resident: Pick<ResidentModels, 'load' | 'unload' | 'residenceOf' | 'hosts' | 'onChange'>
  /** A model with the context Cairn loads it with. Throws CairnError NOT_FOUND, or the fault of its files. */
  readonly residentModel: (id: string) => ResidentModel
  readonly router: {
    /** Undefined for a model that was never asked. */
    performanceOf(id: string): CallRecord | undefined
    /** Forgets its failures: a person wants it tried again. */
    reset(id: string): void
  }
  readonly servers: {
    list(): LoopbackServer[]
    find(signal?: AbortSignal, also?: string): Promise<LoopbackServer[]>
    /** Undefined for a model of no server that was found. */
    kindOf(id: string): ModelKind | undefined
    /** Keeps a key for an address, or forgets it (null). */
    setKey(url: string, key: string | null): Promise<void>
    /** Asks an embedder for its first vector. Throws CairnError where it gives none. */
    openEmbedder(id: string): Promise<unknown>
  }
  readonly embedding: { state(): EmbeddingState; pause(paused: boolean): void | Promise<void> }
  readonly settings: { get(): ModelSettings; change(patch: ModelSettingsPatch): Promise<unknown> }
  readonly gate: Pick<NetworkGate, 'attempts'>
  readonly describeMachine: (gpus: readonly string[]) => Promise<Machine>
  /** The machine as it was when Cairn started. */
  readonly machine: Machine
  /** Told of changes, four times a second at most. */
  readonly publish: (state: ModelsState) => void
  /** Milliseconds on any clock that only goes forward. */
  readonly clock: () => number
  /** Calls once, later; returns what calls it off. */
  readonly later: (ms: number, call: () => void) => () => void
  readonly log: (line: string) => void
}

const publishEveryMs = 250
const machineEveryMs = 5000

const untried: CallRecord = {
  per_second: null,
  first_token_ms: null,
  breaker: 'closed',
  retry_at: null,
  calls: 0,
  failures: 0,
  last_error: null,
}

/** A person's acts on models, each passed on to the part that does it. */
export class ModelsDesk implements Models {
  readonly starter: ModelsDeskParts['starter']
  #machine: Machine
  #machineAt: number
  #gpus: readonly string[] = []
  #publishedAt = Number.NEGATIVE_INFINITY
  #callOff: (() => void) | undefined
  /** Undefined until `start` and after `close`: then nothing is published. */
  #unsubscribe: (() => void) | undefined

  constructor(private readonly parts: ModelsDeskParts) {
    this.starter = parts.starter
    this.#machine = parts.machine
    this.#machineAt = parts.clock()
  }

  /** From here on changes are published. */
  start(): void {
    this.#unsubscribe = this.parts.resident.onChange(() => this.changed())
  }

  /** To be called by everything that changes what `state` says. */
  changed(): void {
    if (!this.#unsubscribe || this.#callOff) return
    const since = this.parts.clock() - this.#publishedAt
    if (since >= publishEveryMs) this.#publish()
    else this.#callOff = this.parts.later(publishEveryMs - since, () => this.#publish())
  }

  state(): ModelsState {
    const { path, folder, downloads, servers, embedding, resident, settings } = this.parts
    this.#refreshMachine()
    const found = servers.list()
    const installed = folder.list()
    const served = found.flatMap((server) => server.models.map(({ id }) => ({ id, reachable: server.reachable })))
    return {
      folder: path,
      problem:
        folder.problem ?? goneModels(path, installed, [...chosenModels(settings.get()), embedding.state().current]),
      installed,
      downloads: downloads.list(),
      servers: found,
      runtime: [
        ...installed.map((model) => this.#runtimeOf(model)),
        ...served.map(({ id, reachable }) => this.#servedRuntime(id, reachable)),
      ],
      embedding: embedding.state(),
      hosts: resident.hosts(),
      machine: this.#machine,
      starter: this.starter.state(),
    }
  }

  /** As it was described last. */
  get machine(): Machine {
    return this.#machine
  }

  async catalogue(): Promise<CatalogueItem[]> {
    const machine = await this.parts.describeMachine(this.#gpus)
    const installed = new Set(this.parts.folder.list().map(({ entry_id }) => entry_id))
    const { mirror } = this.parts.settings.get()
    return this.parts.manifest.entries.map((entry) => ({
      entry,
      fit: fitOf(entry.memory_bytes, machine),
      installed: installed.has(entry.id),
      hosts: hostsOf(entry, mirror),
    }))
  }

  async add(paths: readonly string[], signal?: AbortSignal): Promise<InstalledModel> {
    const { folder, uploads } = this.parts
    const sent = uploads.batchOf(paths)
    if (!sent) return folder.add(paths, {}, signal)
    try {
      return await folder.add(sent.paths, { move: true }, signal)
    } finally {
      await uploads.discard(sent.batch)
    }
  }

  async receive(name: string, batch: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<string> {
    return this.parts.uploads.receive(name, batch, bytes, signal)
  }

  async delete(id: string): Promise<void> {
    const { folder, resident, settings, router } = this.parts
    if (!folder.get(id)) throw new CairnError('NOT_FOUND', 'This model is not installed.', 'Look at the list again.')
    await folder.requireWritable()
    await resident.unload(id)
    const patch = withoutModel(settings.get(), id)
    if (patch) await settings.change(patch)
    await folder.delete(id)
    router.reset(id)
    this.changed()
  }

  async download(entryId: string, allow: readonly string[]): Promise<string> {
    return this.parts.downloads.start(entryId, allow)
  }

  async pauseDownload(id: string): Promise<boolean> {
    return this.parts.downloads.pause(id)
  }

  async cancelDownload(id: string): Promise<boolean> {
    return this.parts.downloads.cancel(id)
  }

  async load(id: string): Promise<ModelsState> {
    const { resident, residentModel, router, servers } = this.parts
    if (isServed(id)) {
      router.reset(id)
      // A server loads its models itself, when they are asked; an embedder can be asked here and now.
      if (servers.kindOf(id) === 'embedder') await servers.openEmbedder(id)
    } else {
      const { gpus } = await resident.load(residentModel(id))
      this.#gpus = gpus
      this.#machine = { ...this.#machine, gpus: [...gpus] }
      router.reset(id)
    }
    this.changed()
    return this.state()
  }

  async unload(id: string): Promise<ModelsState> {
    await this.parts.resident.unload(id)
    this.changed()
    return this.state()
  }

  async findServers(signal?: AbortSignal, also?: string): Promise<LoopbackServer[]> {
    const found = await this.parts.servers.find(signal, also)
    this.changed()
    return found
  }

  async setServerKey(url: string, key: string | null): Promise<LoopbackServer[]> {
    const address = addressForKey(url)
    if (address === null) {
      const message = 'A key is sent to a server on this machine, or by https.'
      throw new CairnError('INVALID_INPUT', message, 'Give an address that begins with https.')
    }
    const { servers } = this.parts
    await servers.setKey(address, key)
    // Its address may be one that the settings do not have.
    return this.findServers(undefined, servers.list().find((server) => server.url === address) ? undefined : address)
  }

  async pauseEmbedding(paused: boolean): Promise<ModelsState> {
    await this.parts.embedding.pause(paused)
    this.changed()
    return this.state()
  }

  networkLog(): NetworkAttempt[] {
    return this.parts.gate.attempts()
  }

  /** Says nothing any more. Does not close what it was given. */
  close(): void {
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
    this.#callOff?.()
    this.#callOff = undefined
  }

  #publish(): void {
    this.#callOff = undefined
    if (!this.#unsubscribe) return
    this.#publishedAt = this.parts.clock()
    this.parts.publish(this.state())
  }

  #runtimeOf({ id, kind }: InstalledModel): ModelRuntime {
    const { resident, router } = this.parts
    const { state, progress, loaded } = resident.residenceOf(id)
    const role = kind === 'language' ? 'language' : 'vectors'
    const host = resident.hosts().find((one) => one.role === role)
    if (loaded && loaded.gpus.length > 0) this.#gpus = loaded.gpus
    return {
      ...(router.performanceOf(id) ?? untried),
      id,
      state,
      progress,
      memory_bytes: loaded ? (host?.memory_bytes ?? null) : null,
      device: loaded?.device ?? '',
    }
  }

  #servedRuntime(id: string, reachable: boolean): ModelRuntime {
    const performance = this.parts.router.performanceOf(id) ?? untried
    const state = reachable ? 'ready' : 'failed'
    return { ...performance, id, state, progress: 0, memory_bytes: null, device: '' }
  }

  /** Describes the machine anew in the background: that takes a moment, and the machine hardly ever changes. */
  #refreshMachine(): void {
    const now = this.parts.clock()
    if (now - this.#machineAt < machineEveryMs) return
    this.#machineAt = now
    void this.parts.describeMachine(this.#gpus).then(
      (machine) => {
        this.#machine = machine
      },
      (thrown: unknown) => this.parts.log(`The machine could not be described: ${String(thrown)}`),
    )
  }
}
