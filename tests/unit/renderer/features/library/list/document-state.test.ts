import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it, vi } from 'vitest'
import { documentNamed } from '../../../../../fakes/fake-engine'
import { FakeBrowser } from '../../../state/browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { startTranslations } = await import('@renderer/locales/i18n')
const { DocumentState } = await import('@renderer/features/library/list/document-state')
const { receiveLibrary } = await import('@renderer/state/library/library-access')

const shown = (status: 'parsing' | 'ready') =>
  renderToStaticMarkup(createElement(DocumentState, { record: documentNamed('a.md', { status }) }))

beforeAll(() => startTranslations('en'))

// Would catch “Parsing”, with a clock that runs, for a library that cannot be reached.
it('says that reading waits for a library that cannot be reached', () => {
  expect(shown('parsing')).toContain('Parsing')
  receiveLibrary({ address: 's3://huts', role: 'writing', reachable: false, writer: null })
  expect(shown('parsing')).toContain('Waits for the library')
  expect(shown('parsing')).not.toContain('Parsing')
  expect(shown('ready')).toContain('Ready')
})
