import type { ModelSettings } from '@shared/models/model-settings'
import type { ModelKind } from '@shared/models/models'
import { exitCode, type Client, type Context } from '../../command'
import { modelStates } from './download-model'
import { printableLine } from '../../print/printable'
import { printReport } from '../../print/problems'
import { Progress } from '../../print/progress'

export const modelUses = ['language', 'fallback', 'embedder', 'reranker'] as const
export type ModelUse = (typeof modelUses)[number]

/** Chooses a model for a job; another embedder's vectors are made before it ends. */
export async function chooseModel(context: Context, use: ModelUse, id: string): Promise<number> {
  const { say, out, err } = context
  const client = await context.client()
  const none = id === 'none' || id === 'builtin'
  if (!none) {
    const state = await client.models.state()
    const kind: ModelKind = use === 'fallback' ? 'language' : use
    const isServed = state.servers.some((server) => server.models.some((model) => model.id === id))
    const own = state.installed.find((one) => one.id === id && one.kind === kind)
    if (!own && !(kind === 'language' && isServed)) {
      err.line(say('notThatKind', { id: printableLine(id), kind: say(`kind_${kind}`) }))
      return exitCode.failed
    }
    if (own?.problem) {
      printReport(own.problem, err, say)
      return exitCode.failed
    }
  }
  const patch: Partial<Pick<ModelSettings, ModelUse>> = { [use]: none ? null : id }
  await client.settings.set({ models: patch })
  out.line(say('modelChosen', { kind: say(`kind_${use}`), id: none ? say('modelBuiltin') : printableLine(id) }))
  if (use !== 'embedder') return exitCode.fine
  return followEmbedding(context, client, (one) => (none ? !isInstallable(one) : one === id))
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

/** Whether it is a model of the models folder, not the embedder that comes with Cairn. */
function isInstallable(id: string): boolean {
  return /^(?:gguf|onnx|static):/u.test(id)
}
