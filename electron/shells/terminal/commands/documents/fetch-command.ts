import type { Job } from '@shared/changes'
import { type Client, type Command, type Context, exitCode } from '../../command'
import { printOutcomes } from '../../print/print-job'
import { printableLine } from '../../print/printable'
import { documentOf } from './search-filter'
import { printReport, reportOf } from '../../print/problems'

export const fetchPages: Command = {
  name: 'fetch',
  usage: '<addresses…> [--collection name] [--allow host,host] [--again]',
  about: 'aboutFetch',
  options: ['collection', 'allow', 'again'],
  needs: 'whatAddresses',
  maxOperands: Infinity,
  async run(context) {
    let code: number = exitCode.fine
    for (const address of context.args.operands) {
      if (context.signal.aborted) return exitCode.interrupted
      if (!(await fetchOne(context, address))) code = exitCode.failed
    }
    return context.signal.aborted ? exitCode.interrupted : code
  },
}

/** Fetches one page and waits until it is read; false where it is not. */
async function fetchOne(context: Context, address: string): Promise<boolean> {
  const { args, err, say, signal } = context
  const client = await context.client()
  const allow = (args.text('allow') ?? '').split(',').flatMap((host) => host.trim() || [])
  const collection = args.text('collection')
  try {
    const page = { address, allow, ...(collection !== undefined && { collection }) }
    const answer = args.has('again')
      ? await client.documents.refresh_page({ id: await pageOf(context, client, address), allow }, { signal })
      : await client.documents.add_page(page, { signal })
    if (answer.is === 'ask') {
      const all = [...new Set([...allow, answer.host])].join(',')
      err.line(say('pageHost', { host: printableLine(answer.host), allow: printableLine(all) }))
      return false
    }
    await jobEnds(client, answer.job_id, signal)
    const records = await client.documents.list({})
    const read = records.filter(({ from_web }) => from_web?.address === answer.address)
    printOutcomes(context, read)
    return read.every(({ status }) => status !== 'failed')
  } catch (thrown) {
    if (!signal.aborted) printReport(reportOf(thrown), err, say)
    return false
  }
}

/** The document of a page by its address, name or id. */
async function pageOf(context: Context, client: Client, wanted: string): Promise<string> {
  const all = await client.documents.list({})
  const page = all.find(({ from_web }) => from_web?.address === wanted)
  return (page ?? documentOf(wanted, all, context, 'fetch')).id
}

/** How a job ended, once it has; undefined where nobody waits any longer. */
export async function jobEnds(client: Client, id: string, signal: AbortSignal): Promise<Job['state'] | undefined> {
  const ended = (jobs: readonly Job[]) => jobs.find((job) => job.id === id && job.state !== 'running')?.state
  for await (const change of await client.changes.watch(undefined, { signal })) {
    const state =
      change.type === 'snapshot' ? ended(change.jobs) : change.type === 'job' ? ended([change.job]) : undefined
    if (state !== undefined) return state
  }
  return undefined
}
