import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CairnError } from '@shared/errors'
import type { Bucket } from '@engine/ports/storage/bucket'
import { FolderBucket } from '@engine/storage/shared/folder-bucket'
import { SharedLibrary } from '@engine/storage/shared/library/shared-library'
import { LibraryReader } from '@engine/storage/shared/library-reader'
import { versionKey } from '@engine/storage/shared/library-version'
import { emptyState, listVersions, readNewest } from '@engine/storage/shared/version-reader'
import { VersionWriter } from '@engine/storage/shared/version-writer'

let folder: string
let disk: FolderBucket
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-shared-'))
  disk = new FolderBucket(join(folder, 'bucket'))
})
afterEach(async () => {
  // A writer that a test leaves open goes on renewing its lease, and would make the folder again.
  disk.put = () => Promise.reject(new CairnError('UNREACHABLE', 'The bucket is gone.'))
  await rm(folder, { recursive: true, maxRetries: 3 })
})

/** A bucket whose clock runs ahead, and which does something before or after a call. */
function around(
  hooks: Partial<Record<'put' | 'list', (key: string) => Promise<void> | void>>,
  aheadMs = () => 0,
): Bucket {
  return {
    address: disk.address,
    get: (key) => disk.get(key),
    copy: (from, to) => disk.copy(from, to),
    delete: (key) => disk.delete(key),
    put: async (key, bytes) => {
      await hooks.put?.(key)
      await disk.put(key, bytes)
    },
    list: async (prefix) => {
      await hooks.list?.(prefix)
      const { entries, now } = await disk.list(prefix)
      return { entries, now: now + aheadMs() }
    },
  }
}

const anna = { who: 'Anna', patience: () => 1 }
const ben = { who: 'Ben', patience: () => 1 }
/** Long after any lease. */
const later = () => around({}, () => 1e6)
const idsOf = async (bucket: Bucket) => [...(await readNewest(bucket, emptyState)).records.keys()].sort()

describe('the writer of a shared library', () => {
  // Seen with Swift: where its container server takes longer than a second, a write is answered and listed only later.
  it.each([
    ['a claim', 'lease/'],
    ['a version', 'versions/'],
  ])('calls nothing safe while lists do not show %s that it wrote, and waits for them a while', async (_, prefix) => {
    let hidden = 0
    const late: Bucket = {
      ...around({}),
      put: async (key, bytes) => {
        if (key.startsWith(prefix)) hidden = 2
        await disk.put(key, bytes)
      },
      list: async (of) => {
        const { entries, now } = await disk.list(of)
        if (of !== prefix || hidden === 0) return { entries, now }
        hidden -= 1
        return { entries: entries.slice(0, -1), now }
      },
    }
    const writer = await VersionWriter.open(late, anna)
    await writer.publish({ put: { a: 1 } })
    expect([hidden, await idsOf(disk)]).toEqual([0, ['a']])
    const put = late.put.bind(late)
    Object.assign(late, {
      put: async (key: string, bytes: Uint8Array) => {
        await put(key, bytes)
        if (key.startsWith(prefix)) hidden = Infinity
      },
    })
    if (prefix === 'versions/')
      await expect(writer.publish({ put: { b: 1 } })).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
    await writer.close()
    await expect(VersionWriter.open(late, ben)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
  })

  it('is one at a time: a second is told who', async () => {
    const first = await VersionWriter.open(disk, anna)
    await expect(VersionWriter.open(disk, ben)).rejects.toMatchObject({
      code: 'STORE_LOCKED',
      message: expect.stringContaining('Anna') as string,
    })
    await first.publish({ put: { a: 1 } })
    await first.close()
    const second = await VersionWriter.open(disk, ben)
    expect([...second.state.records]).toEqual([['a', 1]])
    await second.close()
  })

  it('is one of many that begin at the same moment', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) =>
        VersionWriter.open(disk, { who: `${at}`, patience: () => Math.random() * 200 }),
      ),
    )
    const held = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'STORE_LOCKED' })
    expect(held.length).toBeLessThan(2)
    for (const writer of held) await writer.close()
  })

  it('takes over from one that has died, with all it confirmed', async () => {
    const dead = await VersionWriter.open(disk, anna)
    await dead.publish({ put: { a: 1 } })
    const next = await VersionWriter.open(later(), ben)
    expect([...next.state.records.keys()]).toEqual(['a'])
    await next.publish({ put: { b: 2 } })
    expect(await idsOf(disk)).toEqual(['a', 'b'])
    await next.close()
  })

  it('that wakes up after another took over confirms nothing, and loses nothing of the other', async () => {
    const slept = await VersionWriter.open(disk, anna)
    const next = await VersionWriter.open(later(), ben)
    await next.publish({ put: { b: 2 } })
    await expect(slept.publish({ put: { a: 1 } })).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    expect(await idsOf(disk)).toEqual(['b'])
    await next.close()
    await expect(slept.publish({ put: { a: 1 } })).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    expect(await idsOf(disk)).toEqual(['b'])
  })

  it.each(['before its write', 'after its write'])(
    'taken over %s never confirms what the next one lacks',
    async (when) => {
      let takeOver = false
      let next: VersionWriter | undefined
      const step = async () => {
        if (!takeOver) return
        takeOver = false
        next = await VersionWriter.open(later(), ben)
      }
      const slow = around({
        put: (key) => (when === 'before its write' && key.startsWith('versions/') ? step() : undefined),
        list: (prefix) => (when === 'after its write' && prefix === 'lease/' ? step() : undefined),
      })
      const first = await VersionWriter.open(slow, anna)
      takeOver = true
      await expect(first.publish({ put: { a: 1 } })).rejects.toMatchObject({ code: 'STORE_LOCKED' })
      // Written and seen by the next one, or never to be seen again.
      expect(await idsOf(disk)).toEqual([...(next?.state.records.keys() ?? ['no next one'])])
      await next?.close()
    },
  )

  it('starts anew with a whole version when the changes outweigh it, and readers on their way follow', async () => {
    const writer = await VersionWriter.open(disk, anna)
    const seen = await readNewest(disk, emptyState)
    for (let at = 0; at < 130; at += 1) await writer.publish({ put: { [`${at}`]: at }, removed: [`${at - 3}`] })
    expect((await listVersions(disk)).length).toBeLessThan(80)
    expect([...(await readNewest(disk, seen)).records.keys()]).toEqual(['127', '128', '129'])
    expect(await readNewest(disk, emptyState)).toEqual(writer.state)
    await writer.close()
  })
})

