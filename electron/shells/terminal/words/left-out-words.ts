import type { BlockReason } from '@shared/session/session-context'
import type { Say, Word } from './terminal-words'

const wordOfReason: Record<BlockReason, Word> = {
  over_budget: 'reasonOverBudget',
  must_too_large: 'reasonMustTooLarge',
  duplicate: 'reasonDuplicate',
  expired: 'reasonExpired',
  excluded: 'reasonExcluded',
  pinned: 'reasonPinned',
  evidence_gone: 'reasonEvidenceGone',
}

/** What leaves passages out before there are blocks: the relevance floor and the processors of the chain. */
const wordOfStep: Readonly<Record<string, Word>> = {
  relevance_floor: 'reasonFloor',
  dedup: 'reasonDedup',
  rrf: 'reasonJoined',
  rerank: 'reasonRerank',
  'cross-encode': 'reasonRerank',
  graph: 'reasonRerank',
  'context-window': 'reasonWindow',
  diversity: 'reasonDiversity',
  truncate: 'reasonTruncate',
  cut: 'reasonCut',
}

/** The steps that have words of their own here. */
export const stepsWithWords: readonly string[] = Object.keys(wordOfStep)

/** Why a block is in the prompt, or not, or only in part. */
export function sayReason(reason: BlockReason, say: Say): string {
  return say(wordOfReason[reason])
}

/** What left something out: a block's reason, or a step of the search, which may be one this version does not know. */
export function sayLeftOut(by: string, say: Say): string {
  const words: Readonly<Record<string, Word>> = { ...wordOfStep, ...wordOfReason }
  const word = Object.hasOwn(words, by) ? words[by] : undefined
  return word ? say(word) : say('reasonOther', { name: by })
}
