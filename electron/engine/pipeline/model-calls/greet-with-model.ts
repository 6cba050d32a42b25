import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { note } from '@shared/note'
import { anySignal } from '@engine/platform/tracing/span-of-signal'
import { detectLanguage, type Language } from '@engine/text/language'
import type { DirectAnswer } from '../stages/5-system-direct'
import { greetPrompt } from '../prompts/json-prompts'
import { type StageOutcome, type StageRunnerOptions, stageBudgets } from '../stage'
import { answerLanguage, type TurnRequest } from '../turn'
import { askModel } from './ask-model'
import { type ModelAccess, type ModelCall, modelProblem } from './model-call'

const Reply = z.object({ message: z.string() })
const maxMessageLength = 300
const temperature = 0.5
const maxTokens = 80
/** For what rules do before the model is asked. */
const besideMs = 50

/** Milliseconds stage 5 may take: its own few, or longer where a model may be asked. */
export function greetBudget(asking: ModelAccess | undefined): number {
  if (!asking || asking.models.candidates('understand').length === 0) return stageBudgets[5]
  return asking.models.deadlineOf('understand') + besideMs + stageBudgets[5]
}

/** A greeting, thanks or goodbye answered in a model's words; the fixed ones, and a degraded stage, where it fails or is late. */
export async function greetWithModel(
  request: TurnRequest,
  outcome: StageOutcome<DirectAnswer | null>,
  asking: ModelAccess | undefined,
  { emit, goOn, signal }: Pick<StageRunnerOptions, 'emit' | 'goOn' | 'signal'>,
): Promise<StageOutcome<DirectAnswer | null>> {
  const [model] = asking?.models.candidates('understand') ?? []
  if (outcome.value?.isCourtesy !== true || !asking || !model) return outcome
  const ms = asking.models.deadlineOf('understand')
  const language = answerLanguage(request)
  let said: ModelCall | undefined
  emit({ type: 'stage_wait', stage: 5, model: model.name, go_on: true })
  try {
    const question = { task: 'understand', ...greetPrompt(request.question, language), parse: Reply } as const
    const { value } = await askModel({ ...question, temperature, maxTokens }, asking, {
      ms,
      signal: goOn ? anySignal([signal, goOn]) : signal,
      told: (call) => (said = { ...call, task: 'answer' }),
    })
    const text = value.message.replace(/\s+/gu, ' ').trim()
    if (!isCourteous(text, language)) {
      throw new CairnError('MODEL_FAILED', `${model.name} said more than a greeting.`, 'Choose another model.')
    }
    return { ...outcome, value: { ...outcome.value, text, said } }
  } catch (thrown) {
    signal.throwIfAborted()
    if (said) asking.onCall({ ...said, task: 'clarify' })
    return { ...outcome, status: 'degraded', reason: [modelProblem(model.name, thrown, ms), note('rules_instead')] }
  }
}

/** Short, in the language asked for, and without a figure or a mark: what those would say stands in no document. */
function isCourteous(text: string, language: Language): boolean {
  return text !== '' && text.length <= maxMessageLength && detectLanguage(text) === language && !/[\d[\]]/u.test(text)
}
