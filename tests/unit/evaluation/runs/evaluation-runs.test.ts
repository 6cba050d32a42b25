import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { Change } from '@shared/changes'
import { CairnError } from '@shared/errors'
import type { EventBody } from '@shared/events'
import type { EvaluationRunHeader } from '@shared/evaluation/evaluation-run'
import type { EvaluationRunsParts } from '@engine/evaluation/runs/evaluation-runs'
import { runsToDrop } from '@engine/evaluation/runs/runs-to-drop'
import type { EvaluationDesk } from '@engine/ports/evaluation-desk'
import { EvaluationMemory, fakeEvaluation, turnOf } from '../../../fakes/evaluation'

const final = (response: string): EventBody => ({
  ...{ type: 'final', trace_id: '', total_ms: 5, response, refs: [], suggestions: [], outcome: 'answer' },
  usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
})

async function setOf(desk: EvaluationDesk, ...questions: string[]): Promise<string> {
  const lines = questions.map((question) => JSON.stringify({ question, keywords: [['yes']] }))
  return (await desk.sets.import('mine.jsonl', lines.join('\n'))).id
}

async function ended(desk: EvaluationDesk, id: string): Promise<EvaluationRunHeader> {
  let last: EvaluationRunHeader | undefined
  for await (const header of desk.runs.follow(id)) last = header
  if (!last) throw new Error('Nothing was told of the run.')
  return last
}

/** A door that every question waits at. */
function door() {
  const opened = new EventTarget()
  const arrived = new EventTarget()
  const ask: EvaluationRunsParts['ask'] = () =>
    async function* (_question, _conversation, signal) {
      const open = once(opened, 'open', signal ? { signal } : {})
      arrived.dispatchEvent(new Event('here'))
      await open
      yield* turnOf([final('yes')])
    }
  return { ask, here: () => once(arrived, 'here'), open: () => opened.dispatchEvent(new Event('open')) }
}

