import { ORPCError } from '@orpc/server'
import { ErrorReport, toCairnError } from '@shared/errors'
import { tellUnexpected } from '@engine/ports/unexpected'
import { isSchemaSentence } from '@shared/failures/schema-sentences'
import { failureInChinese } from '@shared/failures/failure-in-chinese'
import { withLocalTimes } from '@shared/dates/local-time'
import { z } from 'zod'
import errorWords from '@resources/words/errors.zh.json'
import { exitCode } from '../command'
import type { Output } from './output'
import { printableLine } from './printable'
import type { Say } from '../words/terminal-words'

const InvalidInput = z.object({
  issues: z.array(z.looseObject({ message: z.string(), path: z.array(z.union([z.string(), z.number()])).default([]) })),
})

/** Prints what went wrong and what to do, on stderr. Returns the exit code it deserves. */
export function reportProblem(thrown: unknown, err: Output, say: Say): number {
  const invalid = invalidInput(thrown)
  if (invalid) {
    for (const issue of invalid) err.line(say('error', { message: printableLine(sayIssue(issue, say)) }))
    return exitCode.usage
  }
  // What an engine threw has been told of by its API.
  if (!(thrown instanceof ORPCError)) tellUnexpected(thrown)
  const report = reportOf(thrown)
  if (report.code === 'CANCELLED') {
    err.line(say('cancelled'))
    return exitCode.interrupted
  }
  printReport(report, err, say)
  return report.code === 'INVALID_INPUT' ? exitCode.usage : exitCode.failed
}

export function printReport(report: ErrorReport, err: Output, say: Say): void {
  err.line(say('error', { message: printableLine(sayReport(report, say)) }))
}

/** A failure and its remedy in the terminal's language, where there is nothing else to say of it. */
export function sayReport(report: ErrorReport, say: Say): string {
  const { code, action } = report
  const message = withLocalTimes(report.message)
  if (say.language === 'en') return `${message} ${action}`.trim()
  const known = errorWords[code]
  const said = failureInChinese(message) ?? `${known.message}（${message}）`
  const stop = /[。！？]$/u.test(said) || action === '' ? '' : '。'
  return said + stop + (action === '' ? '' : (failureInChinese(action) ?? known.action))
}

/** A sentence of the engine in the terminal's language; as it is where nobody has it in that language. */
export function saySentence(english: string, say: Say): string {
  return say.language === 'en' ? english : (failureInChinese(english) ?? english)
}

interface Issue {
  readonly message: string
  readonly path: readonly (string | number)[]
}

/** What is wrong with an input; of what, where the sentence does not say it. */
function sayIssue({ message, path }: Issue, say: Say): string {
  const said = saySentence(message, say)
  return isSchemaSentence(message) && path.length > 0 ? `${path.join('.')}: ${said}` : said
}

/** What the contract refused of an input, or undefined where that was not it. */
function invalidInput(thrown: unknown): Issue[] | undefined {
  if (!(thrown instanceof ORPCError) || thrown.code !== 'BAD_REQUEST') return undefined
  return InvalidInput.safeParse(thrown.data).data?.issues
}

/** Reports a failure and its remedy, whatever was thrown. */
export function reportOf(thrown: unknown): ErrorReport {
  const typed = thrown instanceof ORPCError ? ErrorReport.safeParse(thrown.data).data : undefined
  return typed ?? toCairnError(thrown).report()
}
