import { describe, expect, it } from 'vitest'
import { detectLanguage } from '@engine/text/language'
import { toolPrompt } from '@engine/pipeline/prompts/tool-prompt'
import { Calculator } from '@engine/tools/calculator/calculator'
import { Currency } from '@engine/tools/currency/currency'
import { Datetime } from '@engine/tools/datetime/datetime'
import type { Tool } from '@engine/tools/tool'
import { createToolChannel } from '@engine/tools/tool-channel'
import { createWeather } from '@engine/tools/weather/weather'

const unused = (): never => {
  throw new Error('A prompt runs nothing.')
}
const weather = createWeather({ gate: { fetch: unused }, isAllowed: () => false })
const tools = [
  new Calculator(),
  new Datetime(),
  new Currency({ loadRates: unused }),
  weather,
] as readonly unknown[] as readonly Tool[]
const channel = createToolChannel({ tools: () => tools, call: unused, log: unused })

async function briefed(tool: string, text: string) {
  const now = Date.parse('2026-03-18T09:30:00+01:00')
  const question = { text, language: detectLanguage(text), now, timeZone: 'Europe/Paris' }
  const brief = await channel.brief(tool, question)
  if (!brief) throw new Error(`There is no tool ${tool}.`)
  return { brief, prompt: toolPrompt(brief, question) }
}

describe('what a model is told of a tool', () => {
  // The grammar that it is held to tells it nothing: only these words do.
  it.each([
    [
      'calculator',
      'How long does 450 km take at 90 km/h?',
      ['"expression"', 'percentchange(before, after)', '15% * 890000', '(120 + 10%) / 4'],
    ],
    [
      'datetime',
      'How long from Monday till Friday?',
      ['"shift"', '"working_days"', 'YYYY-MM-DD', 'spring-festival', '2026-03-18 09:30, Wednesday'],
    ],
    ['datetime', '再过一个半月是几号？', ['"amount": integer', '星期三', '今天农历几号？ → {"operation":"describe"']],
    ['currency', 'What is fifty quid in kronor?', ['"from": string (ISO 4217', '"date": YYYY-MM-DD | null']],
    ['weather', '周末上海冷吗？', ['"day": integer | null (Days from today', '明天北京的天气如何？']],
  ])('of %s for %j', async (tool, text, words) => {
    const { prompt } = await briefed(tool, text)
    for (const word of words) expect(prompt.content).toContain(word)
    expect(prompt.content).not.toContain('null | null')
  })

  // Would catch numbers of a plan that are taken for citations, which no model could repeat as JSON.
  it('of a first reading, and of examples with numbers, word for word', async () => {
    const { brief } = await briefed('calculator', 'What is 2 plus 2?')
    const question = { text: 'sales in 2023', language: 'en', now: 0, timeZone: 'UTC' } as const
    const reading = { where: [{ column: 'Date', part: 'year', operator: 'in', values: [2023, 2024] }] }
    const briefing = 'Like {"values":[2023]}, but [1] is a mark.'
    const { content } = toolPrompt({ ...brief, briefing }, question, reading)
    expect(content).toContain(JSON.stringify(reading))
    expect(content).toContain('Like {"values":[2023]}, but 〔1〕 is a mark.')
    expect(toolPrompt({ ...brief, briefing }, question).content).not.toContain('First reading')
  })

  it('leaves it a way to say nothing where nothing need be said', async () => {
    const { brief } = await briefed('datetime', 'What time is it?')
    expect(brief.parse({ operation: 'now', show: 'time', place: null })).toEqual({ operation: 'now', show: 'time' })
    expect(brief.parse({ operation: 'age', born: null, on: 'today' })).toBeNull()
    const { brief: ofMoney } = await briefed('currency', 'What is fifty quid in kronor?')
    const args = { amount: '50', from: 'GBP', to: 'SEK', date: null }
    expect(ofMoney.parse(args)).toEqual(args)
  })
})
