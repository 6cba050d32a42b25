import { exitCode, type Command } from '../../command'
import { followJob, printOutcomes } from '../../print/print-job'

export const ingest: Command = {
  name: 'ingest',
  usage: '<paths…> [--collection name] [--folders]',
  about: 'aboutIngest',
  options: ['collection', 'folders'],
  needs: 'whatPaths',
  maxOperands: Infinity,
  async run(context) {
    const { args, say, err, signal } = context
    const client = await context.client()
    const input = {
      paths: args.operands.map((path) => context.resolvePath(path)),
      collection: args.text('collection'),
      ...(args.has('folders') && { folders: 'collections' as const }),
    }
    const job = await followJob(context, 'ingesting', await client.documents.ingest(input, { signal }))
    if (job.documents.length > 0) printOutcomes(context, job.documents)
    else if (job.code === exitCode.fine) err.line(say(job.total > 0 ? 'upToDate' : 'nothingFound'))
    const foundNothing = job.total === 0 && job.documents.length === 0
    return job.code === exitCode.fine && foundNothing ? exitCode.failed : job.code
  },
}
