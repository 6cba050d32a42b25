import { type ComparedQuestion, compareRuns, questionChanges } from '@shared/evaluation/run-comparison'
import type { EvaluationRun } from '@shared/evaluation/evaluation-run'
import { exitCode, type Context } from '../../command'
import { fitColumns, tableLines } from '../../print/align-columns'
import { printableLine, printedAsJson } from '../../print/printable'
import { faultTexts, runRow, runRowHead } from './print-run'

/** Two runs, what changed first. The exit code is 1 where a question fares worse. */
export function printComparison(context: Context, first: EvaluationRun, second: EvaluationRun): number {
  const { out, say } = context
  const comparison = compareRuns(first, second)
  const { counts, differs, questions } = comparison
  const code = counts.worse > 0 ? exitCode.failed : exitCode.fine
  if (printedAsJson(context, { first: first.header, second: second.header, ...comparison })) return code
  for (const line of tableLines([runRowHead(say), runRow(first.header, say), runRow(second.header, say)]))
    out.line(line)
  if (differs.length > 0)
    out.line(say('evalDiffers', { what: differs.map((one) => say(`eval_differs_${one}`)).join(', ') }))
  const kinds = questionChanges.filter((change) => counts[change] > 0)
  out.line(kinds.map((change) => `${say(`eval_change_${change}`)}: ${counts[change]}`).join('  '))
  for (const question of questions.filter(({ change }) => change !== 'same')) {
    for (const line of changeLines(question, context)) out.line(line)
  }
  return code
}

function changeLines({ id, question, change, first, second }: ComparedQuestion, { say, out }: Context): string[] {
  const head = `${say(`eval_change_${change}`)}  ${printableLine(id)}  ${printableLine(question)}`
  const sides = [first, second].map((result, at) => {
    if (!result) return null
    const faults = result.checks.flatMap((check) => faultTexts(check, say)).join('; ')
    const said = faults || printableLine(result.answer?.response ?? '') || say('noAnswer')
    return fitColumns(`    ${at + 1}: ${result.passed ? '✓' : '✗'} ${printableLine(said)}`, out.columns)
  })
  return ['', head, ...sides.flatMap((line) => line ?? [])]
}
