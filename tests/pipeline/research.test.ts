import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import type { PlanSpec, PlanTask } from '@shared/research/plan-spec'
import type { ResearchRun } from '@shared/research/research-run'
import { resolveSelector } from '@shared/session/selector'
import { copySampleStore } from '../sample-store'

let scratch = ''
let engine: Engine

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-research-'))
  await copySampleStore(join(scratch, 'store'))
  engine = await open()
}, 300_000)

afterAll(async () => {
  await engine.close()
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
})

function open(): Promise<Engine> {
  return createEngine({ folder: join(scratch, 'store'), resources: join(import.meta.dirname, '../../resources') })
}

async function rested(id: string): Promise<ResearchRun> {
  for await (const event of engine.research.follow(id, -1)) void event
  return engine.research.get(id)
}

function plan(tasks: readonly Partial<PlanTask>[], goal: string): PlanSpec {
  const whole = tasks.map((task, at): PlanTask => {
    return { id: `task_00${at + 1}`, description: goal, tool: 'search', priority: 5, depends_on: [], ...task }
  })
  return {
    plan_id: 'p1',
    goal,
    language: 'en',
    question_type: 'factual',
    status: 'ready',
    tasks: whole,
    sections: [{ id: 's', heading: 'Findings', kind: 'findings', tasks: whole.map(({ id }) => id) }],
    clarifications: [],
    issues: [],
    made_by: 'rules',
  }
}

/** Every claim stands word for word in its source, and every source in its document. */
async function checkSources({ ledger, evidence }: ResearchRun): Promise<void> {
  const byId = new Map(evidence.map((item) => [item.evidence_id, item]))
  for (const claim of ledger.claims) {
    const [source] = claim.for
    const item = byId.get(source?.evidence_id ?? '')
    expect(resolveSelector(item?.text ?? '', source?.selector ?? '').text).toBe(claim.text)
  }
  for (const item of evidence.filter(({ kind }) => kind !== 'tool')) {
    const { text } = await engine.readDocument(item.document_id)
    expect(text.slice(item.start, item.end)).toBe(item.text)
  }
}

test('a goal becomes a report whose sentences stand in the documents', async () => {
  const { id } = await engine.research.start({ goal: 'When was the stone hut on Kestrel Col opened?', at_once: true })
  const run = await rested(id)
  expect(run.header.state).toBe('done')
  expect(run.ledger.claims.length).toBeGreaterThan(0)
  expect(run.report?.summary.length).toBeGreaterThan(0)
  await checkSources(run)
})

// Catches "And what does it cost?" being searched as it was typed.
test('a follow-up question of a chat is looked into as it reads by itself, and so is the report called', async () => {
  const ask = async (question: string) => {
    let id = ''
    for await (const event of engine.ask({ question, session_id: 's_deeper', search_anyway: true }))
      if (event.type === 'session') id = event.turn_id
    return id
  }
  await ask('How high is the stone hut on Kestrel Col?')
  const followUp = 'And when was it opened?'
  const turn = await ask(followUp)
  for (const turnId of [turn, 'on its way']) {
    const from = { session_id: 's_deeper', turn_id: turnId }
    const { id } = await engine.research.start({ goal: followUp, at_once: true, from_turn: from })
    const { plan, header, report } = await rested(id)
    expect([turnId, plan?.goal, header.goal]).toEqual([turnId, expect.stringContaining('Kestrel Col'), followUp])
    expect(plan?.tasks.map(({ description }) => description)).toEqual([plan?.goal])
    const title = `${followUp} (How high is the stone hut on Kestrel Col?)`
    expect([turnId, header.title, report?.title]).toEqual([turnId, title, title])
  }
  const gone = { session_id: 's_gone', turn_id: turn }
  const { id } = await engine.research.start({ goal: followUp, at_once: true, from_turn: gone })
  expect((await rested(id)).plan?.goal).toBe(followUp)
})

test('each kind of task finds what it is for', async () => {
  const documents = engine.listDocuments({})
  const [first, second] = documents.filter(({ format }) => format === 'markdown')
  const two = [first?.id ?? '', second?.id ?? '']
  const { id } = await engine.research.start({
    at_once: true,
    plan: plan(
      [
        { tool: 'read', scope: { documents: two } },
        { tool: 'differences', scope: { documents: two } },
        { tool: 'graph', description: 'What is said of Kestrel Col?' },
        { tool: 'tool', call: { name: 'calculator', args: { expression: '2 + 3' } } },
        { tool: 'tool', call: { name: 'calculator', args: { expression: '2 +' } } },
      ],
      'What do the documents say about Kestrel Col?',
    ),
  })
  const run = await rested(id)
  expect(run.progress.map(({ state, found }) => [state, found > 0])).toEqual([
    ['done', true],
    ['done', true],
    ['done', true],
    ['done', true],
    ['failed', false],
  ])
  expect(run.progress[4]?.error?.message).not.toBe('')
  expect(run.header.state).toBe('partial')
  expect(run.evidence.find(({ kind }) => kind === 'tool')?.text).toContain('5')
  await checkSources(run)
  const chunks = []
  for await (const chunk of engine.research.export(id, { format: 'markdown' })) chunks.push(chunk)
  expect(chunks.at(-1)?.type).toBe('end')
})

