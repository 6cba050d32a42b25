import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AsideInput } from '@shared/api/api'
import type { CairnEvent } from '@shared/events'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { copySampleStore } from '../sample-store'

const resources = resolve(import.meta.dirname, '../../resources')
let scratch = ''
let engine: Engine

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-aside-'))
  const folder = join(scratch, 'store')
  await copySampleStore(folder)
  engine = await createEngine({ folder, resources })
})
afterAll(async () => {
  await engine.close()
  await rm(scratch, { recursive: true, force: true })
})

async function aside(input: AsideInput, signal?: AbortSignal): Promise<CairnEvent[]> {
  const events: CairnEvent[] = []
  for await (const event of engine.askAside(input, signal)) events.push(event)
  return events
}

function finalOf(events: readonly CairnEvent[]) {
  const last = events.at(-1)
  if (last?.type !== 'final') throw new Error(`The turn ended with ${String(last?.type)}.`)
  return last
}

describe('questions of other programs', () => {
  // Would catch "no document has a table" where nobody has looked yet: nothing has asked a table in this engine before.
  test('a table that is called by its name is read first', async () => {
    const args = { table: 'inventory.csv', measures: [{ operation: 'count', column: null }] }
    const run = await engine.tools.own.run({ name: 'table_query', args, language: 'en' }, undefined)
    expect(run.error).toBeUndefined()
    expect(run.text).toMatch(/\d/u)
  })

  // Would catch chats that the user never had, and a follow-up that forgets what was said.
  test('are answered and cited in a conversation that no list shows and no search finds', async () => {
    const first = finalOf(await aside({ question: 'When was the stone hut on Kestrel Col opened?' }))
    expect(first.response).toContain('12 June 1968')
    expect(first.refs.length).toBeGreaterThan(0)
    const { session_id } = first
    const second = finalOf(await aside({ question: 'And who opened it?', session_id }))
    expect(second.session_id).toBe(session_id)
    expect(second.response).toContain('Mautner')
    expect(await engine.listSessions()).toEqual([])
    expect(await engine.searchSessions('hut', 10)).toEqual([])
    await expect(engine.getSession(session_id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  // Would catch another program that reads what the user talked about.
  test('know nothing of the user’s chats, not even by their ids', async () => {
    const question = 'When was the stone hut on Kestrel Col opened?'
    for await (const event of engine.ask({ question, session_id: 'mine' })) expect(event.type).not.toBe('error')
    const asked = finalOf(await aside({ question: 'What did I ask about the stone hut before?', session_id: 'mine' }))
    expect(asked.response).not.toContain('earlier chat')
    const kept = await engine.getSession('mine')
    expect(kept.session.messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
      question,
    ])
    await engine.deleteSession('mine')
  })

  test('end when their asker goes', async () => {
    const leave = new AbortController()
    const types: string[] = []
    for await (const event of engine.askAside({ question: 'Who leads the station?' }, leave.signal)) {
      types.push(event.type)
      leave.abort()
    }
    expect(types.at(-1)).toBe('cancelled')
  })
})

describe('finding without asking', () => {
  test('passages are the text of their documents, best first, in either language', async () => {
    const found = await engine.searchPassages({ query: 'When was the stone hut opened?', limit: 5 })
    expect(found[0]?.text).toContain('12 June 1968')
    expect(found[0]?.relevant).toBe(true)
    expect(found.length).toBeLessThanOrEqual(5)
    const scores = found.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    for (const { document_id, start, end, text } of found) {
      expect((await engine.readDocument(document_id)).text.slice(start, end)).toBe(text)
    }
    const ofAgreement = await engine.searchPassages({ query: '科研合作协议的有效期', limit: 3 })
    expect(ofAgreement[0]?.document_name).toBe('科研合作协议.docx')
  })

  test('a filter holds, and what is nowhere is not called relevant', async () => {
    const [{ id } = { id: '' }] = engine.listDocuments({}).filter(({ name }) => name === 'inventory.csv')
    const inside = await engine.searchPassages({ query: 'hut', limit: 10, filter: { documents: [id] } })
    expect(inside.every(({ document_id }) => document_id === id)).toBe(true)
    const nowhere = await engine.searchPassages({ query: 'zebra crossing legislation of Peru', limit: 5 })
    expect(nowhere.filter(({ relevant }) => relevant)).toEqual([])
  })

  // Would catch a tool that searches otherwise than other programs do.
  test.each(['When was the stone hut opened?', '科研合作协议的有效期'])(
    'the tool finds the same for %s',
    async (query) => {
      const args = { query, most: 4 }
      const run = await engine.tools.own.run({ name: 'knowledge_lookup', args, language: 'en' }, undefined)
      const found = await engine.searchPassages({ query, limit: 4 })
      const relevant = found.flatMap(({ text, relevant: isNear }) => (isNear ? [text] : []))
      expect(relevant.length).toBeGreaterThan(0)
      expect(run.table?.rows.map(({ cells }) => cells[1])).toEqual(relevant)
    },
  )

  test('vectors have unit length and the stated dimensions', async () => {
    const { dimensions, vectors } = await engine.embedTexts(['the stone hut', '石屋'])
    expect(vectors.map(({ length }) => length)).toEqual([dimensions, dimensions])
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 3)
  })
})
