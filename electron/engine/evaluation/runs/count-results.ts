import {
  type EvaluationRunHeader,
  checkNames,
  type QuestionResult,
  type RunCounts,
} from '@shared/evaluation/evaluation-run'

/** What the results of a run come to. */
export function countResults(results: readonly QuestionResult[]): RunCounts {
  const checks: RunCounts['checks'] = { outcome: none, keywords: none, sources: none, citations: none, tools: none }
  for (const name of checkNames) {
    const own = results.flatMap((result) => result.checks.filter(({ check }) => check === name))
    checks[name] = { asked: own.length, passed: own.filter(({ faults }) => faults.length === 0).length }
  }
  return {
    asked: results.length,
    passed: results.filter(({ passed }) => passed).length,
    led: results.filter(({ led }) => led).length,
    checks,
    ms: median(results.flatMap(({ answer }) => answer?.ms ?? [])),
  }
}

const none = { asked: 0, passed: 0 }

/** A run that a crash or the end of Cairn cut off, by what its journal has of it. */
export function cutOff(header: EvaluationRunHeader, results: readonly QuestionResult[]): EvaluationRunHeader {
  const isWhole = results.length === header.total && header.total > 0
  return { ...header, state: isWhole ? 'done' : 'cut_off', counts: countResults(results) }
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2
}
