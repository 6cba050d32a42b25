import {
  type CheckResult,
  checkNames,
  type EvaluationRun,
  type EvaluationRunHeader,
  GivenOutcome,
  type QuestionResult,
} from '@shared/evaluation/evaluation-run'
import { type EvaluationSetHeader, shippedSetId } from '@shared/evaluation/evaluation-set'
import { localTime } from '@shared/dates/local-time'
import type { Context } from '../../command'
import { printableLine } from '../../print/printable'
import { printReport, sayReport } from '../../print/problems'
import type { Say } from '../../words/terminal-words'

/** A run on stdout: its figures, and the questions that failed, or all of them. */
export function printRun(
  { out, err, say }: Context,
  { header, results }: EvaluationRun,
  which: 'failed' | 'all',
): void {
  for (const line of headLines(header, say)) out.line(line)
  if (header.missing.length > 0) {
    err.line(say('evalMissing', { count: header.missing.length, names: printableLine(header.missing.join(', ')) }))
  }
  const shown = which === 'all' ? results : results.filter(({ passed }) => !passed)
  for (const result of shown) for (const line of questionLines(result, say)) out.line(line)
  if (header.error) printReport(header.error, err, say)
}

function headLines(header: EvaluationRunHeader, say: Say): string[] {
  const { counts, total, conditions } = header
  const { models, library, retrieval } = conditions
  const checks = checkNames.filter((name) => counts.checks[name].asked > 0)
  return [
    header.label === null
      ? `${header.id}: ${say(`eval_${header.state}`)}`
      : `${printableLine(header.label)}: ${say(`eval_${header.state}`)}  ${header.id}`,
    say('evalPassed', { passed: counts.passed, total, led: counts.led, ms: Math.round(counts.ms ?? 0) }),
    checks
      .map((name) => `${say(`eval_check_${name}`)} ${counts.checks[name].passed}/${counts.checks[name].asked}`)
      .join('  '),
    say('evalConditions', {
      cairn: conditions.cairn,
      model: printableLine(models.language ?? say('evalNoModel')),
      documents: library.documents,
      version: library.version,
      passages: retrieval.passages,
    }),
  ]
}

/** A question with its faults, a line each. */
export function questionLines({ question, passed, checks, error }: QuestionResult, say: Say): string[] {
  const faults = error ? [sayReport(error, say)] : checks.flatMap((check) => faultTexts(check, say))
  const head = `${passed ? '✓' : '✗'} ${printableLine(question.id)}  ${printableLine(question.question)}`
  return [head, ...faults.map((fault) => `    ${printableLine(fault)}`)]
}

export function faultTexts({ faults }: CheckResult, say: Say): string[] {
  return faults.map(({ fault, values }) => {
    if (fault !== 'other_outcome') return say(`eval_fault_${fault}`, values)
    const [expected, got] = [values['expected'], values['got']].map((one) => outcomeText(one, say))
    return say('eval_fault_other_outcome', { expected: expected ?? '', got: got ?? '' })
  })
}

function outcomeText(value: string | number | undefined, say: Say): string {
  const known = GivenOutcome.safeParse(value)
  return known.success ? say(`eval_outcome_${known.data}`) : String(value ?? '')
}

export function runRowHead(say: Say): string[] {
  return ['id', say('state'), say('evalPassedHead'), say('evalStarted'), say('evalSet'), say('evalLabel')]
}

export function runRow(run: EvaluationRunHeader, setName: SetName, say: Say): string[] {
  const { id, state, counts, total, started_at: at, label } = run
  return [
    id,
    say(`eval_${state}`),
    `${counts.passed}/${total}`,
    localTime(at),
    setName(run),
    printableLine(label ?? ''),
  ]
}

type SetName = (run: EvaluationRunHeader) => string

/** What the sets of these runs are called: by title, and by id too where another of them has the same title. */
export function setNames(runs: readonly EvaluationRunHeader[], say: Say): SetName {
  const titleOf = ({ set_id: id, set_title: title }: EvaluationRunHeader) =>
    setTitle({ kind: id === shippedSetId ? 'shipped' : 'own', title }, say)
  const ids = new Map<string, Set<string>>()
  for (const run of runs) ids.set(titleOf(run), (ids.get(titleOf(run)) ?? new Set()).add(run.set_id))
  return (run) => {
    const title = titleOf(run)
    return (ids.get(title)?.size ?? 0) > 1 ? `${title} (${run.set_id})` : title
  }
}

/** The title of the set that ships is Cairn's own, in the terminal's language. */
export function setTitle({ kind, title }: Pick<EvaluationSetHeader, 'kind' | 'title'>, say: Say): string {
  return kind === 'shipped' ? say('evalShipped') : printableLine(title)
}
