import { byCodeUnits } from '../hash'
import { type ConditionChange, conditionChanges } from './condition-changes'
import type { CheckName, EvaluationRun, QuestionResult } from './evaluation-run'

/**
 * How a question fares in the second run: `worse` and `better` by its checks, or where those are the same by whether the answer leads with
 * the word; `otherwise`: checked the same, but answered or cited otherwise; `only_first`, `only_second`: asked in one of them.
 */
export type QuestionChange = 'worse' | 'better' | 'otherwise' | 'only_first' | 'only_second' | 'same'

/** In the order in which they matter. */
export const questionChanges: readonly QuestionChange[] = [
  'worse',
  'better',
  'otherwise',
  'only_first',
  'only_second',
  'same',
]

export interface ComparedQuestion {
  readonly id: string
  readonly question: string
  readonly change: QuestionChange
  /** Null where that run has not asked it. */
  readonly first: QuestionResult | null
  readonly second: QuestionResult | null
  /** Checks that one of the two passes and the other does not. */
  readonly checks: readonly CheckName[]
}

export interface RunComparison {
  /** What changed first; within a kind in the order of the set. */
  readonly questions: readonly ComparedQuestion[]
  readonly counts: Readonly<Record<QuestionChange, number>>
  /** What may explain a difference, besides what the user changed. */
  readonly differs: readonly ('set' | ConditionChange['of'])[]
  /** The same with both values. */
  readonly changes: readonly ConditionChange[]
}

/** Two runs question by question, the first being the earlier. */
export function compareRuns(first: EvaluationRun, second: EvaluationRun): RunComparison {
  const seconds = new Map(second.results.map((result) => [result.question.id, result]))
  const firsts = new Set(first.results.map(({ question }) => question.id))
  const both = first.results.map((result) => compared(result, seconds.get(result.question.id) ?? null))
  const added = second.results
    .filter(({ question }) => !firsts.has(question.id))
    .map((result) => compared(null, result))
  const all = [...both, ...added].flatMap((one) => one ?? [])
  const questions = questionChanges.flatMap((change) => all.filter((one) => one.change === change))
  const counts = Object.fromEntries(
    questionChanges.map((change) => [change, all.filter((one) => one.change === change).length]),
  ) as Record<QuestionChange, number>
  const changes = conditionChanges(first.header.conditions, second.header.conditions)
  return { questions, counts, differs: differences(first, second, changes), changes }
}

function compared(first: QuestionResult | null, second: QuestionResult | null): ComparedQuestion | null {
  const known = second ?? first
  if (!known) return null
  const { id, question } = known.question
  const change = first && second ? changeOf(first, second) : first ? 'only_first' : 'only_second'
  return { id, question, change, first, second, checks: first && second ? otherChecks(first, second) : [] }
}

function changeOf(first: QuestionResult, second: QuestionResult): QuestionChange {
  const lost = failing(second).size - failing(first).size
  if (lost !== 0) return lost > 0 ? 'worse' : 'better'
  if (first.led !== second.led) return second.led ? 'better' : 'worse'
  return isSame(first, second) ? 'same' : 'otherwise'
}

/** What fails, as one word each: of two words that are lacking each counts. */
function failing({ checks }: QuestionResult): Set<string> {
  return new Set(checks.flatMap(({ check, faults }) => faults.map((fault) => `${check} ${JSON.stringify(fault)}`)))
}

function isSame(first: QuestionResult, second: QuestionResult): boolean {
  const cited = ({ answer }: QuestionResult) =>
    (answer?.evidence ?? []).map(({ document_id: id, start, end }) => `${id} ${start} ${end}`).toSorted(byCodeUnits)
  const same = [...failing(first)].every((fault) => failing(second).has(fault))
  return same && first.answer?.response === second.answer?.response && String(cited(first)) === String(cited(second))
}

function otherChecks(first: QuestionResult, second: QuestionResult): CheckName[] {
  const passes = ({ checks }: QuestionResult, name: CheckName) =>
    checks.find(({ check }) => check === name)?.faults.length === 0
  const names = [...new Set([...first.checks, ...second.checks].map(({ check }) => check))]
  return names.filter((name) => passes(first, name) !== passes(second, name))
}

function differences(
  { header: a }: EvaluationRun,
  { header: b }: EvaluationRun,
  changes: readonly ConditionChange[],
): RunComparison['differs'] {
  const isOther = a.set_id !== b.set_id || a.set_version !== b.set_version
  return [...(isOther ? (['set'] as const) : []), ...new Set(changes.map((change) => change.of))]
}
