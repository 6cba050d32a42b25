import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { TurnReplay } from '@shared/replay'
import { createEngine } from '../../electron/engine'
import type { Engine } from '../../electron/ports/engine'

const resources = resolve(import.meta.dirname, '../../resources')
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

let folder = ''
let engine: Engine
const sessions: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-replay-'))
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  for await (const event of engine.ingest({ paths: [join(resources, 'sample')] })) expect(event.type).toBe('progress')
  const golden = Golden.parse(JSON.parse(await readFile(join(resources, 'golden', 'golden.json'), 'utf8')))
  const questions = [...golden.questions.map(({ question }) => question), ...more]
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

describe('fifty recorded turns of the sample collection', () => {
  test('are answered again exactly from their blocks', async () => {
    const turns = (await Promise.all(sessions.map((id) => replays(id, 'record')))).flat()
    expect(turns).toHaveLength(50)
    expect(differing(turns)).toEqual([])
    expect(turns.filter(({ mode }) => mode === 'record').length).toBeGreaterThan(35)
    expect(turns.flatMap(({ caveats }) => caveats)).toEqual([])
  })

  test('are found and answered again exactly from the library', async () => {
    const turns = (await Promise.all(sessions.map((id) => replays(id, 'search')))).flat()
    expect(differing(turns)).toEqual([])
  })

  // Would catch a replay that reads the library instead of the record.
  test('are answered again from their blocks in another store, where there are no documents', async () => {
    const bundle = join(folder, 'all.cairn.zip')
    await writeFile(bundle, Buffer.concat(await exported([])))
    const other = await createEngine({ folder: join(folder, 'other'), resources })
    try {
      const report = await other.importSessions(bundle)
      expect(report.sessions.map(({ outcome }) => outcome)).toEqual(sessions.map(() => 'added'))
      const turns: TurnReplay[] = []
      for (const id of sessions) for await (const turn of other.replay(id, undefined, 'record')) turns.push(turn)
      const composed = turns.filter(({ mode }) => mode === 'record')
      expect(composed.length).toBeGreaterThan(35)
      expect(differing(composed)).toEqual([])
    } finally {
      await other.close()
    }
  })

  test('export, import and export again give the same bytes', async () => {
    const first = Buffer.concat(await exported([]))
    const bundle = join(folder, 'again.cairn.zip')
    await writeFile(bundle, first)
    const other = await createEngine({ folder: join(folder, 'third'), resources })
    try {
      await other.importSessions(bundle)
      expect(Buffer.concat(await exported([], other)).equals(first)).toBe(true)
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
  const turnOf = async (question: string, more: Partial<Parameters<Engine['ask']>[0]> = {}) => {
    const session_id = `a_${Math.random().toString(36).slice(2)}`
    for await (const event of engine.ask({ question, session_id, search_anyway: true, ...more }))
      expect(event.type).not.toBe('error')
    const turn_id = (await engine.viewSession(session_id)).turns[0]?.turn_id ?? ''
    return { session_id, turn_id }
  }
  const verdictOn = async ({ session_id, turn_id }: { session_id: string; turn_id: string }, expected: string) =>
    (await engine.attribute(session_id, turn_id, expected)).verdict

  test('as answered, absent, never found, unused or left out', async () => {
    const ice = await turnOf('冰芯钻机存放在哪里？')
    expect(await verdictOn(ice, '存放地点: 青岩')).toBe('answered')
    expect(await verdictOn(ice, 'The harbour master sold four hundred umbrellas')).toBe('not_in_library')
    expect(await verdictOn(ice, 'HYSTERESIS_M')).toBe('never_found')
    const context = await engine.turnContext(ice.session_id, ice.turn_id)
    const unused = Object.values(context.evidences).find(
      ({ evidence, cited_as }) => evidence.type === 'rag_doc' && cited_as.length === 0,
    )
    const sentence = unused?.evidence.content?.split(/[。.\n]/u).find((text) => text.trim().length > 15) ?? ''
    expect(await verdictOn(ice, sentence.trim())).toBe('unused')
    // The same passage, excluded by the user: found, and kept out of the prompt.
    const cited = Object.values(context.evidences).find(({ cited_as }) => cited_as.length > 0)?.evidence
    const without = await turnOf('冰芯钻机存放在哪里？')
    const again = { ...without, turn_id: `t_${without.session_id}` }
    await engine.startTurn({
      question: '冰芯钻机存放在哪里？',
      session_id: without.session_id,
      turn_id: again.turn_id,
      choices: { pinned: [], excluded: [cited?.evidence_id ?? ''] },
      search_anyway: true,
    })
    for await (const event of engine.followTurn(again.turn_id, -1)) expect(event.type).not.toBe('error')
    const blocks = (await engine.turnContext(again.session_id, again.turn_id)).blocks
    expect(blocks.some(({ decision }) => decision?.reason === 'excluded')).toBe(true)
  })
})
