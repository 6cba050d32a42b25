import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeBrowser } from '../../browser'

beforeEach(() => {
  vi.resetModules()
  new FakeBrowser()
})
const load = () => import('@renderer/state/library/listing/library-columns')
const key = 'cairn.library.columns'

describe('the columns of the library', () => {
  it('are all there, as wide as usual, until somebody says otherwise', async () => {
    const { columnStyle, useLibraryColumns } = await load()
    expect(columnStyle(useLibraryColumns.getState())).toEqual({})
  })

  it('are taken away, widened within bounds, and found so by the next page', async () => {
    const { showColumn, widenColumn } = await load()
    showColumn('format', false)
    showColumn('size', false)
    showColumn('size', true)
    widenColumn('collection', 200.4)
    widenColumn('added', 1e6)
    widenColumn('state', -3)
    vi.resetModules()
    const { columnStyle, useLibraryColumns } = await load()
    expect(columnStyle(useLibraryColumns.getState())).toEqual({
      '--format': ' ',
      '--show-format': 'none',
      '--wide-collection': '200px',
      '--wide-added': '480px',
      '--wide-state': '40px',
    })
  })

  it('are as at first again', async () => {
    const { columnStyle, resetColumns, showColumn, useLibraryColumns, widenColumn } = await load()
    showColumn('tags', false)
    widenColumn('collection', 100)
    widenColumn('collection', null)
    expect(useLibraryColumns.getState().widths).toEqual({})
    resetColumns()
    expect(columnStyle(useLibraryColumns.getState())).toEqual({})
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual({ hidden: [], widths: {} })
  })

  it.each(['{', '7', '{"hidden":["nonsense"],"widths":{"size":1}}', '{"widths":{"name":300}}'])(
    'make nothing of a kept value that is none: %s',
    async (value) => {
      localStorage.setItem(key, value)
      const { columnStyle, useLibraryColumns } = await load()
      expect(columnStyle(useLibraryColumns.getState())).toEqual({})
    },
  )
})
