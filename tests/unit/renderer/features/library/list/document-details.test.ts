import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it, vi } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { documentNamed } from '../../../../../fakes/fake-engine'
import { FakeBrowser } from '../../../state/browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { startTranslations } = await import('@renderer/locales/i18n')
const { default: i18next } = await import('i18next')
const { DocumentDetails } = await import('@renderer/features/library/list/document-details')

const acts = {} as Parameters<typeof DocumentDetails>[0]['acts']
const textOf = (fields: Partial<DocumentRecord>) =>
  renderToStaticMarkup(createElement(DocumentDetails, { record: documentNamed('x.zip', fields), acts }))
    .replace(/<[^>]*>/gu, ' ')
    .replace(/\s+/gu, ' ')

beforeAll(() => startTranslations('en'))

// Would catch a date that claims more than the document says, and facts that stand there empty.
it('shows who wrote a document and when as exactly as it says so, in both languages', async () => {
  const known = {
    member_count: 1200,
    authors: ['Ada', '王芳'],
    written_at: '2019',
    modified_at: Date.UTC(2021, 1, 3, 12),
  }
  for (const [language, words] of [
    [
      'en',
      [
        'Holds 1,200 documents',
        'Author, as it says itself Ada, 王芳',
        'Date, as it says itself 2019 ',
        'File changed Feb 3, 2021',
      ],
    ],
    ['zh', ['包含 1,200 份文档', '作者（文档自述） Ada、王芳', '日期（文档自述） 2019 ', '文件修改时间 2021年2月3日']],
  ] as const) {
    await i18next.changeLanguage(language)
    for (const word of words) expect(textOf(known)).toContain(word)
  }
  await i18next.changeLanguage('en')
  expect(textOf({ written_at: '2019-05' })).toContain('May 2019')
  expect(textOf({ written_at: '2019-05-06' })).toContain('May 6, 2019 ')
  expect(textOf({ member_count: 0 })).not.toMatch(/Holds|Author|Date, as|File changed/u)
})
