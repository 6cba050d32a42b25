import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FakeEngine } from '../../../../../fakes/fake-engine'
import { planOf, task } from '../../../../../support/research/runs-kit'
import { terminal } from '../../terminal'

test('a run gets another title and plan, is deleted and brought back', async () => {
  const engine = new FakeEngine()
  const run = (...words: string[]) => terminal(engine).run('research', ...words)
  const folder = await mkdtemp(join(tmpdir(), 'cairn-plan-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'plan.json')
  await writeFile(file, JSON.stringify(planOf([task(1)])))
  const { id } = await engine.research.start({ goal: 'Huts', at_once: false, from_turn: null })
  expect((await run('plan', id, file)).out).toContain('Tasks in the plan now: 1')
  expect((await run('rename', id, 'The', 'huts')).out).toContain('The huts')
  expect((await run('rename', id)).code).not.toBe(0)
  expect((await run('trash', id)).code).toBe(0)
  expect((await run('restore', id)).code).toBe(0)
  expect((await run('differences', 'r_nobody')).code).toBe(2)
})
