import { CairnError } from '@shared/errors'
import type {
  GenerateOptions,
  GenerateRequest,
  GenerationEvent,
  LanguageModels,
} from '@engine/ports/models/language-model'

/** Calls in a row without a word, after which a model is left alone. */
const mostSilent = 2
/** For so long, in milliseconds: as long as the breaker of a failing model stays open where nothing else was set. */
const leftAloneMs = 300_000

/**
 * Language models as research asks them. Nobody waits at a screen, so a call may take minutes; but one that says nothing is given up after the
 * time that an answer has to its first token, and a model that said nothing twice in a row, be it loading or thinking, is left alone for
 * a while: then rules do the work. `now`: milliseconds from any fixed point.
 */
export function speakingModels(models: LanguageModels, now: () => number): LanguageModels {
  const silences = new Map<string, { readonly times: number; readonly until: number }>()

  const isLeftAlone = (id: string): boolean => {
    const { times, until } = silences.get(id) ?? { times: 0, until: 0 }
    return times >= mostSilent && now() < until
  }

  async function* generate(request: GenerateRequest, options: GenerateOptions): AsyncGenerator<GenerationEvent> {
    const key = models.candidates(request.task, request.model)[0]?.id ?? ''
    const firstTokenMs = Math.min(options.firstTokenMs, models.deadlineOf('answer'))
    let spoke = false
    try {
      for await (const event of models.generate(request, { ...options, firstTokenMs })) {
        spoke ||= event.type === 'token' || event.type === 'thought'
        yield event
      }
    } finally {
      if (spoke) silences.delete(key)
      else if (!isGivenUp(options.signal)) {
        const { times } = silences.get(key) ?? { times: 0 }
        silences.set(key, { times: times + 1, until: now() + leftAloneMs })
      }
    }
  }

  return {
    ...models,
    candidates(task, model) {
      const all = models.candidates(task, model)
      return all[0] && isLeftAlone(all[0].id) ? [] : all
    },
    generate,
    open: models.open && speakingModels(models.open, now),
  }
}

/** Whether somebody ended the call for reasons of their own: a deadline that ran out says something of the model. */
function isGivenUp(signal: AbortSignal | undefined): boolean {
  if (signal?.aborted !== true) return false
  return !(signal.reason instanceof CairnError && signal.reason.code === 'DEADLINE_EXCEEDED')
}
