import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ResearchRun } from '@shared/research/research-run'
import { createEngine } from '@engine/engine'
import { serverModelId } from '@engine/inference/loopback/loopback-models'
import type { Engine } from '@engine/ports/engine-interface'
import { readReplies } from '../../bench/research/replies'
import { bears, readResearchTasks, type ResearchTask, saidIn } from '../../bench/research/research-tasks'
import { kindOf, replyTo } from '../../bench/research/stand-in-reader'
import { StandInServer } from '../../bench/stand-in/stand-in-server'
import { copySampleStore } from '../sample-store'

const fixtures = join(import.meta.dirname, '../fixtures/research')
let scratch = ''
let engine: Engine
let server: StandInServer
let labelled: ResearchTask[] = []

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-research-model-'))
  await copySampleStore(join(scratch, 'store'))
  const resources = join(import.meta.dirname, '../../resources')
  engine = await createEngine({ folder: join(scratch, 'store'), resources })
  labelled = await readResearchTasks(join(fixtures, 'tasks.json'))
}, 300_000)

afterAll(async () => {
  await engine.close()
  await server.close()
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
})

// A server of its own each time: one that failed is left alone for a while.
beforeEach(async () => {
  server = await StandInServer.start({ speaks: 'llama-server', contextLength: 8192 })
  const [model = ''] = server.models
  const language = serverModelId(server.url, model)
  // A model judges where it is named for it.
  const tasks = { judge: { model: language, deadline_ms: null } }
  await engine.changeSettings({ models: { language, servers: [server.url], tasks } })
})

async function researched({ task, language }: Pick<ResearchTask, 'task' | 'language'>): Promise<ResearchRun> {
  const { id } = await engine.research.start({ goal: task, locale: language, at_once: true })
  const rested = async () => {
    for await (const event of engine.research.follow(id, -1)) void event
    return engine.research.get(id)
  }
  const run = await rested()
  if (run.header.state !== 'waiting') return run
  await engine.research.run(id)
  return rested()
}

async function taskWithReplies(id: string) {
  const task = labelled.find((one) => one.id === id)
  const replies = await readReplies(join(fixtures, 'replies'), id)
  if (!task || !replies) throw new Error(`${id} has no replies`)
  return { task, replies }
}

describe('research with a language model', () => {
  // Would catch prompts that keep from a model what it needs, and slips of a model that reach a report.
  test.each(['r-01', 'r-17'])(
    '%s: says what the documents say, and strikes what they do not',
    async (id) => {
      const { task, replies } = await taskWithReplies(id)
      server.reply = (prompt) => replyTo(prompt, replies)
      const { report, plan, header } = await researched(task)
      if (!report) throw new Error('no report')
      expect([header.state, plan?.made_by, report.written_by]).toEqual(['done', 'stand-in', 'stand-in'])
      const said = saidIn(report)
      const found = task.facts.filter(({ signs }) => said.some((text) => bears(text, signs)))
      expect(found.length).toBeGreaterThanOrEqual(task.facts.length * 0.85)
      expect(task.false.filter(({ signs, unless }) => said.some((text) => bears(text, signs, unless)))).toEqual([])
      for (const { says, writes = says } of replies.slips) {
        expect(said.filter((text) => text.includes(says) || text.includes(writes))).toEqual([])
      }
      expect(new Set(server.prompts.map(kindOf)).has('other')).toBe(false)
    },
    300_000,
  )

  test.each<[string, string | { text: string; dieAfter: number }]>([
    ['says nothing', ''],
    ['refuses', 'I am sorry, but I cannot help with that.'],
    ['dies half-way', { text: '{"claims": [{"text": "The gauge', dieAfter: 4 }],
  ])(
    'a model that %s leaves a report by rules that says so',
    async (_, reply) => {
      const { task, replies } = await taskWithReplies('r-17')
      // The plan is made before it begins to fail.
      server.reply = (prompt) => (kindOf(prompt) === 'plan' ? replyTo(prompt, replies) : reply)
      const { report, plan, header, ledger } = await researched(task)
      expect([header.state, plan?.made_by, report?.written_by]).toEqual(['done', 'stand-in', 'rules'])
      expect(ledger.claims.length).toBeGreaterThan(0)
      expect(report?.issues.map(({ key }) => key)).toContain('section_not_written')
      expect(report?.not_read.map(({ text }) => text).join('\n')).toContain('the language model did not')
    },
    300_000,
  )
})
