import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { summedLine } from '@engine/platform/lines/summed-line'
import { noSeal, SealedLines } from '@engine/platform/sealing/line-seal'

const key = createSecretKey(randomBytes(32))
const lines = [{ said: 'Wer öffnete die Hütte? 谁开的小屋？' }, { said: '' }, { said: 'x'.repeat(5000) }].map(
  summedLine,
)
const text = lines.map((line) => `${line}\n`).join('')

function seals(on = true, own = key): SealedLines {
  const seal = new SealedLines()
  seal.use(own, on)
  return seal
}

const opened = (seal: SealedLines, bytes: Buffer) => seal.open(bytes).bytes.toString('utf8')

test('lines come back as they were, nothing of them can be read, and no two are sealed alike', () => {
  const seal = seals()
  const closed = seal.close(`${text}${lines[0] ?? ''}\n`)
  expect(closed).not.toMatch(/said|Hütte|小屋|xxxx/u)
  expect(closed.split('\n')[0]).not.toBe(closed.split('\n')[3])
  expect(opened(seal, Buffer.from(closed))).toBe(`${text}${lines[0] ?? ''}\n`)
})

// Would catch a store that cannot be read while it is turned on or off.
test('a file may hold lines of both kinds, an empty one, and an end that was cut short', () => {
  const seal = seals()
  const mixed = `${lines[0] ?? ''}\n\n${seal.close(`${lines[1] ?? ''}\n`)}{"sa`
  expect(opened(seal, Buffer.from(mixed))).toBe(`${lines[0] ?? ''}\n\n${lines[1] ?? ''}\n{"sa`)
  expect(seal.close(seal.close(text)).split('\n').length).toBe(text.split('\n').length)
  expect(opened(seal, Buffer.from(seal.close(seal.close(text))))).toBe(text)
  seal.use(key, false)
  expect(seal.close(text)).toBe(text)
  expect(seal.renewed(Buffer.from(mixed)).toString('utf8')).toBe(`${lines[0] ?? ''}\n\n${lines[1] ?? ''}\n{"sa`)
})

test('one flipped bit anywhere in a sealed line is put right, and told', () => {
  const seal = seals()
  const closed = Buffer.from(seal.close(`${lines[0] ?? ''}\n`))
  let untold = 0
  for (let bit = 0; bit < (closed.length - 1) * 8; bit += 1) {
    const damaged = Buffer.from(closed)
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    // A line that is cut in two is another kind of damage.
    if (damaged.indexOf(0x0a) !== closed.length - 1) continue
    const found = seal.open(damaged)
    expect(found.bytes.toString('utf8')).toBe(`${lines[0] ?? ''}\n`)
    if (found.mended === 0) untold += 1
  }
  // Of the sum itself, and of the words around what is sealed, nothing is asked while the seal holds.
  expect(untold).toBeLessThan(closed.length)
})

test('what was sealed under another key, or damaged further, stays as it is', () => {
  const closed = Buffer.from(seals().close(text))
  expect(
    seals(true, createSecretKey(randomBytes(32)))
      .open(closed)
      .bytes.equals(closed),
  ).toBe(true)
  const damaged = Buffer.from(closed)
  for (const at of [40, 60]) damaged[at] = (damaged[at] ?? 0) ^ 3
  expect(opened(seals(), damaged).split('\n').slice(1).join('\n')).toBe(text.split('\n').slice(1).join('\n'))
  expect(opened(seals(), damaged).split('\n')[0]).toMatch(/^\{"sealed":/u)
})

test('without a key everything passes as it is', () => {
  const bytes = Buffer.from(seals().close(text))
  expect(new SealedLines().open(bytes).bytes).toBe(bytes)
  expect(new SealedLines().close(text)).toBe(text)
  expect(noSeal.close(text)).toBe(text)
  expect(noSeal.open(bytes).bytes).toBe(bytes)
})
