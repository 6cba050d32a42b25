import { CairnError, toCairnError } from '@shared/errors'
import type { ModelSettings } from '@shared/models'
import { cancelled } from '@engine/platform/deadline'
import type { HostCall, HostClient, Residence, ResidentModel, ResidentModels } from '../supervision/host-client'
import { Loaded, type LoadOptions } from '../host/protocol'
import { Listeners } from '../listeners'
import { unlessGivenUp } from '../routing/shared-calls'

const defaultLoadMs = 180_000

export interface ResidentModelsOptions {
  readonly language: HostClient
  /** Runs embedders and rerankers. */
  readonly vectors: HostClient
  readonly options: () => Pick<ModelSettings, 'gpu' | 'threads' | 'idle_unload_ms'>
  /** Returns a function that calls it off. */
  readonly after: (ms: number, then: () => void) => () => void
  readonly now: () => number
  /** What language models may take together before the longest unused one goes, in bytes; one at a time by default. */
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
  /** What it was loaded from and with; another one needs it loaded again. */
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
export function createResidentModels(options: ResidentModelsOptions): ResidentModels {
  const residents = new Map<string, Resident>()
  const listeners = new Listeners((line) => options.log?.(line))
  const tell = () => listeners.tell()
  const { loadMs = defaultLoadMs } = options
  const hosts = [options.language, options.vectors]
  const unfollow = hosts.map((host) => host.onChange(() => follow(host)))

  /** What a process held is gone with it. */
  function follow(host: HostClient): void {
    const { state } = host.state()
    for (const resident of residents.values()) {
      if (resident.host !== host || !resident.loaded) continue
      if (state === 'running' && resident.incarnation === host.incarnation) continue
      forget(resident, resident.uses > 0 ? 'failed' : 'unloaded')
    }
    tell()
  }

  function forget(resident: Resident, state: 'unloaded' | 'failed'): void {
    resident.callOff()
    resident.loaded = null
    resident.state = state
    resident.progress = 0
  }

  function residentOf(model: ResidentModel): Resident {
    const known = residents.get(model.id)
    if (known) return known
    const language = model.files.kind === 'language'
    const resident: Resident = {
      host: language ? options.language : options.vectors,
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
    residents.set(model.id, resident)
    return resident
  }

  async function drop(id: string, resident: Resident): Promise<void> {
    const wasLoaded = resident.loaded !== null
    forget(resident, 'unloaded')
    tell()
    if (wasLoaded) await resident.host.call({ type: 'unload', key: id })
  }

  /** For everyone who waits for it. */
  function stopLoading(resident: Resident): void {
    const { loading } = resident
    if (!loading) return
    resident.loading = null
    forget(resident, 'unloaded')
    loading.controller.abort()
  }

  /** Room for a language model: of the others that nobody uses or waits for, as many go as must, longest unused first. */
  async function makeRoom(model: ResidentModel, itself: Resident): Promise<void> {
    for (const other of residents.values()) {
      if (other.language && other !== itself && other.uses === 0) stopLoading(other)
    }
    const others = [...residents]
      .flatMap(([id, other]) => (other.language && other !== itself && other.loaded ? [{ id, other }] : []))
      .toSorted((a, b) => a.other.lastUsed - b.other.lastUsed)
    const needOf = ({ loaded }: Resident) => loaded?.details.memory_bytes ?? 0
    let held = others.reduce((sum, { other }) => sum + needOf(other), model.memoryBytes ?? Number.POSITIVE_INFINITY)
    for (const { id, other } of others) {
      // How much an accelerator's memory still holds is llama.cpp's to say, and it would put fewer layers there.
      const mayStay = other.loaded?.device === 'cpu' && held <= (options.memoryBytes?.() ?? 0)
      if (mayStay || other.uses > 0) continue
      held -= needOf(other)
      await drop(id, other)
    }
  }

  async function load(model: ResidentModel, resident: Resident, call: HostCall, origin: string): Promise<Loaded> {
    const { host } = resident
    const parameters = loadOptions(model)
    if (resident.loaded) await drop(model.id, resident)
    resident.state = 'loading'
    if (resident.language) await makeRoom(model, resident)
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

  function loadOptions({ contextLength }: ResidentModel): LoadOptions {
    const { gpu, threads } = options.options()
    return { gpu, threads, context_length: contextLength }
  }

  function begin(model: ResidentModel, resident: Resident, origin: string): NonNullable<Resident['loading']> {
    const controller = new AbortController()
    const waiting = new Set<HostCall>()
    let isLate = false
    const callOff = options.after(loadMs, () => {
      isLate = true
      controller.abort()
    })
    const progress = (share: number) => {
      resident.progress = share
      for (const call of waiting) call.progress?.(share)
      tell()
    }
    Object.assign(resident, { state: 'loading', progress: 0 })
    const promise = load(model, resident, { signal: controller.signal, progress }, origin).then(
      (loaded) => {
        callOff()
        if (resident.loading === loading) resident.loading = null
        // Those who wanted it may have left.
        rest(model.id, resident)
        tell()
        return loaded
      },
      (thrown: unknown) => {
        callOff()
        if (resident.loading === loading) {
          resident.loading = null
          forget(resident, 'failed')
        }
        tell()
        throw isLate ? tooSlow(loadMs) : toCairnError(thrown)
      },
    )
    // Those who wait are told; nobody may be left waiting.
    promise.catch(() => undefined)
    const loading = { promise, controller, waiting }
    resident.loading = loading
    tell()
    return loading
  }

  async function ensure(model: ResidentModel, resident: Resident, call: HostCall): Promise<Loaded> {
    const { signal } = call
    if (signal?.aborted) throw cancelled()
    const origin = JSON.stringify([model.files, model.stamp, loadOptions(model)])
    // While others use it, it stays as it is.
    const fits = resident.origin === origin || resident.uses > 1
    if (resident.loaded && fits) return resident.loaded
    const loading = resident.loading ?? begin(model, resident, origin)
    loading.waiting.add(call)
    try {
      return await unlessGivenUp(loading.promise, signal)
    } finally {
      loading.waiting.delete(call)
    }
  }

  function rest(id: string, resident: Resident): void {
    resident.callOff()
    const { idle_unload_ms: idleMs } = options.options()
    if (!resident.loaded || resident.uses > 0 || idleMs === null) return
    resident.callOff = options.after(idleMs, () => {
      if (resident.uses === 0) void drop(id, resident).catch(() => undefined)
    })
  }

  async function use<T>(
    model: ResidentModel,
    work: (host: HostClient, loaded: Loaded) => Promise<T>,
    call: HostCall = {},
  ): Promise<T> {
    const resident = residentOf(model)
    resident.uses += 1
    try {
      const loaded = await ensure(model, resident, call)
      resident.lastUsed = options.now()
      resident.callOff()
      tell()
      return await work(resident.host, loaded)
    } finally {
      resident.uses -= 1
      resident.lastUsed = options.now()
      rest(model.id, resident)
      tell()
    }
  }

  return {
    use,
    load: (model, call) => use(model, (_host, loaded) => Promise.resolve(loaded), call),
    async unload(id) {
      const resident = residents.get(id)
      if (!resident) return
      stopLoading(resident)
      await drop(id, resident)
    },
    residenceOf(id): Residence {
      const resident = residents.get(id)
      if (!resident) return { state: 'unloaded', progress: 0, loaded: null }
      const { state, progress, loaded, uses } = resident
      return { state: state === 'ready' && uses > 0 ? 'busy' : state, progress, loaded }
    },
    hosts: () => hosts.map((host) => host.state()),
    onChange: (listener) => listeners.add(listener),
    async close() {
      for (const end of unfollow) end()
      for (const resident of residents.values()) {
        resident.callOff()
        stopLoading(resident)
      }
      await Promise.all(hosts.map((host) => host.close()))
    },
  }
}

function tooSlow(ms: number): CairnError {
  const message = `The model was not loaded within ${Math.round(ms / 1000)} seconds.`
  return new CairnError('MODEL_FAILED', message, 'Choose a smaller model, or try again when the machine is less busy.')
}
