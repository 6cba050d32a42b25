import { CairnError } from '@shared/errors'
import { defaultDeadlines, maxUnderstandingMs, type ModelSettings } from '@shared/models/model-settings'
import type { LanguageTask } from '@shared/models/models'
import { cancelled } from '@engine/platform/deadline'
import type {
  GenerateOptions,
  GenerateRequest,
  GenerationEvent,
  LanguageModels,
  ModelName,
} from '@engine/ports/models/language-model'
import { inTime, probeFirstToken, type Clock, type Limit } from './first-token-probe'
import { withoutKept, type KeptBack } from './without-kept'
import type { BackendChunk, LanguageBackend } from './language-backend'
import { isFitToJudge } from './fit-to-judge'
import { asModelError, keptHere, nobody, tooSlow, wroteNothing } from './model-errors'
import { load } from './model-loading'
import { SlowTasks } from './slow-tasks'
import { WritingPace } from './writing-pace'
import { ModelRecords, type CallRecord, type ModelCall } from './model-records'

export interface ModelRouterOptions {
  readonly settings: () => ModelSettings
  /** The model of an id; undefined where it is not there. */
  readonly backend: (id: string) => LanguageBackend | undefined
  /** How many weights a model has; null where nobody knows. Without it no model judges unless it was named. */
  readonly parametersOf?: (id: string) => number | null
  readonly now: () => number
  readonly clock: Clock
  /** Milliseconds a model has to be loaded; 3 minutes unless given. */
  readonly loadMs?: number
  /** Told ids and codes, never texts. */
  readonly log: (line: string) => void
  /** Told when `runtimeOf` would say something else. */
  readonly changed: () => void
  /** What models on other machines are not sent; absent where there is none. */
  readonly kept?: KeptBack | undefined
}

export interface ModelRouter extends LanguageModels {
  runtimeOf(id: string): CallRecord
  /** For people; undefined where there is no such model. */
  nameOf(id: string): string | undefined
  /** Forgets a model's failures, so that it is asked again at once. */
  reset(id: string): void
}

const defaultLoadMs = 180_000

/** Asks language models in turn, and leaves those alone for a while that keep failing (specification §8). */
export function createModelRouter(options: ModelRouterOptions): ModelRouter {
  const { settings, now, log, changed } = options
  const coolDownMs = () => settings().cool_down_ms
  const records = new ModelRecords({ now, coolDownMs, log, changed })
  const slow = new SlowTasks(now, coolDownMs)

  const backends = (task: LanguageTask, model: string | undefined): LanguageBackend[] =>
    idsFor(task, model, settings(), (id) =>
      isFitToJudge(options.parametersOf?.(id) ?? null, records.runtimeOf(id)),
    ).flatMap((id) => options.backend(id) ?? [])
  const usual: Omit<LanguageModels, 'candidates' | 'generate' | 'prepare' | 'deadlineOf'> = {
    knows: (model) => options.backend(model) !== undefined,
    contextOf: (model) => options.backend(model)?.contextLength ?? null,
    async countTokens(model, texts, signal) {
      const backend = options.backend(model)
      if (!backend) throw new CairnError('NOT_FOUND', 'This model is not here.', 'Choose another one.')
      return backend.countTokens(texts, signal ?? new AbortController().signal)
    },
    isElsewhere: (model) => options.kept?.isElsewhere(model) ?? false,
  }
  const parts = { ...options, records, slow }
  const open: LanguageModels = { ...usual, ...askedBy(parts, backends) }
  const mayRead = ({ id }: LanguageBackend) => options.kept?.isElsewhere(id) !== true || !options.kept.keepsAny()
  const closed = askedBy(parts, (task, model) => backends(task, model).filter(mayRead), backends)
  return {
    ...usual,
    ...closed,
    open,
    runtimeOf: (id) => records.runtimeOf(id),
    nameOf: (id) => options.backend(id)?.name,
    reset: (id) => {
      records.reset(id)
      slow.reset(id)
    },
  }
}

interface AskingParts extends ModelRouterOptions {
  readonly records: ModelRecords
  readonly slow: SlowTasks
}

type Chosen = (task: LanguageTask, model: string | undefined) => LanguageBackend[]

/** The acts that ask the models which `chosen` names; `all` are those, and others that must not read the request. */
function askedBy(
  { records, slow, ...options }: AskingParts,
  chosen: Chosen,
  all = chosen,
): Pick<LanguageModels, 'candidates' | 'generate' | 'prepare' | 'deadlineOf'> {
  const candidates = (task: LanguageTask, model?: string): readonly ModelName[] =>
    chosen(task, model)
      .filter(({ id }) => records.admits(id) && slow.admits(id, task))
      .map(nameOf)
  return {
    candidates,
    async *generate(request, asked) {
      const { task, model } = request
      const admitted = chosen(task, model).filter(({ id }) => slow.admits(id, task))
      let last: CairnError | undefined
      for (const backend of admitted) {
        if (asked.signal?.aborted) throw cancelled()
        const call = records.begin(backend.id)
        if (!call) continue
        const outcome = yield* attempt(backend, request, asked, { call, slow, ...options })
        if (outcome === 'answered') return
        last = outcome
      }
      throw last ?? (admitted.length === 0 && all(task, model).length > 0 ? keptHere() : nobody(admitted.length))
    },
    deadlineOf: (task) =>
      options.settings().tasks[task]?.deadline_ms ?? usualDeadline(task, candidates(task)[0], records),
    prepare(task, model) {
      const backend = chosen(task, model).find(({ id }) => records.admits(id))
      if (backend) prepare(backend, options)
    },
  }
}

