import { z } from 'zod'
import type { EvidenceItem } from '@shared/events'
import { type Note, note, whyOf } from '@shared/note'
import type { Claim } from '@shared/research/claim-ledger'
import { RangeFinder } from '@engine/answer/citations/range-finder'
import { judge } from '@engine/critic/judge'
import { msLeft } from '@engine/platform/deadline'
import { askModel } from '@engine/pipeline/model-calls/ask-model'
import type { ModelAccess } from '@engine/pipeline/model-calls/model-call'
import { withoutMarks } from '@engine/pipeline/prompts/neutral'
import { evidenceText } from '@engine/pipeline/prompts/second-opinion-prompt'
import { analyse } from '@engine/text/analyse'
import { estimateTokens } from '@engine/text/token-count'
import { modelsForPassages, type ModelsForPassages } from '../runs/models-for-passages'
import { claimDate } from './claim-date'
import { claimPrompt } from './claim-prompt'
import { claimsOf } from './claims-of'
import { type LedgerRooms, sourceAt, type TaskClaims, type TaskEvidence } from './task-evidence'

/** What a model is asked with to find claims. */
export interface LedgerModel extends Pick<ModelAccess, 'seed' | 'clock'>, ModelsForPassages {
  /** The model that was asked for; absent for what the settings say. */
  readonly wanted?: string | undefined
}

const Reply = z.object({ claims: z.array(z.object({ text: z.string(), passages: z.array(z.number().int()) })) })

/** Tokens: of the reply, of the instructions, of a context whose size nobody says; no prompt needs more than `most`. */
const tokens = { reply: 1200, instructions: 500, assumed: 4096, most: 8000 }
const temperature = 0.1
const leastMs = 120_000
/** What all calls for one task may take together. */
const stepMs = 300_000
/** Calls for one task: so many prompts hold all that a search finds. */
const mostCalls = 4
/** That a model chose it and its passages carry it: how often it then answers was not measured. */
const confidence = 0.5

/**
 * Claims as `claimsOf` finds them, and before them what a model reads in the same evidence. Each of its claims is held against the passages
 * it names; one that they do not carry is dropped. A call that fails costs nothing but is told. Throws CANCELLED.
 */
export async function claimsWithModel(
  found: TaskEvidence,
  rooms: LedgerRooms,
  asking: LedgerModel,
  signal: AbortSignal,
): Promise<TaskClaims> {
  const byRules = await claimsOf(found, rooms, signal)
  const { tool } = found.task
  const isMade = tool === 'tables' || tool === 'tool' || tool === 'differences'
  const access = { ...asking, models: modelsForPassages(asking, found.evidence.map(readItem)) }
  if (isMade || found.evidence.length === 0 || access.models.candidates('answer', access.wanted).length === 0)
    return byRules
  const written: Claim[] = []
  const notices: Note[] = []
  let spent = 0
  const until = access.clock() + stepMs
  for (const batch of batchesOf(found.evidence, access).slice(0, mostCalls)) {
    try {
      const read = await claimsIn(batch, found, { ...access, terms: rooms.terms, until }, signal)
      written.push(...read.claims)
      spent += read.tokens
    } catch (thrown) {
      signal.throwIfAborted()
      notices.push(note('research_claims_by_rules', { task: found.task.description, ...whyOf(thrown) }))
    }
  }
  const texts = new Set(written.map(({ text }) => analyse(text).join(' ')))
  const quoted = byRules.claims.filter(({ text }) => !texts.has(analyse(text).join(' ')))
  const claims = [...written, ...quoted].map((claim, at) => ({ ...claim, id: `${found.task.id}_${at + 1}` }))
  return { claims, gaps: byRules.gaps, notices, tokens: spent }
}

function readItem({ kind, document_id: documentId }: EvidenceItem) {
  return { documentId, isOfDocument: kind === 'kb' }
}

/** Evidence in as many prompts as it needs. */
function batchesOf(evidence: readonly EvidenceItem[], { models, wanted }: LedgerModel): EvidenceItem[][] {
  const [model] = models.candidates('answer', wanted)
  const context = Math.min((model && models.contextOf(model.id)) ?? tokens.assumed, tokens.most)
  const room = context - tokens.reply - tokens.instructions
  const batches: EvidenceItem[][] = []
  let left = 0
  for (const item of evidence) {
    const cost = estimateTokens(evidenceText(item))
    if (cost > room) continue
    if (cost > left) {
      batches.push([])
      left = room
    }
    batches.at(-1)?.push(item)
    left -= cost
  }
  return batches
}

async function claimsIn(
  evidence: readonly EvidenceItem[],
  { task, question, language }: TaskEvidence,
  { terms, until, ...access }: LedgerModel & Pick<LedgerRooms, 'terms'> & { readonly until: number },
  signal: AbortSignal,
): Promise<{ readonly claims: readonly Claim[]; readonly tokens: number }> {
  const { models, wanted } = access
  const numbered = evidence.map((item, at) => ({ ...item, number: at + 1 }))
  const asked = { task: 'answer', ...claimPrompt(question, numbered, language), parse: Reply, wanted } as const
  const limits = { temperature, maxTokens: tokens.reply }
  const ms = msLeft({ until, now: access.clock(), most: Math.max(leastMs, models.deadlineOf('answer')) })
  const { value, usage } = await askModel({ ...asked, ...limits }, access, { ms, signal })
  const claims = value.claims.flatMap(({ text, passages }): Claim[] => {
    const said = withoutMarks(text).replace(/\s+/gu, ' ').trim()
    const cited = [...new Set(passages)].flatMap((number) => numbered[number - 1] ?? [])
    if (said === '' || !isCarried(said, cited)) return []
    const [first] = cited
    if (!first) return []
    const { id, subject, aspect } = task
    const verbatim = first.text.indexOf(said)
    const sources = cited.map((item) => {
      const own =
        item === first && verbatim !== -1
          ? { start: verbatim, end: verbatim + said.length }
          : new RangeFinder(item).find(said)
      return { item, ...own }
    })
    return [
      {
        id: '',
        task_id: id,
        text: said,
        wording: verbatim === -1 ? 'written' : 'quoted',
        for: sources.map(({ item, start, end }) => sourceAt(item, start, end)),
        against: [],
        date: claimDate(said, first, sources[0]?.start ?? 0),
        confidence,
        ...(subject === undefined ? {} : { subject }),
        ...(aspect === undefined ? {} : { aspect }),
      },
    ]
  })
  return { claims, tokens: (usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0) }

  function isCarried(said: string, cited: readonly EvidenceItem[]): boolean {
    const response = `${said} ${cited.map(({ number }) => `[${number}]`).join('')}`
    const brief = { question, keyTerms: [], terms, text: 'written', mayReturn: false } as const
    const { sentences } = judge({ response, refs: [], evidence: cited }, brief)
    return sentences.length > 0 && sentences.every(({ verdict }) => verdict === 'supported')
  }
}
