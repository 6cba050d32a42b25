import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import { SessionView } from '@shared/session/session-view'
import { validateSessionContext } from '@shared/session/validate-session'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'

const resources = resolve(import.meta.dirname, '../../resources')
/** So long that a turn stands still after its first token until it is stopped. */
const forever = 600_000

/** Has a store that has read one document; each test opens a copy of its own. */
let prepared = ''
let folder = ''
let engine: Engine

beforeAll(async () => {
  prepared = await mkdtemp(join(tmpdir(), 'cairn-turns-'))
  folder = prepared
  engine = await open()
  await mkdir(join(folder, 'files'))
  await writeFile(join(folder, 'files', 'a.md'), 'The HydroSonde weighs 4 kg.\n\nThe BaroCube weighs 9 kg.\n')
  await collect(engine.ingest({ paths: [join(folder, 'files')] }))
  await engine.close()
})

afterAll(() => rm(prepared, { recursive: true, force: true }))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-turns-'))
  await cp(join(prepared, 'store'), join(folder, 'store'), { recursive: true })
  engine = await open()
})

afterEach(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const open = (tokenPaceMs?: number) => createEngine({ folder: join(folder, 'store'), resources, tokenPaceMs })

async function reopen(tokenPaceMs?: number): Promise<void> {
  await engine.close()
  engine = await open(tokenPaceMs)
}

async function collect(events: AsyncIterable<CairnEvent>): Promise<CairnEvent[]> {
  const all: CairnEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

async function turn(turn_id: string, question: string, replaces?: string): Promise<CairnEvent[]> {
  await engine.startTurn({ session_id: 's', turn_id, question, ...(replaces ? { replaces } : {}) })
  return collect(engine.followTurn(turn_id, -1))
}

async function firstToken(turnId: string): Promise<void> {
  for await (const event of engine.followTurn(turnId, -1)) if (event.type === 'token') return
  throw new Error('no token came')
}

const responseOf = (events: readonly CairnEvent[]) => events.find((event) => event.type === 'final')?.response

describe('a started turn', () => {
  test('goes on without anybody listening, and its record views like its events', async () => {
    await engine.startTurn({ session_id: 's', turn_id: 't1', question: 'How much does the HydroSonde weigh?' })
    const events = await collect(engine.followTurn('t1', -1))
    expect(events.at(-1)?.type).toBe('final')
    expect(new Set(events.map(({ turn_id }) => turn_id))).toEqual(new Set(['t1']))
    const view = await engine.viewSession('s')
    expect(SessionView.parse(view)).toEqual(view)
    const final = events.find((event) => event.type === 'final')
    const items = events.flatMap((event) => (event.type === 'evidence' ? event.items : []))
    expect(view.turns).toMatchObject([
      { turn_id: 't1', status: 'complete', response: final?.response, evidence: items },
    ])
    expect(view.turns[0]?.stages.map(({ stage }) => stage).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(view.turns[0]?.evidence[0]).toMatchObject({
      format: 'markdown',
      text: expect.stringContaining('4 kg') as string,
    })
    await reopen()
    expect(await engine.viewSession('s')).toEqual(view)
  })

  test('is started once, however often it is asked for; an id of the record is refused after a restart', async () => {
    const input = { session_id: 's', turn_id: 't1', question: 'How much does the HydroSonde weigh?' }
    await Promise.all([engine.startTurn(input), engine.startTurn(input)])
    await collect(engine.followTurn('t1', -1))
    await engine.startTurn(input)
    expect((await engine.getSession('s')).session.messages).toHaveLength(2)
    await reopen()
    await expect(engine.startTurn(input)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(() => engine.followTurn('t1', -1)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  })

  test('is seen running, with what it said so far; stopping keeps that', async () => {
    await reopen(forever)
    await engine.startTurn({ session_id: 's', turn_id: 't1', question: 'How much does the HydroSonde weigh?' })
    await firstToken('t1')
    const running = (await engine.viewSession('s')).turns[0]
    expect(running).toMatchObject({ status: 'running', question: 'How much does the HydroSonde weigh?' })
    expect(running?.response).not.toBe('')
    expect(running?.stages.map(({ stage }) => stage)).toContain(6)
    expect(await engine.stopTurn('t1')).toBe(true)
    expect((await engine.viewSession('s')).turns).toMatchObject([{ status: 'cancelled', response: running?.response }])
    expect(await engine.stopTurn('t1')).toBe(false)
  })

  test('that waits behind another is shown and can be stopped before it begins', async () => {
    await reopen(forever)
    await engine.startTurn({ session_id: 's', turn_id: 't1', question: 'How much does the HydroSonde weigh?' })
    await engine.startTurn({ session_id: 's', turn_id: 't2', question: 'And the BaroCube?' })
    await firstToken('t1')
    const { turns } = await engine.viewSession('s')
    expect(turns.map(({ turn_id, status }) => [turn_id, status])).toEqual([
      ['t1', 'running'],
      ['t2', 'running'],
    ])
    await engine.stopTurn('t2')
    const said = (await collect(engine.followTurn('t2', -1))).map(({ type }) => type)
    expect(said.filter((type) => type !== 'preparing')).toEqual(['cancelled'])
    expect((await engine.viewSession('s')).turns).toHaveLength(1)
  })

  test('is cancelled and recorded when the engine closes', async () => {
    await reopen(forever)
    await engine.startTurn({ session_id: 's', turn_id: 't1', question: 'How much does the HydroSonde weigh?' })
    await firstToken('t1')
    await reopen()
    expect((await engine.viewSession('s')).turns).toMatchObject([{ status: 'cancelled' }])
  })

  test('leaving the loop of ask cancels it', async () => {
    await reopen(forever)
    for await (const event of engine.ask({ question: 'How much does the HydroSonde weigh?', session_id: 's' })) {
      if (event.type === 'token') break
    }
    expect((await engine.viewSession('s')).turns).toMatchObject([{ status: 'cancelled' }])
  })
})

describe('replacing a turn', () => {
  test('remembers what came before it, and is what later turns remember', async () => {
    await turn('t1', 'How much does the HydroSonde weigh?')
    await turn('t2', 'How much does the BaroCube weigh?')
    // Without the replacement "it" would be the BaroCube.
    expect(responseOf(await turn('t3', 'How heavy is it?', 't2'))).toContain('4 kg')
    expect(responseOf(await turn('t4', 'How much does the BaroCube weigh?', 't1'))).toContain('9 kg')
    const events = await turn('t5', 'How heavy is it?')
    expect(events.find(({ type }) => type !== 'preparing')).toMatchObject({ type: 'session', replaces: null })
    // The conversation now reads: BaroCube, how heavy is it, and this.
    expect(responseOf(events)).toContain('9 kg')
    const { turns } = await engine.viewSession('s')
    expect(turns.map(({ turn_id, replaces }) => [turn_id, replaces])).toEqual([
      ['t1', null],
      ['t2', null],
      ['t3', 't2'],
      ['t4', 't1'],
      ['t5', null],
    ])
    const context = await engine.getSession('s')
    expect(validateSessionContext(context)).toEqual({ context })
    expect(context.session.turns?.[2]).toMatchObject({ replaces: 't2' })
  })

  test('of an edited first question gives its chat a new title, unless somebody gave it one (bug: the first stayed)', async () => {
    const title = async () => (await engine.viewSession('s')).header.title
    await turn('t1', 'How much does the HydroSonde weigh?')
    await turn('t2', 'How heavy is it?')
    await turn('t3', 'Is it heavy?', 't2')
    expect(await title()).toBe('How much does the HydroSonde weigh?')
    await turn('t4', 'How much does the BaroCube weigh?', 't1')
    expect(await title()).toBe('How much does the BaroCube weigh?')
    await engine.renameSession('s', 'Weights')
    await turn('t5', 'What does the HydroSonde weigh?', 't4')
    await reopen()
    expect(await title()).toBe('Weights')
  })

  test.each(['never', 'other'])(
    'a turn that is not of this session (%s) is refused, and nothing is recorded',
    async (id) => {
      await engine.startTurn({
        session_id: 'elsewhere',
        turn_id: 'other',
        question: 'How much does the BaroCube weigh?',
      })
      await collect(engine.followTurn('other', -1))
      await turn('t1', 'How much does the HydroSonde weigh?')
      const input = { session_id: 's', question: 'How heavy is it?', replaces: id }
      await expect(engine.startTurn({ ...input, turn_id: 't2' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      expect(await collect(engine.ask(input))).toMatchObject([{ type: 'error', error: { code: 'INVALID_INPUT' } }])
      expect((await engine.getSession('s')).session.messages).toHaveLength(2)
    },
  )

  test('what a filter was and what was replaced survives an interruption', async () => {
    await turn('t1', 'How much does the HydroSonde weigh?')
    await reopen(forever)
    const filter = { formats: ['markdown'] }
    const question = 'How much does the BaroCube weigh?'
    await engine.startTurn({ session_id: 's', turn_id: 't2', question, replaces: 't1', filter })
    await firstToken('t2')
    // As another process would read it while this one was killed.
    const { context } = { context: await engine.getSession('s') }
    expect(context.session.turns?.at(-1)).toMatchObject({ status: 'interrupted', replaces: 't1', filter })
    await engine.stopTurn('t2')
    expect((await engine.viewSession('s')).turns[1]).toMatchObject({ replaces: 't1', filter, status: 'cancelled' })
  })
})

describe('what is recorded of a turn', () => {
  test('shortcut A with its reason and readings; the settings that were in force', async () => {
    const events = await turn('t1', 'weight')
    const told = events.find((event) => event.type === 'shortcut')
    const { turns } = await engine.viewSession('s')
    const { shortcut, reason, reason_note, readings } = told ?? {}
    expect(turns[0]?.shortcut).toEqual({ shortcut, reason, reason_note, readings })
    expect(readings?.length).toBeGreaterThan(0)
    expect((await engine.getSession('s')).session.turns?.[0]).toMatchObject({
      retrieval: { passages: 5, cross_language: true, ask_back: true },
    })
  })
})

describe('sessions', () => {
  test('are pinned without moving up, renamed, found, and keep all that over a restart', async () => {
    await turn('t1', 'How much does the HydroSonde weigh?')
    const before = await engine.listSessions()
    expect(await engine.pinSession('s', true)).toMatchObject({ pinned: true, updated_at: before[0]?.updated_at })
    await engine.renameSession('s', 'Weights')
    await reopen()
    expect(await engine.listSessions()).toMatchObject([{ id: 's', title: 'Weights', pinned: true }])
    expect(await engine.searchSessions('weights hydrosonde 4', 5)).toMatchObject([
      { header: { id: 's' }, turn_id: 't1' },
    ])
    expect(await engine.pinSession('s', false)).toMatchObject({ pinned: false })
    await expect(engine.pinSession('nobody', true)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('are put into folders and taken out again without moving up, all or none', async () => {
    await turn('t1', 'How much does the HydroSonde weigh?')
    const [before] = await engine.listSessions()
    expect(await engine.moveSessions(['s', 's'], '项目 A')).toEqual([{ ...before, folder: '项目 A' }])
    await expect(engine.moveSessions(['s', 'nobody'], 'B')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await reopen()
    expect(await engine.listSessions()).toEqual([{ ...before, folder: '项目 A' }])
    expect(await engine.moveSessions(['s'], null)).toEqual([before])
    await reopen()
    expect(await engine.listSessions()).toEqual([before])
  })

  test('in the trash are gone for everybody until they are restored', async () => {
    await turn('t1', 'How much does the HydroSonde weigh?')
    const whole = await engine.viewSession('s')
    const { trashed, until } = await engine.trashSession('s')
    expect(trashed).toEqual(['s'])
    expect(await engine.trashSession('s')).toEqual({ trashed, until })
    expect(await engine.listSessions()).toEqual([])
    expect(await engine.searchSessions('hydrosonde', 5)).toEqual([])
    expect((await engine.info()).sessions).toBe(0)
    for (const read of [engine.viewSession('s'), engine.getSession('s'), engine.renameSession('s', 'x')]) {
      await expect(read).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect((await turn('t2', 'And the BaroCube?')).at(-1)).toMatchObject({
      type: 'error',
      error: { code: 'NOT_FOUND' },
    })
    await engine.restoreSession('s')
    expect(await engine.viewSession('s')).toEqual(whole)
    await expect(engine.restoreSession('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  // Would catch what the user threw away coming back with the next start.
  test('left in the trash are deleted when the engine closes', async () => {
    await turn('t1', 'How much does the HydroSonde weigh?')
    await engine.trashSession('s')
    await reopen()
    expect(await engine.listSessions()).toEqual([])
    await expect(engine.restoreSession('s')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('are trashed and deleted even while they are being answered, which ends that turn', async () => {
    await reopen(forever)
    const question = 'How much does the HydroSonde weigh?'
    await engine.startTurn({ session_id: 's', turn_id: 't1', question })
    await firstToken('t1')
    await engine.trashSession('s')
    expect((await collect(engine.followTurn('t1', -1))).at(-1)?.type).toBe('cancelled')
    expect(await engine.restoreSession('s')).toMatchObject({ message_count: 2 })
    await engine.startTurn({ session_id: 's', turn_id: 't2', question })
    await firstToken('t2')
    await engine.deleteSession('s')
    expect(await engine.listSessions()).toEqual([])
  })
})
