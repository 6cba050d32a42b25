import { UsageError } from '../../args'
import { type Context, exitCode } from '../../command'
import { printableLine } from '../../print/printable'

/** Loads a model before it is needed, or takes it out of memory; of use where a window or `cairn serve` has the store open. */
export async function keepLoaded(context: Context, id: string | undefined, wanted: boolean): Promise<number> {
  const { client, out, say, signal } = context
  if (id === undefined) throw missing('whatModel', context)
  const { models } = await client()
  await (wanted ? models.load({ id }, { signal }) : models.unload({ id }, { signal }))
  out.line(say(wanted ? 'modelLoaded' : 'modelUnloaded', { id: printableLine(id) }))
  return exitCode.fine
}

/** Halts making the vectors of the next embedder, or goes on. Where none are made there is nothing to halt. */
export async function embedding({ client, out, say }: Context, paused: boolean): Promise<number> {
  const { next } = (await (await client()).models.pause_embedding({ paused })).embedding
  out.line(say(next === null ? 'noEmbedding' : paused ? 'embeddingRests' : 'embeddingGoesOn'))
  return exitCode.fine
}

/** Ends a download and throws away what has come of it. */
export async function cancelDownload(context: Context, [id]: readonly string[]): Promise<number> {
  const { client, out, err, say } = context
  if (id === undefined) throw missing('whatDownload', context)
  const { cancelled } = await (await client()).models.cancel_download({ id })
  const word = say(cancelled ? 'downloadCancelled' : 'noDownload', { id: printableLine(id) })
  if (cancelled) out.line(word)
  else err.line(word)
  return cancelled ? exitCode.fine : exitCode.failed
}

function missing(what: 'whatModel' | 'whatDownload', { say }: Context): UsageError {
  return new UsageError('missingOperand', { command: 'models', what: say(what) }, 'models')
}
