import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResearchRun } from '@shared/research/research-run'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { hostileServer } from '../fakes/external-tools-kit'
import { planOf, task } from '../support/research/runs-kit'

const resources = resolve(import.meta.dirname, '../../resources')
let folder = ''
let engine: Engine
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-research-tools-'))
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  await engine.tools.servers.put([hostileServer('peer', 'plain')])
})
afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const call = { name: 'peer/say', args: { word: 'seven herons' } }
const plan = planOf([task(1, { tool: 'tool', description: 'How many herons?', call })], { goal: 'How many herons?' })

async function rested(id: string): Promise<ResearchRun> {
  for await (const event of engine.research.follow(id, -1)) void event
  return engine.research.get(id)
}

// Catches another program that is called by a plan nobody looked at, and one that stays closed to who runs it.
test('a run calls another program once the user runs the plan that shows it, and not before', async () => {
  const { id } = await engine.research.start({ plan, at_once: true })
  const refused = await rested(id)
  expect(refused.progress[0]).toMatchObject({ state: 'failed', error: { code: 'CONSENT_NEEDED' } })
  expect(engine.tools.consents.log(10)).toEqual([])
  await engine.research.run(id)
  const run = await rested(id)
  expect(run.header.state).toBe('done')
  expect(run.evidence.map(({ kind, text }) => [kind, text])).toEqual([
    ['tool', expect.stringContaining('You said seven herons')],
  ])
  expect(engine.tools.consents.log(10).map(({ act, outcome }) => [act, outcome])).toEqual([
    ['run', 'done'],
    ['consent', 'once'],
  ])
})