describe('a reader of a shared library', () => {
  const cache = () => join(folder, 'library.json')
  const tables = { folder: 'lance-2-1', version: 7, vector_rows: 0, text_whole: true, settled: false }

  it('sees what was confirmed, and asks nothing within the time that is fresh', async () => {
    let lists = 0
    const counted = around({ list: () => void (lists += 1) })
    let time = 0
    const writer = await VersionWriter.open(disk, anna)
    const reader = await LibraryReader.open(counted, { cache: cache(), clock: () => time })
    expect((await reader.current()).state.records.size).toBe(0)
    await writer.publish({ put: { a: { title: '石屋' } }, tables })
    await reader.current()
    expect(lists).toBe(1)
    time = 1001
    const [{ state }] = await Promise.all([reader.current(), reader.current()])
    expect([lists, state.records.get('a'), state.tables]).toEqual([2, { title: '石屋' }, tables])
    await writer.close()
  })

  it('goes on from its cache when the network is gone, in a new process as well', async () => {
    const writer = await VersionWriter.open(disk, anna)
    await writer.publish({ put: { a: 1 } })
    await writer.close()
    const first = await LibraryReader.open(disk, { cache: cache() })
    expect(await first.current()).toMatchObject({ trouble: null })
    const gone = around({ list: () => Promise.reject(new CairnError('UNREACHABLE', 'Gone.')) })
    const second = await LibraryReader.open(gone, { cache: cache() })
    const { state, trouble } = await second.current()
    expect([trouble?.code, [...state.records]]).toEqual(['UNREACHABLE', [['a', 1]]])
  })

  it.each(['{"no":', '{"address":"s3://other","key":"x","records":[],"tables":null}'])(
    'takes the cache %j for none',
    async (text) => {
      await LibraryReader.open(disk, { cache: cache() }).then((reader) => reader.current())
      await writeFile(join(folder, 'bad.json'), text)
      const gone = around({ list: () => Promise.reject(new CairnError('UNREACHABLE', 'Gone.')) })
      const reader = await LibraryReader.open(gone, { cache: join(folder, 'bad.json') })
      await expect(reader.current()).rejects.toMatchObject({ code: 'UNREACHABLE' })
    },
  )

  // s3rver shows objects that are on their way.
  it('takes no notice of what has arrived in part', async () => {
    const writer = await VersionWriter.open(disk, anna)
    await writer.publish({ put: { a: 1 } })
    await disk.put(versionKey(99, 1, '0'.repeat(24), 10), new Uint8Array(9))
    expect(await idsOf(disk)).toEqual(['a'])
    await writer.close()
  })

  it('says that a version is damaged', async () => {
    const writer = await VersionWriter.open(disk, anna)
    await writer.publish({ put: { a: 1 } })
    const newest = (await listVersions(disk)).at(-1)
    await disk.put(newest?.key ?? '', new Uint8Array(newest?.size ?? 0))
    const reader = await LibraryReader.open(disk, { cache: cache() })
    await expect(reader.current()).rejects.toMatchObject({ code: 'STORE_DAMAGED' })
    await writer.close()
  })
})

