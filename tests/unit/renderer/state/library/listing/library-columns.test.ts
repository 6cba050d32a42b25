import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CairnError } from '@shared/errors'
import { defaultSettings, Settings, type SettingsPatch } from '@shared/settings'
import { FakeBrowser } from '../../browser'

const set = vi.fn()
vi.mock('@renderer/state/connection', () => ({
  call: (run: (client: unknown) => unknown) => Promise.resolve(run({ settings: { set } })),
}))
const key = 'cairn.library.columns'
const wished = ['dated', 'changed']
/** What the engine keeps. */
let kept: Settings

const withColumns = (library: NonNullable<SettingsPatch['library']>): Settings =>
  Settings.parse({ ...defaultSettings, library: { ...defaultSettings.library, ...library } })

/** A page that was opened now. */
async function load() {
  vi.resetModules()
  const columns = await import('@renderer/state/library/listing/library-columns')
  const { receiveSettings } = await import('@renderer/state/settings-store')
  receiveSettings(kept)
  const shown = () => {
    const { hidden, widths } = columns.useLibraryColumns.getState()
    return { hidden: [...hidden], widths }
  }
  const asAtFirst = () => columns.areAsAtFirst(columns.useLibraryColumns.getState())
  return { ...columns, receiveSettings, shown, asAtFirst }
}

beforeEach(() => {
  vi.useFakeTimers()
  new FakeBrowser()
  vi.stubGlobal('navigator', { platform: 'Linux', language: 'en', userAgent: '', vendor: '', maxTouchPoints: 0 })
  kept = defaultSettings
  set.mockReset()
  set.mockImplementation((patch: SettingsPatch) => (kept = withColumns(patch.library ?? {})))
})
afterEach(() => vi.useRealTimers())

describe('the columns of the library', () => {
  it('are there but for two, as wide as usual, until somebody says otherwise', async () => {
    const { asAtFirst, shown } = await load()
    expect(shown()).toEqual({ hidden: wished, widths: {} })
    expect(asAtFirst()).toBe(true)
  })

  // Would catch columns that a second window, another browser or a backup does not have.
  it('are taken away, wished for, widened within bounds, and kept with the library', async () => {
    const { showColumn, widenColumn } = await load()
    showColumn('format', false)
    showColumn('size', false)
    showColumn('size', true)
    showColumn('dated', true)
    widenColumn('collection', 200.4)
    widenColumn('added', 1e6)
    widenColumn('state', -3)
    widenColumn('name', 700)
    await vi.runAllTimersAsync()
    expect(set).toHaveBeenCalledTimes(1)
    const { asAtFirst, shown } = await load()
    const widths = { collection: 200, added: 480, state: 40, name: 700 }
    expect(shown()).toEqual({ hidden: ['format', 'changed'], widths })
    expect(asAtFirst()).toBe(false)
  })

  it('are as at first again', async () => {
    const { asAtFirst, resetColumns, showColumn, shown, widenColumn } = await load()
    showColumn('tags', false)
    showColumn('changed', true)
    widenColumn('collection', 100)
    widenColumn('collection', null)
    expect(shown().widths).toEqual({})
    resetColumns()
    await vi.runAllTimersAsync()
    expect(asAtFirst()).toBe(true)
    expect(kept.library).toMatchObject({ hidden_columns: [], wished_columns: [], column_widths: {} })
  })

  it('follow another window, but not while an edge is dragged here; and the engine where it refuses', async () => {
    const { receiveSettings, shown, widenColumn } = await load()
    receiveSettings(withColumns({ hidden_columns: ['size'] }))
    expect(shown().hidden).toEqual(['size', ...wished])
    widenColumn('state', 100)
    receiveSettings(withColumns({ hidden_columns: [] }))
    expect(shown()).toEqual({ hidden: ['size', ...wished], widths: { state: 100 } })
    await vi.runAllTimersAsync()
    expect(kept.library).toMatchObject({ hidden_columns: ['size'], wished_columns: [], column_widths: { state: 100 } })
    set.mockImplementation(() => {
      throw new CairnError('DISK_FULL', 'No room.', 'Make some.')
    })
    widenColumn('state', 200)
    await vi.runAllTimersAsync()
    expect(shown().widths).toEqual({ state: 100 })
  })

  // Would catch an update that loses what somebody chose, or one browser that overrules the library for ever.
  it('that an earlier Cairn kept in this browser are taken over once, where the library has none', async () => {
    localStorage.setItem(key, '{"hidden":["size"],"widths":{"added":100}}')
    const { shown, asAtFirst, resetColumns } = await load()
    expect(shown()).toEqual({ hidden: ['size', ...wished], widths: { added: 100 } })
    await vi.runAllTimersAsync()
    expect(kept.library).toMatchObject({ hidden_columns: ['size'], wished_columns: [], column_widths: { added: 100 } })
    resetColumns()
    await vi.runAllTimersAsync()
    expect(asAtFirst()).toBe(true)
    expect((await load()).asAtFirst()).toBe(true)
    localStorage.setItem(key, '{"hidden":["size"]}')
    kept = withColumns({ hidden_columns: ['tags'] })
    expect((await load()).shown().hidden).toEqual(['tags', ...wished])
  })

  it.each(['{', '7', '{"hidden":["nonsense"],"widths":{"size":1}}', '{"widths":{"nothing":300}}'])(
    'make nothing of a kept value that is none: %s',
    async (value) => {
      localStorage.setItem(key, value)
      expect((await load()).asAtFirst()).toBe(true)
    },
  )
})
