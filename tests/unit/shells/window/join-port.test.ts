import { MessageChannel, type MessagePort as NodePort } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { RouterClient } from '@orpc/server'
import { eventIterator, os } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { joinPort, type Port } from '@shells/window/join-port'

/** Node's port with the manners of Electron's: data inside an event, nothing before `start`. */
function electronPort(port: NodePort): Port {
  return {
    on: (event: string, listener: (event: { data: unknown }) => void) =>
      port.on(event, (data: unknown) => listener({ data })),
    postMessage: (data) => port.postMessage(data),
    start: () => port.start(),
    close: () => port.close(),
  }
}

let aborted = 0
const router = {
  double: os.input(z.object({ n: z.number() })).handler(({ input }) => input.n * 2),
  count: os.output(eventIterator(z.number())).handler(async function* ({ signal }) {
    signal?.addEventListener('abort', () => (aborted += 1))
    for (let n = 0; signal?.aborted !== true; n++) {
      yield n
      await new Promise((resolve) => setImmediate(resolve))
    }
  }),
}

const opened: NodePort[] = []
function joined() {
  aborted = 0
  const { port1, port2 } = new MessageChannel()
  opened.push(port1, port2)
  const log = vi.fn()
  const handler = new RPCHandler(router)
  const leave = joinPort(electronPort(port1), (port) => handler.upgrade(port), log)
  const client: RouterClient<typeof router> = createORPCClient(new RPCLink({ port: port2 }))
  port2.start()
  return { client, raw: port2, leave, log }
}

afterEach(() => {
  for (const port of opened.splice(0)) port.close()
})

describe('a port to the engine', () => {
  test('carries calls and streams; leaving a stream aborts it', async () => {
    const { client } = joined()
    expect(await client.double({ n: 21 })).toBe(42)
    const seen: number[] = []
    for await (const n of await client.count()) {
      seen.push(n)
      if (n === 2) break
    }
    expect(seen).toEqual([0, 1, 2])
    await vi.waitFor(() => expect(aborted).toBe(1))
  })

  // Would catch watchers of pages long gone that go on for ever, one more with each reload.
  test('aborts its streams when it is closed here', async () => {
    const { client, leave } = joined()
    const stream = await client.count()
    await stream.next()
    leave()
    await vi.waitFor(() => expect(aborted).toBe(1))
  })

  test('aborts its streams when the page goes', async () => {
    const { client, raw } = joined()
    const stream = await client.count()
    await stream.next()
    raw.close()
    await vi.waitFor(() => expect(aborted).toBe(1))
  })

  // Would catch a page taken over by a document that ends the engine: oRPC throws where nobody can catch it.
  test('drops what is no request, and goes on', async () => {
    const { client, raw, log } = joined()
    const wrong = [
      'not json',
      '{}',
      '[]',
      'null',
      '{"i":1,"p":{"u":"/double"}}',
      '{"i":"1"}',
      '{"i":"1","p":null}',
      '{"i":"1","p":{"u":"http://x"}}',
      '{"i":"1","p":{"u":"//["}}',
      '{"i":"1","t":9}',
      null,
      42,
      { i: '1', p: { u: '/double' } },
      new Uint8Array([255, 1, 2]),
    ]
    for (const message of wrong) raw.postMessage(message)
    // Well-formed, but nonsense: answered with an error or not at all.
    for (const message of [
      '{"i":"900","p":{"u":"/nowhere/%zz"}}',
      '{"i":"901","p":{"u":"/double","h":{"content-type":"multipart/form-data"},"b":1}}',
      '{"i":"902","p":{"u":"/double","h":5,"m":7}}',
      '{"i":"903","t":3}',
      '{"i":"904","t":4,"p":5}',
    ]) {
      raw.postMessage(message)
    }
    expect(await client.double({ n: 1 })).toBe(2)
    expect(log).toHaveBeenCalled()
  })
})
