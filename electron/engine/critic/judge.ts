import type { AnswerRef, Critique, EvidenceItem, SentenceVerdict, Verdict } from '@shared/events'
import { type Note, note } from '@shared/note'
import { coverage, type KeyTerm } from '@engine/retrieval/question/key-terms'
import { analyse } from '@engine/text/analyse'
import { type Claim, quotedClaims, writtenClaims } from './claims/claims'
import type { Dictionary } from './binding/across-languages'
import { disagreements } from './conflicts'
import { correctionOf } from './correction'
import { evaluationOf } from './evaluation'
import { plainText } from './facts/comparable-text'
import { type Quantity, quantitiesIn } from './facts/quantities'
import { joined, type Source, sourceOf } from './source'
import { type Statement, statementOf } from './claims/statement'
import { isClear, type Support, support } from './support'

/** An answer as the critic reads it. */
export interface JudgedAnswer {
  readonly response: string
  readonly refs: readonly AnswerRef[]
  readonly evidence: readonly EvidenceItem[]
}

/** What the critic knows of a question. */
export interface Asked {
  /** As it was asked; its figures may be worked with. */
  readonly question: string
  readonly keyTerms: readonly KeyTerm[]
  /** For sources in another language. */
  readonly terms: Dictionary
}

export interface Brief extends Asked {
  /** `quotes`: what no reference stands for is the engine's own and claims nothing; `written`: every sentence claims. */
  readonly text: 'quotes' | 'written'
  /** Whether asking for more evidence could help. */
  readonly mayReturn: boolean
}

/** Holds an answer against its sources: a verdict for every sentence and an evaluation of the whole. Pure rules. */
export function judge(answer: JudgedAnswer, brief: Brief): Critique {
  const { response, refs, evidence } = answer
  const sources = new Map(evidence.map((item) => [item.number, sourceOf(item)]))
  const claims = brief.text === 'quotes' ? quotedClaims(response, refs) : writtenClaims(response)
  const asked = quantitiesIn(plainText(brief.question))
  const sentences = claims.map((claim) => verdictOf(claim, { sources, response, terms: brief.terms, asked }))
  const said = claims.flatMap(({ text, numbers }) =>
    numbers.slice(0, 1).map((number) => ({ text: plainText(text), number })),
  )
  const disagree = sources.size > 1 ? disagreements(said, [...sources.values()]) : []
  const terms = termsOf(answer, brief.text)
  const covered = brief.keyTerms.length === 0 ? 1 : coverage(brief.keyTerms, terms)
  const missing = brief.keyTerms.filter((term) => coverage([term], terms) < 0.5).map(({ surface }) => surface)
  const isOfTopic = brief.text === 'written' && brief.keyTerms.length - missing.length >= leastOfTopic
  return evaluationOf({ sentences, disagree, covered, missing: isOfTopic ? [] : missing, mayReturn: brief.mayReturn })
}

/** An order has words that no passage has (translate, table), so that what is written to it may lack most of its words. */
const leastOfTopic = 2

interface Reading {
  readonly sources: ReadonlyMap<number, Source>
  readonly response: string
  readonly terms: Dictionary
  /** Figures of the question. */
  readonly asked: readonly Quantity[]
}

function verdictOf(claim: Claim, { sources, response, terms, asked }: Reading): SentenceVerdict {
  const statement = statementOf(claim.text, claim.labels, asked)
  const { start, end, numbers } = claim
  const verdict = (is: Verdict, issues: readonly Note[]): SentenceVerdict => ({
    start,
    end,
    verdict: is,
    refs: [...numbers],
    issues: [...issues],
  })
  const unknown = numbers.filter((number) => !sources.has(number))
  if (unknown.length > 0) {
    return verdict(
      'unsupported',
      unknown.map((number) => note('unknown_source', { number })),
    )
  }
  if (claim.refs.some((ref) => isExactly(ref, claim.text, sources.get(ref.number)))) return verdict('supported', [])
  const cited = numbers.flatMap((number) => sources.get(number) ?? [])
  if (cited.length === 0) {
    const nearby = claim.nearby.flatMap((number) => sources.get(number) ?? [])
    const carrying = nearby
      .map((source) => support(statement, source, terms))
      .find((one) => isClear(one) || (one.verdict === 'uncompared' && one.share > 0))
    return carrying
      ? { ...verdict(carrying.verdict, carrying.issues), refs: [...claim.nearby] }
      : verdict('uncited', [note('no_citation')])
  }
  const best = bestSupport(statement, cited, terms)
  const isLoose = best.verdict === 'supported' && best.share < looselySaid
  if (best.verdict === 'uncompared') return verdict('uncompared', best.issues)
  if (best.verdict === 'supported' && !isLoose) return verdict('supported', [])
  const other = [...sources.values()].find((source) => {
    if (cited.includes(source)) return false
    const its = support(statement, source, terms)
    return isClear(its) && (!isLoose || its.share >= best.share + clearlyMore)
  })
  if (isLoose && !other) return verdict('supported', [])
  const [number = 0] = numbers
  if (other) return verdict('unsupported', [note('other_source', { other: other.number, number })])
  const correction = correctionOf({ claim, statement, response }, cited, [...sources.values()])
  return { ...verdict(best.verdict, best.issues), ...(correction ? { correction } : {}) }
}

/** Whether a reference points at these very words. */
function isExactly(ref: AnswerRef, text: string, source: Source | undefined): boolean {
  const [, from, to] = /^chars:(\d+)-(\d+)$/u.exec(ref.selector) ?? []
  if (!source || from === undefined || to === undefined) return false
  const squeezed = (words: string) => plainText(words).replaceAll(' ', '')
  const quoted = squeezed(source.item.text.slice(Number(from), Number(to)))
  return quoted !== '' && quoted === squeezed(text)
}

/** A sentence of whose words its source has fewer may be another source's, if that has so many more. */
const looselySaid = 0.75
const clearlyMore = 0.25

const order: readonly Support['verdict'][] = ['unsupported', 'partly', 'uncompared', 'supported']

/** The best of the cited sources, or all of them together: a sentence may draw on two, and then lacks what neither has. */
function bestSupport(statement: Statement, cited: readonly Source[], terms: Dictionary): Support {
  const each = cited.map((source) => support(statement, source, terms))
  const [first, ...rest] = cited
  if (first && rest.length > 0) each.unshift(support(statement, joined([first, ...rest]), terms))
  return each.reduce((best, one) => (order.indexOf(one.verdict) > order.indexOf(best.verdict) ? one : best))
}

/**
 * What an answer speaks of: its words, and the headings and names of what it cites. Who writes says in words of its own
 * what a cited passage says, and need not repeat the question: there the passages count as well.
 */
function termsOf({ response, evidence }: JudgedAnswer, written: Brief['text']): ReadonlySet<string> {
  const about = evidence.flatMap(({ heading_path, document_name, text }) => [
    ...heading_path,
    document_name,
    ...(written === 'written' ? [text] : []),
  ])
  return new Set(analyse([response, ...about].join('\n')))
}
