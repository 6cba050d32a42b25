import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'

const resources = resolve(import.meta.dirname, '../../resources')
let folder = ''
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-recall-'))
  await writeFile(
    join(folder, 'pumps.md'),
    '# Pumps\n\nThe main pump was replaced in March 2021 by Orell Marti.\n\n主泵的更换费用是 4200 欧元。\n',
  )
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  for await (const event of engine.ingest({ paths: [join(folder, 'pumps.md')] })) expect(event.type).toBe('progress')
  await ask('When was the main pump replaced?', 'first')
  await ask('主泵的更换费用是多少？', 'second')
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function ask(question: string, session_id: string) {
  const events: CairnEvent[] = []
  for await (const event of engine.ask({ question, session_id, search_anyway: true })) events.push(event)
  const final = events.at(-1)
  if (final?.type !== 'final') throw new Error(`The turn ended in ${final?.type ?? 'nothing'}.`)
  return { final, items: events.flatMap((event) => (event.type === 'evidence' ? event.items : [])), events }
}

describe('a question about earlier chats', () => {
  test('is answered from them, cited to them, and recorded so that it can be replayed', async () => {
    const { final, items, events } = await ask('What did we say about the main pump?', 'later')
    expect(final.response).toContain('From earlier chats:')
    expect(final.response).toContain('“When was the main pump replaced?”')
    expect(items.find(({ kind }) => kind === 'chat')).toMatchObject({ document_id: 'first', format: 'chat' })
    for (const ref of final.refs) {
      const item = items.find(({ evidence_id: id }) => id === ref.evidence_id)
      const [from, to] = ref.selector.replace('chars:', '').split('-').map(Number)
      expect(final.response.slice(ref.response_start, ref.response_end)).toBe(item?.text.slice(from, to))
    }
    const critic = events.find((event) => event.type === 'critic')
    expect(critic?.type === 'critic' && critic.sentences.every(({ verdict }) => verdict === 'supported')).toBe(true)
    for await (const replay of engine.replay('later', undefined, 'record')) {
      expect(replay).toMatchObject({ same_answer: true, same_evidence: true, caveats: [] })
    }
  })

  test('finds the chat in Chinese', async () => {
    const { final } = await ask('关于主泵的更换费用我们说过什么？', 'later-zh')
    expect(final.response).toContain('之前的对话中：')
    expect(final.response).toContain('4200')
  })

  // Would catch chats that quote each other's quotations.
  test('is not answered from an answer that was itself recalled', async () => {
    await ask('What did we say about the main pump?', 'again')
    const { final, items } = await ask('What have we said about the main pump?', 'once-more')
    expect(items.filter(({ kind }) => kind === 'chat').map(({ document_id: id }) => id)).not.toContain('again')
    expect(final.response.match(/From earlier chats:/gu)).toHaveLength(1)
  })

  test('an ordinary question, or one with the setting off, is not', async () => {
    expect((await ask('Who replaced the main pump?', 'plain')).final.response).not.toContain('earlier chats')
    await engine.changeSettings({ retrieval: { earlier_chats: false } })
    expect((await ask('What did we say about the main pump?', 'off')).items.some(({ kind }) => kind === 'chat')).toBe(
      false,
    )
    await engine.changeSettings({ retrieval: { earlier_chats: true } })
  })
})