test('chats go first: while one is answered, two runs begin no search', async () => {
  const questions = [
    'Who built the hut?',
    'How high is the hut?',
    'How is it heated?',
    'Who owns it?',
    'How many beds?',
  ]
  const tasks = questions.map((description) => ({ description }))
  const runs = await Promise.all(
    ['one', 'two'].map((goal) => engine.research.start({ plan: plan(tasks, goal), at_once: true })),
  )
  const steps: string[] = []
  const following = runs.map(async ({ id }) => {
    for await (const event of engine.research.follow(id, -1)) if (event.type === 'research') steps.push(event.step.op)
  })
  while (!steps.includes('round')) await setTimeout(2)
  let before = -1
  let after = -1
  for await (const event of engine.ask({ question: 'When was the stone hut on Kestrel Col opened?' })) {
    if (event.type === 'session') before = steps.length
    if (event.type === 'final') after = steps.length
  }
  const rounds = (from: number, to?: number) => steps.slice(from, to).filter((op) => op === 'round').length
  // Two searches are under way at most when the question comes, and two may begin before it is known to run; each ends with a round.
  expect(rounds(before, after)).toBeLessThanOrEqual(4)
  await Promise.all(following)
  expect(rounds(after)).toBeGreaterThanOrEqual(4)
  for (const { id } of runs) expect((await engine.research.get(id)).header.state).toBe('done')
})

test('a bundle of everything takes research and notebooks to another store, once, and a report is the same there', async () => {
  const { id } = await engine.notes.create('Huts')
  await engine.notes.add(id, { kind: 'text', text: 'Ask the keeper.', sources: [], refs: [], from: {} })
  for await (const event of engine.ask({ question: 'Who looks after the hut?' })) void event
  const bundle = join(scratch, 'all.cairn.zip')
  const pieces: Buffer[] = []
  for await (const chunk of engine.exportSessions({ ids: [], format: 'bundle' })) {
    if (chunk.type === 'data') pieces.push(Buffer.from(chunk.base64, 'base64'))
  }
  await writeFile(bundle, Buffer.concat(pieces))
  const other = await createEngine({
    folder: join(scratch, 'other'),
    resources: join(import.meta.dirname, '../../resources'),
  })
  const { parts } = await other.importSessions(bundle)
  const reported = (await engine.research.list()).filter(({ state }) => ['done', 'partial'].includes(state))
  expect(new Set(parts.map((part) => `${part.outcome} ${part.id}`))).toEqual(
    new Set([...reported.map((run) => `added ${run.id}`), `added ${id}`]),
  )
  const [first] = reported
  const [here, there] = [await engine.research.get(first?.id ?? ''), await other.research.get(first?.id ?? '')]
  expect([there.report, there.evidence, there.header]).toEqual([here.report, here.evidence, here.header])
  expect((await other.notes.get(id)).items.map(({ text }) => text)).toEqual(['Ask the keeper.'])
  expect((await other.importSessions(bundle)).parts.every(({ outcome }) => outcome === 'unchanged')).toBe(true)
  await other.close()
})

test('runs are there after a restart, in lists and in the snapshot of changes', async () => {
  const before = (await engine.research.list()).map(({ id }) => id)
  await engine.close()
  engine = await open()
  expect((await engine.research.list()).map(({ id }) => id)).toEqual(before)
  for await (const change of engine.watch()) {
    expect(change.type === 'snapshot' ? change.research?.map(({ id }) => id) : []).toEqual(before)
    break
  }
})

test('no tool of another program is part of a plan that runs', async () => {
  const elsewhere = plan([{ tool: 'tool', call: { name: '@files/read', args: {} } }], 'Read the file')
  const { id } = await engine.research.start({ at_once: true, plan: elsewhere })
  const run = await rested(id)
  expect([run.header.state, run.plan?.issues.map(({ key }) => key)]).toEqual(['waiting', ['unknown_tool']])
  await expect(engine.research.run(id)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a ready-made job runs on a document, without a goal', async () => {
  const jobs = await engine.research.jobs()
  const [document] = engine.listDocuments({}).filter(({ format }) => format === 'markdown')
  const job = jobs.find(({ needs }) => needs.documents.min === 1 && needs.subject !== 'required')
  expect(job).toBeDefined()
  const filter = { documents: [document?.id ?? ''] }
  const { id, title } = await engine.research.start({ job: job?.id, filter, at_once: true })
  expect(title).toBe(job?.title.en)
  const run = await rested(id)
  expect(run.progress.flatMap(({ error }) => error?.message ?? [])).toEqual([])
  expect(run.header.state).toBe('done')
  expect(run.evidence.every(({ document_id: of }) => of === document?.id)).toBe(true)
  await checkSources(run)
})
