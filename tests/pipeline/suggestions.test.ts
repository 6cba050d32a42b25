import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { detectLanguage } from '@engine/text/language'
import { rounds } from '../rounds'
import { copySampleStore } from '../sample-store'

const resources = resolve(import.meta.dirname, '../../resources')
let folder = ''
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-suggest-'))
  await copySampleStore(folder)
  engine = await createEngine({ folder, resources })
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function ask(question: string, session: string): Promise<Extract<CairnEvent, { type: 'final' }>> {
  for await (const event of engine.ask({ question, session_id: session })) if (event.type === 'final') return event
  throw new Error(`"${question}" did not end well`)
}

const questions = [
  'How long does the cable car take?',
  'When may visitors come to the station?',
  'What happened in TKT-1063?',
  'Which instruments are compared?',
  'How do I add documents to Cairn?',
  'How long is raw data kept?',
  'How many visitors came in 2024?',
  'Who founded the station?',
  'How much did the radar cost over ten years?',
  'Who is responsible for safety?',
  '水位多久测量一次？',
  '2025年的预算是多少？',
  '失温应该怎么处理？',
  '合作协议的费用如何分担？',
  '缆车票多少钱？',
  '如何删除文档？',
  '什么是水位？',
  '三级报警是什么意思？',
]

describe('suggested questions', () => {
  // Would catch suggestions that read well and lead to a refusal.
  test('can be answered from the documents, nine in ten at least', async () => {
    const failed: string[] = []
    let asked = 0
    let offering = 0
    const some = questions.filter((_, at) => at % rounds(2, 1) === 0)
    for (const [at, question] of some.entries()) {
      const { suggestions, refs } = await ask(question, `q${at}`)
      if (suggestions.length > 0) offering += 1
      if (suggestions.length > 0) expect(refs.length).toBeGreaterThan(0)
      expect(suggestions.length).toBeLessThanOrEqual(3)
      for (const [n, suggestion] of suggestions.entries()) {
        expect(Array.from(suggestion).length).toBeLessThanOrEqual(80)
        expect(detectLanguage(suggestion)).toBe(detectLanguage(question))
        asked += 1
        const answer = await ask(suggestion, `s${at}-${n}`)
        if (process.env.SHOW) console.log(question, '->', suggestion, '->', answer.response)
        if (answer.refs.length === 0) failed.push(`${question} -> ${suggestion} -> ${answer.response}`)
      }
    }
    expect({ failed, asked }).toMatchObject({ failed: failed.slice(0, Math.floor(asked / 10)) })
    expect(asked).toBeGreaterThan(some.length)
    expect(offering / some.length).toBeGreaterThan(0.7)
  })

  test('are not repeated in a session, however often they are taken up', async () => {
    const seen = new Set<string>()
    let question = 'How long does the cable car take?'
    for (let turn = 0; turn < 6; turn += 1) {
      seen.add(question)
      const { suggestions } = await ask(question, 'chain')
      for (const suggestion of suggestions) expect(seen).not.toContain(suggestion)
      const [next] = suggestions
      if (!next) break
      question = next
    }
    expect(seen.size).toBeGreaterThan(2)
  })

  test.each(['Who won the football championship in Brazil?', '你好', 'pump'])(
    'are not offered for %j',
    async (question) => {
      expect((await ask(question, 'none')).suggestions).toEqual([])
    },
  )
})
