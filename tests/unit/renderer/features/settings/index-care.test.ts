import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it, vi } from 'vitest'
import type { CheckReport } from '@shared/api/store/store-report'
import { FakeBrowser } from '../../state/browser'

vi.mock('@renderer/state/connection', () => ({ call: () => Promise.reject(new Error('Nothing is asked here.')) }))
new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { startTranslations } = await import('@renderer/locales/i18n')
const { default: i18next } = await import('i18next')
const { IndexCare } = await import('@renderer/features/settings/index-care')
const { useStoreCare } = await import('@renderer/state/store-care')

const lost = { key: 'document_lost' as const, values: { id: 'd1', name: 'plan.md', title: 'Plan' } }
const report: CheckReport = {
  ...{ ok: true, problems: [], counts: {} },
  given_up: [{ at: Date.UTC(2026, 11, 1, 12), folder: '/store/damaged/17', problems: [lost] }],
}

beforeAll(() => startTranslations('en'))

// Would catch a repair whose losses only the terminal tells of.
it.each([
  ['en', 'Dec 1, 2026', 'could not mend this', 'document “plan.md” (d1) is missing from the list'],
  ['zh', '2026年12月1日', '未能挽回', '文档“plan.md”（d1）已不在列表中'],
])('what an earlier repair could not mend is told with its day and folder (%s)', async (language, ...parts) => {
  await i18next.changeLanguage(language)
  Object.assign(useStoreCare.getInitialState(), { check: report })
  const words = renderToStaticMarkup(createElement(IndexCare)).replace(/<[^>]*>/gu, ' ')
  for (const part of [...parts, '/store/damaged/17']) expect(words).toContain(part)
})
