import type { Critique, QualityLabel, SentenceVerdict, Verdict } from '@shared/events'
import { type Note, note, noteText } from '@shared/note'

interface Findings {
  readonly sentences: readonly SentenceVerdict[]
  readonly disagree: readonly Note[]
  /** Share of the question's key terms the answer speaks of, 0 to 1. */
  readonly covered: number
  /** Key terms whose absence says that it is about something else. */
  readonly missing: readonly string[]
  readonly mayReturn: boolean
}

/** Below this coverage of the question an answer is about something else, or only about part of it. */
const minCoverage = 0.35
const goodCoverage = 0.6
const maxNamed = 5
const worth: Readonly<Record<Verdict, number>> = {
  supported: 1,
  uncompared: 0.5,
  partly: 0.5,
  unsupported: 0,
  uncited: 0,
}

/** Sums the findings up in one label, with reasons, and says whether another attempt with more evidence is due. */
export function evaluationOf({ sentences, disagree, covered, missing, mayReturn }: Findings): Critique {
  const uncovered = covered < minCoverage && missing.length > 0
  const issues = [
    ...disagree,
    ...(uncovered ? [note('question_uncovered', { terms: missing.slice(0, maxNamed).join(', ') })] : []),
  ]
  const wrong = count(sentences, 'unsupported') + count(sentences, 'uncited')
  const carried = carriedOf(sentences)
  const should_return_to_chief = mayReturn && (wrong > 0 || uncovered)
  // What could not be compared is no fault, and no proof either.
  const compared = sentences.filter(({ verdict }) => verdict !== 'uncompared')
  const label = labelOf({
    sentences: sentences.length,
    carried: compared.length === 0 ? 1 : carriedOf(compared),
    uncompared: sentences.length - compared.length,
    covered,
    uncovered,
    wrong,
    disagree: disagree.length,
  })
  return {
    evaluation: {
      label,
      confidence: Math.round((0.7 * carried + 0.3 * Math.min(1, covered)) * 100) / 100,
      reasoning: reasoningOf(sentences, covered, disagree.length),
      specific_issues: [...sentences.flatMap((sentence) => sentence.issues), ...issues].map(noteText),
      suggestions: suggestionsOf(sentences, uncovered, disagree.length),
      should_return_to_chief,
      ready_for_output: !should_return_to_chief && wrong === 0,
    },
    sentences: [...sentences],
    issues,
  }
}

function labelOf(figures: {
  readonly sentences: number
  /** Of what could be compared. */
  readonly carried: number
  readonly uncompared: number
  readonly covered: number
  readonly uncovered: boolean
  readonly wrong: number
  readonly disagree: number
}): QualityLabel {
  const { sentences, carried, uncompared, covered, uncovered, wrong, disagree } = figures
  if (sentences === 0) return 'error_invalid'
  if (carried < 0.35) return 'failed_poor_quality'
  if (uncovered) return 'incomplete_missing_info'
  if (wrong > 0 || carried < 0.8) return 'partial_needs_improvement'
  return carried < 1 || uncompared > 0 || covered < goodCoverage || disagree > 0
    ? 'complete_good'
    : 'complete_excellent'
}

const saidOf = [
  ['uncompared', 'not compared in full, in another language'],
  ['partly', 'partly supported'],
  ['unsupported', 'unsupported'],
  ['uncited', 'uncited'],
] as const

function reasoningOf(sentences: readonly SentenceVerdict[], covered: number, disagree: number): string {
  const parts = [`${count(sentences, 'supported')} of ${sentences.length} sentences supported by what they cite`]
  for (const [verdict, said] of saidOf) {
    const found = count(sentences, verdict)
    if (found > 0) parts.push(`${found} ${said}`)
  }
  parts.push(`${Math.round(covered * 100)} % of the question's key terms covered`)
  if (disagree > 0) parts.push(disagree === 1 ? 'two sources disagree' : `${disagree} pairs of sources disagree`)
  return `${parts.join('; ')}.`
}

function suggestionsOf(sentences: readonly SentenceVerdict[], uncovered: boolean, disagree: number): string[] {
  const suggestions: string[] = []
  const has = (key: Note['key']) => sentences.some(({ issues }) => issues.some((issue) => issue.key === key))
  if (has('other_source')) suggestions.push('Cite the source that says it.')
  if (count(sentences, 'uncited') > 0) suggestions.push('Cite a source for every sentence.')
  if (sentences.some(({ verdict, issues }) => verdict !== 'uncompared' && issues.some(({ key }) => isOfWords(key)))) {
    suggestions.push('Keep to the words of the cited passage, or leave the sentence out.')
  }
  if (uncovered) suggestions.push('Search wider, or ask about one thing at a time.')
  if (disagree > 0) suggestions.push('Say that the sources disagree, and which is newer.')
  return suggestions
}

function isOfWords(key: Note['key']): boolean {
  return key !== 'other_source' && key !== 'no_citation'
}

function count(sentences: readonly SentenceVerdict[], verdict: Verdict): number {
  return sentences.filter((sentence) => sentence.verdict === verdict).length
}

function carriedOf(sentences: readonly SentenceVerdict[]): number {
  return sentences.reduce((sum, { verdict }) => sum + worth[verdict], 0) / Math.max(1, sentences.length)
}
