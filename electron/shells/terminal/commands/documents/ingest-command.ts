import type { DocumentRecord } from '@shared/documents'
import { exitCode, type Command, type Context } from '../../command'
import { printableLine } from '../../print/printable'
import { followJob, printOutcomes, type JobOutcome } from '../../print/print-job'
import { readSecret } from '../../read-secret'

export const ingest: Command = {
  name: 'ingest',
  usage: '<paths…> [--collection name] [--password]',
  about: 'aboutIngest',
  options: ['collection', 'password'],
  needs: 'whatPaths',
  maxOperands: Infinity,
  async run(context) {
    const { args, say, err, signal } = context
    const client = await context.client()
    const input = { paths: args.operands.map((path) => context.resolvePath(path)), collection: args.text('collection') }
    const first = await followJob(context, 'ingesting', await client.documents.ingest(input, { signal }))
    const job = await unlocked(context, first)
    if (job.documents.length > 0) printOutcomes(context, job.documents)
    else if (job.code === exitCode.fine) err.line(say(job.total > 0 ? 'upToDate' : 'nothingFound'))
    const foundNothing = job.total === 0 && job.documents.length === 0
    return job.code === exitCode.fine && foundNothing ? exitCode.failed : job.code
  },
}

/**
 * The outcome after files that need a password were tried with one: asked for at a terminal, file by file; with `--password` the
 * first line of the standard input, for all of them. It goes to the engine once and nowhere else.
 */
async function unlocked(context: Context, first: JobOutcome): Promise<JobOutcome> {
  const { world, args, say, err, signal } = context
  const locked = first.documents.filter(needsPassword)
  const asks = world.stdin.isTTY === true && err.isTTY
  if (locked.length === 0 || first.code === exitCode.interrupted || !(asks || args.has('password'))) return first
  const records = new Map(first.documents.map((record) => [record.id, record]))
  const groups = asks ? locked.map((record) => [record]) : [locked]
  for (const group of groups) {
    const name = printableLine(group.map((record) => record.name).join(', '))
    const password = await readSecret(context, say('typePassword', { name }))
    if (signal.aborted) break
    if (password === '') continue
    const client = await context.client()
    const again = { ids: group.map(({ id }) => id), password }
    const job = await followJob(context, 'ingesting', await client.documents.retry(again, { signal }))
    for (const record of job.documents) records.set(record.id, record)
  }
  const documents = [...records.values()]
  return { ...first, documents, code: codeOf(first.code, documents, signal) }
}

function codeOf(before: number, documents: readonly DocumentRecord[], signal: AbortSignal): number {
  if (signal.aborted) return exitCode.interrupted
  const isDone = before === exitCode.failed && documents.every(({ status }) => status !== 'failed')
  return isDone ? exitCode.fine : before
}

function needsPassword({ status, error }: DocumentRecord): boolean {
  return status === 'failed' && error?.code === 'PASSWORD_NEEDED'
}
