import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { QuestionLine } from '@shared/evaluation/evaluation-set'
import { readSetFile, writeSetFile } from '@engine/evaluation/sets/set-file'

const resources = resolve(import.meta.dirname, '../../../../resources')

describe('the file of a set', () => {
  test('is lines of JSON; what is not said has its default', () => {
    const text =
      '\uFEFF{"set":{"version":1,"title":"Huts"}}\r\n{"question":" When? "}\n\n{"id":"b","question":"Who?","expect":"refusal"}'
    const { title, questions } = readSetFile(text)
    expect(title).toBe('Huts')
    expect(questions).toEqual([
      { id: 'q1', question: 'When?', previous: [], expect: 'answer', keywords: [], sources: [], tools: [] },
      { id: 'b', question: 'Who?', previous: [], expect: 'refusal', keywords: [], sources: [], tools: [] },
    ])
  })

  test('that is written and read again is the same', () => {
    const line = {
      ...{ id: 'a', question: 'How many?', previous: ['Which hut?'], category: 'count', language: 'en' },
      ...{ keywords: [['14', 'fourteen']], sources: [{ document: 'huts.md', passage: '14 beds' }] },
      ...{ citations: { at_least: 1, every_sentence: true }, tools: ['table_query'] },
    }
    const read = readSetFile(JSON.stringify(line))
    const written = writeSetFile({ title: 'Huts', questions: read.questions })
    expect(readSetFile(written)).toEqual({ title: 'Huts', questions: read.questions })
    expect(JSON.parse(written.split('\n')[1] ?? '')).toEqual(line)
  })

  test('can be the golden questions as they ship', async () => {
    const { questions } = readSetFile(await readFile(join(resources, 'golden', 'golden.json'), 'utf8'))
    expect(questions).toHaveLength(40)
    expect(questions[0]).toMatchObject({
      keywords: [['Gu Haoran']],
      sources: [{ document: 'station-handbook.md' }, {}],
    })
  })

  test.each([
    ['', 'There is no question in it.'],
    ['{"question":"a"}\n{"question":', 'Line 2 is not JSON.'],
    ['{"question":"a"}\n{"question":""}', 'Line 2 is no question: question'],
    ['{"question":"a","keyword":["b"]}', 'Line 1 is no question'],
    ['{"question":"a","expect":"anything"}', 'Line 1 is no question: expect'],
    ['{"id":"x","question":"a"}\n{"id":"x","question":"b"}', 'The id "x" is there twice.'],
    ['[1,2]', 'Line 1 is no question'],
    ['{"set":{"version":2,"title":"t"}}', 'Line 1 is no question'],
  ])('that is wrong is refused with what is wrong (%j)', (text, why) => {
    expect(() => readSetFile(text)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
    expect(() => readSetFile(text)).toThrow(why)
  })
})

describe('the published schema of a line', () => {
  const { $schema, ...fields } = z.toJSONSchema(QuestionLine, { target: 'draft-2020-12', io: 'input' })
  const schema: Record<string, unknown> = {
    ...{ $schema, $id: 'https://cairn.invalid/schemas/evaluation-question.schema.json' },
    ...{ title: 'A question of an evaluation set, one a line', ...fields },
  }

  test('is what the code checks', async () => {
    // After a change: npx vitest run --project unit tests/unit/evaluation/sets/set-file.test.ts -u
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
      join(resources, 'schemas', 'evaluation-question.schema.json'),
    )
  })

  test('takes what the code takes, and refuses what it refuses', () => {
    const validate = new Ajv2020({ strict: false }).compile(schema)
    for (const line of [{ question: 'a' }, { question: 'a', keywords: [['b']], citations: { at_least: 2 } }]) {
      expect(validate(line), JSON.stringify(validate.errors)).toBe(true)
      expect(QuestionLine.safeParse(line).success).toBe(true)
    }
    for (const line of [{}, { question: 'a', keywords: ['b'] }, { question: 'a', more: 1 }]) {
      expect(validate(line)).toBe(false)
      expect(QuestionLine.safeParse(line).success).toBe(false)
    }
  })
})
