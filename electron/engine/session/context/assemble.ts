import type { BlockDecision, BlockPriority, BlockReason, ContextBlock } from '@shared/session/session-context'
import { byCodeUnits } from '@shared/hash'
import type { TokenCounter } from '@engine/ports/models/token-counter'
import { splitSentences } from '@engine/text/sentences/sentences'

/** A block that may go into the prompt, with the text it stands for. */
export interface Candidate {
  readonly block: ContextBlock
  /** What a model would read: the block's own content, or what its references lead to. Null where that is gone. */
  readonly text: string | null
}

export interface AssembleOptions {
  /** Tokens the whole prompt may take. */
  readonly budget: number
  readonly tokens: TokenCounter
  /** Milliseconds since the epoch; blocks past their `ttl` are left out. */
  readonly now: number
  /** Evidence that must not be used; a block that rests on nothing else is left out. */
  readonly excluded?: ReadonlySet<string> | undefined
  /** Evidence that whoever reads the prompt must not see; a block that rests on any of it is left out. */
  readonly keptBack?: ReadonlySet<string> | undefined
}

const order: Record<BlockPriority, number> = { must: 0, high: 1, medium: 2, low: 3 }
/** The relevance of blocks without a relevance: between those that fit well and those that hardly fit. */
const middling = 0.5
/** A remainder smaller than this says nothing; the block is left out instead. */
const minShortened = 24

/**
 * Chooses which candidate blocks go into the prompt: `must` first, then by priority, relevance and id while the token
 * budget lasts; a `must` that fits is never displaced by one that does not. What is outlived, excluded or said already is left out; the first block that does not fit is shortened
 * at the end of a sentence where that leaves enough of it. All of them come back, ordered by id, each with its decision
 * and its token count. The same blocks give the same result in whatever order they come, and never more than the budget.
 */
export function assembleBlocks(candidates: readonly Candidate[], options: AssembleOptions): ContextBlock[] {
  const sized = candidates.map(({ block, text }) => ({
    block,
    text,
    full: text === null ? 0 : options.tokens.count(text),
  }))
  const ranked = sized.toSorted((a, b) => compareRank(a.block, b.block))
  // A `must` that is too large gets what those that fit whole leave, before anything else.
  let room = options.budget
  const whole = ranked.filter(({ block, full }) => {
    const fits = block.priority === 'must' && full <= room
    if (fits) room -= full
    return fits
  })
  const first = new Set(whole)
  const said = new Map<string, string>()
  let used = 0
  const decided = [...whole, ...ranked.filter((one) => !first.has(one))].map(({ block, text, full }) => {
    const fitted = fit({ block, text, full }, { used, said }, options)
    if (fitted.decision.action !== 'cut') {
      used += fitted.tokens
      if (text !== null) said.set(sameText(text), said.get(sameText(text)) ?? block.block_id)
    }
    return asBlock(block, fitted, full)
  })
  return decided.toSorted((a, b) => byCodeUnits(a.block_id, b.block_id))
}

interface Fitted {
  readonly decision: BlockDecision
  readonly tokens: number
  /** How much of the text is kept, in UTF-16 units from its beginning; absent for all of it. */
  readonly length?: number
}

interface SizedCandidate extends Candidate {
  /** Tokens of all of its text. */
  readonly full: number
}

interface PromptSoFar {
  readonly used: number
  /** Texts in the prompt, and the blocks they are from. */
  readonly said: ReadonlyMap<string, string>
}

