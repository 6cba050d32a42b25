import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it, vi } from 'vitest'
import { FakeBrowser } from '../../../state/browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { startTranslations } = await import('@renderer/locales/i18n')
const { CatalogueAnswer, ListedDocuments } = await import('@renderer/features/chat/answer/listed-documents')

beforeAll(() => startTranslations('en'))

const groups = Array.from({ length: 14 }, (_, at) => [`d${at}`])

// Would catch lines of the text that stand there twice, and documents that cannot be unfolded.
it('shows the words of an answer from the catalogue, and documents in place of its list', () => {
  const response = '14 of 20 documents are PDF files.\n\n- a.pdf\n- b.pdf\n\n… and 4 more.'
  const listed = { groups, named: 10 }
  const page = renderToStaticMarkup(createElement(CatalogueAnswer, { turn: { response }, listed }))
  expect(page).toContain('14 of 20 documents are PDF files.')
  expect(page).not.toContain('a.pdf')
  expect(page.match(/<li>/gu)).toHaveLength(10)
  expect(page).toContain('Show the other 4 documents')
})

it('shows nothing behind an answer that quotes all of its documents', () => {
  const listed = { groups: groups.slice(0, 3), named: 3 }
  expect(renderToStaticMarkup(createElement(ListedDocuments, { listed, from: 3 }))).toBe('')
})