// Would catch a search that fails because a server does not answer although all it needs is here, and one that waits for it again and again.
it('whoever reads goes on with what is known where a look takes too long, and waits for it once', async () => {
  const writer = await VersionWriter.open(disk, anna)
  await writer.publish({ put: { a: 1 } })
  let hangs = false
  let goOn: () => void = () => undefined
  const stuck = new Promise<void>((resolve) => (goOn = resolve))
  const bucket = around({ list: () => (hangs ? stuck : undefined) })
  const cache = join(folder, 'library.json')
  const library = await SharedLibrary.open({ bucket, cache, who: 'Ben', log: () => undefined, waitsMs: 50 })
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5000)
  hangs = true
  const began = Date.now()
  await library.lookInTime()
  const first = Date.now() - began
  expect(first).toBeGreaterThanOrEqual(45)
  const late = library.look()
  await library.lookInTime()
  expect(library.look()).toBe(late)
  expect([...library.state.records.keys()]).toEqual(['a'])
  await writer.publish({ put: { b: 2 } })
  hangs = false
  goOn()
  await late
  expect([...library.state.records.keys()]).toEqual(['a', 'b'])
  vi.restoreAllMocks()
  await library.close()
  await writer.close()
})

// Would catch what was called safe and is forgotten with the network, versions that are read back from where they were just written, and tables that stay
// those of a writer who is none any more.
it('whoever was writing when the bucket went knows what is on record, and reads it again once it is back', async () => {
  let isGone = false
  const read: string[] = []
  const gone = () => {
    if (isGone) throw new CairnError('UNREACHABLE', 'The bucket is gone.')
  }
  const bucket: Bucket = { ...around({ put: gone, list: gone }), get: (key) => (read.push(key), disk.get(key)) }
  const told: string[] = []
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  const library = await SharedLibrary.open({
    ...{ bucket, cache: join(folder, 'library.json'), who: 'Anna', log: () => undefined },
  })
  library.follow({
    read: () => Promise.resolve(void told.push('read')),
    begin: () => Promise.resolve(),
    begun: () => Promise.resolve(),
    flush: () => Promise.resolve(),
    end: () => ended.then(() => false),
    readAgain: async ({ records }) => {
      gone()
      await Promise.resolve(told.push(`again ${[...records.keys()].join(' ')}`))
    },
  })
  const letGo = await library.hold()
  await library.publish({ put: { a: 1 } })
  isGone = true
  await expect(library.publish({ put: { b: 2 } })).rejects.toMatchObject({ code: 'UNREACHABLE' })
  letGo()
  await vi.waitFor(() => expect(library.isWriting).toBe(false))
  // While what it wrote is being ended as well.
  const look = library.look()
  expect([...library.state.records.keys()]).toEqual(['a'])
  end()
  await look
  await vi.waitFor(() => expect(library.access).toMatchObject({ role: 'reading', reachable: false }))
  await library.lookAnew()
  expect([[...library.state.records.keys()], told]).toEqual([['a'], []])
  isGone = false
  await library.lookAnew()
  await library.lookAnew()
  expect([[...library.state.records.keys()], told]).toEqual([['a'], ['again a']])
  expect(library.access).toMatchObject({ role: 'reading', reachable: true })
  expect(read.filter((key) => key.startsWith('versions/'))).toEqual([])
  await library.close()
  const offline = around({ list: () => Promise.reject(new CairnError('UNREACHABLE', 'Gone.')) })
  const after = await LibraryReader.open(offline, { cache: join(folder, 'library.json') })
  expect([...(await after.current()).state.records.keys()]).toEqual(['a'])
})
