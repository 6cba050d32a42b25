import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { foldSteps, notBegun } from '@shared/research/fold-steps'
import type { RunStep } from '@shared/research/research-run'
import type { ResearchStore } from '@engine/ports/storage/research-store'
import { FileResearchStore } from '@engine/storage/research/file-research-store'
import { MemoryResearchStore } from '../../../support/research/memory-research-store'
import { temporaryFolder } from '../store-fixture'

/** Each call is a new process on the same folder: nothing is kept in memory. */
function openRuns(folder: string, readOnly = false, log: (line: string) => void = () => undefined): FileResearchStore {
  let time = Date.parse('2026-01-01T00:00:00Z')
  return new FileResearchStore(join(folder, 'research'), { readOnly, now: () => (time += 1000), log })
}

const created = (id: string): RunStep => ({ op: 'created', id, goal: `goal of ${id}`, from_turn: null, again_of: null })
const titled = (title: string): RunStep => ({ op: 'titled', title })
const state = (name: 'running' | 'done' | 'paused'): RunStep => ({ op: 'state', state: name, error: null })

async function inMemory(): Promise<() => ResearchStore> {
  let time = Date.parse('2026-01-01T00:00:00Z')
  const store = new MemoryResearchStore(() => (time += 1000))
  return Promise.resolve(() => store)
}

async function onDisk(): Promise<() => ResearchStore> {
  const folder = await temporaryFolder()
  return () => openRuns(folder)
}

