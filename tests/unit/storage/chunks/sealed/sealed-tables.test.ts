import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, Index, type Table } from '@lancedb/lancedb'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openWhole } from '@engine/platform/sealing/sealed-file'
import { SealedTableServer } from '@engine/storage/chunks/sealed/sealed-table-server'
import { SealedTables } from '@engine/storage/chunks/sealed/sealed-tables'
import { TableFiles } from '@engine/storage/chunks/sealed/sealed-table-files'
import { prepareNativeEnvironment } from '@engine/storage/opening/native-environment'
import { toStoreError, whyNotOpened } from '@engine/storage/opening/store-error'
import { temporaryFolder } from '../../store-fixture'

interface Served {
  readonly store: string
  readonly key: KeyObject
  readonly tables: SealedTables
  readonly logged: string[]
}

async function served(file?: string): Promise<Served> {
  const store = await temporaryFolder()
  for (const name of ['tmp', 'sealed-1', 'objects']) await mkdir(join(store, name))
  const key = createSecretKey(randomBytes(32))
  const logged: string[] = []
  const log = (line: string) => void logged.push(line)
  const tables = new SealedTables({ store, temporaryFolder: join(store, 'tmp'), log, ...(file && { file }) }, key)
  onTestFinished(() => tables.close())
  await tables.ready()
  return { store, key, tables, logged }
}

const open = ({ tables }: Served) => connect(tables.uriOf('sealed-1'), { storageOptions: { ...tables.storageOptions } })

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `r${from + at}`,
    search: `quagga word${(from + at) % 7}`,
    vector: Array.from({ length: 16 }, (__, k) => Math.sin((from + at) * k + 1)),
  }))

async function found(table: Table, word: string): Promise<number> {
  return (
    await table
      .query()
      .fullTextSearch(word, { columns: ['search'] })
      .limit(1000)
      .toArray()
  ).length
}

