import type { IncomingMessage, ServerResponse } from 'node:http'
import { bytesOf } from '@shells/assets/file-stream'

/** Node's request as a web request. `signal` is aborted when the asker has gone. */
export function toRequest(incoming: IncomingMessage, origin: string, signal: AbortSignal): Request {
  const method = incoming.method ?? 'GET'
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const init = { method, headers, signal, ...(hasBody && { body: bodyOf(incoming), duplex: 'half' as const }) }
  return new Request(origin + (incoming.url ?? '/'), init)
}

/**
 * The body, read only as fast as it is asked for. What nobody wants any more is read and dropped, because a browser
 * that is still sending when the connection closes never sees the answer.
 */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        incoming.pause()
        incoming.on('data', (block: Uint8Array) => {
          incoming.pause()
          controller.enqueue(block)
        })
        incoming.once('end', () => controller.close())
        incoming.once('close', () => {
          if (!incoming.complete) controller.error(new DOMException('The sender has gone.', 'AbortError'))
        })
        incoming.once('error', () => undefined)
      },
      pull: () => void incoming.resume(),
      cancel() {
        incoming.removeAllListeners('data').removeAllListeners('end').removeAllListeners('close').resume()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Sends an answer as fast as it is read. Resolves when it is out, or when the asker has gone. */
export async function sendResponse(response: Response, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value)
  outgoing.writeHead(response.status)
  if (outgoing.req.method === 'HEAD') {
    await response.body?.cancel()
  } else {
    for await (const block of bytesOf(response.body)) {
      if (signal.aborted) break
      if (!outgoing.write(block)) await drained(outgoing, signal)
    }
  }
  outgoing.end()
}

async function drained(outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const done = () => {
      outgoing.off('drain', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    outgoing.on('drain', done)
    signal.addEventListener('abort', done)
  })
}
