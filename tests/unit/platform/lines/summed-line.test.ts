import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitsItsSum, summedLine, withoutFlippedBit } from '@engine/platform/lines/summed-line'

const values = fc.record({ text: fc.string({ unit: 'binary' }), n: fc.integer() })

function flip(line: string, at: number): Buffer {
  const bytes = Buffer.from(line)
  const bit = at % (bytes.length * 8)
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return bytes
}

// Would catch a sum that misses a flipped bit, one that speaks against what is whole, and a bit that is put right in another place.
test('whichever bit of a line is flipped is put right', () => {
  fc.assert(
    fc.property(values, fc.nat(), (value, at) => {
      const line = summedLine(value)
      expect(fitsItsSum(line)).toBe(true)
      expect(withoutFlippedBit(Buffer.from(line))).toBeUndefined()
      expect(JSON.parse(line)).toMatchObject(value)
      const flipped = flip(line, at)
      expect(withoutFlippedBit(flipped)?.toString('utf8')).toBe(line)
    }),
    { numRuns: 300 },
  )
})

// Would catch other damage that is taken for a flipped bit, and then said to be whole.
test('what more than one bit is wrong in is left as it is', () => {
  const line = summedLine({ text: 'The pump is blue and was built in 1962.' })
  const wrong = flip(flip(flip(line, 100).toString('latin1'), 203).toString('latin1'), 90)
  expect(fitsItsSum(wrong.toString('utf8'))).toBe(false)
  expect(withoutFlippedBit(wrong)).toBeUndefined()
  expect(withoutFlippedBit(Buffer.alloc(200))).toBeUndefined()
  expect(withoutFlippedBit(Buffer.from('{"seq":1}'))).toBeUndefined()
  expect(withoutFlippedBit(Buffer.alloc(0))).toBeUndefined()
})

test('a line without a sum is one of an older Cairn', () => {
  expect(fitsItsSum('{"seq":1}')).toBe(true)
  expect(fitsItsSum('{"said":"a text with ,\\"sum\\":\\"00000000\\"}"}')).toBe(true)
  expect(fitsItsSum('{"seq":1,"sum":"00000000"}')).toBe(false)
})
