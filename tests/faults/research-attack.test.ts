import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResearchRun } from '@shared/research/research-run'
import { createRouter } from '@engine/api/router'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { headlessActions } from '@shells/headless-actions'
import { kindOf, replyTo } from '../../bench/research/stand-in-reader'
import { StandInServer } from '../../bench/stand-in/stand-in-server'
import { serverModelId } from '@engine/inference/loopback/loopback-models'
import { copySampleStore } from '../sample-store'
import { planOf, task } from '../support/research/runs-kit'

const resources = resolve(import.meta.dirname, '../../resources')
let scratch = ''
let engine: Engine

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-research-attack-'))
  await copySampleStore(join(scratch, 'store'))
  engine = await createEngine({ folder: join(scratch, 'store'), resources })
}, 300_000)

afterAll(async () => {
  await engine.close()
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
})

async function rested(id: string, from: Engine): Promise<ResearchRun> {
  for await (const event of from.research.follow(id, -1)) void event
  return from.research.get(id)
}

// Catches an input that is half believed: begins a run, takes seconds, or is refused without a word of what is wrong.
test('plans of ten thousand tasks and of wrong types are refused in words, and begin nothing', async () => {
  const client = createRouterClient(createRouter(engine, headlessActions(engine, scratch)))
  const good = planOf([task(1), task(2)])
  const many = Array.from({ length: 10_000 }, (_, at) => ({ ...task(1), description: `question ${at}` }))
  const wrong: unknown[] = [
    null,
    7,
    'plan',
    [good],
    { goal: 7 },
    { goal: 'x'.repeat(100_000) },
    { goal: 'x', plan: 'all' },
    { goal: 'x', plan: { ...good, tasks: many } },
    { goal: 'x', plan: { ...good, tasks: 'many' } },
    { goal: 'x', plan: { ...good, tasks: [{ ...task(1), depends_on: 'task_001' }] } },
    { goal: 'x', plan: { ...good, tasks: [{ ...task(1), tool: 'hammer' }] } },
    { goal: 'x', plan: { ...good, tasks: [{ ...task(1), priority: Number.NaN }] } },
    { goal: 'x', plan: { ...good, tasks: [{ ...task(1), id: '__proto__' }] } },
    { goal: 'x', filter: { documents: 3 } },
    { goal: 'x', job: { id: 'briefing' } },
  ]
  const before = (await engine.research.list()).length
  for (const [at, input] of wrong.entries()) {
    const refused = await client.research.start(input as never).then(
      () => 'begun',
      (thrown: unknown) => thrown,
    )
    expect([at, refused]).toEqual([at, expect.objectContaining({ code: 'BAD_REQUEST' })])
  }
  const { id } = await engine.research.start({ goal: 'x', plan: good })
  for (const plan of [null, { ...good, tasks: many }, { ...good, sections: 'none' }])
    await expect(client.research.set_plan({ id, plan } as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  for (const unknown of ['', '../../etc/passwd', 'r_none', '\u0000', 'x'.repeat(10_000)])
    await expect(client.research.run({ id: unknown })).rejects.toThrow()
  // Cycles, tasks that are not there, and documents that are gone: taken as a plan that says so, and never run.
  const round = planOf([
    task(1, { depends_on: ['task_002'] }),
    task(2, { depends_on: ['task_001'] }),
    task(3, { depends_on: ['task_009'] }),
  ])
  expect((await client.research.set_plan({ id, plan: round })).status).toBe('issues')
  await expect(client.research.run({ id })).rejects.toThrow(/cycle/u)
  expect((await engine.research.list()).length).toBe(before + 1)
  expect((await engine.check()).problems).toEqual([])
})

// Catches a run that fails, cites what is not there, or does not say what went while a model was still writing its report.
test('documents that are deleted for good while a run reads them and writes: it ends, and says which are gone', async () => {
  const documents = engine.listDocuments({}).filter(({ format }) => format === 'markdown')
  const tasks = documents.slice(0, 5).map(({ id }, at) => task(at + 1, { tool: 'read', scope: { documents: [id] } }))
  const gone = documents.slice(0, 5).filter((_, at) => at % 2 === 0)
  let isTidied = false
  let tidied: () => void = () => undefined
  const allGone = new Promise<void>((resolve) => (tidied = resolve))
  const server = await StandInServer.start({ speaks: 'llama-server', contextLength: 8192 })
  // They go one after another; no section is written before the last is gone.
  server.reply = async (prompt) => {
    if (kindOf(prompt) === 'section') await allGone
    return replyTo(prompt, null)
  }
  const [model = ''] = server.models
  await engine.changeSettings({ models: { language: serverModelId(server.url, model), servers: [server.url] } })
  try {
    const { id } = await engine.research.start({ plan: planOf(tasks, { goal: 'Read all' }), at_once: true })
    for await (const event of engine.research.follow(id, -1)) {
      if (event.type !== 'research' || event.step.op !== 'round') continue
      // The first of them was read by then.
      if (isTidied || event.step.task_id !== 'task_001') continue
      isTidied = true
      await engine.deleteDocuments(gone.map((one) => one.id))
      tidied()
    }
    const run = await engine.research.get(id)
    expect(['done', 'partial']).toContain(run.header.state)
    expect(server.prompts.map(kindOf)).toContain('section')
    const cited = new Set(run.evidence.map(({ document_id: one }) => one))
    const missed = gone.filter((each) => cited.has(each.id))
    expect(missed).not.toEqual([])
    const told = (run.report?.not_read ?? []).map(({ text }) => text).join('\n')
    for (const { name } of missed) expect(told).toContain(name)
    expect((await engine.check()).problems).toEqual([])
  } finally {
    await engine.changeSettings({ models: { language: null, servers: [] } })
    await server.close()
  }
})

// Catches a report that says more than nothing of no documents, and a run that cannot be done again once there are some.
test('an empty library: every kind of task ends, the report claims nothing, and it is done again once there are documents', async () => {
  const empty = await createEngine({ folder: join(scratch, 'empty'), resources })
  try {
    for (const goal of [
      'When was the hut opened?',
      'Compare the 2023 and 2024 handbooks',
      'Write a briefing on huts',
      '比较两份手册',
    ]) {
      const { id } = await empty.research.start({ goal, at_once: true })
      let run = await rested(id, empty)
      if (run.header.state === 'waiting') {
        await empty.research.run(id).catch(() => undefined)
        run = await rested(id, empty)
      }
      expect([goal, ['done', 'partial', 'failed', 'waiting'].includes(run.header.state)]).toEqual([goal, true])
      expect([goal, run.ledger.claims, run.report?.summary ?? []]).toEqual([goal, [], []])
    }
    const tools = ['search', 'graph', 'tables'] as const
    const plan = planOf(
      tools.map((tool, at) => task(at + 1, { tool, description: 'When was the stone hut on Kestrel Col opened?' })),
    )
    const { id } = await empty.research.start({ plan, at_once: true })
    expect((await rested(id, empty)).header.state).toBe('done')
    for await (const event of empty.ingest({ paths: [join(resources, 'sample', 'station-handbook.md')] })) void event
    const again = await empty.research.again(id)
    const run = await rested(again.id, empty)
    expect(run.ledger.claims.length).toBeGreaterThan(0)
    expect((await empty.research.differences(again.id)).length).toBeGreaterThan(0)
  } finally {
    await empty.close()
  }
})
