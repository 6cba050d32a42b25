import { describe, expect, it } from 'vitest'
import {
  chosenIn,
  move,
  nothingChosen,
  select,
  selectAll,
  walk,
  withoutGone,
} from '@renderer/features/library/list/selection'

const order = ['a', 'b', 'c', 'd', 'e']
const plain = { toggle: false, range: false }
const ctrl = { toggle: true, range: false }
const shift = { toggle: false, range: true }

describe('selection', () => {
  it('chooses one, toggles with Ctrl, and keeps list order', () => {
    let selection = select(nothingChosen, order, 'd', plain)
    selection = select(selection, order, 'b', ctrl)
    expect(chosenIn(selection, order)).toEqual(['b', 'd'])
    selection = select(selection, order, 'd', ctrl)
    expect(chosenIn(selection, order)).toEqual(['b'])
  })

  it('spans from the anchor in both directions, and turning round shrinks it', () => {
    let selection = select(nothingChosen, order, 'c', plain)
    selection = select(selection, order, 'e', shift)
    expect(chosenIn(selection, order)).toEqual(['c', 'd', 'e'])
    selection = select(selection, order, 'a', shift)
    expect(chosenIn(selection, order)).toEqual(['a', 'b', 'c'])
  })

  it('starts a range where it is pressed when its anchor was filtered away', () => {
    const selection = select({ ...nothingChosen, anchor: 'gone' }, order, 'b', shift)
    expect(chosenIn(selection, order)).toEqual(['b'])
    expect(select(selection, order, 'c', shift).chosen).toEqual(new Set(['b', 'c']))
  })

  it('moves with the arrows and stops at the ends', () => {
    let selection = move(nothingChosen, order, 1, false)
    expect(selection.cursor).toBe('a')
    selection = move(selection, order, -1, false)
    expect(selection.cursor).toBe('a')
    selection = move(selection, order, 10, true)
    expect(chosenIn(selection, order)).toEqual(order)
    expect(move(nothingChosen, [], 1, false)).toBe(nothingChosen)
  })

  // Would catch Home going to the last row while no row has the cursor: what was chosen then was out of sight.
  it('goes to the ends from anywhere, and from nowhere', () => {
    expect(move(nothingChosen, order, 'first', false).cursor).toBe('a')
    expect(move(nothingChosen, order, 'last', false).cursor).toBe('e')
    const middle = select(nothingChosen, order, 'c', plain)
    expect(chosenIn(move(middle, order, 'first', true), order)).toEqual(['a', 'b', 'c'])
  })

  it('walks without choosing, so that rows far apart can be added', () => {
    let selection = walk(move(nothingChosen, order, 'first', false), order, 1)
    selection = walk(selection, order, 1)
    expect([selection.cursor, ...chosenIn(selection, order)]).toEqual(['c', 'a'])
    selection = select(selection, order, 'c', ctrl)
    expect(chosenIn(selection, order)).toEqual(['a', 'c'])
  })

  it('acts only on what is on show', () => {
    expect(chosenIn(selectAll(nothingChosen, order), ['b', 'e'])).toEqual(['b', 'e'])
  })
})

// Would catch a document that is chosen because it was before it went to the trash.
it('forgets documents that are gone', () => {
  const both = selectAll(nothingChosen, ['a', 'b'])
  const left = withoutGone(both, (id) => id === 'a')
  expect(chosenIn(left, ['a', 'b'])).toEqual(['a'])
  expect(withoutGone(left, () => true)).toBe(left)
})