/** Who may do a task, best first. Nobody judges only because somebody else cannot. */
function idsFor(
  task: LanguageTask,
  model: string | undefined,
  { language, fallback, tasks }: ModelSettings,
  mayJudge: (id: string) => boolean,
): string[] {
  const own = tasks[task]?.model ?? null
  if (own === 'rules' || model === 'rules') return []
  const named = [model ?? null, own].filter((id) => id !== null)
  const others = [language, fallback].filter((id) => id !== null)
  if (task !== 'judge') return [...new Set([...named, ...others])]
  return named.length > 0 ? named.slice(0, 1) : others.slice(0, 1).filter((id) => id === language && mayJudge(id))
}

/** Tokens of the JSON that a question is read into, and how much longer than usual one may take. */
const understandingTokens = 120
const understandingSlack = 1.5

/** What a person waits for before anything is answered: reading a question, and asking back. */
function usualDeadline(task: LanguageTask, model: ModelName | undefined, records: ModelRecords): number {
  const isWaitedFor = task === 'understand' || task === 'clarify'
  return isWaitedFor && model ? understandingMs(records.runtimeOf(model.id)) : defaultDeadlines[task]
}

/** Milliseconds that reading a question, or asking back, may take at the pace a model was seen at. */
function understandingMs({ first_token_ms: first, per_second: pace }: CallRecord): number {
  const usual = defaultDeadlines.understand
  if (first === null || pace === null || pace <= 0) return usual
  const expected = (first + (1000 * understandingTokens) / pace) * understandingSlack
  return Math.min(maxUnderstandingMs, Math.max(usual, expected))
}

/** Asks one model. Returns why it gave no first token; throws what broke off an answer that had begun. */
async function* attempt(
  backend: LanguageBackend,
  request: GenerateRequest,
  { firstTokenMs, signal: outer, fit }: GenerateOptions,
  { call, slow, clock, loadMs = defaultLoadMs, now, kept }: ModelRouterOptions & { call: ModelCall; slow: SlowTasks },
): AsyncGenerator<GenerationEvent, 'answered' | CairnError> {
  const ours = new AbortController()
  const signal = outer ? AbortSignal.any([outer, ours.signal]) : ours.signal
  const model = nameOf(backend)
  let stream: AsyncGenerator<BackendChunk> | undefined
  let began = false
  let isAsked = false
  try {
    yield* load(backend, { ms: loadMs, clock, signal, late: () => tooSlow(model, 'was not loaded', loadMs) })
    const fitted = await withoutKept(fit ? { ...request, ...(await fit(model, signal)) } : request, model, kept)
    const askedAt = now()
    isAsked = true
    stream = backend.generate(fitted, signal)
    const late = () => tooSlow(model, 'had not begun to answer', firstTokenMs)
    const { head, ended } = await probeFirstToken(stream, says, { ms: firstTokenMs, clock, signal, late })
    const firstAt = now()
    if (ended) throw wroteNothing(model)
    began = true
    yield { type: 'model', model }
    let wrote = false
    const pace = new WritingPace(firstAt - askedAt, now)
    const limit = (ms: number) => ({ ms, clock, signal, late: () => tooSlow(model, 'had stopped writing', ms) })
    for await (const chunk of continued(head, stream, () => limit(pace.silenceMs))) {
      pace.beat()
      if (chunk.type === 'end') {
        if (!wrote) throw wroteNothing(model)
        call.succeeded({ firstTokenMs: firstAt - askedAt, tokens: chunk.usage.completion_tokens, ms: now() - firstAt })
        slow.inTime(model.id, request.task)
        yield chunk
        return 'answered'
      }
      wrote ||= chunk.type === 'token' && says(chunk)
      yield chunk
    }
    throw new CairnError('MODEL_FAILED', `${model.name} broke off its answer.`, 'Ask again.')
  } catch (thrown) {
    if (isAsked && isLate(outer)) slow.late(model.id, request.task)
    if (outer?.aborted) throw cancelled()
    const error = asModelError(thrown, model)
    if (saysOfModel(thrown)) call.failed(error)
    if (began) throw error
    return error
  } finally {
    // Nothing where it was settled before.
    call.cancelled()
    ours.abort()
    // Not waited for: a model that hangs would hold up the next one.
    stream?.return(undefined).catch(() => undefined)
  }
}

/** Whether the deadline of the whole task ended the call: the deadline aborts with this error. */
function isLate(signal: AbortSignal | undefined): boolean {
  return signal?.reason instanceof CairnError && signal.reason.code === 'DEADLINE_EXCEEDED'
}

/** Not when something else stopped it, as a person who unloads it, nor when it was asked for what it cannot read. */
function saysOfModel(thrown: unknown): boolean {
  return !(thrown instanceof CairnError) || (thrown.code !== 'CANCELLED' && thrown.code !== 'INVALID_INPUT')
}

/** Loads a model ahead of its first request. A load that hangs is given up, so that it can be tried again. */
function prepare(backend: LanguageBackend, { clock, loadMs = defaultLoadMs }: ModelRouterOptions): void {
  const giveUp = new AbortController()
  const callOff = clock.after(loadMs, () => giveUp.abort())
  // Whoever asks the model hears of it.
  backend
    .ready(() => undefined, giveUp.signal)
    .catch(() => undefined)
    .finally(callOff)
}

async function* continued<T>(
  head: readonly T[],
  rest: AsyncIterator<T, unknown>,
  limit: () => Limit,
): AsyncGenerator<T> {
  yield* head
  for (;;) {
    const step = await inTime(rest.next(), limit())
    if (step.done === true) return
    yield step.value
  }
}

/** White space is no first token, and no answer. */
function says(chunk: BackendChunk): boolean {
  return chunk.type !== 'end' && chunk.text.trim() !== ''
}

function nameOf({ id, name }: LanguageBackend): ModelName {
  return { id, name }
}
