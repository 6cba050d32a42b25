import { open } from 'node:fs/promises'

/** Bytes that can be read in any order without having them all in memory. */
export interface ByteSource {
  readonly size: number
  /** Up to `length` bytes from `at` on; fewer at the end. */
  readonly read: (at: number, length: number) => Promise<Uint8Array>
}

/** Opens bytes or a file for as long as `use` takes. */
export async function withBytes<Result>(
  from: Uint8Array | string,
  use: (source: ByteSource) => Promise<Result>,
): Promise<Result> {
  if (typeof from !== 'string') {
    return use({ size: from.length, read: (at, length) => Promise.resolve(from.subarray(at, at + length)) })
  }
  const file = await open(from, 'r')
  try {
    const { size } = await file.stat()
    const read = async (at: number, length: number) => {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - at)))
      let filled = 0
      while (filled < buffer.length) {
        const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, at + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return buffer.subarray(0, filled)
    }
    return await use({ size, read })
  } finally {
    await file.close()
  }
}
