import type { EvidenceItem } from '@shared/events'
import type { Claim, ClaimSource, Gap } from '@shared/research/claim-ledger'
import { alsoStated } from '@engine/answer/sentences/same-fact'
import { candidatesOf } from '@engine/answer/sentences/sentence-candidates'
import { coverage } from '@engine/retrieval/question/key-terms'
import type { Passage } from '@engine/retrieval/passage'
import { analyse } from '@engine/text/analyse'
import { answeringSentences, centralSentences, withoutRepeats } from './choose-sentences'
import { claimDate } from './claim-date'
import { comparedOf, conflictBetween } from './conflicts-of'
import {
  type ChosenSentence,
  type LedgerRooms,
  passagesOf,
  sourceAt,
  type TaskClaims,
  type TaskEvidence,
} from './task-evidence'
import { type RelevantSentence, weighSentences, type WeighedEvidence } from './weigh-sentences'

/** Sentences that are looked through for the same fact, and for others that contradict it. */
const mostOthers = 60
/** Contradicting sentences that join the claims although they were not chosen. */
const mostContradicting = 6
/** Words of a question that nothing speaks of, named in one gap. */
const mostMissing = 4
/** What a tool worked out, and what two documents do not have in common, answers its task by how it was made. */
const byTool = 0.9

/**
 * What the evidence of a task says to it, as claims: sentences, rows and items letter for letter, each with all places that say the
 * same and those that say otherwise, and what was asked and is not said. Without a model; throws where the embedder does.
 */
export async function claimsOf(found: TaskEvidence, rooms: LedgerRooms, signal: AbortSignal): Promise<TaskClaims> {
  const { task, evidence } = found
  const passages = passagesOf(evidence)
  const made = madeByTool(found, passages)
  if (made.length > 0) return { claims: asClaims(found, made), gaps: [] }
  if (evidence.length === 0) return { claims: [], gaps: [{ task_id: task.id, missing: task.description }] }
  const weighed = await weighSentences(found, passages, rooms, signal)
  signal.throwIfAborted()
  const answering = answeringSentences(found, weighed)
  const isSummary = task.tool === 'read' && weighed.kinds.length === 0
  const chosen = isSummary
    ? withoutRepeats([...centralSentences(passages, weighed.sentences), ...answering.slice(0, 6)])
    : answering
  const others = weighed.sentences.toSorted((a, b) => b.weight - a.weight).slice(0, mostOthers)
  const sentences = [...chosen, ...contradicting(chosen, others, evidence)].map((one) => ({
    ...one,
    confidence: weighed.confidenceOf(one),
  }))
  const claims = withSources(asClaims(found, sentences), { sentences, others, passages, evidence })
  return { claims, gaps: gapsOf(found, weighed, claims) }
}

/** Results of tools row by row, and differences of two documents place by place; empty for evidence of searches. */
function madeByTool({ task, evidence }: TaskEvidence, passages: readonly Passage[]): ChosenSentence[] {
  if (task.tool === 'differences') {
    return evidence.flatMap(({ text }, passage) => {
      const start = text.length - text.trimStart().length
      const end = text.trimEnd().length
      return start < end ? [{ passage, start, end, text: text.slice(start, end), confidence: byTool }] : []
    })
  }
  if (task.tool !== 'tables' && task.tool !== 'tool') return []
  return candidatesOf(passages).flatMap(({ passage, start, end, text, heads }) =>
    evidence[passage]?.kind === 'tool' && !heads ? [{ passage, start, end, text, confidence: byTool }] : [],
  )
}

function asClaims({ task, evidence }: TaskEvidence, sentences: readonly ChosenSentence[]): Claim[] {
  return sentences.flatMap(({ passage, start, end, text, confidence, relevance }, at): Claim[] => {
    const item = evidence[passage]
    if (!item) return []
    const { id, subject, aspect } = task
    return [
      {
        id: `${id}_${at + 1}`,
        task_id: id,
        text,
        wording: 'quoted',
        for: [sourceAt(item, start, end)],
        against: [],
        date: claimDate(text, item, start),
        confidence,
        ...(relevance === undefined || task.tool === 'read' ? {} : { relevance }),
        ...(subject === undefined ? {} : { subject }),
        ...(aspect === undefined ? {} : { aspect }),
      },
    ]
  })
}

