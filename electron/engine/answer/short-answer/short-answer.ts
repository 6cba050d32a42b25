import type { Language } from '@engine/text/language'
import { candidatesIn } from './span-candidates'
import type { Attribute } from './column-names'
import { clauseWeights } from './amounts/clauses'
import { countedNounOf, countsNoun } from './amounts/counted-noun'
import { type AddFeature, addFeatures } from './candidate-features'
import { type Look, lookOf, textOf } from './candidate-look'
import { kindFilter } from './kind-filter'
import { type FactQuestion, type QuestionTerms, readSentence, type SentenceShares } from './answering-sentence'
import { isFormerValue } from './amounts/former-value'
import type { KnownNames } from './tokens/english-tokens'
import type { Token } from './tokens/answer-token'
import { withMarks } from './tokens/answer-tokens'
import { sideIn, statesVictory, victoryQuestionOf } from './amounts/victory'
import { questionKindOf, wantedOf } from './wanted-kind'

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
/** Logits by which one amount of a sentence leaves another behind. */
const clearly = 1.5
/** Times as much of the question as another clause has. */
const plainlyMore = 1.5

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
    question: string,
    terms: QuestionTerms,
    sentences: readonly SourceSentence[],
    language: Language,
  ): ShortAnswer | null {
    const scored: Scored[] = []
    const weights = this.weights[language]
    forEachCandidate({ text: question, terms, language, known: this.known }, sentences, (candidate) => {
      if (!candidate.fits) return
      let score = 0
      candidate.addFeatures((name, value) => {
        score += (weights.get(name) ?? 0) * value
      })
      scored.push({ ...candidate, score })
    })
    const likeliest = bestOf(scored)
    const isOfNumber = questionKindOf(question, language) === 'number'
    const best = likeliest && isOfNumber ? inItsClause(likeliest, scored) : likeliest
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

/** Dates are left to what the model learned of them: they open a sentence that tells of them in a clause of its own. */
const amounts: ReadonlySet<Look> = new Set(['number', 'percent', 'money'])

/** The one of several amounts whose clause has most of the question; null where nothing tells which one is meant. */
function inItsClause(best: Scored, scored: readonly Scored[]): Scored | null {
  if (!amounts.has(best.look)) return best
  const unit = unitOf(best)
  const rivals = scored.filter(
    (one) =>
      one.sentence === best.sentence &&
      one.look === best.look &&
      (one.last < best.first || one.first > best.last) &&
      best.score - one.score < clearly &&
      unitOf(one) === unit,
  )
  if (rivals.length === 0) return best
  const [own = 0, ...others] = clauseWeights(best.tokens, best.weights, [best, ...rivals])
  const most = Math.max(...others)
  if (most < own || (most > own && most < own * plainlyMore)) return best
  return most === own ? null : bestOf(rivals.filter((_, at) => others[at] === most))
}

/** What an amount is an amount of: the word behind its number. */
function unitOf({ tokens, first, last }: Scored): string {
  const number = tokens.findLastIndex(({ kind }, at) => at >= first && at <= last && kind === 'number')
  const behind = tokens[number + 1]
  return behind?.kind === 'noun' || behind?.kind === 'measure' ? behind.terms.join(' ') || behind.text : ''
}

export interface AnswerCandidate {
  readonly sentence: number
  readonly start: number
  readonly end: number
  /** Share of the question's weight that its sentence has. */
  readonly covered: number
  readonly relative: number
  /** Its tokens among those of its sentence, both included. */
  readonly first: number
  readonly last: number
  readonly tokens: readonly Token[]
  /** The weight of each of those in the question; 0 for tokens that it has not. */
  readonly weights: readonly number[]
  readonly look: Look
  /** Whether it looks like what the question wants. */
  readonly fits: boolean
  readonly addFeatures: (add: AddFeature) => void
}

/** Every candidate of the sentences that cover the question best; what the model is fitted on and what it chooses from. */
export function forEachCandidate(
  question: FactQuestion,
  sentences: readonly SourceSentence[],
  visit: (candidate: AnswerCandidate) => void,
): void {
  const { language } = question
  const wanted = wantedOf(question.text, language, question.known)
  const isOfKind = kindFilter(question.text, wanted.kind)
  const counted = wanted.kind === 'number' && language === 'en' ? countedNounOf(question.text) : null
  const victory = victoryQuestionOf(question.text)
  const ranked = bestSentences(question.terms, sentences)
  // Where one sentence states it, others that only speak of the same do not.
  const isStated = victory !== null && ranked.some(({ source }) => statesVictory(source.text, victory))
  for (const { at, source, shares } of ranked) {
    if (victory && isStated && !statesVictory(source.text, victory)) continue
    const isOnSide = victory ? sideIn(source.text, victory) : () => true
    const sentence = readSentence(source.text, question, shares)
    const { tokens, asked, weights, covered, relative } = sentence
    const features = { sentence, wanted, language }
    for (const { first, last } of candidatesIn(tokens, asked, language)) {
      const words = { start: tokens[first]?.start ?? 0, end: tokens[last]?.end ?? 0 }
      const span = withMarks(source.text, words)
      if (!span) continue
      const run = tokens.slice(first, last + 1)
      const text = textOf(run, language)
      const candidate = { first, last, text, look: lookOf(run, text, language) }
      visit({
        sentence: at,
        ...span,
        covered,
        relative,
        first,
        last,
        tokens,
        weights,
        look: candidate.look,
        fits:
          isOnSide(span) &&
          isOfKind(candidate.look, run, asked.slice(first, last + 1)) &&
          (!counted || countsNoun(counted, sentence, candidate)) &&
          !isFormerValue(source.text, tokens, candidate, question.text),
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