describe.each([
  ['files', onDisk],
  ['memory', inMemory],
])('a store of runs in %s', (_name, make) => {
  it('keeps steps in order, numbered on from the last', async () => {
    const reopen = await make()
    expect((await reopen().append('r_1', [created('r_1'), titled('One')])).map(({ seq }) => seq)).toEqual([0, 1])
    expect((await reopen().append('r_1', [state('done')])).map(({ seq }) => seq)).toEqual([2])
    const { lines, lost } = await reopen().load('r_1')
    expect(lines.map(({ step }) => step.op)).toEqual(['created', 'titled', 'state'])
    expect(lost).toBe(0)
  })

  it('lists runs as their steps make them, newest first, without those in the trash', async () => {
    const reopen = await make()
    const store = reopen()
    await store.append('r_1', [created('r_1'), state('done')])
    await store.append('r_2', [created('r_2'), titled('Two'), state('running')])
    await store.append('r_3', [created('r_3'), { op: 'trashed', trashed_at: '2026-01-02T00:00:00Z' }])
    const listed = await reopen().list()
    expect(listed.map(({ id, title, state: now }) => [id, title, now])).toEqual([
      ['r_2', 'Two', 'running'],
      ['r_1', '', 'done'],
    ])
    expect(await reopen().trashed()).toEqual([{ id: 'r_3', trashed_at: '2026-01-02T00:00:00Z' }])
  })

  it('knows no run that was not begun, and none that was removed', async () => {
    const reopen = await make()
    await expect(reopen().load('r_9')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(reopen().append('r_9', [state('done')])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await reopen().append('r_1', [created('r_1')])
    await reopen().remove('r_1')
    await expect(reopen().load('r_1')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await reopen().list()).toEqual([])
  })
})

describe('a journal of a run', () => {
  it('opens wherever it is cut: what is whole is kept, and writing goes on', async () => {
    const folder = await temporaryFolder()
    await openRuns(folder).append('r_1', [created('r_1'), titled('Hütte 山'), state('running'), state('paused')])
    const path = join(folder, 'research', 'r_1.jsonl')
    const whole = await readFile(path)
    const ends = [...whole.entries()].flatMap(([at, byte]) => (byte === 0x0a ? [at + 1] : []))
    for (let cut = ends[0] ?? 0; cut <= whole.length; cut += 7) {
      await writeFile(path, whole.subarray(0, cut))
      const kept = ends.filter((end) => end <= cut).length
      const { lines, lost } = await openRuns(folder).load('r_1')
      expect([cut, lines.length, lost]).toEqual([cut, kept, 0])
      expect((await openRuns(folder).list()).map(({ id }) => id)).toEqual(['r_1'])
      const [more] = await openRuns(folder).append('r_1', [state('done')])
      expect(more?.seq).toBe(kept)
      expect(foldSteps('r_1', (await openRuns(folder).load('r_1')).lines).header.state).toBe('done')
    }
  })

  it('leaves out a damaged line, says so, and keeps the rest', async () => {
    const folder = await temporaryFolder()
    await openRuns(folder).append('r_1', [created('r_1'), titled('One'), state('done')])
    const path = join(folder, 'research', 'r_1.jsonl')
    const lines = (await readFile(path, 'utf8')).split('\n')
    await writeFile(path, [lines[0], '{"seq":1,"ts":', lines[2], ''].join('\n'))
    const told: string[] = []
    const store = openRuns(folder, false, (line) => told.push(line))
    const { lines: kept, lost } = await store.load('r_1')
    expect([kept.map(({ seq }) => seq), lost]).toEqual([[0, 2], 1])
    expect((await store.list())[0]?.state).toBe('done')
    expect((await store.check()).problems).toEqual([{ key: 'research_lines_damaged', values: { id: 'r_1', count: 1 } }])
    const [next] = await store.append('r_1', [titled('Two')])
    expect(next?.seq).toBeGreaterThan(2)
    expect(told.join()).toContain('r_1')
  })

  it('counts alone where the small file beside it is wrong, missing or of another state', async () => {
    const folder = await temporaryFolder()
    await openRuns(folder).append('r_1', [created('r_1'), titled('One'), state('done')])
    const head = join(folder, 'research', 'r_1.head.json')
    await writeFile(head, '{')
    expect((await openRuns(folder).list())[0]?.title).toBe('One')
    const line = JSON.stringify({ seq: 3, ts: 1, step: titled('Two') })
    await openRuns(folder).append('r_1', [state('paused')])
    await appendFile(join(folder, 'research', 'r_1.jsonl'), `${line.replace('"seq":3', '"seq":4')}\n`)
    expect((await openRuns(folder).list())[0]?.title).toBe('Two')
  })

  it('is not read for a list, where the run rests', async () => {
    const folder = await temporaryFolder()
    await openRuns(folder).append('r_1', [created('r_1'), titled('One'), state('done')])
    const path = join(folder, 'research', 'r_1.jsonl')
    const { length } = await readFile(path)
    await writeFile(path, Buffer.alloc(length, 0x20))
    expect((await openRuns(folder).list())[0]?.title).toBe('One')
  })

  // Catches a journal that keeps every passage of every round for good, and one that forgets what a task goes on from.
  it('lets go, where the run rests, of what rounds left that nothing goes on from', async () => {
    const folder = await temporaryFolder()
    const found = 'a passage '.repeat(1000)
    const round = (id: string, number: number): RunStep => {
      return { op: 'round', task_id: id, round: number, state: { number, found } }
    }
    const done: RunStep = { op: 'task', progress: { ...notBegun('task_001'), state: 'done' } }
    const [one, two] = [
      [round('task_001', 1), round('task_001', 2), done],
      [round('task_002', 1), round('task_002', 2)],
    ]
    const store = openRuns(folder)
    await store.append('r_1', [created('r_1'), state('running'), ...one, ...two])
    const path = join(folder, 'research', 'r_1.jsonl')
    expect((await readFile(path)).length).toBeGreaterThan(4 * found.length)
    await store.append('r_1', [state('paused')])
    expect((await readFile(path)).length).toBeLessThan(2 * found.length)
    const { lines } = await openRuns(folder).load('r_1')
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at))
    const left = lines.flatMap(({ step }) => (step.op === 'round' ? [[step.task_id, step.round, step.state]] : []))
    expect(left).toEqual([
      ['task_001', 1, null],
      ['task_001', 2, null],
      ['task_002', 1, null],
      ['task_002', 2, { number: 2, found }],
    ])
    expect((await openRuns(folder).list())[0]?.state).toBe('paused')
    const [next] = await store.append('r_1', [state('running')])
    expect(next?.seq).toBe(lines.length)
  })

  it('cannot be written where the store is open for reading only, nor outside its folder', async () => {
    const folder = await temporaryFolder()
    await openRuns(folder).append('r_1', [created('r_1')])
    await expect(async () => openRuns(folder, true).append('r_1', [state('done')])).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
    })
    await expect(openRuns(folder).load('../r_1')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})

it('two journals that have changed places are told of, and go back (bug: each run had the text of the other)', async () => {
  const folder = await temporaryFolder()
  for (const id of ['r_1', 'r_2'])
    await openRuns(folder).append(id, [created(id), titled(`The title of ${id}`), state('done')])
  const path = (name: string) => join(folder, 'research', name)
  await rename(path('r_1.jsonl'), path('aside'))
  await rename(path('r_2.jsonl'), path('r_1.jsonl'))
  await rename(path('aside'), path('r_2.jsonl'))
  const store = openRuns(folder)
  expect((await store.list()).map(({ id, title }) => [id, title])).toEqual([
    ['r_1', 'The title of r_1'],
    ['r_2', 'The title of r_2'],
  ])
  expect(await store.load('r_1')).toMatchObject({ lines: [], lost: 3 })
  await expect(store.append('r_1', [titled('Another')])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await store.check()).problems.map(({ key }) => key)).toEqual([
    'research_lines_damaged',
    'research_lines_damaged',
  ])
  await store.settleDamage(() => Promise.reject(new Error('Nothing is to be put aside.')))
  expect((await store.check()).problems).toEqual([])
  const { lines, lost } = await openRuns(folder).load('r_1')
  expect(foldSteps('r_1', lines).header).toMatchObject({ id: 'r_1', title: 'The title of r_1' })
  expect(lost).toBe(0)
})