function fit(
  { block, text, full }: SizedCandidate,
  { used, said }: PromptSoFar,
  { budget, tokens, now, excluded, keptBack }: AssembleOptions,
): Fitted {
  const cut = (reason: BlockReason, more: Partial<BlockDecision> = {}): Fitted => ({
    decision: { action: 'cut', reason, used, budget, ...more },
    tokens: 0,
  })
  const isMust = block.priority === 'must'
  if (text === null) return cut('evidence_gone')
  if (block.block_type === 'evidence' && block.refs?.some(({ evidence_id: id }) => keptBack?.has(id)))
    return cut('kept_back')
  if (isExcluded(block, excluded)) return cut('excluded')
  if (!isMust) {
    if (isOutlived(block, now)) return cut('expired')
    const same = said.get(sameText(text))
    if (same !== undefined) return cut('duplicate', { same_as: same })
  }
  const pinned = block.decision?.reason === 'pinned' ? { reason: 'pinned' as const } : {}
  if (used + full <= budget) return { decision: { action: 'kept', used, budget, ...pinned }, tokens: full }
  const reason = isMust ? 'must_too_large' : 'over_budget'
  const length = shortenedLength(text, budget - used, tokens)
  if (length === 0) return cut(reason, { full_tokens: full })
  const kept = tokens.count(text.slice(0, length))
  return { decision: { action: 'shortened', reason, used, budget, full_tokens: full }, tokens: kept, length }
}

function asBlock(block: ContextBlock, { decision, tokens, length }: Fitted, full: number): ContextBlock {
  const isCut = decision.action === 'cut'
  const decided = { ...block, token_estimate: isCut ? full : tokens, decision }
  if (isCut) return { ...decided, cut_reason: sentenceFor(decision) }
  if (length === undefined) return decided
  const [first] = block.refs ?? []
  if (block.content === undefined && first) {
    return { ...decided, refs: [{ ...first, selector: `chars:0-${length}` }] }
  }
  return { ...decided, content: block.content?.slice(0, length) }
}

/** As many whole sentences from the beginning as fit; 0 where they would say too little. */
function shortenedLength(text: string, budget: number, tokens: TokenCounter): number {
  if (budget < minShortened) return 0
  const ends = splitSentences(text).map(({ end }) => end)
  let [fits, fitsNot] = [-1, ends.length]
  while (fitsNot - fits > 1) {
    const middle = (fits + fitsNot) >> 1
    if (tokens.count(text.slice(0, ends[middle])) <= budget) fits = middle
    else fitsNot = middle
  }
  const length = ends[fits] ?? 0
  return tokens.count(text.slice(0, length)) >= minShortened ? length : 0
}

function isExcluded({ refs }: ContextBlock, excluded: ReadonlySet<string> | undefined): boolean {
  if (!excluded || excluded.size === 0 || !refs || refs.length === 0) return false
  return refs.every(({ evidence_id }) => excluded.has(evidence_id))
}

function isOutlived({ ttl, at }: ContextBlock, now: number): boolean {
  const since = at === undefined ? NaN : Date.parse(at)
  return ttl !== undefined && !Number.isNaN(since) && now > since + ttl * 1000
}

function compareRank(a: ContextBlock, b: ContextBlock): number {
  return (
    order[a.priority] - order[b.priority] ||
    (b.relevance ?? middling) - (a.relevance ?? middling) ||
    byCodeUnits(a.block_id, b.block_id)
  )
}

function sameText(text: string): string {
  return text.normalize('NFKC').replace(/\s+/gu, ' ').trim()
}

/** The decision in English, for readers of the record alone. */
function sentenceFor({ reason, used = 0, budget = 0, full_tokens: full = 0, same_as: same }: BlockDecision): string {
  switch (reason) {
    case 'over_budget':
      return `over the budget: ${used} + ${full} tokens of ${budget}`
    case 'must_too_large':
      return `larger than what is left of the budget: ${full} tokens, ${budget - used} left`
    case 'duplicate':
      return `the same content is already in the prompt (${same ?? 'another block'})`
    case 'expired':
      return 'outlived its ttl'
    case 'excluded':
      return 'excluded by the user'
    case 'kept_back':
      return 'confidential, and the model runs on another machine'
    default:
      return 'what it refers to is not in the record'
  }
}
