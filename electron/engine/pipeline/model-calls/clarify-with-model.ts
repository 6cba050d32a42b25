import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { note } from '@shared/note'
import { detectLanguage } from '@engine/text/language'
import { answerLanguage, type Clarification, type TurnRequest } from '../turn'
import { askModel } from './ask-model'
import { type ModelAccess, modelProblem } from './model-call'
import { clarifyPrompt } from '../prompts/json-prompts'
import { type StageOutcome, stageBudgets } from '../stage'

const Reply = z.object({ message: z.string() })
const maxMessageLength = 300
const temperature = 0.3
const maxTokens = 150
/** For what rules do before and after the model is asked. */
const besideMs = 50

/** Milliseconds stage 4 may take: its own few, or longer where a model may be asked. */
export function clarifyBudget(asking: ModelAccess | undefined): number {
  if (!asking || asking.models.candidates('clarify').length === 0) return stageBudgets[4]
  return Math.max(stageBudgets[4], asking.models.deadlineOf('clarify') + besideMs + stageBudgets[4])
}

/** The question back in a model's words; the fixed ones, and a degraded stage, where the model fails or is late. */
export async function clarifyWithModel(
  request: TurnRequest,
  outcome: StageOutcome<Clarification | null>,
  asking: ModelAccess | undefined,
  signal: AbortSignal,
): Promise<StageOutcome<Clarification | null>> {
  const { value } = outcome
  const [model] = asking?.models.candidates('clarify') ?? []
  if (!value || !asking || !model) return outcome
  const ms = asking.models.deadlineOf('clarify')
  const language = answerLanguage(request)
  const labels = value.readings.map(({ label }) => label)
  const prompt = clarifyPrompt(request.question, labels, language)
  try {
    const { value: reply } = await askModel(
      { task: 'clarify', ...prompt, parse: Reply, temperature, maxTokens },
      asking,
      { ms, signal, told: asking.onCall },
    )
    const message = reply.message.replace(/\s+/gu, ' ').trim()
    if (message === '' || message.length > maxMessageLength || detectLanguage(message) !== language) {
      throw new CairnError('MODEL_FAILED', `${model.name} did not ask back.`, 'Choose another model for this task.')
    }
    return { ...outcome, value: { ...value, message } }
  } catch (thrown) {
    signal.throwIfAborted()
    const reason = [...(outcome.reason ?? []), modelProblem(model.name, thrown, ms), note('rules_instead')]
    return { ...outcome, status: 'degraded', reason }
  }
}
