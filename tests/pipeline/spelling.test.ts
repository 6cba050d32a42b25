import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { plantSlip } from '../../bench/retrieval/plant-slip'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { rounds } from '../rounds'
import { copySampleStore } from '../sample-store'

const resources = resolve(import.meta.dirname, '../../resources')
const fixture = join(import.meta.dirname, '../fixtures/plain-questions.json')
const Questions = z.array(z.object({ question: z.string(), answer: z.string().nullable() }))

let folder = ''
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-spelling-'))
  await copySampleStore(join(folder, 'store'))
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  // Tools read what is written, and answer in words of their own.
  await engine.changeSettings({ tools: { off: ['table_query', 'record_lookup'] } })
  // What is embedded at the first question takes longer on a busy machine than a stage has.
  await ask('Where is the hut?')
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function ask(question: string, session_id?: string) {
  const said = { response: '', notes: [] as string[] }
  for await (const event of engine.ask({ question, search_anyway: true, ...(session_id ? { session_id } : {}) })) {
    if (event.type === 'final') said.response = event.response
    if (event.type === 'stage_end' && event.stage === 2) said.notes = (event.summary_notes ?? []).map(({ key }) => key)
  }
  return said
}

describe('misspelt questions about the sample collection', () => {
  test.each([
    ['How long does the cabel car take?', /minutes/u, 'I read “cabel” as “cable”.'],
    ['When was the hutt opend?', /19\d\d/u, 'I read “hutt” as “hut” and “opend” as “opened”.'],
    ['cabel car 的高度是多少？', /\[1\]/u, '已将“cabel”理解为“cable”。'],
  ])('%s', async (question, answer, notice) => {
    const { response, notes } = await ask(question)
    expect(response).toMatch(answer)
    expect(response.endsWith(`\n\n${notice}`)).toBe(true)
    expect(notes).toContain('respelled')
  })

  test('are answered as the same questions without the slip, nearly all, and none of those is read otherwise', async () => {
    const questions = Questions.parse(JSON.parse(await readFile(fixture, 'utf8')))
    const outcomes: { slipped: string; isRight: boolean }[] = []
    // That no question without a slip is read otherwise is checked with all of them in composed-answers.test.ts.
    const every = rounds(3, 1)
    for (const [at, { question, answer }] of questions.entries()) {
      if (at % every > 0) continue
      const slips = [at, at + 1].flatMap((seed) => plantSlip(question, seed) ?? [])
      if (slips.length === 0 || answer === null) continue
      const right = new RegExp(answer, 'iu')
      const whole = await ask(question)
      expect(whole.notes, question).not.toContain('respelled')
      if (!right.test(whole.response)) continue
      for (const { question: slipped } of slips) {
        outcomes.push({ slipped, isRight: right.test((await ask(slipped)).response) })
      }
    }
    const lost = outcomes.filter(({ isRight }) => !isRight).map(({ slipped }) => slipped)
    expect(outcomes.length).toBeGreaterThanOrEqual(60 / every)
    // Which ones, not only how many.
    expect(lost.length / outcomes.length, lost.join('\n')).toBeLessThan(0.15)
  }, 120_000)

  test('are answered again exactly from their records, in another store and by asking again', async () => {
    for (const question of ['How long does the cabel car take?', 'Who painted the cabel car of Zanzibar?']) {
      await ask(question, 'spelt')
    }
    for (const mode of ['record', 'search'] as const) {
      let turns = 0
      for await (const { same_answer: same, diff } of engine.replay('spelt', undefined, mode)) {
        turns += 1
        expect(same, JSON.stringify(diff)).toBe(true)
      }
      expect(turns).toBe(2)
    }
  })
})
