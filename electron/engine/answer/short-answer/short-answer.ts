import type { Language } from '@engine/text/language'
import { candidatesIn } from './span-candidates'
import type { Attribute } from './column-names'
import { clauseWeights } from './amounts/clauses'
import { countedNounOf, countsNoun } from './amounts/counted-noun'
import { chunksOf, closeness, describe, type Look, lookOf } from './candidate-features'
import { fits } from './fits-question'
import { isFormerValue } from './amounts/former-value'
import type { KnownNames } from './tokens/english-tokens'
import type { Token } from './tokens/answer-token'
import { tokensOf, withMarks } from './tokens/answer-tokens'
import { sideIn, tellsOf, victoryAskedIn } from './amounts/victory'
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

/** A term of the question and what it tells: its inverse document frequency. */
export type AskedTerms = ReadonlyMap<string, number>

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

const mostSentences = 4
/** Logits by which one amount of a sentence leaves another behind. */
const clearly = 1.5
/** Times as much of the question as another clause has. */
const plainlyMore = 1.5

/**
 * Finds the run of words that answers a question of fact: every run within a clause is described by what it looks like,
 * where it stands and how near it is to what the question mentions, and a log-linear model, fitted by
 * `cairn bench short-answer-fit`, weighs that. Verbatim always; null where there is nothing to choose from.
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
    asked: AskedTerms,
    sentences: readonly SourceSentence[],
    language: Language,
  ): ShortAnswer | null {
    const scored: Scored[] = []
    const weights = this.weights[language]
    forEachCandidate(question, asked, sentences, language, this.known, (candidate) => {
      if (!candidate.fits) return
      let score = 0
      candidate.describe((name, value) => {
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

interface Scored extends DescribedCandidate {
  readonly score: number
}

function bestOf(scored: readonly Scored[]): Scored | null {
  return scored.reduce<Scored | null>((top, one) => (one.score > (top?.score ?? -Infinity) ? one : top), null)
}

/** Dates are left to what the model learned of them: they open a sentence that tells of them in a clause of its own. */
const amounts: ReadonlySet<Look> = new Set(['number', 'percent', 'money'])

/**
 * Of several amounts that a sentence tells of several things, the one whose clause has most of the question; null where another
 * has as much, so that nothing tells which is meant.
 */
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

export interface DescribedCandidate {
  readonly sentence: number
  readonly start: number
  readonly end: number
  /** Share of what the question tells that its sentence has. */
  readonly covered: number
  readonly relative: number
  /** Its tokens among those of its sentence, both included. */
  readonly first: number
  readonly last: number
  readonly tokens: readonly Token[]
  /** How much of the question each of those tells; 0 for tokens the question has not. */
  readonly weights: readonly number[]
  readonly look: Look
  /** Whether it looks like what the question wants. */
  readonly fits: boolean
  readonly describe: (add: (name: string, value: number) => void) => void
}

/** Every candidate of the sentences that cover the question best; what the model is fitted on and what it chooses from. */
export function forEachCandidate(
  question: string,
  asked: AskedTerms,
  sentences: readonly SourceSentence[],
  language: Language,
  known: KnownNames,
  visit: (candidate: DescribedCandidate) => void,
): void {
  const total = [...asked.values()].reduce((sum, weight) => sum + weight, 0) || 1
  const covered = sentences.map(({ terms }) => weightOf(asked, (term) => (terms.has(term) ? 1 : 0)) / total)
  const withBefore = sentences.map(
    ({ terms, before }) => weightOf(asked, (term) => (terms.has(term) ? 1 : before.has(term) ? 0.5 : 0)) / total,
  )
  const standing = (at: number) =>
    (covered[at] ?? 0) + 0.3 * (withBefore[at] ?? 0) + 0.5 * (sentences[at]?.passage ?? 0)
  const order = sentences.map((_, at) => at).toSorted((a, b) => standing(b) - standing(a))
  const most = Math.max(...covered) || 1
  const wanted = wantedOf(question, language, known)
  const counted = wanted.kind === 'number' && language === 'en' ? countedNounOf(question) : null
  const victory = victoryAskedIn(question)
  // Where one sentence tells it, others that only speak of the same do not.
  const isTold =
    victory !== null && order.slice(0, mostSentences).some((at) => tellsOf(sentences[at]?.text ?? '', victory))
  for (const [rank, at] of order.slice(0, mostSentences).entries()) {
    const source = sentences[at]
    if (!source) continue
    const tokens = tokensOf(source.text, language, known)
    if (victory && isTold && !tellsOf(source.text, victory)) continue
    const isOnSide = victory ? sideIn(source.text, victory) : () => true
    const isAsked = tokens.map((token) => isInQuestion(token, asked, question, language))
    const sentence = {
      tokens,
      asked: isAsked,
      chunks: chunksOf(tokens),
      weights: tokens.map((token, place) => (isAsked[place] ? tellingOf(token, asked, language) : 0)),
      covered: covered[at] ?? 0,
      coveredWithBefore: withBefore[at] ?? 0,
      relative: (covered[at] ?? 0) / most,
      passage: source.passage,
      rank,
    }
    for (const candidate of candidatesIn(tokens, isAsked, language)) {
      const run = tokens.slice(candidate.first, candidate.last + 1)
      const words = { start: tokens[candidate.first]?.start ?? 0, end: tokens[candidate.last]?.end ?? 0 }
      const span = withMarks(source.text, words)
      if (!span) continue
      const look = lookOf(run, run.map((token) => token.text).join(language === 'zh' ? '' : ' '), language)
      visit({
        sentence: at,
        ...span,
        covered: sentence.covered,
        relative: sentence.relative,
        ...candidate,
        tokens,
        weights: sentence.weights,
        look,
        fits:
          isOnSide(span) &&
          fits(question, wanted.kind, look, run, isAsked.slice(candidate.first, candidate.last + 1)) &&
          (!counted || countsNoun(counted, tokens, isAsked, candidate)) &&
          !isFormerValue(source.text, tokens, candidate.first, candidate.last, question),
        describe: (add) => describe(candidate, sentence, wanted, language, closeness(sentence, candidate), add),
      })
    }
  }
}

function weightOf(asked: AskedTerms, share: (term: string) => number): number {
  let sum = 0
  for (const [term, weight] of asked) sum += weight * share(term)
  return sum
}

function isInQuestion(token: Token, asked: AskedTerms, question: string, language: Language): boolean {
  if (token.terms.some((term) => asked.has(term))) return true
  return language === 'zh' && !token.light && question.includes(token.text)
}

/** A Chinese word is cut into bigrams, so its length tells more than any one of them. */
function tellingOf(token: Token, asked: AskedTerms, language: Language): number {
  const weights = token.terms.map((term) => asked.get(term) ?? 0)
  return Math.max(0.3, language === 'zh' ? 2 + token.text.length : 0, ...weights)
}
