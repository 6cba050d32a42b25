import { CairnError, toCairnError } from '@shared/errors'
import type { ModelSettings } from '@shared/models/model-settings'
import type { HostState } from '@shared/models/models'
import { cancelled } from '@engine/platform/deadline'
import type { HostCall, HostClient, Residence, ResidentModel, ResidentModels } from '../supervision/host-client'
import { Loaded, type LoadOptions } from '../host/protocol'
import { Listeners } from '../listeners'
import { abandonOnAbort } from '../routing/shared-calls'

const defaultLoadMs = 180_000

export interface ResidentModelsOptions {
  readonly language: HostClient
  /** Runs embedders, rerankers and readers. */
  readonly vectors: HostClient
  readonly options: () => Pick<ModelSettings, 'gpu' | 'threads' | 'idle_unload_ms'>
  /** Returns a function that calls it off. */
  readonly after: (ms: number, then: () => void) => () => void
  readonly now: () => number
  /** Bytes that language models may take together. Beyond that the longest unused model goes; by default one stays. */
  readonly memoryBytes?: (() => number) | undefined
  /** A loading that takes longer has failed, in milliseconds; three minutes by default. */
  readonly loadMs?: number | undefined
  readonly log?: ((line: string) => void) | undefined
}

interface Resident {
  readonly host: HostClient
  readonly language: boolean
  state: 'unloaded' | 'loading' | 'ready' | 'failed'
  progress: number
  loaded: Loaded | null
  /** The files and options of the loaded model. A model with others must be loaded again. */
  origin: string
  incarnation: number
  loading: { promise: Promise<Loaded>; controller: AbortController; waiting: Set<HostCall> } | null
  uses: number
  lastUsed: number
  callOff: () => void
}

/**
 * See ResidentModels. Language models are kept beside each other as far as their memory allows, on an accelerator one at a
 * time; a use that fails is reported, never repeated.
 */
export class ResidentModelSet implements ResidentModels {
  readonly #residents = new Map<string, Resident>()
  readonly #listeners: Listeners
  readonly #loadMs: number
  readonly #hosts: readonly HostClient[]
  readonly #unfollow: readonly (() => void)[]

  constructor(private readonly options: ResidentModelsOptions) {
    this.#listeners = new Listeners((line) => options.log?.(line))
    this.#loadMs = options.loadMs ?? defaultLoadMs
    this.#hosts = [options.language, options.vectors]
    this.#unfollow = this.#hosts.map((host) => host.onChange(() => this.#follow(host)))
  }

  async use<T>(
    model: ResidentModel,
    work: (host: HostClient, loaded: Loaded) => Promise<T>,
    call: HostCall = {},
  ): Promise<T> {
    const resident = this.#residentOf(model)
    resident.uses += 1
    try {
      const loaded = await this.#ensure(model, resident, call)
      resident.lastUsed = this.options.now()
      resident.callOff()
      this.#listeners.notify()
      return await work(resident.host, loaded)
    } finally {
      resident.uses -= 1
      resident.lastUsed = this.options.now()
      this.#unloadWhenIdle(model.id, resident)
      this.#listeners.notify()
    }
  }

  load(model: ResidentModel, call?: HostCall): Promise<Loaded> {
    return this.use(model, (_host, loaded) => Promise.resolve(loaded), call)
  }

  async unload(id: string): Promise<void> {
    const resident = this.#residents.get(id)
    if (!resident) return
    this.#stopLoading(resident)
    await this.#drop(id, resident)
  }

  residenceOf(id: string): Residence {
    const resident = this.#residents.get(id)
    if (!resident) return { state: 'unloaded', progress: 0, loaded: null }
    const { state, progress, loaded, uses } = resident
    return { state: state === 'ready' && uses > 0 ? 'busy' : state, progress, loaded }
  }

  hosts(): HostState[] {
    return this.#hosts.map((host) => host.state())
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  async close(): Promise<void> {
    for (const end of this.#unfollow) end()
    for (const resident of this.#residents.values()) {
      resident.callOff()
      this.#stopLoading(resident)
    }
    await Promise.all(this.#hosts.map((host) => host.close()))
  }

  /** Forgets the models of a process that has ended. */
  #follow(host: HostClient): void {
    const { state } = host.state()
    for (const resident of this.#residents.values()) {
      if (resident.host !== host || !resident.loaded) continue
      if (state === 'running' && resident.incarnation === host.incarnation) continue
      this.#forget(resident, resident.uses > 0 ? 'failed' : 'unloaded')
    }
    this.#listeners.notify()
  }

  #forget(resident: Resident, state: 'unloaded' | 'failed'): void {
    resident.callOff()
    resident.loaded = null
    resident.state = state
    resident.progress = 0
  }

  #residentOf(model: ResidentModel): Resident {
    const known = this.#residents.get(model.id)
    if (known) return known
    const language = model.files.kind === 'language'
    const resident: Resident = {
      host: language ? this.options.language : this.options.vectors,
      language,
      state: 'unloaded',
      progress: 0,
      loaded: null,
      origin: '',
      incarnation: 0,
      loading: null,
      uses: 0,
      lastUsed: 0,
      callOff: () => undefined,
    }
    this.#residents.set(model.id, resident)
    return resident
  }

