import { describe, expect, test } from 'vitest'
import { callLimitSizes } from '@engine/api/limits/call-limits'
import { limits as limitsOfFiles } from '@engine/ingest/files/read-regular-file'
import { createResponder } from '@shells/assets/respond'
import { UploadLimits, uploadSizes } from '@shells/assets/upload-limits'
import { HandClock } from '../../../fakes/hand-clock'

const mebibyte = 1024 * 1024
// Would catch a limit that refuses what the engine would read.
test('documents may be as long as the engine reads them', () => {
  expect(uploadSizes.documentBytes).toBe(limitsOfFiles.fileBytes)
})

const never = new AbortController().signal
const file = { client: 'a', length: null, isDocument: true }

function limits(more: Partial<typeof uploadSizes> = {}) {
  const hand = new HandClock()
  const clock = { now: () => hand.now, after: (ms: number, then: () => void) => hand.after(ms, then) }
  return { hand, uploads: new UploadLimits(clock, { ...uploadSizes, ...more }) }
}

async function* blocks(count: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at += 1) yield await Promise.resolve(new Uint8Array(mebibyte))
}

async function read(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0
  for await (const block of bytes) size += block.length
  return size
}

const taking = (uploads: UploadLimits, client: string, count: number, signal = never) =>
  uploads.take({ ...file, client }, blocks(count), read, signal)

describe('uploads', () => {
  // Would catch bytes that are read as fast as they come, and one client's flood that slows another.
  test('of one client come at its rate of bytes; another one is not held up by it', async () => {
    const { hand, uploads } = limits({ mebibytes: { perSecond: 2, burst: 3 } })
    expect(await taking(uploads, 'a', 3)).toBe(3 * mebibyte)
    const slow = taking(uploads, 'a', 2)
    await hand.waitsFor(500)
    expect(await taking(uploads, 'b', 3)).toBe(3 * mebibyte)
    hand.advance(500)
    await hand.waitsFor(500)
    hand.advance(500)
    expect(await slow).toBe(2 * mebibyte)
  })

  test('are refused with the time to wait where too many wait or send, and go on when one is done', async () => {
    const calls = { ...callLimitSizes, client: { perSecond: 1, burst: 1 }, waiting: { perClient: 1, overall: 9 } }
    const { hand, uploads } = limits({ calls, atOnce: 3 })
    expect(await taking(uploads, 'a', 1)).toBe(mebibyte)
    const waiting = taking(uploads, 'a', 1)
    await expect(taking(uploads, 'a', 1)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 2000 })
    expect(await taking(uploads, 'b', 1)).toBe(mebibyte)
    await hand.waitsFor(1000)
    hand.advance(1000)
    expect(await waiting).toBe(mebibyte)

    const holding = limits({ atOnce: 1 })
    const leave = new AbortController()
    const endless = holding.uploads.take(
      file,
      blocks(1),
      () => new Promise((_resolve, reject) => leave.signal.addEventListener('abort', () => reject(new Error('left')))),
      leave.signal,
    )
    await expect(taking(holding.uploads, 'a', 1)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    leave.abort()
    await expect(endless).rejects.toThrow('left')
    // Would catch a place that is never given back.
    expect(await taking(holding.uploads, 'a', 1)).toBe(mebibyte)
  })

  test('whoever leaves while it is slowed down gives up its place at once', async () => {
    const { hand, uploads } = limits({ mebibytes: { perSecond: 1, burst: 1 }, atOnce: 1 })
    const leave = new AbortController()
    const slow = taking(uploads, 'a', 9, leave.signal)
    await hand.waitsFor(1000)
    leave.abort()
    await expect(slow).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(hand.pending).toEqual([])
  })

  // Would catch 200 MB that are written first and then refused.
  test('that say they are too long are refused before a byte is read; a model may be as long', async () => {
    const taken: string[] = []
    const receive = (name: string) => Promise.resolve(taken.push(name)).then(() => `/inbox/${name}`)
    const respond = createResponder({
      engine: {
        receiveFile: receive,
        originalOf: () => Promise.reject(new Error('not asked')),
        models: { receive: (name) => receive(name) },
      },
      rendererFolder: '/nowhere',
      uploads: limits().uploads,
    })
    const put = (query: string) => {
      const headers = { 'Content-Length': String(uploadSizes.documentBytes + 1) }
      return respond(new Request(`http://localhost:1/inbox?${query}`, { method: 'PUT', body: 'x', headers }))
    }
    const refused = await put('name=big.pdf')
    expect([refused.status, await refused.json()]).toMatchObject([413, { code: 'FILE_TOO_LARGE' }])
    expect(taken).toEqual([])
    expect((await put('name=big.gguf&for=model&batch=b')).status).toBe(200)
  })

  test('that are too many answer 429 with when to come again', async () => {
    const calls = { ...callLimitSizes, client: { perSecond: 1, burst: 1 }, waiting: { perClient: 0, overall: 0 } }
    const respond = createResponder({
      engine: {
        receiveFile: (name) => Promise.resolve(`/inbox/${name}`),
        originalOf: () => Promise.reject(new Error('not asked')),
        models: { receive: () => Promise.reject(new Error('not asked')) },
      },
      rendererFolder: '/nowhere',
      uploads: limits({ calls }).uploads,
    })
    const answer = await respond(new Request('http://localhost:1/inbox?name=a.md', { method: 'PUT', body: 'x' }))
    expect([answer.status, Number(answer.headers.get('Retry-After')) >= 1]).toEqual([429, true])
  })
})
