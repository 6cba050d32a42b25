import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getLlama, LlamaChatSession, LlamaLogLevel, type Llama } from 'node-llama-cpp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scriptPieces } from '../../../bench/tiny-models/gguf/script-pieces'
import { chatMlTemplate, tinyGguf, writeTinyGguf, type TinyGgufOptions } from '../../../bench/tiny-models/tiny-gguf'

let folder: string
let llama: Llama

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-tiny-gguf-'))
  llama = await getLlama({ build: 'never', gpu: false, logLevel: LlamaLogLevel.error })
})

afterAll(async () => {
  await llama.dispose()
  await rm(folder, { recursive: true, force: true })
})

interface Said {
  readonly text: string
  readonly chunks: number
}

const schema = {
  type: 'object',
  properties: {
    intent: { enum: ['kb', 'chat'] },
    confidence: { type: 'number' },
    queries: { type: 'array', items: { type: 'string' } },
    title: { type: 'string' },
  },
} as const

async function say(options: TinyGgufOptions, constrained = false): Promise<Said> {
  const path = join(folder, 'model.gguf')
  await writeTinyGguf(path, options)
  const model = await llama.loadModel({ modelPath: path })
  try {
    // More threads than free cores make llama.cpp a hundred times slower.
    const context = await model.createContext({ contextSize: 2048, threads: 1 })
    const session = new LlamaChatSession({ contextSequence: context.getSequence(), systemPrompt: 'Answer.' })
    const grammar = constrained ? await llama.createGrammarForJsonSchema(schema) : null
    let chunks = 0
    const onTextChunk = () => (chunks += 1)
    const shared = { maxTokens: 400, temperature: 0.8, seed: 7, onTextChunk }
    const text = await session.prompt('How often? 多久？', grammar ? { ...shared, grammar } : shared)
    return { text, chunks }
  } finally {
    await model.dispose()
  }
}

const long = Array.from({ length: 12 }, (_, at) => `Pump ${at} is serviced twice a year by the crew [${at}].`).join(' ')

describe('scripted language models', () => {
  test.each([
    ['English', 'Cairn answers from the passage [1].'],
    ['Chinese with repeats', '水泵每半年维护一次，水泵每半年维护一次 [1]。'],
    ['thinking', '<think>They ask about the pump. The pump?</think>It is serviced twice a year [1].'],
    ['long', long],
  ])('say what they were given, whatever the prompt, piece by piece: %s', async (_name, script) => {
    const plain = await say({ script })
    const templated = await say({ script, chatTemplate: chatMlTemplate })
    expect(plain.text).toBe(script)
    expect(templated.text).toBe(script)
    expect(plain.chunks).toBeGreaterThan(6)
  })

  test('loop until they are stopped', async () => {
    const { text } = await say({ script: 'again and again ', loop: true })
    expect(text.length).toBeGreaterThan(1000)
  })

  test('keep a grammar and come to its end', async () => {
    const { text } = await say({ script: 'Pump service' }, true)
    expect(JSON.parse(text)).toMatchObject({ title: 'Pump service', queries: [] })
    const json = '{"intent": "kb", "confidence": 0.9, "queries": ["pump service", "service"], "title": "Pump"}'
    expect((await say({ script: 'Pump service', json }, true)).text).toBe(json)
  })

  test('are the same bytes each time, and small', () => {
    expect(tinyGguf({ script: long }).equals(tinyGguf({ script: long }))).toBe(true)
    expect(tinyGguf({}).length).toBeLessThan(1_000_000)
    expect(tinyGguf({ seed: 1 }).equals(tinyGguf({ seed: 2 }))).toBe(false)
  })

  test('a script is cut into pieces that differ and put together again', () => {
    for (const script of [
      'a b a b a b',
      'the the the',
      '水水水水水水',
      `${long} ${long}`,
      'x.',
      '一',
      ' \n hello\n\n',
    ]) {
      const pieces = scriptPieces(script, new Set(['a', '.', ' ']))
      expect(pieces.join('')).toBe(script)
      expect(new Set(pieces).size).toBe(pieces.length)
    }
  })
})
