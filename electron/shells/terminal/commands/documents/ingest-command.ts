import type { DocumentRecord } from '@shared/documents'
import { exitCode, type Command, type Context } from '../../command'
import { followJob, printOutcomes } from '../../print/print-job'

export const ingest: Command = {
  name: 'ingest',
  usage: '<paths…> [--collection name] [--no-ocr]',
  about: 'aboutIngest',
  options: ['collection', 'no-ocr'],
  needs: 'whatPaths',
  maxOperands: Infinity,
  async run(context) {
    const { args, say, err, signal } = context
    const client = await context.client()
    const input = { paths: args.operands.map((path) => context.resolvePath(path)), collection: args.text('collection') }
    const job = await followJob(context, 'ingesting', await client.documents.ingest(input, { signal }))
    const documents = job.code === exitCode.interrupted ? job.documents : await readScans(context, job.documents)
    if (documents.length > 0) printOutcomes(context, documents)
    else if (job.code === exitCode.fine) err.line(say(job.total > 0 ? 'upToDate' : 'nothingFound'))
    const foundNothing = job.total === 0 && job.documents.length === 0
    return job.code === exitCode.fine && foundNothing ? exitCode.failed : job.code
  },
}

/** Waits for OCR, unless it is not wanted; then says how many pages wait. The documents as they are afterwards. */
async function readScans(context: Context, documents: readonly DocumentRecord[]): Promise<readonly DocumentRecord[]> {
  const { args, say, err, signal } = context
  if (waitingIn(documents) === 0) return documents
  const client = await context.client()
  if (!args.has('no-ocr')) {
    await followJob(context, 'readingScans', await client.documents.read_scans(undefined, { signal }))
  }
  const now = new Map((await client.documents.list({})).map((record) => [record.id, record]))
  const latest = documents.map((record) => now.get(record.id) ?? record)
  const waiting = waitingIn(latest)
  if (waiting > 0) err.line(say('scansWait', { count: waiting }))
  return latest
}

/** How many pages wait to be read by OCR. */
function waitingIn(documents: readonly DocumentRecord[]): number {
  const gaps = documents.flatMap((record) => record.gaps.filter(({ kind }) => kind === 'pages_waiting'))
  return gaps.reduce((sum, { pages }) => sum + (pages?.length ?? 0), 0)
}
