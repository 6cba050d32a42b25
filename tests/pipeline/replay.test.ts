import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { TurnReplay } from '@shared/session/replay'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { rounds } from '../rounds'
import { copySampleStore } from '../sample-store'

const resources = resolve(import.meta.dirname, '../../resources')
const Place = z.object({ document_id: z.string(), revision: z.string(), start: z.number(), end: z.number() })
const Golden = z.object({ questions: z.array(z.object({ question: z.string() })) })

/** Asked after the golden ones: each needs the question before it, or another form of answer. */
const more = [
  'Who is the data manager of Kestrel Col Station?',
  'And who was it before?',
  '冰芯钻机存放在哪里？',
  '那它有多重？',
  'How many documents mention avalanches?',
  'List all documents that mention the hut.',
  'Compare the Hydra P3 and the Siskin R80.',
  'What is the capital of Mongolia?',
  '哪些文档提到了火灾？',
  'pump',
]
const perSession = 10
const golden = rounds(20, 40)
const count = golden + more.length

let folder = ''
let engine: Engine
const sessions: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-replay-'))
  await copySampleStore(join(folder, 'store'))
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  const known = Golden.parse(JSON.parse(await readFile(join(resources, 'golden', 'golden.json'), 'utf8')))
  const step = known.questions.length / golden
  const asked = known.questions.filter((_, at) => at % step === 0)
  const questions = [...asked.map(({ question }) => question), ...more]
  for (const [at, question] of questions.entries()) {
    const session_id = `r${Math.floor(at / perSession)}`
    if (!sessions.includes(session_id)) sessions.push(session_id)
    for await (const event of engine.ask({ question, session_id })) expect(event.type).not.toBe('error')
  }
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function replays(id: string, mode: 'record' | 'search'): Promise<TurnReplay[]> {
  const turns: TurnReplay[] = []
  for await (const turn of engine.replay(id, undefined, mode)) turns.push(turn)
  return turns
}

const differing = (turns: readonly TurnReplay[]) =>
  turns.filter((turn) => !turn.same_answer || !turn.same_evidence).map(({ question, diff }) => ({ question, diff }))

describe('recorded turns of the sample collection', () => {
  test('are answered again exactly from their blocks', async () => {
    const turns = (await Promise.all(sessions.map((id) => replays(id, 'record')))).flat()
    expect(turns).toHaveLength(count)
    expect(differing(turns)).toEqual([])
    expect(turns.filter(({ mode }) => mode === 'record').length).toBeGreaterThan(count * 0.7)
    expect(turns.flatMap(({ caveats }) => caveats)).toEqual([])
  })

  test('are found and answered again exactly from the library', async () => {
    const turns = (await Promise.all(sessions.map((id) => replays(id, 'search')))).flat()
    expect(turns).toHaveLength(count)
    expect(differing(turns)).toEqual([])
  })

  // Would catch a replay that reads the library instead of the record.
  test('are answered again from their blocks in another store without documents, which exports the same bytes', async () => {
    const bundle = join(folder, 'all.cairn.zip')
    const bytes = Buffer.concat(await exported([]))
    await writeFile(bundle, bytes)
    const other = await createEngine({ folder: join(folder, 'other'), resources })
    try {
      const report = await other.importSessions(bundle)
      expect(report.sessions.map(({ outcome }) => outcome)).toEqual(sessions.map(() => 'added'))
      const turns: TurnReplay[] = []
      for (const id of sessions) for await (const turn of other.replay(id, undefined, 'record')) turns.push(turn)
      const composed = turns.filter(({ mode }) => mode === 'record')
      expect(composed.length).toBeGreaterThan(count * 0.7)
      expect(differing(composed)).toEqual([])
      expect(Buffer.concat(await exported([], other)).equals(bytes)).toBe(true)
      const again = await other.importSessions(bundle)
      expect(again.sessions.map(({ outcome }) => outcome)).toEqual(sessions.map(() => 'unchanged'))
    } finally {
      await other.close()
    }
  })
})

async function exported(ids: readonly string[], from: Engine = engine): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  for await (const chunk of from.exportSessions({ ids: [...ids], format: 'bundle' })) {
    if (chunk.type === 'data') pieces.push(Buffer.from(chunk.base64, 'base64'))
  }
  return pieces
}

