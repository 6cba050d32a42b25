import type { Embedder } from '../ports/embedder'
import { coverage, type KeyTerm } from '../retrieval/key-terms'
import type { Passage } from '../retrieval/passage'
import { analyse } from '../text/analyse'
import { type Candidate, candidatesOf } from './candidates'
import { holdsAnswerOfType, type QuestionType, questionTypeOf } from './question-type'

/** A verbatim piece of evidence chosen for the answer. */
export interface AnswerSentence {
  /** Index into the passages given. */
  readonly passage: number
  /** Within that passage's text, 0-based half-open. */
  readonly start: number
  readonly end: number
  readonly text: string
  readonly listItem: boolean
  readonly score: number
}

interface Scored extends Candidate {
  readonly score: number
  readonly covered: number
  readonly terms: ReadonlySet<string>
}

const mostSentences = 5
const usualSentences = 3
const mostListItems = 20
/** A further sentence must come this near to the best one. */
const near = 0.62
const leastCoverage = 0.2
const weights = { coverage: 0.45, cosine: 0.2, passage: 0.2, type: 0.15 }

/**
 * Answers in the documents' own words: picks the sentences that cover the question best, gathers a list whole where one
 * is announced, leaves out repetitions, and returns them in reading order, best passage first. Empty when no sentence
 * is about the question.
 */
export async function extractAnswer(
  question: string,
  keyTerms: readonly KeyTerm[],
  passages: readonly Passage[],
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<AnswerSentence[]> {
  const type = questionTypeOf(question)
  const scored = await scoreAll(question, type, keyTerms, passages, embedder, signal)
  const ranked = scored.toSorted((a, b) => b.score - a.score || a.passage - b.passage || a.start - b.start)
  const best = ranked[0]
  if (!best || best.covered < leastCoverage) return []
  const list = type === 'list' || type === 'procedure' ? listAround(best, ranked, scored) : []
  const chosen = list.length > 1 ? list : choose(best, ranked, type)
  return inReadingOrder(withoutRepeats(chosen), best)
}

async function scoreAll(
  question: string,
  type: QuestionType,
  keyTerms: readonly KeyTerm[],
  passages: readonly Passage[],
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<Scored[]> {
  const candidates = candidatesOf(passages)
  const [target, vectors] = await Promise.all([
    embedder.embedQuery(question, signal),
    embedder.embedPassages(
      candidates.map(({ text }) => text),
      signal,
    ),
  ])
  const highest = Math.max(...passages.map(({ score }) => score), Number.MIN_VALUE)
  return candidates.map((candidate, at) => {
    const passage = passages[candidate.passage]
    const terms = new Set(analyse(candidate.text))
    const headings = analyse([passage?.chunk.title ?? '', ...(passage?.chunk.heading_path ?? [])].join('\n'))
    const own = coverage(keyTerms, terms)
    // A section's heading says what its sentences are about without each repeating it.
    const covered = Math.max(
      own,
      0.25 * own + 0.75 * coverage(keyTerms, new Set([...terms, ...headings])) * (own > 0 ? 1 : 0.6),
    )
    const fits = holdsAnswerOfType(candidate.text, type) ? 1 : 0
    const score =
      weights.coverage * covered +
      weights.cosine * Math.max(0, dot(target, vectors[at])) +
      weights.passage * ((passage?.score ?? 0) / highest) +
      weights.type * fits * covered
    return { ...candidate, terms, covered, score: candidate.announces ? score * 0.9 : score }
  })
}

function choose(best: Scored, ranked: readonly Scored[], type: QuestionType): Scored[] {
  const most = type === 'other' || type === 'procedure' ? mostSentences : usualSentences
  const chosen = [best]
  const said = new Set(best.terms)
  for (const candidate of ranked) {
    if (chosen.length >= most || candidate.score < best.score * near) break
    if (candidate === best || candidate.covered < leastCoverage) continue
    const fresh = [...candidate.terms].filter((term) => !said.has(term)).length
    if (fresh / Math.max(1, candidate.terms.size) < 0.3) continue
    chosen.push(candidate)
    for (const term of candidate.terms) said.add(term)
  }
  return chosen
}

/** The list the best sentences stand in or announce, whole and in order; empty where there is none. */
function listAround(best: Scored, ranked: readonly Scored[], scored: readonly Scored[]): Scored[] {
  const anchor = ranked.find(
    (candidate) => candidate.score >= best.score * near && (candidate.announces || candidate.listMarker),
  )
  if (!anchor) return []
  const at = scored.indexOf(anchor)
  const inList = (candidate: Scored | undefined) =>
    candidate?.listMarker === true && candidate.passage === anchor.passage
  let first = at
  while (first > 0 && inList(scored[first]) && inList(scored[first - 1])) first -= 1
  const before = scored[first - 1]
  if (inList(scored[first]) && before?.announces && before.passage === anchor.passage) first -= 1
  const items = scored.slice(first).findIndex((candidate, offset) => offset > 0 && !inList(candidate))
  return scored.slice(first, items === -1 ? undefined : first + items).slice(0, mostListItems + 1)
}

/** Later sentences that say the same words as an earlier one are left out. */
function withoutRepeats(chosen: readonly Scored[]): Scored[] {
  const seen = new Set<string>()
  return chosen.filter(({ text }) => {
    const key = analyse(text).join(' ')
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

function inReadingOrder(chosen: readonly Scored[], best: Scored): AnswerSentence[] {
  return chosen
    .toSorted(
      (a, b) =>
        Number(b.passage === best.passage) - Number(a.passage === best.passage) ||
        a.passage - b.passage ||
        a.start - b.start,
    )
    .map(({ passage, start, end, text, listMarker, score }) => ({
      passage,
      start,
      end,
      text,
      listItem: listMarker,
      score,
    }))
}

function dot(a: Float32Array, b: Float32Array | undefined): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b?.[at] ?? 0)
  return sum
}
