import { describe, expect, test } from 'vitest'
import { holdsAll } from '@engine/pipeline/writing/better-writing'

const first =
  'Takeaways:\n\n- Forces made marginal advances within Bakhmut [1]\n- The Pentagon is finalising a plan [2]'

describe('a second answer from a wider search', () => {
  // Catches a list of eleven points that is thrown away for one of seven.
  test('holds all of the first where it has its items, in other words too, and more of them', () => {
    const fuller = `${first.replace('The Pentagon is finalising', 'The Pentagon finalises')}\n- Drills are every quarter [3]`
    expect(holdsAll(fuller, first)).toBe(true)
  })

  test.each([
    ['says the same', first],
    ['leaves out an item', first.replace(/- Forces.*\n/u, '') + '\n- Drills are every quarter\n- Leave is 25 days'],
    ['leaves out a figure', 'The pump moves water. It is 3 years old, costs 200 euros and weighs 12 kilograms.'],
  ])('does not where it %s', (_name, second) => {
    expect(holdsAll(second, _name.includes('figure') ? 'The pump moves 40 litres.' : first)).toBe(false)
  })
})
