import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { noFileSeal, SealedFiles } from '@engine/platform/sealing/sealed-files'

const key = createSecretKey(randomBytes(32))
const plain = Buffer.from('{"name":"Müllers Akte 档案"}')

test('a file is sealed while that is wanted, and opened whichever way it was written', () => {
  const files = new SealedFiles()
  expect(files.close(plain)).toBe(plain)
  expect(files.open(plain)).toBe(plain)
  files.use(key, true)
  const sealed = Buffer.from(files.close(plain))
  expect(sealed.includes('Akte')).toBe(false)
  expect(files.open(sealed)).toEqual(plain)
  expect(files.open(plain)).toEqual(plain)
  files.use(key, false)
  expect(files.close(plain)).toBe(plain)
  expect(files.open(sealed)).toEqual(plain)
})

test('what cannot be opened is said to be damaged, also where there is no key', () => {
  const files = new SealedFiles()
  files.use(key, true)
  const sealed = Buffer.from(files.close(plain))
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
  for (const one of [files, new SealedFiles()]) {
    expect(() => one.open(sealed)).toThrow(expect.objectContaining({ code: 'STORE_DAMAGED' }))
  }
})

// Would catch a file in clear that a late write leaves behind once the key is gone.
test('nothing is written any more once the key is given up', () => {
  for (const seals of [true, false]) {
    const files = new SealedFiles()
    files.use(key, seals)
    files.forget()
    expect(() => files.close(plain)).toThrow(expect.objectContaining({ code: 'CANCELLED' }))
  }
  expect(noFileSeal.close(plain)).toBe(plain)
})
