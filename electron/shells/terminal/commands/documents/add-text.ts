import { text as wholeText } from 'node:stream/consumers'
import { UsageError } from '../../args'
import { type Context, exitCode } from '../../command'
import { jobEnds } from './fetch-command'

/**
 * Adds what is no file: the text on the standard input (`-`), or the sample documents. Resolves to the exit code once it is read;
 * undefined where neither is asked for. Throws UsageError where both are, or files beside them.
 */
export async function addDetached(context: Context): Promise<number | undefined> {
  const { args, say, err, signal, world } = context
  const isText = args.operands.includes('-')
  if (!isText && !args.has('sample')) {
    if (args.has('text')) throw new UsageError('textWithoutDash', {}, 'ingest')
    return undefined
  }
  if (args.operands.length > (isText ? 1 : 0) || (isText && args.has('sample'))) {
    throw new UsageError('oneSource', {}, 'ingest')
  }
  const client = await context.client()
  const [name, collection] = [args.text('text'), args.text('collection')]
  const given = isText ? await wholeText(world.stdin) : ''
  const { job_id: job } = isText
    ? await client.documents.add_text({ text: given, name, collection }, { signal })
    : await client.documents.add_sample(undefined, { signal })
  const state = await jobEnds(client, job, signal)
  if (signal.aborted) return exitCode.interrupted
  err.line(say(state === 'done' ? 'added' : 'notAdded'))
  return state === 'done' ? exitCode.fine : exitCode.failed
}
