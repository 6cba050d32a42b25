import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import type { SecondOpinion } from '@shared/session/second-opinion'
import { schemaReply } from '../../bench/stand-in/schema-reply'
import { StandInServer } from '../../bench/stand-in/stand-in-server'
import { createEngine } from '@engine/engine'
import { serverModelId } from '@engine/inference/loopback/loopback-models'
import type { Engine } from '@engine/ports/engine-interface'

const resources = resolve(import.meta.dirname, '../../resources')
const document = 'The main pump of the reservoir was replaced in March 2021. The main pump moves 40 litres per second.'
const answer =
  'The main pump of the reservoir was replaced in March 2019 [1]. The main pump moves 40 litres per second [1].'
const sentences = [
  { sentence: 1, verdict: 'contradicted', reason: 'It was 2021.' },
  { sentence: 2, verdict: 'not_in_source', reason: 'I see no litres.' },
]

let folder = ''
let server: StandInServer
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-opinion-'))
  await mkdir(join(folder, 'files'))
  await writeFile(join(folder, 'files', 'pumps.md'), document)
  server = await StandInServer.start({
    reply: ({ form }) => {
      if (!form) return answer
      return JSON.stringify(schemaReply(form.schema, form.name === 'judge' ? { sentences } : {}))
    },
  })
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  await collect(engine.ingest({ paths: [join(folder, 'files')] }))
})
afterAll(async () => {
  await engine.close()
  await server.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function collect(events: AsyncIterable<CairnEvent>): Promise<CairnEvent[]> {
  const all: CairnEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

const ask = () => collect(engine.ask({ question: 'When was the main pump replaced?', session_id: 's' }))

async function useModel(judge: string | null): Promise<void> {
  const model = serverModelId(server.url, 'stand-in')
  const rules = { model: 'rules', deadline_ms: null }
  const tasks = {
    understand: rules,
    clarify: rules,
    title: rules,
    summary: rules,
    judge: { model: judge, deadline_ms: null },
  }
  await engine.changeSettings({ models: { language: model, servers: [server.url], tasks } })
}

const judged = () => server.prompts.filter(({ form }) => form?.name === 'judge').length

// Catches a turn that waits for the opinion, an opinion that no window hears of, and one that is lost with its session.
test('a wrong figure is told with the right one, and the opinion follows the turn and stays in its record', async () => {
  await useModel(serverModelId(server.url, 'stand-in'))
  const leave = new AbortController()
  const changes = engine.watch(leave.signal)[Symbol.asyncIterator]()
  await changes.next()
  const events = await ask()
  expect(events.at(-1)?.type).toBe('final')
  const critic = events.find((event) => event.type === 'critic')
  expect(critic?.sentences.map(({ correction }) => correction?.found)).toEqual(['March 2021', undefined])
  let told: SecondOpinion | undefined
  for (let step = await changes.next(); !step.done && !told; step = await changes.next()) {
    if (step.value.type === 'opinion') told = step.value.opinion
    if (told) break
  }
  leave.abort()
  expect(told).toMatchObject({ model: 'stand-in', sentences })
  const { turns } = await engine.viewSession('s')
  expect(turns.at(-1)?.second_opinion).toEqual(told)
  expect(turns.at(-1)?.critique?.sentences).toEqual(critic?.sentences)
})

// Catches a small model that is asked because it is there.
test('nobody is asked who was not named for it and whose size nobody knows', async () => {
  const before = judged()
  await useModel(null)
  await ask()
  await ask()
  expect(judged()).toBe(before)
})