/** All files of the tables, by their paths. */
async function files(store: string): Promise<string[]> {
  const entries = await readdir(join(store, 'sealed-1'), { recursive: true, withFileTypes: true })
  return entries.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** Asks the server as LanceDB does, or as somebody else. */
function asking({ tables }: Served, credential = tables.storageOptions['awsAccessKeyId'] ?? '') {
  const door = `${tables.storageOptions['awsEndpoint']}/${new URL(tables.uriOf('x')).host}`
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}/20261201/us-east-1/s3/aws4_request, Signature=0`
  return (path: string, init: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> } = {}) =>
    fetch(`${door}/${path}`, { ...init, headers: { ...init.headers, authorization } })
}

it('is a bucket for LanceDB: tables are made, filled, indexed, searched, maintained and cleaned, and no byte of it is in clear', async () => {
  const all = await served()
  const connection = await open(all)
  const table = await connection.createTable('chunks', rows(0, 300))
  await table.createIndex('search', { config: Index.fts({ baseTokenizer: 'whitespace' }) })
  await table.add(rows(300, 60))
  await table.delete("id = 'r3'")
  expect([await table.countRows(), await found(table, 'word3')]).toEqual([359, 50])
  await table.optimize({ cleanupOlderThan: new Date(), deleteUnverified: true })
  await table.optimize({ cleanupOlderThan: new Date(), deleteUnverified: true })
  expect([await table.countRows(), await found(table, 'word3')]).toEqual([359, 50])
  expect(await connection.tableNames()).toEqual(['chunks'])
  const again = await (await open(all)).openTable('chunks')
  expect(await again.version()).toBe(await table.version())
  expect(
    (
      await again
        .query()
        .nearestTo(rows(5, 1)[0]?.vector ?? [])
        .limit(1)
        .toArray()
    )[0],
  ).toMatchObject({ id: 'r5' })
  const paths = await files(all.store)
  expect(paths.length).toBeGreaterThan(5)
  let plain = ''
  for (const path of paths) {
    const bytes = await readFile(path)
    expect([path, bytes.includes('quagga'), bytes.includes('word3'), bytes.includes('search')]).toEqual([
      path,
      false,
      false,
      false,
    ])
    plain += openWhole(all.key, bytes)?.toString('latin1') ?? ''
  }
  // Else the files were looked at in vain.
  expect(plain).toContain('quagga')
  expect(all.logged).toEqual([])
})

it('a file of many parts comes whole, in whatever order its parts come', async () => {
  const all = await served()
  const ask = asking(all)
  const began = await (await ask('sealed-1/a/large.bin?uploads', { method: 'POST' })).text()
  const id = /<UploadId>(\d+)</u.exec(began)?.[1]
  const parts = [randomBytes(5_000_000), randomBytes(5_000_000), randomBytes(123_456)]
  const send = (number: number) =>
    ask(`sealed-1/a/large.bin?partNumber=${number}&uploadId=${id}`, {
      method: 'PUT',
      body: new Uint8Array(parts[number - 1] ?? []),
    })
  const ahead = [send(3), send(2)]
  await send(1)
  expect((await Promise.all(ahead)).map(({ status }) => status)).toEqual([200, 200])
  // The answer to it was lost.
  expect((await send(1)).status).toBe(200)
  expect(await files(all.store)).toEqual([])
  const body = `<CompleteMultipartUpload>${[1, 2, 3].map((n) => `<Part><PartNumber>${n}</PartNumber></Part>`).join('')}</CompleteMultipartUpload>`
  expect((await ask(`sealed-1/a/large.bin?uploadId=${id}`, { method: 'POST', body })).status).toBe(200)
  const whole = Buffer.concat(parts)
  expect(Buffer.from(await (await ask('sealed-1/a/large.bin')).arrayBuffer()).equals(whole)).toBe(true)
  const sealed = await readFile(join(all.store, 'sealed-1/a/large.bin'))
  expect(openWhole(all.key, sealed)?.equals(whole)).toBe(true)

  // One that lacks a part, and one that is given up, leave nothing.
  for (const method of ['POST', 'DELETE']) {
    const other = /<UploadId>(\d+)</u.exec(await (await ask('sealed-1/a/b?uploads', { method: 'POST' })).text())?.[1]
    await ask(`sealed-1/a/b?partNumber=1&uploadId=${other}`, { method: 'PUT', body: 'first' })
    const ended = await ask(`sealed-1/a/b?uploadId=${other}`, { method, ...(method === 'POST' && { body }) })
    expect(ended.ok).toBe(method === 'DELETE')
    expect((await ask('sealed-1/a/b')).status).toBe(404)
  }
  expect(await readdir(join(all.store, 'tmp'))).toEqual([])
})

it('gives the parts that are asked for, and says where a file ends', async () => {
  const all = await served()
  const ask = asking(all)
  const text = 'abcdefghij'.repeat(20_000)
  await ask('sealed-1/x.lance', { method: 'PUT', body: text })
  const range = async (asked: string) => {
    const answer = await ask('sealed-1/x.lance', { headers: { range: `bytes=${asked}` } })
    return [answer.status, answer.headers.get('content-range'), await answer.text()]
  }
  expect(await range('0-9')).toEqual([206, 'bytes 0-9/200000', 'abcdefghij'])
  expect(await range('65530-65545')).toEqual([206, 'bytes 65530-65545/200000', text.slice(65_530, 65_546)])
  expect(await range('199995-')).toEqual([206, 'bytes 199995-199999/200000', 'fghij'])
  expect(await range('199995-300000')).toEqual([206, 'bytes 199995-199999/200000', 'fghij'])
  expect(await range('-3')).toEqual([206, 'bytes 199997-199999/200000', 'hij'])
  expect((await range('200000-'))[0]).toBe(416)
  const head = await ask('sealed-1/x.lance', { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '200000'])
  expect((await ask('sealed-1/none', { method: 'HEAD' })).status).toBe(404)
  await ask('sealed-1/empty', { method: 'PUT', body: '' })
  expect(await (await ask('sealed-1/empty')).text()).toBe('')
})

// Would catch a version of a table that two writers both believe to have written.
it('of several that write a name only where it is free, one does', async () => {
  const all = await served()
  const ask = asking(all)
  const put = (body: string) =>
    ask('sealed-1/_versions/1.manifest', { method: 'PUT', body, headers: { 'if-none-match': '*' } })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => put(`version of ${at}`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(412)])
  const winner = answers.findIndex(({ status }) => status === 200)
  expect(await (await ask('sealed-1/_versions/1.manifest')).text()).toBe(`version of ${winner}`)
  // Without the condition it is replaced, and read anew although it was read a moment ago.
  await ask('sealed-1/_versions/1.manifest', { method: 'PUT', body: 'another' })
  expect(await (await ask('sealed-1/_versions/1.manifest')).text()).toBe('another')
  await ask('sealed-1/_versions/2.manifest', {
    method: 'PUT',
    headers: { 'x-amz-copy-source': `${new URL(all.tables.uriOf('x')).host}/sealed-1/_versions/1.manifest` },
  })
  expect(await (await ask('sealed-1/_versions/2.manifest')).text()).toBe('another')
})

it('lists names as a bucket does, and folders that have nothing in them any more are none', async () => {
  const all = await served()
  const ask = asking(all)
  for (const name of ['t.lance/a', 't.lance/data/1', 't.lance/data/2&3', 'u.lance/x'])
    await ask(`sealed-1/${encodeURIComponent(name).replaceAll('%2F', '/')}`, { method: 'PUT', body: 'abc' })
  const list = async (query: string) => {
    const text = await (await ask(`?list-type=2&${query}`)).text()
    return [...text.matchAll(/<(?:Key|Prefix)>([^<]*)</gu)].map(([, name]) => name)
  }
  expect(await list('prefix=sealed-1/t.lance/')).toEqual([
    'sealed-1/t.lance/a',
    'sealed-1/t.lance/data/1',
    'sealed-1/t.lance/data/2&amp;3',
  ])
  expect(await list('prefix=sealed-1/&delimiter=/')).toEqual(['sealed-1/t.lance/', 'sealed-1/u.lance/'])
  expect(await list('prefix=sealed-1/t.lance/da&delimiter=/')).toEqual(['sealed-1/t.lance/data/'])
  expect(await list('prefix=sealed-1/t.lance/data/1')).toEqual(['sealed-1/t.lance/data/1'])
  expect(await list('prefix=sealed-1/none/')).toEqual([])
  expect(await list('prefix=')).toEqual([])
  const body =
    '<Delete><Object><Key>sealed-1/u.lance/x</Key></Object><Object><Key>sealed-1/t.lance/data/2&amp;3</Key></Object></Delete>'
  const gone = await (await ask('?delete', { method: 'POST', body })).text()
  expect([...gone.matchAll(/<Deleted><Key>/gu)]).toHaveLength(2)
  expect((await ask('sealed-1/t.lance/data/1', { method: 'DELETE' })).status).toBe(204)
  expect(await list('prefix=sealed-1/')).toEqual(['sealed-1/t.lance/a'])
  expect(await list('prefix=sealed-1/&delimiter=/')).toEqual(['sealed-1/t.lance/'])
})

// Would catch another program of this machine, or a page in a browser, that reads the documents.
it('lets nobody in but who knows its secret, and leads nowhere but to sealed tables', async () => {
  const all = await served()
  await writeFile(join(all.store, 'store.json'), 'own')
  await writeFile(join(all.store, 'objects/secret'), 'own')
  await asking(all)('sealed-1/x', { method: 'PUT', body: 'abc' })
  for (const credential of ['cairn', '', `${all.tables.storageOptions['awsAccessKeyId']}x`]) {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await asking(all, credential)('sealed-1/x', { method, ...(method === 'PUT' && { body: 'no' }) })
      expect([answer.status, (await answer.text()).includes('abc')]).toEqual([403, false])
    }
  }
  expect((await fetch(`${all.tables.storageOptions['awsEndpoint']}/`)).status).toBe(403)
  const ask = asking(all)
  const paths = [
    'store.json',
    'objects/secret',
    'sealed-1/%2e%2e%2fstore.json',
    'sealed-1/a/%2e%2e/%2e%2e/store.json',
    'sealed-1/..%5c..%5cstore.json',
    'sealed-1',
    'sealed-1/',
    'sealed-1//x',
    'sealed-x/y',
    '%2e%2e%2fx/y',
  ]
  for (const path of paths) {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'POST']) {
      const query = method === 'POST' ? '?uploads' : ''
      const answer = await ask(`${path}${query}`, { method, ...(method === 'PUT' && { body: 'no' }) })
      expect([path, method, answer.status]).toEqual([path, method, 404])
    }
  }
  expect(await readFile(join(all.store, 'store.json'), 'utf8')).toBe('own')
  expect((await readdir(all.store)).toSorted()).toEqual(['objects', 'sealed-1', 'store.json', 'tmp'])
  expect(await (await ask('sealed-1/x')).text()).toBe('abc')
})

it('a file that is damaged, cut off or of another key is damage for who opens tables; a full disk is not', async () => {
  const all = await served()
  const table = await (await open(all)).createTable('chunks', rows(0, 40))
  const [data = ''] = (await files(all.store)).filter((path) => path.includes('/data/'))
  const whole = await readFile(data)
  const read = async () => {
    const fresh = await (await open(all)).openTable('chunks')
    return fresh.query().select(['search']).toArray()
  }
  const flipped = Buffer.from(whole)
  flipped[whole.length - 40] = (flipped[whole.length - 40] ?? 0) ^ 1
  for (const bad of [
    flipped,
    whole.subarray(0, whole.length - 17),
    whole.subarray(0, 20),
    Buffer.from('in clear'),
    Buffer.alloc(0),
  ]) {
    await writeFile(data, bad)
    const thrown = await read().then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(thrown).toBeDefined()
    expect(whyNotOpened(thrown)).toBeUndefined()
  }
  await writeFile(data, flipped)
  const why = await read().catch((error: unknown) => toStoreError(error, 'be searched'))
  expect(why).toMatchObject({ code: 'STORE_DAMAGED' })
  await writeFile(data, whole)
  expect(await read()).toHaveLength(40)
  await truncate(data, 0)
  expect(table.name).toBe('chunks')
})

it('a disk that is full is told at once, as such', async () => {
  const all = await served()
  const key = createSecretKey(randomBytes(32))
  const files = new TableFiles({ store: all.store, temporaryFolder: join(all.store, 'tmp'), key })
  const server = await SealedTableServer.open({ files, bucket: 'full', secret: 'known', port: 0 })
  onTestFinished(() => server.close())
  const storageOptions = {
    ...all.tables.storageOptions,
    awsAccessKeyId: 'known',
    awsEndpoint: `http://127.0.0.1:${server.port}`,
  }
  const connection = await connect('s3://full/sealed-1', { storageOptions })
  const table = await connection.createTable('chunks', rows(0, 40))
  files.put = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
  const began = performance.now()
  const why = await table.add(rows(40, 5)).catch((error: unknown) => toStoreError(error, 'be written'))
  expect(why).toMatchObject({ code: 'DISK_FULL' })
  expect(performance.now() - began).toBeLessThan(10_000)
})

