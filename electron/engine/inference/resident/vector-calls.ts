import { CairnError, toCairnError } from '@shared/errors'
import { cancelled } from '@engine/platform/deadline'
import type { HostRequest } from '../host/protocol'
import type { ResidentModel, ResidentModels } from '../supervision/host-client'
import type { ModelRecords } from '../routing/model-records'
import { abandonOnAbort } from '../routing/shared-calls'

export interface VectorModelOptions {
  /** The record of the model's calls, whose breaker may refuse a call. Absent where calls are not recorded. */
  readonly records?: ModelRecords | undefined
  /** Milliseconds, of any clock that only goes forward. */
  readonly clock?: (() => number) | undefined
}

interface Call<T> {
  readonly request: HostRequest
  /** The number of texts in the request. */
  readonly texts: number
  /** Throws where the answer is none. */
  readonly read: (answer: unknown) => T
  readonly signal: AbortSignal | undefined
  /** Asks also a model that is to be left alone: of one who waits and tries again. */
  readonly insists: boolean
}

/** The calls of an embedder, reranker or reader. Loading belongs to no caller: it goes on after its first callers gave up. */
export class VectorCalls {
  #loading: Promise<unknown> | null = null
  #perSecond: number | null = null
  readonly #clock: () => number

  constructor(
    private readonly model: ResidentModel,
    private readonly resident: ResidentModels,
    private readonly options: VectorModelOptions = {},
  ) {
    this.#clock = options.clock ?? (() => performance.now())
  }

  /** Texts in a second, as it was with several at once; a guess below that after a call that was late; null before the first. */
  get perSecond(): number | null {
    return this.#perSecond
  }

  /** Begins to load it. Never throws; a failure is in the records. */
  warm(): void {
    if (this.#isToBeAsked()) this.#load().catch(() => undefined)
  }

  /** Throws CairnError MODEL_FAILED (also of one that is left alone), MODEL_UNUSABLE, MODEL_OUT_OF_MEMORY, CANCELLED. */
  async run<T>({ request, texts, read, signal, insists }: Call<T>): Promise<T> {
    if (signal?.aborted) throw cancelled()
    const { model, resident, options } = this
    const { records } = options
    if (!insists && !this.#isToBeAsked()) throw this.#leftAlone()
    if (!this.#isLoaded()) await abandonOnAbort(this.#load(), signal)
    const call = records?.begin(model.id)
    if (records && !call && !insists) throw this.#leftAlone()
    const start = this.#clock()
    try {
      const value = read(await resident.use(model, (host) => host.call(request, { signal }), { signal }))
      const ms = this.#clock() - start
      this.#measure(texts, ms, 1)
      if (call) call.read(texts, ms)
      // It was asked all the same, and is well again.
      else records?.reset(model.id)
      return value
    } catch (thrown) {
      const error = toCairnError(thrown)
      const late = error.code === 'CANCELLED' && this.#isLoaded() ? deadlineOf(signal) : undefined
      if (late) {
        this.#measure(texts, this.#clock() - start, 2)
        call?.failed(late)
      } else if (error.code === 'CANCELLED') call?.cancelled()
      else call?.failed(error)
      throw error
    }
  }

  #isToBeAsked(): boolean {
    return this.options.records?.admits(this.model.id) ?? true
  }

  #isLoaded(): boolean {
    return this.resident.residenceOf(this.model.id).loaded !== null
  }

  /** Its failure counts whether somebody still waits or not: else each that comes would wait for the same in vain. */
  #load(): Promise<unknown> {
    this.#loading ??= this.#loadOnce().finally(() => (this.#loading = null))
    return this.#loading
  }

  async #loadOnce(): Promise<void> {
    const call = this.options.records?.begin(this.model.id)
    try {
      await this.resident.load(this.model)
      // That it can be loaded says nothing of what it does then.
      call?.cancelled()
    } catch (thrown) {
      const error = toCairnError(thrown)
      if (error.code === 'CANCELLED') call?.cancelled()
      else call?.failed(error)
      throw error
    }
  }

  /** `times`: how many times faster it would have had to be to have come to an end, at least. */
  #measure(texts: number, ms: number, times: number): void {
    if (texts > 1 && ms > 0) this.#perSecond = (texts / (ms * times)) * 1000
  }

  #leftAlone(): CairnError {
    const ms = this.options.records?.retryInMs(this.model.id) ?? 0
    const when = ms > 0 ? `It is tried again in ${Math.ceil(ms / 1000)} seconds.` : 'It is being tried again right now.'
    return new CairnError(
      'MODEL_FAILED',
      `This model kept failing and is left alone for a while. ${when}`,
      'Load it in Models to try it at once, or choose another one.',
    )
  }
}

/** The deadline error that made the caller give up; undefined where something else did. */
function deadlineOf(signal: AbortSignal | undefined): CairnError | undefined {
  const reason: unknown = signal?.aborted ? signal.reason : undefined
  return reason instanceof CairnError && reason.code === 'DEADLINE_EXCEEDED' ? reason : undefined
}
