import { createHash } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FileObjectStore } from '@engine/storage/files/object-store'
import { temporaryFolder } from '../store-fixture'

async function objectStore() {
  const folder = await temporaryFolder()
  for (const child of ['objects', 'tmp']) await mkdir(join(folder, child))
  const objects = new FileObjectStore(join(folder, 'objects'), join(folder, 'tmp'))
  // Its log stays open.
  onTestFinished(() => objects.close())
  return { folder, objects }
}

const bytes = Buffer.from('向量检索')
const address = createHash('sha256').update(bytes).digest('hex')

describe('the object store', () => {
  it('gives bytes back by their SHA-256, keeps one copy, and leaves nothing temporary', async () => {
    const { folder, objects } = await objectStore()
    const put = await Promise.all([objects.put(bytes), objects.put(bytes), objects.put(bytes)])
    expect(new Set(put)).toEqual(new Set([address]))
    expect(Buffer.from(await objects.read(address))).toEqual(bytes)
    expect([await objects.has(address), await objects.count()]).toEqual([true, 1])
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
  })

  it('notices content that has changed on disk, and heals it by storing the same again (bug: rot served as text)', async () => {
    const { objects } = await objectStore()
    await objects.put(bytes)
    const rotten = Buffer.from(bytes)
    rotten[0] = (rotten[0] ?? 0) ^ 1
    await writeFile(objects.pathOf(address), rotten)
    await expect(objects.read(address)).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    await objects.put(bytes)
    expect(Buffer.from(await objects.read(address))).toEqual(bytes)
  })

  it('looks at nothing where bytes were read from their own object (bug: every Markdown file compared with itself)', async () => {
    const { objects } = await objectStore()
    expect(await objects.put(bytes, address)).toBe(address)
    expect(await objects.has(address)).toBe(false)
    expect(await objects.put(bytes, '0'.repeat(64))).toBe(address)
    expect(await objects.has(address)).toBe(true)
  })

  it('tells a missing object, and refuses addresses that lead elsewhere', async () => {
    const { objects } = await objectStore()
    await expect(objects.read('0'.repeat(64))).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    for (const bad of ['../../etc/passwd', '', 'A'.repeat(64), `${'0'.repeat(63)}/`]) {
      await expect(objects.read(bad)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    }
  })

  it('copies files of any size while hashing them', async () => {
    const { folder, objects } = await objectStore()
    const large = Buffer.alloc(5_000_001, 'abcdefg')
    await writeFile(join(folder, 'original'), large)
    await writeFile(join(folder, 'empty'), '')
    const stored = await objects.putFile(join(folder, 'original'))
    expect(stored).toEqual({ address: createHash('sha256').update(large).digest('hex'), size: large.length })
    expect(Buffer.from(await objects.read(stored.address)).equals(large)).toBe(true)
    expect((await objects.putFile(join(folder, 'empty'))).size).toBe(0)
  })

  it('a copy that is cancelled or whose file is gone leaves nothing behind', async () => {
    const { folder, objects } = await objectStore()
    await writeFile(join(folder, 'original'), Buffer.alloc(1_000_000))
    await expect(objects.putFile(join(folder, 'original'), AbortSignal.abort())).rejects.toMatchObject({
      code: 'CANCELLED',
    })
    await expect(objects.putFile(join(folder, 'gone'))).rejects.toMatchObject({ code: 'FILE_VANISHED' })
    expect([await readdir(join(folder, 'tmp')), await objects.count()]).toEqual([[], 0])
  })

  it('sweeps what nobody claims', async () => {
    const { objects } = await objectStore()
    const kept = await objects.put(Buffer.from('kept'))
    const lost = await objects.put(Buffer.from('lost'))
    expect(await objects.sweep((one) => one === kept)).toBe(1)
    expect([await objects.has(kept), await objects.has(lost)]).toEqual([true, false])
  })
})
