import type { SessionContext } from '@shared/session/session-context'
import type { SecondOpinion } from '@shared/session/second-opinion'
import { detectLanguage } from '@engine/text/language'
import type { ModelAccess } from '../model-calls/model-call'
import { type CheckedText, secondOpinion } from '../model-calls/ask-second-opinion'

/** The second opinion on a recorded turn; null where none is wanted, or the model has none. */
export async function opinionOn(
  context: SessionContext,
  turnId: string,
  asking: Omit<ModelAccess, 'onCall'>,
  { now, signal }: { readonly now: () => number; readonly signal: AbortSignal },
): Promise<SecondOpinion | null> {
  const answer = checkedAnswerOf(context, turnId)
  const opinion = answer && (await secondOpinion(answer, asking, signal))
  return opinion && { ...opinion, at: new Date(now()).toISOString() }
}

/** The answer of a turn as a model wrote it and the critic checked it; null for any other, and where there is an opinion. */
function checkedAnswerOf({ session, evidences }: SessionContext, turnId: string): CheckedText | null {
  const trace = session.turns?.find(({ turn_id }) => turn_id === turnId)
  if (trace?.model === undefined || trace.status !== 'complete' || !trace.critique || trace.second_opinion) return null
  const message = session.messages.findLast(({ role, turn_id }) => role === 'assistant' && turn_id === turnId)
  const evidence = trace.evidence.flatMap((item) => {
    const text = Object.hasOwn(evidences, item.evidence_id) ? evidences[item.evidence_id]?.content : undefined
    return text === undefined ? [] : [{ ...item, text }]
  })
  const response = message?.content ?? ''
  return { response, sentences: trace.critique.sentences, evidence, language: detectLanguage(response) }
}
