import type { DocumentRecord, DocumentStatus } from '@shared/documents'
import type { CairnEvent } from '@shared/events'
import { tableLines } from './align-columns'
import { exitCode, type Context } from '../command'
import { printableLine } from './printable'
import { printReport, sayReport, saySentence } from './problems'
import { Progress } from './progress'
import type { Word } from '../words/terminal-words'

/** How a job over documents ended. */
export interface JobOutcome {
  readonly code: number
  /** Files the job knew of at the end. */
  readonly total: number
  readonly documents: readonly DocumentRecord[]
}

/** What is over in so many milliseconds need not be told. */
const unsaidMs = 1000

/** Follows a job over documents to its end with its progress on stderr. */
export async function followJob(context: Context, title: Word, events: AsyncIterable<CairnEvent>): Promise<JobOutcome> {
  const { err, say, signal, world } = context
  const progress = new Progress(err, () => world.now(), say(title))
  const [vectors, mapping] = [new Afterwards(context, 'vectors'), new Afterwards(context, 'mapping')]
  const documents = new Map<string, DocumentRecord>()
  let total = 0
  let code: number = exitCode.fine
  try {
    for await (const event of events) {
      if (event.type === 'progress' && (event.job === 'mapping' || event.job === 'vectors')) {
        progress.end()
        if (event.job === 'mapping') vectors.end()
        const told = event.job === 'mapping' ? mapping : vectors
        told.update(event.done, event.total)
      } else if (event.type === 'progress') {
        total = event.total
        if (event.document) documents.set(event.document.id, event.document)
        progress.update(event.done, event.total, event.message)
      } else if (event.type === 'error') {
        progress.end()
        printReport(event.error, err, say)
        code = exitCode.failed
      } else if (event.type === 'cancelled') {
        code = exitCode.interrupted
      }
    }
  } finally {
    progress.end()
    vectors.end()
    mapping.end()
  }
  if (signal.aborted) code = exitCode.interrupted
  const failed = [...documents.values()].some((document) => document.status === 'failed')
  if (code === exitCode.fine && failed) code = exitCode.failed
  if (code === exitCode.interrupted) err.line(say('cancelled'))
  return { code, total, documents: [...documents.values()] }
}

/** What is done with documents that can be searched already; told where it takes long. */
class Afterwards {
  readonly #bar: Progress
  #since: number | undefined

  constructor(
    private readonly context: Context,
    title: Word,
  ) {
    const { err, say, world } = context
    this.#bar = new Progress(err, () => world.now(), say(title))
  }

  update(done: number, total: number): void {
    const now = this.context.world.now()
    this.#since ??= now
    if (now - this.#since > unsaidMs) this.#bar.update(done, total, '')
  }

  end(): void {
    this.#bar.end()
  }
}

/** How many documents ended in which state, as the result; each gap and each failure with what to do beside it. */
export function printOutcomes(context: Context, documents: readonly DocumentRecord[]): void {
  const { out, err, say } = context
  const counts = new Map<DocumentStatus, number>()
  for (const { status } of documents) counts.set(status, (counts.get(status) ?? 0) + 1)
  const rows = [...counts].map(([status, count]) => [say(status), String(count)])
  for (const line of tableLines([[say('state'), say('files')], ...rows], new Set([1]))) out.line(line)

  const duplicates = documents.filter((document) => document.duplicate_of !== null).length
  if (duplicates > 0) err.line(say('duplicates', { count: duplicates }))
  for (const { name, status, gaps, error } of documents) {
    if (status === 'partial') {
      err.line(`~ ${printableLine(`${name}: ${gaps.map((gap) => saySentence(gap.detail, say)).join('; ')}`)}`)
    }
    if (status === 'failed') {
      err.line(`✗ ${printableLine(`${name}: ${error ? sayReport(error, say) : say('failed')}`)}`)
    }
  }
}
