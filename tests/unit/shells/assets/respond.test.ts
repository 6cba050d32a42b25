import { mkdir, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import type { OriginalFile } from '@engine/ports/engine-interface'
import type { OpenFile } from '@engine/ports/storage/files/open-file'
import { createResponder, type Responder } from '@shells/assets/respond'

const origin = 'http://localhost:4000'
let folder = ''
let respond: Responder
let original: OriginalFile
const received: { name: string; text: string }[] = []
let receiveFailure: Error | undefined

async function receiveFile(name: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
  if (receiveFailure) throw receiveFailure
  const blocks: Uint8Array[] = []
  for await (const block of bytes) blocks.push(block)
  received.push({ name, text: Buffer.concat(blocks).toString() })
  return `/store/inbox/${name}`
}

/** As a model's file: the batch stands before the name. */
function receiveModel(name: string, batch: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
  return receiveFile(`${batch}/${name}`, bytes)
}

function originalOf(id: string): Promise<OriginalFile> {
  if (id === 'd1') return Promise.resolve(original)
  return Promise.reject(new CairnError('NOT_FOUND', `There is no document "${id}".`))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-assets-'))
  const renderer = join(folder, 'renderer')
  await mkdir(join(renderer, 'assets'), { recursive: true })
  await writeFile(join(renderer, 'index.html'), '<!doctype html>')
  await writeFile(join(renderer, 'assets', 'app-1a2b.js'), 'plain')
  await writeFile(join(renderer, 'assets', 'app-1a2b.js.br'), 'brotli')
  await writeFile(join(renderer, 'assets', 'app-1a2b.js.gz'), 'gzip')
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await symlink(join(folder, 'secret.txt'), join(renderer, 'assets', 'link.txt'))
  await symlink(folder, join(renderer, 'out'))
  const path = join(folder, '0a1b')
  await writeFile(path, '0123456789')
  original = { hash: '0a1b', size: 10, name: 'a.pdf', format: 'pdf', open: () => openFile(path) }
  respond = createResponder({
    engine: { receiveFile, originalOf, models: { receive: receiveModel } },
    rendererFolder: renderer,
  })
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function openFile(path: string): Promise<OpenFile> {
  const file = await open(path)
  const read = async (from: number, to: number) => (await file.read(Buffer.alloc(to - from), 0, to - from, from)).buffer
  return { size: 10, read, close: () => file.close() }
}

const get = (path: string, headers: Record<string, string> = {}) => respond(new Request(origin + path, { headers }))

describe('the renderer', () => {
  test('is served under a policy that lets nothing in from outside', async () => {
    const page = await get('/')
    expect(page.status).toBe(200)
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('Cache-Control')).toBe('no-store')
    const policy = page.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self' ws://localhost:4000;")
    expect(policy).not.toMatch(/unsafe|\*|https:/u)
    expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(page.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
  })

  // Catches files with a hash that are fetched again each time, and pages that are kept after an update.
  test('keeps hashed files for good and sends the copy the browser can unpack', async () => {
    const brotli = await get('/assets/app-1a2b.js', { 'Accept-Encoding': 'gzip, deflate, br' })
    expect([brotli.headers.get('Content-Encoding'), await brotli.text()]).toEqual(['br', 'brotli'])
    expect(brotli.headers.get('Cache-Control')).toContain('immutable')
    expect(brotli.headers.get('Content-Type')).toContain('javascript')
    const gzip = await get('/assets/app-1a2b.js', { 'Accept-Encoding': 'gzip' })
    expect(await gzip.text()).toBe('gzip')
    const plain = await get('/assets/app-1a2b.js')
    expect([plain.headers.get('Content-Encoding'), await plain.text()]).toEqual([null, 'plain'])
  })

  // Catches a server that hands out any file of the machine.
  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//secret.txt',
    '/assets/link.txt',
    '/out/secret.txt',
    '/assets',
    '/assets/app-1a2b.js.br',
    '/assets/app-1a2b.js%00',
    '/constructor',
  ])('does not serve %s', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('secret"')
    expect(response.headers.get('Content-Security-Policy')).toContain('sandbox')
  })

  test('that was not built is said in words', async () => {
    const empty = createResponder({
      engine: { receiveFile, originalOf, models: { receive: receiveModel } },
      rendererFolder: join(folder, 'nowhere'),
    })
    const response = await empty(new Request(origin))
    expect(await response.json()).toMatchObject({
      code: 'FILE_VANISHED',
      action: expect.stringContaining('build') as string,
    })
  })

  test('takes no other method than reading', async () => {
    const response = await respond(new Request(origin, { method: 'POST', body: 'x' }))
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('an original', () => {
  const path = '/documents/d1/original'

  // Catches a stranger's HTML that runs as a page of ours.
  test('is a download in a sandbox, never a page', async () => {
    original = { ...original, format: 'html', name: 'a "b"\u202egnp.html' }
    const response = await get(path)
    expect(await response.text()).toBe('0123456789')
    expect(response.headers.get('Content-Type')).toBe('application/octet-stream')
    expect(response.headers.get('Content-Security-Policy')).toContain('sandbox')
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="a _b_gnp.html"; filename*=UTF-8''a%20%22b%22gnp.html`,
    )
    original = { ...original, format: 'pdf', name: '年报.pdf' }
    const pdf = await get(path)
    expect(pdf.headers.get('Content-Type')).toBe('application/pdf')
    expect(pdf.headers.get('Content-Disposition')).toContain("filename*=UTF-8''%E5%B9%B4%E6%8A%A5.pdf")
    await pdf.body?.cancel()
  })

  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=8-', 206, '89', 'bytes 8-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['bytes=3-1', 200, '0123456789', null],
    ['lines=0-1', 200, '0123456789', null],
  ])('answers %s', async (range, status, text, contentRange) => {
    const response = await get(path, { Range: range })
    expect([response.status, await response.text()]).toEqual([status, text])
    expect(response.headers.get('Content-Range')).toBe(contentRange)
    expect(response.headers.get('Content-Length')).toBe(String(text.length))
  })

  test.each(['bytes=10-', 'bytes=-0'])('refuses %s', async (range) => {
    const response = await get(path, { Range: range })
    expect([response.status, response.headers.get('Content-Range')]).toEqual([416, 'bytes */10'])
  })

  // Catches a file put together from two versions of a document.
  test('sends the whole where the range is of an older version', async () => {
    const whole = await get(path)
    const etag = whole.headers.get('ETag') ?? ''
    const same = await get(path, { Range: 'bytes=0-0', 'If-Range': etag })
    const other = await get(path, { Range: 'bytes=0-0', 'If-Range': '"other"' })
    expect([same.status, other.status]).toEqual([206, 200])
    // A file stays open until it is read or not wanted any more.
    for (const { body } of [whole, same, other]) await body?.cancel()
  })

  test('that is not there, or whose address is broken, is refused in words', async () => {
    expect((await get('/documents/none/original')).status).toBe(404)
    expect((await get('/documents/%ff/original')).status).toBe(400)
  })

  test('whose file is gone is a typed error, not a hanging download', async () => {
    original = { ...original, open: () => openFile(join(folder, 'gone')) }
    expect(await (await get(path)).json()).toMatchObject({ code: 'FILE_VANISHED' })
  })
})

describe('an upload', () => {
  const put = (query: string, body: string) => respond(new Request(`${origin}/inbox${query}`, { method: 'PUT', body }))

  test('is handed on under its name, whatever that is', async () => {
    const name = '../../年报 & <b>.md'
    const response = await put(`?name=${encodeURIComponent(name)}`, 'text')
    expect(await response.json()).toEqual({ path: `/store/inbox/${name}` })
    expect(received.at(-1)).toEqual({ name, text: 'text' })
    await put('?name=empty.md', '')
    expect(received.at(-1)).toEqual({ name: 'empty.md', text: '' })
    await put('?name=m%2Fonnx%2Fmodel.onnx&for=model&batch=b1', 'weights')
    expect(received.at(-1)).toEqual({ name: 'b1/m/onnx/model.onnx', text: 'weights' })
  })

  test.each(['', '?name=', '?name=%20'])('without a name (%s) is refused', async (query) => {
    const response = await put(query, 'x')
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: 'INVALID_INPUT' })])
  })

  test.each([
    ['FILE_TOO_LARGE', 413],
    ['DISK_FULL', 507],
    ['INTERNAL', 500],
  ] as const)('that fails with %s is answered with %i and the report', async (code, status) => {
    receiveFailure = new CairnError(code, 'What.', 'Do.')
    const response = await put('?name=a', 'x')
    receiveFailure = undefined
    expect([response.status, await response.json()]).toEqual([status, { code, message: 'What.', action: 'Do.' }])
  })

  test('by another method is refused', async () => {
    expect((await get('/inbox?name=a')).status).toBe(405)
  })
})
