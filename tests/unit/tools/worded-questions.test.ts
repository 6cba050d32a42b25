import { describe, expect, it } from 'vitest'
import { detectLanguage } from '@engine/text/language'
import { Calculator } from '@engine/tools/calculator/calculator'
import { Currency } from '@engine/tools/currency/currency'
import { Datetime } from '@engine/tools/datetime/datetime'
import { SystemMetrics } from '@engine/tools/system-metrics/system-metrics'
import type { Tool, ToolReading } from '@engine/tools/tool'
import { createWeather } from '@engine/tools/weather/weather'
import first from '../../fixtures/tools/a.json'
import second from '../../fixtures/tools/b.json'
import worded from '../../fixtures/tools/worded/questions.json'

const people = [...first, ...second]
const unused = (): never => {
  throw new Error('Reading a question runs nothing.')
}
const source = { memory: unused, processor: unused, disk: unused, library: unused, pipeline: unused }
const gate = { fetch: unused }
const tools = [
  new Calculator(),
  new Datetime(),
  new Currency({ loadRates: unused }),
  createWeather({ gate, isAllowed: () => false }),
  new SystemMetrics(source),
] as readonly unknown[] as readonly Tool<Readonly<Record<string, unknown>>>[]

// The README of the questions says when and where they are asked.
const asked = { now: Date.parse('2026-03-18T09:30:00+01:00'), timeZone: 'Europe/Paris' }
const contextFor = (text: string) => ({
  ...asked,
  language: detectLanguage(text),
  signal: new AbortController().signal,
})

interface Read {
  readonly tool: Tool<Readonly<Record<string, unknown>>>
  readonly reading: ToolReading<Readonly<Record<string, unknown>>>
}

/** The tool that a question is most surely for, as the tool channel finds it. */
async function toolFor(text: string): Promise<Read | null> {
  const context = contextFor(text)
  let best: Read | null = null
  for (const tool of tools) {
    const reading = await tool.read({ text, ...context }, context.signal)
    const isSurer = reading && reading.confidence >= 0.7 && reading.confidence > (best?.reading.confidence ?? 0)
    if (isSurer) best = { tool, reading }
  }
  return best
}

/** What is made of a question: the tool, and what it found or lacks. */
async function madeOf(text: string): Promise<{ tool: string | null; found: string }> {
  const read = await toolFor(text)
  if (!read) return { tool: null, found: '' }
  const { tool, reading } = read
  if (reading.is === 'missing') return { tool: tool.name, found: `missing:${reading.argument}` }
  const { args } = reading
  if (tool.name === 'currency') return { tool: tool.name, found: [args['amount'], args['from'], args['to']].join(' ') }
  if (tool.name === 'weather') return { tool: tool.name, found: [args['place'], args['day']].join(' ') }
  if (tool.name === 'system_metrics') return { tool: tool.name, found: [args['about']].flat().join('+') }
  const { text: said, data } = await tool.run(args, contextFor(text))
  return {
    tool: tool.name,
    found: tool.name === 'calculator' ? String(data['value']) : `${said} ${JSON.stringify(data)}`,
  }
}

function isAsWanted(found: string, want: string | number): boolean {
  return typeof want === 'number' ? Math.abs(Number(found) - want) <= 1e-6 * Math.abs(want) : found.includes(want)
}

const small = new Set(tools.map(({ name }) => name))

describe('questions as people word them', () => {
  it.each(worded.filter(({ tool, aside }) => tool !== null && !aside))(
    '$question',
    async ({ question, tool, want }) => {
      const made = await madeOf(question)
      expect(made.tool).toBe(tool)
      expect(made.found).toSatisfy((found: string) => isAsWanted(found, want ?? ''))
    },
  )

  it.each(people.filter(({ tool }) => tool !== null && small.has(tool)))(
    '$question',
    async ({ question, tool, ...rest }) => {
      const made = await madeOf(question)
      expect(made.tool).toBe(tool)
      expect(made.found.startsWith('missing')).toBe('asks_back' in rest)
      const [figure] = rest.expected.figures
      if (tool === 'calculator' && figure !== undefined)
        expect(Math.abs(Math.abs(Number(made.found)) - figure)).toBeLessThan(0.05)
      if (tool === 'datetime' && figure !== undefined)
        expect(made.found).toMatch(new RegExp(`(?<!\\d)${figure}(?!\\d)`, 'u'))
    },
  )

  it('are read where nothing was tuned on them', async () => {
    const aside = worded.filter((one) => one.aside)
    const made = await Promise.all(aside.map(({ question }) => madeOf(question)))
    const right = aside.filter(
      ({ tool, want }, at) => made[at]?.tool === tool && isAsWanted(made[at].found, want ?? ''),
    )
    const routed = aside.filter(({ tool }, at) => made[at]?.tool === tool)
    expect([aside.length, routed.length, right.length]).toEqual([43, 42, 41])
  })
})

describe('questions of the documents', () => {
  const traps = [...worded, ...people].filter(
    ({ tool }) => tool === null || tool === 'table_query' || tool === 'record_lookup',
  )
  it.each(traps)('$question', async ({ question }) => {
    expect(await madeOf(question)).toEqual({ tool: null, found: '' })
  })
})
