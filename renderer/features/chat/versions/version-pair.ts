import type { EvidenceItem } from '@shared/events'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { settledVersions } from '@renderer/state/chat/turns/turn-versions'
import { withoutOverrides } from '@renderer/ui/text/safe-name'
import { plainLines } from '@renderer/ui/text/markdown/plain-markdown'
import { type Piece, sharedWords } from '@renderer/ui/text/word-changes'
import { answerText } from '../turn/copy-text'

/** Two versions of a question's place: what is compared, the earlier one first. */
export interface VersionPair {
  readonly before: Turn
  readonly after: Turn
}

/** What is compared at first: the version on show with the one before it, or with the next where it is the first. */
export function firstPair(versions: readonly Turn[], shown: string): VersionPair | null {
  const settled = settledVersions(versions)
  const found = settled.findIndex(({ turn_id }) => turn_id === shown)
  const at = Math.max(1, found === -1 ? settled.length - 1 : found)
  const [before, after] = [settled[at - 1], settled[at]]
  return before && after ? { before, after } : null
}

/** `same`: letter for letter; `words`: pieces of both; `other`: they share too little to mark words. */
type TextDifference = { readonly kind: 'same' | 'other' } | { readonly kind: 'words'; readonly pieces: Piece[] }

export interface VersionDifference {
  readonly question: TextDifference
  /** Without citation marks: their numbers are each answer's own. */
  readonly answer: TextDifference
  readonly sources: {
    readonly before: readonly EvidenceItem[]
    readonly after: readonly EvidenceItem[]
    /** The passages that both have. */
    readonly both: number
  }
}

/** The words of a version as they are compared and shown: as they are read, without the frames of tables and other marks. */
export function wordsOfVersion(turn: Turn): { readonly question: string; readonly answer: string } {
  return { question: withoutOverrides(turn.question), answer: withoutOverrides(plainLines(answerText(turn))) }
}

/** What two versions differ in. */
export function differenceOf({ before, after }: VersionPair): VersionDifference {
  const [one, other] = [wordsOfVersion(before), wordsOfVersion(after)]
  const onlyBefore = notIn(after.evidence, before.evidence)
  return {
    question: textDifference(one.question, other.question),
    answer: textDifference(one.answer, other.answer),
    sources: {
      before: onlyBefore,
      after: notIn(before.evidence, after.evidence),
      both: before.evidence.length - onlyBefore.length,
    },
  }
}

function textDifference(before: string, after: string): TextDifference {
  if (before === after) return { kind: 'same' }
  const pieces = sharedWords(before, after)
  return pieces ? { kind: 'words', pieces } : { kind: 'other' }
}

/** By document and words: a document that was read anew has its passages at other offsets. */
function notIn(known: readonly EvidenceItem[], items: readonly EvidenceItem[]): EvidenceItem[] {
  const keys = new Set(known.map(keyOf))
  return items.filter((item) => !keys.has(keyOf(item)))
}

function keyOf({ kind, document_id, text }: EvidenceItem): string {
  return `${kind} ${document_id} ${text}`
}
