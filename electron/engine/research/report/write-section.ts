import { z } from 'zod'
import { whyOf } from '@shared/note'
import type { Claim } from '@shared/research/claim-ledger'
import type { ReportSentence } from '@shared/research/research-report'
import type { ResearchRun } from '@shared/research/research-run'
import type { Verdict } from '@shared/events'
import type { Dictionary } from '@engine/critic/binding/across-languages'
import { judge } from '@engine/critic/judge'
import { msLeft } from '@engine/platform/deadline'
import { askModel } from '@engine/pipeline/model-calls/ask-model'
import type { ModelAccess } from '@engine/pipeline/model-calls/model-call'
import { withoutMarks } from '@engine/pipeline/prompts/neutral'
import { estimateTokens } from '@engine/text/token-count'
import { modelsForPassages, type ModelsForPassages } from '../runs/models-for-passages'
import type { ReportDesk, SectionToWrite } from './report-desk'
import { doubtedOf } from './second-look'
import { sectionPrompt } from './section-prompt'

/** What a model is asked with to write of claims. */
export interface ReportModel extends Pick<ModelAccess, 'seed' | 'clock'>, ModelsForPassages {
  /** The model that was asked for; absent for what the settings say. */
  readonly wanted?: string | undefined
  /** For sources in another language. */
  readonly terms: Dictionary
  /** When all sections must be written, on `clock`. */
  readonly until: number
}

/** Sentences that their sources carry, and those that were left out. */
export interface WrittenSection {
  readonly sentences: readonly ReportSentence[]
  readonly struck: readonly string[]
  /** Empty where it failed. */
  readonly model: string
  /** Why it failed; absent where it did not. */
  readonly failed?: Readonly<Record<'message' | 'code', string>>
}

const Reply = z.object({ sentences: z.array(z.object({ text: z.string(), claims: z.array(z.number().int()) })) })

const temperature = 0.2
/** Tokens: of the reply, of instructions and goal, of a context whose size nobody says; no prompt needs more than `most`. */
const tokens = { reply: 1600, instructions: 700, assumed: 4096, most: 8000 }
/** What the fence and the name of a claim take. */
const tokensAround = 24
/** A section is waited for longer than an answer's first token, in milliseconds. */
const leastMs = 120_000
/** One claim is said by its quotation. */
const leastClaims = 2
const mostRefs = 4

/**
 * Has a model write one section of its claims and nothing else, the first of them where its context does not hold all; null where
 * there is too little to write of, or no model was there from the start. Throws CANCELLED.
 */
export async function writeSection(
  { section, claims }: SectionToWrite,
  desk: ReportDesk,
  asking: ReportModel,
  signal: AbortSignal,
): Promise<WrittenSection | null> {
  if (claims.length < leastClaims || section.kind === 'changes' || section.kind === 'figures') return null
  const models = modelsForPassages(
    asking,
    claims.flatMap((claim) => desk.readOf(claim)),
  )
  const access = { ...asking, models }
  const { wanted } = access
  const [model] = models.candidates('answer', wanted)
  // Kept from it, for what these claims rest on: that is no failure of the model's.
  if (!model && asking.models.open?.candidates('answer', wanted).length) return null
  if (!model) return wasThere(desk.run) ? { sentences: [], struck: [], model: '', failed: gone } : null
  const shown = fitting(claims, models.contextOf(model.id))
  const prompt = sectionPrompt(section.heading, shown, desk)
  const question = { task: 'answer', ...prompt, parse: Reply, temperature, maxTokens: tokens.reply, wanted } as const
  try {
    const ms = msLeft({
      until: access.until,
      now: access.clock(),
      most: Math.max(leastMs, models.deadlineOf('answer')),
    })
    const reply = await askModel(question, access, { ms, signal })
    const { sentences, struck } = judged(reply.value.sentences, shown, desk, access)
    const doubted = await doubtedOf(sentences, { claims: shown, desk }, access, signal)
    return {
      sentences: sentences.filter((one) => !doubted.has(one)),
      struck: [...struck, ...[...doubted].map(({ text }) => text)],
      model: reply.model.name,
    }
  } catch (thrown) {
    signal.throwIfAborted()
    return { sentences: [], struck: [], model: '', failed: whyOf(thrown) }
  }
}

const gone = { code: 'MODEL_FAILED', message: 'The language model does not answer any more.' } as const

/** Whether a model did some of the run's work. */
function wasThere({ plan, cost }: ResearchRun): boolean {
  return cost.tokens > 0 || (plan !== null && plan.made_by !== 'rules')
}

/** The first claims, as many as a prompt holds. */
function fitting(claims: readonly Claim[], context: number | null): readonly Claim[] {
  let left = Math.min(context ?? tokens.assumed, tokens.most) - tokens.reply - tokens.instructions
  const end = claims.findIndex(({ text }) => (left -= estimateTokens(text) + tokensAround) < 0)
  return end === -1 ? claims : claims.slice(0, end)
}

/** Sentences that the sources of their claims carry, and the others. */
function judged(
  replied: z.infer<typeof Reply>['sentences'],
  claims: readonly Claim[],
  desk: ReportDesk,
  { terms }: ReportModel,
): Pick<WrittenSection, 'sentences' | 'struck'> {
  const kept: ReportSentence[] = []
  const struck: string[] = []
  for (const { text, claims: numbers } of replied) {
    const own = [...new Set(numbers)].flatMap((number) => claims[number - 1] ?? [])
    const refs = own.flatMap((claim) => desk.refs(claim)).slice(0, mostRefs)
    const said = withoutMarks(text).replace(/\s+/gu, ' ').trim()
    if (said === '') continue
    const sentence: ReportSentence = { text: said, kind: 'written', refs, claims: own.map(({ id }) => id) }
    const verdict = refs.length === 0 ? 'uncited' : verdictOf(sentence, desk, terms)
    if (verdict === 'supported' || verdict === 'uncompared') kept.push({ ...sentence, verdict })
    else struck.push(said)
  }
  return { sentences: kept, struck }
}

/** The critic's of one written sentence against what it cites. */
function verdictOf({ text, refs }: ReportSentence, desk: ReportDesk, terms: Dictionary): Verdict {
  const numbers = [...new Set(refs.map(({ number }) => number))]
  const evidence = desk.run.evidence.filter(({ number }) => numbers.includes(number))
  const response = `${text} ${numbers.map((number) => `[${number}]`).join('')}`
  const brief = { question: '', keyTerms: [], terms, text: 'written', mayReturn: false } as const
  const { sentences } = judge({ response, refs: [], evidence }, brief)
  const verdicts = sentences.map(({ verdict }) => verdict)
  return worst.find((verdict) => verdicts.includes(verdict)) ?? 'uncited'
}

/** The worst first: a text of two sentences stands only where both do. */
const worst: readonly Verdict[] = ['unsupported', 'uncited', 'partly', 'uncompared', 'supported']