describe('a bad answer is explained', () => {
  // How a search found, kept and left out is explained; what a tool answers was not searched for.
  beforeAll(() => engine.changeSettings({ tools: { off: ['table_query', 'record_lookup'] } }))
  let asked = 0
  const turnOf = async (question: string, more: Partial<Parameters<Engine['ask']>[0]> = {}) => {
    const session_id = more.session_id ?? `a_${asked++}`
    for await (const event of engine.ask({ question, search_anyway: true, ...more, session_id }))
      expect(event.type).not.toBe('error')
    const turn_id = (await engine.viewSession(session_id)).turns.at(-1)?.turn_id ?? ''
    return { session_id, turn_id }
  }
  const verdictOn = async ({ session_id, turn_id }: { session_id: string; turn_id: string }, expected: string) =>
    (await engine.attribute(session_id, turn_id, expected)).verdict

  test('as answered, absent, never found, unused or left out', async () => {
    const ice = await turnOf('冰芯钻机存放在哪里？')
    expect(await verdictOn(ice, '存放地点: 青岩')).toBe('answered')
    expect(await verdictOn(ice, 'The harbour master sold four hundred umbrellas')).toBe('not_in_library')
    expect(await verdictOn(ice, 'Requests for unpublished data')).toBe('never_found')
    const context = await engine.turnContext(ice.session_id, ice.turn_id)
    const unused = Object.values(context.evidences).find(
      ({ evidence, cited_as }) => evidence.type === 'rag_doc' && cited_as.length === 0,
    )
    const sentence = unused?.evidence.content?.split(/[。.\n]/u).find((text) => text.trim().length > 15) ?? ''
    expect(await verdictOn(ice, sentence.trim())).toBe('unused')
    // The same passage, excluded by the user: known, and kept out of the prompt.
    const cited = Object.values(context.evidences).find(({ cited_as }) => cited_as.length > 0)?.evidence
    const without = { ...ice, turn_id: `t_${ice.session_id}` }
    await engine.startTurn({
      question: '冰芯钻机存放在哪里？',
      session_id: without.session_id,
      turn_id: without.turn_id,
      choices: { pinned: [], excluded: [cited?.evidence_id ?? ''] },
      search_anyway: true,
    })
    for await (const event of engine.followTurn(without.turn_id, -1)) expect(event.type).not.toBe('error')
    const explained = await engine.attribute(without.session_id, without.turn_id, '存放地点: 青岩')
    expect(explained).toMatchObject({ verdict: 'trimmed', evidence: [{ left_out_by: 'excluded' }] })
  })

  test('whatever its words, in either language', async () => {
    const manager = await turnOf('Who is the data manager of Kestrel Col Station?')
    expect(await verdictOn(manager, 'the data manager is Gu Haoran')).toBe('answered')
    const drill = await turnOf('冰芯钻机存放在哪里？')
    expect(await verdictOn(drill, '冰芯钻机存放地点在青岩')).toBe('answered')
  })

  // Would catch chunks joined into a passage of the prompt being listed as found but not used.
  test('without what is part of a passage in the prompt', async () => {
    const first = await turnOf('Who is the data manager of Kestrel Col Station?')
    const { evidences: known } = await engine.turnContext(first.session_id, first.turn_id)
    // Pinned for a question that finds them and leaves them out.
    const choices = { pinned: Object.keys(known).filter((id) => known[id]?.evidence.type === 'rag_doc'), excluded: [] }
    const pinned = await turnOf('数据管理员是谁？', { session_id: first.session_id, choices })
    for (const { session_id, turn_id } of [first, pinned, await turnOf('冰芯钻机存放在哪里？')]) {
      const { evidences, dropped } = await engine.turnContext(session_id, turn_id)
      const kept = Object.values(evidences).flatMap(({ evidence }) => Place.safeParse(evidence.metadata).data ?? [])
      const inside = dropped.filter((one) =>
        kept.some((place) => {
          const isSameText = place.document_id === one.document_id && place.revision === one.revision
          return isSameText && place.start <= one.start && one.end <= place.end
        }),
      )
      expect(kept.length).toBeGreaterThan(1)
      expect(dropped.length).toBeGreaterThan(3)
      expect(inside).toEqual([])
    }
  })
})
