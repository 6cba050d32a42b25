import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Moment, objectName } from '@engine/backup/archive/moment'
import type { ArchiveFile } from '@engine/backup/archive/archive-file'
import { fileToRead, fileToWrite } from '@engine/backup/archive/open-archive-file'
import { type Archive, readArchive, readPlace } from '@engine/backup/archive/read-archive'
import { packed } from '@engine/backup/archive/read-moment'
import { headerBytes } from '@engine/backup/archive/seal/seal-header'
import { type Entry, keepLast, writeMoment } from '@engine/backup/archive/write-archive'

const passphrase = 'pelican lamp 铁塔 café'
const { signal } = new AbortController()
/** As large as blocks, a little more and less, empty, and too large to be held in memory. */
const sizes = [0, 1, 5000, 65_536 - 1536, 65_536, 65_537, 200_000, 17 * 1024 * 1024]
const contents = sizes.map((size) => randomBytes(size))
const addressOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

let folder = ''
const pathOf = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-sealed-'))
  for (const [at, bytes] of contents.entries()) await append('whole', [bytes], at + 1)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function momentAt(made_at: number, documents: Buffer): Promise<{ moment: Moment; entry: Entry }> {
  const bytes = await packed(documents)
  const address = addressOf(bytes)
  const counts = { documents: 0, sessions: 0, research: 0, notebooks: 0, question_sets: 0, evaluation_runs: 0 }
  const moment = { format: 'cairn-backup', version: 1, made_at, cairn: '0', store: '/', documents: address } as const
  return { moment: { ...moment, counts, files: [] }, entry: { name: `files/${address}.gz`, bytes } }
}

async function append(name: string, objects: readonly Buffer[], madeAt: number): Promise<Archive> {
  const exists = await stat(pathOf(name)).catch(() => undefined)
  const file = exists ? await opened(name) : await fileToWrite(pathOf(name), passphrase)
  const known = exists && (await readArchive(file, { signal, mayBeTorn: true }))
  const { moment, entry } = await momentAt(madeAt, Buffer.from(''))
  async function* entries(): AsyncGenerator<Entry> {
    await Promise.resolve()
    yield entry
    for (const bytes of objects) yield { name: objectName(addressOf(bytes)), bytes }
  }
  return writeMoment(file, known, { entries: entries(), moment: () => moment }, signal)
}

async function read(name: string, mayBeTorn = false): Promise<Archive> {
  return readArchive(await opened(name), { signal, mayBeTorn })
}

const files = new Map<string, ArchiveFile>()

/** A key takes half a second to make, and is the same as long as the header is. */
async function opened(name: string): Promise<ArchiveFile> {
  const header = (await readFile(pathOf(name))).subarray(0, headerBytes).toString('hex')
  const known = files.get(header) ?? (await fileToRead(pathOf(name), passphrase))
  files.set(header, known)
  return known.beside(pathOf(name))
}

async function expectWhole(archive: Archive, held: readonly Buffer[]): Promise<void> {
  for (const bytes of held) expect((await readPlace(archive, objectName(addressOf(bytes)))).equals(bytes)).toBe(true)
}

/** The same backup with some of its bytes changed. */
async function changed(name: string, change: (bytes: Buffer) => Buffer): Promise<void> {
  await writeFile(pathOf(name), change(await readFile(pathOf('small'))))
}

