import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { argumentsByModel } from '@engine/pipeline/model-calls/tool-arguments'
import type { Tool, ToolQuestion as Asked } from '@engine/tools/tool'
import { createToolChannel } from '@engine/tools/tool-channel'
import { createTableQuery } from '@engine/tools/table-query/table-query'
import { holdsAll, readToolQuestions } from '../../../../bench/tools/tool-questions'
import { fakeLanguageModels } from '../../../fakes/language-models'
import { tableLibrary } from '../tables/table-library'
import { noSignal, shippedTerms } from './asked-terms'
import replies from './model-plans.json'

const fixtures = 'tests/fixtures/tools'

async function askedTables() {
  const folder = join(fixtures, 'files-d')
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => [name, await readFile(join(folder, name))]),
  )
  const library = await tableLibrary(Object.fromEntries(files) as Record<string, Uint8Array>)
  const tool = createTableQuery({ ...library, terms: await shippedTerms() })
  const tools = createToolChannel({
    tools: () => [tool],
    call: (_name, args, context) => (tool as Tool).run(args, context),
    log: () => undefined,
  })
  /** What the model is told, and what comes of its reply: all that is said, or null where nothing is claimed. */
  const answered = async (question: Asked, reply: string) => {
    const models = fakeLanguageModels({ scripts: { understand: [reply] } })
    const access = { models, seed: 1, clock: () => 0, onCall: () => undefined }
    const choice = await argumentsByModel({ tool: tool.name, question }, tools, access, { ms: 5000, signal: noSignal })
    const told = models.asked.flatMap(({ messages }) => messages.map(({ content }) => content)).join('\n')
    if (choice?.reading.is !== 'arguments') return { told, said: null }
    const context = { ...question, sessionId: 's', signal: noSignal }
    const { text, table } = await tools.run(choice, choice.reading.args, context)
    return { told, said: [text, ...(table?.rows.map(({ cells }) => cells.join(' ')) ?? [])].join('\n') }
  }
  return { answered }
}

const inParis = { timeZone: 'Europe/Paris', now: Date.parse('2026-03-18T09:30:00+01:00') }
const mean: Asked = { ...inParis, text: 'average horsepower of european cars', language: 'en' }
const reply = (plan: unknown) => JSON.stringify({ applies: true, arguments: plan })

describe('questions that rules do not read, with the plan of a language model', () => {
  it('gives the right figures, from names that the model was told', async () => {
    const { answered } = await askedTables()
    const questions = await readToolQuestions(join(fixtures, 'd.json'))
    const wrong: string[] = []
    for (const { id, plan } of replies) {
      const one = questions.find((question) => question.id === id)
      if (!one) throw new Error(`There is no question ${id}.`)
      const { told, said } = await answered({ ...inParis, text: one.question, language: one.language }, reply(plan))
      const names = JSON.stringify(plan).matchAll(/"(?:column|table)":"(?!main|joined)([^"]+)"/gu)
      const untold = [...names].map(([, name]) => `"${name}"`).filter((name) => !told.includes(name))
      if (said === null || !holdsAll(said, one.expected) || untold.length > 0)
        wrong.push(`${id} ${String(said)} ${untold.join(' ')}`)
    }
    expect(wrong).toEqual([])
  }, 60_000)

  it('claims nothing where the model refuses, breaks off, or names what there is not', async () => {
    const { answered } = await askedTables()
    const plan = { table: 'cars.csv', measures: [{ operation: 'average', column: { column: 'Horse power' } }] }
    expect((await answered(mean, reply(plan))).said).toBeNull()
    await expect(answered(mean, reply(plan).slice(0, 60))).rejects.toThrow()
    await expect(answered(mean, 'I cannot help with that.')).rejects.toThrow()
    const refused = await answered(mean, JSON.stringify({ applies: false, arguments: {} }))
    expect(refused.said).toBeNull()
    expect((await answered(mean, reply({ table: 'cars.csv', measures: 'all' }))).said).toBeNull()
    expect(refused.told).toContain('"operation": "sum" | "average"')
    expect(refused.told).toContain('"values": [string | number | boolean, …]')
  }, 60_000)
})
