import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeBrowser } from '../../browser'

beforeEach(() => {
  vi.resetModules()
  new FakeBrowser()
})
const load = () => import('@renderer/state/library/listing/library-columns')
const key = 'cairn.library.columns'

const wished = ['dated', 'changed']

describe('the columns of the library', () => {
  it('are there but for two, as wide as usual, until somebody says otherwise', async () => {
    const { areAsAtFirst, useLibraryColumns } = await load()
    expect([...useLibraryColumns.getState().hidden]).toEqual(wished)
    expect(useLibraryColumns.getState().widths).toEqual({})
    expect(areAsAtFirst(useLibraryColumns.getState())).toBe(true)
  })

  it('are taken away, wished for, widened within bounds, and found so by the next page', async () => {
    const { showColumn, widenColumn } = await load()
    showColumn('format', false)
    showColumn('size', false)
    showColumn('size', true)
    showColumn('dated', true)
    widenColumn('collection', 200.4)
    widenColumn('added', 1e6)
    widenColumn('state', -3)
    widenColumn('name', 700)
    vi.resetModules()
    const { areAsAtFirst, useLibraryColumns } = await load()
    const { hidden, widths } = useLibraryColumns.getState()
    expect([...hidden]).toEqual(['format', 'changed'])
    expect(widths).toEqual({ collection: 200, added: 480, state: 40, name: 700 })
    expect(areAsAtFirst(useLibraryColumns.getState())).toBe(false)
  })

  it('are as at first again', async () => {
    const { areAsAtFirst, resetColumns, showColumn, useLibraryColumns, widenColumn } = await load()
    showColumn('tags', false)
    showColumn('changed', true)
    widenColumn('collection', 100)
    widenColumn('collection', null)
    expect(useLibraryColumns.getState().widths).toEqual({})
    resetColumns()
    expect(areAsAtFirst(useLibraryColumns.getState())).toBe(true)
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual({ hidden: [], wished: [], widths: {} })
  })

  // Would catch columns that nobody asked for in a list whose columns were chosen before there were these.
  it('are those that were chosen before there were more of them', async () => {
    localStorage.setItem(key, '{"hidden":["size"],"widths":{"added":100}}')
    const { useLibraryColumns } = await load()
    expect([...useLibraryColumns.getState().hidden]).toEqual(['size', ...wished])
    expect(useLibraryColumns.getState().widths).toEqual({ added: 100 })
  })

  it.each(['{', '7', '{"hidden":["nonsense"],"widths":{"size":1}}', '{"widths":{"nothing":300}}'])(
    'make nothing of a kept value that is none: %s',
    async (value) => {
      localStorage.setItem(key, value)
      const { areAsAtFirst, useLibraryColumns } = await load()
      expect(areAsAtFirst(useLibraryColumns.getState())).toBe(true)
    },
  )
})
