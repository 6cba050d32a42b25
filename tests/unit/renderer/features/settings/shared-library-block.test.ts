import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it, vi } from 'vitest'
import type { LibraryStanding } from '@shared/changes'
import { FakeBrowser } from '../../state/browser'

vi.mock('@renderer/state/connection', () => ({
  useConnection: Object.assign((select: (state: object) => unknown) => select({ status: 'open', shell: null }), {
    getState: () => ({ status: 'open' }),
    subscribe: () => () => undefined,
  }),
  reachable: () => Promise.resolve(),
  call: () => Promise.reject(new Error('Nothing is asked here.')),
}))
new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const { startTranslations } = await import('@renderer/locales/i18n')
const { default: i18next } = await import('i18next')
const { SharedLibraryBlock } = await import('@renderer/features/settings/shared-library-block')
const { SharedStrip } = await import('@renderer/features/library/shared-strip')
const { libraryNotice, useSharedLibrary } = await import('@renderer/state/library/library-access')

const standing: LibraryStanding = {
  ...{ address: 's3://team/huts', role: 'reading', reachable: true, trouble: null, keys: 'no_keychain' },
  reached_at: '2026-11-29T08:00:00.000Z',
  writer: { who: 'anna on laptop', since: '2026-11-29T07:58:00.000Z' },
  here: { documents: 18, whole: 12, file_bytes: 3_200_000, table_bytes: 1_100_000 },
}
const refused: LibraryStanding = {
  ...{ ...standing, reachable: false },
  trouble: { code: 'PERMISSION_DENIED', message: 's3://team/huts refuses the credentials (AccessDenied).', action: '' },
}

const wordsOf = (element: () => React.ReactNode, access: LibraryStanding | null) => {
  // A page that is written out at once shows a store's first state.
  Object.assign(useSharedLibrary.getInitialState(), { access, standing: access })
  const words = renderToStaticMarkup(createElement(element)).replace(/<[^>]*>/gu, ' ')
  return words.replace(/\s+/gu, ' ')
}

beforeAll(() => startTranslations('en'))

// Would catch a library that is taken for one's own, and a server that refuses told as a network that is slow.
it('says where the library is, who writes, and what is read without it, in both languages', async () => {
  await i18next.changeLanguage('en')
  const words = wordsOf(SharedLibraryBlock, standing)
  for (const part of [
    's3://team/huts',
    'anna on laptop, since',
    'The list of 18 documents',
    'All files of 12',
    '3.2 MB',
  ])
    expect(words).toContain(part)
  expect(words).toContain('come from the environment')
  expect(wordsOf(SharedLibraryBlock, { ...standing, keys: 'kept' })).toContain('Keep its keys in the system’s keychain')
  expect(wordsOf(SharedLibraryBlock, { ...standing, role: 'writing', writer: null })).toContain('gives way a minute')
  expect(wordsOf(SharedLibraryBlock, null)).toBe('')
  await i18next.changeLanguage('zh')
  expect(wordsOf(SharedLibraryBlock, standing)).toContain('anna on laptop，自')
})

it('tells a refusal, an offline switch and a lost network apart, in the settings and in the strip', async () => {
  await i18next.changeLanguage('en')
  const words = wordsOf(SharedLibraryBlock, refused)
  expect(words).toContain('refuses the credentials')
  expect(words).toContain('Cannot be asked now')
  expect(wordsOf(SharedStrip, refused)).toContain('refuses this computer’s keys')
  const lost = (code: 'UNREACHABLE' | 'NETWORK_DENIED') => ({ ...refused, trouble: { code, message: '', action: '' } })
  expect(wordsOf(SharedStrip, lost('UNREACHABLE'))).toContain('cannot be reached')
  expect(wordsOf(SharedStrip, lost('NETWORK_DENIED'))).toContain('Cairn is offline')
  expect(wordsOf(SharedStrip, standing)).toContain('anna on laptop has been changing the shared library since')
  expect(libraryNotice({ ...standing, writer: null })).toBeNull()
})
