import { expect, it, vi } from 'vitest'
import { documentNamed } from '../../../../../fakes/fake-engine'
import { FakeBrowser } from '../../../state/browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { standingOf } = await import('@renderer/features/library/list/document-state')

const access = {
  address: 's3://huts',
  role: 'writing',
  reachable: true,
  writer: null,
  trouble: null,
  reached_at: null,
} as const
const away = { ...access, reachable: false }
const record = (status: 'chunking' | 'ready') => documentNamed('a.md', { status })

// Would catch “Parsing”, with a clock that runs, for a library that cannot be reached.
it('says that reading waits for a library that cannot be reached', () => {
  expect(standingOf(record('chunking'), null)).toEqual({ key: 'chunking', step: 1 })
  expect(standingOf(record('chunking'), access)).toEqual({ key: 'chunking', step: 1 })
  expect(standingOf(record('chunking'), away)).toEqual({ key: 'away', step: -1 })
  expect(standingOf(record('ready'), away)).toEqual({ key: 'ready', step: -1 })
})
