import { appendFile, copyFile, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SessionContext } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import { validateSessionContext } from '@shared/session/validate-session'
import type { SessionEntry } from '@engine/ports/storage/session-store'
import { applySessionEntry, closeUnfinishedTurns, emptySession } from '@engine/storage/sessions/apply-session-entry'
import { KeptList } from '@engine/storage/files/kept-list'
import { JournalledSessionStore } from '@engine/storage/sessions/file-session-store'
import { deepFreeze } from '../../../fakes/deep-freeze'
import { temporaryFolder } from '../store-fixture'

async function sessionFolder(): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'tmp'))
  return folder
}

/** Each call is a new process on the same folder: nothing is kept in memory. */
function openSessions(folder: string, readOnly = false, kept?: KeptList): JournalledSessionStore {
  let time = Date.parse('2026-01-01T00:00:00Z')
  const now = () => (time += 1000)
  return new JournalledSessionStore(folder, {
    temporaryFolder: join(folder, 'tmp'),
    readOnly,
    now,
    log: () => undefined,
    ...(kept ? { kept } : {}),
  })
}

/** Puts other letters where a word stands last. */
async function damage(path: string, word: string, other: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  const at = text.lastIndexOf(word)
  await writeFile(path, text.slice(0, at) + other + text.slice(at + word.length))
}

const created: SessionEntry = { op: 'created', session_id: 's1', meta: { locale: 'zh' } }
const question = (turn: string, content = `question of ${turn}`): SessionEntry => ({
  op: 'message',
  message: { role: 'user', content, turn_id: turn, at: '2026-01-01T00:00:00.000Z' },
})
const token = (turn: string, content: string): SessionEntry => ({ op: 'token', turn_id: turn, content })
const turn = (id: string, content: string): SessionEntry => ({
  op: 'turn',
  trace: trace(id),
  message: { role: 'assistant', content, turn_id: id, status: 'complete' },
})

function trace(id: string): TurnTrace {
  const started = { turn_id: id, trace_id: `t-${id}`, question: 'q', started_at: '2026-01-01T00:00:00.000Z' }
  const empty = { stages: [], shortcut: null, queries: [], intents: [], evidence: [], refs: [] }
  return { ...started, ...empty, status: 'complete', total_ms: 5 }
}

const contents = (context: SessionContext) => context.session.messages.map((message) => [message.role, message.content])

describe('the session reducer', () => {
  it('changes nothing it is given, and builds a valid context from the first message on', () => {
    const empty = emptySession('s1')
    const frozen = JSON.stringify(empty)
    const state = applySessionEntry(applySessionEntry(empty, created, 'T1'), question('1'), 'T2')
    expect(JSON.stringify(empty)).toBe(frozen)
    expect(validateSessionContext(state.context)).toHaveProperty('context')
    expect(state.context.meta).toMatchObject({ locale: 'zh', created_at: 'T1', updated_at: 'T2' })
  })

  it('takes every kind of entry', () => {
    const evidence = { evidence_id: 'e1', type: 'rag_doc' as const, source: { kind: 'rag' as const } }
    const entries: SessionEntry[] = [
      created,
      question('1'),
      { op: 'evidence', evidence },
      {
        op: 'block',
        block: { block_id: 'b', block_type: 'evidence', priority: 'high', refs: [{ evidence_id: 'e1' }] },
      },
      {
        op: 'tool_call',
        call: {
          tool_call_id: 'c',
          tool: 'calculator',
          type: 'tool',
          called_at: 'T',
          args_digest: {},
          status: 'success',
          duration_ms: 1,
          result_evidence_ids: [],
        },
      },
      { op: 'summary', summary: { content: 'short', updated_at: 'T', message_index_range: { from: 0, to: 0 } } },
      { op: 'title', title: 'A title' },
      turn('1', 'answer'),
    ]
    const { context } = entries.reduce((state, entry) => applySessionEntry(state, entry, 'T'), emptySession('s1'))
    expect(validateSessionContext(context)).toHaveProperty('context')
    expect(context.session.tool_state?.tool_calls).toHaveLength(1)
    expect([context.meta?.title, context.session.summary?.content]).toEqual(['A title', 'short'])
    expect(context.session.turns?.map((one) => one.turn_id)).toEqual(['1'])
  })

  it('keeps one block of an id, the last one, in its place (bug: a turn with two prompts)', () => {
    const block = (id: string, content: string): SessionEntry => ({
      op: 'block',
      block: { block_id: id, block_type: 'memory', priority: 'low', content },
    })
    const entries = [created, question('1'), block('a', 'one'), block('b', 'two'), block('a', 'three'), block('c', '4')]
    const { context } = entries.reduce((state, entry) => applySessionEntry(state, entry, 'T'), emptySession('s1'))
    expect(context.context_blocks.map(({ content }) => content)).toEqual(['three', 'two', '4'])
  })

  it('closes an interrupted turn where it stands, and a late answer takes its place (bug: two answers to one question)', () => {
    const entries = [
      created,
      question('1'),
      token('1', 'half '),
      token('1', 'an answer'),
      question('2'),
      turn('2', 'second'),
    ]
    let state = entries.reduce((before, entry) => applySessionEntry(before, entry, 'T'), emptySession('s1'))
    for (const entry of closeUnfinishedTurns(state, 'T')) state = applySessionEntry(state, entry, 'T')
    expect(contents(state.context)).toEqual([
      ['user', 'question of 1'],
      ['assistant', 'half an answer'],
      ['user', 'question of 2'],
      ['assistant', 'second'],
    ])
    expect(state.context.session.messages[1]?.status).toBe('interrupted')
    expect(closeUnfinishedTurns(state, 'T')).toEqual([])
    state = applySessionEntry(state, turn('1', 'whole'), 'T')
    expect(contents(state.context)[1]).toEqual(['assistant', 'whole'])
    expect(state.context.session.messages).toHaveLength(4)
    expect(state.streamed).toEqual({})
  })
})

