import { expect, it } from 'vitest'
import { layoutColumns, layoutStyle } from '@renderer/features/library/list/columns/column-layout'
import { libraryColumns } from '@shared/settings'

const none: ReadonlySet<never> = new Set()
const everyWidth = (px: number) => Object.fromEntries(libraryColumns.map((column) => [column, px]))

/** What of a row is not the name: its ends, its padding, the columns, and the gaps between all of them. */
function beside(columns: ReadonlyMap<string, number>, rem: number, coarse: boolean): number {
  const widths = [...columns.values()].reduce((sum, width) => sum + width, 0)
  return widths + rem * ((coarse ? 7.75 : 4.5) + 1.5 + 0.75 * (columns.size + 2))
}

// Would catch names squeezed by columns that were widened or by a smaller text, and a row's menu pushed out of the list.
it('never gives a name less than 220 px, and pushes nothing out of the list', () => {
  for (const rem of [15, 16, 18])
    for (const coarse of [false, true])
      for (const widths of [{}, everyWidth(40), everyWidth(480), { ...everyWidth(480), name: 1600 }, { name: 700 }])
        for (let width = 420; width <= 2400; width += 19) {
          const { name, columns } = layoutColumns({ width, rem, coarse }, { hidden: none, widths }, true)
          expect(name).toBeGreaterThanOrEqual(220)
          expect(name + beside(columns, rem, coarse)).toBeLessThanOrEqual(width)
        }
})

it('takes columns away from the least to the most wanted, and the state’s word before the state', () => {
  const usual = { hidden: new Set(['dated', 'changed'] as const), widths: {} }
  const at = (width: number) => [...layoutColumns({ width, rem: 16, coarse: false }, usual, true).columns.keys()]
  expect(at(1200)).toEqual(['collection', 'tags', 'format', 'size', 'content', 'state', 'added'])
  expect(at(1100)).toEqual(['collection', 'tags', 'format', 'size', 'state', 'added'])
  expect(at(700)).toEqual(['format', 'size', 'state'])
  expect(layoutColumns({ width: 450, rem: 16, coarse: false }, usual, true).columns).toEqual(new Map([['state', 40]]))
})

it('keeps a column that somebody asked for while there is room for it, and gives a widened name its room', () => {
  const room = { width: 1000, rem: 16, coarse: false }
  expect(layoutColumns(room, { hidden: none, widths: {} }, false).columns.has('dated')).toBe(true)
  const wide = layoutColumns(room, { hidden: none, widths: { name: 500 } }, false)
  expect(wide.name).toBe(500)
  const style = layoutStyle(wide)
  expect(style['--columns']).toContain('minmax(500px, 1fr)')
  expect(style['--show-tags']).toBe('none')
  expect(style['--show-dated']).toBeUndefined()
})
