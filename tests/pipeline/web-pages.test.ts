import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { createEngine } from '@engine/engine'
import type { Engine, PageAnswer } from '@engine/ports/engine-interface'

const resources = resolve(import.meta.dirname, '../../resources')

let folder = ''
let engine: Engine
let server: Server
let base = ''
let litres = 40

const page = () =>
  `<html><head><title>The Zebrafinch pump</title></head><body><main><h1>Pump</h1><p>The Zebrafinch pump moves ${litres} litres a minute.</p></main></body></html>`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-pages-'))
  server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  engine = await createEngine({ folder: join(folder, 'store'), resources })
})

afterAll(async () => {
  await engine.close()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Waits for the job that reads a page; the document then. */
async function read(answer: PageAnswer): Promise<DocumentRecord> {
  if (answer.is === 'ask') throw new Error(`asks for ${answer.host}`)
  for await (const change of engine.watch()) {
    const jobs = change.type === 'snapshot' ? change.jobs : change.type === 'job' ? [change.job] : []
    if (jobs.some(({ id, state }) => id === answer.job_id && state !== 'running')) break
  }
  const [only, ...more] = engine.listDocuments({})
  if (!only || more.length > 0) throw new Error(`${more.length + 1} documents`)
  return only
}

const allow = ['127.0.0.1']
const textOf = async (id: string) => (await engine.readDocument(id)).text

// Catches a page that becomes a second document when it is fetched again, or that forgets where it is from.
test('a page is kept with its address, and fetched again in its place', async () => {
  const address = `${base}/pumps/zebrafinch#top`
  expect(await engine.addPage({ address, allow: [] })).toEqual({ is: 'ask', host: '127.0.0.1', from: null })
  expect(engine.listDocuments({})).toEqual([])
  const first = await read(await engine.addPage({ address, allow, collection: 'web' }))
  expect(first).toMatchObject({
    name: 'zebrafinch.html',
    title: 'The Zebrafinch pump',
    status: 'ready',
    collection: 'web',
  })
  expect(first.from_web?.address).toBe(`${base}/pumps/zebrafinch`)
  expect(first.modified_at).toBeNull()
  expect(await textOf(first.id)).toContain('40 litres')
  litres = 55
  expect(await engine.refreshPage(first.id, [])).toMatchObject({ is: 'ask' })
  const second = await read(await engine.refreshPage(first.id, allow))
  expect(second).toMatchObject({ id: first.id, source: first.source, status: 'ready', collection: 'web' })
  expect(second.from_web?.fetched_at).toBeGreaterThanOrEqual(first.from_web?.fetched_at ?? Infinity)
  expect(await textOf(first.id)).toContain('55 litres')
  expect(await readFile(first.source, 'utf8')).toContain('55 litres')
  // The same address again is the same document.
  expect(await read(await engine.addPage({ address: `${base}/pumps/zebrafinch`, allow }))).toMatchObject({
    id: first.id,
  })
  expect(engine.models.networkLog().map(({ purpose, outcome }) => `${purpose} ${outcome}`)).toEqual(
    Array<string>(3).fill('web page allowed'),
  )
  await engine.deleteDocuments([first.id])
  expect(existsSync(first.source)).toBe(false)
})

test('a document that is no page, or is not there, cannot be fetched', async () => {
  await expect(engine.refreshPage('nobody', allow)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(engine.addPage({ address: 'file:///etc/passwd', allow })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})