describe('the session store', () => {
  it('keeps a session across restarts; a finished turn is folded into the compact file', async () => {
    const folder = await sessionFolder()
    const sessions = openSessions(folder)
    expect(await sessions.has('s1')).toBe(false)
    await sessions.append('s1', [created, question('1')], { durable: true })
    await sessions.append('s1', [token('1', 'Hel'), token('1', 'lo')])
    await sessions.append('s1', [turn('1', 'Hello')])
    expect(await readdir(folder)).toEqual(['s1.json', 'tmp'])
    const context = await openSessions(folder).load('s1')
    expect(contents(context)).toEqual([
      ['user', 'question of 1'],
      ['assistant', 'Hello'],
    ])
    expect(SessionContext.safeParse(context).success).toBe(true)
  })

  it('a crash between compacting and emptying the journal duplicates nothing', async () => {
    const folder = await sessionFolder()
    const sessions = openSessions(folder)
    await sessions.append('s1', [created, question('1'), token('1', 'x')])
    await copyFile(join(folder, 's1.jsonl'), join(folder, 'kept'))
    await sessions.append('s1', [turn('1', 'answer')])
    const before = await sessions.load('s1')
    // As if the process had died right after the rename: the old lines are still there, the last one torn.
    await copyFile(join(folder, 'kept'), join(folder, 's1.jsonl'))
    await appendFile(join(folder, 's1.jsonl'), '{"seq":4,"at":"T","entry":{"op":"turn"')
    const again = openSessions(folder)
    expect(await again.load('s1')).toEqual(before)
    await again.append('s1', [question('2')], { durable: true })
    await again.append('s1', [turn('2', 'second')])
    expect(contents(await openSessions(folder).load('s1'))).toHaveLength(4)
  })

  it('a crash before compacting loses nothing: the journal alone holds the turn', async () => {
    const folder = await sessionFolder()
    const sessions = openSessions(folder)
    await sessions.append('s1', [created, question('1')])
    // The compact file cannot be written: its temporary folder is gone.
    const blocked = new JournalledSessionStore(folder, {
      temporaryFolder: join(folder, 'missing'),
      readOnly: false,
      now: Date.now,
      log: () => undefined,
    })
    await blocked.append('s1', [question('1b'), turn('1b', 'kept')])
    expect(await readdir(folder)).toContain('s1.jsonl')
    expect(contents(await openSessions(folder).load('s1'))).toContainEqual(['assistant', 'kept'])
  })

  it('an interrupted answer is shown with what was streamed, and kept once somebody writes (bug: a streamed answer vanishes)', async () => {
    const folder = await sessionFolder()
    await openSessions(folder).append('s1', [created, question('1'), token('1', 'so '), token('1', 'far')])
    const expected = ['assistant', 'so far']
    expect(contents(await openSessions(folder).load('s1'))).toContainEqual(expected)
    expect(contents(await openSessions(folder, true).load('s1'))).toContainEqual(expected)
    expect(await readdir(folder)).not.toContain('s1.json')
    const writer = openSessions(folder)
    await writer.append('s1', [question('2')], { durable: true })
    const stored = await readFile(join(folder, 's1.json'), 'utf8')
    expect(stored).toContain('"so far"')
    const context = await writer.load('s1')
    expect(contents(context).map(([role]) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(context.session.messages.map((message) => message.status)).toEqual([
      undefined,
      'interrupted',
      undefined,
      'interrupted',
    ])
  })

  it('a turn that is still running is not closed for good by a load (bug: its answer then stands twice)', async () => {
    const folder = await sessionFolder()
    const sessions = openSessions(folder)
    await sessions.append('s1', [created, question('1'), token('1', 'so ')])
    expect((await sessions.load('s1')).session.messages[1]?.status).toBe('interrupted')
    await sessions.append('s1', [token('1', 'on'), turn('1', 'so on')])
    expect(contents(await sessions.load('s1'))).toEqual([
      ['user', 'question of 1'],
      ['assistant', 'so on'],
    ])
  })

  it('skips a damaged journal line and reports it', async () => {
    const folder = await sessionFolder()
    await openSessions(folder).append('s1', [created, question('1'), token('1', 'a'), token('1', 'b')])
    const path = join(folder, 's1.jsonl')
    const lines = (await readFile(path, 'utf8')).split('\n')
    lines[2] = '{"seq":3,'
    await writeFile(path, lines.join('\n'))
    const sessions = openSessions(folder)
    expect(contents(await sessions.load('s1'))[1]).toEqual(['assistant', 'b'])
    expect((await sessions.check()).problems).toEqual([
      { key: 'session_lines_damaged', values: { id: 's1', count: 1 } },
    ])
  })

  // Would catch a changed word that is shown as what was written, and damage that is forgotten with the next turn.
  it('knows damage in what was saved, reads on, and still knows it when it was written anew', async () => {
    const folder = await sessionFolder()
    const kept = new KeptList(join(folder, 'kept.jsonl.txt'), { readOnly: false, log: () => undefined })
    const sessions = openSessions(folder, false, kept)
    await sessions.append('s1', [created, question('1'), turn('1', 'forty centimetres')])
    await sessions.append('s1', [question('2'), token('2', 'and fifty')])
    await damage(join(folder, 's1.json'), 'forty', 'sixty')
    await damage(join(folder, 's1.jsonl'), 'and fifty', 'and sixty')
    const again = openSessions(folder, false, kept)
    expect((await again.list())[0]?.title).toBe('question of 1')
    expect((await again.check()).problems).toEqual([
      { key: 'session_changed', values: { id: 's1', name: 'question of 1' } },
    ])
    await again.append('s1', [question('3'), turn('3', 'x')])
    expect(contents(await again.load('s1')).map(([, text]) => text)).toEqual([
      ...['question of 1', 'sixty centimetres', 'question of 2', 'and sixty', 'question of 3', 'x'],
    ])
    expect((await again.check()).problems).toEqual([])
    expect(await kept.changedOf('chat')).toMatchObject([{ id: 's1', name: 'question of 1' }])
  })

  // Would catch one flipped bit that costs a chat, or a word of it, and one that a repair leaves on the disk.
  it('puts a flipped bit right wherever it is, and a repair writes the file as it was', async () => {
    const folder = await sessionFolder()
    await openSessions(folder).append('s1', [created, question('1'), turn('1', 'forty centimetres')])
    const path = join(folder, 's1.json')
    const whole = await readFile(path)
    for (let bit = 0; bit < whole.length * 8; bit += 37) {
      const bytes = Buffer.from(whole)
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await writeFile(path, bytes)
      const sessions = openSessions(folder)
      const found = await sessions.load('s1').catch(() => undefined)
      // Only the ends of its lines cannot be put right.
      if (!found) expect(whole[bit >> 3]).toBe(0x0a)
      else expect(contents(found)[1]).toEqual(['assistant', 'forty centimetres'])
    }
    const bytes = Buffer.from(whole)
    const at = whole.lastIndexOf('forty')
    bytes[at] = (bytes[at] ?? 0) ^ 2
    await writeFile(path, bytes)
    await openSessions(folder).settleDamage(() => Promise.reject(new Error('Nothing is to be put aside.')))
    expect(await readFile(path)).toEqual(whole)
  })

  // Would catch chats that are lost because a tool that copied files gave them each other's names.
  it('names files that have changed places, shows neither as the other, and puts them back', async () => {
    const folder = await sessionFolder()
    for (const id of ['a', 'b'])
      await openSessions(folder).append(id, [{ ...created, session_id: id }, question('1', `of ${id}`), turn('1', 'x')])
    const [a, b] = [await readFile(join(folder, 'a.json')), await readFile(join(folder, 'b.json'))]
    await writeFile(join(folder, 'a.json'), b)
    await writeFile(join(folder, 'b.json'), a)
    const sessions = openSessions(folder)
    await expect(sessions.load('a')).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    expect((await sessions.check()).problems.map(({ values }) => values['id'])).toEqual(['a', 'b'])
    await sessions.settleDamage(() => Promise.reject(new Error('Nothing is to be put aside.')))
    expect((await sessions.check()).problems).toEqual([])
    expect(contents(await openSessions(folder).load('a'))[0]).toEqual(['user', 'of a'])
    expect(contents(await openSessions(folder).load('b'))[0]).toEqual(['user', 'of b'])
  })

  // Would catch a changed header or first words that a list or a search takes from the lines made for them.
  it('takes what lists and searches need from the whole where the lines for them were changed', async () => {
    const folder = await sessionFolder()
    await openSessions(folder).append('s1', [created, question('1', 'How deep is the lake?'), turn('1', 'x')])
    const path = join(folder, 's1.json')
    const [header = '', said = '', whole = ''] = (await readFile(path, 'utf8')).split('\n')
    await writeFile(path, `${header.replace('deep', 'wide')}\n${said.replace('deep', 'wide')}\n${whole}\n`)
    expect((await openSessions(folder).list())[0]?.title).toBe('How deep is the lake?')
    expect((await openSessions(folder).messages('s1'))[0]?.content).toBe('How deep is the lake?')
  })

  // Would catch a wrong number of one line that has the lines behind it passed over.
  it('loses one line and none behind it where its number was changed', async () => {
    const folder = await sessionFolder()
    await openSessions(folder).append('s1', [created, question('1'), token('1', 'a'), token('1', 'b')])
    const path = join(folder, 's1.jsonl')
    await writeFile(path, (await readFile(path, 'utf8')).replace('{"seq":3,', '{"seq":9,'))
    const sessions = openSessions(folder)
    expect(contents(await sessions.load('s1'))[1]).toEqual(['assistant', 'b'])
    expect((await sessions.check()).problems).toMatchObject([{ key: 'session_lines_damaged' }])
  })

  it('a damaged compact file fails that session only', async () => {
    const folder = await sessionFolder()
    const sessions = openSessions(folder)
    await sessions.append('s1', [created, question('1'), turn('1', 'x')])
    await writeFile(join(folder, 's2.json'), '{"header":')
    const again = openSessions(folder)
    await expect(again.load('s2')).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    expect((await again.list()).map((header) => header.id)).toEqual(['s1'])
    expect(await again.check()).toMatchObject({
      count: 2,
      problems: [{ key: 'session_damaged', values: { id: 's2' } }],
    })
  })

  // Would catch a chat that is listed by a question that was put right at once.
  it('names a session by its first question as it was edited last, and by no later one', async () => {
    const folder = await sessionFolder()
    const sessions = openSessions(folder)
    const edited = (id: string, content: string, replaces: string) => ({
      op: 'message' as const,
      message: { role: 'user' as const, content, turn_id: id, replaces },
    })
    await sessions.append('a', [{ ...created, session_id: 'a' }, question('1', 'How deep?'), turn('1', 'x')])
    await sessions.append('a', [edited('2', 'How deep is it?', '1'), turn('2', 'x')])
    await sessions.append('a', [edited('3', 'How deep is Lake Oriel?', '2'), turn('3', 'x')])
    await sessions.append('a', [question('4', 'And how wide?'), turn('4', 'x')])
    await sessions.append('a', [edited('5', 'And how long?', '4'), turn('5', 'x')])
    expect((await sessions.list())[0]?.title).toBe('How deep is Lake Oriel?')
    expect((await openSessions(folder).list())[0]?.title).toBe('How deep is Lake Oriel?')
  })

  it('lists sessions newest first, from headers alone, and follows every change', async () => {
    const folder = await sessionFolder()
    const sessions = openSessions(folder)
    for (const id of ['a', 'b', 'c']) {
      await sessions.append(id, [{ ...created, session_id: id }, question('1', `What is\n ${id}?`), turn('1', 'x')])
    }
    await sessions.append('empty', [{ ...created, session_id: 'empty' }])
    const list = await openSessions(folder).list()
    expect(list.map(({ id, title, message_count }) => [id, title, message_count])).toEqual([
      ['c', 'What is c?', 2],
      ['b', 'What is b?', 2],
      ['a', 'What is a?', 2],
    ])
    expect(await sessions.list()).toEqual(list)
    await sessions.append('a', [{ op: 'title', title: 'Renamed' }], { durable: true })
    await sessions.remove('b')
    expect((await sessions.list()).map(({ id, title }) => [id, title])).toEqual([
      ['a', 'Renamed'],
      ['c', 'What is c?'],
    ])
    expect((await openSessions(folder).list()).map(({ title }) => title)).toEqual(['Renamed', 'What is c?'])
    await expect(sessions.load('b')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(stat(join(folder, 'b.json'))).rejects.toThrow()
  })

  it('hides a session in the trash from everything but what takes it out, also for the next process', async () => {
    const folder = await sessionFolder()
    const sessions = openSessions(folder)
    await sessions.append('s1', [created, question('1'), turn('1', 'x')])
    const [before] = await sessions.list()
    await sessions.append('s1', [{ op: 'pinned', pinned: true }], { durable: true })
    expect(await sessions.list()).toEqual([{ ...before, pinned: true }])
    await sessions.append('s1', [{ op: 'trashed', trashed_at: '2026-01-01T00:00:00.000Z' }], { durable: true })
    for (const store of [sessions, openSessions(folder)]) {
      expect(await store.list()).toEqual([])
      expect(await store.trashed()).toEqual([{ id: 's1', trashed_at: '2026-01-01T00:00:00.000Z' }])
      await expect(store.load('s1')).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(store.messages('s1')).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(store.append('s1', [question('2')])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    await sessions.append('s1', [{ op: 'trashed', trashed_at: null }], { durable: true })
    expect(await openSessions(folder).list()).toEqual([{ ...before, pinned: true }])
    expect(await openSessions(folder).messages('s1')).toMatchObject([{ role: 'user' }, { role: 'assistant' }])
  })

  it('takes a folder that is none for no folder', async () => {
    const folder = await sessionFolder()
    const long = 'x'.repeat(500)
    for (const [id, meta] of [
      ['s1', { folder: long }],
      ['s2', { folder: 7 }],
      ['s3', { folder: ' A ' }],
    ] as const)
      await openSessions(folder).append(id, [{ ...created, session_id: id, meta }, question('1'), turn('1', 'x')])
    const told = (await openSessions(folder).list()).map((header) => [header.id, header.folder])
    expect(told.toSorted()).toEqual([
      ['s1', undefined],
      ['s2', undefined],
      ['s3', 'A'],
    ])
  })

  it('reads headers that were written before there was pinning and a trash', async () => {
    const folder = await sessionFolder()
    await openSessions(folder).append('s1', [created, question('1'), turn('1', 'x')])
    const path = join(folder, 's1.json')
    const text = await readFile(path, 'utf8')
    expect(text).toContain(',"pinned":false,"trashed_at":null')
    await writeFile(path, text.replace(',"pinned":false,"trashed_at":null', ''))
    expect(await openSessions(folder).list()).toMatchObject([{ id: 's1', pinned: false }])
    expect(await openSessions(folder).trashed()).toEqual([])
  })

  it('an interrupted turn keeps what it replaced and was limited to; nonsense there harms nothing', () => {
    const asked = (id: string, fields: object): SessionEntry => ({
      op: 'message',
      message: { role: 'user', content: 'q', turn_id: id, ...fields },
    })
    const entries = [
      created,
      asked('1', { replaces: '0', filter: { tags: ['a'] } }),
      asked('2', { replaces: 7, filter: 'everything' }),
    ]
    let state = entries.reduce((before, entry) => applySessionEntry(before, entry, 'T'), emptySession('s1'))
    for (const entry of closeUnfinishedTurns(state, 'T')) state = applySessionEntry(state, entry, 'T')
    const turns = state.context.session.turns ?? []
    expect(turns.map(({ replaces, filter }) => ({ replaces, filter }))).toEqual([
      { replaces: '0', filter: { tags: ['a'] } },
      { replaces: undefined, filter: undefined },
    ])
  })

  it('refuses ids that lead out of the folder, entries that are none, and sessions that were never made', async () => {
    const sessions = openSessions(await sessionFolder())
    for (const id of ['../x', '', 'a/b', 'a.b', 'x'.repeat(65), 'a\u0000']) {
      await expect(sessions.load(id)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      await expect(sessions.append(id, [created])).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      await expect(sessions.remove(id)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    }
    await expect(sessions.append('other', [created])).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(sessions.append('s1', [question('1')])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(sessions.load('s1')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('keeps the order of overlapping appends', async () => {
    const folder = await sessionFolder()
    const sessions = openSessions(folder)
    await sessions.append('s1', [created, question('1')])
    await Promise.all(
      Array.from({ length: 50 }, (_, at) => sessions.append('s1', [token('1', `${at} `)], { durable: at % 10 === 0 })),
    )
    const expected = Array.from({ length: 50 }, (_, at) => `${at} `).join('')
    const context = await openSessions(folder).load('s1')
    expect(context.session.messages[1]?.content).toBe(expected)
  })

  // What is handed out is the store's own: one changed by what follows would tear an answer that is being made of it.
  it('changes nothing of what it handed out', async () => {
    const folder = await sessionFolder()
    const sessions = openSessions(folder)
    const evidence = { evidence_id: 'e1', type: 'rag_doc' as const, source: { kind: 'rag' as const } }
    await sessions.append('s1', [created, question('1'), { op: 'evidence', evidence }, turn('1', 'first')])
    const before = deepFreeze(await sessions.load('s1'))
    const copy = structuredClone(before)
    const later: SessionEntry[] = [
      question('2'),
      { op: 'evidence', evidence: { ...evidence, evidence_id: 'e2' } },
      { op: 'title', title: 'Renamed' },
      turn('2', 'second'),
    ]
    for (const entry of later) await sessions.append('s1', [entry])
    expect(before).toEqual(copy)
    expect(contents(await sessions.load('s1'))).toHaveLength(4)
  })

  it('finds one header as the list shows it, before and after the list was made', async () => {
    const folder = await sessionFolder()
    const sessions = openSessions(folder)
    await sessions.append('s1', [created, question('1'), turn('1', 'x')])
    await sessions.append('s2', [{ ...created, session_id: 's2' }, question('1'), turn('1', 'x')])
    await sessions.append('s2', [{ op: 'trashed', trashed_at: '2026-01-01T00:00:00.000Z' }], { durable: true })
    const early = openSessions(folder)
    const found = [await early.find('s1'), await early.find('s2'), await early.find('s3'), await early.find('../s1')]
    const [listed] = await early.list()
    expect(found).toEqual([listed, undefined, undefined, undefined])
    await early.append('s1', [{ op: 'title', title: 'Renamed' }])
    expect(await early.find('s1')).toMatchObject({ title: 'Renamed' })
    expect([await early.find('s2'), await early.find('../s1')]).toEqual([undefined, undefined])
    expect(await openSessions(folder, true).find('s1')).toMatchObject({ title: 'Renamed' })
  })
})
