import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunStep } from '@shared/research/research-run'
import { FakeEngine } from '../../../fakes/fake-engine'
import { planOf, task } from '../../../support/research/runs-kit'
import { terminal } from './terminal'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-research-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const report: RunStep = {
  op: 'report',
  report: {
    title: 'Huts',
    language: 'en',
    written_by: 'rules',
    made_at: '2026-03-01T09:00:00Z',
    summary: [],
    sections: [],
    not_found: [],
    not_read: [],
    issues: [],
  },
}
const progress = { task_id: 'task_001', attempt: 1, rounds: 0, searches: 0, reading: [], found: 0, ms: 0 }
const script: RunStep[] = [
  { op: 'state', state: 'running', error: null },
  { op: 'task', progress: { ...progress, state: 'running' } },
  { op: 'task', progress: { ...progress, state: 'running', rounds: 1, searches: 3, found: 5 } },
  { op: 'task', progress: { ...progress, state: 'done', rounds: 1, searches: 3, found: 5 } },
  report,
  { op: 'state', state: 'done', error: null },
]

/** An engine whose runs have the plan of the file. */
async function withPlan(): Promise<{ engine: FakeEngine; plan: string }> {
  const engine = new FakeEngine()
  engine.research.script = script
  const plan = join(folder, 'plan.json')
  await writeFile(plan, JSON.stringify(planOf([task(1, { description: 'How are the huts heated?' })])))
  return { engine, plan }
}

describe('cairn research', () => {
  test('runs a plan, tells on stderr how far it is, and prints the report', async () => {
    const { engine, plan } = await withPlan()
    const { code, out, err } = await terminal(engine).run('research', 'Compare', 'the huts', '--plan', plan, '--yes')
    expect(code).toBe(0)
    expect(engine.research.calls).toEqual(['start Compare the huts', 'run r_1'])
    expect(out).toBe('r_1 as markdown')
    expect(err).toContain('task_001  search  to do  How are the huts heated?')
    expect(err).toContain('round 1: 3 searches, 5 passages')
  })

  test('begins nothing that was not agreed to, and says how to', async () => {
    const { engine, plan } = await withPlan()
    const { code, out, err } = await terminal(engine).run('research', 'Compare', '--plan', plan)
    expect([code, out]).toEqual([0, ''])
    expect(engine.research.calls).toEqual(['start Compare'])
    expect(err).toContain('cairn research run r_1')
    expect((await terminal(engine).run('research', 'run', 'r_1')).out).toBe('r_1 as markdown')
  })

  test('writes the report as the file that is asked for', async () => {
    const { engine, plan } = await withPlan()
    const file = join(folder, 'report.docx')
    const { code, out } = await terminal(engine).run('research', 'x', '--plan', plan, '--yes', '--out', file)
    expect([code, out]).toEqual([0, ''])
    expect(await readFile(file, 'utf8')).toBe('r_1 as docx')
    expect((await terminal(engine).run('research', 'show', 'r_1', '--json')).out).toContain('"goal": "x"')
  })

  test('lists runs and stops one, in the language of the user', async () => {
    const { engine, plan } = await withPlan()
    expect((await terminal(engine).run('research', 'list')).err).toContain('no research yet')
    await terminal(engine).run('research', 'Huts', '--plan', plan)
    const listed = await terminal(engine).run('research', 'list', '--lang', 'zh')
    expect(listed.out).toContain('等待确认')
    expect(listed.out).toContain('0/1')
    const stopped = await terminal(engine).run('research', 'stop', 'Huts')
    expect([stopped.code, engine.research.calls.at(-1)]).toEqual([0, 'stop r_1'])
    expect(stopped.err).toContain('stopped')
  })

  test('asks questions back of whoever is there, and passes them over otherwise', async () => {
    const { engine } = await withPlan()
    const clarifications = [{ id: 'q1', question: 'Which hut?', options: ['Old', 'New'], answer: null }]
    const plan = join(folder, 'asks.json')
    await writeFile(plan, JSON.stringify(planOf([task(1)], { status: 'needs_clarification', clarifications })))
    const { code, err } = await terminal(engine).run('research', 'x', '--plan', plan, '--yes')
    expect(code).toBe(0)
    expect(err).toContain('Which hut?')
    expect(err).toContain('2. New')
  })

  test('says what is wrong with a plan, a document, a run', async () => {
    const { engine } = await withPlan()
    const broken = join(folder, 'broken.json')
    await writeFile(broken, '{"goal": 3}')
    const wrong = await terminal(engine).run('research', 'x', '--plan', broken)
    expect([wrong.code, wrong.err.includes('is no plan')]).toEqual([2, true])
    expect((await terminal(engine).run('research', 'x', '--documents', 'none.md')).code).toBe(2)
    expect((await terminal(engine).run('research', 'show', 'r_none')).code).toBe(2)
    expect((await terminal(engine).run('research', 'x', '--plan', join(folder, 'gone.json'))).code).toBe(1)
  })

  test('ends with 1 where tasks failed', async () => {
    const { engine, plan } = await withPlan()
    const error = { code: 'TOOL_FAILED' as const, message: 'It broke.', action: 'Try again.' }
    engine.research.script = [report, { op: 'state', state: 'partial', error }]
    const { code, out, err } = await terminal(engine).run('research', 'x', '--plan', plan, '--yes')
    expect([code, out]).toEqual([1, 'r_1 as markdown'])
    expect(err).toContain('It broke.')
  })
})
