import type { OpenFile } from '@engine/ports/storage/files/open-file'
import type { ByteRange } from './byte-range'

const blockBytes = 256 * 1024

/** The bytes of a file as a stream that reads only as fast as it is read, and closes the file at its end or when it is cancelled. */
export function streamOf(file: OpenFile, { start, end }: ByteRange): ReadableStream<Uint8Array> {
  let at = start
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const block = at < end ? await file.read(at, Math.min(end, at + blockBytes)) : new Uint8Array()
          at += block.length
          if (block.length > 0) controller.enqueue(block)
          if (at < end && block.length > 0) return
          await file.close()
          if (at < end) controller.error(new Error('The file has become shorter.'))
          else controller.close()
        } catch (thrown) {
          await file.close()
          throw thrown
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  )
}

/** Reads a body block by block; leaving the loop early cancels it. */
export async function* bytesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  let ended = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      ended = done
      if (done) return
      yield value
    }
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined)
  }
}
