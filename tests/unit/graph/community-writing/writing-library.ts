import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import type { Chunk } from '@shared/documents'
import { CommunityDescriptions } from '@engine/graph/community-writing/community-descriptions'
import { CommunityWriter } from '@engine/graph/community-writing/community-writer'
import { ModelCalls } from '@engine/graph/model-extraction/requests/model-calls'
import { TurnActivity } from '@engine/platform/changes/turn-activity'
import type { GenerateRequest, ModelName } from '@engine/ports/models/language-model'
import { fakeLanguageModels, type Step } from '../../../fakes/language-models'

export interface WritingOptions {
  readonly folder: string
  readonly chunks: readonly Chunk[]
  readonly answer: readonly Step[] | ((request: GenerateRequest) => readonly Step[])
  readonly deadlineMs?: number
  readonly maySweep?: boolean
  /** Called before the file is written. */
  readonly writing?: () => void | Promise<void>
}

/** A writer over a file of descriptions, with documents that can be taken out and a model that follows a script. */
export async function writing(options: WritingOptions) {
  const { folder, chunks, answer, deadlineMs = 60_000, maySweep = true, writing: before } = options
  const path = join(folder, 'graph-communities.json')
  const revisions = new Map(chunks.map(({ doc_id, revision }) => [doc_id, revision]))
  const logged: string[] = []
  const writes: string[] = []
  const descriptions = await CommunityDescriptions.open({
    ...{ path, maySweep },
    async write(to, text) {
      await before?.()
      writes.push(text)
      await writeFile(to, text)
    },
    isCurrent: ({ id, revision }) => revisions.get(id) === revision,
    log: (line) => logged.push(line),
  })
  const current: { model: ModelName | null } = { model: { id: 'gguf:tiny', name: 'Tiny' } }
  const activity = new TurnActivity()
  const models = fakeLanguageModels({ scripts: { extraction: answer }, deadlines: { extraction: deadlineMs } })
  const asking = new ModelCalls({ models, activity, clock: () => 0 }, Infinity)
  const writer = new CommunityWriter({
    descriptions,
    model: () => current.model,
    chunksById: (ids) =>
      Promise.resolve(
        chunks
          .filter(({ id, doc_id }) => ids.includes(id) && revisions.has(doc_id))
          .map((chunk) => ({ chunk, vector: new Float32Array(), search: '' })),
      ),
  })
  const turn = (state: 'running' | 'ended') =>
    activity.follow({ type: 'turn', turn: { session_id: 's', turn_id: 't' }, state })
  return {
    ...{ path, descriptions, writer, models, revisions, logged, writes, current, turn },
    ask: (...asked: Parameters<ModelCalls['ask']>) => asking.ask(...asked),
    /** A document goes, or has another text. */
    take: (id: string, revision?: string) => {
      if (revision === undefined) revisions.delete(id)
      else revisions.set(id, revision)
      descriptions.prune()
    },
  }
}
