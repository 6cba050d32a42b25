import { CairnError } from '@shared/errors'
import type { LanguageTask } from '@shared/models/models'
import type {
  GenerateOptions,
  GenerateRequest,
  GenerationEvent,
  LanguageModels,
  ModelName,
} from '@engine/ports/models/language-model'

/** One thing a scripted model does: says something, waits for a promise, or fails. */
export type Step =
  | string
  | { readonly thought: string }
  | { readonly loading: number }
  | { readonly wait: Promise<unknown> }
  | { readonly fail: unknown }
  /** Ends here; by default at the end of the script, with `stop`. */
  | { readonly end: 'stop' | 'length' }
  /** Says nothing more, and does not listen to its signal. */
  | { readonly hang: true }

export interface FakeModelOptions {
  readonly model?: ModelName
  /** What it does for each task; tasks without a script have no candidate. A function sees the request. */
  readonly scripts: Partial<Record<LanguageTask, readonly Step[] | ((request: GenerateRequest) => readonly Step[])>>
  readonly deadlines?: Partial<Record<LanguageTask, number>>
  readonly context?: number | null
}

export interface FakeLanguageModels extends LanguageModels {
  /** Everything that was asked, in order. */
  readonly asked: GenerateRequest[]
  /** The signals of what was asked. */
  readonly signals: (AbortSignal | undefined)[]
  /** What was to be loaded, as `task` or `task model`. */
  readonly prepared: string[]
}

/** A language model that follows a script, word for word. */
export function fakeLanguageModels({
  model = { id: 'gguf:tiny', name: 'Tiny' },
  scripts,
  deadlines = {},
  context = null,
}: FakeModelOptions): FakeLanguageModels {
  const asked: GenerateRequest[] = []
  const signals: (AbortSignal | undefined)[] = []
  const prepared: string[] = []
  return {
    asked,
    signals,
    prepared,
    candidates: (task, wanted) => (scripts[task] && (wanted === undefined || wanted === model.id) ? [model] : []),
    deadlineOf: (task) => deadlines[task] ?? 2000,
    knows: (id) => id === model.id,
    prepare: (task, wanted) => void prepared.push(wanted === undefined ? task : `${task} ${wanted}`),
    contextOf: () => context,
    countTokens: (_model, texts) => Promise.resolve(texts.map((text) => text.length)),
    async *generate(given: GenerateRequest, { signal, fit }: GenerateOptions): AsyncGenerator<GenerationEvent> {
      const request = fit ? { ...given, ...(await fit(model, signal ?? new AbortController().signal)) } : given
      asked.push(request)
      signals.push(signal)
      const script = scripts[request.task]
      if (!script) throw new CairnError('NOT_FOUND', 'There is no model for this.')
      let hasBegun = false
      let tokens = 0
      let reason: 'stop' | 'length' = 'stop'
      for (const step of typeof script === 'function' ? script(request) : script) {
        if (signal?.aborted) throw new CairnError('CANCELLED', 'Cancelled.')
        if (typeof step !== 'string' && 'hang' in step) await new Promise(() => undefined)
        else if (typeof step !== 'string' && 'wait' in step) await step.wait
        else if (typeof step !== 'string' && 'fail' in step) throw step.fail
        else if (typeof step !== 'string' && 'end' in step) reason = step.end
        else if (typeof step !== 'string' && 'loading' in step) yield { type: 'loading', model, progress: step.loading }
        else {
          if (!hasBegun) yield { type: 'model', model }
          hasBegun = true
          if (typeof step === 'string') tokens += 1
          yield typeof step === 'string' ? { type: 'token', text: step } : { type: 'thought', text: step.thought }
        }
      }
      yield {
        type: 'end',
        reason,
        usage: { prompt_tokens: 100, completion_tokens: tokens, reused_tokens: 10 },
      }
    },
  }
}

/** A text as a model sends it: a few letters at a time. */
export function tokensOfText(text: string, length = 4): string[] {
  return text.match(new RegExp(`[\\s\\S]{1,${length}}`, 'gu')) ?? []
}
