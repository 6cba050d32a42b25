import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bucket } from '@engine/ports/storage/bucket'
import { FolderBucket } from '@engine/storage/shared/folder-bucket'
import { createNetworkGate } from '@engine/platform/network-gate'
import { S3Bucket } from '@engine/storage/shared/s3-bucket'
import { readS3Place } from '@engine/storage/shared/s3-place'
import { bucketAt, startS3Server } from '../../../support/s3-server'

let server: Awaited<ReturnType<typeof startS3Server>>
let folder: string
beforeAll(async () => {
  server = await startS3Server()
  folder = await mkdtemp(join(tmpdir(), 'cairn-bucket-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const bytes = (text: string) => new TextEncoder().encode(text)
const kinds: [string, (name: string) => Bucket][] = [
  ['a folder', (name) => new FolderBucket(join(folder, name))],
  ['an S3 server', (name) => server.bucket(name)],
]

describe.each(kinds)('a bucket in %s', (_, open) => {
  it('gives back what was put, the newest of several', async () => {
    const bucket = open('give')
    await bucket.put('a/one', bytes('first'))
    await bucket.put('a/one', new Uint8Array([0, 255, 10]))
    expect([...(await bucket.get('a/one'))]).toEqual([0, 255, 10])
  })

  it('lists what is below a prefix in the order of keys, dated by its own clock', async () => {
    const bucket = open('list')
    for (const key of ['a/2', 'a/10', 'a/b/3', 'ab/4', 'c/5']) await bucket.put(key, bytes(key))
    const { entries, now } = await bucket.list('a/')
    expect(entries.map(({ key, size }) => [key, size])).toEqual([
      ['a/10', 4],
      ['a/2', 3],
      ['a/b/3', 5],
    ])
    for (const { changedAt } of entries) expect(now - changedAt).toBeGreaterThan(-2000)
    expect((await bucket.list('nothing/')).entries).toEqual([])
  })

  it('forgets what is deleted, twice as well', async () => {
    const bucket = open('delete')
    await bucket.put('a/one', bytes('x'))
    await bucket.delete('a/one')
    await bucket.delete('a/one')
    expect((await bucket.list('a/')).entries).toEqual([])
    await expect(bucket.get('a/one')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it.each(['../up', 'a/../b', '/a', 'a//b', 'a b', 'ä', 'a/~tmp', ''])('refuses the key %j', async (key) => {
    const bucket = open('keys')
    await expect(async () => bucket.get(key)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(async () => bucket.put(key, bytes('x'))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(async () => bucket.list(`${key}/`)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('keeps prefixes apart', async () => {
    await open('one').put('a/x', bytes('1'))
    expect((await open('on').list('a/')).entries).toEqual([])
  })
})

describe('an S3 server', () => {
  // s3rver cannot: its tokens need a cipher that Node no longer has.
  it('is read page by page', async () => {
    const asked: (string | null)[] = []
    const page = (url: URL) => {
      asked.push(url.searchParams.get('start-after'))
      const isFirst = asked.length === 1
      const [key, isCut] = isFirst ? ['many/a/1', true] : ['many/a/2', false]
      const about = `<Key>${key}</Key><Size>1</Size><LastModified>2026-11-26T10:00:00.000Z</LastModified>`
      const xml = `<ListBucketResult><IsTruncated>${isCut}</IsTruncated><Contents>${about}</Contents></ListBucketResult>`
      return Promise.resolve(new Response(xml, { headers: { date: 'Thu, 26 Nov 2026 10:00:05 GMT' } }))
    }
    const gate = createNetworkGate({ allowedHosts: () => [], now: () => 0, send: page })
    const bucket = new S3Bucket(readS3Place('s3://team/many', server.environment), { gate })
    const { entries, now } = await bucket.list('a/')
    expect(entries.map(({ key, changedAt }) => [key, now - changedAt])).toEqual([
      ['a/1', 5000],
      ['a/2', 5000],
    ])
    expect(asked).toEqual([null, 'many/a/1'])
  })

  it('is asked again while it is busy, with the same bytes', async () => {
    const sent: unknown[] = []
    const busyTwice = (_: URL, { body }: RequestInit) => {
      sent.push(body)
      return Promise.resolve(new Response('', { status: sent.length < 3 ? 503 : 200 }))
    }
    const gate = createNetworkGate({ allowedHosts: () => [], now: () => 0, send: busyTwice })
    const bucket = new S3Bucket(readS3Place('s3://team/x', server.environment), { gate, pauseMs: 1 })
    await bucket.put('a/1', bytes('x'))
    expect(sent).toEqual([bytes('x'), bytes('x'), bytes('x')])
  })

  it('refuses wrong credentials in words', async () => {
    const wrong = bucketAt('s3://team/x', { ...server.environment, AWS_ACCESS_KEY_ID: 'no' })
    await expect(wrong.list('a/')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
  })

  it('says that a bucket is not there', async () => {
    const missing = bucketAt('s3://nobody/x', server.environment)
    await expect(missing.list('a/')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  // Naming a library allows its host, and nothing more.
  it('is not reached beyond this machine while Cairn is switched offline', async () => {
    const { AWS_ENDPOINT_URL: _, ...amazon } = server.environment
    const gate = createNetworkGate({ allowedHosts: () => [], now: () => 0, isOffline: () => true })
    const bucket = new S3Bucket(readS3Place('s3://team/x', amazon), { gate })
    await expect(bucket.list('a/')).rejects.toMatchObject({ code: 'NETWORK_DENIED' })
  })

  it('is unreachable after some tries where nobody listens', async () => {
    const nobody = bucketAt('s3://team/x', { ...server.environment, AWS_ENDPOINT_URL: 'http://127.0.0.1:9' })
    await expect(nobody.get('a/x')).rejects.toMatchObject({ code: 'UNREACHABLE' })
  })
})

/** What s3rver cannot: it is tried where `CAIRN_TEST_S3` names another server. */
const another = process.env['CAIRN_TEST_S3'] ? [2100] : []
describe.each(another)('another S3 server', (count) => {
  it(`cuts a list of ${count} objects into pages, none of which is missed or told twice`, async () => {
    const bucket = server.bucket('many')
    const keys = Array.from({ length: count }, (_, at) => `a/${String(at).padStart(5, '0')}-${at % 7}/x`)
    const left = [...keys]
    const putAll = async () => {
      for (let key = left.pop(); key !== undefined; key = left.pop()) await bucket.put(key, bytes(key))
    }
    await Promise.all(Array.from({ length: 8 }, putAll))
    await bucket.put('b/other', bytes('x'))
    const { entries } = await bucket.list('a/')
    expect(entries.map(({ key }) => key)).toEqual(keys)
    expect(entries.map(({ size }) => size)).toEqual(keys.map(({ length }) => length))
  }, 300_000)

  it('refuses a secret that is not the one of its key', async () => {
    const wrong = bucketAt('s3://team/x', { ...server.environment, AWS_SECRET_ACCESS_KEY: 'no' })
    await expect(wrong.list('a/')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    await expect(wrong.put('a/x', bytes('x'))).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    await expect(wrong.get('a/x')).rejects.toMatchObject({
      message: expect.stringContaining('(SignatureDoesNotMatch)') as string,
    })
  })
})

describe('a folder', () => {
  it('leaves nothing half-written among its keys', async () => {
    const bucket = new FolderBucket(join(folder, 'clean'))
    await bucket.put('a/one', bytes('x'))
    expect(await readdir(join(folder, 'clean', 'a'))).toEqual(['one'])
  })
})