describe('a backup with a passphrase', () => {
  test('holds each moment that was added, in blocks of any size, and nothing of it can be read', async () => {
    const archive = await read('whole')
    expect(archive.moments.map(({ moment }) => moment.made_at)).toEqual(sizes.map((_, at) => at + 1))
    expect(archive.isTorn).toBe(false)
    await expectWhole(archive, contents)
    const raw = (await readFile(pathOf('whole'))).toString('latin1')
    expect(raw).not.toMatch(/objects\/|moments\/|ustar|cairn-backup/u)
  })

  test('keeps its last moments in a smaller file that the same passphrase opens', async () => {
    await copyFile(pathOf('whole'), pathOf('kept'))
    await keepLast(await read('kept'), 2, signal)
    const archive = await read('kept')
    expect(archive.moments.map(({ moment }) => moment.made_at)).toEqual([7, 8])
    await append('kept', [Buffer.from('new')], 9)
    expect((await read('kept')).moments).toHaveLength(3)
  })

  // Would catch a passphrase typed on a Mac that opens nothing on Windows.
  test('opens with the passphrase however its letters are written, and says in one sentence what is wrong with another', async () => {
    await expect(fileToRead(pathOf('whole'), passphrase.normalize('NFD'))).resolves.toBeDefined()
    await expect(fileToRead(pathOf('whole'), 'pelican lamp')).rejects.toMatchObject({ code: 'PASSWORD_WRONG' })
    await expect(fileToWrite(pathOf('whole'), 'pelican lamp')).rejects.toMatchObject({ code: 'PASSWORD_WRONG' })
    await expect(fileToRead(pathOf('whole'), undefined)).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' })
    await expect(fileToWrite(pathOf('new'), 'short')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await writeFile(pathOf('plain'), 'objects/ and so on')
    await expect(fileToWrite(pathOf('plain'), passphrase)).rejects.toThrow(/begun without a passphrase/u)
  })

  // Would catch the same key and number for two blocks: what then stands in them could be worked out without the passphrase.
  test('seals no two blocks alike, not even those that are written over', async () => {
    const bytes = Buffer.alloc(70_000)
    const twins = await Promise.all(['twin-a', 'twin-b'].map((name) => append(name, [bytes], 1)))
    const [a, b] = await Promise.all(twins.map(({ file }) => readFile(file.path)))
    expect(a?.length).toBe(b?.length)
    expect(a?.subarray(100).equals(b?.subarray(100) ?? Buffer.alloc(0))).toBe(false)
    const before = await readFile(pathOf('twin-a'))
    await append('twin-a', [Buffer.from('x')], 2)
    const after = await readFile(pathOf('twin-a'))
    const same = before.findIndex((byte, at) => after[at] !== byte)
    // Only the end was written over, and with another salt from its first byte on, or nearly.
    expect(before.length - same).toBeGreaterThan(1024)
    expect(before.length - same).toBeLessThanOrEqual(1024 + 32 + 4 + 16)
  })
})

describe('damage to it', () => {
  beforeAll(async () => {
    await append('small', [Buffer.from('one')], 1)
    await append('small', [randomBytes(150_000)], 2)
  })

  // Would catch a byte of the file that nothing vouches for.
  test('is named wherever a bit is flipped, and nothing is read as whole', async () => {
    const { length } = await readFile(pathOf('small'))
    const places = new Set([
      ...Array(100).keys(),
      ...Array.from({ length: 60 }, (_, at) => Math.floor((at * length) / 60)),
      length - 1,
    ])
    for (const place of places) {
      await changed('flipped', (bytes) => {
        bytes[place] = (bytes[place] ?? 0) ^ (1 << (place % 8))
        return bytes
      })
      const found = await read('flipped').then(
        () => 'whole',
        (thrown: unknown) => String(thrown),
      )
      expect(`${place}: ${found}`).toMatch(/damaged|is not a backup|cannot read|does not come to its end/u)
    }
  }, 120_000)

  test('is noticed where blocks change places, one is left out, or one comes from an older copy', async () => {
    const stride = 4 + 65_536 + 16
    const archive = await read('small')
    expect(archive.moments).toHaveLength(2)
    const bytes = await readFile(pathOf('small'))
    // Behind the header stands the first segment: a salt and one block, whose length says where the second begins.
    const second = 100 + 32 + 4 + (bytes.readUInt32BE(132) & 0x7fff_ffff) + 16
    const first = second + 32
    const swap = (whole: Buffer) => {
      const [a, b] = [whole.subarray(first, first + stride), whole.subarray(first + stride, first + 2 * stride)]
      return Buffer.concat([whole.subarray(0, first), b, a, whole.subarray(first + 2 * stride)])
    }
    const drop = (whole: Buffer) => Buffer.concat([whole.subarray(0, first), whole.subarray(first + stride)])
    const dropFirst = (whole: Buffer) => Buffer.concat([whole.subarray(0, 100), whole.subarray(second)])
    for (const change of [swap, drop, dropFirst]) {
      await changed('moved', change)
      await expect(read('moved', true)).rejects.toThrow(/no longer fits its seal/u)
    }
    await copyFile(pathOf('small'), pathOf('older'))
    await keepLast(await read('older'), 1, signal)
    const other = await readFile(pathOf('older'))
    await changed('mixed', (whole) => Buffer.concat([whole.subarray(0, second), other.subarray(100)]))
    await expect(read('mixed', true)).rejects.toThrow(/no longer fits its seal/u)
  })

  // Would catch a cut that passes for a backup with fewer moments, and a crash that takes the moments before with it.
  test('that cuts it off leaves the moments before it, says so, and the next backup goes on from there', async () => {
    const { size } = await stat(pathOf('small'))
    const end = 1024 + 32 + 4 + 16
    for (const cut of [1, end - 1, end, end + 1, end + 70_000, end + 140_000]) {
      await copyFile(pathOf('small'), pathOf('cut'))
      await truncate(pathOf('cut'), size - cut)
      await expect(read('cut')).rejects.toThrow(/does not come to its end/u)
      const held = cut <= end ? [1, 2] : [1]
      expect((await read('cut', true)).moments.map(({ moment }) => moment.made_at)).toEqual(held)
      await append('cut', [Buffer.from('three')], 3)
      expect((await read('cut')).moments.map(({ moment }) => moment.made_at)).toEqual([...held, 3])
    }
  }, 60_000)

  test('that adds something behind it is no part of it', async () => {
    await changed('longer', (bytes) => Buffer.concat([bytes, Buffer.alloc(1024)]))
    await expect(read('longer')).rejects.toThrow(/does not come to its end|seal/u)
  })
})
