import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { createIntentClassifier } from '@engine/pipeline/intent/classify'
import { loadLabelled } from '@engine/pipeline/intent/labelled'
import { rankIntents } from '@engine/pipeline/intent/rules'
import { uncertaintyOf } from '@engine/pipeline/intent/intent-ranking'
import { parseIntent } from '@engine/pipeline/stages/3-intent-parse'
import type { IntentClassifier, Memory } from '@engine/pipeline/turn'

const embedder = createHashedNgramEmbedder()
const load = async () => (await loadLabelled(resolve(import.meta.dirname, '../../../resources/intents'))).examples
const classifier = createIntentClassifier(embedder, load)
const rules: IntentClassifier = { rank: (text) => Promise.resolve(rankIntents(text)) }

describe.each([
  ['the classifier', classifier],
  ['rules alone', rules],
])('%s', (_name, intents) => {
  test.each([
    ['你好！', 'SYSTEM'],
    ['Hello', 'SYSTEM'],
    ['谢谢', 'SYSTEM'],
    ['What can you do?', 'SYSTEM'],
    ['库里有多少文档？', 'SYSTEM'],
    ['How many documents do you have?', 'SYSTEM'],
    ['12 * (7 + 3)', 'TOOL'],
    ['What time is it?', 'TOOL'],
    ['2025年预算是多少？', 'KB'],
    ['这个算法的复杂度是多少？', 'KB'],
    ['查询接口的限流是多少？', 'KB'],
    ['你好这个词的来源是什么？', 'KB'],
    ['你好吗这个词的来源是什么？', 'KB'],
    ['What is the help desk phone number?', 'KB'],
    ['How do I list documents in the API manual?', 'KB'],
    ['How many documents mention the pump?', 'KB'],
    ['2024-2025', 'KB'],
    ['What is 42?', 'KB'],
    ['(3 + 4) * 2 = ?', 'TOOL'],
  ])('%s is %s', async (text, kind) => {
    const ranked = await intents.rank(text)
    expect(ranked[0]?.kind).toBe(kind)
    expect(uncertaintyOf(ranked)).toBeNull()
  })

  test.each(['budget', '预算', 'the', 'pump maintenance', 'battery'])('is unsure about a bare "%s"', async (text) => {
    expect(uncertaintyOf(await intents.rank(text))).not.toBeNull()
  })

  test.each(['pump?', 'TKT-1042', '“water level”', 'HTTP'])('is sure enough about "%s"', async (text) => {
    expect(uncertaintyOf(await intents.rank(text))).toBeNull()
  })

  test('confidences of one utterance sum to one, best first', async () => {
    for (const text of ['hello', 'budget', '3+4', '水位是多少？', '', '？', 'x'.repeat(5000)]) {
      const confidences = (await intents.rank(text)).map(({ confidence }) => confidence)
      expect(confidences.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1)
      expect(confidences).toEqual(confidences.toSorted((a, b) => b - a))
      expect(confidences).toHaveLength(3)
    }
  })
})

describe('what only the classifier tells apart', () => {
  test.each([
    ['What is 12% of 250?', 'TOOL', 'calculator'],
    ['5公斤是多少磅', 'TOOL', 'calculator'],
    ['how many days until Christmas?', 'TOOL', 'datetime'],
    ['What percentage of the 2024 budget went to travel?', 'KB', ''],
    ['2023年营业额的20%是多少？', 'KB', ''],
    ['预算由谁审批？', 'KB', ''],
    ['加班费怎么算？', 'KB', ''],
    ['When does the ferry leave today?', 'KB', ''],
    ['很高兴见到你', 'SYSTEM', 'greeting'],
    ['好的，谢谢你', 'SYSTEM', 'thanks'],
    ['能帮帮我吗？', 'SYSTEM', 'help'],
    ['what documents are in my knowledge base', 'SYSTEM', 'library'],
  ])('%s is %s %s', async (text, kind, topic) => {
    expect((await classifier.rank(text))[0]).toMatchObject({ kind, topic })
  })

  test.each([
    'opening hours',
    '营业时间',
    'TKT-1042 status?',
    '库存多少？',
    'tell me about snow',
    '请介绍水泵。',
    'RFC 2119',
  ])('short as it is, "%s" is plain', async (text) => expect(uncertaintyOf(await classifier.rank(text))).toBeNull())

  test.each(['more information', 'something about pumps', '更多信息', '水泵维护', 'and also'])(
    '"%s" leaves open what is wanted',
    async (text) => expect(uncertaintyOf(await classifier.rank(text))).not.toBeNull(),
  )

  test('the same question is ranked the same by another classifier', async () => {
    const other = createIntentClassifier(createHashedNgramEmbedder(), load)
    for (const text of ['budget', '今天几号？', 'Who signed?']) {
      expect(await other.rank(text)).toEqual(await classifier.rank(text))
    }
  })
})

describe('stage 3', () => {
  const memory: Memory = { history: [], summary: '', questions: [] }
  const ask = (question: string, intents: IntentClassifier, caches = noCaches()) =>
    parseIntent(
      { question, sessionId: '', turnId: '', traceId: '', searchAnyway: false, language: 'en' },
      memory,
      { intents, answerEmbedder: embedder, caches, library: { records: () => [] } },
      new AbortController().signal,
    )
  const noCaches = () => ({ rewrites: new Map(), intents: new Map() })

  test('falls back on rules when the embedder fails, says so, and does not remember that', async () => {
    const broken = { ...embedder, embedPassages: () => Promise.reject(new Error('no model')) }
    const caches = noCaches()
    const outcome = await ask('What can you do?', createIntentClassifier(broken, load), caches)
    expect(outcome).toMatchObject({ status: 'degraded' })
    expect(outcome.value.parts[0]?.ranked).toEqual(rankIntents('What can you do?'))
    expect(JSON.stringify(outcome.reason)).toContain('no model')
    expect(caches.intents.size).toBe(0)
  })

  test('falls back on rules when the examples are late, and uses them when they are there', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((done) => (release = done))
    const slow = createIntentClassifier(embedder, async () => {
      await held
      return load()
    })
    expect(await ask('budget', slow)).toMatchObject({ status: 'degraded' })
    release()
    await slow.rank('budget')
    expect((await ask('budget', slow)).status).toBeUndefined()
  })

  test('tries again after a failure', async () => {
    let tries = 0
    const flaky = createIntentClassifier(embedder, () => (tries++ === 0 ? Promise.reject(new Error('gone')) : load()))
    await expect(flaky.rank('budget')).rejects.toThrow('gone')
    expect(await flaky.rank('budget')).toEqual(await classifier.rank('budget'))
  })

  test.each([
    ['Hello, who signed the lease?', 'who signed the lease?'],
    ['你好，预算是多少？', '预算是多少？'],
    ['hi there', 'hi there'],
    ['Hello, what can you do?', 'what can you do?'],
  ])('"%s" is read as "%s"', async (question, text) => {
    const { parts } = (await ask(question, classifier)).value
    expect(parts.map((part) => part.text.replace(/[?？]$/u, ''))).toEqual([text.replace(/[?？]$/u, '')])
  })

  test('names the file that cannot be used', async () => {
    await expect(loadLabelled(join('/nowhere', 'intents'))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})
