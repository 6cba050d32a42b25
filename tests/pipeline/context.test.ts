import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AskInput } from '@shared/api/api'
import type { ContextChoices } from '@shared/session/turn-trace'
import { validateSessionContext } from '@shared/session/validate-session'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'

const resources = resolve(import.meta.dirname, '../../resources')
const pumps = join('files', 'pumps.md')
let folder = ''
let engine: Engine

const filler = (of: string) => `Nothing else is known of ${of}. `.repeat(40)

async function ingest(path: string) {
  for await (const event of engine.ingest({ paths: [path] })) expect(event.type).toBe('progress')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-context-'))
  const files = join(folder, 'files')
  await mkdir(files)
  await writeFile(join(folder, pumps), '# Pumps\n\nThe main pump was replaced in March 2021 by Orell Marti.\n')
  await writeFile(join(files, 'rumour.md'), '# Rumours\n\nThe main pump was replaced in June 1999, people say.\n')
  await writeFile(join(files, 'garden.md'), `# Garden\n\nThe roses are watered by Ada Brook. ${filler('roses')}\n`)
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  await ingest(files)
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

let turns = 0

/** Asks in a session and returns the turn's id with its answer. */
async function ask(question: string, session: string, choices?: ContextChoices, more: Pick<AskInput, 'replaces'> = {}) {
  const turn = `t${++turns}`
  await engine.startTurn({
    question,
    session_id: session,
    turn_id: turn,
    search_anyway: true,
    ...(choices ? { choices } : {}),
    ...more,
  })
  let response = ''
  for await (const event of engine.followTurn(turn, -1)) if (event.type === 'final') response = event.response
  return { turn, response }
}

const evidenceOf = async (session: string, turn: string, text: string) => {
  const { evidences } = await engine.turnContext(session, turn)
  return Object.values(evidences).find(({ evidence }) => evidence.content?.includes(text))?.evidence.evidence_id ?? ''
}

const question = 'When was the main pump replaced?'

describe('the context of an answer', () => {
  // Would catch a result that is shown as a passage of a document that was deleted.
  test('what a tool gave stands in no document', async () => {
    const { turn, response } = await ask('What is 15% of 890,000?', 'tool')
    expect(response).toContain('133,500')
    const { evidences } = await engine.turnContext('tool', turn)
    const result = Object.values(evidences).find(({ evidence }) => evidence.type === 'tool_result')
    expect(result?.anchor).toEqual({ state: 'none', start: 0, end: 0 })
  })

  test('every block has a decision, and the kept ones are what the answer rests on', async () => {
    const { turn } = await ask(question, 'blocks')
    const context = await engine.turnContext('blocks', turn)
    expect(context.blocks.map(({ block_type: type }) => type)).toContain('evidence')
    for (const { decision } of context.blocks) expect(decision?.action).toBe('kept')
    const used = context.blocks.reduce((sum, { token_estimate: size = 0 }) => sum + size, 0)
    expect(used).toBe(context.prompt_tokens)
    expect(used).toBeLessThanOrEqual(context.token_budget ?? 0)
    expect(context.tool_calls).toMatchObject([{ tool: 'rag_search', status: 'success' }])
    expect(context.model_usage).toMatchObject([{ stage: 'answer', model: 'extractive@1', status: 'success' }])
    const session = await engine.getSession('blocks')
    expect(validateSessionContext(session)).toHaveProperty('context')
    // What the answerer said is evidence too, linked to the call it came from.
    const output = Object.values(session.evidences).find(({ type }) => type === 'llm_output')
    expect(output?.links?.model_usage_id).toBe(context.model_usage[0]?.model_usage_id)
  })

  test('the same passage is one piece of evidence, however often it is found', async () => {
    const first = await ask(question, 'twice')
    const second = await ask('Who replaced the main pump?', 'twice')
    const ids = await Promise.all([first, second].map(({ turn }) => evidenceOf('twice', turn, 'Orell Marti')))
    expect(ids[0]).not.toBe('')
    expect(ids[1]).toBe(ids[0])
    const { evidences } = await engine.getSession('twice')
    const passages = Object.values(evidences).filter(({ type }) => type === 'rag_doc')
    expect(passages.filter(({ content = '' }) => content.includes('Orell Marti'))).toHaveLength(1)
  })

  test('an excluded passage is not answered from, and its block says so', async () => {
    const before = await ask(question, 'exclude')
    const id = await evidenceOf('exclude', before.turn, 'March 2021')
    expect(before.response).toContain('2021')
    const { turn, response } = await ask(question, 'exclude', { pinned: [], excluded: [id] }, { replaces: before.turn })
    expect(response).not.toContain('2021')
    expect(response).toContain('1999')
    const { blocks, choices } = await engine.turnContext('exclude', turn)
    expect(choices.excluded).toEqual([id])
    expect(blocks.find(({ refs }) => refs?.[0]?.evidence_id === id)?.decision).toMatchObject({
      action: 'cut',
      reason: 'excluded',
    })
  })

  test('with everything excluded it refuses instead of answering from nothing', async () => {
    const before = await ask(question, 'nothing')
    const { evidences } = await engine.turnContext('nothing', before.turn)
    const passages = Object.values(evidences).filter(({ evidence }) => evidence.type === 'rag_doc')
    const excluded = passages.map(({ evidence }) => evidence.evidence_id)
    const { turn } = await ask(question, 'nothing', { pinned: [], excluded })
    const view = await engine.viewSession('nothing')
    expect(view.turns.find(({ turn_id }) => turn_id === turn)?.evidence).toEqual([])
  })

  test('a pinned passage is in the prompt of a question that would not find it', async () => {
    const roses = await ask('Who waters the roses?', 'pin')
    const id = await evidenceOf('pin', roses.turn, 'Ada Brook')
    const { turn } = await ask(question, 'pin', { pinned: [id], excluded: [] })
    const { blocks } = await engine.turnContext('pin', turn)
    expect(blocks.find(({ refs }) => refs?.[0]?.evidence_id === id)).toMatchObject({
      priority: 'must',
      decision: { action: 'kept', reason: 'pinned' },
    })
  })

  test('ids of no evidence, or of another session, count for nothing', async () => {
    const { turn, response } = await ask(question, 'strange', { pinned: ['e_nothing', '__proto__'], excluded: ['x'] })
    expect(response).toContain('2021')
    expect((await engine.turnContext('strange', turn)).choices).toEqual({ pinned: [], excluded: [] })
    // A reference to what is not there would make the record invalid, and every backup that holds it.
    expect(validateSessionContext(await engine.getSession('strange'))).toHaveProperty('context')
  })

  test('a passage is found again in a changed document, and stale once its words are gone', async () => {
    const { turn } = await ask('Who waters the roses?', 'anchor')
    const stateOf = async () => {
      const { evidences } = await engine.turnContext('anchor', turn)
      return Object.values(evidences).find(({ evidence }) => evidence.content?.includes('Ada Brook'))?.anchor.state
    }
    expect(await stateOf()).toBe('exact')
    const path = join(folder, 'files', 'garden.md')
    await writeFile(path, `A new first line.\n\n# Garden\n\nThe roses are watered by Ada Brook. ${filler('roses')}\n`)
    await ingest(path)
    expect(await stateOf()).toBe('moved')
    await writeFile(path, '# Garden\n\nThere are no flowers any more.\n')
    await ingest(path)
    expect(await stateOf()).toBe('stale')
    await engine.deleteDocuments(engine.listDocuments({}).flatMap(({ id, name }) => (name === 'garden.md' ? [id] : [])))
    expect(await stateOf()).toBe('deleted')
  })

  test('a chat that was imported out of the trash can be deleted again', async () => {
    await ask(question, 'binned')
    let json = ''
    for await (const chunk of engine.exportSessions({ ids: ['binned'], format: 'json' })) {
      if (chunk.type === 'data') json += Buffer.from(chunk.base64, 'base64').toString('utf8')
    }
    const path = join(folder, 'binned.json')
    await writeFile(path, json)
    const listed = async () => (await engine.listSessions()).some(({ id }) => id === 'binned')
    await engine.trashSession('binned')
    expect(await listed()).toBe(false)
    expect((await engine.importSessions(path)).sessions).toMatchObject([{ id: 'binned', outcome: 'unchanged' }])
    expect(await listed()).toBe(true)
    await engine.trashSession('binned')
    expect(await listed()).toBe(false)
  })

  test('what is marked confidential, by hand or by its document, is left out of an export', async () => {
    const { turn } = await ask(question, 'secret')
    const id = await evidenceOf('secret', turn, 'March 2021')
    expect(await engine.markEvidence('secret', id, 'confidential')).toBe(true)
    expect(await engine.markEvidence('secret', 'e_nothing', 'secret')).toBe(false)
    const text = async () => {
      let json = ''
      const input = { ids: ['secret'], format: 'json', leave_out_sensitive: true } as const
      for await (const chunk of engine.exportSessions({ ...input, ids: [...input.ids] })) {
        if (chunk.type === 'data') json += Buffer.from(chunk.base64, 'base64').toString('utf8')
      }
      return json
    }
    expect(await text()).not.toContain('March 2021')
    await engine.markEvidence('secret', id, null)
    expect(await text()).toContain('March 2021')
    const [pump] = engine.listDocuments({}).filter(({ name }) => name === 'pumps.md')
    await engine.updateDocuments({ ids: [pump?.id ?? ''], add_tags: ['机密'] })
    const tagged = await ask(question, 'tagged')
    const { evidences } = await engine.turnContext('tagged', tagged.turn)
    expect(
      Object.values(evidences).find(({ evidence }) => evidence.content?.includes('March 2021'))?.evidence.sensitivity,
    ).toBe('confidential')
  })
})
