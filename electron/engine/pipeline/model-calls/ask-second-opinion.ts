import { z } from 'zod'
import type { EvidenceItem, SentenceVerdict } from '@shared/events'
import { OpinionVerdict, type SecondOpinion } from '@shared/session/second-opinion'
import type { Language } from '@engine/text/language'
import { estimateTokens } from '@engine/text/token-count'
import { withoutMarks } from '../prompts/neutral'
import { evidenceText, type OpenSentence, secondOpinionPrompt } from '../prompts/second-opinion-prompt'
import { askModel } from './ask-model'
import type { ModelAccess } from './model-call'

/** An answer as the critic has checked it. */
export interface CheckedText {
  readonly response: string
  readonly sentences: readonly SentenceVerdict[]
  readonly evidence: readonly EvidenceItem[]
  readonly language: Language
}

const Reply = z.object({
  sentences: z.array(z.object({ sentence: z.number(), verdict: OpinionVerdict, reason: z.string() })),
})

const maxSentences = 12
const maxReasonLength = 160
/** Tokens: of the reply, of the instructions, and of a context whose size nobody says; no prompt needs more than `most`. */
const tokens = { reply: 900, instructions: 400, assumed: 4096, most: 8000 }

/**
 * What a model for the task `judge` thinks of the sentences that cite something; null where there is nothing to ask, or it
 * judged none of them. Throws what `askModel` throws.
 */
export async function secondOpinion(
  answer: CheckedText,
  asking: Omit<ModelAccess, 'onCall'>,
  signal: AbortSignal,
): Promise<Pick<SecondOpinion, 'model' | 'sentences'> | null> {
  const [model] = asking.models.candidates('judge')
  if (!model) return null
  const context = Math.min(asking.models.contextOf(model.id) ?? tokens.assumed, tokens.most)
  const open = openSentences(answer, context - tokens.reply - tokens.instructions)
  if (open.length === 0) return null
  const prompt = secondOpinionPrompt(open, answer.language)
  const question = { task: 'judge', ...prompt, parse: Reply, temperature: 0, maxTokens: tokens.reply } as const
  const reply = await askModel(question, asking, { ms: asking.models.deadlineOf('judge'), signal })
  const given = new Map(reply.value.sentences.toReversed().map((one) => [one.sentence, one]))
  const sentences = open.flatMap(({ number }) => {
    const one = given.get(number)
    return one ? [{ ...one, reason: tidyReason(one.reason) }] : []
  })
  return sentences.length > 0 ? { model: reply.model.name, sentences } : null
}

/** The first sentences that cite something, with what they cite, as far as a prompt of so many tokens holds them. */
function openSentences({ response, sentences, evidence }: CheckedText, room: number): OpenSentence[] {
  const items = new Map(evidence.map((item) => [item.number, item]))
  const open: OpenSentence[] = []
  const quoted = new Set<EvidenceItem>()
  let left = room
  for (const [at, { start, end, refs }] of sentences.entries()) {
    const cited = refs.flatMap((number) => items.get(number) ?? [])
    if (cited.length === 0 || cited.length < refs.length) continue
    const text = response.slice(start, end)
    const fresh = cited.filter((item) => !quoted.has(item))
    const cost = [text, ...fresh.map(evidenceText)].reduce((sum, one) => sum + estimateTokens(one), 0)
    if (cost > left) continue
    left -= cost
    for (const item of fresh) quoted.add(item)
    open.push({ number: at + 1, text, cited })
    if (open.length === maxSentences) break
  }
  return open
}

function tidyReason(reason: string): string {
  const line = withoutMarks(reason).replace(/\s+/gu, ' ').trim()
  const characters = Array.from(line)
  return characters.length > maxReasonLength ? `${characters.slice(0, maxReasonLength - 1).join('')}…` : line
}
