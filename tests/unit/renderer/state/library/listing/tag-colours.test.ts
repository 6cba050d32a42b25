import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CairnError } from '@shared/errors'
import { defaultSettings, mostTagColours, type SettingsPatch } from '@shared/settings'
import { FakeBrowser } from '../../browser'

new FakeBrowser()
vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
const set = vi.fn()
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) => Promise.resolve(run({ settings: { set } })),
}))
const { colourTag } = await import('@renderer/state/library/listing/tag-colours')
const { receiveSettings, useSettings } = await import('@renderer/state/settings-store')
const colours = () => useSettings.getState().settings.library.tag_colours

beforeEach(() => {
  set.mockReset()
  set.mockImplementation((patch: SettingsPatch) => ({
    ...defaultSettings,
    library: { ...defaultSettings.library, tag_colours: patch.library?.tag_colours ?? {} },
  }))
  receiveSettings(defaultSettings)
})

describe('colours of tags', () => {
  it('are given, changed and taken away, each for itself', async () => {
    await colourTag('湖', 'blue')
    await colourTag('__proto__', 'red')
    await colourTag('湖', 'teal')
    expect(Object.entries(colours())).toEqual([
      ['__proto__', 'red'],
      ['湖', 'teal'],
    ])
    await colourTag('__proto__', null)
    expect(colours()).toEqual({ 湖: 'teal' })
  })

  it('are as before where the engine refuses', async () => {
    set.mockRejectedValue(new CairnError('DISK_FULL', 'No room.', 'Make some.'))
    expect(await colourTag('a', 'blue')).toBe(false)
    expect(colours()).toEqual({})
  })

  it('make room for another by leaving out those of tags that nothing carries', async () => {
    const many = Object.fromEntries(Array.from({ length: mostTagColours }, (_, at) => [`t${at}`, 'red' as const]))
    receiveSettings({ ...defaultSettings, library: { ...defaultSettings.library, tag_colours: many } })
    await colourTag('new', 'pink')
    expect(colours()).toEqual({ new: 'pink' })
  })
})