/** Sentences that were not chosen and say otherwise than one of another document that was. */
function contradicting<T extends RelevantSentence>(
  chosen: readonly T[],
  others: readonly T[],
  evidence: readonly EvidenceItem[],
): T[] {
  const read = comparedOf(chosen)
  const isChosen = new Set(chosen.map(placeKey))
  const rest = others.filter((one) => one.weight > 0 && !isChosen.has(placeKey(one)))
  return comparedOf(rest)
    .filter((one) => read.some((own) => areApart(own.of, one.of, evidence) && conflictBetween(own, one) !== null))
    .slice(0, mostContradicting)
    .map(({ of }) => of)
}

function areApart(a: ChosenOf, b: ChosenOf, evidence: readonly EvidenceItem[]): boolean {
  return evidence[a.passage]?.document_id !== evidence[b.passage]?.document_id
}

function placeKey({ passage, start }: ChosenOf): string {
  return `${passage} ${start}`
}

type ChosenOf = Omit<ChosenSentence, 'confidence'>

interface Around {
  /** One for each claim. */
  readonly sentences: readonly ChosenSentence[]
  readonly others: readonly ChosenOf[]
  readonly passages: readonly Passage[]
  readonly evidence: readonly EvidenceItem[]
}

/** One claim for each fact, with every document that states it, and what speaks against it. */
function withSources(claims: readonly Claim[], { sentences, others, passages, evidence }: Around): Claim[] {
  const compared = comparedOf(sentences)
  const told = new Set<string>()
  return claims.flatMap((claim, at): Claim[] => {
    const [own, read] = [sentences[at], compared[at]]
    if (!own || !read || claim.for.some((one) => told.has(keyOf(one)))) return []
    const also = alsoStated(own, others, passages)
    const same = also.flatMap((place) => sourceOfPlace(place, evidence))
    for (const source of [...claim.for, ...same]) told.add(keyOf(source))
    const against = compared
      .filter((other) => areApart(own, other.of, evidence) && conflictBetween(read, other) !== null)
      .flatMap(({ of }) => sourceOfPlace(of, evidence))
    return [{ ...claim, for: [...claim.for, ...same], against }]
  })
}

function sourceOfPlace(
  { passage, start, end }: Pick<ChosenSentence, 'passage' | 'start' | 'end'>,
  evidence: readonly EvidenceItem[],
): ClaimSource[] {
  const item = evidence[passage]
  return item ? [sourceAt(item, start, end)] : []
}

function keyOf({ evidence_id, selector }: ClaimSource): string {
  return `${evidence_id} ${selector}`
}

/** The whole question where nothing was found, else its words that no claim speaks of and nothing it stands under. */
function gapsOf({ task, evidence }: TaskEvidence, { asked }: WeighedEvidence, claims: readonly Claim[]): Gap[] {
  if (claims.length === 0) return [{ task_id: task.id, missing: task.description }]
  const about = evidence.flatMap(({ heading_path, document_name, document_title = '' }) => [
    ...heading_path,
    document_title,
    document_name,
  ])
  const said = new Set(analyse([...claims.map(({ text }) => text), ...about, task.subject ?? ''].join('\n')))
  // A word is told as it was asked, not by its stem.
  const written = new Map(
    (task.description.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [analyse(word).join(' '), word]),
  )
  const missing = asked
    .filter((term) => coverage([term], said) < 0.5)
    .map(({ surface }) => written.get(surface) ?? surface)
  return missing.length === 0 ? [] : [{ task_id: task.id, missing: missing.slice(0, mostMissing).join(', ') }]
}
