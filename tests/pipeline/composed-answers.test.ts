import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { CairnEvent } from '@shared/events'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { copySampleStore } from '../sample-store'

const resources = resolve(import.meta.dirname, '../../resources')

let folder = ''
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-composed-'))
  await copySampleStore(folder)
  engine = await createEngine({ folder, resources })
  // What is loaded at the first question takes longer on a busy machine than a stage has.
  for await (const event of engine.ask({ question: 'Where is the hut?' })) expect(event.type).not.toBe('error')
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

/** Asks, and holds every reference against its evidence. No question here has a slip: none may be read otherwise. */
async function answerTo(question: string, filter?: { documents: string[] }): Promise<string> {
  const events: CairnEvent[] = []
  for await (const event of engine.ask({ question, search_anyway: true, ...(filter ? { filter } : {}) }))
    events.push(event)
  const final = events.at(-1)
  if (final?.type !== 'final') throw new Error(`The turn ended in ${final?.type ?? 'nothing'}.`)
  const notes = events.flatMap((event) => (event.type === 'stage_end' ? (event.summary_notes ?? []) : []))
  expect(
    notes.map(({ key }) => key),
    question,
  ).not.toContain('respelled')
  const items = events.flatMap((event) => (event.type === 'evidence' ? event.items : []))
  const folded = (text: string) => text.normalize('NFKC').replace(/\s+/gu, '')
  for (const ref of final.refs) {
    const item = items.find(({ evidence_id }) => evidence_id === ref.evidence_id)
    const [from, to] = ref.selector.replace('chars:', '').split('-').map(Number)
    expect(item?.number).toBe(ref.number)
    expect(folded(final.response.slice(ref.response_start, ref.response_end))).toBe(
      folded(item?.text.slice(from, to) ?? ''),
    )
  }
  const critic = events.find((event) => event.type === 'critic')
  if (critic?.type === 'critic') for (const { verdict } of critic.sentences) expect(verdict).toBe('supported')
  return final.response
}

const idOf = (name: string) => engine.listDocuments({}).find((document) => document.name === name)?.id ?? ''

describe('comparisons of the sample collection', () => {
  test('become a table of two sides with the respects asked for', async () => {
    expect(await answerTo('Compare the Hydra P3 and the Siskin R80 in accuracy and price.')).toBe(
      [
        '| | Hydra P3 | Siskin R80 |',
        '|---|---|---|',
        '| Accuracy | ±3 mm [1] | ±2 mm [1] |',
        '| Unit price | 1,870 euros [1] | 4,950 euros [1] |',
      ].join('\n'),
    )
  })

  test('in Chinese as well', async () => {
    expect(await answerTo('运行费用和同位素分析的费用分担有什么不同？')).toContain(
      '| | 运行费用 | 同位素分析的费用分担 |\n|---|---|---|\n| 甲方 | 60% [1] | 50% [1] |',
    )
  })

  // Would catch other documents that answer for the two that are named or chosen, and a list where two sides are asked for.
  test('of two documents stand side by side, also where they are chosen', async () => {
    const head = '| station-handbook.md | visitor-rules.html |\n|---|---|\n| '
    const response = await answerTo('What do station-handbook.md and visitor-rules.html say about dogs?')
    expect(response.slice(0, head.length)).toBe(head)
    expect(response).toMatch(/\| [^|\n]*[Dd]ogs[^|\n]* \[\d\] \|$/mu)
    const documents = [idOf('水位监测规程.md'), idOf('会议纪要-2024-11.txt')]
    const chosen = await answerTo('比较两份文件中的雷达水位计', { documents })
    expect(chosen).toMatch(/^\| 水位监测规程\.md \| 会议纪要-2024-11\.txt \|\n/u)
    expect(chosen).toContain('雷达水位计')
  })

  test('a side without evidence is said', async () => {
    const response = await answerTo('Compare the Siskin R80 and the Zyglon Q7.')
    expect(response).toMatch(/^Siskin R80\n\n- .*Siskin R80.* \[1\]/u)
    expect(response).toContain('Your documents say nothing about “Zyglon Q7”.')
  })
})

describe('questions about all documents of the sample collection', () => {
  test('are counted and listed with a sentence of each', async () => {
    const response = await answerTo('Which documents mention the Siskin R80?')
    expect(response).toMatch(/^3 of 18 documents mention “Siskin R80”\.\n\n- /u)
    expect(response.match(/^- .+\[\d\]$/gmu)).toHaveLength(3)
  })

  test('in Chinese as well', async () => {
    const response = await answerTo('列出所有提到梁思远的文档')
    expect(response).toMatch(/^18 份文档中有 2 份提到“梁思远”。/u)
    expect(response.match(/^- 《.+》：.*梁思远.*\[\d\]$/gmu)).toHaveLength(2)
  })

  test('keep to the filter', async () => {
    const filter = { documents: [idOf('会议纪要-2024-11.txt'), idOf('inventory.csv'), idOf('术语表.md')] }
    expect(await answerTo('How many documents mention the Siskin R80?', filter)).toMatch(/^2 of 3 documents mention/u)
  })

  test('leave out the trash', async () => {
    const id = idOf('inventory.csv')
    await engine.trashDocuments([id])
    expect(await answerTo('How many documents mention the Siskin R80?')).toMatch(/^2 of 17 documents mention/u)
    await engine.restoreDocuments([id])
  })
})

test('a refusal names the words that no document holds', async () => {
  expect(await answerTo('How fast do zyglons fly?')).toContain('zyglons')
  expect(await answerTo('Which documents mention zyglons?')).toContain('None of 18 documents mentions “zyglons”')
  expect(await answerTo('谁赢得了足球世界杯？')).toContain('所有文档都没有提到')
})

test('what could not be read is said', async () => {
  const broken = join(folder, 'broken.pdf')
  await writeFile(broken, '%PDF-1.7 and then nothing that belongs into one')
  for await (const event of engine.ingest({ paths: [broken] })) expect(event.type).toMatch(/progress|error/u)
  expect(await answerTo('How many documents mention the Siskin R80?')).toMatch(
    /^3 of 18 documents .*; 1 could not be read\./u,
  )
  expect(await answerTo('谁赢得了足球世界杯？')).toContain('有 1 份文档无法读取，答案可能在其中。')
})

const PlainQuestions = z.array(z.object({ question: z.string(), answer: z.string().nullable() }))

// Would catch answers that are right on benchmarks and wrong on what a person asks of tables, time lines, price lists and minutes.
test('most plain questions about the sample collection are answered, and few short answers in front are wrong', async () => {
  const path = resolve(import.meta.dirname, '../fixtures/plain-questions.json')
  const wrong: string[] = []
  const misled: string[] = []
  const questions = PlainQuestions.parse(JSON.parse(await readFile(path, 'utf8')))
  for (const { question, answer } of questions) {
    const response = await answerTo(question)
    const says = (text: string) => new RegExp(answer ?? '$^', 'u').test(text)
    const leads =
      !/^(?:The documents do not say this plainly|文档没有明确说明这一点|I found nothing|在您的文档中没有)/u.test(
        response,
      )
    if (answer === null ? leads : !says(response)) wrong.push(`${question} ${response}`)
    const lead = /^([^\n]{0,59}[^\n.。]) \[1\]\n\n/u.exec(response)?.[1]
    if (lead !== undefined && !says(lead)) misled.push(`${question} ${lead}`)
  }
  expect(questions.length).toBeGreaterThan(60)
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(6)
  expect(misled.length, misled.join('\n')).toBeLessThanOrEqual(4)
})
