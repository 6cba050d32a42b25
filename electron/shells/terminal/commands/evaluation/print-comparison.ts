import {
  type ComparedQuestion,
  compareRuns,
  questionChanges,
  type RunComparison,
} from '@shared/evaluation/run-comparison'
import type { ConditionChange } from '@shared/evaluation/condition-changes'
import type { EvaluationRun, QuestionResult } from '@shared/evaluation/evaluation-run'
import { fromFirstDifference } from '@shared/excerpts/where-texts-differ'
import { exitCode, type Context } from '../../command'
import { fitColumns, tableLines } from '../../print/align-columns'
import { printableLine, printedAsJson } from '../../print/printable'
import type { Say, Word } from '../../words/terminal-words'
import { faultTexts, runRow, runRowHead, setNames } from './print-run'

/** Two runs, what changed first. The exit code is 1 where a question fares worse. */
export function printComparison(context: Context, first: EvaluationRun, second: EvaluationRun): number {
  const { out, say } = context
  const comparison = compareRuns(first, second)
  const { counts, questions } = comparison
  const code = counts.worse > 0 ? exitCode.failed : exitCode.fine
  if (printedAsJson(context, { first: first.header, second: second.header, ...comparison })) return code
  const headers = [first.header, second.header]
  const setName = setNames(headers, say)
  for (const line of tableLines([runRowHead(say), ...headers.map((header) => runRow(header, setName, say))])) {
    out.line(line)
  }
  for (const line of differsLines(comparison, say)) out.line(line)
  const kinds = questionChanges.filter((change) => counts[change] > 0)
  out.line(kinds.map((change) => `${say(`eval_change_${change}`)}: ${counts[change]}`).join('  '))
  for (const question of questions.filter(({ change }) => change !== 'same')) {
    for (const line of changeLines(question, say)) out.line(fitColumns(line, out.room))
  }
  return code
}

function differsLines({ differs, changes }: RunComparison, say: Say): string[] {
  if (differs.length === 0) return []
  const whats = differs.map((what) => {
    const values = changes.filter(({ of }) => of === what).map((change) => changeText(change, say))
    const name = say(`eval_differs_${what}`)
    return values.length === 0 ? name : say('evalDiffersBy', { what: name, values: values.join(', ') })
  })
  return [say('evalDiffers', { what: whats.join(', ') })]
}

/** Settings are named as `--settings` takes them. */
function changeText({ of, name, first, second }: ConditionChange, say: Say): string {
  const values = [first, second].map((value) => (value === null ? '–' : printableLine(String(value))))
  const word = conditionWords[name]
  return [...(of === 'cairn' ? [] : [word ? say(word) : name]), values.join(' → ')].join(' ')
}

const conditionWords: Readonly<Record<string, Word>> = {
  documents: 'evalConditionDocuments',
  version: 'evalConditionVersion',
  language: 'evalConditionLanguage',
  embedder: 'evalConditionEmbedder',
  reranker: 'evalConditionReranker',
  reader: 'evalConditionReader',
  collections: 'evalConditionCollections',
}

function changeLines({ id, question, change, first, second }: ComparedQuestion, say: Say): string[] {
  const head = `${say(`eval_change_${change}`)}  ${printableLine(id)}  ${printableLine(question)}`
  const answers = differingAnswers(first, second, say)
  const sides = [first, second].flatMap((result, at) => {
    if (!result) return []
    const said = [...faultsBeside(result, at === 0 ? second : first, say), answers[at] ?? '']
    const mark = `    ${at + 1}: ${result.passed ? '✓' : '✗'} `
    return said.map((text, place) => (place === 0 ? mark : ' '.repeat(mark.length)) + text)
  })
  return ['', head, ...sides]
}

/** What is wrong with a result, on one line; nothing where nothing is. */
function faultsBeside(result: QuestionResult, other: QuestionResult | null, say: Say): string[] {
  const faults = result.checks.flatMap((check) => faultTexts(check, say)).map(printableLine)
  if (faults.length > 0) return [faults.join('; ')]
  return other?.passed === true && other.led && !result.led ? [say('evalNotLed')] : []
}

/** Of two answers the parts where they differ; where they say the same, what each rests on and the other does not. */
function differingAnswers(first: QuestionResult | null, second: QuestionResult | null, say: Say): readonly string[] {
  const [one, other] = [first, second].map((result) => printableLine(result?.answer?.response ?? ''))
  const empty = say('noAnswer')
  if (!first || !second || one !== other) {
    return fromFirstDifference(one ?? '', other ?? '').map((text) => text || empty)
  }
  return [sourcesBeside(first, second, say), sourcesBeside(second, first, say)]
}

function sourcesBeside(result: QuestionResult, other: QuestionResult, say: Say): string {
  const placesOf = ({ answer }: QuestionResult) =>
    (answer?.evidence ?? []).map(({ document_name: name, start, end }) => `${printableLine(name)} ${start}–${end}`)
  const known = new Set(placesOf(other))
  const own = placesOf(result).filter((place) => !known.has(place))
  return own.length === 0 ? say('evalSameText') : say('evalSameWords', { sources: own.join(', ') })
}
