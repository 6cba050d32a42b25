import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loadLabelled } from '@engine/pipeline/intent/labelled'
import { systemTopics } from '@engine/pipeline/turn'

const folder = resolve(import.meta.dirname, '../../../resources/intents')
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const language = z.enum(['en', 'zh'])
const { utterances } = z
  .strictObject({
    version: z.literal(1),
    utterances: z.array(
      z.strictObject({ text: z.string(), language, kind: z.enum(['KB', 'TOOL', 'SYSTEM']), topic: z.string() }),
    ),
  })
  .parse(read('utterances.json'))
const { questions } = z
  .strictObject({
    version: z.literal(1),
    questions: z.array(z.strictObject({ text: z.string(), language, ambiguous: z.boolean() })),
  })
  .parse(read('ambiguous.json'))
const topics: Record<'KB' | 'TOOL' | 'SYSTEM', readonly string[]> = {
  KB: [''],
  TOOL: ['calculator', 'datetime'],
  SYSTEM: systemTopics,
}

describe('labelled utterances', () => {
  it('are a few hundred, every kind and topic in both languages', () => {
    expect(utterances.length).toBeGreaterThanOrEqual(400)
    for (const one of ['en', 'zh']) {
      const own = utterances.filter((row) => row.language === one)
      for (const topic of Object.values(topics).flat()) {
        expect([one, topic, own.filter((row) => row.topic === topic).length > 4]).toEqual([one, topic, true])
      }
    }
  })

  it('have a topic of their kind', () => {
    for (const { text, kind, topic } of utterances) expect(topics[kind], text).toContain(topic)
  })
})

describe('ambiguous and plain questions', () => {
  it('are at least 150, both sorts in both languages', () => {
    expect(questions.length).toBeGreaterThanOrEqual(150)
    for (const one of ['en', 'zh']) {
      for (const sort of [true, false]) {
        const own = questions.filter((row) => row.language === one && row.ambiguous === sort)
        expect(own.length).toBeGreaterThanOrEqual(40)
      }
    }
  })
})

describe('every labelled row', () => {
  const rows = [...utterances, ...questions]

  it('stands once only: a row in two places could be fitted on and held out', () => {
    const texts = rows.map(({ text }) => text)
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
  })

  it('is trimmed and in the language it says', () => {
    for (const { text, language: said } of rows) {
      expect(text).toBe(text.trim())
      expect(text).not.toBe('')
      if (/\p{Script=Han}/u.test(text)) expect([text, said]).toEqual([text, 'zh'])
    }
  })

  it('is either compared with or held out, about three in ten held out', async () => {
    const { examples, heldOut } = await loadLabelled(folder)
    const compared = [...examples.utterances, ...examples.questions]
    const kept = [...heldOut.utterances, ...heldOut.questions]
    expect(compared.length + kept.length).toBe(rows.length)
    expect(kept.length / rows.length).toBeGreaterThan(0.25)
    expect(kept.length / rows.length).toBeLessThan(0.4)
    const known = new Set(compared.map(({ text }) => text))
    expect(kept.filter(({ text }) => known.has(text))).toEqual([])
  })
})
