import { appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { EvaluationRunHeader, QuestionResult } from '@shared/evaluation/evaluation-run'
import { EvaluationQuestion, type EvaluationSet } from '@shared/evaluation/evaluation-set'
import { countResults } from '@engine/evaluation/runs/count-results'
import { createDurableFiles } from '@engine/storage/files/durable-file'
import { FileEvaluationStore } from '@engine/storage/evaluation/file-evaluation-store'
import { someConditions } from '../../../fakes/evaluation'
import { temporaryFolder, testStore } from '../store-fixture'

const question = EvaluationQuestion.parse({ id: 'q1', question: 'When?' })
const set = (id: string): EvaluationSet => ({
  ...{ id, title: 'Huts', kind: 'own', questions: [question], updated_at: '2026-01-01T00:00:00Z' },
})
const header = (id: string): EvaluationRunHeader => ({
  ...{ id, set_id: 'golden', set_title: 'Golden', set_version: 'a', label: null, state: 'running', total: 1 },
  ...{ started_at: '2026-01-01T00:00:00Z', ended_at: null, missing: [], conditions: someConditions },
  ...{ counts: countResults([]), error: null },
})
const result: QuestionResult = { question, answer: null, checks: [], passed: true, led: false, error: null }

async function open(readOnly = false) {
  const scratch = await temporaryFolder()
  const folder = join(scratch, 'evaluation')
  await mkdir(join(scratch, 'tmp'))
  const lines: string[] = []
  const files = createDurableFiles(join(scratch, 'tmp'))
  return { folder, lines, store: new FileEvaluationStore(folder, files, { readOnly, log: (line) => lines.push(line) }) }
}

describe('sets and runs on disk', () => {
  test('are there again, and are the user’s alone', async () => {
    const { folder, store } = await open()
    expect([await store.sets(), await store.runs(), await store.damaged()]).toEqual([[], [], []])
    await store.saveSet(set('e_1'))
    await store.begin(header('v_1'))
    await store.add('v_1', result)
    expect(await store.sets()).toEqual([set('e_1')])
    expect(await store.runs()).toMatchObject([{ id: 'v_1', header: null }])
    expect(await store.run('v_1')).toEqual({ header: header('v_1'), results: [result] })
    const done = { ...header('v_1'), state: 'done' as const }
    await store.end(done)
    const { size } = await stat(join(folder, 'runs', 'v_1.jsonl'))
    expect(await store.runs()).toEqual([{ id: 'v_1', header: done, bytes: size }])
    expect(await store.run('v_1')).toEqual({ header: done, results: [result] })
    expect((await stat(join(folder, 'runs'))).mode & 0o077).toBe(0)
    expect((await stat(join(folder, 'runs', 'v_1.jsonl'))).mode & 0o077).toBe(0)
    await store.removeRun('v_1')
    await store.removeSet('e_1')
    expect([await store.sets(), await store.runs()]).toEqual([[], []])
    await expect(store.run('v_1')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  // Would catch a run that is lost because a crash cut its last line short.
  test('that a crash or a damage left are read as far as they go, and told', async () => {
    const { folder, store, lines } = await open()
    await store.begin(header('v_1'))
    await store.add('v_1', result)
    await appendFile(join(folder, 'runs', 'v_1.jsonl'), '{"result":{"ques')
    expect(await store.run('v_1')).toEqual({ header: header('v_1'), results: [result] })
    expect(await store.damaged()).toEqual([])
    await appendFile(join(folder, 'runs', 'v_1.jsonl'), '\n')
    await store.saveSet(set('e_1'))
    await writeFile(join(folder, 'sets', 'e_2.json'), '{"id":"e_2"')
    await writeFile(join(folder, 'sets', 'e_3.json'), JSON.stringify(set('e_1')))
    expect(await store.run('v_1')).toMatchObject({ results: [result] })
    expect(await store.sets()).toEqual([set('e_1')])
    expect(lines).toHaveLength(3)
    const damaged = [
      join(folder, 'sets', 'e_2.json'),
      join(folder, 'sets', 'e_3.json'),
      join(folder, 'runs', 'v_1.jsonl'),
    ]
    expect(await store.damaged()).toEqual(damaged)
    expect(await readFile(join(folder, 'sets', 'e_2.json'), 'utf8')).toBe('{"id":"e_2"')
  })

  test('are not written where the store is read only', async () => {
    const { store } = await open(true)
    await expect(store.begin(header('v_1'))).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    await expect(store.saveSet(set('e_1'))).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
  })

  test('are looked over with the store', async () => {
    const folder = await temporaryFolder()
    const store = await testStore(folder)
    await store.evaluation.saveSet(set('e_1'))
    expect((await store.check()).ok).toBe(true)
    await writeFile(join(folder, 'evaluation', 'sets', 'e_1.json'), '')
    expect((await store.check()).problems).toEqual([
      { key: 'evaluation_damaged', values: { path: join(folder, 'evaluation', 'sets', 'e_1.json') } },
    ])
  })
})
