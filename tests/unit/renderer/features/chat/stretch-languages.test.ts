import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it, vi } from 'vitest'
import { documentNamed } from '../../../../fakes/fake-engine'
import { FakeBrowser } from '../../state/browser'
import { compose, evidenceItem } from './answer-fixture'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'zh', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { startTranslations } = await import('@renderer/locales/i18n')
const { answerBlocks } = await import('@renderer/answer/text/answer-blocks')
const { answerParts } = await import('@renderer/answer/text/answer-sentences')
const { prepare } = await import('@renderer/answer/text/pieces')
const { MarkdownBlock } = await import('@renderer/answer/text/markdown-block')
const { QuotedTableGrid } = await import('@renderer/ui/documents/quoted-table-grid')
const { FileNoticeLine } = await import('@renderer/answer/file-notice-line')
const { useLibrary } = await import('@renderer/state/library/library-store')

beforeAll(() => startTranslations('zh'))

// Would catch English quotations in a Chinese answer that a screen reader speaks as Chinese.
it('a quotation says its own language inside an answer in another', () => {
  const { response, refs } = compose([
    { text: '缆车于1983年建成。', number: 1, item: false },
    { text: 'The cable car is closed in the autumn for the inspection of the cables.', number: 2, item: false },
  ])
  const evidence = [evidenceItem(1, 'text'), evidenceItem(2, 'text')]
  const blocks = answerBlocks(
    prepare(response, answerParts({ response, refs, evidence, written: false }), evidence, true),
  )
  const markup = blocks.map((block) => renderToStaticMarkup(createElement(MarkdownBlock, block))).join('')
  expect(markup).toMatch(/<span lang="zh"[^>]*data-sentence="1"/u)
  expect(markup).toMatch(/<span lang="en"[^>]*data-sentence="2"/u)
})

it('so does a cell of a quoted table', () => {
  const table = { heads: ['站点', 'remark'], rows: [['北站', 'It is closed in the winter.']] }
  const markup = renderToStaticMarkup(createElement(QuotedTableGrid, { table }))
  expect([...markup.matchAll(/lang="(\w+)"/gu)].map(([, lang]) => lang)).toEqual(['zh', 'en'])
})

// Would catch words shown as evidence of a file that says something else by now.
it('what has become of a file is said wherever its words are shown', () => {
  const on_disk = { size: 1, modified: 1, changed: 1, device: 1, state: 'changed' as const }
  const documents = new Map([
    ['a', { ...documentNamed('a.md'), on_disk }],
    ['b', documentNamed('b.md')],
  ])
  // Markup is made of the state that a store began with.
  Object.assign(useLibrary.getInitialState(), { documents })
  const shown = (documentId: string) => renderToStaticMarkup(createElement(FileNoticeLine, { documentId }))
  expect(shown('a')).toContain('读取之后文件已改动')
  expect([shown('b'), shown('')]).toEqual(['', ''])
})
