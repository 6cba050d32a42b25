import { CairnError } from '@shared/errors'
import type {
  CatalogueItem,
  InstalledModel,
  LoopbackServer,
  ModelRuntime,
  ModelsState,
  NetworkAttempt,
  ServedModel,
} from '@shared/models/models'
import type { StarterFound, StarterSet } from '@shared/models/starter-set'
import type { Models } from '@engine/ports/models/model-management'
import type { StarterActs } from '@engine/ports/models/starter-acts'

/** A model that is loaded and has answered nothing yet. */
export function runtimeNamed(id: string, fields: Partial<ModelRuntime> = {}): ModelRuntime {
  return {
    id,
    state: 'ready',
    progress: 1,
    memory_bytes: null,
    device: 'cpu',
    per_second: null,
    first_token_ms: null,
    breaker: 'closed',
    retry_at: null,
    calls: 0,
    failures: 0,
    last_error: null,
    ...fields,
  }
}

/** A language model in the models folder that can be used. */
export function modelNamed(id: string, fields: Partial<InstalledModel> = {}): InstalledModel {
  return {
    id,
    kind: 'language',
    format: 'gguf',
    name: id.replace(/^[a-z]+:/u, ''),
    bytes: 1,
    added_at: 0,
    entry_id: null,
    licence: null,
    details: {
      architecture: null,
      parameters: null,
      quantization: null,
      context_length: null,
      dimensions: null,
      has_chat_template: true,
      memory_bytes: 1,
    },
    problem: null,
    stamp: '',
    ...fields,
  }
}

/** A server that answers, with language models of these names. */
export function serverNamed(name: string, port: number, models: readonly string[] = []): LoopbackServer {
  return {
    url: `http://127.0.0.1:${port}/v1`,
    name,
    reachable: true,
    has_key: false,
    needs_key: false,
    models: models.map((model) => servedModel(port, model)),
  }
}

export function servedModel(port: number, name: string, fields: Partial<ServedModel> = {}): ServedModel {
  return { id: `server:127.0.0.1:${port}/${name}`, name, kind: 'language', context_length: null, ...fields }
}

/** Nothing installed, on a machine with 16 GB. */
export function modelsStateWith(fields: Partial<ModelsState> = {}): ModelsState {
  return {
    folder: '/store/models',
    installed: [],
    downloads: [],
    servers: [],
    runtime: [],
    embedding: { current: 'fake', dimensions: 4, usable: true, next: null },
    hosts: [],
    machine: { cpu: 'cpu', cores: 8, memory_bytes: 16e9, free_bytes: 9e9, disk_free_bytes: 120e9, gpus: [] },
    ...fields,
  }
}

/** A set that nobody asked for yet, and that has nothing to offer. */
export function starterSetWith(fields: Partial<StarterSet> = {}): StarterSet {
  return {
    parts: [],
    stage: 'offered',
    busy: false,
    missing_bytes: 0,
    memory_bytes: 0,
    hosts: [],
    brought: [],
    ...fields,
  }
}

/** Models that are told beforehand, and that remember what was asked of them. */
export class FakeModels implements Models {
  receive = (name: string, batch: string) => Promise.resolve(`/models/.uploads/${batch}/${name}`)

  now: ModelsState = modelsStateWith()
  items: CatalogueItem[] = []
  attempts: NetworkAttempt[] = []
  /** What was asked, as `name argument…`. */
  readonly asked: string[] = []
  /** Thrown by the next adding or download. */
  failure: CairnError | null = null

  state = (): ModelsState => this.now
  catalogue = () => Promise.resolve(this.items)
  networkLog = () => this.attempts

  add(paths: readonly string[]): Promise<InstalledModel> {
    this.#note('add', ...paths)
    if (this.failure) return Promise.reject(this.#fail(this.failure))
    const model = modelNamed(`gguf:${paths[0] ?? ''}`)
    this.now = { ...this.now, installed: [...this.now.installed, model] }
    return Promise.resolve(model)
  }

  delete(id: string): Promise<void> {
    this.#note('delete', id)
    if (!this.now.installed.some((model) => model.id === id)) {
      return Promise.reject(new CairnError('NOT_FOUND', `There is no model ${id}.`, 'List the models.'))
    }
    this.now = { ...this.now, installed: this.now.installed.filter((model) => model.id !== id) }
    return Promise.resolve()
  }

  download(entryId: string, allow: readonly string[]): Promise<string> {
    this.#note('download', entryId, ...allow)
    return this.failure ? Promise.reject(this.#fail(this.failure)) : Promise.resolve(`download-${entryId}`)
  }

  pauseDownload = (id: string) => Promise.resolve(this.#note('pauseDownload', id))
  cancelDownload = (id: string) => Promise.resolve(this.#note('cancelDownload', id))

  load(id: string): Promise<ModelsState> {
    this.#note('load', id)
    return Promise.resolve(this.now)
  }

  unload(id: string): Promise<ModelsState> {
    this.#note('unload', id)
    return Promise.resolve(this.now)
  }

  /** Servers that are found only where their address is given. */
  elsewhere: LoopbackServer[] = []

  findServers(_signal?: AbortSignal, also?: string): Promise<LoopbackServer[]> {
    this.#note('findServers', ...(also === undefined ? [] : [also]))
    const found = this.elsewhere.filter(({ url }) => url === also)
    this.now = { ...this.now, servers: [...this.now.servers, ...found] }
    return Promise.resolve(this.now.servers)
  }

  /** Kept to compare, and told by no call. */
  readonly keys = new Map<string, string>()

  setServerKey(url: string, key: string | null): Promise<LoopbackServer[]> {
    this.#note('setServerKey', url)
    if (key === null) this.keys.delete(url)
    else this.keys.set(url, key)
    const servers = this.now.servers.map((server) => ({ ...server, has_key: this.keys.has(server.url) }))
    this.now = { ...this.now, servers }
    return Promise.resolve(servers)
  }

  pauseEmbedding(paused: boolean): Promise<ModelsState> {
    this.#note('pauseEmbedding', String(paused))
    return Promise.resolve(this.now)
  }

  /** What the acts on the set answer. */
  set: StarterSet = starterSetWith()
  found: StarterFound[] = []
  readonly starter: StarterActs = {
    fetch: (allow) => this.#set('starter.fetch', ...allow),
    lookIn: () => Promise.resolve(this.found),
    take: (path) => this.#set('starter.take', path),
    undo: (deleteFiles) => this.#set('starter.undo', String(deleteFiles)),
  }

  #set(...words: string[]): Promise<StarterSet> {
    this.#note(...words)
    return this.failure ? Promise.reject(this.#fail(this.failure)) : Promise.resolve(this.set)
  }

  #fail(error: CairnError): CairnError {
    this.failure = null
    return error
  }

  #note(...words: string[]): true {
    this.asked.push(words.join(' '))
    return true
  }
}
