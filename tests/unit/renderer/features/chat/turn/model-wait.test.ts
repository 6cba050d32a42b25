import { describe, expect, it } from 'vitest'
import { note } from '@shared/note'
import { modelWait } from '@renderer/features/chat/turn/model-wait'
import { beginTurn, type Turn } from '@renderer/state/chat/turns/turn-reducer'
import { modelNamed, modelsStateWith, runtimeNamed } from '../../../../../fakes/fake-models'

const begun = beginTurn({ session_id: 's', turn_id: 't', question: 'q', filter: null, replaces: null, asked_at: '' })
const running: Turn = { ...begun, lastSeq: 3 }
const writing: Turn = {
  ...running,
  waiting: [{ stage: 8, model: 'Tiny', goOn: false }],
  stages: running.stages.map((stage) =>
    stage.stage === 7
      ? { ...stage, status: 'done', summary_notes: [note('blocks', { kept: 2, count: 3, tokens: 3100 })] }
      : stage.stage === 8
        ? { ...stage, status: 'running' }
        : stage,
  ),
}
const tiny = modelNamed('gguf:tiny', { name: 'Tiny' })
const stateWith = (...runtime: ReturnType<typeof runtimeNamed>[]) => modelsStateWith({ installed: [tiny], runtime })

describe('modelWait', () => {
  it('says how far a model is loaded, of the fallback too', () => {
    const loading = stateWith(runtimeNamed(tiny.id, { state: 'loading', progress: 0.451 }))
    expect(modelWait(running, loading, [tiny.id, null])).toEqual({ kind: 'loading', model: 'Tiny', percent: 45 })
    expect(modelWait(running, loading, ['gguf:gone', tiny.id])).toMatchObject({ kind: 'loading' })
  })

  // Would catch a server's model, whose state nobody knows, that is waited for without a word.
  it('says what a model is given to read, where that was counted', () => {
    expect(modelWait(writing, null, [])).toEqual({ kind: 'reading', model: 'Tiny', tokens: 3100 })
    const uncounted = { ...writing, stages: writing.stages.map((stage) => ({ ...stage, summary_notes: undefined })) }
    expect(modelWait(uncounted, null, [])).toEqual({ kind: 'reading', model: 'Tiny', tokens: null })
  })

  it('says that a model reads the question, which can be gone on without', () => {
    const understanding = { ...running, waiting: [{ stage: 2, model: 'Tiny', goOn: true }] }
    expect(modelWait(understanding, null, [])).toEqual({ kind: 'understanding', model: 'Tiny' })
  })

  it('is silent once there are words, before the turn began, and without models', () => {
    expect(modelWait({ ...writing, response: 'It' }, null, [tiny.id])).toBeNull()
    expect(modelWait({ ...writing, lastSeq: -1 }, null, [tiny.id])).toBeNull()
    expect(modelWait({ ...writing, status: 'complete' }, null, [tiny.id])).toBeNull()
    expect(modelWait({ ...writing, waiting: [] }, stateWith(runtimeNamed(tiny.id)), [tiny.id])).toBeNull()
  })
})
