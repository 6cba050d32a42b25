import type { ToolRun } from '@shared/tools/tool-run'
import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { builtInTools } from '@engine/wiring/built-in-tools'
import { FakeBrowser } from '../../../../state/browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { startTranslations } = await import('@renderer/locales/i18n')
const { ToolDetails } = await import('@renderer/features/chat/turn/tools/tool-details')

beforeAll(() => startTranslations('en'))

/** Cairn's own tools over nothing: only their schemas are looked at. */
const nothing = { models: { inference: {} }, storage: { terms: {}, store: {} }, tables: {}, rates: {} }
const ownSchemas = builtInTools({ options: {} } as never, nothing as never).map(({ args }) => args)

/** Names of a schema's arguments, of all its alternatives. */
function argumentsOf({ properties = {}, oneOf = [], anyOf = [] }: z.core.JSONSchema.JSONSchema): string[] {
  const inner = [...oneOf, ...anyOf].filter((one) => typeof one === 'object')
  return [...Object.keys(properties), ...inner.flatMap(argumentsOf)]
}

const run = (more: Partial<ToolRun>): ToolRun => ({
  call_id: 'c',
  tool: 'table_query',
  title: 'Ask the tables',
  question: 'How much?',
  args: {},
  state: 'done',
  called_at: '',
  ...more,
})
const pageOf = (more: Partial<ToolRun>) => renderToStaticMarkup(createElement(ToolDetails, { run: run(more) }))

describe('what a card shows of a run', () => {
  // Would catch a plan of ten lines before the figure that somebody asked for.
  it('folds what is built of parts, and leaves out what was left open', () => {
    const page = pageOf({ args: { table: 'hauls.csv', measures: [{ operation: 'sum' }], where: [], limit: null } })
    expect(page).toMatch(/<details[^>]*><summary>What was asked of it<\/summary>.*hauls\.csv.*sum/su)
    expect(page).not.toMatch(/Conditions|Rows at most|null/u)
    expect(pageOf({ args: { expression: '1 + 1', digits: 0 } })).toMatch(/^(?!.*<details).*1 \+ 1.*digits.*0/su)
    expect(pageOf({ args: { where: [] } })).not.toContain('What was asked')
  })

  // Would catch an argument of Cairn's own tools that a card calls by its name in the code, and one of another program that it renames.
  it('calls arguments of Cairn’s own tools by words of the window, others as their program does', () => {
    const names = new Set(
      ownSchemas.flatMap((schema) => argumentsOf(z.toJSONSchema(schema, { unrepresentable: 'any' }))),
    )
    expect(names.size).toBeGreaterThan(20)
    for (const language of ['en', 'zh']) {
      for (const name of names)
        expect(i18next.exists(`chat:tools.argument.${name}`, { lng: language }), name).toBe(true)
    }
    expect(pageOf({ args: { groupBy: 'month' } })).toContain('<dt>Grouped by</dt>')
    expect(pageOf({ args: { groupBy: 'month' }, server: 'peer' })).toContain('<bdi>groupBy</bdi>')
  })

  it('folds how it was worked out, and has it to copy', () => {
    const page = pageOf({ workings: 'SELECT 1' })
    expect(page).toMatch(
      /<details[^>]*><summary>How it was worked out<\/summary>.*SELECT 1.*Copy how it was worked out/su,
    )
    expect(pageOf({ workings: '' })).not.toContain('<details')
  })

  it('says why it failed and what to do', () => {
    const error = {
      code: 'TOOL_FAILED',
      message: 'A division by zero has no result.',
      action: 'Change the numbers.',
    } as const
    expect(pageOf({ state: 'failed', error })).toContain('A division by zero has no result. Change the numbers.')
  })
})
