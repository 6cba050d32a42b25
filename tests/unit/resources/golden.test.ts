import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import mammoth from 'mammoth'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const resources = resolve(import.meta.dirname, '../../../resources')
const sample = join(resources, 'sample')

const Question = z.strictObject({
  id: z.string().min(1),
  category: z.string().min(1),
  language: z.enum(['en', 'zh']),
  question: z.string().min(1),
  expected_keywords: z.array(z.array(z.string().min(1)).min(1)),
  expected_sources: z.array(z.string().min(1)),
  difficulty: z.enum(['easy', 'medium', 'hard']),
  expect: z.enum(['answer', 'refusal', 'clarify', 'system']).default('answer'),
  previous: z.array(z.string().min(1)).min(1).optional(),
})
type Question = z.infer<typeof Question>

const read = (name: string) =>
  z
    .strictObject({ version: z.literal(1), questions: z.array(Question) })
    .parse(JSON.parse(readFileSync(join(resources, 'golden', name), 'utf8')))

const golden = read('golden.json')
const twins = read('twins.json')
const all = [...golden.questions, ...twins.questions]

const answerable = all.filter((question) => question.expect === 'answer')
const unanswerable = all.filter((question) => question.expect !== 'answer')

async function readSample(name: string): Promise<string> {
  const bytes = readFileSync(join(sample, name))
  if (name.endsWith('.pdf')) {
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
    return text
  }
  if (name.endsWith('.docx')) return (await mammoth.extractRawText({ buffer: bytes })).value
  return bytes.toString('utf8')
}

/** Line wraps of a PDF fall anywhere, between Chinese characters too, so white space does not count. */
const squeeze = (text: string) => text.replace(/\s+/gu, '')

function holdsEveryGroup(text: string, groups: string[][]): boolean {
  const squeezed = squeeze(text)
  return groups.every((group) => group.some((keyword) => squeezed.includes(squeeze(keyword))))
}

describe('golden questions', () => {
  const texts = new Map<string, string>()
  beforeAll(async () => {
    for (const name of readdirSync(sample)) texts.set(name, await readSample(name))
  })

  it('have unique ids', () => {
    const ids = all.map((question) => question.id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('are 32 to 40 in at least 16 categories', () => {
    expect(golden.questions.length).toBeGreaterThanOrEqual(32)
    expect(golden.questions.length).toBeLessThanOrEqual(40)
    expect(new Set(golden.questions.map((question) => question.category)).size).toBeGreaterThanOrEqual(16)
  })

  it.each(['en', 'zh'] as const)('are at least 40 %% in %s', (language) => {
    const share = golden.questions.filter((question) => question.language === language).length
    expect(share / golden.questions.length).toBeGreaterThanOrEqual(0.4)
  })

  it('name a language that their words agree with', () => {
    for (const { question, language } of all) {
      expect(/\p{Script=Han}/u.test(question), question).toBe(language === 'zh')
    }
  })

  it.each(answerable)('$id can be answered from one of its sources', (question) => {
    expect(question.expected_keywords.length).toBeGreaterThan(0)
    expect(question.expected_sources.length).toBeGreaterThan(0)
    for (const name of question.expected_sources) expect(existsSync(join(sample, name)), name).toBe(true)
    const holding = question.expected_sources.filter((name) =>
      holdsEveryGroup(texts.get(name) ?? '', question.expected_keywords),
    )
    expect(holding).not.toEqual([])
  })

  it.each(unanswerable)('$id expects no evidence', (question) => {
    expect(question.expected_keywords).toEqual([])
    expect(question.expected_sources).toEqual([])
  })

  // Would catch a question that was added in one language only.
  it('all have a twin in the other language', () => {
    const twinOf = ({ id, language }: Question) => `${id}-${{ en: 'zh', zh: 'en' }[language]}`
    const ids = new Set(twins.questions.map(({ id }) => id))
    expect(golden.questions.filter((question) => !ids.has(twinOf(question)))).toEqual([])
    const own = new Set(golden.questions.map(twinOf))
    const pairs = twins.questions.filter(({ id }) => !own.has(id)).map(({ id }) => id.slice(0, -'-en'.length))
    expect(pairs.filter((name) => !(ids.has(`${name}-en`) && ids.has(`${name}-zh`)))).toEqual([])
  })

  it('ask across languages only where the source really is in the other one', () => {
    const crossing = golden.questions.filter((question) => question.category.startsWith('cross-language'))
    expect(crossing.length).toBeGreaterThanOrEqual(4)
    for (const { id, language, expected_sources } of crossing) {
      for (const name of expected_sources) {
        const isChinese = /\p{Script=Han}{40}/u.test(squeeze(texts.get(name) ?? '').replace(/\p{P}/gu, ''))
        expect(isChinese, `${id}: ${name}`).toBe(language === 'en')
      }
    }
  })

  it('touch most of the sample documents', () => {
    const used = new Set(golden.questions.flatMap((question) => question.expected_sources))
    expect(used.size).toBeGreaterThanOrEqual(14)
  })

  it('keep every sample document small and readable', () => {
    expect(texts.size).toBeGreaterThanOrEqual(16)
    for (const [name, text] of texts) {
      expect(squeeze(text).length, name).toBeGreaterThan(500)
      expect(readFileSync(join(sample, name)).length, name).toBeLessThan(300_000)
      // A font that maps glyphs to Kangxi radicals (⼀ for 一) would make Chinese words unfindable.
      expect(text, name).not.toMatch(/[\u2E80-\u2FDF\uFFFD]/u)
    }
  })
})
