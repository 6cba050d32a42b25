import { type FileHandle, open } from 'node:fs/promises'
import type { ByteRange } from './byte-range'

const blockBytes = 256 * 1024

/**
 * The bytes of a file as a stream that reads only as fast as it is read, and closes the file at its end or when it is
 * cancelled. Rejects where the file cannot be opened.
 */
export async function streamFile(path: string, { start, end }: ByteRange): Promise<ReadableStream<Uint8Array>> {
  const file = await open(path, 'r')
  let at = start
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const block = await readBlock(file, at, Math.min(blockBytes, end - at))
          at += block.length
          if (block.length > 0) controller.enqueue(block)
          if (at < end && block.length > 0) return
          await file.close()
          if (at < end) controller.error(new Error(`${path} has become shorter`))
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

async function readBlock(file: FileHandle, at: number, length: number): Promise<Uint8Array> {
  const block = new Uint8Array(length)
  if (length === 0) return block
  const { bytesRead } = await file.read(block, 0, length, at)
  return block.subarray(0, bytesRead)
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
