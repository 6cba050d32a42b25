import { createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBlock } from '@engine/platform/sealing/stream-block'
import { openWhole, plainLength, SealedFile, SealStream, sealWhole } from '@engine/platform/sealing/sealed-file'

const key = createSecretKey(randomBytes(32))
const block = 64 * 1024
const sizes = [0, 1, block - 1, block, block + 1, 3 * block, 3 * block + 17]

let folder = ''
const path = () => join(folder, 'file')
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'cairn-sealed-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(sizes)('%i bytes come back whole and in parts, and a stream is sealed alike', async (size) => {
  const plain = randomBytes(size)
  const sealed = sealWhole(key, plain)
  expect(plainLength(sealed.length)).toBe(size)
  expect(openWhole(key, sealed)?.equals(plain)).toBe(true)
  // In pieces of a size that no block has.
  const pieces = Array.from({ length: Math.ceil(size / 10_007) }, (_, at) =>
    plain.subarray(at * 10_007, (at + 1) * 10_007),
  )
  const streamed = await buffer(Readable.from(pieces).pipe(new SealStream(key)))
  expect(streamed).toHaveLength(sealed.length)
  expect(openWhole(key, streamed)?.equals(plain)).toBe(true)
  await writeFile(path(), streamed)
  const file = await SealedFile.open(path(), key)
  expect(file.size).toBe(size)
  for (const [from, to] of [
    [0, size],
    [Math.floor(size / 3), size],
    [0, Math.floor(size / 2)],
    [size, size],
  ] as const) {
    expect((await file.read(from, to)).equals(plain.subarray(from, to))).toBe(true)
  }
  expect((await buffer(file.pieces())).equals(plain)).toBe(true)
  await file.close()
})

test('nothing of it can be read, and the same bytes are never sealed alike', () => {
  const plain = Buffer.from('Wer öffnete die Hütte? 谁开的小屋？'.repeat(50))
  const [one, other] = [sealWhole(key, plain), sealWhole(key, plain)]
  expect(one.includes('Hütte')).toBe(false)
  expect(one.subarray(8)).not.toEqual(other.subarray(8))
})

// Would catch a file that opens though a part of it was changed, left out, cut off or put elsewhere.
test('what is changed anywhere does not open', () => {
  const sealed = sealWhole(key, randomBytes(3 * block + 5))
  const stride = block + 16
  for (const at of [0, 9, 31, 32, 32 + stride - 1, 32 + stride, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 4
    expect(openWhole(key, changed)).toBeUndefined()
  }
  const [header, ...blocks] = [0, 1, 2, 3, 4].map((n) =>
    sealed.subarray(n === 0 ? 0 : 32 + (n - 1) * stride, 32 + n * stride),
  )
  const [first, second, third, last] = blocks
  for (const order of [[second, first, third, last], [first, third, last], [first, second, third], [first]])
    expect(openWhole(key, Buffer.concat([header, ...order].map((one) => one ?? Buffer.alloc(0))))).toBeUndefined()
  for (const length of [0, 8, 31, 32, 47, 48, 100, sealed.length - 1]) {
    expect(openWhole(key, sealed.subarray(0, length))).toBeUndefined()
  }
  expect(openWhole(createSecretKey(randomBytes(32)), sealed)).toBeUndefined()
})

test('a file in clear, cut off or changed says that it is damaged', async () => {
  const sealed = sealWhole(key, randomBytes(2 * block))
  for (const bytes of [Buffer.alloc(0), Buffer.from('# Notes\n'), sealed.subarray(0, 20), sealed.subarray(0, 40)]) {
    await writeFile(path(), bytes)
    await expect(SealedFile.open(path(), key)).rejects.toThrow(expect.objectContaining({ code: 'STORE_DAMAGED' }))
  }
  sealed[100] = (sealed[100] ?? 0) ^ 1
  await writeFile(path(), sealed)
  const file = await SealedFile.open(path(), key)
  await expect(file.read(0, 10)).rejects.toThrow(expect.objectContaining({ code: 'STORE_DAMAGED' }))
  expect(await file.read(block, block + 10)).toHaveLength(10)
  await file.close()
})

// Would catch files that another Cairn wrote and this one no longer opens.
// Would catch a text that is gone without a word: cut in half, a file of 97 bytes is as long as an empty one.
test('a file that was cut off at the length of an empty one is damaged, an empty one is not', async () => {
  await writeFile(path(), sealWhole(key, randomBytes(49)).subarray(0, 48))
  await expect(SealedFile.open(path(), key)).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
  await writeFile(path(), sealWhole(key, Buffer.of()))
  const file = await SealedFile.open(path(), key)
  expect(file.size).toBe(0)
  await file.close()
})

test('the key of a file is HKDF of the salt that stands in it', () => {
  const sealed = sealWhole(key, Buffer.from('铁塔'))
  const own = Buffer.from(hkdfSync('sha256', key, sealed.subarray(8, 32), 'cairn file 1', 32))
  expect(openBlock(own, 0, true, sealed.subarray(32))?.toString()).toBe('铁塔')
})
