import type { AskedPart } from '@engine/question/asked-question'
import type { Language } from '@engine/text/language'
import { candidatesIn } from './span-candidates'
import type { Attribute } from './cells/column-names'
import { type AddFeature, addFeatures } from './candidate-features'
import { lookOf, textOf } from './candidate-look'
import { wantedOf } from './tokens/around-question-word'
import { kindFilter } from './kind-filter'
import { type FactQuestion, type QuestionTerms, readSentence, type SentenceShares } from './answering-sentence'
import type { KnownNames } from './tokens/english-tokens'
import { withMarks } from './tokens/answer-tokens'

/** A sentence that may hold the answer. */
export interface SourceSentence {
  readonly text: string
  readonly terms: ReadonlySet<string>
  /** The sentence before it in its passage. */
  readonly before: ReadonlySet<string>
  /** Its passage's score as a share of the best passage's. */
  readonly passage: number
}

export interface ShortAnswer {
  /** Index into the sentences given. */
  readonly sentence: number
  /** Within that sentence's text, 0-based half-open. */
  readonly start: number
  readonly end: number
  /** Share of what the question tells that its sentence has, 0 to 1. */
  readonly covered: number
  /** `covered` as a share of the best sentence's. */
  readonly relative: number
  /** Share of the probability that this run of words and those that overlap it got, 0 to 1. */
  readonly confidence: number
}

/** What was learned: for each language a weight for each feature by its name. */
export type ShortAnswerWeights = Readonly<Record<Language, ReadonlyMap<string, number>>>

const maxSentences = 4

/**
 * Finds the run of words that answers a question of fact. A log-linear model, fitted by `cairn bench short-answer-fit`,
 * weighs how each run looks, where it stands and how near it is to the question's words. Null where there are no runs.
 */
export class ShortAnswerer {
  constructor(
    private readonly weights: ShortAnswerWeights,
    private readonly known: KnownNames,
    /** What tables tell of what they list. */
    readonly attributes: readonly Attribute[],
  ) {}

  find(
    asked: AskedPart,
    terms: QuestionTerms,
    sentences: readonly SourceSentence[],
    language: Language,
  ): ShortAnswer | null {
    const scored: Scored[] = []
    const weights = this.weights[language]
    forEachCandidate({ asked, terms, language, known: this.known }, sentences, (candidate) => {
      let score = 0
      candidate.addFeatures((name, value) => {
        score += (weights.get(name) ?? 0) * value
      })
      scored.push({ ...candidate, score })
    })
    const best = bestOf(scored)
    if (!best) return null
    let all = 0
    let agreeing = 0
    for (const { sentence, start, end, score } of scored) {
      const mass = Math.exp(score - best.score)
      all += mass
      if (sentence === best.sentence && start < best.end && end > best.start) agreeing += mass
    }
    const { sentence, start, end, covered, relative } = best
    return { sentence, start, end, covered, relative, confidence: agreeing / all }
  }
}

interface Scored extends AnswerCandidate {
  readonly score: number
}

function bestOf(scored: readonly Scored[]): Scored | null {
  return scored.reduce<Scored | null>((top, one) => (one.score > (top?.score ?? -Infinity) ? one : top), null)
}

export interface AnswerCandidate {
  readonly sentence: number
  readonly start: number
  readonly end: number
  /** Share of the question's weight that its sentence has. */
  readonly covered: number
  readonly relative: number
  readonly addFeatures: (add: AddFeature) => void
}

/** Every candidate of the kind that is wanted, of the sentences that cover the question best; what the model is fitted on and what it chooses from. */
export function forEachCandidate(
  question: FactQuestion,
  sentences: readonly SourceSentence[],
  visit: (candidate: AnswerCandidate) => void,
): void {
  const { language, asked: read } = question
  const wanted = wantedOf(read.text, read.word[language], language, question.known)
  const isOfKind = kindFilter(read.value, wanted.kind)
  for (const { at, source, shares } of bestSentences(question.terms, sentences)) {
    const sentence = readSentence(source.text, question, shares)
    const { tokens, asked, covered, relative } = sentence
    const features = { sentence, wanted, language }
    for (const { first, last } of candidatesIn(tokens, asked, language)) {
      const words = { start: tokens[first]?.start ?? 0, end: tokens[last]?.end ?? 0 }
      const span = withMarks(source.text, words)
      if (!span) continue
      const run = tokens.slice(first, last + 1)
      const text = textOf(run, language)
      const candidate = { first, last, text, look: lookOf(run, text, language) }
      if (!isOfKind(candidate.look, run, asked.slice(first, last + 1))) continue
      visit({
        sentence: at,
        ...span,
        covered,
        relative,
        addFeatures: (add) => {
          addFeatures(candidate, features, add)
        },
      })
    }
  }
}

/** The sentences that have most of the question, the best first; `at` is their index. */
function bestSentences(terms: QuestionTerms, sentences: readonly SourceSentence[]) {
  const total = [...terms.values()].reduce((sum, weight) => sum + weight, 0) || 1
  const covered = sentences.map((one) => weightOf(terms, (term) => (one.terms.has(term) ? 1 : 0)) / total)
  const withBefore = sentences.map(
    (one) => weightOf(terms, (term) => (one.terms.has(term) ? 1 : one.before.has(term) ? 0.5 : 0)) / total,
  )
  const standing = (at: number) =>
    (covered[at] ?? 0) + 0.3 * (withBefore[at] ?? 0) + 0.5 * (sentences[at]?.passage ?? 0)
  const order = sentences.map((_, at) => at).toSorted((a, b) => standing(b) - standing(a))
  const highest = Math.max(...covered) || 1
  return order.slice(0, maxSentences).flatMap((at, rank) => {
    const source = sentences[at]
    if (!source) return []
    const shares: SentenceShares = {
      covered: covered[at] ?? 0,
      coveredWithBefore: withBefore[at] ?? 0,
      relative: (covered[at] ?? 0) / highest,
      passage: source.passage,
      rank,
    }
    return [{ at, source, shares }]
  })
}

function weightOf(terms: QuestionTerms, share: (term: string) => number): number {
  let sum = 0
  for (const [term, weight] of terms) sum += weight * share(term)
  return sum
}
