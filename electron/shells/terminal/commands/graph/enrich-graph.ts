import { setTimeout } from 'node:timers/promises'
import type { ExtractionState } from '@shared/graph'
import { type Client, type Context, exitCode } from '../../command'
import { printableJson, printableLine } from '../../print/printable'
import { printReport } from '../../print/problems'
import { Progress } from '../../print/progress'

const lookEveryMs = 250

/** Has the chosen language model read the library for the graph; Ctrl-C keeps what it has read. */
export async function enrichGraph(context: Context, _operands: readonly string[], client: Client): Promise<number> {
  const { args, out, err, say, signal } = context
  if ((await client.graph.extraction.state()).model === null) {
    err.line(say('graphNoModel'))
    return exitCode.failed
  }
  const last = await readOn(context, client)
  const { state, model, done, total, error, budget_ms } = last
  if (args.has('json')) out.line(printableJson(last, 2))
  else out.line(say('graphEnriched', { model: printableLine(model?.name ?? ''), done, total }))
  if (error) printReport(error, err, say)
  if (signal.aborted) return exitCode.interrupted
  if (state === 'paused') err.line(say('graphBudgetSpent', { count: Math.round(budget_ms / 60_000) }))
  return error ? exitCode.failed : exitCode.fine
}

/** The state in which it came to an end. */
async function readOn({ err, say, signal, world }: Context, client: Client): Promise<ExtractionState> {
  let state = await client.graph.extraction.resume()
  const progress = new Progress(
    err,
    () => world.now(),
    say('graphEnriching', { model: printableLine(state.model?.name ?? '') }),
  )
  try {
    while (state.state === 'running') {
      progress.update(state.done, state.total, '')
      await setTimeout(lookEveryMs, undefined, { signal })
      state = await client.graph.extraction.state()
    }
    return state
  } catch (thrown) {
    if (!signal.aborted) throw thrown
    return await client.graph.extraction.pause()
  } finally {
    progress.end()
  }
}
