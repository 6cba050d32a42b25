import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ResearchRun } from '@shared/research/research-run'
import { kindOf } from '../../bench/research/stand-in-reader'
import { type StandInReply, StandInServer } from '../../bench/stand-in/stand-in-server'
import { createEngine } from '@engine/engine'
import { serverModelId } from '@engine/inference/loopback/loopback-models'
import type { Engine } from '@engine/ports/engine-interface'
import { copySampleStore } from '../sample-store'

let scratch = ''
let engine: Engine
let server: StandInServer

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-research-model-'))
  await copySampleStore(join(scratch, 'store'))
  const resources = join(import.meta.dirname, '../../resources')
  engine = await createEngine({ folder: join(scratch, 'store'), resources })
}, 300_000)

afterAll(async () => {
  await engine.close()
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
})

beforeEach(async () => {
  server = await StandInServer.start({ speaks: 'llama-server', contextLength: 8192 })
  const [model = ''] = server.models
  const language = serverModelId(server.url, model)
  await engine.changeSettings({ models: { language, servers: [server.url], tasks: {} } })
})

afterEach(() => server.close())

async function researched(goal: string): Promise<ResearchRun> {
  const { id } = await engine.research.start({ goal, at_once: true })
  for await (const event of engine.research.follow(id, -1)) void event
  if ((await engine.research.get(id)).header.state === 'waiting') {
    await engine.research.run(id)
    for await (const event of engine.research.follow(id, -1)) void event
  }
  return engine.research.get(id)
}

const many = JSON.stringify({
  claims: Array.from({ length: 5000 }, (_, at) => ({
    text: `The llama of the hut wears scarf ${at}.`,
    passages: [1, at],
  })),
})
const endless: Record<string, () => StandInReply> = {
  'floods with words': () => 'The hut was opened and opened and opened. '.repeat(50_000),
  'floods with claims': () => many,
  'floods with brackets': () => '[{"claims":'.repeat(100_000),
  'goes silent half-way': () => ({ text: many, silentAfter: 12 }),
  'cuts the connection': () => ({ text: many, dieAfter: 3 }),
}

// Catches a run that waits for ever, fails, or has in its report what no document says.
test.each(Object.keys(endless))('a model that %s leaves a report that the rules write', async (how) => {
  server.reply = () => endless[how]?.() ?? ''
  const run = await researched('When was the stone hut on Kestrel Col opened, and by whom?')
  expect([run.header.state, run.report?.written_by]).toEqual(['done', 'rules'])
  expect(run.ledger.claims.filter(({ text }) => /llama/u.test(text))).toEqual([])
  expect(JSON.stringify(run).length).toBeLessThan(3_000_000)
  expect(run.report?.not_read.map(({ text }) => text).join('\n')).toContain('language model')
})

// Catches a run of minutes that waits for a model again and again which never says a word.
test('a model that never speaks is asked twice, then the run goes on by rules and says so', async () => {
  server.reply = () => new Promise(() => undefined)
  const [model = ''] = server.models
  const language = serverModelId(server.url, model)
  // An answer's first token is waited for as long as the settings say, and so is a plan's and a claim's.
  await engine.changeSettings({
    models: { language, servers: [server.url], tasks: { answer: { model: null, deadline_ms: 300 } } },
  })
  const run = await researched('Compare the stone hut on Kestrel Col with the old post: height, year, who built it?')
  expect([run.header.state, run.report?.written_by]).toEqual(['done', 'rules'])
  expect(run.ledger.claims.length).toBeGreaterThan(0)
  expect(run.report?.not_read.map(({ text }) => text).join('\n')).toContain('had not begun to answer')
  // Two tasks at once may ask before the second silence of one of them is over.
  expect(server.prompts.length).toBeLessThanOrEqual(3)
})

test('a server that is gone while a report is written leaves one that the rules write', async () => {
  let closing: Promise<void> | undefined
  server.reply = async (prompt) => {
    if (kindOf(prompt) === 'plan') return '{}'
    closing ??= server.close()
    await new Promise(() => undefined)
    return ''
  }
  const run = await researched('How high is the stone hut on Kestrel Col?')
  await closing
  expect([run.header.state, run.report?.written_by]).toEqual(['done', 'rules'])
  server = await StandInServer.start()
})
