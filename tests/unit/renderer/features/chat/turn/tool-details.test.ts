import type { ToolRun } from '@shared/tools/tool-run'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { FakeBrowser } from '../../../state/browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { startTranslations } = await import('@renderer/locales/i18n')
const { ToolDetails } = await import('@renderer/features/chat/turn/tool-details')

beforeAll(() => startTranslations('en'))

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
    expect(page).not.toMatch(/where|limit|null/u)
    expect(pageOf({ args: { expression: '1 + 1', digits: 0 } })).toMatch(/^(?!.*<details).*1 \+ 1.*digits.*0/su)
    expect(pageOf({ args: { where: [] } })).not.toContain('What was asked')
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