  async #drop(id: string, resident: Resident): Promise<void> {
    const wasLoaded = resident.loaded !== null
    this.#forget(resident, 'unloaded')
    this.#listeners.notify()
    if (wasLoaded) await resident.host.call({ type: 'unload', key: id })
  }

  /** For everyone who waits for it. */
  #stopLoading(resident: Resident): void {
    const { loading } = resident
    if (!loading) return
    resident.loading = null
    this.#forget(resident, 'unloaded')
    loading.controller.abort()
  }

  /** Makes room for a language model: unloads others that are not in use, the longest unused first. */
  async #makeRoom(model: ResidentModel, itself: Resident): Promise<void> {
    for (const other of this.#residents.values()) {
      if (other.language && other !== itself && other.uses === 0) this.#stopLoading(other)
    }
    const others = [...this.#residents]
      .flatMap(([id, other]) => (other.language && other !== itself && other.loaded ? [{ id, other }] : []))
      .toSorted((a, b) => a.other.lastUsed - b.other.lastUsed)
    const needOf = ({ loaded }: Resident) => loaded?.details.memory_bytes ?? 0
    let held = others.reduce((sum, { other }) => sum + needOf(other), model.memoryBytes ?? Number.POSITIVE_INFINITY)
    for (const { id, other } of others) {
      // How much an accelerator's memory still holds is llama.cpp's to say, and it would put fewer layers there.
      const mayStay = other.loaded?.device === 'cpu' && held <= (this.options.memoryBytes?.() ?? 0)
      if (mayStay || other.uses > 0) continue
      held -= needOf(other)
      await this.#drop(id, other)
    }
  }

  async #load(model: ResidentModel, resident: Resident, call: HostCall, origin: string): Promise<Loaded> {
    const { host } = resident
    const parameters = this.#loadOptions(model)
    if (resident.loaded) await this.#drop(model.id, resident)
    resident.state = 'loading'
    if (resident.language) await this.#makeRoom(model, resident)
    const answer = await host.call({ type: 'load', key: model.id, files: model.files, options: parameters }, call)
    if (call.signal?.aborted) {
      // It was called off when the answer was on its way.
      void host.call({ type: 'unload', key: model.id }).catch(() => undefined)
      throw cancelled()
    }
    const loaded = Loaded.parse(answer)
    Object.assign(resident, { loaded, origin, incarnation: host.incarnation, state: 'ready', progress: 1 })
    return loaded
  }

  #loadOptions({ contextLength }: ResidentModel): LoadOptions {
    const { gpu, threads } = this.options.options()
    return { gpu, threads, context_length: contextLength }
  }

  #begin(model: ResidentModel, resident: Resident, origin: string): NonNullable<Resident['loading']> {
    const controller = new AbortController()
    const waiting = new Set<HostCall>()
    let isLate = false
    const callOff = this.options.after(this.#loadMs, () => {
      isLate = true
      controller.abort()
    })
    const progress = (share: number) => {
      resident.progress = share
      for (const call of waiting) call.progress?.(share)
      this.#listeners.notify()
    }
    Object.assign(resident, { state: 'loading', progress: 0 })
    const promise = this.#load(model, resident, { signal: controller.signal, progress }, origin).then(
      (loaded) => {
        callOff()
        if (resident.loading === loading) resident.loading = null
        // Those who wanted it may have left.
        this.#unloadWhenIdle(model.id, resident)
        this.#listeners.notify()
        return loaded
      },
      (thrown: unknown) => {
        callOff()
        if (resident.loading === loading) {
          resident.loading = null
          this.#forget(resident, 'failed')
        }
        this.#listeners.notify()
        throw isLate ? tooSlow(this.#loadMs) : toCairnError(thrown)
      },
    )
    // Those who wait are told; nobody may be left waiting.
    promise.catch(() => undefined)
    const loading = { promise, controller, waiting }
    resident.loading = loading
    this.#listeners.notify()
    return loading
  }

  async #ensure(model: ResidentModel, resident: Resident, call: HostCall): Promise<Loaded> {
    const { signal } = call
    if (signal?.aborted) throw cancelled()
    const origin = JSON.stringify([model.files, model.stamp, this.#loadOptions(model)])
    // While others use it, it stays as it is.
    const fits = resident.origin === origin || resident.uses > 1
    if (resident.loaded && fits) return resident.loaded
    const loading = resident.loading ?? this.#begin(model, resident, origin)
    loading.waiting.add(call)
    try {
      return await abandonOnAbort(loading.promise, signal)
    } finally {
      loading.waiting.delete(call)
    }
  }

  #unloadWhenIdle(id: string, resident: Resident): void {
    resident.callOff()
    const { idle_unload_ms: idleMs } = this.options.options()
    if (!resident.loaded || resident.uses > 0 || idleMs === null) return
    resident.callOff = this.options.after(idleMs, () => {
      if (resident.uses === 0) void this.#drop(id, resident).catch(() => undefined)
    })
  }
}

function tooSlow(ms: number): CairnError {
  const message = `The model was not loaded within ${Math.round(ms / 1000)} seconds.`
  return new CairnError('MODEL_FAILED', message, 'Choose a smaller model, or try again when the machine is less busy.')
}
