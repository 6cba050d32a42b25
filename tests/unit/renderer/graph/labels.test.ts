import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelText } from '@renderer/features/graph/drawing/name-layer'
import { labelStart, placeLabels } from '@renderer/features/graph/drawing/place-labels'

describe('placeLabels', () => {
  const wish = fc.record({
    x: fc.integer({ min: -50, max: 900 }),
    y: fc.integer({ min: -50, max: 700 }),
    radius: fc.integer({ min: 1, max: 20 }),
    width: fc.integer({ min: 5, max: 180 }),
    height: fc.constant(15),
    onLeft: fc.boolean(),
  })

  // Would catch names written over each other.
  it('never lets two names overlap, and always has the most important one', () => {
    fc.assert(
      fc.property(fc.array(wish, { minLength: 1, maxLength: 80 }), (wishes) => {
        const placed = placeLabels(wishes, (one) => one, 100)
        expect(placed[0]).toBe(wishes[0])
        const boxes = placed.map((one) => ({ ...labelStart(one), width: one.width }))
        for (const [at, a] of boxes.entries()) {
          for (const b of boxes.slice(at + 1)) {
            const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || Math.abs(a.y - b.y) >= 15
            expect(apart).toBe(true)
          }
        }
      }),
    )
  })

  it('stops at the most that are wanted', () => {
    const wishes = Array.from({ length: 50 }, (_, at) => ({
      x: 0,
      y: at * 40,
      radius: 2,
      width: 50,
      height: 15,
      onLeft: false,
    }))
    expect(placeLabels(wishes, (one) => one, 7)).toEqual(wishes.slice(0, 7))
  })

  // Measuring is what takes long: thousands of names are behind those of a crowded drawing.
  it('measures no name whose node lies on a label', () => {
    const at = (x: number, y = 0) => ({ x, y, radius: 2, width: 90, height: 15, onLeft: false })
    const measured: number[] = []
    const measure = (one: ReturnType<typeof at>) => {
      measured.push(one.x)
      return one
    }
    const placed = placeLabels([at(0), at(50), at(60, 15), at(200)], measure, 100)
    expect(placed.map(({ x }) => x)).toEqual([0, 200])
    expect(measured).toEqual([0, 60, 200])
  })
})

describe('labelText', () => {
  it.each([
    ['Lake index', 'Lake index'],
    ['检索增强生成', '检索增强生成'],
    ['a'.repeat(40), `${'a'.repeat(30)}…`],
    ['水'.repeat(40), `${'水'.repeat(15)}…`],
    ['invoice\u202Efdp.exe', 'invoice[U+202E]fdp.exe'],
    ['', ''],
  ])('%j', (name, text) => {
    expect(labelText(name)).toBe(text)
  })

  it('is quick with a name as long as a book and never cuts a character in two', () => {
    expect(labelText('👩‍🔬'.repeat(100_000))).toMatch(/…$/u)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(labelText(name)).not.toMatch(/\p{Surrogate}/u)
      }),
    )
  })
})
