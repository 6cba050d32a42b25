import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Index, connect } from '@lancedb/lancedb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createNetworkGate } from '@engine/platform/network-gate'
import { TableRelay } from '@engine/storage/shared/library/table-relay'
import { readS3Place } from '@engine/storage/shared/s3-place'
import { startS3Server } from '../../../support/s3-server'

let server: Awaited<ReturnType<typeof startS3Server>>
let folder: string
/** Of this test alone: a server that goes on between them keeps what the others wrote. */
let shelf = ''
let made = 0
const relays: TableRelay[] = []

beforeEach(async () => {
  made += 1
  shelf = `shelf/${made}`
  server = await startS3Server()
  folder = await mkdtemp(join(tmpdir(), 'cairn-relay-'))
})
afterEach(async () => {
  for (const relay of relays.splice(0)) await relay.close()
  await server.close().catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
})

async function relayIn(name: string, isOffline = () => false, logged: string[] = []): Promise<TableRelay> {
  const place = readS3Place(`s3://team/${shelf}`, server.environment)
  const gate = createNetworkGate({ allowedHosts: () => [], now: () => 0, isOffline })
  const relay = await TableRelay.open({ place, gate, folder: join(folder, name), log: (line) => logged.push(line) })
  relays.push(relay)
  return relay
}

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `r${from + at}`,
    search: `word${(from + at) % 7} alpha`,
    vector: Array.from({ length: 16 }, (__, k) => Math.sin((from + at) * k + 1)),
  }))

const wordsFound = async (table: Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['openTable']>>) =>
  (
    await table
      .query()
      .fullTextSearch('word3', { columns: ['search'] })
      .limit(3)
      .toArray()
  ).map(({ id }) => String(id))

it('is the bucket for LanceDB: tables are written, indexed, searched and opened at a version through it', async () => {
  const relay = await relayIn('writer')
  const writing = await connect(relay.uriOf('lance-1-1'), { storageOptions: { ...relay.storageOptions } })
  const table = await writing.createTable('chunks', rows(0, 500))
  await table.createIndex('search', { config: Index.fts({ baseTokenizer: 'whitespace' }) })
  const version = await table.version()
  await table.add(rows(500, 50))
  await table.delete("id = 'r3'")
  const keys = (await server.bucket(shelf).list('lance-1-1/')).entries.map(({ key }) => key)
  expect(keys.length).toBeGreaterThan(3)
  const reader = await relayIn('reader')
  const reading = await connect(reader.uriOf('lance-1-1'), { storageOptions: { ...reader.storageOptions } })
  const pinned = await reading.openTable('chunks', [], { version })
  expect(await pinned.countRows()).toBe(500)
  expect(await wordsFound(pinned)).toHaveLength(3)
  expect(await (await reading.openTable('chunks')).countRows()).toBe(549)
})

it('serves what was read while the server is gone, and what was not fails soon (bug: a question hangs for minutes)', async () => {
  const writer = await relayIn('writer')
  const writing = await connect(writer.uriOf('lance-1-1'), { storageOptions: { ...writer.storageOptions } })
  const table = await writing.createTable('chunks', rows(0, 500))
  await table.createIndex('search', { config: Index.fts({ baseTokenizer: 'whitespace' }) })
  await writing.createTable('others', rows(0, 5))
  const version = await table.version()
  const look = async () => {
    const relay = await relayIn('reader')
    const connection = await connect(relay.uriOf('lance-1-1'), { storageOptions: { ...relay.storageOptions } })
    return { connection, found: await wordsFound(await connection.openTable('chunks', [], { version })) }
  }
  const { found } = await look()
  expect(found).toHaveLength(3)
  await server.close()
  // As after a restart: nothing is left in memory.
  const { connection, found: again } = await look()
  expect(again).toEqual(found)
  await expect(connection.openTable('others').then((other) => other.countRows())).rejects.toThrow()
})

it('asks again for what has changed on this disk (bug: one flipped bit, and a library looks damaged here for two weeks)', async () => {
  const relay = await relayIn('one')
  await server.bucket(shelf).put('lance-1-1/x.lance', new TextEncoder().encode('as it was written'))
  const door = `${relay.storageOptions['awsEndpoint']}/${new URL(relay.uriOf('lance-1-1')).host}`
  const read = async () => (await fetch(`${door}/${shelf}/lance-1-1/x.lance`)).text()
  expect(await read()).toBe('as it was written')
  const kept = await readdir(join(folder, 'one'))
  expect(kept).toHaveLength(1)
  for (const name of kept) {
    const bytes = await readFile(join(folder, 'one', name))
    bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 4
    await writeFile(join(folder, 'one', name), bytes)
  }
  expect(await read()).toBe('as it was written')
})

