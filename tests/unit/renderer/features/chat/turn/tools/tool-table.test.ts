import type { ToolTable } from '@shared/tools/tool-run'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { FakeBrowser } from '../../../../state/browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { startTranslations } = await import('@renderer/locales/i18n')
const { ResultTable } = await import('@renderer/features/chat/turn/tools/tool-table')

beforeAll(() => startTranslations('en'))

const source = { document_id: 'd', start: 0, end: 4, place: 'A2:C2' }
const pageOf = (table: ToolTable) => renderToStaticMarkup(createElement(ResultTable, { table }))
const rowsIn = (page: string) => page.split('<tr').length - 2

describe('the table of a result', () => {
  // Would catch a count that claims rows that the record does not have.
  it('shows twenty rows, offers those that were kept, and tells of those that were not', () => {
    const rows = Array.from({ length: 200 }, (_, at) => ({ cells: [`${at}`], source }))
    const page = pageOf({ columns: ['Haul'], rows, total: 1000 })
    expect(rowsIn(page)).toBe(20)
    expect(page).toContain('Show all 200 rows')
    expect(page).toContain('200 of 1,000 rows were kept.')
    const short = pageOf({ columns: ['Haul'], rows: rows.slice(0, 20), total: 20 })
    expect(rowsIn(short)).toBe(20)
    expect(short).not.toMatch(/<p|Show all/u)
  })

  it('has a cell in each row for the place, where any row has one', () => {
    const page = pageOf({ columns: ['Haul'], rows: [{ cells: ['1'], source }, { cells: ['2'] }], total: 2 })
    expect(page.split('<td').length - 1).toBe(4)
    expect(page).toContain('A2:C2')
    expect(pageOf({ columns: ['Haul'], rows: [{ cells: ['1'] }], total: 1 })).not.toContain('Where it stands')
  })

  it('sets columns of figures apart from words, whatever is not shown yet', () => {
    const rows = Array.from({ length: 30 }, (_, at) => ({ cells: ['1,200 kg', at === 29 ? 'none' : `${at}`] }))
    const [, head = ''] = /<thead>(.*)<\/thead>/u.exec(pageOf({ columns: ['Weight', 'Note'], rows, total: 30 })) ?? []
    expect(head).toMatch(/class="[^"]*figure[^"]*"[^>]*>Weight/u)
    expect(head).not.toMatch(/class="[^"]*figure[^"]*"[^>]*>Note/u)
  })

  it('shows cells letter for letter', () => {
    const page = pageOf({ columns: ['<b>'], rows: [{ cells: ['a\u202Eb'] }], total: 1 })
    expect(page).toContain('&lt;b&gt;')
    expect(page).toContain('[U+202E]')
  })
})
