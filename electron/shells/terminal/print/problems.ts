import { ORPCError } from '@orpc/server'
import { ErrorReport, toCairnError } from '@shared/errors'
import { z } from 'zod'
import { exitCode } from '../command'
import type { Output } from './output'
import { printableLine } from './printable'
import type { Say } from '../words/terminal-words'

const InvalidInput = z.object({ issues: z.array(z.looseObject({ message: z.string() })) })

/** Prints what went wrong and what to do, on stderr. Returns the exit code it deserves. */
export function reportProblem(thrown: unknown, err: Output, say: Say): number {
  const invalid = invalidInput(thrown)
  if (invalid) {
    for (const message of invalid) err.line(say('error', { message: printableLine(message) }))
    return exitCode.usage
  }
  const report = reportOf(thrown)
  if (report.code === 'CANCELLED') {
    err.line(say('cancelled'))
    return exitCode.interrupted
  }
  printReport(report, err, say)
  return report.code === 'INVALID_INPUT' ? exitCode.usage : exitCode.failed
}

export function printReport(report: ErrorReport, err: Output, say: Say): void {
  err.line(say('error', { message: printableLine(`${report.message} ${report.action}`) }))
}

/** The messages of an input the contract refused, or undefined where that was not it. */
function invalidInput(thrown: unknown): string[] | undefined {
  if (!(thrown instanceof ORPCError) || thrown.code !== 'BAD_REQUEST') return undefined
  return InvalidInput.safeParse(thrown.data).data?.issues.map((issue) => issue.message)
}

/** Reports a failure and its remedy, whatever was thrown. */
export function reportOf(thrown: unknown): ErrorReport {
  const typed = thrown instanceof ORPCError ? ErrorReport.safeParse(thrown.data).data : undefined
  return typed ?? toCairnError(thrown).report()
}