it('lets nobody in who does not know its name, nor anything but tables be reached (bug: any program here reads the team’s bucket)', async () => {
  const relay = await relayIn('one')
  await server.bucket(shelf).put('objects/ab/secret', new TextEncoder().encode('secret'))
  await server.bucket(shelf).put('lance-1-1/x.lance', new TextEncoder().encode('table'))
  const door = relay.storageOptions['awsEndpoint']
  const name = new URL(relay.uriOf('lance-1-1')).host
  const asked = async (path: string) => (await fetch(`${door}/${path}`)).status
  expect(await asked(`${name}/${shelf}/lance-1-1/x.lance`)).toBe(200)
  for (const path of [
    `team/${shelf}/lance-1-1/x.lance`,
    `${name}x/${shelf}/lance-1-1/x.lance`,
    `${name}/${shelf}/objects/ab/secret`,
    `${name}/${shelf}/lance-1-1/../objects/ab/secret`,
    `${name}/${shelf}/lance-1-1/%2e%2e/objects/ab/secret`,
    `${name}/?list-type=2&prefix=shelf/`,
    '',
  ]) {
    expect([path, await asked(path)]).toEqual([path, 404])
  }
})

// Seen with Swift's s3api: LanceDB could commit nothing there, and deleted nothing.
it('stands in for what a server lacks: a write only where nothing is, and several deletions without a checksum', async () => {
  const place = readS3Place(`s3://team/${shelf}`, server.environment)
  const gate = createNetworkGate({ allowedHosts: () => [], now: () => 0 })
  const refusals: string[] = []
  const refuse = (status: number, code: string) => {
    refusals.push(code)
    return new Response(`<Error><Code>${code}</Code></Error>`, { status })
  }
  const fetch: typeof gate.fetch = async (url, options) => {
    const headers = new Headers(options.headers)
    if (options.method === 'PUT' && headers.has('if-none-match')) return refuse(501, 'NotImplemented')
    if (String(url).includes('?delete') && !headers.has('content-md5')) return refuse(400, 'InvalidRequest')
    return gate.fetch(url, options)
  }
  const relay = await TableRelay.open({ place, gate: { fetch }, folder: join(folder, 'poor'), log: () => undefined })
  relays.push(relay)
  const connection = await connect(relay.uriOf('lance-1-1'), { storageOptions: { ...relay.storageOptions } })
  const table = await connection.createTable('chunks', rows(0, 20))
  await table.add(rows(20, 10))
  expect(await table.countRows()).toBe(30)
  // Another one who holds an old version does not write over the new one.
  const other = await connection.openTable('chunks')
  await Promise.all([table.add(rows(30, 5)), other.add(rows(35, 5))])
  expect(await (await connection.openTable('chunks')).countRows()).toBe(40)
  await table.optimize({ cleanupOlderThan: new Date() })
  expect(refusals).toEqual(['NotImplemented'])
})

// Catches a version that is written over because the server could not say that it was there.
it('writes nothing where such a server does not say whether something is there', async () => {
  const place = readS3Place(`s3://team/${shelf}`, server.environment)
  const gate = createNetworkGate({ allowedHosts: () => [], now: () => 0 })
  const written: string[] = []
  const fetch: typeof gate.fetch = (_url, options) => {
    const isConditional = new Headers(options.headers).has('if-none-match')
    if (options.method === 'PUT' && !isConditional) written.push(options.method)
    const status = options.method === 'HEAD' ? 403 : isConditional ? 501 : 200
    return Promise.resolve(new Response(null, { status }))
  }
  const relay = await TableRelay.open({ place, gate: { fetch }, folder: join(folder, 'silent'), log: () => undefined })
  relays.push(relay)
  const door = `${relay.storageOptions['awsEndpoint']}/${new URL(relay.uriOf('lance-1-1')).host}`
  const key = `${door}/${shelf}/lance-1-1/chunks.lance/_versions/1.manifest`
  const answer = await globalThis.fetch(key, { method: 'PUT', headers: { 'if-none-match': '*' }, body: 'version' })
  expect(answer.status).toBe(403)
  expect(written).toEqual([])
})
