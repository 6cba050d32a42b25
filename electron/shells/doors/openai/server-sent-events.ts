import { plainHeaders } from '@shells/assets/security-headers'
import { openAiError, openAiRefusal } from './openai-errors'

/**
 * Streams what `work` sends as server-sent events and ends with `[DONE]`. A failure before the first event is an ordinary refusal,
 * a later one an event. The work is aborted when the reader has gone.
 */
export async function serverSentEvents(
  work: (send: (data: unknown) => void, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<Response> {
  const leaving = new AbortController()
  const within = AbortSignal.any([signal, leaving.signal])
  const { readable, writable } = new TransformStream<string, string>(undefined, undefined, { highWaterMark: Infinity })
  const writer = writable.getWriter()
  const write = (data: string) => {
    // A reader that has gone is told by `closed`.
    writer.write(`data: ${data}\n\n`).catch(() => undefined)
  }
  writer.closed.catch(() => leaving.abort())
  let begun: () => void = () => undefined
  const beginning = new Promise<'begun'>((resolve) => {
    begun = () => resolve('begun')
  })
  const working = work((data) => {
    write(JSON.stringify(data))
    begun()
  }, within)
  const first = await Promise.race([beginning, working.then(() => 'begun' as const)]).catch((thrown: unknown) => ({
    thrown,
  }))
  if (first !== 'begun') return openAiRefusal(first.thrown)
  void working
    .then(
      () => write('[DONE]'),
      (thrown: unknown) => write(JSON.stringify(openAiError(thrown))),
    )
    .then(() => writer.close())
    .catch(() => undefined)
  const headers = plainHeaders()
  headers.set('Content-Type', 'text/event-stream; charset=utf-8')
  return new Response(readable.pipeThrough(new TextEncoderStream()), { status: 200, headers })
}
