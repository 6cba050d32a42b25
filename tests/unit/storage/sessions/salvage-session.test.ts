import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { SessionEntry } from '@engine/ports/storage/session-store'
import { JournalledSessionStore } from '@engine/storage/sessions/file-session-store'
import { salvageSession, valueOfCut } from '@engine/storage/sessions/salvage-session'
import { validateSessionContext } from '@shared/session/validate-session'
import type { SessionContext } from '@shared/session/session-context'
import { rounds } from '../../../rounds'
import { temporaryFolder } from '../store-fixture'

let folder = ''
let told: string[] = []

beforeEach(async () => {
  folder = await temporaryFolder()
  told = []
  await mkdir(join(folder, 'tmp'))
})

function open(): JournalledSessionStore {
  return new JournalledSessionStore(folder, {
    temporaryFolder: join(folder, 'tmp'),
    readOnly: false,
    now: () => Date.parse('2026-01-01T00:00:00Z'),
    log: (line) => told.push(line),
  })
}

function turn(n: number): SessionEntry[] {
  const [id, evidence] = [`t${n}`, `e${n}`]
  const call = { tool_call_id: `c${n}`, tool: 'rag', status: 'success', result_evidence_ids: [evidence] }
  return [
    { op: 'message', message: { role: 'user', content: `What is “${n}”, 泵 or {[pump]}? \\`, turn_id: id } },
    {
      op: 'evidence',
      evidence: {
        ...{ evidence_id: evidence, type: 'rag_doc', source: { kind: 'rag' } },
        content: `Pump ${n} is "blue", 蓝色. `.repeat(6),
      },
    },
    { op: 'tool_call', call: { ...call, args: {} } } as unknown as SessionEntry,
    {
      op: 'turn',
      trace: {
        ...{ turn_id: id, trace_id: '', question: `${n}`, started_at: '2026-01-01T00:00:00.000Z', status: 'complete' },
        ...{ total_ms: 1, stages: [], shortcut: null, queries: [], intents: [], evidence: [], refs: [] },
      },
      message: { role: 'assistant', content: `Blue, it is number ${n}.`, refs: [{ evidence_id: evidence }] },
    },
  ]
}

async function savedChat(): Promise<{ path: string; before: SessionContext }> {
  const store = open()
  await store.append('s', [{ op: 'created', session_id: 's', meta: { title: 'Pumps' } }])
  for (const n of [1, 2, 3]) await store.append('s', turn(n), { durable: true })
  const before = await store.load('s')
  await store.close()
  return { path: join(folder, 's.json'), before }
}

it('of a chat that is cut off anywhere every whole message is read, and nothing that was never said (bug: all of it put aside)', async () => {
  const { path, before } = await savedChat()
  const bytes = await readFile(path)
  const saidBy = bytes.indexOf('\n', bytes.indexOf('\n') + 1)
  const words = before.session.messages.map(({ content }) => content)
  let fewest = words.length
  for (let end = bytes.length - 2; end >= 0; end -= rounds(13, 1)) {
    const saved = salvageSession('s', bytes.toString('utf8', 0, end).split('\n'))
    const read = saved?.context.session.messages ?? []
    expect(words.slice(0, read.length)).toEqual(read.map(({ content }) => content))
    expect(read.length, `cut at ${end}`).toBeLessThanOrEqual(fewest)
    if (end > saidBy) expect(read.length).toBe(words.length)
    fewest = Math.min(fewest, read.length)
    if (!saved) continue
    expect(validateSessionContext(saved.context)).toHaveProperty('context')
    for (const [id, one] of Object.entries(saved.context.evidences)) expect(one).toEqual(before.evidences[id])
  }
  expect(fewest).toBe(0)
})

it('what its passages are cited for stays where they are whole, and goes where they are not', async () => {
  const { path, before } = await savedChat()
  const text = await readFile(path, 'utf8')
  const lines = text.slice(0, text.indexOf('"e2":{') + 40).split('\n')
  const { context } = salvageSession('s', lines) ?? {}
  expect(Object.keys(context?.evidences ?? {})).toEqual(['e1'])
  expect(context?.session.messages.map(({ refs }) => refs?.length)).toEqual([undefined, 1, undefined, 0, undefined, 0])
  expect(context?.session.turns).toEqual(before.session.turns)
})

it('a chat cut in half is listed, opened, named by a check, and goes on', async () => {
  const { path, before } = await savedChat()
  await truncate(path, Math.floor((await readFile(path)).length / 2))
  const store = open()
  expect((await store.list()).map(({ title }) => title)).toEqual(['Pumps'])
  expect((await store.load('s')).session.messages.length).toBe(before.session.messages.length)
  expect((await store.check()).problems).toEqual([expect.objectContaining({ key: 'session_changed' })])
  expect(told).toEqual([expect.stringContaining('not as it was written')])
  await store.append('s', turn(4), { durable: true })
  await store.close()
  expect((await open().load('s')).session.messages.length).toBe(before.session.messages.length + 2)
})

it('a file cut off that is of another chat, or of nobody, is not taken for this one', async () => {
  const { path } = await savedChat()
  const lines = (await readFile(path, 'utf8')).slice(0, -200).split('\n')
  expect(salvageSession('other', lines)).toBeUndefined()
  expect(salvageSession('s', ['', lines[1] ?? '', ''])).toBeUndefined()
  await writeFile(path, Buffer.alloc(5000))
  await expect(open().load('s')).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
})

it.each([
  ['{"a":[1,{"b":"x,]}\\"', { a: [1, undefined] }],
  ['{"a":[1,2', { a: [1] }],
  ['{"a":[1,2],"b":', { a: [1, 2] }],
  ['{"a":{"b":1}}', { a: { b: 1 } }],
  ['{"a":1}}}', { a: 1 }],
  ['{"session":{"a":1,"evidences":{"e":{"b":2,', { session: { a: 1, evidences: {} } }],
  ['{"session":{', { session: {} }],
  ['{', {}],
  ['', undefined],
  ['{"a":1,,', undefined],
])('reads %s as far as it is whole', (cut, value) => {
  expect(valueOfCut(cut)).toEqual(value)
})
