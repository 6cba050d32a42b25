import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SessionEntry } from '@engine/ports/storage/session-store'
import { applySessionEntry, emptySession } from '@engine/storage/sessions/apply-session-entry'
import { applySessionEntries } from '@engine/storage/sessions/session-files'
import { JournalledSessionStore } from '@engine/storage/sessions/file-session-store'
import { temporaryFolder } from '../store-fixture'

let folder = ''

beforeEach(async () => {
  folder = await temporaryFolder()
  await mkdir(join(folder, 'tmp'))
})

/** Each call is a new process on the same folder. */
function open(): JournalledSessionStore {
  const log = (line: string) => expect(line).toBe('')
  return new JournalledSessionStore(folder, {
    temporaryFolder: join(folder, 'tmp'),
    readOnly: false,
    now: () => Date.parse('2026-01-01T00:00:00Z'),
    log,
  })
}

const created: SessionEntry = { op: 'created', session_id: 's', meta: {} }
const evidence = (id: string, content: string): SessionEntry => ({
  op: 'evidence',
  evidence: { evidence_id: id, type: 'rag_doc', source: { kind: 'rag' }, content },
})
const said = (turn: string, content: string): SessionEntry => ({
  op: 'message',
  message: { role: 'user', content, turn_id: turn, at: '2026-01-01T00:00:00.000Z', extra: { kept: true } },
})
const answered = (turn: string, content: string): SessionEntry => ({
  op: 'turn',
  trace: {
    turn_id: turn,
    trace_id: '',
    question: 'q',
    started_at: '2026-01-01T00:00:00.000Z',
    status: 'complete',
    total_ms: 1,
    stages: [],
    shortcut: null,
    queries: [],
    intents: [],
    evidence: [],
    refs: [],
  },
  message: { role: 'assistant', content, turn_id: turn, status: 'complete' },
})

const sizeOf = async (name: string) => {
  try {
    return (await stat(join(folder, name))).size
  } catch {
    return 0
  }
}

describe('several entries at once', () => {
  // Catches evidence that is lost, doubled, replaced or put in another order by copying it together.
  it('make the same of a session as one by one', () => {
    const id = fc.constantFrom('a', 'b', 'c', '__proto__', '7')
    const entry = fc.oneof(
      { weight: 4, arbitrary: fc.tuple(id, fc.string()).map(([key, content]) => evidence(key, content)) },
      { weight: 1, arbitrary: fc.tuple(id, fc.string()).map(([turn, content]) => said(turn, content)) },
      { weight: 1, arbitrary: id.map((turn) => answered(turn, 'x')) },
    )
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
        const dated = [created, ...entries].map((one, n) => ({ entry: one, at: `T${n}` }))
        const oneByOne = dated.reduce(
          (state, { entry: one, at }) => applySessionEntry(state, one, at),
          emptySession('s'),
        )
        expect(JSON.stringify(applySessionEntries(emptySession('s'), dated))).toBe(JSON.stringify(oneByOne))
      }),
    )
  })
})

describe('a long session', () => {
  const long = 'water '.repeat(20_000)
  const turn = (n: number) => [
    said(`t${n}`, `question ${n}`),
    evidence(`e${n}`, long),
    answered(`t${n}`, `answer ${n}`),
  ]

  async function fill(turns: number): Promise<JournalledSessionStore> {
    const sessions = open()
    await sessions.append('s', [created, ...turn(0)])
    for (let n = 1; n < turns; n += 1) await sessions.append('s', turn(n))
    return sessions
  }

  // Catches both a session that is written as a whole after every turn, and turns that only memory holds.
  it('keeps its newest turns in the journal, where a crash finds them, and folds them when the store is closed', async () => {
    const sessions = await fill(4)
    const before = await sizeOf('s.json')
    await sessions.append('s', turn(4))
    expect(await sizeOf('s.json')).toBe(before)
    expect(await sizeOf('s.jsonl')).toBeGreaterThan(long.length)
    const whole = await sessions.load('s')
    expect(whole.session.messages).toHaveLength(10)
    expect(await open().load('s')).toEqual(whole)
    expect(await open().find('s')).toMatchObject({ message_count: 10 })
    await sessions.close()
    expect(await sizeOf('s.jsonl')).toBe(0)
    expect(await open().load('s')).toEqual(whole)
  })

  it('is searched by all that was said, whether that is folded or not', async () => {
    const sessions = await fill(4)
    const words = async (store: JournalledSessionStore) => (await store.messages('s')).map(({ content }) => content)
    const expected = [0, 1, 2, 3].flatMap((n) => [`question ${n}`, `answer ${n}`])
    expect(await words(open())).toEqual(expected)
    await sessions.close()
    expect(await words(open())).toEqual(expected)
  })

  it('is removed for good, also when it was about to be folded', async () => {
    const sessions = await fill(6)
    await sessions.remove('s')
    await sessions.close()
    expect([await sizeOf('s.json'), await sizeOf('s.jsonl')]).toEqual([0, 0])
  })
})

describe('what was said in a compacted file', () => {
  it.each([
    ['in a few bytes', 'short'],
    ['in more than is read at once, with characters across the border', '水位与泥沙'.repeat(9000)],
  ])('is read without the rest: %s', async (_, content) => {
    await open().append('s', [created, said('t', content), answered('t', 'yes')])
    const path = join(folder, 's.json')
    // Only the first two lines are needed; the rest may be anything.
    const lines = (await readFile(path, 'utf8')).split('\n')
    await writeFile(path, `${lines.slice(0, 2).join('\n')}\nrest`)
    expect(await open().messages('s')).toEqual([
      { role: 'user', content, turn_id: 't' },
      { role: 'assistant', content: 'yes', turn_id: 't' },
    ])
  })

  it('is read from files of earlier versions, which do not have it by itself', async () => {
    await open().append('s', [created, said('t', 'old'), answered('t', 'yes')])
    const path = join(folder, 's.json')
    const lines = (await readFile(path, 'utf8')).split('\n')
    await writeFile(path, lines.filter((line) => !line.startsWith('"said"')).join('\n'))
    expect(await open().messages('s')).toMatchObject([{ content: 'old' }, { content: 'yes' }])
    expect((await open().load('s')).session.messages).toHaveLength(2)
  })
})
