import { beforeEach, expect, it, vi } from 'vitest'
import { CairnError } from '@shared/errors'
import { defaultSettings, mostSavedFilters, type SavedFilter, type SettingsPatch } from '@shared/settings'
import { FakeBrowser } from '../../browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const set = vi.fn()
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) => Promise.resolve(run({ settings: { set } })),
}))
const { forgetFilter, saveFilter, takeOldFilters } = await import('@renderer/state/library/listing/saved-filters')
const { receiveSettings, useSettings } = await import('@renderer/state/settings-store')
const key = 'cairn.library.saved'
const none = { status: null, collection: null, tag: null, format: null, dates: null, changed: null }
const filter = (text: string): SavedFilter => ({ ...none, text })
const saved = () => useSettings.getState().settings.library.saved_filters.map(({ text }) => text)

beforeEach(() => {
  localStorage.removeItem(key)
  set.mockReset()
  set.mockImplementation((patch: SettingsPatch) => ({
    ...defaultSettings,
    library: { ...defaultSettings.library, saved_filters: patch.library?.saved_filters ?? [] },
  }))
  receiveSettings(defaultSettings)
})

// Would catch filters that a second window, or a backup, does not have.
it('filters are saved with the library, each once, and the oldest goes where there are too many', async () => {
  await saveFilter(filter('a'))
  await saveFilter(filter('b'))
  await saveFilter(filter('a'))
  expect(saved()).toEqual(['b', 'a'])
  await forgetFilter(filter('b'))
  expect(saved()).toEqual(['a'])
  for (let at = 0; at < mostSavedFilters; at += 1) await saveFilter(filter(`f${at}`))
  expect(saved()).toHaveLength(mostSavedFilters)
  expect(saved()[0]).toBe('f0')
})

// Would catch an update that loses what somebody saved.
it('filters that an earlier Cairn kept in this browser are taken over once, and stay where they are when that fails', async () => {
  const { changed: _later, ...old } = filter('old')
  localStorage.setItem(key, JSON.stringify([old, filter('both')]))
  await saveFilter(filter('both'))
  set.mockRejectedValueOnce(new CairnError('DISK_FULL', 'No room.', 'Make some.'))
  await takeOldFilters()
  expect(saved()).toEqual(['both'])
  await takeOldFilters()
  expect(saved()).toEqual(['old', 'both'])
  await forgetFilter(filter('old'))
  await takeOldFilters()
  expect(saved()).toEqual(['both'])
})