// Would catch a proxy that is named for the network being sent passages in clear, and an open store that cannot be searched behind one.
it('nothing of it goes to a proxy', async () => {
  const seen: string[] = []
  const proxy = createServer((request, response) => {
    seen.push(request.url ?? '')
    response.writeHead(502).end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const before = { ...process.env }
  onTestFinished(() => {
    proxy.close()
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NO_PROXY', 'no_proxy']) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name)
      else process.env[name] = before[name]
    }
  })
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  Object.assign(process.env, { HTTP_PROXY: address, http_proxy: address, ALL_PROXY: address, no_proxy: 'example.org' })
  Reflect.deleteProperty(process.env, 'NO_PROXY')
  const all = await served()
  prepareNativeEnvironment(join(all.store, 'tmp')).restore()
  expect(process.env['NO_PROXY']).toBe('example.org,127.0.0.1')
  const table = await (await open(all)).createTable('chunks', rows(0, 40))
  expect([await table.countRows(), seen]).toEqual([40, []])
})

it('a thread that cannot be started says so', async () => {
  await expect(served('/nowhere/sealed-table-thread.mjs')).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
})

// Would catch a search that hangs, and a store that must be opened anew because a thread ran out of memory.
it('a thread that ended is there again where LanceDB looks for it; one that ends again and again is said not to run', async () => {
  const folder = await temporaryFolder()
  const mortal = join(folder, 'mortal.mjs')
  await writeFile(
    mortal,
    `import { existsSync, rmSync } from 'node:fs'
     import { join } from 'node:path'
     import { workerData } from 'node:worker_threads'
     import ${JSON.stringify(process.env['CAIRN_SEALED_TABLES'])}
     const end = join(workerData.store, 'end')
     setInterval(() => existsSync(end) && (rmSync(end), process.exit(1)), 10)`,
  )
  const all = await served(mortal)
  const table = await (await open(all)).createTable('chunks', rows(0, 40))
  const address = all.tables.storageOptions
  const end = async () => {
    await writeFile(join(all.store, 'end'), '')
    await vi.waitFor(() => expect(existsSync(join(all.store, 'end'))).toBe(false))
  }
  for (let times = 1; times <= 3; times += 1) {
    await end()
    await table.add(rows(40 * times, 40))
    await all.tables.ready()
    expect(await table.countRows()).toBe(40 + 40 * times)
  }
  expect(all.tables.storageOptions).toEqual(address)
  await end()
  await vi.waitFor(() => expect(all.tables.ready()).rejects.toMatchObject({ code: 'STORE_UNUSABLE' }))
  await expect(table.add(rows(0, 1))).rejects.toThrow()
})