describe('a run', () => {
  test('asks every question, keeps each result, and tells how it stands', async () => {
    const changes: Change[] = []
    const store = new EvaluationMemory()
    const asked: string[] = []
    const ask: EvaluationRunsParts['ask'] = () => (question, conversation) => {
      asked.push(`${question} in ${conversation}`)
      return turnOf([final(question === 'B?' ? 'no' : 'yes')])
    }
    const desk = fakeEvaluation({ store, ask, publish: (change) => changes.push(change) })
    const set = await setOf(desk, 'A?', 'B?', 'C?')
    const { id, state } = await desk.runs.start({ set_id: set, label: 'first' })
    expect(state).toBe('waiting')
    expect(await ended(desk, id)).toMatchObject({
      ...{ state: 'done', total: 3, label: 'first', set_id: set, missing: [] },
      counts: { asked: 3, passed: 2, checks: { keywords: { asked: 3, passed: 2 }, tools: { asked: 0 } }, ms: 5 },
    })
    // Each question in a conversation of its own.
    expect(asked).toEqual([`A? in ${id}_0`, `B? in ${id}_1`, `C? in ${id}_2`])
    const { results } = await desk.runs.get(id, 1)
    expect(results.map(({ passed, answer }) => [passed, answer?.response])).toEqual([
      [false, 'no'],
      [true, 'yes'],
    ])
    expect(store.journals.get(id)?.results).toHaveLength(3)
    const told = changes.flatMap((change) => (change.type === 'evaluation' ? change.runs : []))
    expect(told.map(({ state, counts }) => `${state} ${counts.asked}`)).toEqual([
      'waiting 0',
      'running 0',
      'running 1',
      'running 2',
      'running 3',
      'done 3',
    ])
  })

  test('goes on behind a question that fails, and says why', async () => {
    const ask: EvaluationRunsParts['ask'] = () => (question) => {
      if (question === 'A?') throw new CairnError('MODEL_FAILED', 'The model is gone.')
      return turnOf([final('yes')])
    }
    const desk = fakeEvaluation({ ask })
    const { id } = await desk.runs.start({ set_id: await setOf(desk, 'A?', 'B?') })
    expect(await ended(desk, id)).toMatchObject({ state: 'done', counts: { asked: 2, passed: 1 } })
    const { results } = await desk.runs.get(id, 0)
    expect(results[0]).toMatchObject({ answer: null, passed: false, error: { code: 'MODEL_FAILED' } })
  })

  test('that is cancelled keeps what was asked; one that waits is asked afterwards', async () => {
    const { ask, here, open } = door()
    const desk = fakeEvaluation({ ask })
    const set = await setOf(desk, 'A?', 'B?')
    const atDoor = here()
    const first = await desk.runs.start({ set_id: set })
    const second = await desk.runs.start({ set_id: set })
    const third = await desk.runs.start({ set_id: set })
    await atDoor
    const atSecond = here()
    open()
    await atSecond
    expect(await desk.runs.cancel(third.id)).toBe(true)
    expect(await ended(desk, third.id)).toMatchObject({ state: 'cancelled', counts: { asked: 0 } })
    await expect(desk.runs.delete(first.id)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    const atThird = here()
    expect(await desk.runs.cancel(first.id)).toBe(true)
    expect(await ended(desk, first.id)).toMatchObject({ state: 'cancelled', counts: { asked: 1 } })
    await atThird
    expect(await desk.runs.cancel(first.id)).toBe(false)
    const list = await desk.runs.list(set)
    expect(new Map(list.map(({ id, state }) => [id, state]))).toEqual(
      new Map([
        [first.id, 'cancelled'],
        [second.id, 'running'],
        [third.id, 'cancelled'],
      ]),
    )
    await desk.runs.delete(first.id)
    await expect(desk.runs.get(first.id, 0)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await desk.runs.cancel(second.id)
  })

  test('that the end of Cairn, or a crash, cut off is shown as such', async () => {
    const { ask, here, open } = door()
    const store = new EvaluationMemory()
    const closing = new AbortController()
    const desk = fakeEvaluation({ ask, store, closing: closing.signal })
    const atDoor = here()
    const { id } = await desk.runs.start({ set_id: await setOf(desk, 'A?', 'B?') })
    await atDoor
    const atSecond = here()
    open()
    await atSecond
    closing.abort(new CairnError('CANCELLED', 'Cairn is closing.'))
    await desk.idle()
    expect(store.heads.get(id)).toMatchObject({ state: 'cut_off', counts: { asked: 1, passed: 1 } })
    // As after a crash: nothing says how it ended.
    store.heads.delete(id)
    const later = fakeEvaluation({ store })
    expect(await later.runs.get(id, 0)).toMatchObject({ header: { state: 'cut_off', counts: { asked: 1 } } })
    expect(await later.runs.list()).toMatchObject([{ id, state: 'cut_off' }])
    expect(store.heads.get(id)?.state).toBe('cut_off')
    await expect(desk.runs.start({ set_id: 'golden' })).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  test('ends as failed where its results cannot be kept', async () => {
    const store = new EvaluationMemory()
    store.add = () => Promise.reject(new CairnError('DISK_FULL', 'The disk is full.'))
    const desk = fakeEvaluation({ store, ask: () => () => turnOf([final('yes')]) })
    const { id } = await desk.runs.start({ set_id: await setOf(desk, 'A?') })
    expect(await ended(desk, id)).toMatchObject({ state: 'failed', error: { code: 'DISK_FULL' }, counts: { asked: 0 } })
  })

  test('of a set that is not there, or that is empty, does not begin', async () => {
    const desk = fakeEvaluation()
    await expect(desk.runs.start({ set_id: 'e_none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { id } = await desk.sets.save({ title: 'Empty', questions: [] })
    await expect(desk.runs.start({ set_id: id })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await desk.runs.list()).toEqual([])
  })

  test('makes the oldest go where there is no room', () => {
    const run = (id: string, day: number, bytes: number) => ({
      ...{ id, bytes },
      header: { started_at: `2026-01-0${day}T00:00:00Z` } as EvaluationRunHeader,
    })
    const runs = [
      run('b', 2, 10),
      run('d', 4, 10),
      run('a', 1, 10),
      { id: 'x', bytes: 1, header: null },
      run('c', 3, 10),
    ]
    expect(runsToDrop(runs, { runs: 4, bytes: 1000 })).toEqual(['a', 'x'])
    expect(runsToDrop(runs, { runs: 100, bytes: 25 })).toEqual(['b', 'a', 'x'])
    expect(runsToDrop(runs)).toEqual([])
  })
})
