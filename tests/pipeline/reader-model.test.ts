import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import type { TurnReplay } from '@shared/session/replay'
import { writeTinyReader } from '../../bench/tiny-models/tiny-reader'
import { createEngine } from '@engine/engine'
import { ToHost } from '@engine/inference/host/protocol'
import { forkHost } from '@engine/inference/supervision/fork-host'
import type { Engine } from '@engine/ports/engine-interface'
import type { HostProcess } from '@engine/ports/models/host-process'
import { builtEntry } from '../built-entry'

const root = resolve(import.meta.dirname, '../..')
const documents = {
  'pumps.md':
    'The main pump of the reservoir moves 40 litres per second. It was replaced in March 2021 🛠️ by two fitters.',
  'levels.md': '水库的水位由雷达液位计测量。主水泵的备用电机存放在地下室。',
}
const english = {
  question: 'When was the main pump replaced?',
  answer: 'March 2021',
  document: 'pumps.md',
  session: 'own',
}
/** Questions in one language that a document in the other answers. */
const foreign = [
  { question: '主水泵是什么时候更换的？', answer: 'March 2021', document: 'pumps.md', session: 'chinese' },
  {
    question: 'What measures the water level of the reservoir?',
    answer: '雷达液位计',
    document: 'levels.md',
    session: 'english',
  },
]

let folder = ''
let engine: Engine
let reader = ''
/** Does something with the process in the moment it is asked to read. */
let onRead: ((host: HostProcess) => void) | null = null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-reader-'))
  await writeTinyReader(join(folder, 'tiny-reader'), { answers: ['march 2021', '雷达液位计'] })
  await mkdir(join(folder, 'files'))
  for (const [name, text] of Object.entries(documents)) await writeFile(join(folder, 'files', name), text)
  engine = await createEngine({
    folder: join(folder, 'store'),
    resources: join(root, 'resources'),
    forkHost: (_entry, _role, log) => watched(forkHost(builtEntry('inference-host'), log)),
  })
  await engine.changeSettings({ models: { threads: 1 } })
  await collect(engine.ingest({ paths: [join(folder, 'files')] }))
  reader = (await engine.models.add([join(folder, 'tiny-reader')])).id
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

afterEach(async () => {
  onRead = null
  await engine.changeSettings({ models: { reader: null } })
})

function watched(host: HostProcess): HostProcess {
  const send: HostProcess['send'] = (message) => {
    const { success, data } = ToHost.safeParse(message)
    if (success && data.type === 'request' && data.request.type === 'read') onRead?.(host)
    host.send(message)
  }
  return new Proxy(host, {
    get: (target, key) => {
      if (key === 'send') return send
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

async function choose(): Promise<void> {
  await engine.changeSettings({ models: { reader } })
  // A question does not wait long for a model that is only being loaded.
  await engine.models.load(reader)
}

async function collect(events: AsyncIterable<CairnEvent>): Promise<CairnEvent[]> {
  const all: CairnEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

const ask = (question: string, session_id: string) => collect(engine.ask({ question, session_id }))
const stage6 = (events: readonly CairnEvent[]) =>
  events.find((event) => event.type === 'stage_end' && event.stage === 6) as Extract<CairnEvent, { type: 'stage_end' }>
const final = (events: readonly CairnEvent[]) => events.find((event) => event.type === 'final')
const lastTurn = async (session: string) => (await engine.getSession(session)).session.turns?.at(-1)
const keysOf = (notes: readonly { readonly key: string }[] = []) => notes.map(({ key }) => key)

describe('a reader of ONNX in the whole pipeline', () => {
  // Would catch a reader that is loaded and then not listened to, and a citation that opens another place.
  test.each([english, ...foreign])(
    'answers $question with $answer',
    async ({ question, answer, document, session }) => {
      await choose()
      const events = await ask(question, session)
      expect(final(events)?.response.split(/\s*\[/u)[0]).toBe(answer)
      expect(final(events)?.outcome).toBe('answer')
      const note = { key: 'read_by', values: { count: expect.any(Number) as unknown, model: reader } }
      expect(stage6(events).summary_notes).toContainEqual(note)
      const turn = await lastTurn(session)
      expect(turn?.models?.['reader']).toBe(reader)
      expect(turn?.judged).toMatchObject({ over_none: 10 })
      const [first] = turn?.refs ?? []
      const cited = turn?.evidence.find(({ evidence_id: id }) => id === first?.evidence_id)
      expect(cited?.document_name).toBe(document)
      const [, start, end] = /^chars:(\d+)-(\d+)$/u.exec(first?.selector ?? '') ?? []
      const { evidences } = await engine.getSession(session)
      expect(evidences[first?.evidence_id ?? '']?.content?.slice(Number(start), Number(end))).toBe(answer)
    },
  )

  // Would catch an answer that only the model could give again, and a record without what it read.
  test('its answers are composed again from the record without it, and found again with it', async () => {
    const replays = async (mode: 'record' | 'search') => {
      const turns: TurnReplay[] = []
      for (const { session } of [english, ...foreign])
        for await (const turn of engine.replay(session, undefined, mode)) turns.push(turn)
      return turns.filter((turn) => !turn.same_answer || !turn.same_evidence).map(({ diff }) => diff)
    }
    expect(await replays('record')).toEqual([])
    await choose()
    expect(await replays('search')).toEqual([])
  })

  // Would catch an answer lost with the process that was reading for it.
  test('killed while it reads, leaves the rules’ answer, and reads again afterwards', async () => {
    const rules = final(await ask(english.question, 'rules'))?.response
    await choose()
    let killed = 0
    onRead = ({ pid }) => {
      onRead = null
      killed += 1
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    }
    const events = await ask(english.question, 'killed')
    expect(killed).toBe(1)
    expect(final(events)?.response).toBe(rules)
    expect(stage6(events).status).toBe('degraded')
    expect(keysOf(stage6(events).reason_notes)).toEqual(['reader_failed'])
    await engine.models.load(reader)
    expect(keysOf(stage6(await ask(english.question, 'again')).summary_notes)).toContain('read_by')
  })

  test('leaves everything to the rules once it is deleted', async () => {
    const path = join(folder, 'other-reader')
    await writeTinyReader(path, { answers: ['blue'] })
    const other = (await engine.models.add([path])).id
    await engine.changeSettings({ models: { reader: other } })
    await engine.models.delete(other)
    expect(engine.getSettings().models.reader).toBeNull()
    expect(keysOf(stage6(await ask(english.question, 'deleted')).summary_notes)).not.toContain('read_by')
  })

  // Would catch a model that is added as a reader and fails at the first question only.
  test('is refused with what it lacks where its file finds no answers', async () => {
    const path = join(folder, 'no-reader')
    await writeTinyReader(path, { answers: ['blue'], outputs: ['logits', 'hidden'] })
    await expect(engine.models.add([path])).rejects.toMatchObject({
      code: 'MODEL_UNUSABLE',
      message: expect.stringContaining('start_logits') as unknown,
    })
  })
})
