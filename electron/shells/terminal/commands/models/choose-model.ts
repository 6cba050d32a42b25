import type { ModelSettings } from '@shared/models/model-settings'
import type { ModelKind } from '@shared/models/models'
import { exitCode, type Client, type Context } from '../../command'
import { modelStates } from './download-model'
import { findServed, namesServer, type ServedChoice } from './model-servers'
import { printableLine } from '../../print/printable'
import { printReport } from '../../print/problems'
import { Progress } from '../../print/progress'

export const modelUses = ['language', 'fallback', 'embedder', 'reranker', 'reader'] as const
export type ModelUse = (typeof modelUses)[number]

/** Chooses a model for a job; another embedder's vectors are made before it ends. */
export async function chooseModel(context: Context, use: ModelUse, words: readonly string[]): Promise<number> {
  const { say, out } = context
  const client = await context.client()
  const [word = ''] = words
  const none = word === 'none' || word === 'builtin'
  const choice = none ? { id: word } : await findModel(context, client, use === 'fallback' ? 'language' : use, words)
  if (!choice) return exitCode.failed
  const { id, servers } = choice
  // What a server's vectors are like shows with the first one: where it gives none, nothing is changed.
  if (use === 'embedder' && namesServer(id)) await client.models.load({ id })
  const patch: Partial<Pick<ModelSettings, ModelUse | 'servers'>> = { [use]: none ? null : id }
  await client.settings.set({ models: { ...patch, ...(servers && { servers }) } })
  out.line(say('modelChosen', { kind: say(`kind_${use}`), id: none ? say('modelBuiltin') : printableLine(id) }))
  if (use !== 'embedder') return exitCode.fine
  return followEmbedding(context, client, (one) => (none ? !isInstallable(one) : one === id))
}

/** The model that a person names, of this machine or of a server. Null where there is none; then why was said. */
async function findModel(
  context: Context,
  client: Client,
  kind: ModelKind,
  words: readonly string[],
): Promise<ServedChoice | null> {
  const { say, err } = context
  const [id = ''] = words
  if (namesServer(id) && kind !== 'reranker' && kind !== 'reader') return findServed(context, client, kind, words)
  const own = (await client.models.state()).installed.find((one) => one.id === id && one.kind === kind)
  if (own && !own.problem) return { id }
  if (own?.problem) printReport(own.problem, err, say)
  else err.line(say('notThatKind', { id: printableLine(id), kind: say(`kind_${kind}`) }))
  return null
}

/** Ends when the chosen embedder's vectors are the ones that are searched, or when it is clear that they will not be. */
export async function followEmbedding(
  { err, say, signal, world }: Context,
  client: Client,
  isChosen: (id: string) => boolean,
): Promise<number> {
  const progress = new Progress(err, () => world.now(), say('embeddingAgain'))
  // A state may come from before the choice was acted on: then there is nothing yet, and that is no end.
  let hasBegun = false
  try {
    for await (const { embedding } of modelStates(client, signal)) {
      const { current, next } = embedding
      if (next && isChosen(next.id)) {
        hasBegun = true
        progress.update(next.done, next.total, printableLine(next.id))
        if (next.state === 'running') continue
        progress.end()
        if (next.error) printReport(next.error, err, say)
        else err.line(say('embeddingPaused'))
        return exitCode.failed
      }
      if (isChosen(current)) return exitCode.fine
      if (!hasBegun) continue
      progress.end()
      err.line(say('embeddingEnded'))
      return exitCode.failed
    }
  } finally {
    progress.end()
  }
  err.line(say('embeddingLater'))
  return exitCode.interrupted
}

/** Whether it is a model of the models folder or of a server, not the embedder that comes with Cairn. */
function isInstallable(id: string): boolean {
  return /^(?:gguf|onnx|static|server):/u.test(id)
}
