import { CairnError } from '@shared/errors'
import { cancelled } from '@engine/platform/deadline'
import type { LoadedModel } from './loaded-model'
import type { ModelOpeners } from './open-model'
import type { HostRequest, Loaded } from './protocol'

type LoadRequest = Extract<HostRequest, { type: 'load' }>

interface Held {
  readonly loading: Promise<LoadedModel>
  readonly controller: AbortController
  /** Listeners to the loading. Callers that gave up are no longer among them. */
  readonly waiting: Set<(share: number) => unknown>
  model: LoadedModel | null
  /** Resolves once the model is loaded, has failed, or was let go because no caller wants it. */
  settled: Promise<void>
}

/** The models of a host, each loaded once however often it is asked for. */
export class HostModels {
  readonly #held = new Map<string, Held>()

  constructor(private readonly openers: ModelOpeners) {}

  /** Loading ends early only when everyone who waited for it has given up. */
  async load(request: LoadRequest, progress: (share: number) => unknown, signal: AbortSignal): Promise<Loaded> {
    const held = this.#held.get(request.key) ?? this.#begin(request)
    if (held.model) return held.model.loaded
    held.waiting.add(progress)
    const giveUp = () => {
      held.waiting.delete(progress)
      if (held.waiting.size === 0 && !held.model) {
        held.controller.abort()
        // The next one to ask begins anew.
        this.#forget(request.key, held)
      }
    }
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      const model = await held.loading
      if (signal.aborted) throw cancelled()
      return model.loaded
    } finally {
      held.waiting.delete(progress)
      signal.removeEventListener('abort', giveUp)
    }
  }

  /** A loaded model of that kind. Throws CairnError MODEL_FAILED. */
  get<K extends LoadedModel['kind']>(key: string, kind: K): Extract<LoadedModel, { kind: K }> {
    const model = this.#held.get(key)?.model
    if (model && isOfKind(model, kind)) return model
    throw new CairnError('MODEL_FAILED', 'The model is not loaded.', 'Try again; it is loaded when it is next asked.')
  }

  async unload(key: string): Promise<null> {
    const held = this.#held.get(key)
    if (!held) return null
    this.#forget(key, held)
    held.controller.abort()
    await held.settled
    await held.model?.dispose()
    return null
  }

  async close(): Promise<void> {
    await Promise.all([...this.#held.keys()].map((key) => this.unload(key)))
  }

  #begin({ key, files, options }: LoadRequest): Held {
    const controller = new AbortController()
    const waiting: Held['waiting'] = new Set()
    const loading = this.openers.open(
      files,
      options,
      (share) => {
        for (const tell of waiting) tell(share)
      },
      controller.signal,
    )
    const held: Held = { loading, controller, waiting, model: null, settled: Promise.resolve() }
    held.settled = loading.then(
      async (model) => {
        if (controller.signal.aborted) await model.dispose()
        else held.model = model
      },
      () => this.#forget(key, held),
    )
    this.#held.set(key, held)
    return held
  }

  #forget(key: string, held: Held): void {
    if (this.#held.get(key) === held) this.#held.delete(key)
  }
}

function isOfKind<K extends LoadedModel['kind']>(
  model: LoadedModel,
  kind: K,
): model is Extract<LoadedModel, { kind: K }> {
  return model.kind === kind
}
